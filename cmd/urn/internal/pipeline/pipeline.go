// Package pipeline cuts inputs into blocks of whole lines, passes the blocks to workers on
// all cores, and writes their output in the order of the input. With [Config.Find], a line
// may have any length: it is cut so that no URN is divided.
//
// # Memory
//
// A block has [Config.BlockSize] bytes. A block with only one long line has up to
// [Config.MaxLine] bytes. A longer line is divided into several blocks. The number and the
// total size of the blocks in progress are limited. A worker's output is held until all
// output before it has been written. A worker that holds more than [Config.HoldBack] bytes
// waits for its turn. If several inputs are read at once, each may also hold that much
// before its turn.
package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/internal/blocks"
	"github.com/seed7b5a83f0/urn/internal/swar"
	"github.com/seed7b5a83f0/urn/scan"
)

// Part says which part of a line or of lines a block has.
type Part uint8

const (
	// Lines: whole lines, each with its line end, except that the last line
	// of an input may have none.
	Lines Part = iota
	// Head: the beginning of a line of more than MaxLine bytes.
	Head
	// Body: more of that line.
	Body
	// Tail: the end of that line, with its line end if it has one. It may be
	// empty. If reading fails within the line, it is the end of the bytes that were read.
	Tail
	// Failed: no data. Err says why the input cannot be opened, or cannot be
	// read to its end.
	Failed
	// Text, with Config.Find: a part of the text. No match continues after it.
	Text
	// Truncated, with Config.Find: the beginning of a match of more than MaxLine
	// bytes, or of a match in which reading failed. Then Err says why.
	Truncated
	// Kept, with Config.Whole: a part of the text that is not searched. It is a part of
	// a match of more than MaxLine bytes, or follows such a match and may belong to it.
	// The block Truncated follows it.
	Kept
)

// Block is a part of an input. It must not be used after its worker has returned.
type Block struct {
	Part   Part
	Name   string // of the input
	Last   bool   // it is the last input
	Data   []byte
	Offset int64 // of Data in the input, decompressed, in bytes
	Line   int64 // number of the line that Data begins in, from 1
	Err    error // for Failed, and for Truncated
	Length int64 // of the match, for Truncated
	Begun  any   // see Config.Begin
	// Before is the line before Lines, without its line end, or the last 64 KiB of it;
	// see Config.Before.
	Before []byte

	Inside, GoesOn bool // Text begins, or ends, within a line
	// Around, if not nil, has Data from Around[At] on, and the text before and after it, all
	// with its escapes undone. The findings in Data depend on that text; see [Block.Find].
	Around []byte
	At     int
	// In is the notation of Text and Lines at the beginning of Data.
	In notation.Notation

	turn <-chan struct{} // closed when all output before this block's is written
	done chan struct{}   // closed when this block's is
	cost int64

	lines int64 // for Totals: that begin in Data

	decoded *notation.Text // of Data; nil until it is decoded
}

var decodedTexts = sync.Pool{New: func() any { return new(notation.Text) }}

// Decoded returns Data with its escapes undone, or nil if In is Plain. A block that was decoded
// to be cut keeps its text. [Block.Release] must be called after its last use.
func (b *Block) Decoded() *notation.Text {
	if b.In != notation.Plain && b.decoded == nil {
		b.decoded = decoded(b.In, b.Data, true)
	}
	return b.decoded
}

// Release gives the text of Decoded to another block.
func (b *Block) Release() {
	release(b.decoded)
	b.decoded = nil
}

func decoded(in notation.Notation, data []byte, last bool) *notation.Text {
	t := decodedTexts.Get().(*notation.Text)
	t.Decode(in, data, last)
	return t
}

func release(t *notation.Text) {
	if t != nil {
		t.Bytes = nil // it may be that of a block
		decodedTexts.Put(t)
	}
}

