package lint

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lint/dictionary"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/published"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/internal/editdistance"
	"github.com/seed7b5a83f0/urn/namespace"
)

// trie holds the beginnings of all names of a tree, by the parts between the colons, with 0
// for each number after the NID. They show which prefixes the tree uses throughout, and which
// are only similar to these.
//
// Its memory is bounded. There are at most maxNodes nodes. Beyond that the deepest ones
// are dropped, and none as deep is added. A node has at most maxChildren children.
// Beyond that its parts are values, such as numbers and keys, and all of its children are
// dropped. A node keeps the first maxSpots places, and counts the others. What is dropped does
// not depend on the order of the files.
type trie struct {
	mu    sync.Mutex
	root  node
	count int // of nodes
	depth int // how deep they are
}

const (
	maxNodes    = 1 << 16
	maxChildren = 256
	maxRoots    = 4096 // namespace identifiers
	maxDepth    = 6
	maxPart     = 64 // length of a part, in bytes

	rare      = 3  // how often a wrong beginning may occur
	maxSpots  = 32 // places that a node keeps
	manyTimes = 50 // how much more often the intended name occurs
)

// node is a beginning of names.
type node struct {
	count    int64
	values   bool // there were too many children
	children map[string]*node
	places   []Finding // the first maxSpots, in order
	more     int64     // places after these
}

// verdict says what is wrong with the names of a node.
type verdict struct {
	key, message string
	level        Level                    // the highest level of its findings
	tests        bool                     // in test files, it is not only a note
	mend         func(path string) string // returns the right beginning; nil if that is not known
}

// remember adds a name that begins at from to the names of the tree.
func (p *piece) remember(from int, name string, around *place, certain bool) {
	n := p.names
	n.mu.Lock()
	defer n.mu.Unlock()
	at := &n.root
	at.count++
	start := len("urn:")
	for depth := 1; depth <= n.depth && start <= len(name); depth++ {
		end := len(name)
		if i := strings.IndexByte(name[start:], ':'); i >= 0 {
			end = start + i
		}
		part := name[start:end]
		if depth > 1 {
			part = form(part)
		}
		if len(part) > maxPart || at.values || digits(part) > 2 && keyed.MatchString(part) {
			return
		}
		next := at.children[part]
		if next == nil {
			if len(at.children) == maxChildren && depth > 1 || len(at.children) == maxRoots {
				n.count -= at.prune(0)
				at.values, at.children = true, nil
				return
			}
			if at.children == nil {
				at.children = map[string]*node{}
			}
			next = new(node)
			at.children[strings.Clone(part)] = next
			if n.count++; n.count > maxNodes {
				n.depth--
				n.count -= n.root.prune(n.depth)
				if depth > n.depth {
					return
				}
			}
		}
		switch next.count++; {
		case next.count > rare && depth > 1 && !isWord(part) && (part != "" || depth > 2):
			next.places = nil
		case p.Levels[Dialect] != Off && (p.all || certain || end < len(name)):
			first, last := from+start, from+end
			if part == "" { // the two colons
				first, last = first-1, from+min(end+1, len(name))
			}
			next.keep(p, first, last, name, name[:end], around)
		}
		at, start = next, end+1
	}
}

// keep adds text[start:end], a part of a name, to the places of a node, unless a comment
// suppresses it.
func (n *node) keep(p *piece, start, end int, name, begin string, around *place) {
	if len(n.places) == maxSpots {
		last := &n.places[maxSpots-1]
		if cmp.Or(comparePaths(p.file, last.File), cmp.Compare(p.offset+int64(start), last.Offset)) > 0 {
			n.more++
			return
		}
	}
	if p.seek(start); p.suppresses(Dialect) {
		return
	}
	f := p.at(Dialect, start, end, []byte(name), "", "")
	f.begin, f.why = begin, p.why(true, around)
	i, _ := slices.BinarySearchFunc(n.places, &f, func(a Finding, b *Finding) int { return inOrder(&a, b) })
	if n.places = slices.Insert(n.places, i, f); len(n.places) > maxSpots {
		n.places = n.places[:maxSpots]
		n.more++
	}
}

// prune drops the nodes that are more than depth levels below n, and returns how many it dropped.
func (n *node) prune(depth int) (count int) {
	for part, c := range n.children {
		count += c.prune(max(0, depth-1))
		if depth == 0 {
			count++
			delete(n.children, part)
		}
	}
	return count
}

// findings returns the findings about names that nearly belong to a dialect of the tree.
// known reports whether an NID is correct by itself.
func (n *trie) findings(known func(nid string) bool) (list []*Finding) {
	n.root.compare(true, known, &list)
	n.missing(known, &list)
	return list
}

