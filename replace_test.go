package urn

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/soak"
)

// keep is the identity.
func keep(_ Offsets, dst, text []byte) []byte { return append(dst, text...) }

// mark puts a URN between bytes that the texts of these tests do not hold.
func mark(o Offsets, dst, text []byte) []byte {
	if o.Len() != len(text) {
		panic("Offsets of another text")
	}
	return append(append(append(dst, 1), text...), 2)
}

// slowReplace returns a text with its matches replaced, by the list of its matches.
func slowReplace(f Finder, text []byte, r Replacement) []byte {
	var b []byte
	from := 0
	for _, m := range slowFind(f, string(text)) {
		b = r(m.Offsets, append(b, text[from:m.Start]...), text[m.Start:m.End])
		from = m.End
	}
	return append(b, text[from:]...)
}

func checkReplace(t testing.TB, f Finder, text []byte) {
	t.Helper()
	for name, r := range map[string]Replacement{
		"itself": keep, "a mark": mark, "nothing": func(_ Offsets, dst, _ []byte) []byte { return dst },
		"normal forms": Offsets.AppendNormalizedBytes, "keys": Offsets.AppendKeyBytes,
	} {
		want := slowReplace(f, text, r)
		got := f.AppendReplaced([]byte("before"), text, r)
		if string(got) != "before"+string(want) {
			t.Fatalf("Finder %v: replacing the URNs of %q by %s gives %q, want %q", f, text, name, got, want)
		}
		if s := f.ReplaceString(string(text), r); s != string(want) {
			t.Fatalf("Finder %v: replacing the URNs of %q by %s gives the string %q, want %q", f, text, name, s, want)
		}
		if name == "itself" && !bytes.Equal(want, text) {
			t.Fatalf("Finder %v: replacing the URNs of %q by themselves gives %q", f, text, want)
		}
		if name == "normal forms" {
			if twice := f.AppendReplaced(nil, want, r); !bytes.Equal(twice, want) {
				t.Fatalf("Finder %v: normal forms in %q: %q, then %q", f, text, want, twice)
			}
		}
	}
	// Keys are shorter. What follows a name that is cut off may then belong to
	// another name. Where no name is cut off, once is enough.
	for _, fault := range f.Near(text) {
		if fault.Reason != 0 {
			return
		}
	}
	once := f.AppendReplaced(nil, text, Offsets.AppendKeyBytes)
	if twice := f.AppendReplaced(nil, once, Offsets.AppendKeyBytes); !bytes.Equal(twice, once) {
		t.Fatalf("Finder %v: keys in %q: %q, then %q", f, text, once, twice)
	}
}

// held is the room in a Replacer's buffer besides a URN of the limit, in tests.
const held = 128

// stream returns a Replacer with a small buffer.
func stream(f Finder, r io.Reader, limit int, by Replacement) *Replacer {
	p := f.NewReplacer(r, by)
	p.SetLimit(limit)
	p.chunk = held
	return p
}

