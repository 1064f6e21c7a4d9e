package urn

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/soak"
)

// streamed is a StreamMatch with a text of its own.
type streamed struct {
	text             string
	start, end, line int64
	offsets          Offsets
	cut              bool
}

func (s streamed) String() string {
	return fmt.Sprintf("%d:%d line %d %q %v cut=%v", s.start, s.end, s.line, s.text, s.offsets, s.cut)
}

// scanAll returns all that s finds.
func scanAll(s *Scanner) (found []streamed) {
	for s.Scan() {
		m := s.Match()
		found = append(found, streamed{string(m.Text) + string(m.Prefix), m.Start, m.End, m.Line, m.Offsets, m.Cut})
	}
	return found
}

// slowScan returns the matches that a Scanner must find in a text.
func slowScan(f Finder, text []byte, limit int) []streamed {
	return asStreamed(text, slowFind(f, string(text)), limit)
}

func asStreamed(text []byte, matches []Match, limit int) (found []streamed) {
	for _, m := range matches {
		s := streamed{string(text[m.Start:m.End]), int64(m.Start), int64(m.End), int64(bytes.Count(text[:m.Start], newline) + 1), m.Offsets, false}
		if len(s.text) > limit {
			s.text, s.offsets, s.cut = s.text[:limit], Offsets{}, true
		}
		found = append(found, s)
	}
	return found
}

// pieces reads what it holds one piece after the other.
type pieces [][]byte

func (p *pieces) Read(b []byte) (int, error) {
	if len(*p) == 0 {
		return 0, io.EOF
	}
	n := copy(b, (*p)[0])
	if (*p)[0] = (*p)[0][n:]; len((*p)[0]) == 0 {
		*p = (*p)[1:]
	}
	return n, nil
}

// small makes the buffer of s as small as it may be, so that short texts meet
// its edges.
func small(s *Scanner, chunk int) *Scanner {
	s.chunk = chunk
	s.buf = make([]byte, chunk)
	return s
}

// newSmall returns a scanner with a limit and a small buffer. The default limit
// leaves the buffer as it is.
func newSmall(f Finder, r io.Reader, limit, chunk int) *Scanner {
	s := f.NewScanner(r)
	if limit != DefaultLimit {
		s.SetLimit(limit)
		small(s, chunk)
	}
	return s
}

func checkStreamed(t testing.TB, f Finder, text []byte, how string, s *Scanner, want []streamed) {
	t.Helper()
	var got []streamed
	for s.Scan() {
		m := s.Match()
		if m.Fault != (Fault{}) {
			t.Fatalf("Finder %v: scanning %q, %s, without Near: %v", f, text, how, m.Fault)
		}
		if m.Cut != (m.Text == nil) || m.Cut != (m.Prefix != nil) {
			t.Fatalf("Finder %v: scanning %q, %s, gives the text %q and the prefix %q with Cut %v", f, text, how, m.Text, m.Prefix, m.Cut)
		}
		got = append(got, streamed{string(m.Text) + string(m.Prefix), m.Start, m.End, m.Line, m.Offsets, m.Cut})
		checkResume(t, f, text, how, s, want[min(len(got), len(want)):])
	}
	checkResume(t, f, text, how, s, nil)
	if at := s.InputOffset(); at != int64(len(text)) {
		t.Fatalf("Finder %v: scanning %q, %s: InputOffset() = %d at the end, want %d", f, text, how, at, len(text))
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("Finder %v, limit %d: scanning %q, %s, finds %v, want %v", f, s.limit, text, how, got, want)
		}
	}
	if err := s.Err(); err != nil {
		t.Fatalf("Finder %v: scanning %q, %s: %v", f, text, how, err)
	}
	if s.Scan() || s.Match().Text != nil {
		t.Fatalf("Finder %v: scanning %q, %s, goes on after its end", f, text, how)
	}
}

