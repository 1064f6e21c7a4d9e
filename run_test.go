package urn

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/internal/soak"
)

// step is the textbook loop over the same tables: one byte, one transition at a
// time.
func step(m *dfa.Engine, s string, starts *dfa.Starts) (end int, state uint) {
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

// TestRunCut runs the beginnings of names. What is cut off stands in memory after them.
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
	run := func(f func(*dfa.Engine, string, *dfa.Starts) (int, uint)) (o outcome) {
		var state uint
		o.end, state = f(m, s, &o.starts)
		o.info = m.Info[state]
		o.starts[0] = 0
		return o
	}
	want := run(step)
	for _, vector := range []bool{true, false} {
		before := dfa.UseVector(vector)
		got := run((*dfa.Engine).Run)
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
				checkRun(t, x, stringOf(b))
			}
			if n == 0 {
				continue
			}
			for k, c := range "%?#/=+-:\x00\x7f~&é" {
				at := len(head) + (n*7/8+k)%n
				old := b[at]
				b[at] = byte(c)
				for _, x := range syntaxes {
					checkRun(t, x, stringOf(b))
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
	soak.Run(f, func(t *testing.T, s string, align uint8) {
		b := make([]byte, int(align)%64+len(s))
		aligned := b[len(b)-len(s):]
		copy(aligned, s)
		for _, x := range syntaxes {
			checkRun(t, x, stringOf(aligned))
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
		if want := (Fault{x, MaxLen, TooLong}); fault != want || o != (Offsets{}) {
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
	part := stringOf(b)
	for _, x := range syntaxes {
		_, err := x.Build(Parts{NID: part, NSS: part, R: part, Q: part, F: part})
		if want := (Fault{x, MaxLen, TooLong}); !errors.Is(err, &SyntaxError{Syntax: want.Syntax, Offset: want.Offset, Reason: want.Reason}) {
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
	s := stringOf(b)
	all := []Component{ComponentNSS, ComponentR, ComponentQ, ComponentF}
	if strconv.IntSize == 32 { // each would count the whole of s
		all = all[:1]
	}
	for _, c := range all {
		if got, err := RFC8141.Escape(c, s); got != "" || !errors.Is(err, &SyntaxError{Offset: MaxLen, Reason: TooLong}) {
			t.Errorf("Escape(%v) of %d bytes of NUL has %d bytes, %v", c, size, len(got), err)
		}
	}
}

// TestEscapeFits: the longest result that is returned has MaxLen bytes.
func TestEscapeFits(t *testing.T) {
	e := escapers[RFC8141][ComponentNSS]
	for _, size := range []int{0, 1, 10} {
		s := strings.Repeat("%", size)
		if got, ok := e.escape(s); !ok || len(got) != 3*size {
			t.Errorf("escape(%q) = %q, %v", s, got, ok)
		}
	}
}

// TestPlainHeads decides, for every plain head of every machine, that stepping through
// the tables leads where the loops with vectors jump to. A plain head is one that the
// flags of dfa.Engine recognise. The test follows all runs of a length at once, as sets
// of states. It also compares the exits of dfa.Engine with those of
// dfa.Machine, which tools/prove compares with the transitions.
func TestPlainHeads(t *testing.T) {
	for x, m := range machines {
		t.Run(Syntax(x).String(), func(t *testing.T) {
			checkEngine(t, m)
		})
	}
}

func checkEngine(t *testing.T, m *dfa.Engine) {
	h := &m.Head
	fields := reflect.ValueOf(m).Elem()
	flag := func(b, bit int) bool { return fields.FieldByName("flags").Index(b).Uint()>>bit&1 != 0 }
	lengths := fields.FieldByName("lengths").Uint()
	require.NotZero(t, lengths, "no text has a plain head")
	require.LessOrEqual(t, bits.Len64(lengths)-1, int(h.Max))
	const first, last, delimiter, region = 0, 1, 2, 3
	next := func(state uint, b int) (to uint, mark uint16) {
		e := m.Next[state*dfa.Row+uint(m.Class[b])]
		return uint(e / dfa.Row), e % dfa.MaxMarks
	}
	in := func(b, set int) bool { return m.Sets[b]>>set&1 != 0 }

	// word: the bytes so far are those of h.Except, which no plain head has there.
	type reached struct {
		state uint
		word  bool
	}
	except := func(i, b int) bool {
		return i < 4 && uint32(b)|h.ExceptFold>>(8*i)&0xff == h.Except>>(8*i)&0xff
	}
	level := map[reached]bool{{uint(m.Begin), true}: true}
	delimiters := 0
	for n := 1; n < bits.Len64(lengths); n++ {
		further := make(map[reached]bool)
		for r := range level {
			for b := range 256 {
				if !in(b, dfa.SetHead) || n == 1 && !flag(b, first) {
					continue
				}
				to, mark := next(r.state, b)
				if to == 0 || mark != 0 {
					t.Fatalf("after a run of %d bytes that ends with %q: state %d, mark %d", n, b, to, mark)
				}
				word := r.word && except(n-1, b)
				further[reached{to, word}] = true
				if lengths>>n&1 == 0 || !flag(b, last) {
					continue
				}
				for d := range 256 {
					if !flag(d, delimiter) || word && n == 3 && except(3, d) {
						continue
					}
					delimiters++
					if e := m.Next[to*dfa.Row+uint(m.Class[d])]; e != h.Delimiter || in(d, dfa.SetHead) {
						t.Fatalf("%q after a run of %d bytes that ends with %q leads to %d, want %d", d, n, b, e, h.Delimiter)
					}
				}
			}
		}
		level = further
	}
	require.NotZero(t, delimiters)

	// What precedes the next special byte leads to the state of the region.
	leads := func(from, loop uint, s ...int) {
		state := from
		for _, b := range s {
			to, mark := next(state, b)
			if mark != 0 {
				t.Fatalf("state %d: %q sets mark %d", from, s, mark)
			}
			state = to
		}
		if state != loop {
			t.Fatalf("state %d: %q leads to %d, want %d", from, s, state, loop)
		}
	}
	body := func(from, loop uint, b int) {
		if in(b, dfa.SetBody) {
			leads(from, loop, b)
		}
		for c := range 256 {
			for d := range 256 {
				if b == int(m.Lead) && in(c, dfa.SetFirst) && in(d, dfa.SetSecond) {
					leads(from, loop, b, c, d)
				}
			}
		}
	}
	regions := 0
	for b := range 256 {
		if flag(b, region) {
			regions++
			body(uint(h.Delimiter)/dfa.Row, uint(h.Region), b)
		}
	}
	require.NotZero(t, regions)
	accel := fields.FieldByName("accel")
	require.NotZero(t, accel.Index(int(h.Region)).Uint(), "the region of a plain head is not skipped")
	for state := range accel.Len() {
		if a := accel.Index(state).Uint(); a != 0 {
			require.EqualValues(t, m.Accel[state], a)
			for b := range 256 {
				body(uint(state), uint(state), b)
			}
		}
	}

	// Every exit between states in accel is there, with the state that it leads to.
	states, exits := fields.FieldByName("states"), fields.FieldByName("exits")
	const row = 16 * 8 // bytes
	require.EqualValues(t, h.Region, states.Index(int(fields.FieldByName("region").Uint()/row)).Uint())
	seen := 0
	for r := range states.Len() {
		a := m.Accel[states.Index(r).Uint()]
		for i := range 16 {
			var want dfa.Exit
			if a/dfa.Region != 0 {
				want = m.Exits[int(a/dfa.Region-1)*16+i]
			}
			field := func(name string) uint64 { return exits.Index(r*16 + i).FieldByName(name).Uint() }
			if want.Width == 0 || accel.Index(int(want.State)).Uint() == 0 {
				require.EqualValues(t, 0xff, field("need"))
				continue
			}
			seen++
			need := want.Width
			if want.First != 0 {
				need++
			}
			require.Equal(t, []uint64{uint64(want.State), uint64(want.Width), uint64(want.Mark), uint64(want.First), uint64(need)},
				[]uint64{states.Index(int(field("row") / row)).Uint(), field("width"), field("mark"), field("first"), field("need")})
		}
	}
	exitsOf := 0
	for state := range accel.Len() {
		if a := accel.Index(state).Uint(); a/dfa.Region != 0 {
			for _, x := range m.Exits[int(a/dfa.Region-1)*16:][:16] {
				if x.Width != 0 {
					exitsOf++
				}
			}
		}
	}
	require.Equal(t, exitsOf, seen)

	// Where no assembly reads whole texts, there are no paths.
	if end, _ := m.RunFirst("urn:ab:c", new(dfa.Starts)); end >= 0 {
		checkPaths(t, m)
	}
}

// checkPaths demands that each path of dfa.Engine is the exits that its index stands
// for, as many as there are, one after the other.
func checkPaths(t *testing.T, m *dfa.Engine) {
	fields := reflect.ValueOf(m).Elem()
	at := func(name string, i int) uint64 { return fields.FieldByName(name).Index(i).Uint() }
	slots, width := fields.FieldByName("slots").Uint(), fields.FieldByName("width").Uint()
	require.EqualValues(t, m.Head.Delimiter%dfa.MaxMarks*4, fields.FieldByName("mark").Uint())
	differs := false
	for _, sets := range m.Sets {
		differs = differs || sets>>dfa.SetFirst&1 != sets>>dfa.SetSecond&1
	}
	require.Equal(t, differs, fields.FieldByName("firstDiffers").Bool())
	var first, second [256]uint64
	for b := range first {
		first[b], second[b] = at("first", b), at("second", b)
	}
	// exit returns the exit from a state at each delimiter of a kind, which must be one.
	exit := func(state uint16, kind uint64) (x dfa.Exit) {
		accel := m.Accel[state]
		found := false
		for b := range 256 {
			for c := range 256 {
				if first[b]&second[c] != kind {
					continue
				}
				var y dfa.Exit
				if accel >= dfa.Region {
					y = m.Exits[uint(accel/dfa.Region-1)<<4|uint(m.Delim[b]&0xc)|uint(m.Delim[c]&3)]
				}
				if found && x != y {
					t.Fatalf("kind %d: two exits from state %d: %+v and %+v", kind, state, x, y)
				}
				x, found = y, true
			}
		}
		return x
	}
	exits := map[uint64]map[uint16]dfa.Exit{}
	for _, kind := range []uint64{1, 2, 4} {
		exits[kind] = map[uint16]dfa.Exit{}
		for state, accel := range m.Accel {
			if accel >= dfa.Region && accel < dfa.Counted || state == int(m.Head.Region) {
				exits[kind][uint16(state)] = exit(uint16(state), kind)
			}
		}
	}
	for index := range 512 {
		path := fields.FieldByName("paths").Index(int(at("pathOf", index)))
		lane := func(name string, i int) reflect.Value { return path.FieldByName(name).Index(i) }
		state := m.Head.Region
		var want [16]uint8
		for i := range want {
			want[i] = 0x80 // 0
		}
		n := 0
		for ; n < 3; n++ {
			x := exits[uint64(index>>(3*n)&7)][state]
			if x.Width == 0 || n == 2 && x.First != 0 {
				break // a third exit has no test of the first byte
			}
			require.EqualValues(t, x.Width, lane("width", n).Uint())
			need := x.Width
			if x.First != 0 {
				need++
				require.EqualValues(t, width, x.Width)
			}
			require.EqualValues(t, need, lane("need", n).Int())
			if n < 2 {
				require.EqualValues(t, x.First, lane("first", n).Uint())
			}
			for i := range 4 {
				if x.Mark != 0 {
					want[int(x.Mark)*4-int(slots)+i] = uint8(n*4 + i)
				}
			}
			state = x.State
		}
		require.EqualValues(t, state, path.FieldByName("state").Uint())
		for i := range 4 {
			want[12+i] = uint8(n*4 + i)
		}
		for i := range 16 {
			require.EqualValues(t, want[i], lane("slots", i).Uint())
		}
		for ; n < 4; n++ {
			require.Zero(t, lane("width", n).Uint())
			require.Less(t, lane("need", n).Int(), int64(-1<<20))
			if n < 2 {
				require.Zero(t, lane("first", n).Uint())
			}
		}
	}
}
