package urn

import (
	"errors"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/few"
)

// step is the textbook loop over the same tables: one byte, one transition at a
// time.
func step(m *dfa.Machine, s string, starts *dfa.Starts) (end int, state uint) {
	state = uint(m.Start)
	for i := range len(s) {
		e := m.Next[state*dfa.Row+uint(m.Class[s[i]])]
		if e == 0 {
			return i, state
		}
		if mark := e % dfa.Row; mark != 0 {
			starts[mark] = uint32(i + 1)
		}
		state = uint(e / dfa.Row)
	}
	return len(s), state
}

// TestRunCut runs the beginnings of names. The rest of each name follows in memory.
func TestRunCut(t *testing.T) {
	pad := strings.Repeat("b", 140)
	for _, s := range []string{
		"urn:name:b" + pad, "urn:x-y:%41" + pad, "urn:0123456789-0123456789:b" + pad, "urn:name:%41b?+r%41?=q%41#f%41" + pad,
		"urn:name:" + pad[:50] + "?+r?=q#f" + pad, "urn:name:" + pad[:90] + "%41%41?+r?=q#f", "urn:name:b#" + pad[:110] + "%41",
	} {
		for n := range len(s) {
			for x := range machines {
				checkRun(t, Syntax(x), s[:n])
			}
		}
	}
}

// checkRun compares the run loop, with vectors and without, with step. starts[0]
// is scratch. States that have the same Info after the same text report alike.
func checkRun(t testing.TB, x Syntax, s string) {
	t.Helper()
	type outcome struct {
		end    int
		info   uint8
		starts dfa.Starts
	}
	m := machines[x]
	run := func(f func(*dfa.Machine, string, *dfa.Starts) (int, uint)) (o outcome) {
		var state uint
		o.end, state = f(m, s, &o.starts)
		o.info = m.Info[state]
		o.starts[0] = 0
		return o
	}
	want := run(step)
	for _, vector := range []bool{true, false} {
		before := dfa.UseVector(vector)
		got := run((*dfa.Machine).Run)
		dfa.UseVector(before)
		if got != want {
			t.Fatalf("%v: Run(%q), vectors %t = %+v, want %+v", x, s, vector, got, want)
		}
	}
}

var syntaxes = []Syntax{RFC8141, RFC2141, Draft2141bis, Relaxed}

// TestRunLengths runs every length around a skip, in every alignment, with a
// byte that ends the skip, or an escape, in every place.
func TestRunLengths(testingT *testing.T) {
	t := few.Of(testingT)
	longest := 300
	if testing.Short() {
		longest = 140
	}
	room := make([]byte, 64+64+longest)
	for _, head := range []string{"urn:ex:", "urn:abcdefghijklmnopqrstuvwxyz-12345:", "urn:ex:a?+", "urn:ex:a?=", "urn:ex:a#", "urn:ex:a?k=", "urn:", "urN:", ""} {
		for n := range longest {
			align := n % 64
			b := room[align : align+len(head)+n]
			copy(b, head)
			for i := len(head); i < len(b); i++ {
				b[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[i%36]
			}
			for _, x := range syntaxes {
				checkRun(t, x, string(b))
				checkRun(t, x, alias.String(b))
			}
			if n == 0 {
				continue
			}
			for k, c := range "%?#/=+-:\x00\x7f~&é" {
				at := len(head) + (n*7/8+k)%n
				old := b[at]
				b[at] = byte(c)
				for _, x := range syntaxes {
					checkRun(t, x, alias.String(b))
				}
				b[at] = old
			}
		}
	}
}

// TestRunEveryPlace puts one byte of each kind into every place of a long URN.
func TestRunEveryPlace(testingT *testing.T) {
	t := few.Of(testingT)
	base := "urn:example-namespace:" + strings.Repeat("abc/def:", 20) + "?+" + strings.Repeat("rr", 40) + "?=k=" + strings.Repeat("q&", 40) + "#" + strings.Repeat("f", 70)
	for at := range len(base) {
		for _, with := range []string{"%", "%4", "%4a", "?", "?+", "?=", "?#", "#", "/", "-", ":", "\x00", "\x80", "\xff", "&", "~", "=", ""} {
			for _, x := range syntaxes {
				checkRun(t, x, base[:at]+with+base[at:])
				checkRun(t, x, base[:at]+with)
			}
		}
	}
}

// TestRunRandom runs strings over the bytes that matter.
func TestRunRandom(testingT *testing.T) {
	t := few.Of(testingT)
	const alphabet = "uUrRnN:::abcXYZ019--%%2fF?+=#/&~.\x00\x80"
	g := rand.New(rand.NewPCG(8141, 2141))
	n := 300000
	if testing.Short() {
		n = 30000
	}
	for range n {
		b := []byte("urn:ex:"[:g.IntN(8)])
		for range g.IntN(160) {
			if g.IntN(3) == 0 {
				b = append(b, alphabet[g.IntN(len(alphabet))])
			} else {
				b = append(b, 'a'+byte(g.IntN(26)))
			}
		}
		checkRun(t, syntaxes[g.IntN(len(syntaxes))], string(b))
	}
}

func TestRunCorpus(testingT *testing.T) {
	t := few.Of(testingT)
	for _, s := range corpus(t) {
		for _, x := range syntaxes {
			checkRun(t, x, s)
		}
	}
}

// FuzzRun compares the run loops with the step-by-step interpreter of the same
// tables, at any alignment.
func FuzzRun(f *testing.F) {
	for _, s := range []string{"urn:ex:a", "urn:ex:a%2Fb?+r?=q#f", "URN:" + strings.Repeat("n", 32) + ":x", "urn:ex:" + strings.Repeat("a", 100) + "?"} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, s string, align uint8) {
		b := make([]byte, int(align)%64+len(s))
		aligned := b[len(b)-len(s):]
		copy(aligned, s)
		for _, x := range syntaxes {
			checkRun(t, x, alias.String(aligned))
		}
	})
}