// outnumbers reports whether b is so much more frequent than a that a is probably a mistake for b.
func outnumbers(b, a int64) bool { return a <= rare && b >= manyTimes*a }

// A word that differs by one letter from another word gets a note if the other word has
// this frequency. It gets a warning if the word is long and the other much more frequent.
// The last parts of names are values: among many values, some are similar by chance.
const (
	frequent  = 3
	muchMore  = 10
	longWord  = 8
	maxLeaves = 64
)

// isWord reports whether a part can be compared letter by letter.
func isWord(part string) bool { return len(part) >= 6 && digits(part) == 0 }

// form returns a part with 0 for each number.
func form(part string) string {
	if digits(part) == 0 {
		return part
	}
	last := rune(0)
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			r = '0'
		}
		if last == '0' && r == '0' {
			return -1
		}
		last = r
		return r
	}, part)
}

// keyed matches the form of a word in which letters and numbers alternate. It is a key, and few
// names share it.
var keyed = regexp.MustCompile(`(?:0[A-Za-z]+){3}|(?:[A-Za-z]+0){3}`)

// compare compares the children of a node with each other.
func (n *node) compare(root bool, known func(string) bool, list *[]*Finding) {
	parts := slices.Sorted(maps.Keys(n.children))
	for _, part := range parts {
		c := n.children[part]
		if len(c.places) == 0 || dictionary.Has(c.places[0].begin) || part == "..." {
			continue
		}
		begin := c.places[0].begin
		path := begin[:strings.LastIndexByte(begin, ':')+1]
		if part == "" && !root {
			n.doubled(path[:len(path)-1], c, list)
			continue
		}
		best, level := "", Off
		for _, other := range parts {
			if best == "" || n.children[other].count > n.children[best].count {
				if l := n.meant(part, other, root, known); l != Off {
					best, level = other, l
				}
			}
		}
		if best != "" {
			c.tell(list, verdict{key: begin, tests: root && !strings.EqualFold(part, best), level: level, mend: func(path string) string { return path + best },
				message: fmt.Sprintf("%d names here begin with %q, and %d with %q", n.children[best].count, path+best, c.count, path+part)})
		}
	}
	for _, part := range parts {
		if part != "..." { // in place of parts that the reader knows
			n.children[part].compare(false, known, list)
		}
	}
}

// meant returns the level of a finding that part should be other, or Off. Both are children of n.
func (n *node) meant(part, other string, root bool, known func(string) bool) Level {
	c, o := n.children[part], n.children[other]
	many, outnumbered := o.count >= muchMore*c.count, outnumbers(o.count, c.count)
	inside := len(o.children)+len(c.children) > 0
	switch {
	case part == other || o.count <= c.count || !root && digits(other) > 0:
	case strings.EqualFold(part, other):
		switch {
		case root && outnumbered: // it is equivalent
			return Note
		case outnumbered || !root && isWord(part) && c.count <= rare && many:
			return Error
		case !root && isWord(part) && len(o.children) > 0 && part[1:] != other[1:]:
			return Note
		}
	case o.count < frequent*c.count:
	case !isWord(part) || root && known(part) || !isTypo(part, other):
	case root && many, inside && (outnumbered || len(part) >= longWord && many):
		return Error
	case !root && (inside || len(n.children) <= maxLeaves):
		return Note
	}
	return Off
}

// doubled reports a doubled colon where other names of the tree have a single colon. c is
// the child of n whose part is empty. After an NID, a part may be missing between the colons.
func (n *node) doubled(path string, c *node, list *[]*Finding) {
	if outnumbers(n.count, c.count) {
		for part := range c.children {
			if _, ok := n.children[part]; (ok || n.values) && part != "" {
				c.tell(list, verdict{key: path + "::", level: Error, tests: true, mend: func(path string) string { return path[:len(path)-1] },
					message: fmt.Sprintf("%d names here begin with %q, and %d with %q", n.count-c.count, path+":", c.count, path+"::")})
				return
			}
		}
	}
	if n.count >= muchMore*c.count && strings.Count(path, ":") == 1 {
		c.tell(list, verdict{key: path + "::", level: Error, message: fmt.Sprintf("nothing is between the two colons, but %d names here have a word there", n.count-c.count)})
	}
}

