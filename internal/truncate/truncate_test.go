package truncate

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTo cuts texts of characters of one to four bytes at every offset: no character is
// divided, and no more is lost than a part of one.
func TestTo(t *testing.T) {
	for _, char := range []string{"a", "é", "€", "𝒳"} {
		for before := range 4 {
			s := strings.Repeat("x", before) + strings.Repeat(char, 5)
			for n := range len(s) + 3 {
				if at := At(s, min(n, len(s))); at > n || at <= n-len(char) && n <= len(s) || !utf8.ValidString(s[:at]) {
					t.Errorf("At(%q, %d) = %d", s, n, at)
				}
				got := To(s, n)
				if n >= len(s) {
					if got != s {
						t.Errorf("To(%q, %d) = %q", s, n, got)
					}
					continue
				}
				prefix, ok := strings.CutSuffix(got, "…")
				if !ok || !strings.HasPrefix(s, prefix) || !utf8.ValidString(prefix) || len(prefix) > n || len(prefix) <= n-len(char) {
					t.Errorf("To(%q, %d) = %q", s, n, got)
				}
			}
		}
	}
}

// TestNotUTF8: bytes that begin no character are cut at the limit, and left out.
func TestNotUTF8(t *testing.T) {
	for _, c := range []string{"\x80", "\xbf", "\xff", "\xc3"} {
		s := strings.Repeat(c, 10)
		for n := range 10 {
			if at := At(s, n); at != n || To(s, n) != "…" || To(s, len(s)) != s {
				t.Errorf("At(%q, %d) = %d, To = %q", s, n, at, To(s, n))
			}
		}
	}
}
