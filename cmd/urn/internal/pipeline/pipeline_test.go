package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/scan"
)

// opener opens the inputs of a test by name.
func opener(inputs map[string]io.Reader) func(string) (*input.Stream, error) {
	return func(name string) (*input.Stream, error) {
		r, ok := inputs[name]
		if !ok {
			return nil, errors.New("no such input")
		}
		return &input.Stream{Reader: r, Waits: strings.HasPrefix(name, "pipe")}, nil
	}
}

// describe is a worker that tells what it is given.
func describe(b *Block, out *Output) error {
	out.Buf[0] = fmt.Appendf(out.Buf[0], "%s %d %d+%d %q", b.Name, b.Part, b.Line, b.Offset, b.Data)
	if b.Err != nil {
		out.Buf[0] = fmt.Appendf(out.Buf[0], " %v", b.Err)
	}
	if b.Last {
		out.Buf[0] = append(out.Buf[0], " last"...)
	}
	out.Buf[0] = append(out.Buf[0], '\n')
	return nil
}

func same(w Worker) func() Worker { return func() Worker { return w } }

func TestBlocks(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name   string
		input  io.Reader
		block  int
		max    int
		want   []string
		totals Totals
	}{
		{"empty", strings.NewReader(""), 8, 8, nil, Totals{Inputs: 1}},
		{"one line", strings.NewReader("abc\n"), 8, 8,
			[]string{`0 1+0 "abc\n"`}, Totals{Inputs: 1, Lines: 1, Bytes: 4}},
		{"no last newline", strings.NewReader("abc"), 8, 8,
			[]string{`0 1+0 "abc"`}, Totals{Inputs: 1, Lines: 1, Bytes: 3}},
		{"only newlines", strings.NewReader("\n\n\n"), 2, 8,
			[]string{`0 1+0 "\n\n"`, `0 3+2 "\n"`}, Totals{Inputs: 1, Lines: 3, Bytes: 3}},
		{"several blocks", strings.NewReader("a\nb\nc\nd\ne"), 5, 8,
			[]string{`0 1+0 "a\nb\n"`, `0 3+4 "c\nd\n"`, `0 5+8 "e"`}, Totals{Inputs: 1, Lines: 5, Bytes: 9}},
		{"a line longer than a block", strings.NewReader("a\nbcdefghij\nk\n"), 4, 20,
			[]string{`0 1+0 "a\n"`, `0 2+2 "bcdefghij\nk\n"`}, Totals{Inputs: 1, Lines: 3, Bytes: 14}},
		{"a line as long as allowed", strings.NewReader("\ufeffabcdefgh\r\nz\n"), 4, 8,
			[]string{`0 1+0 "\ufeffabcdefgh\r\n"`, `0 2+13 "z\n"`}, Totals{Inputs: 1, Lines: 2, Bytes: 15}},
		{"a longer one", strings.NewReader("abcdefghijklmn\nz\n"), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `3 1+13 "n\n"`, `0 2+15 "z\n"`}, Totals{Inputs: 1, Lines: 2, Bytes: 17}},
		{"one much longer", strings.NewReader("abcdefghijklmnopqrstuvw\nz"), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `2 1+13 "nopq"`, `2 1+17 "rstu"`, `3 1+21 "vw\n"`, `0 2+24 "z"`},
			Totals{Inputs: 1, Lines: 2, Bytes: 25}},
		{"one that ends with the input", strings.NewReader("abcdefghijklmnop"), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `3 1+13 "nop"`}, Totals{Inputs: 1, Lines: 1, Bytes: 16}},
		{"one that ends with the input and a block", strings.NewReader("abcdefghijklmnopq"), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `2 1+13 "nopq"`, `3 1+17 ""`}, Totals{Inputs: 1, Lines: 1, Bytes: 17}},
		{"lines behind it in the last read", iotest.DataErrReader(strings.NewReader("abcdefghijklmn\nyz")), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `3 1+13 "n\n"`, `0 2+15 "yz"`}, Totals{Inputs: 1, Lines: 2, Bytes: 17}},
		{"two long lines", strings.NewReader("abcdefghijklm\nABCDEFGHIJKLM\n"), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `3 1+13 "\n"`, `1 2+14 "ABCDEFGHIJKLM"`, `3 2+27 "\n"`},
			Totals{Inputs: 1, Lines: 2, Bytes: 28}},
		{"broken at once", iotest.ErrReader(broken), 8, 8,
			[]string{`4 0+0 "" broken`}, Totals{Inputs: 1, Failed: 1}},
		{"broken between lines", io.MultiReader(strings.NewReader("a\nb\n"), iotest.ErrReader(broken)), 8, 8,
			[]string{`0 1+0 "a\nb\n"`, `4 0+0 "" broken (after line 2)`}, Totals{Inputs: 1, Failed: 1, Lines: 2, Bytes: 4}},
		{"broken in a line", io.MultiReader(strings.NewReader("a\nbcd"), iotest.ErrReader(broken)), 8, 8,
			[]string{`0 1+0 "a\n"`, `4 0+0 "" broken (in line 2: its 3 bytes so far are left out)`},
			Totals{Inputs: 1, Failed: 1, Lines: 1, Bytes: 2}},
		{"broken in a line, with the last bytes", iotest.DataErrReader(io.MultiReader(strings.NewReader("a\nbcd"), iotest.ErrReader(broken))), 8, 8,
			[]string{`0 1+0 "a\n"`, `4 0+0 "" broken (in line 2: its 3 bytes so far are left out)`},
			Totals{Inputs: 1, Failed: 1, Lines: 1, Bytes: 2}},
		{"broken after an empty line after a long one", iotest.DataErrReader(io.MultiReader(strings.NewReader("abcdefghijklmn\n\n"), iotest.ErrReader(broken))), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `3 1+13 "n\n"`, `0 2+15 "\n"`, `4 0+0 "" broken (after line 2)`},
			Totals{Inputs: 1, Failed: 1, Lines: 2, Bytes: 16}},
		{"broken in a long line", io.MultiReader(strings.NewReader("abcdefghijklmno"), iotest.ErrReader(broken)), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `3 1+13 "no"`, `4 0+0 "" broken (in line 1)`},
			Totals{Inputs: 1, Failed: 1, Lines: 1, Bytes: 15}},
		{"broken in a long line, at the end of a block", io.MultiReader(strings.NewReader("abcdefghijklmnopq"), iotest.ErrReader(broken)), 4, 8,
			[]string{`1 1+0 "abcdefghijklm"`, `2 1+13 "nopq"`, `3 1+17 ""`, `4 0+0 "" broken (in line 1)`},
			Totals{Inputs: 1, Failed: 1, Lines: 1, Bytes: 17}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got bytes.Buffer
			config := Config{
				Open: opener(map[string]io.Reader{"in": c.input}), MaxLine: c.max, BlockSize: c.block,
				Writers: []io.Writer{&got}, Workers: 3,
			}
			totals, err := Run(t.Context(), config, []string{"in"}, same(describe))
			if err != nil {
				t.Fatalf("Run = %v", err)
			}
			var want strings.Builder
			for _, line := range c.want {
				want.WriteString("in " + line + " last\n")
			}
			if got.String() != want.String() {
				t.Errorf("blocks:\n%swant:\n%s", &got, want.String())
			}
			if totals != c.totals {
				t.Errorf("totals = %+v, want %+v", totals, c.totals)
			}
		})
	}
}