// Config says how to run. Fields that are zero have defaults, except MaxLine.
type Config struct {
	// Open opens an input.
	Open func(name string) (*input.Stream, error)
	// OpenInto, if not nil, is called instead of Open if several inputs are read at once;
	// see [input.Opener.OpenInto].
	OpenInto func(name string, buf []byte) (n int, s *input.Stream, err error)
	// MaxLine is the length in bytes, without line end, of the longest line
	// that is kept in one piece. Blocks may hold longer ones.
	MaxLine int
	// Find, if not nil, asks for blocks of Text and Truncated instead of lines. It
	// finds the same matches in the blocks as in the whole input.
	Find *scan.Finder
	// Whole, with Find, asks for every byte of an input, in blocks of Text and Kept.
	// A match is too long if it might continue after MaxLine bytes, or after BlockSize
	// bytes if that is more. If reading fails, no block has the text that the
	// match might have continued with.
	Whole bool
	// InOf, with Find, returns the notation of an input; without it, inputs are plain text.
	// begin is the beginning of the input, with at least its first line if that fits in one
	// block. Blocks have the original text. The exception is a match with escapes that
	// fills a block: its escapes are undone, and its Block.In is Plain.
	InOf func(name string, begin []byte) notation.Notation
	// Quoted, without Find, says that a line end between quotation marks ends no
	// line, as in CSV. There are no blocks of Head, Body and Tail: a line of more
	// than MaxLine bytes is an error that ends its input.
	Quoted bool
	// Begin, if not nil, is called with the first block of each input, never twice at a
	// time. If the input is empty, so is the block; if Inputs is greater than 1, Begin may not
	// be called for such an input. The result of Begin is in Block.Begun of all blocks of the
	// input. An error ends the input. If the result has a method Enough, which returns true, the rest of the input
	// is not read.
	Begin func(first *Block) (any, error)
	// Expand, if not nil, yields the inputs for a name, such as the files of a directory.
	// An error says that the input cannot be opened.
	Expand func(name string) iter.Seq2[string, error]
	// Tolerate, if not nil, reports whether an input that ended with an error is not
	// counted as failed. Its block says why it ended all the same.
	Tolerate func(name string, err error) bool
	// Writers are written to in the order of the input; see [Output].
	Writers []io.Writer

	// Before, without Find, asks for Block.Before.
	Before bool

	// Inputs is the number of inputs that are read at once. The default is 1. If it is
	// greater, Block.Last has no meaning.
	Inputs int

	turn    func()     // if not nil, waits until all output of inputs before has been written
	buffers *sync.Pool // of *[]byte, BlockSize long

	Workers   int // default: enough to keep all cores busy
	BlockSize int // in bytes
	HoldBack  int // in bytes
}

// Totals counts the inputs and bytes that have been read.
type Totals struct {
	Inputs int64 // opened or not
	Failed int64 // inputs that could not be opened, or not be read to their end
	Lines  int64
	Bytes  int64 // decompressed
}

// Worker makes output out of a block. It is not called concurrently with
// itself. An error ends the run.
type Worker func(b *Block, out *Output) error

const (
	// A block of this size takes a core 0.1 ms or more, so that the cost of
	// passing it to a worker does not matter. It fits in the second-level cache.
	defaultBlockSize = 128 << 10
	defaultHoldBack  = 2 << 20
)

func (c Config) withDefaults() Config {
	c.BlockSize, c.HoldBack = cmp.Or(c.BlockSize, defaultBlockSize), cmp.Or(c.HoldBack, defaultHoldBack)
	if n := runtime.GOMAXPROCS(0); c.Workers == 0 && n > 1 {
		// Some workers wait for their turn to write. With two workers for each
		// core, no core is idle.
		c.Workers = 2 * n
	}
	c.Workers = max(c.Workers, 1)
	return c
}

// maxLineEnd is the length of the longest line end, "\r\n". A byteOrderMark may precede the first
// line. Neither is a part of the line.
const (
	maxLineEnd    = 2
	byteOrderMark = "\ufeff"
)

// longest returns how long a block can be made by a single line. escapes says that the text
// may have escapes.
func (c Config) longest(escapes bool) int {
	if c.Find != nil {
		n := c.MaxLine + blocks.Slack
		if escapes {
			n *= usualEscape
		}
		return max(c.BlockSize, n)
	}
	return max(c.BlockSize, c.MaxLine+maxLineEnd+len(byteOrderMark))
}

