package dfa_test

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// checkWindow compares the kernels with the tables, byte by byte.
func checkWindow(t *testing.T, m *dfa.Machine, s string, i int) {
	t.Helper()
	var want [dfa.MaxSets]uint64
	for j := range min(len(s)-i, dfa.WindowLen) {
		for k := range want {
			want[k] |= uint64(m.Sets[s[i+j]]>>k&1) << j
		}
	}
	escapes := want[dfa.SetLead] & (want[dfa.SetFirst] >> 1) & (want[dfa.SetSecond] >> 2)
	want[dfa.SetFirst], want[dfa.SetSecond], want[dfa.SetLead] = 0, 0, 0 // not returned
	got, gotEscapes, ok := m.Window(s, i)
	if ok && (got != want || gotEscapes != escapes) {
		t.Fatalf("window of %q at %d: %x, escapes %x; want %x, %x", s, i, got, gotEscapes, want, escapes)
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
					checkWindow(t, &m.Machine, string(b), 0)
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

// TestMask holds the look-up of 64 bytes without vectors against the tables: each
// byte value in each lane, for each set; and each length.
func TestMask(t *testing.T) {
	for name, m := range machines {
		for n := 8; n <= 80; n++ {
			for _, other := range []byte{'a', 0} {
				b := []byte(strings.Repeat(string([]byte{other}), n))
				var with [dfa.MaxSets]uint64 // of the other byte
				for set := range with {
					with[set] = uint64(m.Sets[other]>>set&1) * (1<<min(n, 64) - 1)
				}
				for lane := range min(n, 64) {
					step := 1
					if n != 8 && n != 64 && n != 80 {
						step = 29
					}
					for c := 0; c < 256; c += step {
						b[lane] = byte(c)
						for set := range with {
							want := with[set]&^(1<<lane) | uint64(m.Sets[c]>>set&1)<<lane
							if got := m.Mask(string(b), uint8(set)); got != want {
								t.Fatalf("%s: mask(%q, %d) = %#x, want %#x", name, b, set, got, want)
							}
						}
					}
					b[lane] = other
				}
			}
		}
	}
}

// TestWindow64 holds the look-up of 64 bytes and their escapes against the tables:
// each byte value in each lane, as a whole escape would have it and alone, for each
// set that may have escapes.
func TestWindow64(t *testing.T) {
	m := &full
	for _, text := range []string{strings.Repeat("b", 64), strings.Repeat("%44", 22)[:64], strings.Repeat("b%44", 16), strings.Repeat("%%44", 16), strings.Repeat("?%44+", 13)[:64]} {
		b := []byte(text)
		for lane := range b {
			for c := range 256 {
				b[lane] = byte(c)
				for _, set := range []uint8{dfa.SetBody, 4, 5} {
					var want uint64
					for j, c := range b {
						if m.Sets[c]>>set&1 == 0 {
							want |= 1 << j
						}
					}
					few := set != dfa.SetBody && bits.OnesCount64(want) <= 4
					for j := range dfa.WindowLen - 2 {
						if both := m.Sets[b[j+1]] & m.Sets[b[j+2]]; !few && b[j] == m.Lead && m.Sets[b[j+1]]>>dfa.SetFirst&(both>>dfa.SetFirst)&(both>>dfa.SetSecond)&1 != 0 {
							want &^= 1 << j
						}
					}
					if got := m.Window64(string(b), set); got != want {
						t.Fatalf("window64(%q, %d) = %#x, want %#x", b, set, got, want)
					}
				}
			}
			b[lane] = text[lane]
		}
	}
}

// TestSpan holds the loops without vectors against the tables: each byte value in
// each lane, for each set; and each length.
func TestSpan(t *testing.T) {
	m := &full
	member := map[uint8]byte{dfa.SetHead: 'a', dfa.SetFirst: '4', dfa.SetSecond: 'a', dfa.SetBody: 'Q', 4: '#', 5: ',', 6: 'b'}
	for set, in := range member {
		for n := range 40 {
			for start := range 12 {
				for c := range 256 {
					b := []byte(strings.Repeat(string([]byte{in}), start+n))
					want := n
					if n > 0 {
						at := start + n/2
						b[at] = byte(c)
						if m.Sets[c]>>set&1 == 0 {
							want = n / 2
						}
					}
					if got := m.Span(string(b), start, set); got != want {
						t.Fatalf("span(%q, %d, %d) = %d, want %d", b, start, set, got, want)
					}
					if n == 0 {
						break
					}
				}
			}
		}
	}
}

// TestSkip: whole escapes are skipped where a state returns over them, and
// nothing else is.
func TestSkip(t *testing.T) {
	const body = dfa.SetBody | dfa.Escapes
	for _, tt := range []struct {
		s     string
		accel uint8
		want  int
	}{
		{"abc", body, 3}, {"", body, 0}, {"?", body, 0}, {"a?", body, 1},
		{"%4a", body, 3}, {"a%4a%FFb", body, 4}, {"a%4a%Ffb?", body, 8},
		{"%", body, 0}, {"%4", body, 0}, {"a%4", body, 1}, {"%a4", body, 0}, {"%4A", body, 0}, {"%%4a", body, 0},
		{strings.Repeat("a", 70) + "%4a" + strings.Repeat("a", 58) + "%4a%4a%4ax%4", body, 141},
		{strings.Repeat("%4a", 50) + "aaaaaaaaaaaa", body, 162}, {strings.Repeat("%4a", 50) + "%4", body, 150},
	} {
		if got := full.Skip(tt.s, 0, tt.accel); got != tt.want {
			t.Errorf("hop(%q, %#x) = %d, want %d", tt.s, tt.accel, got, tt.want)
		}
		if got := full.Skip("?"+tt.s, 1, tt.accel); got != tt.want+1 {
			t.Errorf("hop(%q, %#x) = %d, want %d", "?"+tt.s, tt.accel, got, tt.want+1)
		}
	}
}
