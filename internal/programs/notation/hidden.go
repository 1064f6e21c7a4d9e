package notation

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// Hidden looks for names that are not found in notation n because their colon is an escape.
// It returns the notation that would find them: URL for "urn%3A", JSON for "urn\u003a", in
// upper or lower case. It returns Plain if there is no such name. It does not allocate.
func Hidden(n Notation, text []byte) Notation {
	n = n.base()
	if n != URL && n != Auto && colonAfterURN(text, 0, "%3") >= 0 {
		return URL
	}
	if n != JSON && n != Auto && colonAfterURN(text, 0, `\u003`) >= 0 {
		return JSON
	}
	return Plain
}

// PercentColon returns the position of the first "%3A" in text at or after at that follows "urn",
// or -1.
func PercentColon(text []byte, at int) int { return colonAfterURN(text, at, "%3") }

// colonAfterURN returns the position of the first escape at or after at that follows "urn", and that
// an "a" follows, or -1.
func colonAfterURN(text []byte, at int, escape string) int {
	for {
		i := bytes.Index(text[at:], []byte(escape))
		if i < 0 {
			return -1
		}
		at += i
		end := at + len(escape)
		if end < len(text) && text[end]|0x20 == 'a' && at >= 3 && bytes.EqualFold(text[at-3:at], []byte("urn")) && (at == 3 || !ascii.IsAlnum(text[at-4]) || at >= 6 && isEscape(text[at-6:])) {
			return at
		}
		at = end
	}
}
