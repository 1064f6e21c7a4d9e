//go:build unix

package attack

import (
	"bytes"
	"math/rand/v2"
	"strings"
)

// parts are the parts of random names.
var parts = []string{
	"urn:", "URN:", "uRn:", "urn:urn:", "ex:", "isbn:", "UUID:", "x-y:", "a", "b", "Z", "0", "9", "-", "--", ":", "?", "?+", "?=", "#", "##",
	"?+?=", "?+a?=", "/", "//", "%", "%2", "%2f", "%2F", "%00", "%c3%a9", ".", ",", ";", "!", "'", "(", ")", "()", "*", "+", "=", "&", "$", "@", "~", "_",
	" ", "\t", "\"", "<", ">", "\\", "{", "}", "\x00", "\x7f", "\x80", "\xff", "é", "\u0435", "\ufeff", "\u2028", "\u212a", "[", "]", "^", "|",
	`\u0026`, `\u003a`, `\/`, `\"`, `\\`, `\u00`, `\n`, `\ud83d\ude00`, "&amp;", "&#x2f;", "&#97;", "&copy;", "&lt;", "&amp", `"urn:ex:a\u0026b"`,
}

// good are names: URNs, and a few that are too long by a byte or incomplete.
var good = []string{
	"urn:ex:a", "URN:Ex:a%2fb?+r?=q#f", "urn:isbn:0-395-36341-1", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:example:weather?=lat=1&b#x", "urn:ex:(a)",
	"urn:" + strings.Repeat("n", 32) + ":x", "urn:" + strings.Repeat("n", 33) + ":x", "urn:ex:a#", "urn:ex:a?+r?", "urn:urn-7:x",
}

// name returns something like a URN.
func name(r *rand.Rand) string {
	var b strings.Builder
	switch r.IntN(4) {
	case 0:
		b.WriteString("urn:ex:")
	case 1:
		b.WriteString(one(r, good...))
	case 2:
		return one(r, good...)
	}
	for range r.IntN(9) {
		b.WriteString(one(r, parts...))
	}
	if r.IntN(60) == 0 { // long: around the sizes of vectors and buffers
		b.WriteString(strings.Repeat(one(r, "a", "%2f", "a/", "()", "?"), one(r, 1, 15, 31, 63, 255, 4096, 66_000)+r.IntN(3)))
	}
	return b.String()
}

// text returns lines, some of them damaged.
func text(r *rand.Rand) []byte {
	var b bytes.Buffer
	if r.IntN(8) == 0 {
		b.WriteString("\ufeff")
	}
	n := r.IntN(30)
	if r.IntN(40) == 0 {
		n = r.IntN(40_000) // several blocks
	}
	for range n {
		if r.IntN(4) == 0 {
			b.WriteString(one(r, "", " ", "(", "<", "x", "\xc3", "see "))
		}
		b.WriteString(name(r))
		b.WriteString(one(r, "\n", "\n", "\n", "\r\n", "\r", "\r\r\n", "\n\n", "\x00", "\x00\n", " "))
	}
	if r.IntN(3) == 0 {
		b.WriteString(name(r))
	}
	if r.IntN(200) == 0 { // longer than the default of --max-line
		b.WriteString("urn:ex:" + strings.Repeat("a", 17<<20))
	}
	if t := b.Bytes(); r.IntN(4) > 0 || len(t) == 0 {
		return t
	}
	return damage(r, b.Bytes())
}

// damage changes some bytes, and may cut the end off.
func damage(r *rand.Rand, b []byte) []byte {
	for range 1 + r.IntN(5) {
		b[r.IntN(len(b))] = byte(r.IntN(256))
	}
	if r.IntN(2) == 0 {
		b = b[:r.IntN(len(b)+1)]
	}
	return b
}
