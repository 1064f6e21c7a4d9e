package scan

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// hit is a match at a place.
type hit struct {
	start, end int64
	text       string
	offsets    urn.Offsets
	fault      urn.Fault
	line       int64
}

// search returns f, with near misses if near is set and f is not exact.
func search(f Finder, near bool) Finder {
	if near && f.Mode != ModeExact {
		f.Mode = ModeNear
	}
	return f
}

// want returns the matches of the Finder in the whole text.
func want(f Finder, text string, near bool) (hits []hit) {
	for m := range search(f, near).All([]byte(text)) {
		line := int64(strings.Count(text[:m.Start], "\n")) + 1
		hits = append(hits, hit{int64(m.Start), int64(m.End), text[m.Start:m.End], m.Offsets, m.Fault, line})
	}
	return hits
}

func scanAll(t testing.TB, s *Scanner) (hits []hit) {
	t.Helper()
	for s.Scan() {
		m := s.Match()
		require.False(t, m.Truncated, "%q at %d is truncated", m.Prefix, m.Start)
		if u, err := m.URN(); m.Kind == MatchName && (err != nil || u.String() != string(m.Text) || u.Offsets() != m.Offsets) {
			t.Fatalf("URN() of %q = %q, %v", m.Text, u, err)
		}
		hits = append(hits, hit{m.Start, m.End, string(m.Text), m.Offsets, m.Fault, m.Line})
	}
	require.NoError(t, s.Err())
	require.False(t, s.Scan())
	return hits
}

// pieces reads one of its parts at a time.
type pieces [][]byte

func (p *pieces) Read(b []byte) (int, error) {
	for len(*p) > 0 && len((*p)[0]) == 0 {
		*p = (*p)[1:]
	}
	if len(*p) == 0 {
		return 0, io.EOF
	}
	n := copy(b, (*p)[0])
	(*p)[0] = (*p)[0][n:]
	return n, nil
}

// arrivals returns readers by which text arrives in different ways.
func arrivals(text string) map[string]io.Reader {
	r := func() io.Reader { return strings.NewReader(text) }
	return map[string]io.Reader{
		"whole": r(), "byte by byte": iotest.OneByteReader(r()), "half by half": iotest.HalfReader(r()), "with the error beside the data": iotest.DataErrReader(r()),
	}
}

// mark is a Replacement that shows what it was given.
func mark(dst, text []byte, m Match) ([]byte, error) {
	dst = fmt.Appendf(dst, "%d-%d", m.Start, m.End)
	if o := m.Offsets; m.Kind != MatchName || m.End-m.Start != len(text) {
		return append(dst, "\x03no name"...), nil
	} else {
		dst = append(append(dst, "\x01"...), text[o.NID().Start:o.NID().End]...)
	}
	return append(append(dst, '\x02'), text...), nil
}

func keep(dst, text []byte, _ Match) ([]byte, error) { return append(dst, text...), nil }

func key(dst, text []byte, m Match) ([]byte, error) { return m.Offsets.AppendKey(dst, text), nil }

// check compares everything here with Finder.All for the whole text,
// which arrives in all sorts of ways.
func check(t testing.TB, f Finder, text string) {
	t.Helper()
	for _, near := range []bool{false, true} {
		want := want(f, text, near)
		scan := func(how string, r io.Reader, chunk int) {
			t.Helper()
			s := NewScanner(r)
			s.Finder, s.blocks.Chunk = search(f, near), chunk
			if got := scanAll(t, s); !slices.Equal(got, want) {
				t.Fatalf("Finder %+v, near %v, %s: scanning %q finds %+v, want %+v", f, near, how, text, got, want)
			}
		}
		for how, r := range arrivals(text) {
			scan(how, r, 7)
		}
		for at := range len(text) + 1 {
			scan("in two", &pieces{[]byte(text[:at]), []byte(text[at:])}, 0)
		}
	}
	checkReplaced(t, f, text)
	checkReplaced(t, search(f, true), text)
}

