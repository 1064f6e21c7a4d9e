package urn_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// The reference parser: the grammars read a second time, rule by rule, from
// the ABNF in testdata/abnf and the prose beside it. It shares nothing with
// the machine. A rule is a function from a set of positions in the input to
// another set: the positions where a match that began at one of them may end.
// Every alternative is followed, nothing is committed to, and nothing is fast.
//
// Where the fault lies follows from how it works. A position is reached only
// through a derivation, and every rule can be completed from there. So the
// furthest position reached is the length of the longest prefix of the input
// that some valid URN begins with.

// refSet is a set of positions: ascending, without duplicates.
type refSet []int

// refRule gives the ends of the rule's matches that begin in from.
type refRule func(p *refProbe, from refSet) refSet

// refPart names the component that the reading is in. The values are the
// reasons of the vectors.
type refPart string

const (
	refScheme refPart = "scheme"
	refNID    refPart = "nid"
	refNSS    refPart = "nss"
	refEscape refPart = "escape"
	refR      refPart = "r"
	refQ      refPart = "q"
	refF      refPart = "f"
)

// refProbe is one reading of one input.
type refProbe struct {
	in    string
	limit int     // no octet at or after it is read
	part  refPart // the part of the octet being read

	high      int     // the furthest position reached
	highPart  refPart // the component it lies in
	ambiguous bool    // derivations disagree about highPart

	found []refURN // every derivation of the whole input
	arena []int    // where the sets live, to spare the collector
}

// refURN has the results of the reference for a valid URN.
type refURN struct {
	nid, nss, r, q, f refSpan
}

// refSpan is a component; the zero value is an absent one.
type refSpan struct {
	start, end int
	present    bool
}

func refAt(start, end int) refSpan { return refSpan{start, end, true} }

// refVerdict is a whole answer of the reference.
type refVerdict struct {
	urn    refURN
	valid  bool
	offset int
	reason refPart
}

// alloc gives an empty set with room for n positions.
func (p *refProbe) alloc(n int) refSet {
	if len(p.arena)+n > cap(p.arena) {
		p.arena = make([]int, 0, max(2*cap(p.arena), n, 1024)) // the old one lives on in its sets
	}
	at := len(p.arena)
	p.arena = p.arena[:at+n]
	return refSet(p.arena[at : at : at+n])
}

func (p *refProbe) reach(at int) {
	switch {
	case at > p.high:
		p.high, p.highPart, p.ambiguous = at, p.part, false
	case at == p.high && p.part != p.highPart:
		p.ambiguous = true
	}
}

// add puts at into the set, which has room for it.
func (s refSet) add(at int) refSet {
	if n := len(s); n == 0 || s[n-1] < at {
		return append(s, at)
	}
	i, ok := slices.BinarySearch(s, at)
	if ok {
		return s
	}
	return slices.Insert(s, i, at)
}

// refChars is a set of octets.
type refChars [256]bool

func chars(s string) (c refChars) {
	for i := range len(s) {
		c[s[i]] = true
	}
	return c
}

func (c refChars) or(more ...refChars) refChars {
	for _, d := range more {
		for i := range d {
			c[i] = c[i] || d[i]
		}
	}
	return c
}

// refOctet matches one octet of c.
func refOctet(c refChars) refRule {
	return func(p *refProbe, from refSet) refSet {
		to := p.alloc(len(from))
		for _, at := range from {
			if at < p.limit && c[p.in[at]] {
				p.reach(at + 1)
				to = append(to, at+1)
			}
		}
		return to
	}
}

// cat matches the rules one after the other.
func cat(rules ...refRule) refRule {
	return func(p *refProbe, from refSet) refSet {
		for _, r := range rules {
			if len(from) == 0 {
				break
			}
			from = r(p, from)
		}
		return from
	}
}