// A line end between quotation marks ends no line, wherever reads end.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"a\nb":                `0 1+0 "a\n"` + "\n" + `4 0+0 "" broken (in line 2: its 1 bytes so far are left out)`,
		"\n\n":                `0 1+0 "\n\n"` + "\n" + `4 0+0 "" broken (after line 2)`,
		"\"a\nb\"\n":          `0 1+0 "\"a\nb\"\n"` + "\n" + `4 0+0 "" broken (after line 2)`,
		"\"a\nb\"\nc,\"\nd\"": `0 1+0 "\"a\nb\"\n"` + "\n" + `4 0+0 "" broken (in line 3: its 6 bytes so far are left out)`,
	} {
		for name, r := range map[string]io.Reader{"bytes": iotest.OneByteReader(strings.NewReader(text)), "whole": strings.NewReader(text)} {
			var got bytes.Buffer
			config := Config{
				Open:    opener(map[string]io.Reader{"in": io.MultiReader(r, iotest.ErrReader(errBroken))}),
				MaxLine: 100, Quoted: true, Writers: []io.Writer{&got}, Workers: 1,
			}
			if _, err := Run(t.Context(), config, []string{"in"}, same(describe)); err != nil {
				t.Fatal(err)
			}
			want := "in " + strings.ReplaceAll(want, "\n", " last\nin ") + " last\n"
			if got.String() != want {
				t.Errorf("%q, read as %s: blocks\n%swant\n%s", text, name, &got, want)
			}
		}
	}
}

