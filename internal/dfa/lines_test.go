package dfa_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// checkLines compares what Lines says of the lines of text with step. Lines has room for
// a few lines at a time. checkLines skips what Lines does not read. It returns how many
// lines were read, and how many of them were left undecided.
func checkLines(t *testing.T, name, text string, room int) (lines, left int) {
	t.Helper()
	return checkLinesOf(t, machines[name], name, text, room)
}

func checkLinesOf(t *testing.T, m *dfa.Machine, name, text string, room int) (lines, left int) {
	t.Helper()
	const tag = 0x5a00
	none := dfa.Line{Start: -1, End: -1, Marks: [4]uint32{9, 9, 9, 9}}
	to := make([]dfa.Line, room)
	for at := 0; ; {
		for i := range to {
			to[i] = none
		}
		n, consumed, undecided := m.Lines(text[at:], to, at, tag)
		start := at
		for _, l := range to[:n] {
			size := strings.IndexByte(text[start:], '\n')
			if size < 0 {
				t.Fatalf("%s: %d lines of %q from %d", name, n, text, at)
			}
			line := strings.TrimSuffix(text[start:start+size], "\r")
			if l.Start != start || l.End != start+len(line) {
				t.Fatalf("%s: a line at [%d, %d), want [%d, %d): %q", name, l.Start, l.End, start, start+len(line), text)
			}
			want := outcomeOf(m, line, step)
			if l.Marks[0] == 0 {
				left++
				undecided--
				var got outcome
				var state uint
				got.end, state = m.RunRest(line, int(l.Marks[1]), uint(l.Marks[2]), new(dfa.Starts))
				got.info, got.starts = m.Info[state], want.starts
				if got != want || l.Marks[3] != 0 {
					t.Fatalf("%s: Lines leaves %q at %d: %+v, want %+v; all: %q", name, line, l.Marks[1], got, want, text)
				}
			} else {
				// It is accepted.
				got := outcome{end: len(line), info: want.info | dfa.Accept}
				got.starts[1] = l.Marks[0] &^ tag
				copy(got.starts[2:5], l.Marks[1:])
				if l.Marks[0]&tag != tag {
					t.Fatalf("%s: the tag of %q is %#x: %q", name, line, l.Marks[0], text)
				}
				if got != want {
					t.Fatalf("%s: Lines says %+v of %q, want %+v; all: %q", name, got, line, want, text)
				}
			}
			start += size + 1
		}
		lines += n
		if undecided != 0 {
			t.Fatalf("%s: %d lines more are undecided than have no marks: %q", name, undecided, text)
		}
		if consumed != start-at {
			t.Fatalf("%s: consumed %d bytes, want %d: %q", name, consumed, start-at, text)
		}
		for _, l := range to[n:] {
			if l != none {
				t.Fatalf("%s: a line after the last is written: %q", name, text)
			}
		}
		at = start
		if n < room {
			next := strings.IndexByte(text[at:], '\n')
			if next < 0 {
				return lines, left
			}
			at += next + 1
		}
	}
}

// lineKinds are lines of every kind, for the machine full.
var lineKinds = []string{
	"", "a", "abc", "abc:", "abc:x", "abc:xy", "abc:xy:", "abc:xy:b", "ABC:x-y:b=+!", "abc:foo:b", "abc:-x:b", "abc:x-:b", "abc:xy:/", "abc:xy:b/", "abd:xy:b",
	"abc:" + strings.Repeat("n", 28) + ":b", "abc:" + strings.Repeat("n", 29) + ":b", "abc:" + strings.Repeat("n", 63) + ":b", "abc:" + strings.Repeat("n", 64) + ":b",
	"abc:xy:%4a", "abc:xy:b%4a%4ab", "abc:xy:b%4", "abc:xy:b%", "abc:xy:b%4A", "abc:xy:b%%4a", "abc:xy:%",
	"abc:xy:b?+r", "abc:xy:b?+r?=q#f", "abc:xy:b?=q#", "abc:xy:b#", "abc:xy:b#f#f", "abc:xy:b?+%4a?=%4a#%4a", "abc:xy:b?+r?x?=q?x#f?x,", "abc:xy:b?+/", "abc:xy:b?+", "abc:xy:b?=", "abc:xy:b?", "abc:xy:b?x",
	"abc:xy:b?+?=q", "abc:xy:b?+%", "abc:xy:b?=%4", "abc:xy:b#%", "abc:xy:b\x00", "abc:xy:b\xff", "abc:xy:b\r", "abc:xy:b\rc", "\r", "\r\r", "abc:\r", "abc:xy:\r", "abc:xy:b?\r", "abc:xy:b#\r\r",
	"abc:xy:b\x00" + strings.Repeat("b", 300), "abc:xy:b?" + strings.Repeat("b", 300), "abc:xy:b#\x00" + strings.Repeat("b", 600), "abc:xy:b%4" + strings.Repeat("z", 256),
}

