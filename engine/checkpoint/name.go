package checkpoint

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
)

// Name is the name of a checkpoint: SHA-256 of its model's identity and its tokens
// (uint32, little endian), in hex. Whoever computes the same tokens with the same
// model means the same checkpoint.
type Name string

// NameOf is the name of the checkpoint of exactly these tokens.
func NameOf(id Identity, tokens []int) Name {
	n := newNamer(id)
	n.add(tokens)
	return n.name()
}

// ParseName takes 64 lower-case hex digits.
func ParseName(text string) (Name, error) {
	if len(text) != 2*sha256.Size || strings.Trim(text, "0123456789abcdef") != "" {
		return "", fmt.Errorf("%.80q is no name of a checkpoint", text)
	}
	return Name(text), nil
}

// namer names growing prefixes of one sequence in one pass.
type namer struct {
	sum hash.Hash
	buf []byte
}

func newNamer(id Identity) *namer {
	n := &namer{sum: sha256.New(), buf: make([]byte, 0, 4096)}
	n.sum.Write(id[:])
	return n
}

func (n *namer) add(tokens []int) {
	for _, token := range tokens {
		n.buf = binary.LittleEndian.AppendUint32(n.buf, uint32(token))
		if len(n.buf) == cap(n.buf) {
			n.flush()
		}
	}
}

func (n *namer) flush() {
	n.sum.Write(n.buf)
	n.buf = n.buf[:0]
}

func (n *namer) name() Name {
	n.flush()
	return Name(hex.EncodeToString(n.sum.Sum(nil)))
}
