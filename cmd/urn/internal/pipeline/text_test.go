package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/internal/blocks"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

var errBroken = errors.New("broken")

// longestLine returns the length in bytes of the longest line of text.
func longestLine(text string) (longest int) {
	for line := range strings.Lines(text) {
		longest = max(longest, len(line))
	}
	return longest
}

// slowReader reads a few bytes at a time.
type slowReader struct {
	r   io.Reader
	max int
}

func (s *slowReader) Read(b []byte) (int, error) { return s.r.Read(b[:min(len(b), s.max)]) }

// allA is a text without end.
type allA struct{}

func (allA) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'a'
	}
	return len(b), nil
}

var textCases = []struct{ name, text string }{
	{"empty", ""},
	{"one byte", "u"},
	{"a query that fails", "urn:ex:a?keywordkeyword urn:ex:b urn:ex:c?keywordkeyword|urn:ex:d"},
	{"only newlines", "\n\n\n"},
	{"lines", "a urn:ex:a.\nb (urn:ex:b)\n\nurn:ex:c"},
	{"no line end", strings.Repeat("urn:ex:abc, ", 40)},
	{"no byte that ends a URN", strings.Repeat("urn:ex:abc", 40)},
	{"glued to a letter", strings.Repeat("x", 63) + "urn:ex:a " + strings.Repeat("y", 70) + "urn:ex:b"},
	{"glued where blocks end", strings.Repeat("returnurn:ex:a|", 30)},
	{"a long one", "see urn:ex:" + strings.Repeat("a", 500) + "). And urn:ex:b\nurn:ex:c"},
	{"a long one of brackets", "urn:ex:" + strings.Repeat("(", 300) + strings.Repeat(")", 310) + " urn:ex:b"},
	{"a long one that gives all back", "urn:ex:a" + strings.Repeat(".", 500) + "urn:ex:b"},
	{"no place to cut", strings.Repeat(`urn:ex:a."`, 90)},
	{"no place to cut, apostrophes", strings.Repeat("'urn:ex:a.", 90) + "\nurn:ex:b"},
	{"no place to cut, brackets", strings.Repeat("\"urn:ex:a)b", 60) + "\n" + strings.Repeat("urn:ex:a<", 60)},
	{"what is before it counts", "?a=" + strings.Repeat("'urn:ex:a.", 30) + "=urn:ex:b&c=d " + strings.Repeat("urn:ex:a.\"", 30)},
	{"a long one, then one at once", "urn:ex:" + strings.Repeat("a", 500) + "|urn:ex:b"},
	{"long ones", strings.Repeat("urn:ex:"+strings.Repeat("%aa", 90)+"%|x", 9)},
	{"a long directive that is none", "urn:ex:a?" + strings.Repeat("k", 500) + " urn:ex:b?k=v urn:ex:c"},
	{"a candidate that fails late", strings.Repeat("urn:"+strings.Repeat("a", 32)+":", 30)},
	{"many candidates", strings.Repeat("urn:", 200) + "a"},
	{"no candidate", strings.Repeat("a", 1000)},
	{"percent", strings.Repeat("urn:ex:%", 100)},
	{"a directive that may begin with a URN", "urn:ex:a?" + strings.Repeat("k", 100) + "-urn:ex:b urn:ex:c?k-urn:ex:d"},
	{"a directive that may begin with a URN, but a letter precedes", "urn:ex:a?" + strings.Repeat("k", 100) + "xurn:ex:b"},
	{"zeros", strings.Repeat("\x00", 300) + "urn:ex:a" + strings.Repeat("\x00", 300)},
}

// maxTail is more than settled leaves of a text without a name at its end.
const maxTail = 600