// corpus returns the URNs of testdata/corpus.txt.
func corpus(tb testing.TB) []string {
	tb.Helper()
	data, err := os.ReadFile("testdata/corpus.txt")
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Fields(string(data))
}

// zeros returns n bytes of 0. On Linux, memory_linux_test.go replaces it by memory that is
// not there until it is written to.
var zeros = func(_ testing.TB, n int) []byte { return make([]byte, n) }

// TestLocateTooLong needs no memory to speak of: the pages are never touched.
func TestLocateTooLong(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no slice is as long on a 32-bit machine")
	}
	size := MaxLen
	b := zeros(t, size+1)
	for _, x := range syntaxes {
		o, fault := x.LocateBytes(b)
		if want := (Fault{x, TooLong, MaxLen}); fault != want || o != (Offsets{}) {
			t.Errorf("%v: Locate of 2 GiB = %+v, %+v, want %+v", x, o, fault, want)
		}
		if _, err := x.ParseBytes(b); err == nil {
			t.Errorf("%v: ParseBytes of 2 GiB succeeds", x)
		}
	}
}

// TestWriteTooLong: what would be longer than a URN can be is refused before it is
// written, and no length overflows where an int has 32 bits.
func TestWriteTooLong(t *testing.T) {
	b := zeros(t, 550<<20) // its pages are never touched by Build
	part := alias.String(b)
	for _, x := range syntaxes {
		_, err := x.Build(Parts{NID: part, NSS: part, R: part, Q: part, F: part})
		if want := (Fault{x, TooLong, MaxLen}); faultOf(err) != want {
			t.Errorf("%v: Build of five parts of 550 MiB: %v, want %+v", x, err, want)
		}
	}
	if testing.Short() { // 2 GiB are too much for wasm, and too slow under qemu
		return
	}
	size := MaxLen
	if strconv.IntSize == 32 {
		size = 750 << 20
	}
	b = zeros(t, size) // each NUL is escaped
	s := alias.String(b)
	all := []Component{ComponentNSS, ComponentR, ComponentQ, ComponentF}
	if strconv.IntSize == 32 { // each would count the whole of s
		all = all[:1]
	}
	for _, c := range all {
		if got, err := RFC8141.Escape(c, s); got != "" || faultOf(err) != (Fault{RFC8141, TooLong, MaxLen}) {
			t.Errorf("Escape(%v) of %d bytes of NUL has %d bytes, %v", c, size, len(got), err)
		}
	}
}

// TestLinesMachines: each machine is what [dfa.Machine.Lines] requires. The marks of the
// components are those that makeOffsets reads, so a dfa.Line has them in their places.
func TestLinesMachines(t *testing.T) {
	require.Equal(t, []uint{1, 2, 3, 4}, []uint{markNSS, markR, markQ, markF})
	for x, m := range machines {
		require.EqualValues(t, markNSS, m.Head.Delimiter%dfa.MaxMarks, Syntax(x))
		require.EqualValues(t, dfa.SetBody|dfa.Escapes, m.Accel[m.Head.Region]&(dfa.SetMask|dfa.Escapes), Syntax(x))
		require.NotZero(t, m.Info[m.Head.Region]&dfa.Accept, Syntax(x))
		for i, e := range m.Next {
			if e%dfa.MaxMarks > markF {
				t.Errorf("%v: mark %d", Syntax(x), e%dfa.MaxMarks)
			}
			if class := uint8(i % dfa.Row); e != 0 && (class == m.Class['\n'] || class == m.Class['\r']) {
				t.Errorf("%v: state %d has a transition on CR or LF", Syntax(x), i/dfa.Row)
			}
		}
		for _, b := range "\r\n" {
			require.Zero(t, m.Sets[b]|m.Delim[b], Syntax(x))
		}
		for _, e := range m.Exits {
			require.LessOrEqual(t, e.Mark, uint8(markF), Syntax(x))
		}
	}
}

// faultOf returns the Fault of err, and the zero Fault if err has none.
func faultOf(err error) Fault {
	if e := (*SyntaxError)(nil); errors.As(err, &e) {
		return Fault{e.Syntax, e.Reason, e.Offset}
	}
	return Fault{}
}
