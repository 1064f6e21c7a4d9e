package ascii

import (
	"strings"
	"testing"
	"unicode"
)

func TestAll(t *testing.T) {
	for i := range 256 {
		c := byte(i)
		r := rune(c)
		plain := c < 0x80
		for name, test := range map[string][2]bool{
			"IsLetter": {IsLetter(c), plain && unicode.IsLetter(r)},
			"IsDigit":  {IsDigit(c), plain && unicode.IsDigit(r)},
			"IsAlnum":  {IsAlnum(c), plain && (unicode.IsLetter(r) || unicode.IsDigit(r))},
			"IsUpper":  {IsUpper(c), plain && unicode.IsUpper(r)},

			"IsLowerHex": {IsLowerHex(c), strings.IndexByte("abcdef", c) >= 0},
		} {
			if test[0] != test[1] {
				t.Errorf("%s(%q) = %v, want %v", name, c, test[0], test[1])
			}
		}
		lower, upper := c, c
		if plain {
			lower = byte(unicode.ToLower(r))
		}
		if strings.IndexByte("abcdef", c) >= 0 {
			upper = byte(unicode.ToUpper(r))
		}
		if got := Lower(c); got != lower {
			t.Errorf("Lower(%q) = %q, want %q", c, got, lower)
		}
		if got := UpperHex(c); got != upper {
			t.Errorf("UpperHex(%q) = %q, want %q", c, got, upper)
		}
	}
}

func TestEqualFold(t *testing.T) {
	for _, c := range []struct {
		s, t string
		want bool
	}{
		{"", "", true}, {"urn:", "URN:", true}, {"urn", "urn:", false}, {"urn:", "urn", false}, {"a@", "A`", false}, {"k", "\u212a", false}, {"\xe4", "\xc4", false},
	} {
		if got := EqualFold(c.s, []byte(c.t)); got != c.want {
			t.Errorf("EqualFold(%q, %q) = %v", c.s, c.t, got)
		}
	}
}

// TestToLower: the letters A to Z, and nothing beside them.
func TestToLower(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "a": "a", "AZ": "az", "Z": "z", "@A[Z_`z{": "@a[z_`z{", "_@0:~": "_@0:~", "a\u00c9B": "a\u00c9b",
	} {
		if got := ToLower(s); got != want {
			t.Errorf("ToLower(%q) = %q, want %q", s, got, want)
		}
		if HasPrefixFold(s+"x", want) != true || HasPrefixFold(s, want+"x") || s != "" && HasPrefixFold("{"+s, want) {
			t.Errorf("HasPrefixFold with the prefix %q", want)
		}
	}
}
