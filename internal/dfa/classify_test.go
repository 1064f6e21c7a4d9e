package dfa

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/few"
)

// kernelMachine returns a machine that has nothing but random sets.
func kernelMachine(g *rand.Rand, sameDigits bool) *Machine {
	m := &Machine{Lead: 0x25}
	for k := range SetLead {
		for b := range 128 {
			if g.IntN(2) == 0 || b == int(m.Lead) {
				continue
			}
			m.Sets[b] |= 1 << k
		}
	}
	if sameDigits {
		for b := range m.Sets {
			m.Sets[b] = m.Sets[b]&^(1<<SetSecond) | m.Sets[b]>>SetFirst&1<<SetSecond
		}
	}
	m.Sets[m.Lead] = 1 << SetLead
	for b := range 128 {
		for k := range MaxSets {
			m.Shuffle[k][b&15] |= (m.Sets[b] >> k & 1) << (b >> 4)
		}
	}
	return m
}

// wantClassify is classify, one byte at a time.
func wantClassify(s string, m *Machine, first, second uint64) (special []uint8) {
	special = make([]uint8, len(s)/8)
	in := func(i int, set int, after uint64) bool {
		if i >= len(s) {
			return after>>(i-len(s))&1 != 0
		}
		return m.Sets[s[i]]>>set&1 != 0
	}
	for i := range len(s) {
		escape := s[i] == m.Lead && in(i+1, SetFirst, first) && in(i+2, SetSecond, second)
		if !escape && !in(i, SetBody, 0) {
			special[i/8] |= 1 << (i % 8)
		}
	}
	return special
}

func bit(m *Machine, b byte, set int) uint64 { return uint64(m.Sets[b] >> set & 1) }

// TestClassify compares the kernel with the sets: each byte value in each lane,
// alone, after a lead, and as the last byte of an escape.
func TestClassify(t *testing.T) {
	if !useVector || !useBegin {
		t.Skip("no classify")
	}
	g := rand.New(rand.NewPCG(1, 11))
	machines := 4
	if testing.Short() {
		machines = 2
	}
	for k := range machines {
		m := kernelMachine(g, k%2 == 0)
		e := &Engine{Machine: *m, firstDiffers: k%2 != 0}
		var digit [2]byte // of SetFirst, SetSecond
		for j := range digit {
			for digit[j] = byte(g.IntN(128)); m.Sets[digit[j]]>>(SetFirst+j)&1 == 0; {
				digit[j] = byte(g.IntN(128))
			}
		}
		check := func(b []byte, first, second uint64) {
			t.Helper()
			s := string(b)
			want := wantClassify(s, m, first, second)
			// What is around the result stays.
			around := strings.Repeat("x", len(s)/8+16)
			got := []byte(around)
			classify(s, e, first, second, &got[8])
			if want := around[:8] + string(want) + around[:8]; want != string(got) {
				t.Fatalf("%q: special %x, want %x", s, got, want)
			}
		}
		for _, size := range []int{64, 128, 192} {
			for lane := range size {
				for value := range 256 {
					b := make([]byte, size+2)
					b[lane] = byte(value)
					check(b[:size], 0, 0)
					if size == 128 || testing.Short() {
						continue
					}
					b[lane], b[lane+1], b[lane+2] = m.Lead, byte(value), digit[1]
					first, second := bit(m, b[size], SetFirst), bit(m, b[size], SetSecond)|bit(m, b[size+1], SetSecond)<<1
					check(b[:size], first, second)
					b[lane+1], b[lane+2] = digit[0], byte(value)
					first, second = bit(m, b[size], SetFirst), bit(m, b[size], SetSecond)|bit(m, b[size+1], SetSecond)<<1
					check(b[:size], first, second)
				}
			}
		}
		for range 2000 { // all lanes at once, every alignment
			b := make([]byte, 64*(1+g.IntN(20)))
			alphabet := []byte{m.Lead, digit[0], digit[1], byte(g.IntN(256)), byte(g.IntN(256))}
			for i := range b {
				b[i] = alphabet[g.IntN(len(alphabet))]
			}
			check(b, g.Uint64N(2), g.Uint64N(4))
		}
	}
}

// TestWindowSets compares window and windowRest with the sets: each byte value in
// each lane, every length and alignment, and the edges of pages.
func TestWindowSets(t *testing.T) {
	if !useVector {
		t.Skip("no vectors")
	}
	g := rand.New(rand.NewPCG(2, 11))
	for k := range 4 {
		m := kernelMachine(g, k%2 == 0)
		check := func(s string, i int) {
			t.Helper()
			var want masks
			for j := range min(windowLen, len(s)-i) {
				want.head |= bit(m, s[i+j], SetHead) << j
				want.body |= bit(m, s[i+j], SetBody) << j
				for k := range want.rest {
					want.rest[k] |= bit(m, s[i+j], SetBody+1+k) << j
				}
				if j+2 < min(windowLen, len(s)-i) && s[i+j] == m.Lead {
					want.escapes |= bit(m, s[i+j+1], SetFirst) & bit(m, s[i+j+2], SetSecond) << j
				}
			}
			got := masks{all: true}
			window(s, i, m, &got)
			if got.all {
				t.Fatalf("window(%q, %d) does not clear all", s, i)
			}
			windowRest(s, i, m, &got)
			if want.all = true; got != want {
				t.Fatalf("window(%q, %d) = %+v, want %+v", s, i, got, want)
			}
		}
		for lane := range 66 {
			for value := range 256 {
				b := make([]byte, 66)
				b[lane] = byte(value)
				check(string(b), 0)
				if lane >= 2 {
					b[lane-2] = m.Lead
					for digit := range 4 {
						b[lane-1] = byte('0' + digit*17)
						check(string(b), 0)
						b[lane-1], b[lane] = b[lane], b[lane-1]
						check(string(b), 0)
						b[lane-1], b[lane] = b[lane], b[lane-1]
					}
				}
			}
		}
		page := make([]byte, 3*4096)
		for i := range page {
			page[i] = []byte{m.Lead, '0', 'A', byte(g.IntN(256))}[g.IntN(4)]
		}
		text := string(page)
		for range 20000 { // every alignment and length, across the edges of pages
			at := g.IntN(len(text) - 70)
			s := text[at : at+1+g.IntN(70)]
			check(s, g.IntN(len(s)))
		}
	}
}

func TestRegionBits(testingT *testing.T) {
	t := few.Of(testingT)
	g := rand.New(rand.NewPCG(3, 11))
	var r regionBits
	for i := 0; i < len(r); i += 8 {
		binary.LittleEndian.PutUint64(r[i:], g.Uint64()&g.Uint64()&g.Uint64()&g.Uint64()&g.Uint64())
	}
	r[len(r)-9] |= 0x80
	for i := range 1024 {
		want := i
		for r[want/8]>>(want%8)&1 == 0 {
			want++
		}
		if got := i + r.zeros(i); got != want {
			t.Errorf("zeros(%d) leads to %d, want %d", i, got, want)
		}
	}
}