// checkResume checks that what s has not searched yet is at its InputOffset and in
// Buffered, and that a search from there finds what s is still to find.
func checkResume(t testing.TB, f Finder, text []byte, how string, s *Scanner, want []streamed) {
	t.Helper()
	at := s.InputOffset()
	held, err := io.ReadAll(s.Buffered())
	if err != nil || at < s.Match().End || !bytes.HasPrefix(text[at:], held) {
		t.Fatalf("Finder %v: scanning %q, %s, to %d: InputOffset() = %d, Buffered() = %q, %v", f, text, how, s.Match().End, at, held, err)
	}
	if s.maxLen != MaxLen || len(text) > 1<<10 {
		return // to search all of it after each match would take quadratic time
	}
	rest := slowScan(f, text[at:], s.limit)
	for i := range max(len(rest), len(want)) {
		if i >= len(rest) || i >= len(want) || rest[i].start+at != want[i].start || rest[i].text != want[i].text {
			t.Fatalf("Finder %v: scanning %q, %s, to %d: the rest from %d has %v, want %v", f, text, how, s.Match().End, at, rest, want)
		}
	}
}

// TestScannerZero: the zero Scanner works after Reset, as bufio.Reader does.
// Without Reset, or without a reader, it fails, so nobody takes it for an empty
// stream.
func TestScannerZero(t *testing.T) {
	const text = "urn:x-:a urn:ex:b"
	var s Scanner
	for _, s := range []*Scanner{&s, Finder{}.NewScanner(nil)} {
		if s.Scan() || s.Err() == nil || !strings.Contains(s.Err().Error(), "call Reset") || s.InputOffset() != 0 {
			t.Errorf("a Scanner without a reader finds %+v, %v", s.Match(), s.Err())
		}
	}
	s.Finder.Syntax = RFC2141
	for range 2 {
		s.Reset(strings.NewReader(text))
		if got := scanAll(&s); len(got) != 2 || got[0].text != "urn:x-:a" || s.Err() != nil {
			t.Errorf("after Reset the zero Scanner finds %v, %v", got, s.Err())
		}
	}
	var limited Scanner
	limited.SetLimit(9)
	limited.Reset(strings.NewReader("urn:ex:abcdef"))
	if !limited.Scan() || string(limited.Match().Prefix) != "urn:ex:ab" || limited.Match().Text != nil {
		t.Errorf("with a limit of 9 the zero Scanner finds %+v", limited.Match())
	}
}

// checkScanner compares scanners that are fed in all sorts of ways with
// slowScan.
func checkScanner(t testing.TB, f Finder, text []byte, limit int) {
	t.Helper()
	want := slowScan(f, text, limit)
	for _, how := range []struct {
		name   string
		reader func(io.Reader) io.Reader
	}{
		{"whole", func(r io.Reader) io.Reader { return r }},
		{"byte by byte", iotest.OneByteReader},
		{"half by half", iotest.HalfReader},
		{"with the error beside the data", iotest.DataErrReader},
		{"with empty reads", func(r io.Reader) io.Reader { return &hesitant{r: iotest.OneByteReader(r)} }},
	} {
		for _, chunk := range []int{1, 7} {
			checkStreamed(t, f, text, how.name, newSmall(f, how.reader(bytes.NewReader(text)), limit, chunk), want)
		}
	}
	// Cut once, at every place.
	s := newSmall(f, nil, limit, 3)
	for at := range len(text) {
		s.Reset(&pieces{text[:at:at], text[at:]})
		checkStreamed(t, f, text, fmt.Sprintf("cut at %d", at), s, want)
	}
}

// hesitant reads nothing every other time.
type hesitant struct {
	r    io.Reader
	rest bool
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.rest = !h.rest; h.rest {
		return 0, nil
	}
	return h.r.Read(p)
}

func TestScannerRandomText(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 77))
	n := 1000
	if testing.Short() {
		n = 100
	}
	for range n {
		text := randomText(r, r.IntN(40))
		limit := []int{1, 2, 8, 9, 12, 20, 40, 80, DefaultLimit}[r.IntN(9)]
		checkScanner(t, finders[r.IntN(len(finders))], text, limit)
	}
}