// checkReplacer checks that a Replacer makes the same of a text however it arrives,
// and what.
func checkReplacer(t testing.TB, f Finder, text []byte, limit int) {
	t.Helper()
	// Which URNs are too long, and where the first of them begins. A few bytes more
	// or less than are held make a difference that is not decided here.
	var want []byte
	first, from, certain := -1, 0, true
	for _, m := range slowFind(f, string(text)) {
		want = append(want, text[from:m.Start]...)
		l := machines[f.Syntax.known()].Longest()
		machines[f.Syntax.known()].Feed(&l, string(text[m.Start+len("urn:"):]))
		stop, _ := machines[f.Syntax.known()].Stop(&l)
		long := m.End-m.Start > limit || stop > limit+held
		if certain = long || stop < limit+held-8; !certain {
			break
		}
		if !long {
			want = mark(m.Offsets, want, text[m.Start:m.End])
		} else {
			if first < 0 {
				first = len(want)
			}
			want = append(want, text[m.Start:m.End]...)
		}
		from = m.End
	}
	want = append(want, text[from:]...)

	for keepLong := range 2 {
		var whole []byte
		var wholeErr error
		for how, reader := range arrivals(text) {
			p := stream(f, reader, limit, mark)
			p.KeepLong = keepLong == 1
			var b bytes.Buffer
			var err error
			if strings.HasPrefix(how, "in halves") {
				var n int64
				n, err = p.WriteTo(&b)
				require.EqualValues(t, b.Len(), n)
			} else {
				_, err = b.ReadFrom(iotest.OneByteReader(p))
			}
			got := b.Bytes()
			if whole == nil {
				whole, wholeErr = append([]byte{}, got...), err
			}
			if !bytes.Equal(got, whole) || (err == nil) != (wholeErr == nil) {
				t.Fatalf("Finder %v, limit %d, keep %v: %q, %s, gives %q, %v, and at once %q, %v", f, limit, p.KeepLong, text, how, got, err, whole, wholeErr)
			}
		}
		plain := bytes.ReplaceAll(bytes.ReplaceAll(whole, []byte{1}, nil), []byte{2}, nil)
		if !bytes.HasPrefix(text, plain) || wholeErr == nil && len(plain) < len(text) {
			t.Fatalf("Finder %v, limit %d: %q gives %q, %v", f, limit, text, whole, wholeErr)
		}
		var e *SyntaxError
		if wholeErr != nil && (keepLong == 1 || !errors.As(wholeErr, &e) || e.Reason != TooLong) {
			t.Fatalf("Finder %v, limit %d, keep %d: %q: %v", f, limit, keepLong, text, wholeErr)
		}
		if !certain {
			continue
		}
		if expected := want; keepLong == 1 || first < 0 {
			if !bytes.Equal(whole, expected) || wholeErr != nil {
				t.Fatalf("Finder %v, limit %d: %q gives %q, %v, want %q", f, limit, text, whole, wholeErr, expected)
			}
		} else if !bytes.Equal(whole, want[:first]) || wholeErr == nil {
			t.Fatalf("Finder %v, limit %d: %q gives %q, %v, want %q and an error", f, limit, text, whole, wholeErr, want[:first])
		}
	}
}

// arrivals returns ways in which a text arrives.
func arrivals(text []byte) map[string]io.Reader {
	all := map[string]io.Reader{
		"at once":                      bytes.NewReader(text),
		"byte by byte":                 iotest.OneByteReader(bytes.NewReader(text)),
		"in halves of what is wanted":  iotest.HalfReader(bytes.NewReader(text)),
		"with the end at once":         iotest.DataErrReader(bytes.NewReader(text)),
		"byte by byte, with the end":   iotest.DataErrReader(iotest.OneByteReader(bytes.NewReader(text))),
		"in halves, with the end, too": iotest.DataErrReader(iotest.HalfReader(bytes.NewReader(text))),
	}
	return all
}

// replaceTexts are texts in which the edges of buffers and of limits matter.
func replaceTexts() (texts []string) {
	texts = append(texts, "", "u", "urn:", "urn:ex:a", " urn:ex:a ", "urn:ex:aurn:ex:b urn:EX:%2f#f#g", "\ufeffurn:ex:a\r\n", "\x00\xff urn:ex:a\x00")
	for _, n := range []int{1, 30, 100, 128, 150, 160, 180, 184, 192, 193, 200, 300, 500} {
		a := strings.Repeat("a", n)
		for _, text := range []string{
			"urn:ex:" + a, "urn:ex:a" + strings.Repeat(".", n), "urn:ex:a?" + a + "urn:ex:b", "urn:ex:a?" + a + "-urn:ex:b", "urn:ex:(" + a + "))) urn:ex:b",
			"urn:ex:a" + strings.Repeat(".", n) + "urn", "urn:ex:a" + strings.Repeat(".", n) + "#urn:ex:b", "urn:ex:a#" + a + "#urn:ex:b urn:ex:c",
			"urn:ex:a?=" + a + "%urn:ex:b", "urn:ex:a" + strings.Repeat(")", n) + "%0urn:ex:b",
		} {
			texts = append(texts, text, " "+text, strings.Repeat("x", 97)+" "+text+" URN:EX:z\n", text+"\xc3")
		}
	}
	return texts
}

