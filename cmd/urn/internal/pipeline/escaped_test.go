package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/internal/blocks"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

// listed yields what is found in a block, and the text that it is found in.
func listed(b *Block, f scan.Finder) iter.Seq2[scan.Match, []byte] {
	return func(yield func(scan.Match, []byte) bool) {
		text, t := b.Data, b.Decoded()
		if t != nil {
			defer b.Release()
			text = t.Bytes
		}
		for m := range b.Find(f, t, nil) {
			found := text[m.Start:m.End]
			if t != nil {
				m.Start, m.End = t.Input(m.Start, m.End)
			}
			if m.Kind == scan.MatchName && !yield(m, found) {
				return
			}
		}
	}
}

// blockFinder is a worker that lists what is found in blocks.
func blockFinder(t testing.TB, f scan.Finder, limit int) Worker {
	return func(b *Block, out *Output) error {
		switch b.Part {
		case Failed:
			if !errors.Is(b.Err, errBroken) {
				t.Errorf("failed: %v", b.Err)
			}
			return nil
		case Truncated:
			out.Buf[0] = fmt.Appendln(out.Buf[0], string(b.Data), b.Offset, b.Line, true, b.Length)
			return nil
		}
		if b.Part != Text || len(b.Data) == 0 {
			t.Errorf("block of part %d, %d bytes", b.Part, len(b.Data))
		}
		for m, found := range listed(b, f) {
			line := b.Line + int64(bytes.Count(b.Data[:m.Start], newlineByte))
			shown := found[:min(len(found), limit)]
			out.Buf[0] = fmt.Appendln(out.Buf[0], string(shown), b.Offset+int64(m.Start), line, len(found) > limit, len(found))
		}
		return nil
	}
}

func always(n notation.Notation) func(string, []byte) notation.Notation {
	return func(string, []byte) notation.Notation { return n }
}

func checkFound(t *testing.T, n notation.Notation, text string, f scan.Finder, block, limit, workers, size int, broken bool) {
	t.Helper()
	reader := func() io.Reader {
		r := io.Reader(strings.NewReader(text))
		if broken {
			r = io.MultiReader(r, iotest.ErrReader(errBroken))
		}
		if size > 0 {
			r = &slowReader{r, size}
		}
		return r
	}
	var want, whole strings.Builder
	for m, found := range listed(&Block{Data: []byte(text), In: n}, f) {
		start := m.Start
		fmt.Fprintln(&want, string(found[:min(len(found), limit)]), start, 1+strings.Count(text[:start], "\n"), len(found) > limit, len(found))
		if strings.IndexByte(text[start:], '\n') >= 0 {
			whole.Reset()
			whole.WriteString(want.String())
		}
	}
	var out bytes.Buffer
	c := Config{
		Open: opener(map[string]io.Reader{"in": reader(), "pipe": reader()}), MaxLine: limit, Writers: []io.Writer{&out},
		Workers: workers, BlockSize: block, Find: &f, InOf: always(n),
	}
	totals, err := Run(t.Context(), c, []string{[]string{"in", "pipe"}[size%2]}, same(blockFinder(t, f, limit)))
	if err != nil {
		t.Fatal(err)
	}
	if longestLine(text) > max(block, limit+blocks.Slack)-maxTail {
		return // a name may be too long
	}
	if broken && !strings.HasPrefix(out.String(), whole.String()) || !broken && out.String() != want.String() {
		t.Fatalf("%v: %+v, blocks of %d, limit %d, %d workers, reads of %d, broken %v: in %q found\n%s\nwant\n%s", n, f, block, limit, workers, size, broken, text, &out, &want)
	}
	if broken {
		if totals.Failed != 1 {
			t.Errorf("%d failed", totals.Failed)
		}
		return
	}
	lines := int64(strings.Count(text, "\n"))
	if text != "" && !strings.HasSuffix(text, "\n") {
		lines++
	}
	if want := (Totals{Inputs: 1, Lines: lines, Bytes: int64(len(text))}); totals != want {
		t.Errorf("%v: %q: totals %+v, want %+v", n, text, totals, want)
	}
}

// escaped writes some characters of text as escapes.
func escaped(n notation.Notation, text string, seed uint64) string {
	rnd := rand.New(rand.NewPCG(seed, 7))
	often := 1 + rnd.IntN(20)
	var b strings.Builder
	if n == notation.Auto && rnd.IntN(2) == 0 {
		b.WriteByte('"')
	}
	for _, c := range []byte(text) {
		switch {
		case c == '\n' || c >= 0x80 || rnd.IntN(20) >= often:
			b.WriteByte(c)
		case n == notation.XML || n == notation.HTML:
			if c < ' ' {
				c = ' '
			}
			fmt.Fprintf(&b, []string{"&#%d;", "&#x%x;", "&#%030d;"}[rnd.IntN(3)], c)
		case c == '/' || c == '"':
			b.WriteString("\\" + string(c))
		default:
			fmt.Fprintf(&b, "\\u%04x", c)
		}
	}
	return b.String()
}

var notations = []notation.Notation{notation.JSON, notation.XML, notation.HTML, notation.Auto, notation.Plain}

func TestEscaped(t *testing.T) {
	for i, c := range textCases {
		for j, n := range notations {
			for k, block := range []int{2, 64, 100, 128 << 10} {
				for l, limit := range []int{9, 64, 1 << 20} {
					if (i+j+k+l)%3 != 0 {
						continue // a third of the cases takes a second
					}
					seed := uint64(i*1000 + j*100 + k*10 + l)
					text := escaped(n, c.text, seed)
					f := scan.Finder{Syntax: urn.Syntax(seed % 4), Mode: map[bool]scan.Mode{true: scan.ModeExact}[seed%3 == 0]}
					checkFound(t, n, text, f, block, limit, 1+block%3, k*l, seed%2 == 0)
				}
			}
		}
	}
}