// alt matches any one of the rules.
func alt(rules ...refRule) refRule {
	return func(p *refProbe, from refSet) refSet {
		to := p.alloc(len(rules) * len(from))
		for _, r := range rules {
			for _, at := range r(p, from) {
				to = to.add(at)
			}
		}
		return to
	}
}

// many matches the rule between lo and hi times; hi < 0 is no bound.
func many(lo, hi int, r refRule) refRule {
	return func(p *refProbe, from refSet) refSet {
		to := p.alloc(len(p.in) + 1)
		for n := 0; ; n++ {
			if n >= lo {
				grown := len(to)
				for _, at := range from {
					to = to.add(at)
				}
				if len(to) == grown {
					return to // nothing new, nor will there be
				}
			}
			if n == hi {
				return to
			}
			from = r(p, from)
		}
	}
}

// inPart has what r reads count as part of another component.
func inPart(part refPart, r refRule) refRule {
	return func(p *refProbe, from refSet) refSet {
		outer := p.part
		p.part = part
		to := r(p, from)
		p.part = outer
		return to
	}
}

// but drops the ends of r's matches that the prose forbids; an end that is
// dropped must not count as reached, so the last octet is tested before it is
// read. forbidden is told the input up to and with that octet.
func but(forbidden func(upToEnd string) bool, last refRule) refRule {
	return func(p *refProbe, from refSet) refSet {
		kept := p.alloc(len(from))
		for _, at := range from {
			if at >= p.limit || !forbidden(p.in[:at+1]) {
				kept = append(kept, at)
			}
		}
		return last(p, kept)
	}
}

// The rules. Names are those of the documents, in Go's spelling.