var allFinders = func() (all []Finder) {
	for x := range machines {
		all = append(all, Finder{Syntax: Syntax(x)}, Finder{Syntax: Syntax(x), Exact: true})
	}
	return all
}()

func TestReplace(t *testing.T) {
	finders, limits := allFinders, []int{1, 8, 64}
	if testing.Short() {
		finders, limits = []Finder{{Syntax: Draft2141bis}, {Exact: true}}, []int{8}
	}
	for _, f := range finders {
		for _, text := range replaceTexts() {
			checkReplace(t, f, []byte(text))
			for _, limit := range limits {
				checkReplacer(t, f, []byte(text), limit)
			}
		}
	}
}

func TestReplaceRandomText(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 14))
	n := 1500
	if testing.Short() {
		n = 200
	}
	for range n {
		text := randomText(r, 1+r.IntN(40))
		f := allFinders[r.IntN(len(allFinders))]
		checkReplace(t, f, text)
		checkReplacer(t, f, text, 1+r.IntN(80))
	}
}

// What stands in the sample log is replaced, and nothing else.
func TestReplaceSampleLog(t *testing.T) {
	log, placed := readSample(t)
	if testing.Short() {
		log = log[:300<<10]
	}
	n := 0
	var f Finder
	count := func(_ Offsets, dst, text []byte) []byte {
		if n < len(placed) && string(text) != placed[n].urn {
			t.Errorf("URN %d is %q, want %q", n, text, placed[n].urn)
		}
		n++
		return append(dst, text...)
	}
	require.True(t, bytes.Equal(log, f.AppendReplaced(nil, log, count)))
	var b bytes.Buffer
	written, err := io.Copy(&b, f.NewReplacer(iotest.HalfReader(bytes.NewReader(log)), keep))
	require.NoError(t, err)
	require.EqualValues(t, len(log), written)
	require.True(t, bytes.Equal(log, b.Bytes()))
}

// A Replacer passes on what has arrived before it reads more.
func TestReplacerDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	p := Finder{}.NewReplacer(r, Offsets.AppendNormalizedBytes)
	lines := make(chan string)
	go func() {
		b := make([]byte, 1<<10)
		for {
			n, err := p.Read(b)
			if err != nil {
				close(lines)
				return
			}
			lines <- string(b[:n])
		}
	}()
	for _, c := range []struct {
		in   []string
		want string
	}{
		{[]string{"see URN:EX:a\n"}, "see urn:ex:a\n"},
		{[]string{"a URN:EX:" + strings.Repeat("b", 100), "b\n"}, "a urn:ex:" + strings.Repeat("b", 101) + "\n"},
	} {
		go func() {
			for _, in := range c.in {
				io.WriteString(w, in)
			}
		}()
		for got := ""; got != c.want; {
			got += <-lines
			require.Truef(t, strings.HasPrefix(c.want, got), "%q gives %q", c.in, got)
		}
	}
	w.Close()
	_, more := <-lines
	require.False(t, more)
}

