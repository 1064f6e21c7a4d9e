package urn

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/swar"
)

// Finder finds URNs in running text: in log lines, JSON, XML, source code, prose, or
// any other bytes. The zero Finder is ready to use. A Finder may be used by several
// goroutines at once.
//
// A name begins at a "urn:", in any case, that does not follow an ASCII letter or digit,
// unless that ends an escape such as \n or %2F. Directly after an opening delimiter it ends
// at the matching one, and has all that stands between them. Delimiters are quotation
// marks of every kind, brackets, "<" and ">", ">" and "</", "*", "_", and their escapes in
// JSON, XML, URLs and programs. A "|" ends any name. Otherwise the name is the longest
// prefix of the text that is a URN. It ends before a "," or ";" that a further name
// follows, except in brackets that it opened itself, before a ")" that it has not opened,
// and before a reference such as &lt;. In the path of a URL it ends before "?", and in a
// URL before "&" unless it has a q-component. It has none of . , ; : ! ? ' and no lone "#"
// at its end. What is only a prefix, template or pattern of names is no match, and neither
// is a name that goes on where no URN can: see [Finder.Near].
//
// Matches do not overlap: the search goes on where a match, or a near miss, ends. The
// time taken is linear in the length of the text.
type Finder struct {
	// Syntax is the syntax of the matches.
	Syntax Syntax
	// Exact makes a match the longest prefix that is a URN. It is the rule of RFC
	// 2141, section 2.4: a URN ends only at an octet that it cannot hold.
	Exact bool
}

// Match is a URN, or a near miss, in a text. It is text[Start:End].
type Match struct {
	Start, End int     // in bytes
	Offsets    Offsets // of the components, relative to Start; zero for a near miss
}

// Next returns the first match in text that begins at from or after it. The text
// before from counts as what precedes a name. To find all matches, begin with 0, and go
// on with the End of the last one.
//
// Next does not allocate, keeps no reference to text and never writes to it.
func (f Finder) Next(text []byte, from int) (Match, bool) {
	start, end, o := f.next(text, from)
	if start < 0 {
		return Match{}, false
	}
	return Match{start, end, o}, true
}

// All returns an iterator over the matches in text, in order. A loop over it
// allocates at most once.
func (f Finder) All(text []byte) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		for from := 0; ; {
			start, end, o := f.next(text, from)
			if start < 0 || !yield(Match{start, end, o}) {
				return
			}
			from = end
		}
	}
}

// AllString is [Finder.All] for a string.
func (f Finder) AllString(text string) iter.Seq[Match] { return f.All(bytesOf(text)) }

// URNs returns an iterator over the matches in text: where each begins, in bytes, and
// the URN. A URN keeps a reference to text. It is not parsed again, and a loop over URNs
// allocates at most once.
func (f Finder) URNs(text string) iter.Seq2[int, URN] {
	return func(yield func(int, URN) bool) {
		for from := 0; ; {
			start, end, o := f.next(bytesOf(text), from)
			if start < 0 || !yield(start, URN{text[start:end], o.head, o.qf}) {
				return
			}
			from = end
		}
	}
}

// Near returns an iterator over the matches in text, as [Finder.All] finds them, and
// over the near misses, in order. The Fault of a near miss has a Reason; that of a match
// is zero. A near miss is one of these:
//
//   - A text that somebody means as a name and that is not a URN: its NID has a dot, or
//     it has a letter beyond ASCII, or a second "#". [Match] has all of it, as far as
//     the closing delimiter or the next white space. The Offset of the Fault is the
//     length of the longest prefix that begins a URN.
//   - A prefix, template or pattern of names. The Reason is [Partial].
//
// A "urn:" before white space, or in a program, is neither: "urn: string", "Urn::parse".
// If Exact is set, there are no near misses.
//
// The time taken is linear in the length of text. A loop over Near allocates as a loop
// over All does.
func (f Finder) Near(text []byte) iter.Seq2[Match, Fault] {
	return func(yield func(Match, Fault) bool) {
		for from := 0; ; {
			m, fault, ok := f.NextNear(text, from)
			if !ok || !yield(m, fault) {
				return
			}
			from = m.End
		}
	}
}

