package notation

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/internal/ascii"
)

// Left lists beginnings of names that URL and Auto leave, and what to do. [Text.Left] counts them. like follows "urn" and
// any number of backslashes; it is in lower case.
var Left = [...]struct{ like, Says string }{
	Twice:   {Says: "urn%253A, which is encoded twice: decode the text once"},
	escaped: {"u003a", `urn\u003a: try --in json`},
	{"003a", `urn\003a: decode the text once`},
	{"x3a", `urn\x3a: decode the text once`},
	referenced: {Says: "urn&#58;: try --in html"}, // in JSON
}

const Twice, escaped, referenced = 0, 1, 4 // indexes of Left

// hiding lists beginnings of names whose colon is an escape.
var hiding = [...]struct {
	in        Notation // undoes the escape; Plain if none does
	like, try string
}{
	{URL, "urn%3A", "--in url"},
	{JSON, `urn\u003a`, "--in json"},
	{HTML, "urn&#58;", "--in html"},
	{HTML, "urn&#x3a;", "--in html"},
	{HTML, "urn&colon;", "--in html"},
	{Plain, "urn%253A", "--in url after decoding the text once"},
	{Plain, "urn=3A", "decoding the text, which is quoted-printable"},
}

// Hidden looks for a name that is not found in text, which is read in notation n, because its colon is an escape. It
// returns how such a name begins, and what to try, or "". It does not allocate.
func (n Notation) Hidden(text []byte) (like, try string) {
	n = n.base()
	for _, h := range hiding {
		known := h.in != Plain && (n == h.in || n == Auto && h.in != HTML || n == XML && h.like[:len("urn&#")] == "urn&#")
		if !known && hasColon(text, h.like[len("urn"):]) {
			return h.like, h.try
		}
	}
	return "", ""
}

// hasColon reports whether an escape directly follows "urn" in text. The case of its first two bytes matters.
func hasColon(text []byte, escape string) bool {
	for at := 0; ; at++ {
		i := bytes.Index(text[at:], []byte(escape[:2]))
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
