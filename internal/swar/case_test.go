package swar

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// TestHasUpper looks for a letter in a whole text, and in all of its prefixes. It puts every byte of ASCII at every place of texts of all lengths.
func TestHasUpper(t *testing.T) {
	for size := range 26 {
		for at := range size {
			for c := range byte(0x80) {
				b := []byte(strings.Repeat("z", size))
				b[at] = c
				if got, want := HasUpper(string(b)), ascii.IsUpper(c); got != want {
					t.Fatalf("HasUpper(%q) = %v, want %v", b, got, want)
				}
				for n := range size + 1 {
					if got, want := HasUpperFirst(string(b), n), at < n && ascii.IsUpper(c); got != want {
						t.Fatalf("HasUpperFirst(%q, %d) = %v, want %v", b, n, got, want)
					}
				}
			}
		}
	}
	if HasUpper("") {
		t.Error(`HasUpper("") is true`)
	}
}

// LowerFirst changes letters among the first n bytes, and nothing else.
func TestLowerFirst(t *testing.T) {
	for _, letter := range []byte{'@', 'A', 'M', 'Z', '[', 'm', '-', '0', 0, 0x7f} {
		for _, after := range []byte{'A', 'z', 0, 0x7f, 0x80, 0xff} {
			for size := range 80 {
				for n := range size + 1 {
					b := bytes.Repeat([]byte{letter}, size)
					for i := n; i < size; i++ {
						b[i] = after
					}
					want := bytes.Clone(b)
					for i := range n {
						want[i] = ascii.Lower(letter)
					}
					if LowerFirst(b, n); !bytes.Equal(b, want) {
						t.Fatalf("LowerFirst of %d of %d bytes %q and %q makes %q, want %q", n, size, letter, after, b, want)
					}
				}
			}
		}
	}
}

// CopyNormal is compared with LowerFirst and UpperEscapes, for each place of a letter and of an escape.
func TestCopyNormal(t *testing.T) {
	testhelp.Slow(t)
	for size := 16; size < 60; size++ {
		for at := range size - 2 {
			for _, c := range []string{"A", "%aF", "Z", "@", "[", "%a0%f", "%af%Fa%0a", "$", "&"} {
				if c[0] == '%' {
					c = c[:min(len(c), (size-at)/3*3)]
				}
				text := bytes.Repeat([]byte("Ma"), 30)[:size]
				copy(text[at:], c)
				for n := range 17 {
					if c[0] == '%' && at < n { // no NID has an escape
						break
					}
					want, got := bytes.Clone(text), make([]byte, size)
					LowerFirst(want, n)
					UpperEscapes(want)
					if CopyNormal(got, string(text), n); !bytes.Equal(got, want) {
						t.Fatalf("CopyNormal(%q, %d) makes %q, want %q", text, n, got, want)
					}
					for back := range 20 { // dst begins before s
						memory := append(make([]byte, back), text...)
						if CopyNormal(memory, unsafe.String(&memory[back], size), n); !bytes.Equal(memory[:size], want) {
							t.Fatalf("CopyNormal of %q, %d bytes further, makes %q, want %q", text, back, memory[:size], want)
						}
					}
				}
			}
		}
	}
}

// UpperEscapes is compared with a loop that takes escapes one by one: an escape at every
// distance from the next one and from both ends, and texts drawn at random.
func TestUpperEscapes(t *testing.T) {
	check := func(text string) {
		t.Helper()
		want := []byte(text)
		for i := 0; i < len(want); i++ {
			if want[i] == '%' {
				copy(want[i:], bytes.ToUpper(want[i:i+3]))
				i += 2
			}
		}
		got := []byte(text)
		if UpperEscapes(got); !bytes.Equal(got, want) {
			t.Fatalf("UpperEscapes of %q makes %q, want %q", text, got, want)
		}
	}
	const letters = "abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdef"
	for before := range 20 {
		for between := range 50 {
			for after := range 20 {
				check(letters[:before] + "%af" + letters[:between] + "%Fa" + letters[:after])
			}
		}
	}
	check("")
	g := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		var b strings.Builder
		every := 1 + g.IntN(12)
		for range g.IntN(60) {
			if g.IntN(every) == 0 {
				b.WriteByte('%')
				b.WriteByte("09afAF"[g.IntN(6)])
				b.WriteByte("09afAF"[g.IntN(6)])
			} else {
				b.WriteByte("gaf:@AF\x00\x7f`{"[g.IntN(11)])
			}
		}
		check(b.String())
	}
}