// TestScannerLongMatches has what follows the limit of a match come in pieces of
// every kind: trailing punctuation, a malformed component, more of the URN.
func TestScannerLongMatches(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 78))
	tails := []string{"", ".", "....................", ")", "()", ").).).).).).).)", "(((((((((((((", "a)", "?", "?+", "?+a", "?+.", "?=.", "?=a?+b#.", "#", "#.", "#a)", "%", "%4", "%41", "%41)",
		"?kkkkkkkkkkkkkkkkkkkk", "?kkkkkkkkkkkkkkkkkk=.", "?kkkkkkkkkkkkkurn:ex:b", "?urn:ex:b", "?kk=v&urn:ex:b", "?kk=(&kkkkkkkkkkkkkkkk=)", "?+urn:ex:b", "?=%", " urn:ex:b", "urn:ex:b", "\nurn:ex:b", ")urn:ex:b", "%urn:ex:b", "%4urn:ex:b", "?a=%0urn:ex:b"}
	n := 3000
	if testing.Short() {
		n = 300
	}
	for range n {
		text := []byte([]string{"", "\n", " ", "\n "}[r.IntN(4)] + "urn:ex:" + strings.Repeat("a(", r.IntN(3)) + strings.Repeat("b", 1+r.IntN(40)))
		for range 1 + r.IntN(4) {
			text = append(text, tails[r.IntN(len(tails))]...)
		}
		checkScanner(t, finders[r.IntN(len(finders))], text, 1+r.IntN(40))
	}
}

func TestScannerSampleLog(t *testing.T) {
	log, placed := readSample(t)
	for name, r := range map[string]io.Reader{
		"whole":    bytes.NewReader(log),
		"halves":   iotest.HalfReader(bytes.NewReader(log)),
		"bytes":    iotest.OneByteReader(bytes.NewReader(log)),
		"odd":      &odd{r: bytes.NewReader(log), rand: rand.New(rand.NewPCG(9, 9))},
		"buffered": bufio.NewReaderSize(bytes.NewReader(log), 16),
	} {
		t.Run(name, func(t *testing.T) {
			s := Finder{}.NewScanner(r)
			got := scanAll(s)
			require.NoError(t, s.Err())
			require.Len(t, got, len(placed))
			for i, p := range placed {
				o, _ := RFC8141.Locate(p.urn)
				if want := (streamed{p.urn, p.offset, p.offset + int64(len(p.urn)), p.line, o, false}); got[i] != want {
					t.Fatalf("match %d is %v, want %v", i, got[i], want)
				}
			}
		})
	}
}

// odd reads pieces of any length.
type odd struct {
	r    io.Reader
	rand *rand.Rand
}

func (o *odd) Read(p []byte) (int, error) {
	return o.r.Read(p[:min(len(p), 1+o.rand.IntN(5000))])
}

// The buffer's edge is met at every place of a long line.
func TestScannerDefaultBuffer(t *testing.T) {
	for shift := range 80 {
		pad := chunk + DefaultLimit + slack - shift
		text := append(bytes.Repeat([]byte{'.'}, pad), "\n(urn:ex:a(b)%41)). urn:ex:c"...)
		s := Finder{}.NewScanner(bytes.NewReader(text))
		got := scanAll(s)
		require.NoError(t, s.Err())
		require.Len(t, got, 2, "shift %d", shift)
		require.Equal(t, "urn:ex:a(b)%41", got[0].text)
		require.Equal(t, int64(pad+2), got[0].start)
		require.Equal(t, int64(2), got[0].line)
		require.Equal(t, "urn:ex:c", got[1].text)
	}
}

// TestScannerLimit has matches just below and above the limit, the default one
// and others, in a buffer of the usual size.
func TestScannerLimit(t *testing.T) {
	full := chunk + DefaultLimit + slack // the buffer, before it grows
	for _, limit := range []int{8, 100, DefaultLimit, DefaultLimit + 1, chunk + DefaultLimit, full - 4, full - 3, full - 2, full - 1, full, 3*chunk + 11} {
		for _, more := range []int{-1, 0, 1, 2, 3, 4, 5, 60, chunk, 5 * chunk} {
			n := limit + more - len("urn:ex:")
			if n < 1 {
				continue
			}
			long := "urn:ex:" + strings.Repeat("a", n)
			text := "urn:ex:0\n" + long + "...).\nurn:ex:1 "
			want := slowScanLines(text, limit)
			for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "halves": iotest.HalfReader(strings.NewReader(text))} {
				s := Finder{}.NewScanner(r)
				s.SetLimit(limit)
				got := scanAll(s)
				require.NoError(t, s.Err())
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Fatalf("limit %d, a URN of %d bytes, %s: found %.300v, want %.300v", limit, len(long), name, got, want)
				}
				require.LessOrEqual(t, len(s.buf), max(limit, DefaultLimit)+chunk+slack)
			}
		}
	}
}

