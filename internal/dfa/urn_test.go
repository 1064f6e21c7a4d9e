package dfa_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/tables"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// The machines of package urn, which this package does not know.

// checkURN runs each of them over s, in every alignment that the caller chooses.
func checkURN(t *testing.T, s string) {
	t.Helper()
	for x, m := range tables.Machines {
		checkRunOf(t, m, urn.Syntax(x).String(), s)
	}
}

// TestURNMachines runs every name of the corpus, beginnings of names whose rest follows in
// memory, one byte of each kind at every place of a long name, runs of every length in every
// alignment, and random strings.
func TestURNMachines(t *testing.T) {
	corpus, err := os.ReadFile("../../testdata/corpus.txt")
	require.NoError(t, err)
	names := strings.Fields(string(corpus))
	longest, n := 300, 200_000
	if testing.Short() {
		names, longest, n = names[:2000], 140, 20_000
	}
	for _, s := range names {
		checkURN(t, s)
	}
	pad := strings.Repeat("b", 140)
	for _, s := range []string{
		"urn:name:b" + pad, "urn:x-y:%41" + pad, "urn:0123456789-0123456789:b" + pad, "urn:name:%41b?+r%41?=q%41#f%41" + pad,
		"urn:name:" + pad[:50] + "?+r?=q#f" + pad, "urn:name:" + pad[:90] + "%41%41?+r?=q#f", "urn:name:b#" + pad[:110] + "%41",
	} {
		for n := range len(s) {
			checkURN(t, s[:n])
		}
	}
	base := "urn:example-namespace:" + strings.Repeat("abc/def:", 20) + "?+" + strings.Repeat("rr", 40) + "?=k=" + strings.Repeat("q&", 40) + "#" + strings.Repeat("f", 70)
	for at := range len(base) {
		for _, with := range []string{"%", "%4", "%4a", "?", "?+", "?=", "?#", "#", "/", "-", ":", "\x00", "\x80", "\xff", "&", "~", "=", ""} {
			checkURN(t, base[:at]+with+base[at:])
			checkURN(t, base[:at]+with)
		}
	}
	room := make([]byte, 64+64+longest)
	for _, head := range []string{"urn:ex:", "urn:abcdefghijklmnopqrstuvwxyz-12345:", "urn:ex:a?+", "urn:ex:a?=", "urn:ex:a#", "urn:ex:a?k=", "urn:", "urN:", ""} {
		for n := range longest {
			b := room[n%64 : n%64+len(head)+n]
			copy(b, head)
			for i := len(head); i < len(b); i++ {
				b[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[i%36]
			}
			checkURN(t, unsafe.String(unsafe.SliceData(b), len(b)))
		}
	}
	const alphabet = "uUrRnN:::abcXYZ019--%%2fF?+=#/&~.\x00\x80"
	g := rand.New(rand.NewPCG(8141, 2141))
	for range n {
		b := []byte("urn:ex:"[:g.IntN(8)])
		for range g.IntN(160) {
			if g.IntN(3) == 0 {
				b = append(b, alphabet[g.IntN(len(alphabet))])
			} else {
				b = append(b, 'a'+byte(g.IntN(26)))
			}
		}
		checkURN(t, string(b))
	}
}

// FuzzRun compares the run loops with the step-by-step interpreter of the same
// tables, at any alignment.
func FuzzRun(f *testing.F) {
	for _, s := range []string{"urn:ex:a", "urn:ex:a%2Fb?+r?=q#f", "URN:" + strings.Repeat("n", 32) + ":x", "urn:ex:" + strings.Repeat("a", 100) + "?"} {
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, s string, align uint8) {
		b := append(make([]byte, int(align)%64, 64+len(s)), s...)[int(align)%64:]
		checkURN(t, unsafe.String(unsafe.SliceData(b), len(b)))
	})
}

// TestLinesMachines: each machine is what [dfa.Machine.Lines] requires, and has the marks of
// package tables, so a dfa.Line has them in their places.
func TestLinesMachines(t *testing.T) {
	for x, m := range tables.Machines {
		x := urn.Syntax(x)
		require.EqualValues(t, tables.NSS, m.Head.Delimiter%dfa.MaxMarks, x)
		require.EqualValues(t, dfa.SetBody|dfa.Escapes, m.Accel[m.Head.Region]&(dfa.SetMask|dfa.Escapes), x)
		require.NotZero(t, m.Info[m.Head.Region]&dfa.Accept, x)
		for i, e := range m.Next {
			if e%dfa.MaxMarks > tables.F {
				t.Errorf("%v: mark %d", x, e%dfa.MaxMarks)
			}
			if class := uint8(i % dfa.Row); e != 0 && (class == m.Class['\n'] || class == m.Class['\r']) {
				t.Errorf("%v: state %d has a transition on CR or LF", x, i/dfa.Row)
			}
		}
		for _, b := range "\r\n" {
			require.Zero(t, m.Sets[b]|m.Delim[b], x)
		}
		for _, e := range m.Exits {
			require.LessOrEqual(t, e.Mark, uint8(tables.F), x)
		}
	}
}

// TestLongestMachines proves of the tables what the search for the longest prefix takes for
// granted: nothing that can follow a mark sets it again, and no match ends before a letter
// or digit.
func TestLongestMachines(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	for x, m := range tables.Machines {
		next := func(s int) (to []int, marks []int) {
			for c := range dfa.Row {
				if e := int(m.Next[s*dfa.Row+c]); e != 0 {
					to, marks = append(to, e/dfa.Row), append(marks, e%dfa.Row)
				}
			}
			return to, marks
		}
		require.NotEqual(t, m.Start, m.Begin)
		require.Zero(t, m.Info[m.Begin]&dfa.Accept)
		for s := range m.Info {
			to, marks := next(s)
			for i, mark := range marks {
				if mark == 0 {
					continue
				}
				seen, todo := map[int]bool{to[i]: true}, []int{to[i]}
				for len(todo) > 0 {
					at := todo[len(todo)-1]
					todo = todo[:len(todo)-1]
					after, again := next(at)
					require.NotContains(t, again, mark, "%v: mark %d is met twice", urn.Syntax(x), mark)
					for _, f := range after {
						if !seen[f] {
							seen[f] = true
							todo = append(todo, f)
						}
					}
				}
			}
			for c := range 256 {
				if m.Info[s]&dfa.Accept != 0 && ascii.IsAlnum(byte(c)) {
					e := m.Next[s*dfa.Row+int(m.Class[c])]
					require.NotZero(t, e, "%v: state %d accepts and ends before %q", urn.Syntax(x), s, c)
					require.NotZero(t, m.Info[e/dfa.Row]&dfa.Accept, "%v: state %d accepts and may end before %q", urn.Syntax(x), s, c)
				}
			}
		}
	}
}