// checkReplaced compares the ways to replace with what Finder.All finds.
func checkReplaced(t testing.TB, f Finder, text string) {
	t.Helper()
	var replaced strings.Builder
	from := 0
	all := slices.Collect(f.All([]byte(text)))
	for _, m := range all {
		replaced.WriteString(text[from:m.Start])
		marked, _ := mark(nil, []byte(text[m.Start:m.End]), m)
		replaced.Write(marked)
		from = m.End
	}
	replaced.WriteString(text[from:])
	if got, err := f.AppendReplaced([]byte("x"), []byte(text), keep); err != nil || string(got) != "x"+text {
		t.Fatalf("Finder %+v: replacing each URN in %q by itself makes %q of it", f, text, got[1:])
	}
	if got, err := f.AppendReplaced(nil, []byte(text), mark); err != nil || string(got) != replaced.String() {
		t.Fatalf("Finder %+v: AppendReplaced(%q) = %q, want %q", f, text, got, replaced.String())
	}
	if got, err := f.Replace(text, func(u urn.URN) (string, error) {
		m := all[0]
		all = all[1:]
		marked, err := mark(nil, []byte(u.String()), Match{Start: m.Start, End: m.Start + len(u.String()), Offsets: u.Offsets(), Kind: MatchName})
		return string(marked), err
	}); f.Mode != ModeNear && (err != nil || got != replaced.String()) {
		t.Fatalf("Finder %+v: Replace(%q) = %q, want %q", f, text, got, replaced.String())
	}
	read := func(how string, r io.Reader, by Replacement, want string) {
		t.Helper()
		p := NewReplacer(r, by)
		p.Finder, p.blocks.Chunk = f, 7
		if got, err := io.ReadAll(p); err != nil || string(got) != want {
			t.Fatalf("Finder %+v, %s: reading %q gives %q, %v, want %q", f, how, text, got, err, want)
		}
	}
	for how, r := range arrivals(text) {
		read(how, r, mark, replaced.String())
	}
	for how, r := range arrivals(text) {
		read(how, r, keep, text)
	}
	for at := range len(text) + 1 {
		p := NewReplacer(&pieces{[]byte(text[:at]), []byte(text[at:])}, mark)
		p.Finder = f
		var b strings.Builder
		if n, err := p.WriteTo(&b); err != nil || n != int64(replaced.Len()) || b.String() != replaced.String() {
			t.Fatalf("Finder %+v, in two at %d: WriteTo for %q writes %q, %v, want %q", f, at, text, b.String(), err, replaced.String())
		}
	}
}

// texts returns the texts of all vectors.
func texts(t testing.TB) (all []string) {
	for _, name := range []string{"find/vectors.jsonl", "find/extent.jsonl", "wild/vectors.jsonl"} {
		data, err := os.ReadFile("../testdata/" + name)
		require.NoError(t, err)
		for line := range bytes.Lines(data) {
			var v struct{ Text, Hex string }
			require.NoError(t, json.Unmarshal(line, &v))
			if b, err := hex.DecodeString(v.Hex); err == nil && v.Hex != "" {
				v.Text = string(b)
			}
			all = append(all, v.Text)
		}
	}
	require.Greater(t, len(all), 250)
	return all
}

var finders = []Finder{{}, {Mode: ModeExact}, {Syntax: urn.RFC2141}, {Syntax: urn.Draft2141bis}, {Syntax: urn.Relaxed}}

func TestVectors(t *testing.T) {
	for i, text := range texts(t) {
		check(t, finders[i%len(finders)], text)
		if !testing.Short() {
			check(t, Finder{}, text)
		}
	}
}

// TestLongTexts joins vectors to lines that are longer than what is read at once.
func TestLongTexts(t *testing.T) {
	all := texts(t)
	r := rand.New(rand.NewPCG(24, 25))
	for i := range 30 {
		var b strings.Builder
		for b.Len() < 3000 {
			b.WriteString(all[r.IntN(len(all))])
			b.WriteString([]string{" ", "", ",", "\n", strings.Repeat("x", 300)}[r.IntN(5)])
		}
		f, text := finders[i%len(finders)], b.String()
		want := want(f, text, true)
		for how, reader := range arrivals(text) {
			s := NewScanner(reader)
			s.Finder, s.blocks.Chunk = search(f, true), 100
			s.Limit = 4000
			if got := scanAll(t, s); !slices.Equal(got, want) {
				t.Fatalf("Finder %+v, %s: scanning %q finds %+v, want %+v", f, how, text, got, want)
			}
			p := NewReplacer(strings.NewReader(text), keep)
			p.Finder = f
			if got, err := io.ReadAll(p); err != nil || string(got) != text {
				t.Fatalf("reading %q gives %q, %v", text, got, err)
			}
		}
	}
}

