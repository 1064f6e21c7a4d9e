package lint

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lint/dictionary"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/published"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/scan"
)

// beginning matches the whole parts before a placeholder.
var beginning = regexp.MustCompile(`^[\w:-]*:`)

// partial notes the beginning of names: a prefix or a template.
func (p *piece) partial(around *place) {
	if begin := beginning.Find(around.name); len(begin) > len("urn::") && p.class&foreign == 0 {
		p.remember(around.Start, string(begin[:len(begin)-1]), around, true)
	}
}

// percentage matches a name that ends with a percentage.
var percentage = regexp.MustCompile(`^[^%{}$<>*\\\\]*[0-9]%$`)

// misspelledNID reports an NID that is one letter away from a registered or published NID. It
// also reports the NID in tests, and in an XML namespace if the NID that is meant is strict or not
// registered. It returns whether the NID is misspelled, even if it does not report the NID.
func (p *piece) misspelledNID(nid string, around *place, certain bool) bool {
	want := misspelled(nid)
	if want == "" || p.Levels[MisspelledNID] == Off || p.owns([]byte(nid)) {
		return false
	}
	inTest := certain && p.class&testFile != 0 && p.class&foreign == 0 && !around.says("fail")
	if (p.all || !around.isXMLName() || dictionary.HasNID(want) || !p.registered(want)) && (inTest || p.admits(MisspelledNID, certain, around)) {
		key := string(around.name)
		if !p.all {
			key = "urn:" + strings.ToLower(nid) + ":" // once for each NID
		}
		start := around.Start + len("urn:")
		p.report(MisspelledNID, start, start+len(nid), around.name, fmt.Sprintf("is %q meant? The namespace %q is neither registered nor published", want, report.Visible(nid)), key)
	}
	return true
}

// spaced reports a published name with a space in it. It returns false if the name is not
// such a name.
func (p *piece) spaced(around *place) bool {
	space := bytes.IndexByte(around.name, ' ')
	return space > 0 && dictionary.Has(strings.Replace(string(around.name), " ", "", 1)) &&
		p.uncertain(Truncated, around.Start+space, 1, around.name, "white space is not part of a URN; without the white space, this is a published name", true, around) != nil
}

// These match the text after "urn:": an NID, an empty NID, the name of a domain, and an NID
// before a "/".
var (
	leadingNID = regexp.MustCompile(`^[A-Za-z0-9-]*`)
	withoutNID = regexp.MustCompile(`^:[^:]+:`)
	ownWord    = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*[a-z][A-Z][A-Za-z0-9]*$`)
	dottedNID  = regexp.MustCompile(`^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
	authority  = regexp.MustCompile(`^//[A-Za-z0-9]`)
	slashNID   = regexp.MustCompile(`^([A-Za-z0-9-]{2,})/[^/]`)
)

// misplaced reports names such as "urn::b:c" and "urn:a/b" between delimiters. It returns
// false for other names.
func (p *piece) misplaced(around *place) bool {
	whole := around.name
	value := whole[len("urn:"):]
	if p.Levels[Malformed] == Off || len(around.Close) == 0 || len(value) == 0 || bytes.ContainsAny(value, " \t\r\n{}$%*<>\"'`\\") || around.prefixed() {
		return false
	}
	at := around.Start + len("urn:")
	nid := slashNID.FindSubmatch(value)
	switch {
	case withoutNID.Match(value) && !bytes.Contains(value[1:], []byte("::")):
		p.uncertain(Malformed, at, 1, whole, "there is no namespace identifier", true, around)
	case authority.Match(value):
		p.uncertain(Malformed, at, 2, whole, `"//" is in the place of the namespace identifier`, true, around)
	case nid != nil && !p.registered(string(nid[1])):
		p.uncertain(Malformed, at+len(nid[1]), 1, whole, "malformed: '/' is in the place of the ':' that ends the namespace identifier", true, around)
	default:
		return false
	}
	return true
}

// inProse reports whether a space precedes a name, and neither delimiters nor a ":", "=" or ">"
// before the space show a value. Then the name may be an ordinary word.
func (a *place) inProse() bool {
	front := bytes.TrimRight(a.before, " ")
	return len(a.Open) == 0 && len(front) < len(a.before) && !bytes.ContainsAny(front[max(0, len(front)-1):], ":=>")
}

// nothing reports "urn:" before a number, such as "urn:BPNL000000000DWF". The finder takes
// it for a part of a program or a sentence, but it is meant as a name.
func (p *piece) nothing(around *place) {
	start := around.Start
	if p.Levels[Malformed] == Off || start > 0 && ascii.IsAlnum(p.text[start-1]) {
		return
	}
	at := start + len("urn:")
	nid := leadingNID.Find(p.text[at:min(len(p.text), at+maxAround)])
	around.End = at + len(nid)
	if len(nid) > 32 || digits(nid) < 4 {
		return
	}
	*around = p.place(find.Finding{Start: start, End: around.End, Open: around.Open})
	if p.all || around.alone() {
		around.Fault = urn.Fault{Syntax: p.Syntax, Offset: around.End - start, Reason: urn.BadNID}
		p.near(around)
	}
}

