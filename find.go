package urn

import (
	"bytes"
	"iter"
	"sync"
	_ "unsafe" // for linkname

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/scheme"
)

// Finder finds URNs in running text: in log lines, JSON, XML, source code, prose, or
// any other bytes. The zero Finder is ready to use. A Finder may be used by several
// goroutines at once.
//
// A candidate is a "urn:", in any case. One directly after an ASCII letter or digit does
// not count, unless that letter or digit ends an escape or a verb such as %s. Each
// candidate is one of four: a name, a near miss, a part (a prefix, template or pattern of
// names), or nothing. A name directly after an opening delimiter ends at the matching
// closing one. Without delimiters, a name is the longest URN there, without trailing
// punctuation. White space ends any name. If the text continues where the grammar ends,
// the candidate is a near miss with its whole extent, never a shorter name.
//
// docs/finding.md has the rule as tables of examples, which a test runs. With Exact,
// the names that are found change only with the major version. Without Exact, minor
// versions may change the rule where it reads texts wrongly. CHANGELOG lists these changes.
//
// Matches are in order and do not overlap. The time taken is linear in the length of the
// text.
type Finder struct {
	// Syntax is the syntax of the matches.
	Syntax Syntax
	// Exact makes a match the longest prefix that is a URN. It is the rule of RFC
	// 2141, section 2.4: a URN ends only at an octet that it cannot hold.
	Exact bool
	// Near adds near misses and parts to the matches; see [MatchKind]. It has no effect
	// if Exact is set.
	Near bool
}

// Match is a name, a near miss or a part in a text. It is text[Start:End].
type Match struct {
	Start, End int     // in bytes
	Offsets    Offsets // of the components, relative to Start; zero unless Kind is MatchName
	// Fault is the Fault of text[Start:End]; see [Syntax.Locate]. It is zero for a name and
	// has a Reason for a near miss. A part may or may not parse.
	Fault Fault
	Kind  MatchKind
}

// MatchKind says what a [Match] is. A "urn:" before white space, or in a program, is not a
// match: "urn: string", "Urn::parse".
type MatchKind uint8

const (
	// MatchName: a URN.
	MatchName MatchKind = iota + 1
	// MatchNearMiss: a text that is meant as a name and is not a URN: its NID has a dot, or
	// it has a letter beyond ASCII, or a second "#". The match has all of it, as far as the
	// closing delimiter, white space or a further "urn:".
	MatchNearMiss
	// MatchPart: a prefix, template or pattern of names, such as "urn:example:" before a
	// "+" of a program, or "urn:example:{id}". It is not meant as a name, even if it is a
	// URN.
	MatchPart
)

// Next returns the first match in text that begins at from or after it. The text
// before from counts as context of a name. To find all matches, begin with 0, and
// continue with the End of the last one. A negative from counts as 0. At len(text)
// and after it there is no match.
//
// Next does not allocate, keeps no reference to text and never writes to it.
func (f Finder) Next(text []byte, from int) (Match, bool) {
	start, end, o, kind, fault := f.next(text, max(from, 0))
	if start < 0 {
		return Match{}, false
	}
	return Match{start, end, o, fault, kind}, true
}

// All returns an iterator over the matches in text, in order. A loop over it
// allocates at most once.
func (f Finder) All(text []byte) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for from := 0; ; {
			start, end, o, kind, fault := f.next(text, from)
			if start < 0 || !yield(Match{start, end, o, fault, kind}) {
				return
			}
			from = end
		}
	}
}

// URNs returns an iterator over the URNs in text, and the offset in bytes at which each
// begins. It passes over near misses. A URN keeps a reference to text. It is not parsed
// again, and a loop over URNs allocates at most once.
func (f Finder) URNs(text string) iter.Seq2[int, URN] {
	return func(yield func(int, URN) bool) {
		f.Near = false
		for from := 0; ; {
			start, end, o, _, _ := f.next(bytesOf(text), from)
			if start < 0 || !yield(start, URN{text[start:end], o.head, o.qf}) {
				return
			}
			from = end
		}
	}
}

// next is Next; start is -1 if there is no match. It returns scalars because a Match would be
// returned in memory. That is 33% faster on dense text and 16% on a log.
//
// The cost is linear. The search for candidates reads each byte once, and the rule reads
// each byte a bounded number of times: see candidate.
func (f Finder) next(text []byte, from int) (start, end int, o Offsets, kind MatchKind, fault Fault) {
	for {
		if start = scheme.Index(text, from); start < 0 {
			return start, 0, o, 0, fault
		}
		n, o := f.plain(text, start)
		if n > 0 { // no letter or digit precedes the name
			return start, start + n, o, MatchName, fault
		} else if n < 0 || glued(text, start) {
			from = start + len("urn:")
			continue
		}
		var c candidate
		c.f, c.text, c.start, c.first = f, text, start, o // a literal would be built, and then copied
		if v := c.verdict(); v == isName || v != noName && f.Near {
			o, kind, fault = c.finding(v)
			return start, c.end, o, kind, fault
		}
		from = c.end
	}
}