func FuzzEscaped(f *testing.F) {
	for i, c := range textCases {
		n := notations[i%len(notations)]
		f.Add([]byte(escaped(n, c.text, uint64(i))), uint8(i), uint16(i*7), uint16(i*5), uint8(i), i%2 == 0)
	}
	f.Add([]byte(" urn:00:"+strings.Repeat("0", 101)+"! urn:00:0\nurn:00:0"), uint8(4), uint16(56), uint16(79), uint8(22), true)
	f.Add([]byte("GET /urn%3Aex:a:b/urn%3Aex/c?u=urn%3A%2F&v=%22urn%3Aex:d%22 urn%3Aex:e%3Af:"), uint8(3), uint16(10), uint16(50), uint8(1), false)
	f.Fuzz(func(t *testing.T, text []byte, n uint8, block, limit uint16, mode uint8, broken bool) {
		if len(text) > 1<<14 {
			return
		}
		in := string(text)
		if n >= 128 {
			in = escaped(notations[int(n)%len(notations)], in, uint64(n))
		}
		f := scan.Finder{Syntax: urn.Syntax(mode % 4), Mode: map[bool]scan.Mode{true: scan.ModeExact}[mode&4 != 0]}
		checkFound(t, notations[int(n)%len(notations)], in, f, 1+int(block)%300, 1+int(limit)%300, 1+int(mode>>3)%4, int(mode>>5), broken)
	})
}

// The names of a line are found in every notation, also if no place in it is one to cut at.
func TestEscapedSettled(t *testing.T) {
	testhelp.Slow(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	size, limit, block := 32<<10, 1<<10, 8<<10
	if testhelp.IsLong() {
		size, block = 2*size, 2*block
	}
	for _, n := range []notation.Notation{notation.JSON, notation.XML, notation.HTML, notation.URL, notation.CSV, notation.SQL, notation.Auto} {
		for _, unit := range []string{
			`urn:ex:a."`, `'urn:ex:a.`, `urn:ex:a<`, `"urn:ex:\u0061.`, `urn:ex:\u0061.\"`, `'urn:ex:a&amp;.`, `'urn:ex:a&fjlig;.`, `'urn:ex:a''.`, `'urn:ex:a"",`,
			`urn%3Aex%3Aa.%22/'urn:ex:a.`, `'urn%3Aex%3Aa%22%20'`, `urn%3Aex:a:b%2F,`, `/urn%3Aex/urn%3Aex:a`,
			`%22urn%3Aex%3Ad.%22 `, `%22urn%3Aex%3Ad.%22%20%27urn%3Aex%3Ad.%27,`,
		} {
			for _, lead := range []string{"", "x\n{\"a\":\""} {
				text := lead + strings.Repeat(unit, size/len(unit)) + "\nurn:ex:b\n"
				var want strings.Builder
				var undone notation.Text
				undone.Decode(n, []byte(text), true)
				var f scan.Finder
				for m := range (&Block{Data: []byte(text), In: n}).Find(f, &undone, nil) {
					if m.Kind != scan.MatchName {
						continue
					}
					start, _ := undone.Input(m.Start, m.End)
					fmt.Fprintln(&want, string(undone.Bytes[m.Start:m.End]), start, 1+strings.Count(text[:start], "\n"), false, m.End-m.Start)
				}
				var out bytes.Buffer
				c := Config{Open: opener(map[string]io.Reader{"in": strings.NewReader(text)}), MaxLine: limit, BlockSize: block, Writers: []io.Writer{&out}, Workers: 2, Find: &f, InOf: always(n)}
				if _, err := Run(ctx, c, []string{"in"}, same(blockFinder(t, f, limit))); err != nil {
					t.Fatalf("%v, %q after %q: %v", n, unit, lead, err)
				}
				if got := out.String(); got != want.String() {
					i := 0
					for i < min(len(got), want.Len()) && got[i] == want.String()[i] {
						i++
					}
					t.Errorf("%v, %q after %q: found %.150q, want %.150q", n, unit, lead, got[max(0, i-50):], want.String()[max(0, i-50):])
				}
			}
		}
	}
}

// A block may end in the beginning of a percent-encoded name.
func TestSettledEncoded(t *testing.T) {
	const lead = "urn:ex:a.\""
	name := "%22urn%3Aex%3Ab.%22 "
	for cut := range len(name) {
		text := strings.Repeat(lead, 200) + name + strings.Repeat(lead, 400) + "\n"
		data := []byte(text[:200*len(lead)+cut])
		for _, n := range []notation.Notation{notation.URL, notation.Auto} {
			c := cutter{run: &run{Config: Config{Find: &scan.Finder{}}}, in: n}
			at := c.settled(data, 0)
			var found []string
			for _, part := range []string{text[:at], text[at:]} {
				var undone notation.Text
				undone.Decode(n, []byte(part), true)
				for m := range (scan.Finder{}).All(undone.Bytes) {
					found = append(found, string(undone.Bytes[m.Start:m.End]))
				}
			}
			if len(found) != 601 || at < 100*len(lead) {
				t.Errorf("%v, after %q: %d names, cut at %d", n, name[:cut], len(found), at)
			}
		}
	}
}
