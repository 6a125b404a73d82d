package owner_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"rowproof/engine/checkpoint"
	"rowproof/engine/checkpoint/disk"
	"rowproof/engine/checkpoint/disk/disktest"
	"rowproof/engine/model"
	"rowproof/engine/owner"
	"rowproof/engine/session"
)

var errBroken = errors.New("a broken row")

func accept(*checkpoint.Snapshot) error { return nil }

// full is an owner of everything there is, and where it keeps it.
func full(t *testing.T, files disk.FS) (*owner.Owner, *owner.Shelves) {
	t.Helper()
	store, err := checkpoint.Open("store", checkpoint.Options{FS: files, Clock: time.Now, Guard: accept})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	shelves := &owner.Shelves{Residents: session.NewResidents(8), Store: store, Files: files}
	for _, tokens := range [][]int{{1}, {1, 2}, {1, 2, 3}, {1, 2, 4}, {5}} {
		s := &checkpoint.Snapshot{Family: "qwen", Tokens: tokens, Row: []float32{1}}
		if _, err := store.Save(context.Background(), s); err != nil {
			t.Fatal(err)
		}
		shelves.Residents.Bank(&model.State{Tokens: tokens})
	}
	if err := checkpoint.WriteFile(context.Background(), files, "chat", &checkpoint.Snapshot{Family: "qwen", Tokens: []int{1, 2, 3}, Row: []float32{1}}, accept); err != nil {
		t.Fatal(err)
	}
	shelves.Wrote("chat", []int{1, 2, 3})
	shelves.Wrote("other", []int{1, 2, 4})
	o := owner.New(shelves)
	o.Owned = owner.Owned{
		Text:     []int{1, 2, 3, 9},
		Selected: checkpoint.NameOf(shelves.Model, []int{5}),
		Frontier: checkpoint.NameOf(shelves.Model, []int{1, 2, 3}),
		Chat:     "chat",
	}
	o.Live.Commit(&model.State{Tokens: []int{1, 2}}, &model.State{Tokens: []int{1, 2, 3}})
	store.Pin(o.Frontier)
	return o, shelves
}

// TestNothingSurvives: a field that someone adds and Forget does not know fails here,
// in either way: it must be set above, and it must be gone.
func TestNothingSurvives(t *testing.T) {
	o, shelves := full(t, disktest.NewMemory(time.Now))
	before := reflect.ValueOf(o.Owned)
	for i := range before.NumField() {
		if before.Field(i).IsZero() {
			t.Errorf("%s is not set: the test shows nothing about it", before.Type().Field(i).Name)
		}
	}
	err := o.Forget(errBroken)
	after := reflect.ValueOf(o.Owned)
	for i := range after.NumField() {
		if !after.Field(i).IsZero() {
			t.Errorf("%s survives: %v", after.Type().Field(i).Name, after.Field(i))
		}
	}
	var f *owner.Forgotten
	if !errors.As(err, &f) || !errors.Is(err, errBroken) {
		t.Fatalf("error %v", err)
	}
	if f.Residents != 3 || len(f.Checkpoints) != 4 || len(f.Chats) != 1 || f.Cleanup != nil {
		t.Errorf("forgotten: %+v", f)
	}
	if want := "a broken row; dropped: 3 resident states, 4 checkpoints, the chat chat"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	// What goes on from a shared beginning in another way is somebody else's.
	if n := shelves.Residents.Len(); n != 2 {
		t.Errorf("%d resident states left, want {1 2 4} and {5}", n)
	}
	if list := shelves.Store.List(); len(list) != 1 || list[0].Name != checkpoint.NameOf(shelves.Model, []int{1, 2, 4}) {
		t.Errorf("checkpoints left: %+v", list)
	}
	if _, err := checkpoint.ReadFile(context.Background(), shelves.Files, "chat", accept); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the chat's file: %v", err)
	}
	// A second failure has nothing to forget.
	if err := o.Forget(errBroken); err.Error() != "a broken row" {
		t.Errorf("again: %v", err)
	}
}

// TestCleanupErrorsAreReported, and do not keep the rest from going.
func TestCleanupErrorsAreReported(t *testing.T) {
	rule, err := disktest.ParseRule("remove 1: input/output error")
	if err != nil {
		t.Fatal(err)
	}
	memory := disktest.NewMemory(time.Now)
	o, shelves := full(t, memory)
	shelves.Files = disktest.NewInject(memory, rule)
	err = o.Forget(errBroken)
	var f *owner.Forgotten
	if !errors.As(err, &f) || f.Cleanup == nil || !strings.Contains(err.Error(), "input/output error") {
		t.Fatalf("error %v", err)
	}
	if _, err := checkpoint.ReadFile(context.Background(), memory, "chat", accept); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the chat is void: %v", err)
	}
	if n := len(shelves.Store.List()); n != 1 {
		t.Errorf("%d checkpoints left", n)
	}
}

// TestRealFiles: the same on a real disk.
func TestRealFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	o, _ := full(t, disk.Real{})
	if err := o.Forget(errBroken); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	left, err := filepath.Glob("chat*")
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
