package swar

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestLanes puts every byte in every lane, between bytes of several kinds.
func TestLanes(t *testing.T) {
	for lane := range 8 {
		for _, around := range []byte{0, 1, 'A' - 1, 'M', 'Z' + 1, 'm', 0x7f} {
			for c := range 256 {
				b := []byte(strings.Repeat(string(rune(around)), 8))
				b[lane] = byte(c)
				w := Load(string(b) + "more")
				if want := binary.LittleEndian.Uint64(b); w != want {
					t.Fatalf("Load(%q) = %#x, want %#x", b, w, want)
				}
				lowest := strings.IndexByte(string(b), 0)
				if got := Zero(w) & Highs; lowest < 0 && got != 0 || lowest >= 0 && (got == 0 || bits.TrailingZeros64(got)>>3 != lowest) {
					t.Fatalf("Zero of %q = %#x, want lane %d", b, got, lowest)
				}
				gathered, upper := uint64(0), uint64(0)
				for i, d := range b {
					gathered |= uint64(d>>7) << i
					if 'A' <= d && d <= 'Z' {
						upper |= 0x80 << (8 * i)
					}
				}
				if got := Gather(w); got != gathered {
					t.Fatalf("Gather of %q = %#b, want %#b", b, got, gathered)
				}
				if c >= 0x80 {
					continue
				}
				if got := UpperMask(w); got != upper {
					t.Fatalf("UpperMask of %q = %#x, want %#x", b, got, upper)
				}
			}
		}
	}
}

func TestLastLineEnd(t *testing.T) {
	g := rand.New(rand.NewPCG(8, 9))
	for range 20_000 {
		s := make([]byte, g.IntN(40))
		for i := range s {
			s[i] = "\n\v\x8a\x09a"[min(g.IntN(30), 4)]
		}
		if got, want := LastLineEnd(s), bytes.LastIndexByte(s, '\n'); got != want {
			t.Fatalf("LastLineEnd(%q) = %d, want %d", s, got, want)
		}
	}
}