func TestReplacerErrors(t *testing.T) {
	broken := errors.New("broken")
	read := func(text string, err error) (string, error) {
		p := Finder{}.NewReplacer(io.MultiReader(strings.NewReader(text), iotest.ErrReader(err)), Offsets.AppendNormalizedBytes)
		var b bytes.Buffer
		_, err = p.WriteTo(&b)
		if _, again := p.Read(make([]byte, 1)); again != err {
			t.Errorf("after %v, Read returns %v", err, again)
		}
		return b.String(), err
	}
	got, err := read("URN:EX:a URN:EX:b", broken)
	require.Equal(t, "urn:ex:a ", got) // the second may go on
	require.ErrorIs(t, err, broken)
	got, err = read("x URN:EX:a\n", broken)
	require.Equal(t, "x urn:ex:a\n", got)
	require.ErrorIs(t, err, broken)

	_, err = io.ReadAll(Finder{}.NewReplacer(readFunc(func([]byte) (int, error) { return 0, nil }), keep))
	require.ErrorIs(t, err, io.ErrNoProgress)
	_, err = io.ReadAll(Finder{}.NewReplacer(readFunc(func(b []byte) (int, error) { return len(b) + 1, nil }), keep))
	require.ErrorContains(t, err, "Read")

	p := Finder{}.NewReplacer(strings.NewReader("ab urn:ex:abc"), keep)
	p.SetLimit(8)
	_, err = io.ReadAll(p)
	require.EqualError(t, err, "urn: the URN at byte 3 of the stream has more than 8 bytes")

	// Writers that fail, or that write less than they are given.
	p = Finder{}.NewReplacer(strings.NewReader("ab"), keep)
	n, err := p.WriteTo(writeFunc(func([]byte) (int, error) { return 1, broken }))
	require.ErrorIs(t, err, broken)
	require.EqualValues(t, 1, n)
	n, err = p.WriteTo(writeFunc(func([]byte) (int, error) { return 0, nil }))
	require.ErrorIs(t, err, io.ErrShortWrite)
	require.EqualValues(t, 0, n)
	var b bytes.Buffer
	_, err = p.WriteTo(&b)
	require.NoError(t, err)
	require.Equal(t, "b", b.String())
}

// TestReplacerKeepsBeforeError: what is certain has been passed on before an error of the
// reader, also of a URN that is longer than the limit. It makes no difference whether the
// error comes with bytes or after them.
func TestReplacerKeepsBeforeError(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name, text string
		least      int // so much is certain
	}{
		{"within a long URN", "x urn:ex:" + strings.Repeat("a", 300_000), len("x urn:ex:") + 300_000 - len(" urn")},
		{"after a URN", "x urn:ex:a y", len("x urn:ex:a ")},
		{"within a URN", "x urn:ex:a", len("x ")},
	} {
		failing := io.MultiReader(strings.NewReader(c.text), iotest.ErrReader(broken))
		if c.name == "within a URN" {
			failing = io.MultiReader(strings.NewReader(c.text[:9]), iotest.DataErrReader(io.MultiReader(strings.NewReader(c.text[9:]), iotest.ErrReader(broken))))
		}
		for _, r := range []io.Reader{failing, iotest.DataErrReader(io.MultiReader(strings.NewReader(c.text), iotest.ErrReader(broken)))} {
			p := Finder{}.NewReplacer(r, keep)
			p.SetLimit(100)
			p.KeepLong = true
			got, err := io.ReadAll(p)
			require.ErrorIs(t, err, broken, c.name)
			if !strings.HasPrefix(c.text, string(got)) || len(got) < c.least {
				t.Errorf("%s: %d bytes of %d are passed on, want %d", c.name, len(got), len(c.text), c.least)
			}
		}
	}
}

