// Package suggest makes "did you mean …?" suggestions for people: the URN of an identifier
// without "urn:", and the correct spelling of a mistyped word.
package suggest

import (
	"errors"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/editdistance"
	"github.com/seed7b5a83f0/urn/namespace"
)

// labels has words that people write before an identifier, and the namespace of the
// identifier.
var labels = []struct{ label, nid string }{
	{"isbn-13", "isbn"}, {"isbn-10", "isbn"}, {"isbn", "isbn"}, {"issn", "issn"}, {"isni", "isni"},
	{"uuid", "uuid"}, {"lei", "lei"},
}

// maxText is the length in bytes of the longest text that Name looks at.
const maxText = 80

// Name returns the URN of text, an identifier such as "ISBN 0-395-36341-1". If the rules of
// its namespace are violated, such as by a wrong check digit, wrong says how. ok is false
// if there is no likely name. A number without a label is a name only if its check digit is
// right.
func Name(text string) (name urn.URN, wrong string, ok bool) {
	if len(text) > maxText {
		return name, "", false
	}
	text = strings.TrimSpace(text)
	for _, l := range labels {
		if len(text) <= len(l.label) || !strings.EqualFold(text[:len(l.label)], l.label) {
			continue
		}
		if rest := strings.TrimLeft(text[len(l.label):], ": \t"); rest != "" && len(rest) < len(text)-len(l.label) {
			return of(l.nid, rest)
		}
	}
	if n := strings.Count(text, "-"); len(text) == 36 && n == 4 {
		name, wrong, ok = of("uuid", text)
		return name, wrong, ok && wrong == ""
	}
	digits := strings.NewReplacer("-", "", " ", "").Replace(text)
	if digits == "" || strings.Trim(digits[:len(digits)-1], "0123456789") != "" {
		return name, "", false
	}
	switch {
	case len(digits) == 10, len(digits) == 13 && (strings.HasPrefix(digits, "978") || strings.HasPrefix(digits, "979")):
		name, wrong, ok = of("isbn", text)
	case len(digits) == 8 && len(text) == 9 && text[4] == '-':
		name, wrong, ok = of("issn", text)
	}
	return name, wrong, ok && (wrong == "" || len(text) > len(digits))
}

// of returns the name of the identifier text in a namespace.
func of(nid, text string) (urn.URN, string, bool) {
	u, err := urn.Parse("urn:" + nid + ":" + strings.ReplaceAll(text, " ", "-"))
	if err != nil {
		return u, "", false
	}
	var e *namespace.Error
	switch _, err := namespace.Validate(u); {
	case errors.As(err, &e) && e.Reason != namespace.BadCheckDigit:
		return u, "", false
	case errors.As(err, &e):
		return u, e.Message(), true
	}
	return u, "", true
}

// Sentence returns "did you mean …?" for a text, or "".
func Sentence(text string) string {
	u, wrong, ok := Name(text)
	switch {
	case !ok:
		return ""
	case wrong != "":
		return "did you mean " + u.String() + "? It has a " + wrong
	}
	return "did you mean " + u.String() + "?"
}

// Word returns the element of words that typed resembles most, or "". At most two letters,
// and fewer than half of all, may be changed, added, left out or exchanged.
func Word(typed string, words []string) string {
	best, least := "", min(3, (len(typed)+1)/2)
	for _, w := range words {
		if d := editdistance.Of(strings.ToLower(typed), w, least-1); d < least {
			best, least = w, d
		}
	}
	return best
}

// NID returns the registered NID that nid resembles. It returns "" if nid is registered
// itself or does not resemble a registered NID.
func NID(nid string) string {
	if _, registered := namespace.Lookup(nid); registered {
		return ""
	}
	var nids []string
	for e := range namespace.IANA().All() {
		nids = append(nids, e.NID)
	}
	return Word(nid, nids)
}