func TestText(t *testing.T) {
	testhelp.Slow(t)
	syntaxes := []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}
	if testhelp.Race || !testhelp.IsLong() {
		syntaxes = syntaxes[:1]
	}
	for _, c := range textCases {
		t.Run(c.name, func(t *testing.T) {
			for _, x := range syntaxes {
				for _, exact := range []bool{false, true} {
					f := scan.Finder{Syntax: x, Mode: map[bool]scan.Mode{true: scan.ModeExact}[exact]}
					for _, block := range []int{1, 2, 3, 64, 65, 100, 128 << 10} {
						for _, limit := range []int{1, 9, 64, 100, 1 << 20} {
							checkFound(t, notation.Plain, c.text, f, block, limit, 1+block%3, 0, false)
							checkFound(t, notation.Plain, c.text, f, block, limit, 1+block%3, 1+limit%8, false)
							checkFound(t, notation.Plain, c.text, f, block, limit, 2, 0, true)
						}
					}
				}
			}
		})
	}
}

// Memory for a match of any length is bounded: what is kept of it is the limit.
func TestTextBounded(t *testing.T) {
	f := scan.Finder{}
	const size = 64 << 20
	longest, cut := 0, int64(0)
	var mu sync.Mutex
	c := Config{
		Open: opener(map[string]io.Reader{"in": io.MultiReader(strings.NewReader("see urn:ex:"),
			io.LimitReader(allA{}, size), strings.NewReader(" urn:ex:b"))}),
		MaxLine: 1000, Writers: []io.Writer{io.Discard}, BlockSize: 4096, Find: &f,
	}
	_, err := Run(t.Context(), c, []string{"in"}, same(func(b *Block, _ *Output) error {
		mu.Lock()
		defer mu.Unlock()
		longest = max(longest, cap(b.Data))
		if b.Part == Truncated {
			cut = b.Length
		}
		return nil
	}))
	if err != nil || longest > 8192 || cut != size+int64(len("urn:ex:")) {
		t.Errorf("blocks of up to %d bytes, a URN of %d, %v", longest, cut, err)
	}
}

// lateReader gives others a start.
type lateReader struct {
	r    io.Reader
	once sync.Once
}

func (l *lateReader) Read(b []byte) (int, error) {
	l.once.Do(func() { time.Sleep(200 * time.Millisecond) })
	return l.r.Read(b)
}

// Inputs are read at once, and come out in order.
func TestSeveral(t *testing.T) {
	t.Run("streams", func(t *testing.T) { testSeveral(t, nil) })
	t.Run("files", func(t *testing.T) { testSeveral(t, openInto) })
}

// openInto returns a Config.OpenInto for files, the contents of inputs.
func openInto(inputs map[string]io.Reader) func(string, []byte) (int, *input.Stream, error) {
	open := opener(inputs)
	return func(name string, buf []byte) (int, *input.Stream, error) {
		s, err := open(name)
		if err != nil {
			return 0, nil, err
		}
		text, err := io.ReadAll(s)
		if err == nil && len(text) < len(buf) {
			return copy(buf, text), nil, nil
		}
		return 0, &input.Stream{Reader: bytes.NewReader(text), Size: int64(len(text))}, err
	}
}

func testSeveral(t *testing.T, into func(map[string]io.Reader) func(string, []byte) (int, *input.Stream, error)) {
	finder := scan.Finder{}
	inputs := map[string]io.Reader{}
	var names, want []string
	for i := range 40 {
		name := fmt.Sprintf("in%d", i)
		names = append(names, name)
		if i%7 == 3 {
			want = append(want, name+" cannot be opened")
			continue
		}
		n := 1 + i*i%50
		switch i {
		case 1:
			n = 300_000 // more than may be held back
		case 2:
			n = 5_000 // several blocks, searched by the goroutine that reads them
		}
		var text strings.Builder
		for k := range n {
			fmt.Fprintf(&text, "urn:ex:%d-%d\n", i, k)
			want = append(want, fmt.Sprintf("urn:ex:%d-%d", i, k))
		}
		inputs[name] = strings.NewReader(text.String())
		if i == 0 {
			inputs[name] = &lateReader{r: inputs[name]}
		}
	}
	var turns []int64
	work := func(b *Block, out *Output) error {
		if b.Part == Failed {
			out.Buf[0] = fmt.Appendf(out.Buf[0], "%s cannot be opened\n", b.Name)
			return nil
		}
		out.Buf[0] = append(out.Buf[0], b.Data...)
		if b.Offset == 0 && b.Name != "in1" {
			var i int64
			fmt.Sscanf(b.Name, "in%d", &i)
			out.Turn()
			turns = append(turns, i) // without a lock: one at a time is in turn
		}
		return nil
	}
	var out bytes.Buffer
	c := Config{Open: opener(inputs), MaxLine: 100, Writers: []io.Writer{&out}, Inputs: 4, Workers: 4, BlockSize: 1000, Find: &finder}
	if into != nil {
		c.OpenInto = into(inputs)
	}
	totals, err := Run(t.Context(), c, names, same(work))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSuffix(out.String(), "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%d bytes out of order, want %d", len(got), len(strings.Join(want, "\n")))
	}
	if totals.Inputs != 40 || totals.Failed != 6 || totals.Lines != int64(len(want)-6) || totals.Bytes == 0 {
		t.Errorf("totals %+v", totals)
	}
	if !slices.IsSorted(turns) || len(turns) != 33 {
		t.Errorf("turns %v", turns)
	}
}