// TestReplacerHolds: when the reader is asked for more, nothing is held back but what more
// data could change.
func TestReplacerHolds(t *testing.T) {
	long := "urn:ex:" + strings.Repeat("a", 17)
	for _, c := range []struct {
		name   string
		pieces []string
		most   []int // so many bytes are held when more than these pieces is asked for
		want   string
	}{
		// The last letter may be before a "urn:".
		{"letter by letter", strings.Split("abcdefgh", ""), []int{0, 1, 1, 1, 1, 1, 1, 1, 1}, "abcdefgh"},
		{"after a long URN", []string{long, "aaaa URN:EX:b x\n", "y"}, []int{0, 24, 0, 1}, long + "aaaa urn:ex:b x\ny"},
		// With "?", what the machine reads after the URN is not part of it.
		{"before a glued one", []string{long, "?xURN:EX:b ", "y"}, []int{0, 24, 0, 1}, long + "?xURN:EX:b y"},
		{"before another", []string{long, "?URN:EX:b ", "y"}, []int{0, 24, 0, 1}, long + "?urn:ex:b y"},
	} {
		asked, given, passed := 0, 0, 0
		p := Finder{Syntax: Draft2141bis}.NewReplacer(readFunc(func(b []byte) (int, error) {
			if held := given - passed; asked < len(c.most) && held > c.most[asked] {
				t.Errorf("%s: %d bytes are held after %d pieces, want %d", c.name, held, asked, c.most[asked])
			}
			if asked == len(c.pieces) {
				return 0, io.EOF
			}
			n := copy(b, c.pieces[asked])
			asked++
			given += n
			return n, nil
		}), Offsets.AppendNormalizedBytes)
		p.KeepLong = true
		p.limit, p.chunk = 8, 16
		p.buf = make([]byte, p.size())
		var got []byte
		for b := make([]byte, 100); ; {
			n, err := p.Read(b)
			passed += n
			got = append(got, b[:n]...)
			if err != nil {
				require.ErrorIs(t, err, io.EOF, c.name)
				break
			}
		}
		require.Equal(t, c.want, string(got), c.name)
	}
}

// TestReplacerErrorAfterLong: an error that comes with the end of a long URN does not
// keep what follows from being replaced.
func TestReplacerErrorAfterLong(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct{ end, want string }{
		{" URN:EX:b x\n", " urn:ex:b x\n"},
		{" URN:EX:b", " "},
		{"", ""},
		{"?URN:EX:b ", "?urn:ex:b "},
	} {
		long := "urn:ex:" + strings.Repeat("a", 17)
		pieces := pieces{[]byte(long), []byte("aaaa" + c.end)}
		p := Finder{}.NewReplacer(readFunc(func(b []byte) (int, error) {
			n, err := pieces.Read(b)
			if len(pieces) == 0 {
				err = broken
			}
			return n, err
		}), Offsets.AppendNormalizedBytes)
		p.KeepLong = true
		p.limit, p.chunk = 8, 16
		p.buf = make([]byte, p.size())
		got, err := io.ReadAll(p)
		require.ErrorIs(t, err, broken)
		require.Equal(t, long+"aaaa"+c.want, string(got))
	}
}

// TestReplacerBadCount: a reader that claims to have read more than it was given room for is
// noticed, also if some of the room was taken.
func TestReplacerBadCount(t *testing.T) {
	asked := 0
	p := Finder{}.NewReplacer(readFunc(func(b []byte) (int, error) {
		if asked++; asked == 1 {
			return copy(b, "urn:ex:a"), nil
		}
		return len(b) + 1, nil
	}), keep)
	got, err := io.ReadAll(p)
	require.ErrorIs(t, err, bufio.ErrBadReadCount)
	require.Empty(t, got, "the URN may go on")
}

// TestReplacerLimitDefault: a limit below 1 is DefaultLimit.
func TestReplacerLimitDefault(t *testing.T) {
	for _, limit := range []int{0, -1} {
		for _, size := range []int{DefaultLimit, DefaultLimit + 1} {
			p := Finder{}.NewReplacer(strings.NewReader("URN:EX:"+strings.Repeat("a", size-len("urn:ex:"))), Offsets.AppendNormalizedBytes)
			p.SetLimit(20)
			p.SetLimit(limit)
			got, err := io.ReadAll(p)
			if size == DefaultLimit {
				require.NoError(t, err)
				require.Len(t, got, size)
				require.True(t, bytes.HasPrefix(got, []byte("urn:ex:a")))
				continue
			}
			var e *SyntaxError
			require.ErrorAs(t, err, &e)
			require.Equal(t, SyntaxError{Syntax: RFC8141, Offset: DefaultLimit, Reason: TooLong}, *e)
		}
	}
}