// NearString is [Finder.Near] for a string.
func (f Finder) NearString(text string) iter.Seq2[Match, Fault] { return f.Near(bytesOf(text)) }

// NextNear is [Finder.Next] for matches and near misses; see [Finder.Near].
func (f Finder) NextNear(text []byte, from int) (Match, Fault, bool) {
	x := f.Syntax.known()
	for {
		start := indexScheme(text, from)
		if start < 0 {
			return Match{}, Fault{}, false
		}
		from = start + len("urn:")
		n, o := f.plain(text, start)
		if n > 0 {
			return Match{start, start + n, o}, Fault{}, true
		}
		if n < 0 {
			continue
		}
		verdict, end, o := f.judge(text, start)
		switch verdict {
		case isName:
			return Match{start, end, o}, Fault{}, true
		case isMiss, partial:
			m := Match{start, end, Offsets{}}
			_, fault := x.locate(stringOf(text[start:end]))
			if fault.Reason == 0 {
				fault.Offset, verdict = end-start, partial
			}
			if verdict == partial {
				fault.Reason = Partial
			}
			fault.Syntax = x
			return m, fault, true
		}
		from = max(from, end)
	}
}

// next returns the first match that begins at from or after it; start is -1 if
// there is none. It returns scalars because a Match would be returned in memory.
// That is 33% faster on dense text and 16% on a log.
//
// The cost is linear. The search for candidates reads each byte once. The rule reads
// what a candidate extends over a bounded number of times, and at most maxBefore bytes
// before it and firstWindow+maxAfter bytes after it.
func (f Finder) next(text []byte, from int) (start, end int, o Offsets) {
	for {
		start = indexScheme(text, from)
		if start < 0 {
			return start, 0, Offsets{}
		}
		n, o := f.plain(text, start)
		if n > 0 {
			return start, start + n, o
		}
		if n < 0 {
			from = start + len("urn:")
			continue
		}
		verdict, end, o := f.judge(text, start)
		if verdict == isName {
			return start, end, o
		}
		from = max(end, start+len("urn:"))
	}
}

