package lines

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// A scanner finds what its text holds, line by line, also where the lines are more
// than it looks at at once.
func TestScanner(t *testing.T) {
	for _, c := range []struct {
		name, data string
		offset     int64
		want       []string // line=raw
	}{
		{"LF", "a\nbc\n", 0, []string{"a=a\n", "bc=bc\n"}},
		{"CR LF", "a\r\n\r\n", 0, []string{"a=a\r\n", "=\r\n"}},
		{"only the last CR", "a\r\r\n", 0, []string{"a\r=a\r\r\n"}},
		{"CR alone", "a\rb\n", 0, []string{"a\rb=a\rb\n"}},
		{"CR at the end", "a\r", 0, []string{"a\r=a\r"}},
		{"no last newline", "a\nb", 0, []string{"a=a\n", "b=b"}},
		{"byte order mark", "\ufeffa\n\ufeffb\n", 0, []string{"a=\ufeffa\n", "\ufeffb=\ufeffb\n"}},
		{"byte order mark alone", "\ufeff", 0, []string{"=\ufeff"}},
		{"byte order mark and CR LF", "\ufeff\r\n", 0, []string{"=\ufeff\r\n"}},
		{"byte order mark further on", "\ufeffa\n", 9, []string{"\ufeffa=\ufeffa\n"}},
		{"nothing", "", 0, nil},
		{"empty lines", "\n\n\r\n", 0, []string{"=\n", "=\n", "=\r\n"}},
	} {
		for _, before := range []int{0, 1, 63, 64, 65, 200} {
			if before > 0 && c.offset == 0 && strings.Contains(c.data, "\ufeff") {
				continue // it would not be at the beginning
			}
			data := strings.Repeat("urn:ex:a\n", before) + c.data
			var got []string
			s := newScanner([]byte(data), urn.RFC8141, 5, c.offset == 0)
			for s.Line() {
				got = append(got, string(s.Text)+"="+string(s.Raw))
				if want := int64(4 + len(got)); s.Number != want {
					t.Errorf("%s: line %d has number %d", c.name, want, s.Number)
				}
				if text := data[s.Start : s.Start+len(s.Text)]; text != string(s.Text) {
					t.Errorf("%s: line %q is at %q", c.name, s.Text, text)
				}
				if o, f := urn.RFC8141.LocateBytes(s.Text); o != s.Offsets || f != s.Fault {
					t.Errorf("%s: line %q: %v, %v, want %v, %v", c.name, s.Text, s.Offsets, s.Fault, o, f)
				}
			}
			want := append(slices.Repeat([]string{"urn:ex:a=urn:ex:a\n"}, before), c.want...)
			if !slices.Equal(got, want) {
				t.Errorf("%s after %d lines: lines are %q, want %q", c.name, before, got, want)
			}
		}
	}
}

// Append writes for each line what the Offsets of the line write, and stops before a
// line that is not a URN, is too long, or has no line end.
func TestAppend(t *testing.T) {
	names := []string{
		"urn:ex:a", "URN:Ex:A", "uRn:EXAMPLE:%c3%a9", "urn:ex:%C3%A9?+r%aa?=q%bb#f%cc", "urn:ex:a?=q", "urn:ex:a#", "urn:12:%2f",
		"URN:X-Y:" + strings.Repeat("long%e2%82%ac", 30),
	}
	bad := []string{"", "urn:x:y", "urn:ex:", "x", "urn:ex:%c", "\ufeffurn:ex:a"}
	const maxLine = 200
	g := rand.New(rand.NewPCG(1, 2))
	for trial := range 300 {
		var text []byte
		var want [2][]byte // by form, with the lines that Append does not take
		for range g.IntN(2000) {
			name := names[g.IntN(len(names))]
			if g.IntN(40+trial) == 0 {
				name = bad[g.IntN(len(bad))]
			}
			end := "\n"
			if g.IntN(1+trial%7) == 1 {
				end = "\r\n"
			}
			text = append(append(text, name...), end...)
			o, f := urn.RFC8141.Locate(name)
			for i := range want {
				switch {
				case f.Reason != 0 || len(name) > maxLine:
					want[i] = fmt.Appendf(want[i], "-%s\n", name)
				case form(i) == formKey:
					want[i] = append(o.AppendKey(want[i], []byte(name)), '\n')
				default:
					want[i] = append(o.AppendNormalized(want[i], []byte(name)), '\n')
				}
			}
		}
		before := bytes.Clone(text)
		for i := range want {
			var got []byte
			s := newScanner(text, urn.RFC8141, 1, false)
			lines := int64(0)
			for {
				var n int64
				got, n = s.Append(got, form(i), maxLine)
				if lines += n; s.Number != lines {
					t.Fatalf("after %d lines, Number is %d", lines, s.Number)
				}
				if n > 0 {
					continue
				}
				if !s.Line() {
					break
				}
				lines++
				if s.Fault.Reason == 0 && len(s.Text) <= maxLine {
					t.Fatalf("trial %d: Append leaves out %q", trial, s.Text)
				}
				got = fmt.Appendf(got, "-%s\n", s.Text)
			}
			if !bytes.Equal(got, want[i]) {
				t.Fatalf("trial %d, form %d: lines are\n%.300q, want\n%.300q", trial, i, got, want[i])
			}
		}
		if !bytes.Equal(text, before) {
			t.Fatal("Append has changed the text")
		}
	}
}

