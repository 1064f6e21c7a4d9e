package bento

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
	"github.com/warpstreamlabs/bento/public/service"
)

//go:embed components/line_blocks.md
var lineBlocksText string

func lineBlocksSpec() *service.ConfigSpec {
	return service.NewConfigSpec().
		Stable().
		Summary("Cut a stream into blocks of whole lines.").
		Description(lineBlocksText).
		Fields(
			service.NewIntField("size").
				Description("The size of a block in bytes. A block that begins with a longer line is up to twice as long as that line.").
				Default(256<<10),
			service.NewIntField("max_line").
				Description("The longest line that is taken, in bytes without its line end. At least `size`.").
				Default(16<<20).
				Advanced(),
			service.NewBoolField("partial").
				Description("Do not wait for a block to be full: pass on the lines that have arrived when a read would have to wait for more. This is for live streams, such as a pipe. The blocks may be small, and small blocks are slow.").
				Default(false),
		)
}

// lineBlocks makes scanners of streams.
type lineBlocks struct {
	size, maxLine int
	partial       bool
}

func newLineBlocks(conf *service.ParsedConfig, _ *service.Resources) (service.BatchScannerCreator, error) {
	size, errSize := conf.FieldInt("size")
	maxLine, errMax := conf.FieldInt("max_line")
	partial, errPartial := conf.FieldBool("partial")
	if err := errors.Join(errSize, errMax, errPartial); err != nil {
		return nil, err
	}
	switch {
	case size < 1:
		return nil, fmt.Errorf("size is %d, want at least 1", size)
	case maxLine < size:
		return nil, fmt.Errorf("max_line is %d, want at least size, which is %d", maxLine, size)
	}
	return lineBlocks{size, maxLine, partial}, nil
}

func (b lineBlocks) Create(r io.ReadCloser, ack service.AckFunc, source *service.ScannerSourceDetails) (service.BatchScanner, error) {
	return service.AutoAggregateBatchScannerAcks(&lineScanner{lineBlocks: b, r: r, name: source.Name(), line: 1}, ack), nil
}

func (lineBlocks) Close(context.Context) error { return nil }

// lineScanner cuts one stream.
type lineScanner struct {
	lineBlocks
	r    io.ReadCloser
	name string

	buf    []byte // the bytes that are read and not passed on; they begin a line
	whole  int    // the bytes of buf that are whole lines
	err    error  // the end of the stream, or its error
	line   int64  // the number of the line that buf begins with
	offset int64  // where buf begins in the stream
}

func (s *lineScanner) NextBatch(context.Context) (service.MessageBatch, error) {
	for {
		full := len(s.buf) == cap(s.buf)
		switch {
		case s.firstTooLong():
			return s.tooLong(), nil
		case s.err == io.EOF && len(s.buf) > 0:
			return s.block(len(s.buf)), nil
		case s.whole > 0 && (full || s.partial || s.err != nil):
			return s.block(s.whole), nil
		case s.err != nil:
			return nil, s.err
		case full:
			room := min(max(s.size, 2*len(s.buf)), s.maxLine+len("\r\n"))
			s.buf = append(make([]byte, 0, room), s.buf...)
		}
		s.read()
	}
}

// firstTooLong reports whether the line that buf begins with is longer than
// maxLine, without its line end. No line after it is: buf has no room for one.
func (s *lineScanner) firstTooLong() bool {
	if len(s.buf) <= s.maxLine {
		return false
	}
	line, _, ended := bytes.Cut(s.buf, newline)
	if ended || s.err == nil { // the line feed may come next
		line = bytes.TrimSuffix(line, []byte{'\r'})
	}
	return len(line) > s.maxLine
}

func (s *lineScanner) Close(context.Context) error { return s.r.Close() }

// block makes a message of the first n bytes of buf.
//
// A long message is given the memory of buf, and a short one a copy. So a stream that is
// cut into short messages does not take a whole buffer for each.
func (s *lineScanner) block(n int) service.MessageBatch {
	content, given := s.buf[:n], n > s.size/2
	if !given {
		content = bytes.Clone(content)
	}
	msg := s.message(content)
	s.skip(n, given)
	return service.MessageBatch{msg}
}

// message makes a message that is where buf begins.
func (s *lineScanner) message(content []byte) *service.Message {
	msg := service.NewMessage(content)
	msg.MetaSetMut(metaLine, s.line)
	msg.MetaSetMut(metaOffset, s.offset)
	return msg
}

// skip removes the first n bytes from buf. If the memory of buf is given away, or has grown
// for a long line, buf gets new memory.
func (s *lineScanner) skip(n int, given bool) {
	s.line += int64(bytes.Count(s.buf[:n], newline))
	s.offset += int64(n)
	next, left := s.buf[:0], s.buf[n:]
	if given || cap(next) > s.size {
		next = make([]byte, 0, max(s.size, len(left)))
	}
	s.buf = append(next, left...)
	s.whole = bytes.LastIndexByte(s.buf, '\n') + 1
}

var newline = []byte{'\n'}

// tooLong makes a message about the line that buf begins with and skips it.
func (s *lineScanner) tooLong() service.MessageBatch {
	at := record.Place{File: newFile(s.name), Line: s.line}
	fault := urn.Fault{Syntax: urn.RFC8141, Offset: s.maxLine, Reason: urn.TooLong}
	msg := s.message(record.AppendTooLong(nil, at, fault, fmt.Sprintf("longer than %d bytes (see max_line)", s.maxLine)))
	msg.SetError(fmt.Errorf("line %d is longer than %d bytes (offset=%d reason=%s)",
		s.line, s.maxLine, s.maxLine, urn.TooLong.String()))
	for s.whole == 0 {
		s.skip(len(s.buf), false)
		if s.err != nil {
			return service.MessageBatch{msg}
		}
		s.read()
	}
	s.skip(bytes.IndexByte(s.buf, '\n')+1, false)
	return service.MessageBatch{msg}
}

// maxEmptyReads is how often a reader may return nothing, not even an error.
const maxEmptyReads = 100

// read reads once into the room that buf has.
func (s *lineScanner) read() {
	for range maxEmptyReads {
		from := len(s.buf)
		n, err := s.r.Read(s.buf[from:cap(s.buf)])
		s.buf, s.err = s.buf[:from+n], err
		if end := bytes.LastIndexByte(s.buf[from:], '\n') + 1; end > 0 {
			s.whole = from + end
		}
		if n > 0 || err != nil {
			return
		}
	}
	s.err = io.ErrNoProgress
}