// Many inputs end before the turn of one that is slow, most of them without output.
func TestSeveralEndEarly(t *testing.T) {
	const n = 3*maxHeld + 7
	var want bytes.Buffer
	open := func(name string, buf []byte) (int, *input.Stream, error) {
		var i int
		fmt.Sscanf(name, "%d", &i)
		if i%maxHeld == 5 {
			time.Sleep(20 * time.Millisecond)
		}
		if i%1000 == 0 {
			return copy(buf, name+"\n"), nil, nil
		}
		return 0, nil, nil
	}
	expand := func(string) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for i := range n {
				if i%1000 == 0 {
					fmt.Fprintln(&want, i)
				}
				if !yield(fmt.Sprint(i), nil) {
					return
				}
			}
		}
	}
	var out bytes.Buffer
	c := Config{OpenInto: open, MaxLine: 100, Writers: []io.Writer{&out}, Inputs: 3, Find: &scan.Finder{}, Expand: expand}
	copying := func(b *Block, out *Output) error {
		out.Buf[0] = append(out.Buf[0], b.Data...)
		return nil
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	totals, err := Run(ctx, c, []string{"all"}, same(copying))
	if err != nil || totals.Inputs != n {
		t.Errorf("%d of %d inputs, %v", totals.Inputs, n, err)
	}
	if out.String() != want.String() {
		t.Errorf("output %q, want %q", out.String(), want.String())
	}
}

// While an input waits, the number of later inputs that are read is limited, and so is their
// held output.
func TestSeveralHeld(t *testing.T) {
	for name, c := range map[string]struct{ size, most int }{
		"inputs": {0, maxHeld + 3},
		"bytes":  {1000, 3*10 + 4},
	} {
		t.Run(name, func(t *testing.T) {
			var opened atomic.Int64
			wait := make(chan struct{})
			open := func(name string, buf []byte) (int, *input.Stream, error) {
				opened.Add(1)
				if name == "0" {
					<-wait
				}
				return copy(buf, bytes.Repeat([]byte("x"), c.size)), nil, nil
			}
			expand := func(string) iter.Seq2[string, error] {
				return func(yield func(string, error) bool) {
					for i := 0; i < 2*maxHeld && yield(fmt.Sprint(i), nil); i++ {
					}
				}
			}
			copying := func(b *Block, out *Output) error {
				out.Buf[0] = append(out.Buf[0], b.Data...)
				return nil
			}
			time.AfterFunc(100*time.Millisecond, func() {
				if n := int(opened.Load()); n > c.most {
					t.Errorf("%d inputs are read, want at most %d", n, c.most)
				}
				close(wait)
			})
			config := Config{OpenInto: open, MaxLine: 100, HoldBack: 10_000, Writers: []io.Writer{io.Discard}, Inputs: 3, Find: &scan.Finder{}, Expand: expand}
			if totals, err := Run(t.Context(), config, []string{"all"}, same(copying)); err != nil || totals.Inputs != 2*maxHeld {
				t.Errorf("%d inputs, %v", totals.Inputs, err)
			}
		})
	}
}