// TestTooLong: a name that is longer than the limit has no Text, and the names after it are
// found. No name is replaced in part.
func TestTooLong(t *testing.T) {
	for _, c := range []struct {
		text        string
		start, end  int64
		after       []string
		keepsToNext bool
	}{
		{text: "a urn:ex:" + strings.Repeat("a", 50) + ", urn:ex:b", start: 2, end: 59, after: []string{"urn:ex:b"}},
		{text: "a urn:ex:" + strings.Repeat("a", 500<<10) + " urn:ex:b", start: 2, end: 9 + 500<<10, after: []string{"urn:ex:b"}},
		{text: "\"urn:ex:" + strings.Repeat(".", 500<<10) + "\" urn:ex:b", start: 1, end: 8 + 500<<10, after: []string{"urn:ex:b"}},
		{text: "urn:ex:" + strings.Repeat("a", 500<<10), end: 7 + 500<<10},
	} {
		s := NewScanner(iotest.HalfReader(strings.NewReader(c.text)))
		s.Limit = 20
		require.True(t, s.Scan())
		m := s.Match()
		require.True(t, m.Truncated)
		require.Empty(t, m.Text)
		require.Equal(t, c.text[c.start:c.start+20], string(m.Prefix))
		require.Equal(t, []int64{c.start, c.end, 1}, []int64{m.Start, m.End, m.Line})
		_, err := m.URN()
		require.Error(t, err)
		var after []string
		for s.Scan() {
			after = append(after, string(s.Match().Text))
		}
		require.NoError(t, s.Err())
		require.Equal(t, c.after, after)

		p := NewReplacer(strings.NewReader(c.text), mark)
		p.Limit = 20
		got, err := io.ReadAll(p)
		require.Equal(t, c.text[:c.start], string(got))
		require.ErrorIs(t, err, urn.TooLong)
		p = NewReplacer(strings.NewReader(c.text), func(dst, _ []byte, _ Match) ([]byte, error) { return append(dst, '!'), nil })
		p.Limit = 20
		p.KeepLong = true
		got, err = io.ReadAll(p)
		require.NoError(t, err)
		require.Equal(t, strings.Replace(c.text, "urn:ex:b", "!", 1), string(got))
	}
	// A name that the long one may hide is not passed on.
	for _, link := range []string{"),(", "'+'", "}{", "][", `\n`, ","} {
		for i := range len("urn:") { // a read ends in it
			begin := link + "urn:ex:" + strings.Repeat("a", 300<<10) + link
			p := NewReplacer(io.MultiReader(strings.NewReader(begin+"uRn:"[:i]), strings.NewReader("uRn:ex:b "[i:])), mark)
			p.KeepLong = true
			got, err := io.ReadAll(p)
			require.ErrorIs(t, err, urn.TooLong)
			require.ErrorContains(t, err, fmt.Sprintf("at offset %d:", len(link)))
			require.Equal(t, begin+"uRn:"[:i], string(got))
		}
	}
}