// closing returns the quotation mark that closes an opening one, or "".
func closing(mark string) string {
	for _, pair := range words["quotes"] {
		if opening, end, _ := strings.Cut(pair, " "); opening == mark {
			return end
		}
	}
	return ""
}

// near reports a near miss.
func (p *piece) near(around *place) {
	fault := around.Fault
	rule := Malformed
	start, at := around.Start, around.Start+fault.Offset
	shown := p.text[start:max(at, min(around.End, at+maxShownBytes))]
	name, found := scan.Finder{Syntax: p.Syntax, Mode: scan.ModeExact}.Next(shown, 0)
	if found && name.Start == 0 {
		rule = Truncated
	}
	if p.Levels[rule] == Off {
		return
	}
	nid, _, hasNSS := bytes.Cut(shown[len("urn:"):], []byte{':'})
	inNID := fault.Offset <= len("urn:")+len(nid)
	if inNID && hasNSS && p.misspelledNID(string(nid), around, p.all || p.certainNear(rule, around, shown, hasNSS)) {
		return
	}
	if !p.all {
		if rule == Malformed && p.class&foreign == 0 && fault.Offset < len(shown) && bytes.IndexByte(shown[fault.Offset:], ':') > 0 {
			p.remember(start, string(shown), around, !bytes.ContainsFunc(shown, unicode.IsSpace) && !around.prefixed())
		}
		switch {
		case around.isXMLName() && !dictionary.HasNID(string(nid)) && bytes.IndexByte(shown, ' ') < 0, published.Has(shown), moduleParameter.Match(shown):
			return
		case !hasNSS && digits(nid) < 4 && (around.inProse() || !dottedNID.Match(nid) && (p.class&prose != 0 || !ownWord.Match(nid))):
			return // a word may be anything, a number is meant
		case dictionary.Has(string(bytes.TrimSuffix(shown[:fault.Offset], []byte("?")))):
			return // a capability of NETCONF, which has parameters (RFC 6241, section 8)
		}
	}
	if !p.admits(rule, p.all || p.certainNear(rule, around, shown, hasNSS), around) {
		return
	}
	message := fault.Message(string(p.text[start:min(len(p.text), at+utf8.UTFMax)]))
	if moduleParameter.Match(shown) {
		message, _, _ = strings.Cut(message, "; write a '?'")
		message += "; the parameters of a capability of NETCONF stay as they are (RFC 6241, section 8; RFC 6020, section 5.6.4)"
	}
	cause, key := message, string(shown)
	switch {
	case rule == Truncated:
		const long = 40
		end, cut := p.text[start:start+name.End], ""
		if len(end) > long {
			end, cut = end[len(end)-long:], "..."
		}
		message = "the URN ends after " + cut + report.Visible(string(end)) + ": " + message
	case inNID && p.owns(nid):
		return
	case inNID && fault.Offset == len(shown): // all of it is letters, digits and hyphens
		cause = "no NID" // the message has the name
		message = fmt.Sprintf("there is no namespace identifier: write urn:NID:%s, with the NID of a namespace", report.Visible(string(nid)))
	case inNID && hasNSS && !p.all:
		key = strings.ToLower(string(shown[:len("urn:")+len(nid)+1])) // once for each NID
		message += "; " + Rules[unregistered].Remedy
		cause = message
	}
	size := 0
	if at < start+len(shown) {
		_, size = utf8.DecodeRune(p.text[at:])
	}
	if inNID {
		nid = nil // names of several namespaces have the same cause
	}
	f := p.report(rule, at, at+size, shown, message, key).causedBy(nid, cause)
	if !hasNSS && digits(shown) < 4 && !p.all {
		f.soften() // it may be a name of Auth0, or an action of SOAP
	}
}

// moduleParameter matches the parameters of a module of YANG (RFC 6020, section 5.6.4).
var moduleParameter = regexp.MustCompile(`\?(?:module=|revision=\d{4}-)`)

const maxShownBytes = 4 << 10 // of a near miss that are kept after its fault

// isOpen reports whether a name ends like the beginning of a longer one.
func isOpen(name []byte) bool { return strings.IndexByte(":/#=-_.&?+", name[len(name)-1]) >= 0 }

// certainNear reports whether a near miss is worth a report.
func (p *piece) certainNear(rule RuleID, around *place, shown []byte, hasNSS bool) bool {
	nss := shown[len("urn:"):]
	switch {
	case isOpen(shown) && !(hasNSS && around.Fault.Reason == urn.BadNID && shown[len(shown)-1] == '/'), bytes.Contains(shown, []byte("…")), bytes.Contains(shown, []byte("...")):
		return false
	case bytes.ContainsFunc(shown, unicode.IsSpace):
		return around.isIdentifier() && !bytes.Contains(nss, []byte("urn:"))
	case !hasNSS:
		return rule == Malformed && (around.enclosed() && !around.prefixed() || around.alone())
	case bytes.Contains(bytes.ToLower(nss), []byte("urn:")):
		return false // several in one, as others have set them
	}
	wrong, _ := utf8.DecodeRune(shown[min(len(shown), around.Fault.Offset):])
	return (around.certain() || isInvisible(wrong) && around.alone()) && ascii.IsAlnum(nss[0])
}

// owns reports whether the configuration lists an NID, case-insensitively.
func (p *piece) owns(nid []byte) bool { return p.own[strings.ToLower(string(nid))] }