// TestScannerInputOffsetInRead: while the reader is asked for more of a match, InputOffset
// is where the match begins, also if the match is longer than the limit.
func TestScannerInputOffsetInRead(t *testing.T) {
	text := "x urn:ex:" + strings.Repeat("a", 500) + " urn:ex:b "
	given := 0
	var s *Scanner
	s = Finder{}.NewScanner(readFunc(func(b []byte) (int, error) {
		if at, want := s.InputOffset(), int64(2); given >= len("x urn:") && given <= len("x urn:ex:")+500 && at != want {
			t.Errorf("InputOffset() = %d after %d bytes, want %d", at, given, want)
		}
		n := copy(b, text[given:min(len(text), given+3)])
		if given += n; n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}))
	s.SetLimit(100)
	require.Len(t, scanAll(s), 2)
	require.EqualValues(t, len(text), s.InputOffset())
}

// slowScanLines is slowScan for texts of one URN at the start of each line; it
// takes linear time.
func slowScanLines(text string, limit int) (found []streamed) {
	var start, line int64
	for l := range strings.Lines(text) {
		line++
		u := strings.TrimRight(l, " \n.)")
		s := streamed{u, start, start + int64(len(u)), line, Offsets{}, len(u) > limit}
		if s.cut {
			s.text = u[:limit]
		} else {
			s.offsets, _ = RFC8141.Locate(u)
		}
		found = append(found, s)
		start += int64(len(l))
	}
	return found
}

func TestScannerLimitMeansDefault(t *testing.T) {
	for _, n := range []int{0, -1} {
		s := Finder{}.NewScanner(strings.NewReader("urn:ex:" + strings.Repeat("a", DefaultLimit)))
		s.SetLimit(n)
		require.True(t, s.Scan())
		require.True(t, s.Match().Cut)
		require.Len(t, s.Match().Prefix, DefaultLimit)
		require.Equal(t, int64(DefaultLimit+len("urn:ex:")), s.Match().End)
	}
	s := Finder{}.NewScanner(strings.NewReader("urn:ex:a"))
	s.SetLimit(int(^uint(0) >> 1))
	require.Equal(t, math.MaxInt32-128<<10-64, s.limit, "with what the buffer holds besides, no more than MaxLen")
	require.True(t, s.Scan())
	require.LessOrEqual(t, len(s.buf), DefaultLimit+chunk+slack, "a limit is not allocated before it is needed")
}

var errBroken = errors.New("the disk is on fire")

// TestScannerErrors makes reading fail after a text.
func TestScannerErrors(t *testing.T) {
	tests := []struct {
		name, text string
		limit      int
		want       []streamed
	}{
		{name: "nothing read"},
		{name: "in plain text", text: "urn:ex:a and", want: []streamed{{text: "urn:ex:a", start: 0, end: 8, line: 1, offsets: offsetsOf("urn:ex:a")}}},
		{name: "in a scheme", text: "ur"},
		{name: "in a NID", text: "urn:isb"},
		{name: "in an NSS", text: "\nurn:ex:a", want: []streamed{{text: "urn:ex:a", start: 1, end: 9, line: 2, cut: true}}},
		{name: "after punctuation", text: "urn:ex:a).", want: []streamed{{text: "urn:ex:a).", start: 0, end: 10, line: 1, cut: true}}},
		{name: "in an escape", text: "urn:ex:a%4", want: []streamed{{text: "urn:ex:a", start: 0, end: 8, line: 1, cut: true}}},
		{name: "after the limit", text: "urn:ex:" + strings.Repeat("a", 300), limit: 20, want: []streamed{{text: "urn:ex:aaaaaaaaaaaaa", start: 0, end: 307, line: 1, cut: true}}},
		{name: "after dots after the limit", text: "urn:ex:a" + strings.Repeat(".", 300), limit: 20, want: []streamed{{text: "urn:ex:a............", start: 0, end: 308, line: 1, cut: true}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, r := range map[string]io.Reader{
				"after":  io.MultiReader(strings.NewReader(tt.text), iotest.ErrReader(errBroken)),
				"beside": &failing{data: []byte(tt.text), err: errBroken},
				"bytes":  io.MultiReader(iotest.OneByteReader(strings.NewReader(tt.text)), iotest.ErrReader(errBroken)),
			} {
				limit := tt.limit
				if limit == 0 {
					limit = DefaultLimit
				}
				s := newSmall(Finder{}, r, limit, 5)
				require.Equal(t, tt.want, scanAll(s), name)
				require.ErrorIs(t, s.Err(), errBroken, name)
				require.False(t, s.Scan(), name)
				require.ErrorIs(t, s.Err(), errBroken, name)
			}
		})
	}
}

