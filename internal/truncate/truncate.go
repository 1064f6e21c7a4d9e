// Package truncate shortens texts for error messages.
package truncate

import (
	"strings"
	"unicode/utf8"
)

// To returns s if it has at most n bytes. Otherwise it returns the characters in the first
// n bytes of s and "…". In that case, it also removes bytes that are not UTF-8.
func To(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// At returns the largest i, at most n, where a character of s begins. If none begins at n or
// in the three bytes before, s is not UTF-8 there, and At returns n. n is at most len(s).
func At(s string, n int) int {
	for i := n; i >= 0 && i > n-utf8.UTFMax; i-- {
		if i == len(s) || utf8.RuneStart(s[i]) {
			return i
		}
	}
	return n
}