// Run reads the inputs with the given names one after the other, and passes their blocks to
// workers, each made by newWorker. For an input that cannot be read, Run passes a block
// with the error, and continues with the next input.
//
// When ctx ends, Run stops reading, writes the output of the blocks under way,
// and returns the cause. When writing fails, it stops at once and returns the
// error. It returns even if a read is still waiting.
func Run(ctx context.Context, c Config, names []string, newWorker func() Worker) (Totals, error) {
	c = c.withDefaults()
	if c.buffers == nil {
		c.buffers = &sync.Pool{New: func() any { b := make([]byte, c.BlockSize); return &b }}
	}
	if c.Inputs > 1 && (len(names) > 1 || c.Expand != nil) {
		return runSeveral(ctx, c, names, newWorker)
	}
	reading, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{
		Config: c,
		blocks: make(chan *Block),
		// Every worker may hold a block, and one further block may have the maximum length.
		most:   int64(c.Workers*c.BlockSize + c.longest(c.InOf != nil)),
		ending: &ending{stop: stop},
		totals: new(counters),
	}
	r.budget = semaphore.NewWeighted(r.most)
	r.last = make(chan struct{})
	close(r.last)

	go func() {
		defer close(r.blocks)
		read := 0
		for in, err := range c.expanded(names) {
			if reading.Err() != nil {
				return
			}
			read++
			var s *input.Stream
			if err == nil {
				s, err = r.Open(in.name)
			}
			if !r.read(reading, in.name, read == len(names) && c.Expand == nil, s, err) {
				return
			}
		}
	}()

	var workers sync.WaitGroup
	for range c.Workers {
		workers.Add(1)
		go func() {
			r.work(reading, newWorker())
			workers.Done() // not deferred: in a panic, Run must not end with success
		}()
	}
	workers.Wait()

	return r.totals.load(), cmp.Or(r.failed(), context.Cause(ctx))
}

// counters count for Totals.
type counters struct{ inputs, failed, lines, bytes atomic.Int64 }

func (c *counters) load() Totals {
	return Totals{c.inputs.Load(), c.failed.Load(), c.lines.Load(), c.bytes.Load()}
}

func (c *counters) add(t Totals) {
	c.inputs.Add(t.Inputs)
	c.failed.Add(t.Failed)
	c.lines.Add(t.Lines)
	c.bytes.Add(t.Bytes)
}

// ending has the reason for which a Run ended.
type ending struct {
	stop    context.CancelCauseFunc
	failure atomic.Pointer[error]
}

// fail ends the run. Output that has not been written is dropped.
func (e *ending) fail(err error) {
	e.failure.CompareAndSwap(nil, &err)
	e.stop(err)
}