// TestReadError: what reading failed in is not passed off as a name.
func TestReadError(t *testing.T) {
	lost := errors.New("lost")
	for text, n := range map[string]int{"urn:ex:a urn:ex:b": 1, "x\nsee <urn:ex:a> and urn:ex:b": 1, "urn:ex:a urn:a.b:c": 1, "urn:ex:a\nurn:ex:b": 1, "urn:ex:a": 0, "urn:ex:a.\n": 1, "\"urn:ex:a\" +": 0, "": 0, "urn:e": 0} {
		s := NewScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(lost)))
		s.Finder.Mode = ModeNear
		whole, truncated := 0, 0
		for s.Scan() {
			if m := s.Match(); m.Truncated {
				require.Nil(t, m.Text)
				require.Zero(t, m.Fault)
				truncated++
			} else {
				whole++
			}
		}
		require.ErrorIs(t, s.Err(), lost)
		require.LessOrEqual(t, whole, n, text)
		require.LessOrEqual(t, truncated, 2)
		p := NewReplacer(io.MultiReader(strings.NewReader(text), iotest.ErrReader(lost)), keep)
		got, err := io.ReadAll(p)
		require.ErrorIs(t, err, lost)
		require.True(t, strings.HasPrefix(text, string(got)))
	}
	for _, r := range []io.Reader{readFunc(func(p []byte) (int, error) { return len(p) + 1, nil }), readFunc(func([]byte) (int, error) { return -1, nil }), readFunc(func([]byte) (int, error) { return 0, nil })} {
		s := NewScanner(r)
		require.False(t, s.Scan())
		require.Error(t, s.Err())
		_, err := io.ReadAll(NewReplacer(r, keep))
		require.Error(t, err)
	}
	var s Scanner
	require.False(t, s.Scan())
	require.Error(t, s.Err())
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// TestDoesNotWait: a line that has arrived is searched before more is read.
func TestDoesNotWait(t *testing.T) {
	in, out := io.Pipe()
	s := NewScanner(in)
	found := make(chan string)
	go func() {
		for s.Scan() {
			found <- string(s.Match().Text)
		}
		close(found)
	}()
	for _, line := range []string{"urn:ex:a\n", "x\ny urn:ex:b.\n"} {
		_, err := out.Write([]byte(line))
		require.NoError(t, err)
		require.Equal(t, strings.Fields(strings.ReplaceAll(line, ".", ""))[strings.Count(line, "x\n")*2], <-found)
	}
	require.NoError(t, out.Close())
	_, more := <-found
	require.False(t, more)
}

func TestAllocations(t *testing.T) {
	text := strings.Repeat("see urn:ex:a, \"urn:ex:b\"\n", 1000)
	r := strings.NewReader(text)
	s := NewScanner(r)
	if n := testing.AllocsPerRun(10, func() {
		r.Reset(text)
		s.Reset(r)
		for s.Scan() {
		}
	}); n != 0 {
		t.Errorf("Scan allocates %v times for a stream, with a buffer that is there", n)
	}
	buf := make([]byte, 0, 2*len(text))
	in := []byte(text)
	if n := testing.AllocsPerRun(10, func() { Finder{}.AppendReplaced(buf, in, key) }); n != 0 {
		t.Errorf("AppendReplaced allocates %v times", n)
	}
	for _, f := range append(finders, Finder{Mode: ModeNear}) {
		if n := testing.AllocsPerRun(10, func() {
			for m, ok := f.Next(in, 0); ok; m, ok = f.Next(in, m.End) {
			}
		}); n != 0 {
			t.Errorf("%+v: Next allocates %v times", f, n)
		}
		if n := testing.AllocsPerRun(10, func() {
			for range f.All(in) {
			}
			for range f.URNs(text) {
			}
		}); n > 2 {
			t.Errorf("%+v: All and URNs allocate %v times", f, n)
		}
	}
	names := bytes.Repeat([]byte("urn:ex:a\nx\r\n"), 50)
	if n := testing.AllocsPerRun(10, func() {
		for range Lines(urn.RFC8141, names) {
		}
	}); n != 0 {
		t.Errorf("Lines allocates %v times", n)
	}
	if n := testing.AllocsPerRun(10, func() { Finder{}.Replace("no name", func(u urn.URN) (string, error) { return u.String(), nil }) }); n != 0 {
		t.Errorf("Replace allocates %v times where nothing is found", n)
	}
}