// The first bytes of a pipe are searched and written before more bytes arrive.
func TestSeveralWaits(t *testing.T) {
	in, to := io.Pipe()
	written := make(chan string)
	config := Config{
		Open: func(name string) (*input.Stream, error) {
			if name == "pipe" {
				return &input.Stream{Reader: in, Waits: true}, nil
			}
			return &input.Stream{Reader: strings.NewReader("end\n")}, nil
		},
		MaxLine: 100, Find: &scan.Finder{}, Inputs: 3,
		Writers: []io.Writer{writerFunc(func(b []byte) (int, error) {
			written <- string(b)
			return len(b), nil
		})},
	}
	copying := func(b *Block, out *Output) error {
		out.Buf[0] = append(out.Buf[0], b.Data...)
		return nil
	}
	go func() {
		if _, err := Run(t.Context(), config, []string{"pipe", "file"}, same(copying)); err != nil {
			t.Error(err)
		}
		close(written)
	}()
	for _, line := range []string{"one\n", "two\n"} {
		to.Write([]byte(line))
		if got := <-written; got != line {
			t.Errorf("%q is written, want %q", got, line)
		}
	}
	to.Close()
	if got := <-written; got != "end\n" {
		t.Errorf("%q is written at the end", got)
	}
	<-written
}

// A write that fails ends all inputs, and nothing is written after it.
func TestSeveralWriteError(t *testing.T) {
	finder := scan.Finder{}
	full := errors.New("full")
	writes := 0
	w := writerFunc(func(b []byte) (int, error) {
		writes++
		return 0, full
	})
	opened := 0
	expand := func(string) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for i := 0; yield(fmt.Sprint("in", i), nil); i++ {
				opened++
			}
		}
	}
	c := Config{
		Open:    opener(map[string]io.Reader{"in1": strings.NewReader("a\n"), "in2": strings.NewReader("b\n"), "in3": strings.NewReader("c\n")}),
		MaxLine: 100, Writers: []io.Writer{w}, Inputs: 3, Workers: 4, Find: &finder, Expand: expand,
	}
	_, err := Run(t.Context(), c, []string{"all"}, same(describe))
	if !errors.Is(err, full) || writes != 1 {
		t.Errorf("%v after %d writes", err, writes)
	}
}

// wholeText copies a text with marks around its matches, except those that are too
// long.
func wholeText(t testing.TB, f scan.Finder, limit int) Worker {
	return func(b *Block, out *Output) error {
		switch b.Part {
		case Text:
			dst, from := out.Buf[0], 0
			for m := range b.Find(f, nil, nil) {
				if m.Kind == scan.MatchName && m.End-m.Start <= limit {
					dst = append(append(dst, b.Data[from:m.Start]...), 1)
					dst = append(append(dst, b.Data[m.Start:m.End]...), 2)
					from = m.End
				}
			}
			out.Buf[0] = append(dst, b.Data[from:]...)
		case Kept:
			out.Buf[0] = append(out.Buf[0], b.Data...)
		case Truncated:
			out.Buf[1] = fmt.Appendln(out.Buf[1], b.Offset, b.Line)
		case Failed:
			if !errors.Is(b.Err, errBroken) {
				t.Errorf("failed: %v", b.Err)
			}
		default:
			t.Errorf("block of part %d", b.Part)
		}
		return nil
	}
}