// failed returns the first error that ended the run, or nil.
func (e *ending) failed() error {
	if err := e.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// expandedName is the name of an input.
type expandedName struct {
	name  string
	given bool // it is an argument, and not a file of a directory
}

// expanded yields the inputs for the names; see Config.Expand.
func (c Config) expanded(names []string) iter.Seq2[expandedName, error] {
	return func(yield func(expandedName, error) bool) {
		for _, given := range names {
			if c.Expand == nil {
				if !yield(expandedName{given, true}, nil) {
					return
				}
				continue
			}
			for name, err := range c.Expand(given) {
				if !yield(expandedName{name, name == given}, err) {
					return
				}
			}
		}
	}
}

// run is the state of a Run.
type run struct {
	Config
	*ending
	blocks chan *Block
	last   chan struct{} // done of the block that was made last
	budget *semaphore.Weighted
	most   int64 // of the budget, in bytes
	totals *counters

	// direct, if not nil, is the only worker. The goroutine that reads calls it, with out.
	direct Worker
	out    Output
}

func (r *run) work(ctx context.Context, work Worker) {
	var b *Block
	out := Output{run: r, Buf: make([][]byte, len(r.Writers)), wait: func() { <-b.turn }}
	for {
		b = nil
		select {
		case b = <-r.blocks:
		case <-ctx.Done():
		}
		if b == nil {
			return
		}
		r.count(b)
		out.ours = false
		if err := work(b, &out); err != nil {
			r.fail(err)
		}
		out.Flush() //nolint:errcheck // it has called fail
		close(b.done)
		r.recycle(b.Data)
		r.budget.Release(b.cost)
	}
}

// count adds a block to the totals. The worker calls it, not the sender: if the run ends after
// the block's output was seen, the totals include the block.
func (r *run) count(b *Block) {
	r.totals.bytes.Add(int64(len(b.Data)))
	r.totals.lines.Add(b.lines)
}

// send puts a block in its place in the order and hands it to a worker. It
// reports false when the run is over.
func (r *run) send(ctx context.Context, b *Block) bool {
	if r.direct != nil {
		if ctx.Err() != nil || !r.directly(b) {
			return false
		}
		r.recycle(b.Data)
		return true
	}
	// The block after a match that consists of long escapes may need the whole budget.
	b.cost = min(int64(cap(b.Data)+len(b.Around)), r.most)
	if r.budget.Acquire(ctx, b.cost) != nil {
		return false
	}
	b.turn, b.done = r.last, make(chan struct{})
	select {
	case r.blocks <- b:
	case <-ctx.Done():
		return false
	}
	r.last = b.done
	return true
}

// directly has direct deal with a block. It reports false when the run is over.
func (r *run) directly(b *Block) bool {
	r.count(b)
	if err := cmp.Or(r.direct(b, &r.out), r.out.FlushIfFull()); err != nil {
		r.fail(err)
	}
	return r.failed() == nil
}

// buffer returns a buffer of at least n bytes.
func (r *run) buffer(n int) []byte {
	if n > r.BlockSize {
		return make([]byte, n)
	}
	return *r.buffers.Get().(*[]byte)
}

func (r *run) recycle(b []byte) {
	if cap(b) == r.BlockSize {
		b = b[:cap(b)]
		r.buffers.Put(&b)
	}
}

// read divides an input into blocks. If the input is not open, it makes a block with the
// error. It returns false when the run is over.
func (r *run) read(ctx context.Context, name string, last bool, s *input.Stream, err error) bool {
	r.totals.inputs.Add(1)
	if err == nil {
		defer s.Close()
		c := cutter{run: r, ctx: ctx, s: s, name: name, last: last, line: 1}
		c.blocks = blocks.Cutter{R: &c, Chunk: r.BlockSize, Max: r.longest(false), New: r.buffer}
		cut := c.cut
		if r.Find != nil {
			cut = c.text
		}
		if err = cut(); err == nil {
			return !c.over
		}
	}
	if r.Tolerate == nil || !r.Tolerate(name, err) {
		r.totals.failed.Add(1)
	}
	return r.send(ctx, &Block{Part: Failed, Name: name, Last: last, Err: err})
}

// cutter divides an input into blocks.
type cutter struct {
	*run
	ctx    context.Context
	s      *input.Stream
	blocks blocks.Cutter
	name   string
	last   bool
	offset int64
	line   int64
	lineAt int64             // the offset at which the last line begins that has been read
	over   bool              // the run is
	inside bool              // the next byte is in the middle of a line
	in     notation.Notation // of the next byte
	inOf   bool              // InOf has told it

	escaped notation.Text // for settled and first
	// context is the text before the next block, with its escapes undone, if the search of
	// the block depends on it.
	context []byte
	around  []byte         // of the block that settled has cut: see Block.Around; or nil
	decoded *notation.Text // of that block; or nil
	quoted  bool           // with Quoted: the next byte is between quotation marks
	begun   any
	before  []byte // for Block.Before
}

// Read reads the input into p until p is full or the input ends, or, if a read may wait, until p has a
// line end.
func (c *cutter) Read(p []byte) (n int, err error) {
	for line := false; n < len(p) && err == nil && !(line && c.s.Waits); {
		var m int
		m, err = c.s.Read(p[n:])
		if i := c.lastLineEnd(p[n : n+m]); i >= 0 {
			line, c.lineAt = true, c.blocks.Base+int64(c.blocks.End+n+i+1)
		}
		n += m
	}
	if c.InOf != nil && !c.inOf && n > 0 {
		c.in, c.inOf = c.InOf(c.name, p[:n]), true
		c.blocks.Max = c.longest(c.in != notation.Plain)
	}
	return n, err
}

// lines returns the length of the whole lines that have been read and are in no block.
func (c *cutter) lines() int { return int(max(0, c.lineAt-c.blocks.Base-int64(c.blocks.Start))) }

// enough reports whether the rest of the input is not wanted; see Config.Begin.
func (c *cutter) enough() bool {
	e, ok := c.begun.(interface{ Enough() bool })
	return ok && e.Enough()
}

// cut reads the input to its end. Its error says how far it got.
func (c *cutter) cut() error {
	b := &c.blocks
	for {
		if c.enough() {
			return nil
		}
		var err error
		switch b.Next(func([]byte, int) int { return c.lines() }) {
		case blocks.Found:
			err = c.send(Lines)
		case blocks.Long:
			if c.Quoted {
				return fmt.Errorf("a record of more than %d bytes (see --max-line), or a quotation mark that nothing closes, in line %d", c.MaxLine, c.line)
			}
			b.Ready = b.End
			err = c.send(Head)
			for more := true; more && err == nil && !c.over && !c.enough(); {
				ended := b.Skip(lineEnd)
				if more = !ended && b.Err == nil; more {
					err = c.send(Body)
				} else if err = c.send(Tail); err == nil && !ended && b.Err != io.EOF {
					return c.unread(b.Err, 0, true)
				}
			}
		case blocks.Failed:
			return c.unread(b.Err, b.End-b.Start, false)
		case blocks.Ended:
			if c.Begin != nil && c.offset == 0 { // the input is empty
				_, err = c.Begin(&Block{Name: c.name, Last: c.last, Line: 1})
			}
			return err
		}
		if err != nil || c.over {
			return err
		}
	}
}

// lineEnd returns where the first line end of text ends, or -1.
func lineEnd(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return i + len("\n")
	}
	return -1
}