var (
	// RFC 5234, Appendix B.1; quoted letters match case-insensitively (section 2.3).
	refALPHA  = chars("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	refDIGIT  = chars("0123456789")
	refHEXDIG = refDIGIT.or(chars("ABCDEFabcdef"))

	// RFC 3986, Appendix A.
	refUnreserved = refALPHA.or(refDIGIT, chars("-._~"))
	refSubDelims  = chars("!$&'()*+,;=")
	refPercent    = cat(refOctet(chars("%")), refOctet(refHEXDIG))
	refPctEncoded = cat(inPart(refEscape, refPercent), refOctet(refHEXDIG))
	refPchar      = alt(refOctet(refUnreserved.or(refSubDelims, chars(":@"))), refPctEncoded)
	refFragment   = many(0, -1, alt(refPchar, refOctet(chars("/?"))))

	refURNScheme = cat(refOctet(chars("Uu")), refOctet(chars("Rr")), refOctet(chars("Nn")))
	refColon     = refOctet(chars(":"))

	// RFC 8141, section 2.
	refAlphanum   = refALPHA.or(refDIGIT)
	refLdh        = refAlphanum.or(chars("-"))
	refNIDRule    = cat(refOctet(refAlphanum), many(0, 30, refOctet(refLdh)), refOctet(refAlphanum))
	refNSSRule    = cat(refPchar, many(0, -1, alt(refPchar, refOctet(chars("/")))))
	refRComponent = cat(refPchar, many(0, -1, alt(refPchar, refOctet(chars("/?")))))
	refQComponent = cat(refPchar, many(0, -1, alt(refPchar, refOctet(chars("/?")))))

	// RFC 2141, section 2.
	refLetNum     = refALPHA.or(refDIGIT)
	refLetNumHyp  = refLetNum.or(chars("-"))
	refNID2141    = cat(refOctet(refLetNum), alt(nothing, many(1, 31, refOctet(refLetNumHyp))))
	refOther      = chars("()+,-.:=@;$_!*'")
	refReserved   = chars("/?#") // without "%", which 2.3.1 gives to escapes alone
	refTrans      = refLetNum.or(refOther, refReserved)
	refURNChars   = alt(refOctet(refTrans), refPctEncoded)
	refNSS2141    = many(1, -1, refURNChars)
	refNotNIDUrn  = but(func(s string) bool { return strings.EqualFold(s[4:], "urn:") }, refColon) // 2.1
	refNotNUL     = func(s string) bool { return strings.HasSuffix(s, "%00") }
	refPctDraft   = cat(inPart(refEscape, refPercent), but(refNotNUL, refOctet(refHEXDIG))) // 2.5.3
	refPcharDraft = alt(refOctet(refUnreserved.or(refSubDelims, chars(":@"))), refPctDraft)

	// draft-ietf-urnbis-rfc2141bis-urn-03, sections 2.1 to 2.4.
	refNIDDraft      = cat(refOctet(refAlphanum), many(0, 30, refOctet(refLdh)), refOctet(refAlphanum))
	refNSSDraft      = many(1, -1, refPcharDraft)
	refKeywd         = cat(refOctet(refALPHA), many(0, -1, cat(alt(nothing, refOctet(chars("-"))), refOctet(refAlphanum))))
	refVSubdels      = chars("!$'()*+,;=:@/?")
	refVPchar        = alt(refOctet(refUnreserved.or(refVSubdels)), refPctDraft)
	refDirective     = cat(refKeywd, refOctet(chars("=")), many(0, -1, refVPchar))
	refURNQuery      = cat(refDirective, many(0, -1, cat(refOctet(chars("&")), refDirective)))
	refFragmentDraft = many(0, -1, alt(refPcharDraft, refOctet(chars("/?"))))
)

// The rules of Relaxed that differ from RFC 8141: testdata/abnf/relaxed.abnf.
var (
	refNIDRelaxed      = cat(refOctet(refAlphanum), many(0, 62, refOctet(refLdh.or(chars("._")))))
	refFragmentRelaxed = many(0, -1, alt(refPchar, refOctet(chars("/?#"))))
)

func nothing(_ *refProbe, from refSet) refSet { return from }

// run gives the ends of r's matches at one position, reading for a component.
func (p *refProbe) run(r refRule, part refPart, at int) refSet {
	outer := p.part
	p.part = part
	to := r(p, append(p.alloc(1), at))
	p.part = outer
	return to
}

// assignedName calls yield for each way to read an assigned-name.
func (p *refProbe) assignedName(nid, colon, nss refRule, yield func(u refURN, end int)) {
	for _, scheme := range p.run(refURNScheme, refScheme, 0) {
		for _, nidStart := range p.run(refColon, refNID, scheme) {
			for _, nidEnd := range p.run(nid, refNID, nidStart) {
				for _, nssStart := range p.run(colon, refNSS, nidEnd) {
					for _, nssEnd := range p.run(nss, refNSS, nssStart) {
						yield(refURN{nid: refAt(nidStart, nidEnd), nss: refAt(nssStart, nssEnd)}, nssEnd)
					}
				}
			}
		}
	}
}

// takes reports whether the octet at a position is c, which counts as read
// then: a delimiter, with the component that it ends or begins.
func (p *refProbe) takes(c byte, part refPart, at int) bool {
	if at == len(p.in) || p.in[at] != c {
		return false
	}
	p.part = part
	p.reach(at + 1)
	return true
}

// fragment ends a URN: [ "#" fragment ].
func (p *refProbe) fragment(rule refRule, u refURN, end int) {
	if end == len(p.in) {
		p.found = append(p.found, u)
	}
	if p.takes('#', refF, end) {
		for _, stop := range p.run(rule, refF, end+1) {
			if stop == len(p.in) {
				u.f = refAt(end+1, stop)
				p.found = append(p.found, u)
			}
		}
	}
}

// rfc8141 reads a namestring of RFC 8141, section 2, with the rules of an NID
// and of an f-component.
func (p *refProbe) rfc8141(nid, fragment refRule) {
	p.assignedName(nid, refColon, refNSSRule, func(u refURN, end int) {
		p.qAndF8141(fragment, u, refNSS, end)
		if p.takes('?', refNSS, end) && p.takes('+', refR, end+1) {
			start := end + len("?+")
			// Section 2.3.1: "The r-component ends with a "?=" sequence".
			if i := strings.Index(p.in[start:], "?="); i >= 0 {
				p.limit = start + i
			}
			ends := p.run(refRComponent, refR, start)
			p.limit = len(p.in)
			for _, end := range ends {
				v := u
				v.r = refAt(start, end)
				p.qAndF8141(fragment, v, refR, end)
			}
		}
	})
}

// qAndF8141 reads [ "?=" q-component ] [ "#" f-component ] at end, where the
// component before lies.
func (p *refProbe) qAndF8141(fragment refRule, u refURN, before refPart, end int) {
	p.fragment(fragment, u, end)
	if p.takes('?', before, end) && p.takes('=', refQ, end+1) {
		start := end + len("?=")
		for _, end := range p.run(refQComponent, refQ, start) {
			v := u
			v.q = refAt(start, end)
			p.fragment(fragment, v, end)
		}
	}
}

// rfc2141 reads a URN of RFC 2141, section 2.
func (p *refProbe) rfc2141() {
	p.assignedName(refNID2141, refNotNIDUrn, refNSS2141, func(u refURN, end int) {
		if end == len(p.in) {
			p.found = append(p.found, u)
		}
	})
}

// draft2141bis reads a reference to a URN of the draft, section 2.
func (p *refProbe) draft2141bis() {
	p.assignedName(refNIDDraft, refNotNIDUrn, refNSSDraft, func(u refURN, end int) {
		p.fragment(refFragmentDraft, u, end)
		if p.takes('?', refQ, end) {
			for _, stop := range p.run(refURNQuery, refQ, end+1) {
				v := u
				v.q = refAt(end+1, stop)
				p.fragment(refFragmentDraft, v, stop)
			}
		}
	})
}

// refReader reads one input after another, reusing its memory.
type refReader struct{ p refProbe }

// read returns the grammar's result for in. It panics when the grammar, as read
// here, is ambiguous: the reference itself is then wrong.
func (r *refReader) read(syntax urn.Syntax, in string) refVerdict {
	p := &r.p
	*p = refProbe{in: in, limit: len(in), highPart: refScheme, found: p.found[:0], arena: p.arena[:0]}
	switch syntax {
	case urn.RFC8141:
		p.rfc8141(refNIDRule, refFragment)
	case urn.Relaxed:
		p.rfc8141(refNIDRelaxed, refFragmentRelaxed)
	case urn.RFC2141:
		p.rfc2141()
	case urn.Draft2141bis:
		p.draft2141bis()
	default:
		panic("no such syntax")
	}
	switch {
	case len(p.found) > 1:
		panic(fmt.Sprintf("%v: %q has %d readings: %v", syntax, in, len(p.found), p.found))
	case len(p.found) == 1:
		return refVerdict{urn: p.found[0], valid: true}
	case p.ambiguous:
		panic(fmt.Sprintf("%v: the fault of %q lies in two components", syntax, in))
	}
	return refVerdict{offset: p.high, reason: p.highPart}
}

// compareWithReference checks everything that Locate says of in against the
// reference, and gives the verdict of both.
func compareWithReference(t testing.TB, reader *refReader, x urn.Syntax, in string) refVerdict {
	want := reader.read(x, in)
	o, fault := x.Locate(in)
	got := refVerdict{valid: fault == urn.Fault{}}
	if got.valid {
		got.urn = refURN{toRef(o.NID()), toRef(o.NSS()), toRef(o.R()), toRef(o.Q()), toRef(o.F())}
		if (o.F() != urn.Span{}) != want.urn.f.present {
			t.Errorf("%v.Locate(%q): F() = %v; want %v", x, in, o.F(), want.urn.f.present)
		}
	} else {
		got.offset, got.reason = fault.Offset, refPart(fault.Reason.String())
		if o != (urn.Offsets{}) {
			t.Errorf("%v.Locate(%q) = %+v beside a fault", x, in, o)
		}
	}
	if got != want {
		t.Errorf("%v.Locate(%q) = %+v, want %+v", x, in, got, want)
	}
	return want
}

func toRef(s urn.Span) refSpan {
	if s == (urn.Span{}) {
		return refSpan{}
	}
	return refAt(s.Start, s.End)
}

// maxReferenceLen bounds what the reference is given: its time grows with the
// square of the length. No loop of the library takes steps anywhere as long.
const maxReferenceLen = 2048

func FuzzReference(f *testing.F) {
	for _, v := range readVectors(f) {
		f.Add(v.input)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > maxReferenceLen {
			return
		}
		var reader refReader
		for _, x := range syntaxes {
			compareWithReference(t, &reader, x, in)
		}
	})
}