// plain is the fast path of judge. It returns the length of the name at start if the
// name and what surrounds it need little of the rule, and otherwise 0. It is -1 if no
// name and no near miss is there.
func (f Finder) plain(text []byte, start int) (n int, o Offsets) {
	before := byte(' ')
	if start > 0 {
		before = text[start-1]
	}
	class := classes[before]
	if f.Exact {
		return f.exact(text, start)
	}
	if class&opens == 0 || class&twoBytes != 0 && start >= 2 && (text[start-2] == '\'' || text[start-2] == '?') {
		return 0, o
	}
	x := f.Syntax.known()
	rest := text[start+len("urn:"):]
	nss, kept := plains[x].Read(stringOf(rest))
	end := kept.End(0)
	if end >= len(rest) {
		return 0, o
	}
	if nss == 0 {
		if class&opensNothing != 0 && classes[rest[end]]&inNID == 0 {
			return -1, o
		}
		return 0, o
	}
	if hasScheme(rest) {
		return 0, o
	}
	last := nss // where the last component starts
	var r, q, f8 int
	for {
		c, ok := rest[end], false
		next := byte(0)
		if end+1 < len(rest) {
			next = rest[end+1]
		}
		skip := 0
		switch after := classes[c]; {
		case after&ends != 0:
			ok = c != before || class&opensNothing != 0 || !concatenated(rest, end+1)
		case c == '\'':
			ok = before == '\'' && next != '\'' && !concatenated(rest, end+1)
		case c == ')':
			ok = before == '(' || class&opensNothing != 0
		case c == '&':
			ok = before == '=' && q == 0 && x != RFC2141 && (classes[next]&inEntity == 0 || entity(rest, end) == 0)
		case c == '\\':
			switch next {
			case '"', '\'', '`':
				ok = next != before || before != '\'' && !concatenated(rest, end+2)
			case 'n', 'r', 't':
				ok = true
			}
		case c == ',' || c == ';':
			if next <= ' ' {
				ok = class&opensNothing != 0
			} else if next|0x20 != 'u' {
				skip = 1
			}
		case c == '+' && rest[end-1] != '.':
			skip = 1
		case c == '?' && x.hasComponents() && (before <= ' ' || before == '=' || class&(opens|opensNothing) == opens && before < utf8.RuneSelf):
			switch {
			case q != 0 || f8 != 0 || end+2 >= len(rest) || rest[end+2] == '/':
			case next == '=':
				skip, q = 2, end+2
				last = q
			case next == '+' && r == 0:
				skip, r = 2, end+2
				last = r
			}
		case c == '#' && f8 == 0 && x == RFC8141:
			skip, f8 = 1, end+1
			last = f8
		case c >= utf8.RuneSelf:
			r, _ := utf8.DecodeRune(rest[end:])
			ok = r != utf8.RuneError && r != '…' && !goesOn(r)
		}
		if skip > 0 {
			k := kept.End(end + skip)
			if k == end+skip || k >= len(rest) {
				return f.plainRest(text, start, kept.End(0), before)
			}
			end = k
			continue
		}
		if !ok {
			return f.plainRest(text, start, kept.End(0), before)
		}
		if !ascii.IsAlnum(rest[end-1]) {
			// Of punctuation before white space, plain takes one byte.
			if end--; class&opensNothing == 0 || c > ' ' || end <= last || !isPunctuation(rest[end]) || !ascii.IsAlnum(rest[end-1]) {
				return f.plainRest(text, start, kept.End(0), before)
			}
		}
		end += len("urn:")
		o = Offsets{head: uint64(x)<<syntaxShift | uint64(nss+len("urn:")), end: uint64(end)}
		if last != nss {
			if r > 0 {
				o.head |= uint64(r+len("urn:")) << 32
			}
			if q > 0 {
				o.qf = uint64(q + len("urn:"))
			}
			if f8 > 0 {
				o.qf |= uint64(f8+len("urn:")) << 32
			}
		}
		return end, o
	}
}

