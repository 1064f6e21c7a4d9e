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
	if n != URL && n != Auto && colonAfterURN(text, "%3") {
		return URL
	}
	if n != JSON && n != Auto && colonAfterURN(text, `\u003`) {
		return JSON
	}
	return Plain
}

// colonAfterURN reports whether text contains "urn", escape and "a" in this order with
// nothing between them.
func colonAfterURN(text []byte, escape string) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(escape))
		if i < 0 {
			return false
		}
		at += i
		end := at + len(escape)
		if end < len(text) && text[end]|0x20 == 'a' && at >= 3 && bytes.EqualFold(text[at-3:at], []byte("urn")) && (at == 3 || !ascii.IsAlnum(text[at-4])) {
			return true
		}
		at = end
	}
}
