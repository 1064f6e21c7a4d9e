// Package equivalence says whether the letters of a namespace's names match
// case-insensitively, if all its names, or all with a common beginning, follow one rule.
package equivalence

// Class says what a namespace adds to URN-equivalence.
type Class uint8

const (
	// General: nothing. Only RFC 8141, section 3.1, holds.
	General Class = iota
	// CaseInsensitive: the letters of the NSS match case-insensitively.
	CaseInsensitive
	// Special: the namespace has a rule of its own.
	Special
)

// Rule is the class of the names of a namespace whose NSS begins with Part and a ":", or of
// all other names if Part is "".
type Rule struct {
	Part  string
	Class Class
}