// exhaustiveAlphabet has a member of each class of octets that one of the
// grammars distinguishes. They are the delimiters, "%", a digit, letters
// that are and are not hexadecimal digits, and "-". They are also octets
// that only RFC 2141 refuses ("&", "~"), an excluded octet of ASCII, and one
// beyond ASCII. ":" and "+" stand for the rest of pchar. That there are no
// more classes is what TestEveryOctetEverywhere is for.
const exhaustiveAlphabet = "?+=#%1fg-&~:/<\x80"

// TestExhaustive checks every string up to length n over the alphabet, after
// each prefix and under each syntax, against the reference: verdict, spans,
// offset and reason.
//
// The strings are walked as a tree, and a subtree is left out when its root p
// is a dead end: when no URN begins with p. That loses nothing. For the
// reference, the fault of p is the length of the longest prefix of p that some
// URN begins with. p is not such a prefix itself, so every continuation of p
// has the same fault. The test checks the library's answer for p. It also
// checks that the library does not look at what follows p: it adds a tail to
// every dead end, a different one each time.
func TestExhaustive(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	n := 5
	if testing.Short() {
		n--
	} else if testhelp.IsLong() {
		n++
	}
	if testhelp.Race { // there is nothing for it to find here
		n--
	}
	for _, x := range syntaxes {
		alphabet := exhaustiveAlphabet
		if x == urn.Draft2141bis {
			alphabet += "0" // it forbids "%00"
		}
		if x == urn.Relaxed {
			alphabet += "." // as "_", in its NID
		}
		for _, c := range []struct{ prefix, alphabet string }{
			{"", "uUrRnNa:% "},
			{"urn:", alphabet + "uRn"}, // two of the syntaxes forbid the NID "urn"
			{"urn:ex:", alphabet},
		} {
			t.Run(fmt.Sprintf("%v/%s", x, c.prefix), func(testingT *testing.T) {
				t := testhelp.FirstFailures(testingT)
				t.Parallel()
				w := walker{t: t, syntax: x, alphabet: c.alphabet}
				w.walk([]byte(c.prefix), n)
				if want := subtree(len(c.alphabet), n); w.covered != want {
					t.Errorf("%d strings are covered, want %d", w.covered, want)
				}
				t.Logf("%d strings covered, %d checked, %d of them dead ends", w.covered, w.checked, w.dead)
			})
		}
	}
}