func offsetsOf(u string) Offsets {
	o, _ := RFC8141.Locate(u)
	return o
}

// failing returns its error together with the last of its data.
type failing struct {
	data []byte
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	n := copy(p, f.data)
	if f.data = f.data[n:]; len(f.data) > 0 {
		return n, nil
	}
	return n, f.err
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func TestScannerBadReaders(t *testing.T) {
	for _, tt := range []struct {
		name string
		r    io.Reader
		want error
	}{
		{"negative", readFunc(func([]byte) (int, error) { return -1, nil }), bufio.ErrBadReadCount},
		{"too much", readFunc(func(p []byte) (int, error) { return len(p) + 1, nil }), bufio.ErrBadReadCount},
		{"nothing", readFunc(func([]byte) (int, error) { return 0, nil }), io.ErrNoProgress},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Finder{}.NewScanner(io.MultiReader(strings.NewReader("urn:ex:a "), tt.r))
			require.True(t, s.Scan())
			require.False(t, s.Scan())
			require.ErrorIs(t, s.Err(), tt.want)
		})
	}
}

// What has come is looked at before more is asked for.
func TestScannerDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	s := Finder{}.NewScanner(r)
	for _, line := range []string{"one urn:ex:a\n", "two (urn:ex:b)\n", "urn:ex:c.\n"} {
		go w.Write([]byte(line))
		require.True(t, s.Scan())
		require.Contains(t, line, string(s.Match().Text))
	}
	w.Close()
	require.False(t, s.Scan())
	require.NoError(t, s.Err())
}

func TestScannerReset(t *testing.T) {
	s := Finder{Exact: true}.NewScanner(strings.NewReader("\n\nurn:ex:a urn:ex:b"))
	s.SetLimit(10)
	require.True(t, s.Scan())
	s.Reset(strings.NewReader("\nurn:ex:c. urn:ex:dddd"))
	require.Zero(t, s.Match())
	require.Equal(t, []streamed{
		{text: "urn:ex:c.", start: 1, end: 10, line: 2, offsets: offsetsOf("urn:ex:c.")},
		{text: "urn:ex:ddd", start: 11, end: 22, line: 2, cut: true},
	}, scanAll(s))
}

func TestScannerAllocations(t *testing.T) {
	log, placed := readSample(t)
	r := bytes.NewReader(log)
	s := Finder{}.NewScanner(r)
	require.True(t, s.Scan())
	if n := testing.AllocsPerRun(5, func() {
		r.Reset(log)
		s.Reset(r)
		found := 0
		for s.Scan() {
			found++
		}
		if found != len(placed) {
			t.Errorf("found %d, want %d", found, len(placed))
		}
	}); n != 0 {
		t.Errorf("a Scanner allocates %v times over a log, want 0", n)
	}
}

// A match has at most MaxLen bytes. It is made
// small here, to see what happens there.
func TestScannerMaxLen(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 79))
	n := 2000
	if testing.Short() {
		n = 200
	}
	for range n {
		f := finders[r.IntN(len(finders))]
		text := randomText(r, r.IntN(40))
		maxLen, limit := 41+r.IntN(40), 1+r.IntN(80)
		want := asStreamed(text, slowFindUpTo(f, string(text), maxLen), limit)
		for _, in := range []io.Reader{bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text)), iotest.HalfReader(bytes.NewReader(text))} {
			s := newSmall(f, in, limit, 5)
			s.maxLen = maxLen
			checkStreamed(t, f, text, fmt.Sprintf("with MaxLen %d", maxLen), s, want)
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, v := range readFindVectors(f) {
		f.Add([]byte(v.Text), uint8(v.Syntax), v.Exact, uint8(9), uint8(3))
	}
	soak.Run(f, func(t *testing.T, text []byte, x uint8, exact bool, limit, chunk uint8) {
		if len(text) > 400 {
			return // the slow finder takes cubic time
		}
		find := Finder{Syntax: Syntax(x % 4), Exact: exact}
		want := slowScan(find, text, int(limit)+1)
		for _, r := range []io.Reader{bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text)), iotest.HalfReader(bytes.NewReader(text))} {
			checkStreamed(t, find, text, "by fuzz", newSmall(find, r, int(limit)+1, int(chunk)+1), want)
		}
	})
}
