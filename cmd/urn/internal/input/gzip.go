package input

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/bits"
	"os"
	"sync"

	"github.com/klauspost/compress/flate"
)

const (
	compressedBuffer = 128 << 10
	gzipMagic        = "\x1f\x8b\x08" // with the only compression method
)

var (
	errHeader   = errors.New("malformed header")
	errChecksum = errors.New("wrong checksum")
)

// gunzippers are free gunzippers, from streams that have been closed. For a small file,
// allocating a gunzipper takes longer than decompressing the file.
var gunzippers = sync.Pool{New: func() any {
	g := &gunzipper{src: bufio.NewReaderSize(nil, compressedBuffer)}
	g.z = flate.NewReader(g.src)
	return g
}}

// gunzip makes s yield the contents of a gzip stream that begins with head. r
// reads the rest of it.
func (s *Stream) gunzip(head []byte, r io.Reader) error {
	g := gunzippers.Get().(*gunzipper)
	g.head = append(g.head[:0], head...)
	g.src.Reset(io.MultiReader(bytes.NewReader(g.head), r))
	s.close = append(s.close, func() error {
		s.Reader = failed{os.ErrClosed}
		g.src.Reset(nil)
		gunzippers.Put(g)
		return nil
	})
	if err := g.header(); err != nil {
		return named("gzip", cutShort(err))
	}
	s.Reader = g
	return nil
}

// gunzipper reads gzip members (RFC 1952) one after the other. It reads their headers and
// trailers itself, for two reasons. The gzip packages refuse a member whose name or comment
// has 512 bytes or more, which gzip(1) accepts. And they do not report the bytes after the
// last member: like gzip(1), gunzipper ignores zeros, which are padding, and returns an
// error for anything else.
type gunzipper struct {
	src    *bufio.Reader
	z      io.ReadCloser // a flate.Resetter
	digest uint32        // of the member's data so far
	size   uint32        // of the same, in bytes, modulo 2^32
	head   []byte        // the beginning of the first member
}

func (g *gunzipper) Read(b []byte) (int, error) {
	n, err := g.z.Read(b)
	g.digest = crc32.Update(g.digest, crc32.IEEETable, b[:n])
	g.size += uint32(n)
	if err != io.EOF {
		return n, named("gzip", err)
	}
	if err := g.trailer(); err != nil {
		return n, named("gzip", cutShort(err))
	}
	return n, g.next()
}

// trailer checks the trailer after the data of a member (section 2.3.1).
func (g *gunzipper) trailer() error {
	var b [8]byte
	if _, err := io.ReadFull(g.src, b[:]); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(b[:]) != g.digest || binary.LittleEndian.Uint32(b[4:]) != g.size {
		return errChecksum
	}
	return nil
}

// next goes to the next member. It returns io.EOF if there is none.
func (g *gunzipper) next() error {
	padded := false
	for {
		c, err := g.src.ReadByte()
		switch {
		case err != nil:
			return err // io.EOF: this is where the file may end
		case c == 0:
			padded = true
			continue
		}
		g.src.UnreadByte()
		head, err := g.src.Peek(len(gzipMagic))
		if string(head) != gzipMagic || padded {
			if err != nil && err != io.EOF {
				return err
			}
			return errors.New("gzip: trailing garbage")
		}
		return named("gzip", cutShort(g.header()))
	}
}

// The bits of the header's flags (section 2.3.1). Those in reserved must be 0.
const (
	flagCRC = 1 << (iota + 1)
	flagExtra
	flagName
	flagComment
	reserved = 0xe0
)

// header reads the header of a member.
func (g *gunzipper) header() error {
	digest := crc32.NewIEEE()
	read := func(b []byte) error {
		_, err := io.ReadFull(g.src, b)
		digest.Write(b)
		return err
	}
	var b [10]byte
	if err := read(b[:]); err != nil {
		return err
	}
	flags := b[3]
	if flags&reserved != 0 {
		return errHeader
	}
	if flags&flagExtra != 0 {
		if err := read(b[:2]); err != nil {
			return err
		}
		if err := read(make([]byte, binary.LittleEndian.Uint16(b[:]))); err != nil {
			return err
		}
	}
	for range bits.OnesCount8(flags & (flagName | flagComment)) {
		// A string, however long it is, and the zero that ends it.
		err := bufio.ErrBufferFull
		for err == bufio.ErrBufferFull {
			var piece []byte
			piece, err = g.src.ReadSlice(0)
			digest.Write(piece)
		}
		if err != nil {
			return err
		}
	}
	if flags&flagCRC != 0 {
		want := uint16(digest.Sum32())
		if err := read(b[:2]); err != nil {
			return err
		}
		if binary.LittleEndian.Uint16(b[:]) != want {
			return errHeader
		}
	}
	g.digest, g.size = 0, 0
	return g.z.(flate.Resetter).Reset(g.src, nil)
}