// TestLines moves lines of every kind over every place of a block, and over the end of
// a chunk.
func TestLines(t *testing.T) {
	tail := strings.Repeat("abc:xy:b\n", 20)
	step := 1
	if testing.Short() {
		step = 7
	}
	for k, kind := range lineKinds {
		for _, end := range []string{"\n", "\r\n"} {
			var b strings.Builder
			for n := k % step; n < 140; n += step {
				line := kind + end
				b.WriteString("abc:xy:" + strings.Repeat("b", n) + end + line + line)
				// In the first region.
				if i := strings.Index(kind, ":b"); i > 0 {
					b.WriteString(kind[:i+1] + strings.Repeat("b", n) + kind[i+1:] + end)
				}
				if n%10 == 0 {
					text := b.String() + tail
					for _, room := range []int{1, 2, 3, 1000} {
						checkLines(t, "full", text, room)
					}
					b.Reset()
				}
			}
			for n := 2048 - 60 + k%step; n < 2048+10; n += step {
				checkLines(t, "full", "abc:xy:"+strings.Repeat("b", n)+end+kind+end+kind+end+tail, 100)
				checkLines(t, "full", strings.Repeat("abc:xy:bbbbbbb\n", n/15)+strings.Repeat("x", n%15)+end+kind+end+kind+end+tail, 1000)
			}
		}
	}
}

// TestLinesDecided requires that Lines reads what it can, and decides what has a plain
// head and no more than four regions.
func TestLinesDecided(t *testing.T) {
	if !dfa.UseVector(true) {
		t.Skip("Lines reads nothing")
	}
	for _, line := range []string{
		"abc:xy:b", "ABC:x-y:b/%4ab", "abc:xy:b?+r?=q#f", "abc:xy:%4a?+%4a?=%4a#", "abc:xy:b#%4a", "abc:" + strings.Repeat("n", 28) + ":b",
		"abc:xy:b" + strings.Repeat("c", 500), "abc:xy:b" + strings.Repeat("%4a", 500) + "#" + strings.Repeat("f", 300), "abc:xy:b" + strings.Repeat("c", 2000),
	} {
		for _, end := range []string{"\n", "\r\n"} {
			n := 20000 / len(line)
			lines, left := checkLines(t, "full", strings.Repeat(line+end, n)+strings.Repeat("abc:xy:"+strings.Repeat("b", 50)+"\n", 10), 1000)
			if lines < n || left > lines-n {
				t.Errorf("%d lines of %d, %d left: %.50q", lines, n, left, line)
			}
		}
	}
}

// TestLinesDense reads texts that have little but ends of lines, delimiters, bad escapes
// and CR.
func TestLinesDense(t *testing.T) {
	testhelp.Slow(t)
	if !dfa.UseVector(true) {
		t.Skip("Lines reads nothing")
	}
	for _, unit := range []string{"\n", "\r", "\r\n", "\r\r\n", "?", "%", "%4", "%4a", "#", "?+", "\x00", "\xff", "a", "abc:xy:b", "abc:xy:b\n", "abc:xy:b\r\n\n", "abc:xy:b\r\r\n", "abc:xy:b#\n?\n"} {
		for _, n := range []int{1, 100, 140, 143, 144, 145, 1000, 9000, 70000} {
			text := strings.Repeat(unit, n/len(unit)+1)
			for _, room := range []int{1, 2, 63, 64, 65, 2000} {
				if n/room > 1000 || n > 9000 && !testhelp.IsLong() {
					continue
				}
				checkLines(t, "full", text, room)
				checkLines(t, "full", "abc:xy:b"+text+"\nabc:xy:b#f\n"+text, room)
			}
		}
	}
}

// TestLinesRandom reads random lines, also for machines that have less to go by.
func TestLinesRandom(t *testing.T) {
	g := rand.New(rand.NewPCG(4, 96))
	others := map[string]*dfa.Machine{}
	change := func(name string, f func(m *dfa.Machine)) {
		m := full
		m.Accel = slices.Clone(full.Accel)
		m.Exits = slices.Clone(full.Exits)
		f(&m)
		others[name] = &m
	}
	change("slow", func(m *dfa.Machine) { m.Accel[full.Head.Region] = 0 })
	change("no exits", func(m *dfa.Machine) { clear(m.Exits) })
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for range n {
		var b strings.Builder
		for range g.IntN(1 << g.IntN(9)) {
			if g.IntN(3) != 0 {
				b.WriteString("abc:xy:b")
			}
			for range g.IntN(1 << g.IntN(4)) {
				b.WriteString([]string{"b", "cccc", "%4a", "%", "?+", "?=", "#", "?", "/", "\r", lineKinds[g.IntN(len(lineKinds))], strings.Repeat("bcdefgh", g.IntN(20))}[g.IntN(12)])
			}
			b.WriteString([]string{"\n", "\r\n"}[g.IntN(2)])
		}
		text, room := b.String(), 1+g.IntN(1<<g.IntN(9))
		checkLines(t, "full", text, room)
		for name, m := range others {
			checkLinesOf(t, m, name, text, room)
		}
	}
}
