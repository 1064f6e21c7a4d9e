package urn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/internal/soak"
)

// nearMatch is a match and its fault.
type nearMatch struct {
	Match
	fault Fault
}

// slowNear is the rule for near misses, taken literally. It shares nothing with
// Near but Locate.
func slowNear(f Finder, text string) (found []nearMatch) {
	matches := slowFind(f, text)
	for i := 0; i < len(text); i++ {
		if len(matches) > 0 && matches[0].Start == i {
			m := matches[0]
			matches = matches[1:]
			found = append(found, nearMatch{m, slowCutOff(f, text, m)})
			i = m.End - 1
			continue
		}
		if !strings.EqualFold(text[i:min(i+4, len(text))], "urn:") ||
			i > 0 && strings.Contains("abcdefghijklmnopqrstuvwxyz0123456789", strings.ToLower(text[i-1:i])) {
			continue
		}
		_, fault := f.Syntax.Locate(text[i:])
		found = append(found, nearMatch{Match{Start: i, End: i}, fault})
	}
	return found
}

func slowCutOff(f Finder, text string, m Match) Fault {
	_, fault := f.Syntax.Locate(text[m.Start:])
	if fault.Reason == 0 {
		return Fault{} // all of the text
	}
	longest := slowFindUpTo(Finder{Syntax: f.Syntax, Exact: true}, text[m.Start:], MaxLen)[0].End
	name, begun := text[m.Start:m.Start+longest], text[m.Start+longest:m.Start+fault.Offset]
	after := text[m.Start+fault.Offset:]
	if rest := begun + after; len(rest) >= 5 && strings.EqualFold(rest[:5], "?urn:") {
		return Fault{}
	}
	if begun != "" && begun != "?" {
		return fault
	}
	r, size := utf8.DecodeRuneInString(after)
	switch {
	case after == "":
		return Fault{}
	case r == ' ' || r == '\t':
		open := 0
		for _, c := range name {
			if c == '(' {
				open++
			} else if c == ')' {
				open = max(open-1, 0)
			}
		}
		if open == 0 {
			return Fault{}
		}
	case r == utf8.RuneError && size == 1:
	case unicode.IsSpace(r), unicode.IsControl(r), strings.ContainsRune("\"'`()[]{}<>.,;:!?", r), r >= utf8.RuneSelf && unicode.IsPunct(r):
		return Fault{}
	}
	return fault
}

func showNear(text []byte, found []nearMatch) string {
	var b strings.Builder
	for _, m := range found {
		fmt.Fprintf(&b, "%s%+v; ", show(text, []Match{m.Match}), m.fault)
	}
	return b.String()
}

func collectNear(f Finder, text []byte) (found []nearMatch) {
	for m, fault := range f.Near(text) {
		found = append(found, nearMatch{m, fault})
	}
	return found
}

func scanNear(s *Scanner) (found []nearMatch) {
	s.Near = true
	for s.Scan() {
		m := s.Match()
		found = append(found, nearMatch{Match{int(m.Start), int(m.End), m.Offsets}, m.Fault})
	}
	return found
}

// checkNear compares Candidates, and scanners that are fed in all sorts of ways,
// with slowNear. A scanner that cuts a match has no offsets of it.
func checkNear(t testing.TB, f Finder, text []byte, limit int) {
	t.Helper()
	want := slowNear(f, string(text))
	roomy := append(append(make([]byte, 0, len(text)+64), text...), "%zzzzzzzurn:ex:aaaaaaaaa"...)[:len(text)]
	got := collectNear(f, roomy)
	if !slices.Equal(got, want) {
		t.Fatalf("Finder %v: Candidates(%q) = %s, want %s", f, text, showNear(text, got), showNear(text, want))
	}
	matches := slices.DeleteFunc(slices.Clone(got), func(m nearMatch) bool { return m.Start == m.End })
	if all := slices.Collect(f.All(text)); !slices.EqualFunc(matches, all, func(a nearMatch, b Match) bool { return a.Match == b }) {
		t.Fatalf("Finder %v: Candidates(%q) = %s, and All finds %s", f, text, showNear(text, got), show(text, all))
	}
	for i, m := range want {
		if m.End-m.Start > limit {
			want[i].Offsets = Offsets{}
		}
	}
	for name, reader := range map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader,
		"half by half": iotest.HalfReader, "with the error beside the data": iotest.DataErrReader,
	} {
		for _, chunk := range []int{1, 7} {
			if got := scanNear(newSmall(f, reader(bytes.NewReader(text)), limit, chunk)); !slices.Equal(got, want) {
				t.Fatalf("Finder %v, limit %d, chunk %d: scanning %q, %s, finds %s, want %s", f, limit, chunk, text, name, showNear(text, got), showNear(text, want))
			}
		}
	}
	s := newSmall(f, nil, limit, 3)
	for at := range len(text) {
		s.Reset(&pieces{text[:at:at], text[at:]})
		if got := scanNear(s); !slices.Equal(got, want) {
			t.Fatalf("Finder %v, limit %d: scanning %q, cut at %d, finds %s, want %s", f, limit, text, at, showNear(text, got), showNear(text, want))
		}
	}
}

