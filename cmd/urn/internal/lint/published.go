package lint

import (
	_ "embed"
	"strings"
)

// publishedText has beginnings of names that others have published and that cannot change
// any more, although their NID is not registered, or their names break the rules of
// their namespace or of RFC 8141. Whoever writes such a name has no choice. Each is in
// lower case, ends where a component of the name ends, and has its owner after a tab.
//
// A name that is wrong in itself belongs here only if a document of its owner has it.
//
//go:embed published.txt
var publishedText string

// isPublished reports whether a name begins with one of publishedText.
func isPublished(name []byte) bool {
	const longest = 64
	s := strings.ToLower(string(name[:min(len(name), longest)]))
	for line := range strings.Lines(publishedText) {
		prefix, _, _ := strings.Cut(line, "\t")
		if rest, ok := strings.CutPrefix(s, prefix); ok && (rest == "" || strings.IndexByte(":.#?/-", rest[0]) >= 0) {
			return true
		}
	}
	return false
}