// lastLineEnd returns the position of the last line end in the next piece of the input, or
// -1.
func (c *cutter) lastLineEnd(piece []byte) int {
	if !c.Quoted {
		return swar.LastLineEnd(piece)
	}
	odd := func(b []byte) bool { return bytes.Count(b, []byte{'"'})%2 == 1 }
	c.quoted = c.quoted != odd(piece)
	quoted := c.quoted // at end
	for end := len(piece); ; {
		i := swar.LastLineEnd(piece[:end])
		if i < 0 {
			return -1
		}
		if quoted = quoted != odd(piece[i:end]); !quoted {
			return i
		}
		end = i
	}
}

// send sends a block. Its error is that of Begin.
func (c *cutter) send(part Part) error {
	data := c.blocks.Take()
	b := c.block(part, data)
	if !c.Quoted { // then a block ends with a record
		c.in = c.in.After(data)
	}
	if c.Begin != nil && c.offset == 0 && c.begun == nil {
		var err error
		if c.begun, err = c.Begin(b); err != nil {
			return err
		}
	}
	b.Begun, b.Before = c.begun, c.before
	if c.Before {
		c.before = lastLine(data)
	}
	c.pass(b)
	return nil
}

// pass sends a block and counts it.
func (c *cutter) pass(b *Block) {
	size, newlines := int64(len(b.Data)), int64(bytes.Count(b.Data, newlineByte))
	switch {
	case b.Part == Head:
		b.lines = 1
	case b.Part == Lines && b.Data[size-1] != '\n':
		b.lines = newlines + 1
	case b.Part != Body && b.Part != Tail:
		b.lines = newlines
	}
	c.sendOrEnd(b)
	c.offset += size
	c.line += newlines
}

// maxBefore bounds the length of Block.Before, in bytes.
const maxBefore = 64 << 10

// lastLine returns a copy of the last line of data, without its line end.
func lastLine(data []byte) []byte {
	data = bytes.TrimSuffix(data, []byte{'\n'})
	data = data[max(0, len(data)-maxBefore):]
	return bytes.Clone(data[bytes.LastIndexByte(data, '\n')+1:])
}

// unread says how far reading got before err: to within a line of more than MaxLine bytes if
// long is set. n is the number of bytes of an unfinished line that are not used.
func (c *cutter) unread(err error, n int, long bool) error {
	switch {
	case long:
		return fmt.Errorf("%w (in line %d)", err, c.line)
	case n > 0:
		return fmt.Errorf("%w (in line %d: its %d bytes so far are left out)", err, c.line, n)
	case c.line > 1:
		return fmt.Errorf("%w (after line %d)", err, c.line-1)
	}
	return err
}

// Output takes the output of a worker for a block. The bytes appended to Buf[i] are
// written to Config.Writers[i], after the output of earlier blocks and the
// earlier output of this block.
type Output struct {
	Buf [][]byte

	run  *run
	wait func() // waits until everything before the block has been written
	ours bool   // it has been written
}

// size is the length of the buffered output in bytes.
func (o *Output) size() (n int) {
	for _, b := range o.Buf {
		n += len(b)
	}
	return n
}

// Full reports whether Buf has so many bytes that Flush should be called. A
// worker asks between records.
func (o *Output) Full() bool { return o.size() > o.run.HoldBack }

// Turn waits until it is this block's turn: until all output before it has been
// written, and the workers that made it have returned.
func (o *Output) Turn() {
	o.next()
	if o.run.turn != nil {
		o.run.turn()
	}
}

// next waits until all output before this block's has been written, or is held
// back for its input's turn.
func (o *Output) next() {
	if !o.ours {
		o.wait()
		o.ours = true
	}
}

// Flush waits until it is this block's turn and writes the buffered output. A worker must
// return the error of Flush.
func (o *Output) Flush() error {
	o.next()
	for i, b := range o.Buf {
		if len(b) > 0 && o.run.failed() == nil {
			if _, err := o.run.Writers[i].Write(b); err != nil {
				o.run.fail(err)
			}
		}
		o.Buf[i] = b[:0]
		if cap(b) > 2*o.run.HoldBack {
			o.Buf[i] = nil // it was for a record of unusual length
		}
	}
	return o.run.failed()
}

// FlushIfFull calls Flush if Full reports true.
func (o *Output) FlushIfFull() error {
	if !o.Full() {
		return nil
	}
	return o.Flush()
}