func TestFull(t *testing.T) {
	o := Output{Buf: [][]byte{make([]byte, 3), make([]byte, 7)}, run: &run{Config: Config{HoldBack: 10}}}
	if o.Full() {
		t.Error("10 bytes are too many, and 10 may be held back")
	}
	o.Buf[0] = append(o.Buf[0], 0)
	if !o.Full() {
		t.Error("11 bytes are not too many, and 10 may be held back")
	}
}

func TestInputsInOrder(t *testing.T) {
	var got bytes.Buffer
	config := Config{
		Open:    opener(map[string]io.Reader{"a": strings.NewReader("1\n2"), "c": strings.NewReader("3\n")}),
		MaxLine: 100, Writers: []io.Writer{&got},
	}
	totals, err := Run(t.Context(), config, []string{"a", "b", "c", "d"}, same(describe))
	want := `a 0 1+0 "1\n2"
b 4 0+0 "" no such input
c 0 1+0 "3\n"
d 4 0+0 "" no such input last
`
	if got.String() != want || err != nil {
		t.Errorf("Run: %v\n%swant:\n%s", err, &got, want)
	}
	if want := (Totals{Inputs: 4, Failed: 2, Lines: 3, Bytes: 5}); totals != want {
		t.Errorf("totals = %+v, want %+v", totals, want)
	}
}

// randomReader reads as much at a time as it likes.
type randomReader struct {
	data []byte
	rand *rand.Rand
}

func (r *randomReader) Read(b []byte) (int, error) {
	n := min(len(b), len(r.data), 1+r.rand.IntN(64))
	copy(b, r.data[:n])
	r.data = r.data[n:]
	var err error
	if len(r.data) == 0 && (n == 0 || r.rand.IntN(2) == 0) {
		err = io.EOF
	}
	return n, err
}

// FuzzBlocks: put together in the order of the output, the blocks are the
// input, whatever the sizes and however many workers take however long.
func FuzzBlocks(f *testing.F) {
	f.Add([]byte("urn:a:b\nurn:c:d\r\n\n\nx"), uint8(8), uint8(3), uint8(2), uint8(0), uint64(1))
	f.Add(bytes.Repeat([]byte("0123456789"), 30), uint8(16), uint8(20), uint8(3), uint8(4), uint64(2))
	f.Add([]byte("\n\n\n\n\n"), uint8(1), uint8(1), uint8(9), uint8(1), uint64(3))
	f.Add([]byte(""), uint8(0), uint8(0), uint8(0), uint8(0), uint64(4))
	f.Add([]byte("000000000\n0"), uint8(8), uint8(0), uint8(2), uint8(28), uint64(1))
	f.Fuzz(func(t *testing.T, data []byte, block, maxLine, workers, hold uint8, seed uint64) {
		data = data[:min(len(data), 4<<10)]
		for _, name := range []string{"file", "pipe"} {
			var got, second bytes.Buffer
			config := Config{
				Open:    opener(map[string]io.Reader{name: &randomReader{data, rand.New(rand.NewPCG(seed, 0))}}),
				MaxLine: 1 + int(maxLine), BlockSize: 1 + int(block), HoldBack: 1 + int(hold),
				Workers: 1 + int(workers)%8, Writers: []io.Writer{&got, &second},
			}
			var wrong atomic.Pointer[string]
			totals, err := Run(t.Context(), config, []string{name}, same(func(b *Block, out *Output) error {
				before := data[:b.Offset]
				if line := 1 + int64(bytes.Count(before, []byte("\n"))); b.Line != line {
					s := fmt.Sprintf("block at %d: line %d, want %d", b.Offset, b.Line, line)
					wrong.Store(&s)
				}
				if b.Part == Lines && len(before) > 0 && before[len(before)-1] != '\n' {
					s := fmt.Sprintf("block at %d begins inside a line", b.Offset)
					wrong.Store(&s)
				}
				if limit := max(config.BlockSize, config.MaxLine+5); len(b.Data) > limit {
					s := fmt.Sprintf("block at %d has %d bytes, more than %d", b.Offset, len(b.Data), limit)
					wrong.Store(&s)
				}
				if b.Offset%3 == 0 {
					runtime.Gosched()
				}
				for i := range b.Data {
					out.Buf[0] = append(out.Buf[0], b.Data[i])
					out.Buf[1] = append(out.Buf[1], b.Data[i], b.Data[i])
					if out.Full() {
						if err := out.Flush(); err != nil {
							return err
						}
					}
				}
				return nil
			}))
			if err != nil {
				t.Fatalf("Run = %v", err)
			}
			if s := wrong.Load(); s != nil {
				t.Error(*s)
			}
			if !bytes.Equal(got.Bytes(), data) {
				t.Errorf("output = %q, want %q", got.Bytes(), data)
			}
			if second.Len() != 2*len(data) {
				t.Errorf("second output has %d bytes, want %d", second.Len(), 2*len(data))
			}
			lines := bytes.Count(data, []byte("\n"))
			if len(data) > 0 && data[len(data)-1] != '\n' {
				lines++
			}
			if want := (Totals{Inputs: 1, Lines: int64(lines), Bytes: int64(len(data))}); totals != want {
				t.Errorf("totals = %+v, want %+v", totals, want)
			}
		}
	})
}