// plain is the fast path of judge. It returns the length of the name at start if the name and
// what surrounds it need little of the rule, and otherwise 0. It is -1 if no name and no near
// miss is there. If it is 0, o has what plain has read, if anything: see candidate.first.
func (f Finder) plain(text []byte, start int) (n int, o Offsets) {
	if f.Exact {
		return f.exact(text, start)
	}
	rest := text[start+len("urn:"):]
	if len(rest) >= len("urn:") && scheme.Begins(rest) {
		return -1, o // the name begins at the second one
	}
	before := byte(' ')
	if start > 0 {
		before = text[start-1]
	}
	kind := classes[before].before
	if kind == 0 {
		return 0, o
	}
	if start > 1 {
		p := text[start-2]
		if p == '?' || kind != opensNothing && classes[p].is&doubts != 0 && precedes(&lexDoubt, text, start) {
			return 0, o
		}
	}
	url := uint8(0)
	if kind != opensNothing {
		if len(rest) == 0 || classes[rest[0]].is&alnum == 0 {
			return 0, o // no NID: nothing to read
		}
	} else if before > ' ' {
		url = 1
	}
	x := f.Syntax.known()
	nss, kept := plains()[x].Read(stringOf(rest), url)
	end := kept.End(0)
	if end >= len(rest) {
		return 0, o
	}
	c, next := rest[end], rest[min(end+1, len(rest)-1)]
	if nss == 0 {
		switch {
		case kind != opensNothing || c == '{' || c == '<':
		case end == 0 && c != '.' && c != '_' && c != '-' && (c != '/' || next != '/'),
			(before != ' ' && before != '\t' || start == 0 || c == ':') && classes[c].is&(inNID|alnum) == 0 && (c != ':' || next <= ' ' || next == ']' || next == '}') && (end < 4 || !scheme.Begins(rest[end-3:])) && !precedes(&lexKey, text, start):
			return -1, o
		}
		return 0, o
	}
	o.end = uint64(end + len("urn:"))
	o.head = uint64(x)<<syntaxShift | uint64(nss+len("urn:"))
	// Most names end here. No branch distinguishes what is before and after them.
	if after := &classes[c]; kind&after.endedBy != 0 && classes[next].is&after.unless == 0 && classes[rest[end-1]].is&alnum != 0 {
		return int(o.end), o
	}
	return f.plainRest(text, start, url, nss, kept, o)
}

// plainRest is plain for a name with components or with bytes that are not kept. If url is 1, the
// name may be in a URL. There a "&" may end it, and in the path a "?" or a "/".
func (f Finder) plainRest(text []byte, start int, url uint8, last int, kept dfa.Kept, o Offsets) (n int, _ Offsets) {
	x, rest, before := f.Syntax.known(), text[start+len("urn:"):], byte(' ')
	if start > 0 {
		before = text[start-1]
	}
	kind, inURL := classes[before].before, url != 0 && before != '='
	depth, base := 0, 0 // kept is of rest[base:]
	for end := kept.End(0); end < min(len(rest), maxAfter); {
		if end-base > 61 { // an escape may be cut
			base, kept = end, plains()[x].More(stringOf(rest), end, url)
			end += kept.End(0)
			continue
		}
		c, next := rest[end], rest[min(end+1, len(rest)-1)]
		skip, ok := 0, false
		switch {
		case kind&classes[c].endedBy != 0 && (c != ')' || depth == 0):
			ok = c != '"' && c != '`' && c != '\'' || !follows(&lexPlus, rest, end+1) && (c != '\'' || next != c)
		case c == '(' && next != '?':
			depth, skip = depth+1, 1
		case c == ')' && depth > 0:
			depth, skip = depth-1, 1
		case c == ',' || c == ';':
			if next <= ' ' {
				ok = kind == opensNothing
			} else if ok = depth == 0 && follows(&lexSeparator, rest, end); !ok {
				skip = 1
			}
		case c == '+' && rest[end-1] != '.':
			skip = 1
		case c == '/' && url != 0 && o.f() == 0 && next != '>':
			if before == '=' && x == RFC8141 {
				skip = 1
			} else {
				ok = before == '/' && text[max(0, start-2)] != '/' && !precedes(&lexQuery, text, start)
			}
		case c == '%' && x == RFC8141 && ascii.IsHex(next) && end+2 < len(rest) && ascii.IsHex(rest[end+2]):
			if ok = kind == opensNothing && follows(&lexSeparator, rest, end); !ok {
				skip = 3
			}
		case c == '?' && (next == '=' || next == '+' && o.r() == 0) && x.hasComponents() && !inURL && o.qf == 0 && end+2 < len(rest) && rest[end+2] != '/':
			skip, last = 2, end+2
			if at := uint64(last + len("urn:")); next == '=' {
				o.qf = at
			} else {
				o.head |= at << 32
			}
		case c == '#' && o.f() == 0 && x == RFC8141:
			skip, last = 1, end+1
			o.qf |= uint64(last+len("urn:")) << 32
		case c == '&' && x != RFC2141 && !follows(&lexEntity, rest, end):
			if ok = before == '=' && o.q() == 0; !ok && !inURL {
				skip = 1
			}
		case c == '\\' && next == '"' && before == '"': // JSON in a string of JSON
			ok = text[max(0, start-2)] == c && !follows(&lexPlus, rest, end+2)
		}
		if skip > 0 {
			// What begins a component must be kept.
			if k := base + kept.End(end+skip-base); k > end+skip || end > last {
				end = k
				continue
			}
		}
		if c <= ' ' && isPunctuation(rest[end-1]) {
			end--
		}
		if !ok || depth > 0 || classes[rest[end-1]].is&alnum == 0 && rest[end-1] != ')' {
			break
		}
		o.end = uint64(end + len("urn:"))
		return int(o.end), o
	}
	return 0, o
}