type walker struct {
	t             testing.TB
	syntax        urn.Syntax
	alphabet      string
	reader        refReader
	checked, dead int
	covered       int // the strings checked, and those after a dead end
}

// subtree counts the strings up to length n over an alphabet of k.
func subtree(k, n int) int {
	if n == 0 {
		return 1
	}
	return 1 + k*subtree(k, n-1)
}

var tails = []string{"a", ":a", "?+a", "?=a", "#", "%41", "\x00", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "urn:ex:a"}

func (w *walker) walk(s []byte, depth int) {
	w.checked++
	verdict := compareWithReference(w.t, &w.reader, w.syntax, string(s))
	if w.t.Failed() {
		return // the shortest disagreement of this branch is reported
	}
	if !verdict.valid && verdict.offset < len(s) {
		w.dead++
		w.covered += subtree(len(w.alphabet), depth)
		tail := tails[w.dead%len(tails)]
		_, before := w.syntax.LocateBytes(s)
		_, after := w.syntax.Locate(string(s) + tail)
		if before != after {
			w.t.Errorf("%v.Locate(%q): fault %+v, without the last %d bytes %+v", w.syntax, string(s)+tail, after, len(tail), before)
		}
		return
	}
	w.covered++
	if depth == 0 {
		return
	}
	for i := range len(w.alphabet) {
		w.walk(append(s, w.alphabet[i]), depth-1)
	}
}