func FuzzScan(f *testing.F) {
	testhelp.Slow(f)
	for i, text := range texts(f) {
		f.Add(text, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		if len(text) < 300 {
			check(t, finders[int(n)%len(finders)], text)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	text := []byte(strings.Repeat("2024-11-01 info resolved urn:isbn:0451450523 in 12 ms, \"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\" follows, and nothing else\n", 8000))
	b.Run("Scanner", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			for s := NewScanner(bytes.NewReader(text)); s.Scan(); {
			}
		}
	})
	b.Run("Replacer", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := io.Copy(io.Discard, NewReplacer(bytes.NewReader(text), key)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestScannerChain has a long line in which each name ends at what opens the next one. No
// name is too long.
func TestScannerChain(t *testing.T) {
	const n = 40_000
	for _, link := range []string{"urn:ex:a<", `urn:ex:a"`, `urn:ex:a\u0022`} {
		s := NewScanner(strings.NewReader(strings.Repeat(link, n)))
		found := 0
		for s.Scan() {
			if found++; s.Match().Truncated {
				t.Fatalf("%q: match %d of %d is truncated", link, found, n)
			}
		}
		if found != n {
			t.Errorf("%q: %d matches, want %d", link, found, n)
		}
	}
}

// TestLimit: a name of exactly the limit is whole, and an error has the offset in the stream
// of a longer one, also after other blocks.
func TestLimit(t *testing.T) {
	stream := func() io.Reader {
		return io.MultiReader(strings.NewReader("see urn:ex:a\n"), strings.NewReader("and\nurn:ex:ab (urn:ex:abc)\n"))
	}
	s := NewScanner(stream())
	s.Limit = len("urn:ex:ab")
	var got []string
	for s.Scan() {
		got = append(got, string(s.Match().Text))
	}
	require.Equal(t, []string{"urn:ex:a", "urn:ex:ab", ""}, got)

	p := NewReplacer(stream(), mark)
	p.Limit = len("urn:ex:ab")
	var out bytes.Buffer
	_, err := p.WriteTo(&out)
	require.ErrorIs(t, err, urn.TooLong)
	require.ErrorContains(t, err, "at offset 28:")
	require.True(t, strings.HasSuffix(out.String(), " ("), "%q", out.String())
}

// TestReplacementFails: an error of a Replacement ends a stream before its match, and a text is
// never given back in part.
func TestReplacementFails(t *testing.T) {
	refused := errors.New("refused")
	for name, c := range map[string]struct {
		by   Replacement
		want error
	}{
		"an error": {func(dst, text []byte, _ Match) ([]byte, error) {
			if string(text) == "urn:ex:b" {
				return nil, refused
			}
			return append(dst, text...), nil
		}, refused},
		"less than dst": {func(dst, text []byte, _ Match) ([]byte, error) {
			if string(text) == "urn:ex:b" {
				return nil, nil
			}
			return append(dst, text...), nil
		}, errLess},
	} {
		const text = "see urn:ex:a and urn:ex:b\nurn:ex:c\n"
		want, offset := "see urn:ex:a and ", "at offset 17: "
		got, err := Finder{}.AppendReplaced([]byte("before "), []byte(text), c.by)
		require.Equal(t, "before ", string(got), name)
		require.ErrorIs(t, err, c.want)
		require.ErrorContains(t, err, offset)
		out, err := io.ReadAll(NewReplacer(iotest.OneByteReader(strings.NewReader(text)), c.by))
		require.Equal(t, want, string(out), name)
		require.ErrorIs(t, err, c.want)
		require.ErrorContains(t, err, offset)
	}
	got, err := Finder{}.Replace("see urn:ex:a", func(urn.URN) (string, error) { return "x", refused })
	require.Empty(t, got)
	require.ErrorIs(t, err, refused)

	for _, c := range []struct {
		f    Finder
		want string
	}{{Finder{}, "scan: no Replacement"}, {Finder{Mode: 9}, "urn: unknown Mode(9)"}, {Finder{Syntax: 9}, "urn: unknown syntax Syntax(9)"}} {
		_, err := c.f.Replace("urn:ex:a", nil)
		require.EqualError(t, err, c.want)
		_, err = c.f.AppendReplaced(nil, []byte("urn:ex:a"), nil)
		require.EqualError(t, err, c.want)
		p := NewReplacer(strings.NewReader("urn:ex:a"), nil)
		p.Finder = c.f
		_, err = io.ReadAll(p)
		require.EqualError(t, err, c.want)
	}
	_, err = Finder{Mode: ModeNear}.Replace("urn:ex:a", func(u urn.URN) (string, error) { return "", nil })
	require.ErrorIs(t, err, errNear)
	require.PanicsWithValue(t, "urn: unknown Mode(9)", func() { Finder{Mode: 9}.Next([]byte("urn:ex:a"), 0) })

	// The key of what is not a name is its text: nothing is deleted.
	near, err := Finder{Mode: ModeNear}.AppendReplaced(nil, []byte("a urn:acme.x:1 b"), key)
	require.NoError(t, err)
	require.Equal(t, "a urn:acme.x:1 b", string(near))
}

// TestStreamMatchURN: only a whole name is a URN, and the error says why another match is not.
func TestStreamMatchURN(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		text string
		r    io.Reader // after text
		want error
	}{
		{"urn:example:a ", nil, nil}, {"urn:example:abcdefghijklmnop ", nil, urn.TooLong}, {`"urn:example:a" + id`, nil, errPart},
		{"urn:a.b:c ", nil, urn.BadNID}, {"urn:a.b:cdefghijklmnopqr ", nil, urn.TooLong}, {"urn:example:a", iotest.ErrReader(broken), broken},
	} {
		s := NewScanner(io.MultiReader(strings.NewReader(c.text), cmp.Or(c.r, io.Reader(strings.NewReader("")))))
		s.Finder.Mode, s.Limit = ModeNear, 20
		require.True(t, s.Scan(), c.text)
		require.Equal(t, s.Match().Kind == MatchNearMiss, s.Match().Fault.Reason != 0, c.text)
		u, err := s.Match().URN()
		require.ErrorIs(t, err, c.want, c.text)
		require.Equal(t, c.want == nil, !u.IsZero(), c.text)
	}
	require.Equal(t, "near part", fmt.Sprint(ModeNear, " ", MatchPart))
}

// TestZeroReplacer: a Replacer without a reader has an error, as a Scanner has.
func TestZeroReplacer(t *testing.T) {
	n, err := new(Replacer).Read(make([]byte, 1))
	require.Zero(t, n)
	require.ErrorIs(t, err, errNoReader)
	_, err = new(Replacer).WriteTo(io.Discard)
	require.ErrorIs(t, err, errNoReader)
}

// TestLongNear: in the mode ModeNear, a part that is longer than the limit is not passed on.
func TestLongNear(t *testing.T) {
	text := "x (?:urn:ex:" + strings.Repeat("a", 500<<10) + ") y"
	p := NewReplacer(strings.NewReader(text), keep)
	p.Finder.Mode = ModeNear
	got, err := io.ReadAll(p)
	require.ErrorIs(t, err, urn.TooLong)
	require.Equal(t, "x (?:", string(got))
}

// shortWriter writes half of what it is given, with the error err.
type shortWriter struct{ err error }

func (w shortWriter) Write(p []byte) (int, error) { return len(p) / 2, w.err }

// TestShortWrite: a Writer that writes less is an error, also if it returns none.
func TestShortWrite(t *testing.T) {
	for _, err := range []error{nil, io.ErrClosedPipe} {
		p := NewReplacer(strings.NewReader("see urn:ex:a and so on"), keep)
		n, got := p.WriteTo(shortWriter{err})
		if want := cmp.Or(err, io.ErrShortWrite); got != want || n == 0 {
			t.Errorf("%v: %d bytes written, error %v, want %v", err, n, got, want)
		}
	}
}

// TestUnknownSyntax: a Syntax that is not one of the constants is an error, and a panic where
// no error can be returned.
func TestUnknownSyntax(t *testing.T) {
	f := Finder{Syntax: 9}
	const text = "see urn:ex:a"
	nothing := []byte("nothing here")
	for name, call := range map[string]func() error{
		"Replace": func() error {
			_, err := f.Replace(text, func(u urn.URN) (string, error) { return "x", nil })
			return err
		},
		"AppendReplaced": func() error { _, err := f.AppendReplaced(nil, []byte(text), nil); return err },
		"Scanner": func() error {
			s := NewScanner(strings.NewReader(text))
			s.Finder = f
			if s.Scan() {
				t.Error("Scanner finds a match")
			}
			return s.Err()
		},
		"Replacer": func() error {
			r := NewReplacer(strings.NewReader(text), nil)
			r.Finder = f
			_, err := io.ReadAll(r)
			return err
		},
	} {
		if err := call(); !errors.Is(err, urn.UnknownSyntax) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, call := range map[string]func(){
		"Next":           func() { f.Next([]byte(text), 0) },
		"Next, nothing":  func() { f.Next(nothing, 0) },
		"All, nothing":   func() { f.All(nothing) },
		"URNs, nothing":  func() { f.URNs("") },
		"Lines, nothing": func() { Lines(9, nil) },
		"All": func() {
			for range f.All([]byte(text)) {
			}
		},
		"URNs": func() {
			for range f.URNs(text) {
			}
		},
		"Lines": func() {
			for range Lines(9, []byte("urn:ex:a\n")) {
			}
		},
	} {
		func() {
			defer func() {
				if got := recover(); got != "urn: unknown syntax Syntax(9)" {
					t.Errorf("%s panics with %v", name, got)
				}
			}()
			call()
		}()
	}
}
