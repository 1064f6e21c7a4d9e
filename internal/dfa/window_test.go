package dfa_test

import (
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// checkWindow compares the windows with the tables, byte by byte, for each set.
func checkWindow(t *testing.T, m *dfa.Machine, s string, i int) {
	t.Helper()
	var want [dfa.MaxSets]uint64
	var lead uint64
	for j := range min(len(s)-i, dfa.WindowLen) {
		for k := range want {
			want[k] |= uint64(m.Sets[s[i+j]]>>k&1) << j
		}
		if s[i+j] == m.Lead {
			lead |= 1 << j
		}
	}
	for _, vectors := range []bool{true, false} {
		first, second := want[dfa.SetFirst], want[dfa.SetSecond]
		if !vectors { // digits of all escapes
			first &= second & want[dfa.SetBody]
			second = first
		}
		escapes := lead & (first >> 1) & (second >> 2)
		for set := uint8(dfa.SetBody); set < dfa.SetLead; set++ {
			head, in, got, ok := m.Window(s, i, set, vectors)
			if !vectors && m.Sets[m.Lead]>>dfa.SetLead&1 == 0 {
				got = escapes // a machine without escapes
			}
			if ok && (head != want[dfa.SetHead] || in != want[set] || got != escapes) {
				t.Fatalf("window of %q at %d, set %d, vectors %t: %x, %x, escapes %x; want %x, %x, %x", s, i, set, vectors, head, in, got, want[dfa.SetHead], want[set], escapes)
			}
		}
	}
}

// TestWindowBytes puts every byte value into every lane, among bytes that are in
// all sets and among bytes that are in none.
func TestWindowBytes(t *testing.T) {
	for name, m := range machines {
		for _, other := range []byte{'a', 0, '%', 0xff} {
			b := []byte(strings.Repeat(string([]byte{other}), dfa.WindowLen))
			for lane := range b {
				for c := range 256 {
					b[lane] = byte(c)
					checkWindow(t, m, string(b), 0)
				}
				b[lane] = other
			}
		}
		_ = name
	}
}

// TestWindowEscapes puts every pair of bytes after a lead, in the lanes where the
// halves of a window and its end are, and whole escapes into every lane.
func TestWindowEscapes(t *testing.T) {
	m := &full
	for _, lane := range []int{0, 29, 30, 31, 32, 60, 61, 62, 63} {
		b := []byte(strings.Repeat("a", dfa.WindowLen+2))
		b[lane] = '%'
		for c := range 256 {
			for d := range 256 {
				b[lane+1], b[lane+2] = byte(c), byte(d)
				checkWindow(t, m, string(b), 0)
			}
			if testing.Short() && c == 'F' {
				break
			}
		}
	}
	for lane := range dfa.WindowLen {
		for n := range 20 {
			s := strings.Repeat("a", lane) + strings.Repeat("%4a", n) + "%4" + strings.Repeat("b", 70-lane)
			checkWindow(t, m, s, 0)
			checkWindow(t, m, s, lane/2)
		}
	}
}

// TestWindowTails checks every length of a tail at every alignment, with bytes
// before and after it that must not count.
func TestWindowTails(t *testing.T) {
	room := []byte(strings.Repeat("a%4a", 80))
	whole := string(room)
	for align := range 64 {
		for n := 1; n <= 80; n++ {
			for before := range 3 {
				checkWindow(t, &full, whole[align:align+before+n], before)
			}
		}
	}
}
