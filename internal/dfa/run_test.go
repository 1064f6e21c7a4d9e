package dfa_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

var machines = map[string]*dfa.Machine{"full": &full, "loose": &loose, "bare": &bare}

// step is the textbook loop over the same tables: one byte, one transition at a
// time.
func step(m *dfa.Machine, s string, starts *dfa.Starts) (end int, state uint) {
	return stepFrom(m, s, 0, uint(m.Start), starts)
}

// stepFrom is step for s[i:] from a state on.
func stepFrom(m *dfa.Machine, s string, i int, state uint, starts *dfa.Starts) (int, uint) {
	for ; i < len(s); i++ {
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

type outcome struct {
	end    int
	info   uint8
	starts dfa.Starts
}

func outcomeOf(m *dfa.Machine, s string, run func(*dfa.Machine, string, *dfa.Starts) (int, uint)) (o outcome) {
	var state uint
	o.end, state = run(m, s, &o.starts)
	o.info = m.Info[state]
	o.starts[0] = 0 // scratch
	return o
}

// both calls f with vectors and without.
func both(f func(vectors bool)) {
	defer dfa.UseVector(dfa.UseVector(false))
	f(false)
	dfa.UseVector(true)
	f(true)
}

// checkRun compares run with step on one text.
func checkRun(t *testing.T, name, s string) {
	t.Helper()
	checkRunOf(t, machines[name], name, s)
}

func checkRunOf(t *testing.T, m *dfa.Machine, name, s string) {
	t.Helper()
	want := outcomeOf(m, s, step)
	both(func(vectors bool) {
		if got := outcomeOf(m, s, (*dfa.Machine).Run); got != want {
			t.Fatalf("%s: Run(%q), vectors %t = %+v, want %+v", name, s, vectors, got, want)
		}
		var starts dfa.Starts
		end, state := m.RunFirst(s, &starts)
		if end == len(s) {
			if m.Info[state]&dfa.Accept == 0 {
				t.Fatalf("%s: RunFirst(%q), vectors %t, accepts a text that is not accepted", name, s, vectors)
			}
		}
		if end >= 0 {
			o := outcome{starts: starts}
			end, state = stepFrom(m, s, end, state, &o.starts)
			o.end, o.info, o.starts[0] = end, m.Info[state], 0
			if o != want {
				t.Fatalf("%s: after RunFirst(%q), vectors %t, %+v, want %+v", name, s, vectors, o, want)
			}
		}
	})
}

// TestRunShort runs every string of up to five units after a text that leads
// somewhere.
func TestRunShort(t *testing.T) {
	units := []string{"a", "Z", ".", "-", ":", "/", "?", "+", "=", "#", "%", "%4a", ",", "\x00", "f", "o"}
	depth := 4
	if testing.Short() {
		depth = 3
	}
	var walk func(name, s string, depth int)
	walk = func(name, s string, depth int) {
		checkRun(t, name, s)
		if depth == 0 {
			return
		}
		for _, u := range units {
			walk(name, s+u, depth-1)
		}
	}
	for _, start := range []string{"abc:", "ABc:xy:", "abc:fo", "abc:xy:a?", "abc:xy:a?+b", "abc:xy:a?=b", "abc:xy:b#", strings.Repeat("a", 4)} {
		walk("full", start, depth)
	}
	units = []string{"a", "b", ";", "&", "&x;", "<", ">", "9", "!", "0", "\x85", "\xff"}
	for _, name := range []string{"loose", "bare"} {
		walk(name, "", depth)
	}
}

// TestRunLengths runs every length around a window, in every alignment, with a
// byte that ends a run, or an escape, in every place.
func TestRunLengths(t *testing.T) {
	longest := 210
	if testing.Short() {
		longest = 80
	}
	room := make([]byte, 64+80+longest)
	heads := []string{"abc:xy:", "abc:" + strings.Repeat("n", 61) + ":", "abc:" + strings.Repeat("n", 62) + ":", "abc:" + strings.Repeat("n", 63) + ":",
		"abc:n-" + strings.Repeat("-", 55) + "n:", "abc:n-" + strings.Repeat("-", 59) + "n:", "abc:ex:a?+", "abc:ex:a?=", "abc:ex:a#", "abc:", "aBC:", "abc:foo:", ""}
	for _, head := range heads {
		for n := range longest {
			b := room[n%64 : n%64+len(head)+n]
			copy(b, head)
			for i := len(head); i < len(b); i++ {
				b[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[i%36]
			}
			checkRun(t, "full", string(b))
			checkRun(t, "loose", string(b))
			if n == 0 {
				continue
			}
			for k, with := range []string{"%", "%4a", "?+", "?=", "?", "#", "/", "=", "-", ":", "\x00", "\x80", "~", ".", ";", "<"} {
				at := len(head) + (n*7/8+k)%n
				s := string(b)
				checkRun(t, "full", s[:at]+with+s[min(at+len(with), len(s)):])
				checkRun(t, "loose", s[:at]+with+s[min(at+len(with), len(s)):])
			}
		}
	}
}

// TestRunRandom runs random texts of whole units, half of them with changes.
func TestRunRandom(t *testing.T) {
	g := rand.New(rand.NewPCG(11, 2141))
	n := 200_000
	if testing.Short() {
		n = 20_000
	}
	words := []string{"abc:", "ABC:", "foo", "x-y", "n.", ":", "a", "bcdefgh", "%44", "%C3%a9", "%F", "/", "?", "?+", "?=", "#", ",", "a?b", "&x;", "<", ">", "zz", "=", "+", "!", "\x80", "07"}
	for range n {
		s := ""
		if g.IntN(2) == 0 {
			s = "abc:x:y"[:g.IntN(8)]
		}
		for range g.IntN(24) {
			s += strings.Repeat(words[g.IntN(len(words))], 1+g.IntN(3)*g.IntN(4))
		}
		b := []byte(s)
		if len(b) > 0 && g.IntN(2) == 0 {
			b[g.IntN(len(b))] ^= 1 << g.IntN(8)
		}
		for name := range machines {
			checkRun(t, name, string(b))
		}
	}
}

// TestFeed holds the search for the longest prefix against one that steps
// through every prefix, in one piece and in many.
func TestFeed(t *testing.T) {
	g := rand.New(rand.NewPCG(8, 141))
	n := 3000
	if testing.Short() {
		n = 300
	}
	words := []string{"x", "foo:", "xy:", "ab-cd:", "%4a", "?", "?+", "?=", "#", "/", ",", " ", strings.Repeat("q", 40), strings.Repeat("%44", 30), "."}
	m := machines["full"]
	stops := [256]bool{'?': true, 'q': true, '%': true}
	for range n {
		list := []string{"abc:"}
		for range g.IntN(12) {
			list = append(list, words[g.IntN(len(words))])
		}
		text := strings.Join(list, "")
		want, wantOpen := 0, false
		var wantStarts dfa.Starts
		for i := dfa.PrefixLen; i <= len(text); i++ {
			o := outcomeOf(m, text[:i], step)
			wantOpen = o.end == i
			if wantOpen && o.info&dfa.Accept != 0 {
				want, wantStarts = i, o.starts
			}
		}
		walked, i := m.Longest(), dfa.PrefixLen
		for i < len(text) && m.Steps(&walked, text[i]) {
			i = m.Walk(&walked, text, i, &stops)
		}
		if starts := *walked.Starts(); walked.Len != want || (i == len(text)) != wantOpen || !slices.Equal(starts[1:], wantStarts[1:]) {
			t.Fatalf("Walk(%q) = %d %v, want %d %v", text, walked.Len, starts, want, wantStarts)
		}
		both(func(vectors bool) {
			for _, pieces := range []bool{false, true} {
				l := m.Longest()
				open := true
				for rest := text[dfa.PrefixLen:]; open && (rest != "" || !pieces); {
					k := len(rest)
					if pieces {
						k = g.IntN(min(k, 20) + 1)
					}
					open = m.Feed(&l, rest[:k])
					if rest = rest[k:]; !pieces {
						break
					}
				}
				got, starts := l.Len, *l.Starts()
				starts[0] = 0
				if got != want || open != wantOpen || starts != wantStarts {
					t.Fatalf("Feed(%q), vectors %t, pieces %t = %d %v, open %t; want %d %v, open %t", text, vectors, pieces, got, starts, open, want, wantStarts, wantOpen)
				}
			}
		})
	}
}

// TestShortcuts demands that the loop takes its shortcuts. To step would have
// the same result, so no other test would notice. The tables of this test cannot
// be stepped through: they lack the transitions that the shortcuts make
// unnecessary.
func TestShortcuts(t *testing.T) {
	m := full
	m.Next = slices.Clone(full.Next)
	for state, accel := range m.Accel {
		for b := range 256 {
			set := accel & dfa.SetMask
			loops := accel != 0 && accel != dfa.Counted && m.Sets[b]>>set&1 != 0
			inRun := state > int(m.Head.Chain) && state <= int(m.Head.Chain)+int(m.Head.Max) && m.Sets[b]>>dfa.SetHead&1 != 0
			exits := accel >= dfa.Region && accel < dfa.Counted && m.Delim[b]&0xc != 0
			escapes := accel != 0 && accel != dfa.Counted && accel&dfa.Escapes != 0 && b == int(m.Lead)
			if loops || inRun || exits || escapes {
				m.Next[state*dfa.Row+int(m.Class[b])] = 0
			}
		}
	}
	for state := int(m.Start); state != int(m.Begin); {
		row := m.Next[state*dfa.Row : (state+1)*dfa.Row]
		next := slices.Max(row) // the prefix is the one way there is
		clear(row)
		state = int(next / dfa.Row)
	}
	// At the end of a page, begin leaves a text to run. So large a slice begins
	// with a page.
	room := make([]byte, 64<<10)
	for n := range 300 {
		a := strings.Repeat("a", n)
		for _, s := range []string{
			"abc:name:b" + a, "ABC:n-m:b/" + a + "c", "abc:" + a[:min(n, 20)] + "xy:z",
			"abc:name:b?+r" + a[:n%30] + "?=q#fff", "abc:name:b#f" + a, "abc:name:b?=q" + a[:n%40] + "#f/",
			"abc:name:b%4a" + a, "abc:name:b" + a + "%4a", "abc:name:b%4a?+r%4a" + a[:n%90] + "?=q#f%4a", "abc:name:b" + a[:n%70] + "%4a%4ac#%4a",
			"abc:name:b%44" + a, "abc:name:b" + a[:n%70] + "%44%44c#%44",
		} {
			s = unsafe.String(&room[0], copy(room, s))
			want := outcomeOf(machines["full"], s, step)
			both(func(vectors bool) {
				if (!vectors || !dfa.UseVector(true)) && strings.Contains(s, "%4a") {
					return // portable does not see it: a is in SetSecond only
				}
				if got := outcomeOf(&m, s, (*dfa.Machine).Run); got != want {
					t.Fatalf("Run(%q), vectors %t = %+v, want %+v: a shortcut is not taken", s, vectors, got, want)
				}
			})
		}
	}
}

func TestMatch(t *testing.T) {
	for s, want := range map[string]string{
		"": "0 false", "a": "1 false", "ab": "2 true", "abca": "4 true", "abcab": "4 false", "ab-": "3 false", "ab-cc-a": "7 true", "ab-d": "3 false", "\xff": "0 false",
	} {
		if end, ok := matcher.Match(s); fmt.Sprint(end, ok) != want {
			t.Errorf("Match(%q) = %d, %t, want %s", s, end, ok, want)
		}
	}
}

// TestRunBytes puts each byte value into each place of texts of up to four regions,
// in one, two and more windows.
func TestRunBytes(t *testing.T) {
	for _, n := range []int{0, 1, 20, 50, 53, 54, 60, 64, 90, 112, 117, 118, 120, 160} {
		pad := strings.Repeat("b", n)
		for k, s := range []string{"abc:x-y:b" + pad, "abc:xy:" + pad + "%4ab", "abc:xy:b" + pad[:n/2] + "?+r?=" + pad[n/2:] + "q#f", "abc:xy:b?+%4a?=%4a" + pad + "#"} {
			b := []byte(s)
			for i := range b {
				if testing.Short() && i%25 != k {
					continue
				}
				for c := range 256 {
					b[i] = byte(c)
					checkRun(t, "full", string(b))
				}
				b[i] = s[i]
			}
		}
	}
}

// TestRunCut runs the beginnings of texts. The bytes that are cut off follow them in
// memory.
func TestRunCut(t *testing.T) {
	pad := strings.Repeat("b", 140)
	for _, s := range []string{
		"abc:name:b" + pad, "abc:x-y:%44" + pad, "abc:0123456789.0123456789:b" + pad, "abc:name:%44b?+r%44?=q%44#f%44" + pad,
		"abc:name:" + pad[:50] + "?+r?=q#f" + pad, "abc:name:" + pad[:90] + "%44%44?+r?=q#f", "abc:name:b#" + pad[:110] + "%44",
	} {
		for n := range len(s) {
			for name := range machines {
				checkRun(t, name, s[:n])
			}
		}
	}
}

// TestRunDense runs texts that are full of delimiters and escapes. Bytes that would
// continue a text follow it in memory.
func TestRunDense(t *testing.T) {
	g := rand.New(rand.NewPCG(64, 128))
	n := 60_000
	if testing.Short() {
		n = 6_000
	}
	for range n {
		words := []string{"b", "bb", "%4a", "%44", "4a", "%", "?+", "?=", "#", "/", strings.Repeat("b", g.IntN(60))}
		words = words[:len(words)-g.IntN(7)]
		var text strings.Builder
		text.WriteString([]string{"abc:xy:", "abc:x-y:b", "ABC:longer.name:b%4a"}[g.IntN(3)])
		for length := 10 + g.IntN(140); text.Len() < length; {
			text.WriteString(words[g.IntN(len(words))])
			if g.IntN(8) != 0 {
				text.WriteString("b")
			}
		}
		s := text.String()
		checkRun(t, "full", s)
		checkRun(t, "full", s[:7+g.IntN(len(s)-7)])
		checkRun(t, "full", s[:strings.LastIndexByte(s, ':')+1])
	}
}

// TestRunFewEscapes runs a machine that has escapes in its first region alone. What is
// known of escapes must not be taken from one region to another.
func TestRunFewEscapes(t *testing.T) {
	m := full
	m.Next, m.Accel, m.Exits = slices.Clone(full.Next), slices.Clone(full.Accel), slices.Clone(full.Exits)
	for state, accel := range m.Accel {
		if accel != dfa.Counted && accel&dfa.Escapes != 0 && state != int(m.Head.Region) {
			m.Accel[state] &^= dfa.Escapes
			m.Next[state*dfa.Row+int(m.Class[m.Lead])] = 0
		}
	}
	for i := range m.Exits {
		m.Exits[i].Accel = m.Accel[m.Exits[i].State]
	}
	p := &m
	for n := range 140 {
		pad := strings.Repeat("b", n)
		for _, delim := range []string{"?+", "?=", "#"} {
			for _, s := range []string{
				"abc:xy:b%44" + pad + delim + "b%44b", "abc:xy:b%44" + delim + "b" + pad + "%44b",
				"abc:xy:b%44%44" + pad + "%44" + delim + strings.Repeat("b", 70) + "%44b",
			} {
				checkRunOf(t, p, "few", s)
			}
		}
	}
}

// TestRunTwoWindows puts an escape into the first of two windows, and a delimiter
// that digits follow into the second one, at every distance.
func TestRunTwoWindows(t *testing.T) {
	for n := 66; n <= 128; n++ {
		if testing.Short() && n%9 != 0 {
			continue
		}
		for escape := 9; escape < 62; escape++ {
			for delim := 64; delim < n-2; delim++ {
				b := []byte("abc:x-y:b" + strings.Repeat("b", n-9))
				copy(b[escape:], "%4a")
				copy(b[delim:], "#4a")
				checkRun(t, "full", string(b))
			}
		}
	}
}

// TestRunKilobytes puts delimiters and escapes around the places where the search of a
// long text for special bytes is taken up anew: every 1024 bytes from the first region
// on.
func TestRunKilobytes(t *testing.T) {
	const head = "abc:xy:"
	for _, limit := range []int{1024, 2048} {
		for at := limit - 6; at <= limit+4; at++ {
			for _, first := range []string{"?+r", "?+", "?=q", "#", "#f", "%4a", "%4", "%zz", "/", "?", "%4a?=q", "b?+%4a"} {
				for _, second := range []string{"", "?=q#f", "#", "?+r?=q"} {
					for _, n := range []int{0, 1, 3, 900, 1020, 1021, 1022, 1023, 1024} {
						checkRun(t, "full", head+strings.Repeat("b", at)+first+strings.Repeat("b", n)+second)
					}
				}
			}
		}
	}
}