var nearWords = []string{
	"urn:ex:a\\u0026b", "urn:ex:a&amp;b", "urn:a.b:c", "urn:ex:a#b#c", "urn:ex:é", "urn:ex:a(b c)", "“urn:ex:a”", "urn:ex:a。", "urn:ex:a.é",
	"urn:ex:a?b", "urn:ex:a?urn:ex:b?urn", "urn:ex:a?", "urn:ex:a?+ ", "urn:ex:a?= ", "urn:ex:a?k ", "urn:ex:a%", "urn:ex:a%4 ", "\xe2", "\xe2\x80", "\u3000", "\t", "`", "^",
}

func TestNearRandomText(testingT *testing.T) {
	t := few.Of(testingT)
	r := rand.New(rand.NewPCG(8141, 13))
	n := 3000
	if testing.Short() {
		n = 300
	}
	for range n {
		text := randomText(r, r.IntN(12))
		for range r.IntN(3) {
			i := r.IntN(len(text) + 1)
			text = slices.Insert(text, i, []byte(nearWords[r.IntN(len(nearWords))])...)
		}
		limit := []int{DefaultLimit, 1, 7, 20}[r.IntN(4)]
		checkNear(t, finders[r.IntN(len(finders))], text, limit)
	}
}

// TestNearEveryOctet puts every octet, and every kind of character, after a URN. The
// limit is small: with DefaultLimit the buffers of its 130,000 scanners fill the 4 GiB
// of js/wasm, where nothing preempts a test so that a collection can end.
func TestNearEveryOctet(testingT *testing.T) {
	t := few.Of(testingT)
	const limit = 64 // bytes, more than any of these texts
	for _, f := range finders {
		for c := range 256 {
			for _, before := range []string{"urn:ex:a", "urn:ex:a.", "urn:ex:a?", "urn:ex:a%", "urn:ex:a(", "urn:e", "urn:"} {
				checkNear(t, f, []byte(before+string([]byte{byte(c)})+"b"), limit)
			}
		}
		for _, r := range "é“”—。　\u00a0\u0085\u200b\U0001f600ー一" {
			checkNear(t, f, []byte("urn:ex:a"+string(r)), limit)
			checkNear(t, f, []byte("urn:ex:a"+string(r)+"b"), 2)
		}
	}
}

// TestNearBoundary cuts at every place; where Boundary says, the
// near misses of both sides are those of the whole. Where no URN is found, the Fault
// may be at the cut.
func TestNearBoundary(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 13))
	for range 300 {
		text := randomText(r, r.IntN(10))
		i := r.IntN(len(text) + 1)
		text = slices.Insert(text, i, []byte(nearWords[r.IntN(len(nearWords))])...)
		for _, f := range finders {
			want := collectNear(f, text)
			for cut := range len(text) + 1 {
				at := f.Boundary(text[:cut])
				got := collectNear(f, text[:at])
				for _, m := range collectNear(f, text[at:]) {
					m.Start += at
					m.End += at
					got = append(got, m)
				}
				if !slices.EqualFunc(got, want, func(a, b nearMatch) bool { return a == b || a.Match == b.Match && a.End == a.Start }) {
					t.Fatalf("Finder %v: Boundary(%q) = %d; with %q after it, this finds %s, want %s", f, text[:cut], at, text[cut:], showNear(text, got), showNear(text, want))
				}
			}
		}
	}
}