// Append and Line together write what Normalize and Key return for each line: for every
// length of a NID, with letters of both cases and with escapes at every place, to buffers
// that hold something already and have no room to spare.
func TestAppendIsNormalize(t *testing.T) {
	const nidBytes, nssBytes = "aZbYc-9X0", "aF:%c3%A9%aB%Cd/Ü?+=#"
	g := rand.New(rand.NewPCG(3, 4))
	draw := func(n int, from string, units ...string) string {
		var b strings.Builder
		for b.Len() < n {
			if len(units) > 0 && g.IntN(4) == 0 {
				b.WriteString(units[g.IntN(len(units))])
			} else {
				b.WriteByte(from[g.IntN(len(from))])
			}
		}
		return b.String()
	}
	name := func() string {
		s := []string{"urn:", "URN:", "uRn:", "urn:", "urn"}[g.IntN(5)]
		s += draw(1+g.IntN(36), nidBytes) + ":" + draw(g.IntN(40), "aFzZ09:.-", "%c3", "%A9", "%aB%Cd", "%f0%9F%98%80")
		for _, delimiter := range []string{"?+", "?=", "#"} {
			if g.IntN(6) == 0 {
				s += delimiter + draw(g.IntN(20), "aFzZ09/?", "%c3", "%A9")
			}
		}
		if g.IntN(20) == 0 {
			s = draw(g.IntN(20), nssBytes)
		}
		return s
	}
	urns := 0
	for trial := range 400 {
		x := []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed}[trial%4]
		var text, rejected []byte
		var want [2][]byte // by form
		for range g.IntN(1 + min(2*trial, 600)) {
			s := name()
			if trial%3 > 0 { // few lines that are not URNs
				for range 20 {
					if x.Valid(s) {
						break
					}
					s = name()
				}
			}
			text = append(append(text, s...), []string{"\n", "\r\n"}[g.IntN(1+trial%2)]...)
			u, err := x.Parse(s)
			if err != nil {
				rejected = append(append(rejected, s...), '\n')
				continue
			}
			urns++
			want[formNormalized] = append(append(want[formNormalized], u.Normalize().String()...), '\n')
			want[formKey] = append(append(want[formKey], u.Key()...), '\n')
		}
		for i := range want {
			before := []byte("URN:BEFORE%c3%a9\n")[:g.IntN(18)]
			got, left := slices.Clip(before), []byte(nil)
			s := newScanner(slices.Clip(text), x, 1, false)
			for {
				for n := int64(1); n > 0; {
					got, n = s.Append(got, form(i), math.MaxInt)
				}
				if !s.Line() {
					break
				}
				left = append(append(left, s.Text...), '\n')
			}
			if !bytes.Equal(got[:len(before)], before) || !bytes.Equal(got[len(before):], want[i]) || !bytes.Equal(left, rejected) {
				t.Fatalf("%v, form %d: of %q, Append writes\n%q, want\n%q, and leaves\n%q, want\n%q", x, i, text, got, want[i], left, rejected)
			}
		}
	}
	if urns < 40_000 {
		t.Errorf("only %d lines were URNs", urns)
	}
}

// What may begin with a byte order mark, or has no line end, is for Line.
func TestAppendLeaves(t *testing.T) {
	for _, c := range []struct {
		text string
		bom  bool
	}{{"urn:ex:a", false}, {"urn:ex:a\nurn:ex:b\n", true}, {"", false}} {
		if dst, n := newScanner([]byte(c.text), urn.RFC8141, 1, c.bom).Append(nil, formNormalized, 100); n != 0 || len(dst) != 0 {
			t.Errorf("Append of %q wrote %q, %d", c.text, dst, n)
		}
	}
}