// missing reports names that lack the NID of the dialect.
func (n *trie) missing(known func(string) bool, list *[]*Finding) {
	nids := slices.Sorted(maps.Keys(n.root.children))
	for _, nid := range nids {
		c := n.root.children[nid]
		if len(c.places) == 0 || known(nid) || len(nid) < 3 {
			continue
		}
		best, path := new(node), ""
		for _, dialect := range nids {
			same := n.root.children[dialect].children[nid]
			if dialect != nid && dialect != "..." && same != nil && same.count > best.count {
				best, path = same, "urn:"+dialect+":"+nid
			}
		}
		// A text that is not an NID has no other meaning, so less evidence is enough.
		if outnumbers(best.count, c.count) || !isNID(nid) && best.count >= dialectNames && best.count > 2*c.count {
			c.tell(list, verdict{key: "urn:" + nid, level: Error, tests: true, mend: func(string) string { return path },
				message: fmt.Sprintf("%d names here begin with %q, and %d with %q", best.count, path, c.count, "urn:"+nid)})
		}
	}
}

// tell adds the findings of a verdict about a node. A node has only one verdict.
func (n *node) tell(list *[]*Finding, v verdict) {
	for i := range n.places {
		f := &n.places[i]
		f.key, f.Level, f.Message = v.key, min(f.Level, v.level), report.Visible(v.message)
		if f.why == inTests && f.Level >= Warning {
			f.why = 0
			if !v.tests {
				f.soften()
			}
		}
		if v.mend != nil && v.level > Note { // otherwise the other form may be the mistake
			f.Fix = v.mend(f.begin[:strings.LastIndexByte(f.begin, ':')+1]) + f.Name[len(f.begin):]
		}
		*list = append(*list, f)
	}
	if len(n.places) > 0 {
		n.places[len(n.places)-1].Count += n.more
	}
	n.places = nil
}

// isTypo reports whether two parts differ by one letter that was left out, added,
// exchanged or moved by one place. A plural is not a typo.
func isTypo(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return a+"s" != b && b+"s" != a && strings.ReplaceAll(a, "_", "") != strings.ReplaceAll(b, "_", "") && digits(a) == digits(b) && editdistance.Of(a, b, 1) == 1
}

// registeredNIDs has the formal NIDs, and NIDs of published names, with which a misspelled NID
// is compared. Shorter NIDs are left out, because half of all words would differ from one of them
// by one letter. So are shorter NIDs of published names that may be words.
var registeredNIDs = sync.OnceValue(func() []string {
	list := []string{"example"}
	for e := range namespace.IANA().All() {
		if e.Kind == namespace.Formal && len(e.NID) >= 4 && digits(e.NID) == 0 {
			list = append(list, strings.ToLower(e.NID))
		}
	}
	for _, nid := range published.NIDs() {
		if len(nid) >= 9 || strings.ContainsAny(nid, "-.") {
			list = append(list, nid)
		}
	}
	return list
})

// misspelled returns the registered or published NID that differs from nid by one letter, or "".
// If the registered NID has four letters, nid must have all of them.
func misspelled(nid string) string {
	nid = strings.ToLower(nid)
	if digits(nid) > 0 || slices.Contains(registeredNIDs(), nid) {
		return ""
	}
	for _, r := range registeredNIDs() {
		lacks := func(c rune) bool { return strings.Count(nid, string(c)) < strings.Count(r, string(c)) }
		if editdistance.Of(nid, r, 1) == 1 && (len(r) > 4 || len(nid) >= 4 && !strings.ContainsFunc(r, lacks)) {
			return r
		}
	}
	return ""
}

// A namespace that is not registered is a dialect of the tree if many names in several
// files have it. The same holds for names that break a rule in the same way.
const (
	dialectNames = 10
	dialectFiles = 3
)

// withoutDialects leaves out findings about names that the tree has throughout.
func (w *work) withoutDialects(list []*Finding) (left []*Finding) {
	prefix := func(f *Finding) string {
		switch {
		case w.stateOf(f.File).all:
		case f.Rule == unregistered || f.Rule == Malformed && strings.HasSuffix(f.key, ":"):
			return f.key
		case f.Rule == WrongName:
			return f.group
		}
		return ""
	}
	told := map[string]bool{} // a name without the NID of its dialect has only one finding
	for _, f := range list {
		if f.Rule == Dialect && f.why == 0 {
			told[strings.ToLower(f.key)+":"] = true
		}
	}
	for _, same := range groups(list, prefix) {
		if g := prefix(same[0]); g != "" {
			all := merge(same)
			isDialect := all.Count >= dialectNames && all.Files >= dialectFiles
			if all.Rule != WrongName && told[g] || all.Rule == unregistered && isDialect {
				continue
			}
			for _, f := range same {
				if isDialect { // the owner of the tree may mean it
					f.soften()
				}
			}
		}
		left = append(left, same...)
	}
	return left
}
