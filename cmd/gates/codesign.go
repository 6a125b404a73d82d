package main

import (
	"bytes"
	"crypto/sha256"
	"debug/macho"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

var errSignature = errors.New("ad-hoc code signature")

// The parts of Apple's code signing format that an ad-hoc signature uses. All
// numbers in it are big-endian.
const (
	loadCodeSignature  = 0x1d       // LC_CODE_SIGNATURE
	magicSuperBlob     = 0xfade0cc0 // embedded signature
	magicCodeDirectory = 0xfade0c02
	flagAdHoc          = 0x2
	hashSHA256         = 2
)

// checkAdHocSignature finds the code signature of a Mach-O file, wants it to be
// an ad-hoc one, and compares the hash of every page.
func checkAdHocSignature(name string) error {
	image, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := verifySignature(image); err != nil {
		return fmt.Errorf("%s: %w: %w", name, errSignature, err)
	}
	return nil
}

func verifySignature(image []byte) error {
	directory, err := codeDirectory(image)
	if err != nil {
		return err
	}
	// Layout: magic, length, version, flags, hashOffset, identOffset,
	// nSpecialSlots, nCodeSlots, codeLimit, then hashSize, hashType, platform
	// and log2 of the page size as bytes.
	const header = 40
	if len(directory) < header {
		return errors.New("code directory cut short")
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(directory[4*i:])) }
	flags, hashes, slots, limit := word(3), word(4), word(7), word(8)
	size, kind, page := int(directory[36]), directory[37], 1<<min(directory[39], 30)
	switch {
	case flags&flagAdHoc == 0:
		return fmt.Errorf("flags %#x: not ad hoc", flags)
	case kind != hashSHA256 || size != sha256.Size:
		return fmt.Errorf("hash type %d of %d bytes", kind, size)
	case limit > len(image) || slots != (limit+page-1)/page || hashes < header || hashes+slots*size > len(directory):
		return fmt.Errorf("%d slots of %d bytes for %d bytes of code", slots, page, limit)
	}
	for i := range slots {
		sum := sha256.Sum256(image[i*page : min((i+1)*page, limit)])
		if !bytes.Equal(sum[:], directory[hashes+i*size:][:size]) {
			return fmt.Errorf("page %d does not match its hash", i)
		}
	}
	return nil
}

// codeDirectory cuts the code directory out of the signature's super blob.
func codeDirectory(image []byte) ([]byte, error) {
	file, err := macho.NewFile(bytes.NewReader(image))
	if err != nil {
		return nil, err
	}
	var blob []byte
	for _, load := range file.Loads {
		raw := load.Raw()
		if len(raw) < 16 || file.ByteOrder.Uint32(raw) != loadCodeSignature {
			continue
		}
		from, size := uint64(file.ByteOrder.Uint32(raw[8:])), uint64(file.ByteOrder.Uint32(raw[12:]))
		if from+size > uint64(len(image)) {
			return nil, errors.New("signature beyond the end of the file")
		}
		blob = image[from : from+size]
	}
	if blob == nil {
		return nil, errors.New("there is none")
	}
	if len(blob) < 12 || binary.BigEndian.Uint32(blob) != magicSuperBlob {
		return nil, errors.New("no embedded signature")
	}
	for i := range int(binary.BigEndian.Uint32(blob[8:])) {
		entry := 12 + 8*i
		if entry+8 > len(blob) {
			break
		}
		from := uint64(binary.BigEndian.Uint32(blob[entry+4:]))
		if from+8 > uint64(len(blob)) || binary.BigEndian.Uint32(blob[from:]) != magicCodeDirectory {
			continue
		}
		size := uint64(binary.BigEndian.Uint32(blob[from+4:]))
		if size > uint64(len(blob))-from {
			return nil, errors.New("code directory beyond the end of the signature")
		}
		return blob[from : from+size], nil
	}
	return nil, errors.New("no code directory")
}
