package bento

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"

	"github.com/seed7b5a83f0/urn"
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
				Description("The size of a block in bytes. A longer line is a block of its own.").
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
	return service.AutoAggregateBatchScannerAcks(b.scanner(r, source.Name()), ack), nil
}

func (lineBlocks) Close(context.Context) error { return nil }

func (b lineBlocks) scanner(r io.ReadCloser, name string) *lineScanner {
	return &lineScanner{lineBlocks: b, source: r, in: bufio.NewReaderSize(r, b.size), name: name, line: 1}
}

// lineScanner cuts one stream.
type lineScanner struct {
	lineBlocks
	source io.Closer
	in     *bufio.Reader
	name   string

	line   int64 // the number of the next line
	offset int64 // of the next line in the stream, in bytes
	err    error // the end of the stream, or its error
}

func (s *lineScanner) NextBatch(context.Context) (service.MessageBatch, error) {
	data := s.peek()
	end := bytes.LastIndexByte(data, '\n') + 1
	if s.err == io.EOF {
		end = len(data)
	}
	switch {
	case end > 0:
		block := bytes.Clone(data[:end])
		_, err := s.in.Discard(end)
		return service.MessageBatch{s.message(block, bytes.Count(block, newline), end)}, err
	case s.err != nil:
		return nil, s.err
	}
	return s.longLine()
}

func (s *lineScanner) Close(context.Context) error { return s.source.Close() }

// peek returns the next size bytes. It returns fewer if the stream ends or fails, and then sets
// s.err. If s.partial is set, it may also return fewer bytes that contain a whole line.
func (s *lineScanner) peek() (data []byte) {
	n := s.size
	if s.partial {
		n = 1
	}
	for s.err == nil && len(data) < s.size && bytes.IndexByte(data, '\n') < 0 {
		_, s.err = s.in.Peek(n)
		data, _ = s.in.Peek(min(s.in.Buffered(), s.size))
		n = len(data) + 1
	}
	return data
}

// longLine returns a line that is longer than size, or a message about it if it is longer than
// maxLine.
func (s *lineScanner) longLine() (service.MessageBatch, error) {
	var line []byte // the beginning, if it is too long
	size := 0
	for more := true; more; {
		part, err := s.in.ReadSlice('\n')
		if more = err == bufio.ErrBufferFull; !more {
			s.err = err
		}
		if len(line) <= s.maxLine+len("\r\n") {
			line = append(line, part...)
		}
		size += len(part)
	}
	if s.err != nil && s.err != io.EOF {
		return nil, s.err
	}
	text, ended := bytes.CutSuffix(line, newline)
	if ended {
		text = bytes.TrimSuffix(text, []byte{'\r'})
	}
	if len(text) <= s.maxLine {
		return service.MessageBatch{s.message(line, 1, size)}, nil
	}
	problem := fmt.Sprintf("longer than %d bytes", s.maxLine)
	failed := fmt.Errorf("line %d is %s (offset=%d reason=%s)", s.line, problem, s.maxLine, urn.TooLong.String())
	record := append(appendPlace(nil, fileOf(s.name), s.line), `"input":null`...)
	why := string(appendWhy(nil, urn.TooLong.String(), problem+" (see max_line)"))
	msg := s.message(appendFault(record, urn.RFC8141, s.maxLine, why), 1, size)
	msg.SetError(failed)
	return service.MessageBatch{msg}, nil
}

// message makes a message of the next lines, which have size bytes in the stream.
func (s *lineScanner) message(content []byte, lines, size int) *service.Message {
	msg := service.NewMessage(content)
	msg.MetaSetMut(metaLine, s.line)
	msg.MetaSetMut(metaOffset, s.offset)
	s.line += int64(lines)
	s.offset += int64(size)
	return msg
}

var newline = []byte{'\n'}
