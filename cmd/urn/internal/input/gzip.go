package input

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/gzip"
)

const (
	compressedBuffer = 128 << 10
	gzipMagic        = "\x1f\x8b\x08" // with the only compression method
)

// gunzippers are free gunzippers, from streams that have been closed. For a small file,
// allocating a gunzipper takes longer than decompressing the file.
var gunzippers = sync.Pool{New: func() any { return &gunzipper{src: bufio.NewReaderSize(nil, compressedBuffer)} }}

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
	if err := g.member(); err != nil {
		return err
	}
	s.Reader = g
	return nil
}

// gunzipper reads gzip members (RFC 1952) one after the other. It looks for the next one itself,
// because package gzip does not distinguish the bytes after the last member: like gzip(1),
// gunzipper ignores zeros, which are padding, and returns an error for anything else.
type gunzipper struct {
	src  *bufio.Reader
	z    gzip.Reader
	head []byte // the beginning of the first member
}

// member reads the header of a member.
func (g *gunzipper) member() error {
	err := g.z.Reset(g.src)
	g.z.Multistream(false)
	return named("gzip", cutShort(err))
}

func (g *gunzipper) Read(b []byte) (int, error) {
	n, err := g.z.Read(b)
	if err == io.EOF {
		return n, g.next()
	}
	return n, named("gzip", err)
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
		return g.member()
	}
}