// exact is plain for Exact. It decides about every candidate.
func (f Finder) exact(text []byte, start int) (n int, o Offsets) {
	if glued(text, start) {
		return -1, o
	}
	x := f.Syntax.known()
	rest := text[start+len("urn:"):]
	nss, kept := plains()[x].Read(stringOf(rest), 0)
	if end := kept.End(0); nss > 0 && end < len(rest) && classes[rest[end]].is&excludes != 0 {
		end += len("urn:")
		return end, Offsets{head: uint64(x)<<syntaxShift | uint64(nss+len("urn:")), end: uint64(end)}
	}
	m := machines[x]
	l := m.Longest()
	m.Feed(&l, stringOf(rest[:min(len(rest), MaxLen-len("urn:"))]))
	if l.Len == 0 {
		return -1, o
	}
	return l.Len, makeOffsets(x, l.Starts(), l.Len)
}

// follows reports whether m accepts a text at text[i].
func follows(m *dfa.Matcher, text []byte, i int) bool {
	n, _ := lexeme(m, text, i, maxWords)
	return n > 0
}

// plains returns a Plain for each syntax, which reads names for plain. They are made when first used.
var plains = sync.OnceValue(func() *[len(machines)]*dfa.Plain {
	var plains [len(machines)]*dfa.Plain
	for x, m := range machines {
		plains[x] = dfa.NewPlain(m, plainRuled)
	}
	return &plains
})

// found returns what the "urn:" at start is, as [finding.At] does: the match, its verdict,
// and the length of the delimiters directly before and after it. A template or pattern has
// a verdict of its own, isTemplate.
//
//go:linkname found
func found(f Finder, text []byte, start int) (m Match, v verdict, opening, closing int) {
	c := candidate{f: f, text: text, start: start, open: &noOpening}
	v = c.verdict()
	m = Match{Start: start, End: c.end}
	if v != noName {
		m.Offsets, m.Kind, m.Fault = c.finding(v)
	}
	if v == partial && c.template {
		v = isTemplate
	}
	return m, v, c.opened, min(c.closedAt(m.End), len(text)-m.End)
}

// settled returns an offset n, not less than from, before which no further text changes
// what is found: whatever follows text in the stream, the matches that begin in
// text[from:n] are those that Next finds there, and they end there. To continue, call
// Next with n and more text. Of text[:n], the last maxBefore bytes are enough; text must
// begin a stream, or have as many before from. Only the last line of text is read.
// [finding.Settled] calls settled.
//
//go:linkname settled
func settled(f Finder, text []byte, from int) int {
	from = max(from, bytes.LastIndexByte(text, '\n')+1)
	for {
		start := indexScheme(text, from)
		if start < 0 {
			n := max(from, len(text)-len("urn"))
			for n < len(text) && !ascii.EqualFold(text[n:], "urn"[:len(text)-n]) {
				n++
			}
			return n
		}
		// The fast path looks at little after what it decides about. With Exact, a query of
		// directives may begin after the name, and be longer than that.
		if !f.Exact {
			if n, _ := f.plain(text, start); n != 0 && start+max(n, 0)+maxAfter < len(text) {
				from = start + max(n, len("urn:"))
				continue
			}
		}
		c := candidate{f: f, text: text, start: start}
		c.verdict()
		if c.past {
			return start
		}
		from = c.end
	}
}

// glued reports whether a letter or digit precedes text[i], and is no part of an
// escape.
func glued(text []byte, i int) bool {
	return i > 0 && ascii.IsAlnum(text[i-1]) && !precedes(&lexEscape, text, i)
}

// indexScheme returns the offset in text of the first "urn:" at or after from that
// no letter or digit precedes, or -1.
//
//go:linkname indexScheme
func indexScheme(text []byte, from int) int {
	for {
		i := scheme.Index(text, from)
		if i < 0 || !glued(text, i) {
			return i
		}
		from = i + len("urn:")
	}
}