// A pipe's lines must not wait for more to be written.
func TestPipeIsNotHeldBack(t *testing.T) {
	for part, find := range map[Part]*scan.Finder{Lines: nil, Text: {}} {
		r, w := io.Pipe()
		got := make(chan string, 10)
		done := make(chan error)
		go func() {
			config := Config{Open: opener(map[string]io.Reader{"pipe": r}), MaxLine: 100, Find: find, Writers: []io.Writer{writerFunc(func(b []byte) (int, error) {
				got <- string(b)
				return len(b), nil
			})}}
			_, err := Run(context.Background(), config, []string{"pipe"}, same(describe))
			done <- err
		}()
		for _, c := range []struct{ write, want string }{
			{"a\nb", `1+0 "a\n"`},
			{"c\n", `2+2 "bc\n"`},
			{"d", ""},
			{"\n", `3+5 "d\n"`},
			{"\n", `4+7 "\n"`},
		} {
			io.WriteString(w, c.write)
			if c.want == "" {
				continue
			}
			want := fmt.Sprintf("pipe %d %s last\n", part, c.want)
			select {
			case s := <-got:
				if s != want {
					t.Errorf("after %q: %q, want %q", c.write, s, want)
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("no output after %q", c.write)
			}
		}
		w.Close()
		if err := <-done; err != nil {
			t.Errorf("Run = %v", err)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// An end of the context writes what has been read, though a read still waits.
func TestEndOfContext(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	working := make(chan bool)
	var got bytes.Buffer
	config := Config{Open: opener(map[string]io.Reader{"pipe": r}), MaxLine: 100, Writers: []io.Writer{&got}, Workers: 2}
	done := make(chan error)
	go func() {
		_, err := Run(ctx, config, []string{"pipe", "pipe"}, same(func(b *Block, out *Output) error {
			working <- true
			<-ctx.Done()
			out.Buf[0] = append(out.Buf[0], b.Data...)
			return nil
		}))
		done <- err
	}()
	io.WriteString(w, "a\n")
	<-working
	cancel(cause)
	select {
	case err := <-done:
		if err != cause {
			t.Errorf("Run = %v, want %v", err, cause)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Run goes on after the end of its context")
	}
	if got.String() != "a\n" {
		t.Errorf("output %q, want %q", &got, "a\n")
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("disk full")
	for _, workers := range []int{1, 4} {
		writes := 0
		var second bytes.Buffer
		config := Config{
			Open:    opener(map[string]io.Reader{"in": endless{}}),
			MaxLine: 100, BlockSize: 64, Workers: workers,
			Writers: []io.Writer{writerFunc(func(b []byte) (int, error) {
				if writes++; writes == 3 {
					return 0, full
				}
				return len(b), nil
			}), &second},
		}
		_, err := Run(t.Context(), config, []string{"in", "in"}, same(func(b *Block, out *Output) error {
			out.Buf[0] = append(out.Buf[0], b.Data...)
			out.Buf[1] = append(out.Buf[1], 'x')
			return nil
		}))
		if err != full || writes != 3 || second.Len() != 2 {
			t.Errorf("%d workers: Run = %v after %d writes, %d to the second; want %v after 3, 2", workers, err, writes, second.Len(), full)
		}
	}
}

// endless is a file of lines without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = "urn:a:b\n"[i%8]
	}
	return len(b), nil
}

func TestWorkerError(t *testing.T) {
	wrong := errors.New("wrong")
	var got bytes.Buffer
	config := Config{Open: opener(map[string]io.Reader{"in": endless{}}), MaxLine: 100, BlockSize: 64, Workers: 1, Writers: []io.Writer{&got}}
	n := 0
	_, err := Run(t.Context(), config, []string{"in"}, same(func(b *Block, out *Output) error {
		out.Buf[0] = append(out.Buf[0], 'x')
		if n++; n == 3 {
			return wrong
		}
		return nil
	}))
	if err != wrong || got.String() != "xx" {
		t.Errorf("Run = %v, output %q; want %v, %q", err, &got, wrong, "xx")
	}
}

// Long lines are not read for all workers at once.
func TestBudget(t *testing.T) {
	const long = 10_000
	var read atomic.Int64
	release := make(chan bool)
	line := strings.Repeat("x", long-1) + "\n"
	config := Config{
		Open: func(string) (*input.Stream, error) {
			r := strings.NewReader(strings.Repeat(line, 50))
			return &input.Stream{Reader: io.TeeReader(r, writerFunc(func(b []byte) (int, error) {
				read.Add(int64(len(b)))
				return len(b), nil
			}))}, nil
		},
		MaxLine: long, BlockSize: 64, Workers: 20, Writers: []io.Writer{io.Discard},
	}
	go func() {
		time.Sleep(200 * time.Millisecond)
		// One with a worker, one that waits, and what was read after it.
		if n := read.Load(); n > 4*long {
			t.Errorf("%d bytes read while no block was done, want at most %d", n, 4*long)
		}
		close(release)
	}()
	totals, err := Run(t.Context(), config, []string{"in"}, same(func(*Block, *Output) error {
		<-release
		return nil
	}))
	if err != nil || totals.Lines != 50 {
		t.Errorf("Run = %+v, %v", totals, err)
	}
}

// However slow the first block is, what is held in memory stays bounded.
func TestHeldBack(t *testing.T) {
	const workers, block, lines = 4, 1 << 10, 1 << 10
	var read, most atomic.Int64
	release := make(chan bool)
	config := Config{
		Open: func(string) (*input.Stream, error) {
			r := io.LimitReader(endless{}, block*lines)
			return &input.Stream{Reader: io.TeeReader(r, writerFunc(func(b []byte) (int, error) {
				read.Add(int64(len(b)))
				return len(b), nil
			}))}, nil
		},
		MaxLine: 100, BlockSize: block, Workers: workers, HoldBack: 1 << 12,
		Writers: []io.Writer{io.Discard},
	}
	go func() {
		time.Sleep(200 * time.Millisecond)
		most.Store(read.Load())
		close(release)
	}()
	totals, err := Run(t.Context(), config, []string{"in"}, same(func(b *Block, out *Output) error {
		if b.Offset == 0 {
			<-release
		}
		for range 100 {
			out.Buf[0] = append(out.Buf[0], b.Data...)
			if n := len(out.Buf[0]); n > config.HoldBack+2*block {
				t.Errorf("%d bytes of output held", n)
			}
			if out.Full() {
				if err := out.Flush(); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	if err != nil || totals.Bytes != block*lines {
		t.Errorf("Run = %+v, %v", totals, err)
	}
	if limit := int64(workers+3) * block; most.Load() > limit {
		t.Errorf("%d bytes read while the first block was not done, want at most %d", most.Load(), limit)
	}
}
