package modelprove

import (
	"context"
	"path/filepath"

	"rowproof/harness/modelmake"
)

// MakeDefaults makes models of the default options below a folder, one for each dtype
// that carries poison, and gives their folders.
func MakeDefaults(ctx context.Context, below string) ([]string, error) {
	var dirs []string
	for _, dtype := range []string{"float32", "bfloat16"} {
		o := modelmake.DefaultOptions()
		o.DType = dtype
		dir := filepath.Join(below, "default-"+dtype)
		if err := modelmake.Make(ctx, dir, o); err != nil {
			return nil, err
		}
		dirs = append(dirs, dir)
	}
	return dirs, nil
}