// checkWhole checks that all of a text is in its blocks, and that every match can be
// found in them, except one that might go on for longer than a block.
func checkWhole(t *testing.T, text string, f scan.Finder, block, limit int) {
	t.Helper()
	longest := max(block, limit+blocks.Slack)
	first := ""
	for _, size := range []int{0, 1, 7, 64} {
		for _, broken := range []bool{false, true} {
			r := io.Reader(strings.NewReader(text))
			if broken {
				r = io.MultiReader(r, iotest.ErrReader(errBroken))
			}
			if size > 0 {
				r = &slowReader{r, size}
			}
			var out, cuts bytes.Buffer
			c := Config{
				Open: opener(map[string]io.Reader{"in": r, "pipe": r}), MaxLine: limit, Writers: []io.Writer{&out, &cuts},
				Workers: 2, BlockSize: block, Find: &f, Whole: true,
			}
			totals, err := Run(t.Context(), c, []string{[]string{"in", "pipe"}[size%2]}, same(wholeText(t, f, limit)))
			if err != nil {
				t.Fatal(err)
			}
			got := strings.NewReplacer("\x01", "", "\x02", "").Replace(out.String())
			if !strings.HasPrefix(text, got) || !broken && got != text {
				t.Fatalf("%+v, blocks of %d, limit %d, reads of %d: of %q there is %q", f, block, limit, size, text, got)
			}
			if broken {
				continue
			}
			if totals.Bytes != int64(len(text)) {
				t.Errorf("%q: totals %+v", text, totals)
			}
			if size == 0 {
				first = out.String()
				checkMarks(t, text, first, cuts.String(), f, longest, limit)
			} else if out.String() != first {
				t.Fatalf("%+v, blocks of %d, limit %d: %q gives %q at once, and %q with reads of %d", f, block, limit, text, first, &out, size)
			}
		}
	}
}

func checkMarks(t *testing.T, text, got, cuts string, f scan.Finder, longest, limit int) {
	t.Helper()
	var want, wantCuts strings.Builder
	from := 0
	if longestLine(text) > longest-maxTail {
		return // a name may be too long
	}
	for m := range f.All([]byte(text)) {
		if m.End-m.Start > limit {
			continue
		}
		want.WriteString(text[from:m.Start] + "\x01" + text[m.Start:m.End] + "\x02")
		from = m.End
	}
	want.WriteString(text[from:])
	if got != want.String() || cuts != wantCuts.String() {
		t.Fatalf("%+v, at most %d, limit %d: %q gives %q, cuts %q, want %q, cuts %q", f, longest, limit, text, got, cuts, &want, &wantCuts)
	}
}

func TestWholeText(t *testing.T) {
	for _, c := range textCases {
		t.Run(c.name, func(t *testing.T) {
			for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed} {
				for _, block := range []int{80, 100, 333, 128 << 10} {
					for _, limit := range []int{9, 64, 100} {
						checkWhole(t, c.text, scan.Finder{Syntax: x, Mode: map[bool]scan.Mode{true: scan.ModeExact}[block == 333]}, block, limit)
					}
				}
			}
		})
	}
}

func FuzzWholeText(f *testing.F) {
	for i, c := range textCases {
		f.Add([]byte(c.text), uint16(i*7), uint16(i*5), uint8(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, block, limit uint16, mode uint8) {
		if len(text) > 1<<14 || bytes.ContainsAny(text, "\x01\x02") {
			return
		}
		checkWhole(t, string(text), scan.Finder{Syntax: urn.Syntax(mode % 4), Mode: map[bool]scan.Mode{true: scan.ModeExact}[mode&4 != 0]}, 80+int(block)%300, 1+int(limit)%300)
	})
}

// There may be far more inputs than wait to be read.
func TestManyInputs(t *testing.T) {
	var names []string
	var want strings.Builder
	for i := range 5000 {
		names = append(names, fmt.Sprint(i))
		fmt.Fprintf(&want, "%d %d 1+0 \"%d\\n\" last\n", i, Text, i)
	}
	var got bytes.Buffer
	config := Config{
		Open: func(name string) (*input.Stream, error) {
			return &input.Stream{Reader: strings.NewReader(name + "\n")}, nil
		},
		MaxLine: 100, Find: new(scan.Finder), Inputs: 3, Writers: []io.Writer{&got},
	}
	totals, err := Run(t.Context(), config, names, same(describe))
	if err != nil || totals.Inputs != 5000 || totals.Lines != 5000 || got.String() != want.String() {
		t.Errorf("%v, %+v, %d bytes, want %d: %.200q", err, totals, got.Len(), want.Len(), &got)
	}
}
