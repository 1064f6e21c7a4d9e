// Package published lists prefixes of names that their owners have published and cannot change.
// Their NID is not registered, or the names break the rules of their namespace or of RFC 8141.
// Users of such a name cannot choose another.
package published

import (
	_ "embed"
	"strings"
)

// text lists the prefixes, in lower case, each with its owner after a tab. A prefix ends where a
// part of the name ends. A malformed name belongs here only if it is in a document of its owner.
//
//go:embed published.txt
var text string

// Has reports whether a name begins with one of the prefixes.
func Has(name []byte) bool {
	const longest = 64
	s := strings.ToLower(string(name[:min(len(name), longest)]))
	for line := range strings.Lines(text) {
		prefix, _, _ := strings.Cut(line, "\t")
		if rest, ok := strings.CutPrefix(s, prefix); ok && (rest == "" || strings.IndexByte(":.#?/-", rest[0]) >= 0) {
			return true
		}
	}
	return false
}

// NIDs returns the NIDs of the prefixes, in lower case. Some are not well-formed.
func NIDs() (list []string) {
	for line := range strings.Lines(text) {
		list = append(list, strings.FieldsFunc(line[len("urn:"):], func(r rune) bool { return r == ':' || r == '\t' })[0])
	}
	return list
}

// Owners returns the prefixes with an NID, compared case-insensitively, and their owners, or "".
func Owners(nid string) string {
	var list []string
	for line := range strings.Lines(text) {
		prefix, owner, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if rest, ok := strings.CutPrefix(prefix, "urn:"+strings.ToLower(nid)); ok && (rest == "" || rest[0] == ':') {
			list = append(list, prefix+": "+owner)
		}
	}
	return strings.Join(list, "; ")
}