// TestReplacerReadNothing: to read no bytes reads none of the stream.
func TestReplacerReadNothing(t *testing.T) {
	p := Finder{}.NewReplacer(iotest.ErrReader(errors.New("read")), keep)
	for _, b := range [][]byte{nil, {}} {
		n, err := p.Read(b)
		require.NoError(t, err)
		require.Zero(t, n)
	}
}

type writeFunc func(p []byte) (int, error)

func (f writeFunc) Write(p []byte) (int, error) { return f(p) }

// The time is linear, also for a URN that arrives byte by byte, and the memory is
// bounded.
func TestReplacerLong(t *testing.T) {
	const n = 1 << 20
	for _, text := range []string{"urn:ex:" + strings.Repeat("a", n), "urn:ex:a" + strings.Repeat(".", n), strings.Repeat("urn:ex:", n/7)} {
		p := Finder{}.NewReplacer(iotest.OneByteReader(strings.NewReader(text+" URN:EX:b")), Offsets.AppendNormalizedBytes)
		p.KeepLong = true
		got, err := io.ReadAll(p)
		require.NoError(t, err)
		require.Equal(t, text+" urn:ex:b", string(got))
		require.LessOrEqual(t, cap(p.buf), DefaultLimit+chunk)
		require.LessOrEqual(t, cap(p.out), 2*(DefaultLimit+chunk))
	}
}

func TestReplaceAllocations(t *testing.T) {
	text := []byte("see urn:ex:a, URN:ex:b and nothing else")
	dst := make([]byte, 0, 100)
	require.Zero(t, testing.AllocsPerRun(10, func() { Finder{}.AppendReplaced(dst, text, Offsets.AppendNormalizedBytes) }))
	require.Zero(t, testing.AllocsPerRun(10, func() { Finder{}.ReplaceString("nothing here", Offsets.AppendNormalizedBytes) }))
}

func FuzzReplace(f *testing.F) {
	for i, text := range replaceTexts() {
		f.Add(text, uint8(i), uint8(3*i))
	}
	soak.Run(f, func(t *testing.T, text string, which, limit uint8) {
		if len(text) > 4<<10 || strings.ContainsAny(text, "\x01\x02") {
			return
		}
		finder := allFinders[int(which)%len(allFinders)]
		checkReplace(t, finder, []byte(text))
		checkReplacer(t, finder, []byte(text), 1+int(limit))
	})
}

func BenchmarkReplace(b *testing.B) {
	log := benchLog(b)
	dst := make([]byte, 0, 1<<20)
	each := func(b *testing.B, do func(text []byte)) {
		b.SetBytes(int64(len(log)))
		for b.Loop() {
			for rest := log; len(rest) > 0; { // as much as a cache holds
				n := min(chunk, len(rest))
				do(rest[:n])
				rest = rest[n:]
			}
		}
	}
	b.Run("find", func(b *testing.B) {
		each(b, func(text []byte) {
			for m := range (Finder{}).All(text) {
				dst = append(dst[:0], text[m.Start:m.End]...)
			}
		})
	})
	b.Run("replace", func(b *testing.B) {
		each(b, func(text []byte) { dst = Finder{}.AppendReplaced(dst[:0], text, Offsets.AppendNormalizedBytes) })
	})
	b.Run("Scanner", func(b *testing.B) {
		b.SetBytes(int64(len(log)))
		for b.Loop() {
			s := Finder{}.NewScanner(bytes.NewReader(log))
			for s.Scan() {
			}
		}
	})
	b.Run("Replacer", func(b *testing.B) {
		b.SetBytes(int64(len(log)))
		for b.Loop() {
			if _, err := (Finder{}).NewReplacer(bytes.NewReader(log), Offsets.AppendNormalizedBytes).WriteTo(io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
}
