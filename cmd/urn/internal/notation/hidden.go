package notation

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// hiding lists beginnings of names whose colon is an escape. The first bytes of the escape must
// match exactly, the others case-insensitively.
var hiding = [...]struct {
	in   Notation // undoes the escape; Plain if that takes two steps
	like string
	same int // how many bytes of the escape must match exactly
}{
	{URL, "urn%3A", len("%3")},
	{JSON, `urn\u003a`, len(`\u003`)},
	{HTML, "urn&#58;", len("&#58;")},
	{HTML, "urn&#x3a;", len("&#")},
	{HTML, "urn&colon;", len("&colon;")},
	{Plain, "urn%253A", len("%253")},
}

// Hidden looks for a name that is not found in text, which is read in notation n, because its colon is an escape. It
// returns how such a name begins, and what to try, or "". It allocates only what to try.
func (n Notation) Hidden(text []byte) (like, try string) {
	n = n.base()
	for _, h := range hiding {
		known := n == h.in || n == Auto && h.in != HTML || n == XML && h.like[:len("urn&#")] == "urn&#"
		switch {
		case h.in != Plain && known, !hasColon(text, h.like[len("urn"):], h.same):
		case h.in == Plain:
			return h.like, "--in url after decoding the text once"
		default:
			return h.like, "--in " + h.in.String()
		}
	}
	return "", ""
}

// hasColon reports whether an escape directly follows "urn" in text. The first same bytes of the escape must
// match exactly, the others case-insensitively.
func hasColon(text []byte, escape string, same int) bool {
	for at := 0; ; at += same {
		i := bytes.Index(text[at:], []byte(escape[:same]))
		if i < 0 {
			return false
		}
		at += i
		if s := text[at:]; followsURN(text, at) && len(s) >= len(escape) && ascii.EqualFold(escape, s[:len(escape)]) {
			return true
		}
	}
}

// followsURN reports whether "urn" is directly before text[at], and no letter or digit before that, except
// the last digit of an escape.
func followsURN(text []byte, at int) bool {
	return at >= 3 && bytes.EqualFold(text[at-3:at], []byte("urn")) &&
		(at == 3 || !ascii.IsAlnum(text[at-4]) || at >= 6 && isEscape(text[at-6:]))
}