// TestEveryOctetEverywhere puts each of the 256 octets at each place of a few
// URNs: over the first, in between, at the end. No two octets are taken to be
// alike here.
func TestEveryOctetEverywhere(testingT *testing.T) {
	testhelp.Slow(testingT)
	t := testhelp.FirstFailures(testingT)
	shapes := []string{
		"urn:ex:a", "urn:ex-1:a%2F%01b", "urn:urn:a", "urn:urn-7:a", "urn:a:b",
		"urn:ex:a?+b?=c#d", "urn:ex:a?+b%2F?c?=d%2F?e#f%2F?", "urn:ex:a#", "urn:ex:a??", "urn:ex:a%00",
		"urn:ex:a?k=v&k-2=v%2F%01#f%2F%01", "urn:ex:a?s=", "urn:ex:a?k-k=", "URN:EX:%e9",
		"urn:abcdefghijklmnopqrstuvwxyz012345:c",                         // an NID of 32
		"urn:a_b.c:d#e#f%2F#", "urn:" + strings.Repeat("a.", 31) + "b:c", // an NID of 63
		"urn:ex:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", // more than a vector's width
		"urn:ex:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?+aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"urn:ex:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa?aa=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	}
	for _, x := range syntaxes {
		t.Run(x.String(), func(testingT *testing.T) {
			t := testhelp.FirstFailures(testingT)
			t.Parallel()
			var reader refReader
			for _, shape := range shapes {
				for i := range len(shape) + 1 {
					for c := range 256 {
						o := string([]byte{byte(c)})
						compareWithReference(t, &reader, x, shape[:i]+o+shape[i:])
						if i < len(shape) {
							compareWithReference(t, &reader, x, shape[:i]+o+shape[i+1:])
						}
					}
				}
			}
		})
	}
}

// TestEveryPlaceInAnNID puts pairs of the octets that matter at every place of an NID of
// up to 65 octets. After the pair, the input or the NID ends, or goes on, or the NID is
// filled up to 32, 33, 63 and 64 octets. The rule of the NID is the only one with a
// count, and has a state for each octet.
func TestEveryPlaceInAnNID(testingT *testing.T) {
	testhelp.Slow(testingT)
	t := testhelp.FirstFailures(testingT)
	const first, second = "a-1:urN", "a0gAG1-:%._uUrRnN?+=#/&~\x80"
	for _, x := range syntaxes {
		t.Run(x.String(), func(testingT *testing.T) {
			t := testhelp.FirstFailures(testingT)
			t.Parallel()
			var reader refReader
			for _, base := range []string{"a", "a-", "urn", "g--------"} {
				places := 34
				if x == urn.Relaxed {
					places = 65
				}
				for place := range places {
					head := "urn:" + strings.Repeat(base, 65)[:place]
					for i := range len(first) {
						for j := range len(second) {
							s := head + first[i:i+1] + second[j:j+1]
							fill := strings.Repeat("b", max(0, len("urn:")+32-len(s)))
							longest := strings.Repeat("b", max(0, len("urn:")+63-len(s)))
							for _, tail := range []string{"", ":x", "-b", fill + ":x", fill + "b:x", longest + ":x", longest + "b:x"} {
								compareWithReference(t, &reader, x, s+tail)
							}
						}
					}
				}
			}
		})
	}
}