// TestNearReadError: what reading failed in is no near miss.
func TestNearReadError(t *testing.T) {
	for _, text := range []string{"urn:e", "urn:ex:a", "urn:ex:a%", "urn:ex:a?b="} {
		s := Finder{Syntax: Draft2141bis}.NewScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrClosedPipe)))
		for _, m := range scanNear(s) {
			if m.fault != (Fault{}) {
				t.Errorf("%q and a read error: %+v", text, m)
			}
		}
		if s.Err() != io.ErrClosedPipe {
			t.Errorf("Err() = %v", s.Err())
		}
	}
}

// TestNearLine: a near miss without a URN says its line.
func TestNearLine(t *testing.T) {
	s := Finder{}.NewScanner(strings.NewReader("urn:a\n\nurn:b c\nurn:ex:a%"))
	s.Near = true
	var lines []int64
	for s.Scan() {
		lines = append(lines, s.Match().Line)
	}
	if want := []int64{1, 3, 4}; !slices.Equal(lines, want) {
		t.Errorf("lines %d, want %d", lines, want)
	}
}

// TestNearAtBufferEnd: the buffer may be full within the character that decides whether a
// match is cut off.
func TestNearAtBufferEnd(t *testing.T) {
	const limit, chunk = 100, 60
	for n := limit + chunk + slack - 20; n < limit+chunk+slack+20; n++ {
		text := "urn:ex:" + strings.Repeat("a", n)
		s := newSmall(Finder{}, strings.NewReader(text+"\u2026 x"), limit, chunk)
		found := scanNear(s)
		if len(found) != 1 || found[0].End != len(text) || found[0].fault != (Fault{}) || s.Err() != nil {
			t.Errorf("a URN of %d bytes: %+v, %v", len(text), found, s.Err())
		}
	}
}

// TestNearAtMaxLen: what follows a match of MaxLen bytes is not looked at. MaxLen is made
// small here.
func TestNearAtMaxLen(t *testing.T) {
	const text = "urn:ex:abc%4 "
	for maxLen, fault := range map[int]Fault{
		len("urn:ex:abc"):     {},
		len("urn:ex:abc") + 1: {},
		len(text):             {RFC8141, len("urn:ex:abc%4"), BadEscape},
	} {
		s := Finder{}.NewScanner(strings.NewReader(text))
		s.maxLen = maxLen
		found := scanNear(s)
		if len(found) != 1 || found[0].End != len("urn:ex:abc") || found[0].fault != fault {
			t.Errorf("MaxLen %d: %s, want the fault %v", maxLen, showNear([]byte(text), found), fault)
		}
	}
}

// wildTexts returns the texts of testdata/wild, which have names that RFC 8141 refuses.
func wildTexts(t testing.TB) (texts []string) {
	data, err := os.ReadFile("testdata/wild/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var v struct{ Text string }
		if err := json.Unmarshal(line, &v); err != nil || v.Text == "" {
			t.Fatalf("%s: %v", line, err)
		}
		texts = append(texts, v.Text)
	}
	return texts
}

func TestNearWild(t *testing.T) {
	for _, text := range wildTexts(t) {
		checkNear(t, Finder{}, []byte(text), DefaultLimit)
	}
}

func FuzzNear(f *testing.F) {
	for _, v := range readFindVectors(f) {
		f.Add([]byte(v.Text), uint16(0))
	}
	for _, text := range wildTexts(f) {
		f.Add([]byte(text), uint16(0))
	}
	for i, w := range nearWords {
		f.Add([]byte("("+w), uint16(i))
	}
	soak.Run(f, func(t *testing.T, text []byte, n uint16) {
		if len(text) > 200 {
			return
		}
		limit := DefaultLimit
		if n > 0 {
			limit = int(n)
		}
		checkNear(t, finders[int(n)%len(finders)], text, limit)
	})
}