// exact is plain for Exact. It never returns 0.
func (f Finder) exact(text []byte, start int) (n int, o Offsets) {
	x := f.Syntax.known()
	rest := text[start+len("urn:"):]
	nss, kept := plains[x].Read(stringOf(rest))
	if end := kept.End(0); nss > 0 && end < len(rest) && classes[rest[end]]&ends != 0 {
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

// plainRest is plain for a name with components, with brackets or with other bytes that
// the rule looks at. None of them is in text[start:start+4+from].
func (f Finder) plainRest(text []byte, start, from int, before byte) (n int, o Offsets) {
	x := f.Syntax.known()
	m := machines[x]
	l := m.Longest()
	if m.Feed(&l, stringOf(text[start+len("urn:"):min(len(text), start+firstWindow)])) {
		return 0, o
	}
	n = l.Len
	if stop, _ := m.Stop(&l); n != stop || n < 8 {
		return 0, o
	}
	end, class := start+n, classes[before]
	after := text[end]
	switch {
	case classes[after]&ends == 0:
		return 0, o
	case after <= ' ' && class&opensNothing != 0:
		for end > start+8 && isPunctuation(text[end-1]) {
			end--
		}
		if start+n-end > 2 {
			return 0, o // "...", perhaps
		}
	case after == before && class&opensNothing == 0 && concatenated(text, end+1):
		return 0, o
	}
	if from += start + len("urn:"); from < end {
		if end = plainEnd(text, start, from, end, before); end == 0 {
			return 0, o
		}
	}
	if c := text[end-1]; !ascii.IsAlnum(c) && c != ')' {
		return 0, o
	}
	n = end - start
	starts := l.Starts()
	if n != l.Len && int(max(starts[markNSS], starts[markR], starts[markQ], starts[markF])) >= n {
		return 0, o
	}
	if before == '\'' && n == l.Len {
		return 0, o // it is not closed, or where the grammar ends it
	}
	if before > ' ' && before != '=' && (class&opensNothing != 0 || before >= utf8.RuneSelf) && bytes.IndexByte(text[start:end], '?') >= 0 {
		return 0, o // in a path, perhaps
	}
	return n, makeOffsets(x, starts, n)
}

// concatenated reports whether an operator that concatenates is at text[i:].
func concatenated(text []byte, i int) bool {
	for k := i; k < len(text); k++ {
		if c := text[k]; c != ' ' && c != '\t' || k == i+maxBlanks {
			return c == '+'
		}
	}
	return false
}

// plainEnd returns where the name text[start:end] ends by the rule for those bytes of
// text[from:] that plain does not let pass, or 0 if it takes judge to tell.
func plainEnd(text []byte, start, from, end int, before byte) int {
	depth, query := 0, false
	for i := from; i < end; i++ {
		switch next := text[i+1]; text[i] {
		case '$', '*':
			return 0
		case '?':
			query = true
		case '\'':
			if before != '\'' || next == '\'' || depth > 0 || concatenated(text, i+1) {
				return 0
			}
			return i
		case '(':
			if depth++; next == '?' || next == '.' {
				return 0
			}
		case ')':
			if depth--; depth < 0 {
				if classes[before]&opensNothing == 0 || i < start+8 {
					return 0
				}
				return i
			}
		case '+':
			if text[i-1] == '.' {
				return 0
			}
		case ',', ';':
			if next|0x20 == 'u' {
				return 0
			}
		case '&':
			if classes[next]&inEntity != 0 && entity(text, i) > 0 {
				return 0
			}
			if before > ' ' && classes[before]&opensNothing != 0 || before >= utf8.RuneSelf {
				if before != '=' || query || i < start+8 {
					return 0
				}
				return i
			}
		}
	}
	if depth > 0 || before == '\'' {
		return 0
	}
	return end
}

// What a byte means to plain.
const (
	opens        = 1 << iota // before a name, it needs no more than plain
	opensNothing             // the same, and it opens nothing
	twoBytes                 // the same, unless a quotation mark or "?" is before it
	ends                     // after a name, it ends the name; no URN holds it
	inNID                    // after what may begin an NID, it leaves open whether a near miss is there
	inEntity                 // after "&", it may begin a reference
)

var classes = func() (classes [256]uint8) {
	for c := range classes {
		if c <= ' ' {
			classes[c] = opens | opensNothing | ends
		} else if c >= utf8.RuneSelf {
			classes[c] = opens
		}
	}
	for _, set := range []struct {
		bytes string
		class uint8
	}{
		{":|)]},/=+-.@#!$%&?\\~", opens | opensNothing}, {"\"'`<>([{", opens}, {"':", twoBytes},
		{"\"<>]}|^`", ends}, {":._-", inNID}, {"lgqanrhLGQANRH#", inEntity},
	} {
		for _, c := range []byte(set.bytes) {
			classes[c] |= set.class
		}
	}
	return classes
}()

// plains read what plain lets pass: all bytes of an NSS that the rule does not look at.
var plains = func() (plains [len(machines)]*dfa.Plain) {
	for x, m := range machines {
		plains[x] = dfa.NewPlain(m, func(c byte) bool { return strings.IndexByte("$&'()*+,;?#", c) < 0 })
	}
	return plains
}()

// judge decides about the candidate at start. end is where the name or the near miss
// ends, or where the search goes on.
func (f Finder) judge(text []byte, start int) (v verdict, end int, o Offsets) {
	c := candidate{f: f, text: text, start: start}
	if v = c.verdict(); v == isName {
		o = makeOffsets(f.Syntax.known(), &c.starts, c.n)
	}
	return v, c.end, o
}

// Boundary returns an offset n at which text may be cut, whatever follows text in
// the stream. The matches and near misses in the whole are those in text[:n], followed
// by those in text[n:] and the rest of the stream. Use it to search a long text in
// blocks, several at once: the rest of one block begins the next.
//
// A line end decides about everything before it, so n is not less than where the last
// line of text begins. In a line, n is at least 259 bytes before len(text), and no later
// than the start of a name that may go on. If n is 0, more text is needed. Each call
// reads the last line from its start, so adding one block at a time takes quadratic time
// while n is 0. Double the text instead, or use a scan.Scanner, which has a limit.
func (f Finder) Boundary(text []byte) int {
	line := bytes.LastIndexByte(text, '\n') + 1
	// Any of cuts is right for what has been read. A candidate that depends on what is
	// before a cut removes it.
	var cuts [maxBefore]int
	n, reach := 1, line
	cuts[0] = line
	// The latest candidates, at count modulo the length, and what the ones before them
	// reach.
	var latest [maxAfter / 8]struct {
		start, end, reach, n int
		starts               dfa.Starts
		verdict              verdict
	}
	count, before, end, open := 0, line, line, false
	add := func(at int) {
		if at > line && at < len(text) && glued(text, at) && (len(text)-at < 4 && beginsScheme(text[at:]) || len(text)-at >= 4 && hasScheme(text[at:])) {
			at-- // the cut would make a candidate
		}
		if at <= cuts[n-1] {
			return
		}
		if at < reach {
			// The latest candidates look beyond the cut. It is right if their verdicts are
			// the same without what is there.
			if open || at < max(before, end) {
				return
			}
			for i := count - 1; i >= max(0, count-len(latest)); i-- {
				l := &latest[i%len(latest)]
				if l.reach <= at {
					continue
				}
				c := candidate{f: f, text: text[:at], start: l.start}
				if c.verdict() != l.verdict || c.end != l.end || c.n != l.n || c.starts != l.starts {
					return
				}
			}
		}
		if n == len(cuts) {
			n = copy(cuts[:], cuts[n/2:])
		}
		cuts[n] = at
		n++
	}
	remove := func(context int) {
		for n > 1 && cuts[n-1] > context {
			n--
		}
	}
	for from := line; ; {
		start := indexScheme(text, from)
		if start < 0 {
			break
		}
		c := candidate{f: f, text: text, start: start}
		v := c.verdict()
		if !f.Exact && c.reach > len(text) {
			c.context = start - maxBefore // what follows may depend on it
		}
		remove(c.context)
		add(start - maxBefore)
		add(c.context)
		l := &latest[count%len(latest)]
		before, count, end, open = max(before, l.reach), count+1, max(end, c.end), open || c.reach > len(text)
		l.start, l.end, l.reach, l.n, l.starts, l.verdict = start, c.end, max(c.reach, c.seen), c.n, c.starts, v
		reach = max(reach, l.reach)
		from = max(from, c.end, start+len("urn:"))
	}
	rest := max(line, len(text)-len("urn")-maxBefore)
	remove(rest)
	add(rest)
	return cuts[n-1]
}

// excluded reports whether no URN of any syntax holds c. Such a byte is not ASCII,
// or is in <excluded> of RFC 2141, section 2.4, without the "~" and "&" that RFC
// 8141 allows.
func excluded(c byte) bool {
	return !octet.Is(c, octet.Name)
}

// The search for candidates compares eight places at a time, in the lanes of a
// word. It uses no table, and its only branch on the text is the one that ends it.
// A word loaded one byte further on has the next byte in the same lane, so four
// loads bring all of "urn:" into one lane.
//
// On a log with JSON and many colons, this is 3 times as fast as bytes.IndexByte
// for ":" with a comparison of what precedes it. It is twice as fast as bytes.Index
// for "urn:", which finds lower case only.
const upper = 0xdf * swar.Ones // without the bit that distinguishes the cases of a letter

// differ returns a word with lane k zero if p[k] is c.
func differ(p []byte, c uint64) uint64 { return binary.LittleEndian.Uint64(p) ^ c*swar.Ones }

// differRN returns a word with lane k zero if p[k+1:] begins with "rn:", in any
// case. The long loop compares the "u" only after that: "rn:" is rare, and this is
// 10% faster.
func differRN(p []byte) uint64 {
	return (differ(p[1:], 'r')|differ(p[2:], 'n'))&upper | differ(p[3:], ':')
}

// differU returns a word with lane k zero if p[k] is "u" or "U".
func differU(p []byte) uint64 { return differ(p, 'u') & upper }

// within8 returns a word with the high bit of lane k set, where k is the lowest
// lane at which p[k:] begins with "urn:" in any case. It returns 0 if there is no
// such lane. p has 11 bytes.
func within8(p []byte) uint64 { return swar.Zero(differRN(p)|differU(p)) & swar.Highs }

// glued reports whether a letter or digit precedes text[i], and is no part of an
// escape.
func glued(text []byte, i int) bool {
	return i > 0 && ascii.IsAlnum(text[i-1]) && !endsEscape(text[:i])
}

// endsEscape reports whether s ends with an escape of a program or of a URL.
func endsEscape(s []byte) bool {
	n := len(s)
	c := s[n-1]
	switch {
	case n >= 2 && s[n-2] == '\\':
		return c == 'n' || c == 'r' || c == 't'
	case n < 3 || !isHex(c) || !isHex(s[n-2]):
		return false
	case s[n-3] == '%':
		return true
	case n >= 4 && s[n-4] == '\\' && s[n-3] == 'x':
		return true
	}
	return n >= 6 && s[n-6] == '\\' && s[n-5] == 'u' && isHex(s[n-4]) && isHex(s[n-3])
}

func isHex(c byte) bool { return c-'0' < 10 || (c|0x20)-'a' < 6 }

// indexScheme returns the offset in text of the first "urn:" at or after from that
// no letter or digit precedes, or -1.
func indexScheme(text []byte, from int) int {
	i := from
	// In a list of URNs, the next one follows closely. Such texts cost most for
	// each byte; this check saves 16% there.
	if i+11 <= len(text) {
		if z := within8(text[i : i+11]); z == 0 {
			i += 8
		} else if i += bits.TrailingZeros64(z) >> 3; !glued(text, i) {
			return i
		} else {
			i += len("urn:")
		}
	}
	for ; i+35 <= len(text); i += 32 {
		p := text[i : i+35]
		w0, w1, w2, w3 := differRN(p), differRN(p[8:]), differRN(p[16:]), differRN(p[24:])
		if (swar.Zero(w0)|swar.Zero(w1)|swar.Zero(w2)|swar.Zero(w3))&swar.Highs == 0 {
			continue
		}
		// A branch for each word would be mispredicted often.
		w0, w1, w2, w3 = w0|differU(p), w1|differU(p[8:]), w2|differU(p[16:]), w3|differU(p[24:])
		found := swar.Gather(swar.Zero(w0)) | swar.Gather(swar.Zero(w1))<<8 | swar.Gather(swar.Zero(w2))<<16 | swar.Gather(swar.Zero(w3))<<24
		if found == 0 {
			continue
		}
		if i += bits.TrailingZeros64(found); !glued(text, i) {
			return i
		}
		i += len("urn:") - 32 // the loop adds 32
	}
	for ; i+11 <= len(text); i += 8 {
		z := within8(text[i : i+11])
		if z == 0 {
			continue
		}
		if i += bits.TrailingZeros64(z) >> 3; !glued(text, i) {
			return i
		}
		i += len("urn:") - 8
	}
	for ; i+len("urn:") <= len(text); i++ {
		if hasScheme(text[i:]) && !glued(text, i) {
			return i
		}
	}
	return -1
}

// hasScheme reports whether p, of at least four bytes, begins with "urn:", in
// any case.
func hasScheme(p []byte) bool {
	return binary.LittleEndian.Uint32(p)|0x00202020 == 'u'|'r'<<8|'n'<<16|':'<<24
}

// beginsScheme reports whether p, of less than four bytes, begins a "urn:".
func beginsScheme(p []byte) bool {
	for i, c := range p {
		if c|0x20 != "urn"[i] {
			return false
		}
	}
	return true
}
