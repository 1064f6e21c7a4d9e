package namespace

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/advice"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/internal/truncate"
)

// Advice advises against a part of a URN that parses.
type Advice struct {
	// Code is a short name. It is a string because a Definition may have codes that this
	// package does not know. The meaning of these codes never changes. Later versions may
	// add codes:
	//
	//	unregistered-nid     neither IANA nor the owner of the Registry defines the NID
	//	reserved-nid         the NID is reserved, or too short to be registered
	//	experimental-nid     the NID begins with "X-"
	//	relaxed-nid          RFC 8141 refuses the NID that urn.Relaxed accepts
	//	reserved-character   "/", "?" or "#" in an NSS under RFC 2141
	//	nul-escape           "%00"
	//	needless-escape      an escape of a character that needs none
	//	lower-case-hex       a hexadecimal digit of an escape in lower case
	//	not-utf-8            the octet of an escape is not part of a character in UTF-8
	//	r-component          an r-component, whose semantics is not standardised
	//	q-component          a q-component, which is not part of the name
	//	f-component          an f-component, which is not part of the name
	//	excluded-component   a component that the document of the namespace excludes
	//	relaxed-number-sign  "#" within an f-component, under urn.Relaxed
	//	upper-case           upper case, where the namespace asks for lower case
	//	unlisted-value       a value that the owner of the namespace may define, not its document
	//	reserved-value       a value that the document of the namespace reserves
	//	spare-digit          the last digit of an IMEI is not 0
	//	wrong-crc            the last octet of a 1-Wire identifier is not the CRC of the others
	//	wrong-check-digit    a wrong check digit, where only the owner of a part of the namespace asks for one
	//	incomplete           the name lacks a part that the document of the namespace requires, or ends with ":"
	//	own                  advice of the Lint function of a Definition
	Code string
	// Span is the part of u.String() that the advice is about, in bytes.
	Span urn.Span
	// Clause is the document and section that advises, such as
	// "RFC 8141, section 5.1".
	Clause string
	// Text is the advice in words if it adds to the Code, and otherwise "".
	// [Advice.Message] always returns words.
	Text string
}

// Message returns the advice in words and its clause, without the offset. It has
// at most 1,024 bytes.
func (a Advice) Message() string {
	text := a.Text
	if text == "" {
		text = advice.Text(a.Code)
	}
	text = truncate.To(text, maxText)
	if a.Clause != "" {
		text += " (" + truncate.To(a.Clause, maxText) + ")"
	}
	return text
}

// String returns the column (the offset + 1), the advice in words and the clause.
func (a Advice) String() string {
	return "at column " + strconv.Itoa(a.Span.Start+1) + ": " + a.Message()
}

// Lint yields advice against parts of u, in the order of the text. It does not check
// whether the NSS is valid in its namespace; see [Validate].
//
// Lint yields each piece of advice when it is found, and does not store it. So it takes
// linear time and constant memory. It allocates only for advice on a check digit or an incomplete
// name. There are at most two pieces of advice for an escape, one for any other byte, and eleven
// more. To set a limit, stop the iteration.
func Lint(u urn.URN) iter.Seq[Advice] {
	return func(yield func(Advice) bool) { lint(u, &iana, yield) }
}

// Lint is [Lint] under the rules of r. A NID that r defines does not count as unregistered.
// Without the rules of [IANA], no NID does. The advice of the Lint
// function of a [Definition] comes last. Lint allocates at most twice, in addition to the
// allocations of that function and for advice on a check digit or an incomplete name.
func (r *Registry) Lint(u urn.URN) iter.Seq[Advice] {
	return func(yield func(Advice) bool) {
		more := lint(u, r, yield)
		for d := r.definition(u.NID()); d != nil && more; d = d.under {
			if d.Lint == nil {
				continue
			}
			if list := d.Lint(u); list != nil {
				more = d.advise(list, u, yield)
			}
		}
	}
}

// lint yields the advice of this package, and reports whether yield wants more. It is
// separate from Registry.Lint so that yield does not escape.
func lint(u urn.URN, r *Registry, yield func(Advice) bool) bool {
	if u.IsZero() {
		return false
	}
	l := linter{u: u, o: u.Offsets()}
	l.nid(r, yield)
	l.nss(r.knowsIANA(), yield)
	l.components(r.knowsIANA(), yield)
	return !l.stopped
}

// advise yields the advice of d's Lint function, and reports whether yield wants more.
func (d *definition) advise(list iter.Seq[Advice], u urn.URN, yield func(Advice) bool) bool {
	size := len(u.String())
	for a := range list {
		a.Span.Start = min(max(a.Span.Start, 0), size)
		a.Span.End = min(max(a.Span.End, a.Span.Start), size)
		if a.Code == "" {
			a.Code = advice.Own
		}
		if a.Clause == "" {
			a.Clause = d.Reference
		}
		if !yield(a) {
			return false
		}
	}
	return true
}

// yieldFunc takes a piece of advice, and reports whether more is wanted.
type yieldFunc = func(Advice) bool

// linter yields advice in the order of the text. Its methods take yield as an
// argument, because a function that is called through a field escapes.
type linter struct {
	u       urn.URN
	o       urn.Offsets
	stopped bool // yield has returned false
	waiting
}

// waiting stores the advice from the rules of a namespace about the NSS, in the order of the
// text, until octets reaches its offset. A namespace has at most two rules, and a rule gives
// at most one piece of advice. Rules take waiting by value: a pointer that is passed to a
// function in a table escapes.
type waiting [2]Advice

// tell yields a piece of advice, unless yield has returned false.
func (l *linter) tell(a Advice, yield yieldFunc) {
	l.stopped = l.stopped || !yield(a)
}

// add yields advice about a part of the URN.
func (l *linter) add(c string, start, end int, clause string, yield yieldFunc) {
	l.tell(Advice{Code: c, Span: urn.Span{Start: start, End: end}, Clause: clause}, yield)
}

// wait stores advice until octets reaches its offset.
func (w *waiting) wait(c string, start, end int, clause string, text ...string) {
	w[1] = Advice{Code: c, Span: urn.Span{Start: start, End: end}, Clause: clause, Text: strings.Join(text, "")}
	if w[0].Code == "" || start < w[0].Span.Start {
		w[0], w[1] = w[1], w[0]
	}
}

// checkDigit stores advice about a check digit, of which right is the right one.
func (w *waiting) checkDigit(at int, right byte, clause string) {
	w.wait(advice.WrongCheckDigit, at, at+1, clause, advice.Text(advice.WrongCheckDigit), "; it should be '", string(rune(right)), "'")
}

// tellBefore yields the stored advice for positions before an offset.
func (l *linter) tellBefore(offset int, yield yieldFunc) {
	for l.waiting[0].Code != "" && l.waiting[0].Span.Start < offset {
		l.tell(l.waiting[0], yield)
		l.waiting = waiting{l.waiting[1]}
	}
}

func (l *linter) nid(r *Registry, yield yieldFunc) {
	s, nid := l.o.NID(), l.u.NID()
	// RFC 8141 refuses these NIDs of urn.Relaxed.
	if l.u.Syntax() == urn.Relaxed && (len(nid) < 2 || len(nid) > 32 || nid[len(nid)-1] == '-' || strings.ContainsAny(nid, "._")) {
		l.add(advice.RelaxedNID, s.Start, s.End, "RFC 8141, section 2", yield)
	}
	e, known := r.Lookup(nid)
	switch e.Kind {
	case Experimental:
		l.add(advice.ExperimentalNID, s.Start, s.End, "RFC 8141, section 5.1 and Appendix B; RFC 6648", yield)
	case ReservedCountry, ReservedLabel, TooShort:
		l.add(advice.ReservedNID, s.Start, s.End, "RFC 8141, section 5.1", yield)
	case ReservedURN:
		l.add(advice.ReservedNID, s.Start, s.End, "RFC 8141, sections 5.1 and 5.2", yield)
	case Unregistered, Informal, InUse:
		a := Advice{Code: advice.UnregisteredNID, Span: s, Clause: "RFC 8141, section 5"}
		if p := place(nid); p >= ianaSize && r.knowsIANA() {
			a.Text = publishedAdvice[p-ianaSize]
		}
		if len(nid) <= 2 { // published, but too short
			a.Code, a.Clause = advice.ReservedNID, "RFC 8141, section 5.1"
			l.tell(a, yield)
		} else if !known && r.knowsIANA() {
			l.tell(a, yield)
		}
	}
}

func (l *linter) nss(iana bool, yield yieldFunc) {
	s := l.o.NSS()
	if p := place(l.u.NID()); iana && p >= 0 && rows[p].lint != nil {
		l.waiting = rows[p].lint(l.waiting, s, l.u.NSS())
	}
	if l.u.Syntax() == urn.RFC2141 {
		l.octets(s, "/?#", advice.ReservedCharacter, "RFC 2141, section 2.3.2", yield)
	} else {
		l.octets(s, "", "", "", yield)
	}
	l.tellBefore(s.End+1, yield)
	if p := place(l.u.NID()); iana && p >= 0 && p < ianaSize {
		l.incomplete(p, s, l.u.NSS(), yield)
	}
}

// longer lists prefixes of names for which a document requires more parts than the syntax of the
// namespace does, with the least number of ":". It comes from the sections on syntax of the templates
// and of the RFCs without a grammar.
var longer = [...]struct {
	place        int
	begin        string
	colons       int
	want, clause string
}{
	{idOGC, "def", 4, "want def:TYPE:AUTHORITY:VERSION:CODE; the version may be empty", "OGC 07-092r3, clause 7.2"},
	{idIETF, "params:xml", 3, "want params:xml:CLASS:ID", "RFC 3688"},
	{idIETF, "params:netconf:capability", 4, "want params:netconf:capability:NAME:VERSION", "RFC 6241, section 8"},
	{idIETF, "params:oauth", 2, "want params:oauth:VALUE", "RFC 6755, section 2"},
	{idONF, "", 3, "want PROJECT:SUBPROJECT:PROTOCOL:MODULE", "IANA template of urn:onf, Syntax"},
}

// incomplete yields advice against an NSS that ends too early.
func (l *linter) incomplete(p int, s urn.Span, nss string, yield yieldFunc) {
	a := Advice{Code: advice.Incomplete, Span: urn.Span{Start: s.End, End: s.End}}
	short := strings.TrimRight(nss, ":")
	wrong := short != nss
	for _, x := range longer {
		isBelow := x.begin == "" || len(nss) == len(x.begin) || len(nss) > len(x.begin) && nss[len(x.begin)] == ':'
		if x.place == p && isBelow && ascii.HasPrefixFold(nss, x.begin) && strings.Count(short, ":") < x.colons {
			a.Text, a.Clause, wrong = x.want, x.clause, true
		}
	}
	if !wrong {
		return
	}
	if x := syntaxOf(p, nss); x != nil && a.Clause == "" {
		a.Clause = x.document(l.u.NID())
	}
	l.tell(a, yield)
}

// services are IANA's Service URN Labels as of 2026-08-22, last changed in 2017. A label
// below "test" is "test." and a label of sos.
const services = "counseling counseling.children counseling.mental-health counseling.suicide test " +
	"sos sos.ambulance sos.animal-control sos.ecall sos.ecall.automatic sos.ecall.manual sos.fire sos.gas sos.marine " +
	"sos.mountain sos.physician sos.poison sos.police sos.police.municipal sos.police.national"

func lintSERVICE(w waiting, s urn.Span, nss string) waiting {
	label := nss
	if ascii.HasPrefixFold(nss, "test.sos") {
		label = nss[len("test."):]
	}
	if matches(&nssService, nss) && !listed(services, label, ascii.EqualFold) {
		w.wait(advice.UnlistedValue, s.Start, s.End, "RFC 5031, section 4.1; IANA's Service URN Labels")
	}
	w.lowerCase(s, nss, "RFC 5031, section 3")
	return w
}

// listed reports whether name is in a list whose entries are separated by spaces.
func listed(list, name string, equal func(a, b string) bool) bool {
	for entry := range strings.SplitSeq(list, " ") {
		if equal(entry, name) {
			return true
		}
	}
	return false
}

// parameters are IANA's Registered Protocol Parameter Identifiers as of 2026-02-02. The
// names that are registered below them are too many for a library.
const parameters = "xml cpim-headers ecml imdn sieve oauth gss netconf rtp-hdrext geopriv scim tzdist abfab push " +
	"restconf mud rolie acme jmap capport trans whip unit"

func lintIETF(w waiting, s urn.Span, nss string) waiting {
	const start = len("params:")
	if ascii.HasPrefixFold(nss, "params:") {
		name, _, _ := strings.Cut(nss[start:], ":")
		if name != "" && !listed(parameters, name, func(a, b string) bool { return a == b }) {
			w.wait(advice.UnlistedValue, s.Start+start, s.Start+start+len(name), "RFC 3553, section 4; IANA's Registered Protocol Parameter Identifiers")
		}
	}
	return w
}

// lintMRN checks the numbers of vessels and of containers, which are among the template's
// examples.
func lintMRN(w waiting, s urn.Span, nss string) waiting {
	const imo, container, clause = "imo:imo-number:", "bic:container-id:", "IANA template of urn:mrn, Examples"
	var code [len("CSQU3054383")]byte
	switch {
	case ascii.HasPrefixFold(nss, imo):
		if number := nss[len(imo):]; matches(&epcIMOVN, number) && checkIMOVN(number) >= 0 {
			w.checkDigit(s.End-1, rightDigit(number, checkIMOVN), clause)
		}
	case ascii.HasPrefixFold(nss, container) && len(nss) == len(container)+len(code):
		for i := range code {
			code[i] = upper(nss[len(container)+i])
		}
		if number := string(code[:]); matches(&epcBIC, number) && checkBIC(number) >= 0 {
			w.checkDigit(s.End-1, rightDigit(strings.Clone(number), checkBIC), clause+"; ISO 6346")
		}
	}
	return w
}

// rightDigit returns the last digit with which check accepts number.
func rightDigit(number string, check func(string) int) byte {
	right := byte('0')
	for right < '9' && check(number[:len(number)-1]+string(rune(right))) >= 0 {
		right++
	}
	return right
}

// lintEPCGLOBAL checks the GLN of a business transaction in GS1's Core Business Vocabulary.
func lintEPCGLOBAL(w waiting, s urn.Span, nss string) waiting {
	const start, end = len("cbv:bt:"), len("cbv:bt:5200001000008")
	if len(nss) > end && ascii.HasPrefixFold(nss, "cbv:bt:") && nss[end] == ':' && strings.Trim(nss[start:end], "0123456789") == "" &&
		ascii.CheckDigit(nss[start:end-1]) != nss[end-1] {
		w.checkDigit(s.Start+end-1, ascii.CheckDigit(nss[start:end-1]), "GS1 Core Business Vocabulary, section 8.5.2")
	}
	return w
}

// nbnDigits has two digits for each character of a urn:nbn:de from "+" to "_", by the
// concordance of the Deutsche Nationalbibliothek. A 0 is not a digit.
const nbnDigits = "4900394745010203040506070809411700000000000018141915162122232425422627132829311232331134353637380000000043"

// lintNBN: the Deutsche Nationalbibliothek requires a check digit at the end of names below
// urn:nbn:de. The names that the library itself assigns have no check digit: in public
// code, 28 of 28 other names had it, and none of its own 6 names of 2019 and later.
func lintNBN(w waiting, s urn.Span, nss string) waiting {
	if !ascii.HasPrefixFold(nss, "de:") || ascii.HasPrefixFold(nss, "de:101:") || !matches(&nssNBN, nss) {
		return w
	}
	place, sum, last := 0, 0, 0
	for _, text := range [...]string{"urn:nbn:", nss[:len(nss)-1]} {
		for i := range len(text) {
			c := int(upper(text[i])) - '+'
			if c < 0 || 2*c >= len(nbnDigits) || nbnDigits[2*c+1] == '0' {
				return w // the concordance lacks the character
			}
			for _, digit := range nbnDigits[2*c : 2*c+2] {
				if digit != '0' {
					place++
					last = int(digit - '0')
					sum += place * last
				}
			}
		}
	}
	if right := byte('0' + sum/last%10); nss[len(nss)-1] != right {
		w.checkDigit(s.End-1, right, "Deutsche Nationalbibliothek, URN-Prüfziffer")
	}
	return w
}

// lintOID: the first arc is 0 to 2. After 0 and 1, the second arc is at most 39, because
// encoders write both arcs as one number.
func lintOID(w waiting, s urn.Span, nss string) waiting {
	first, rest, _ := strings.Cut(nss, ".")
	second, _, _ := strings.Cut(rest, ".")
	start := s.Start + len(first) + 1
	switch {
	case !matches(&nssOID, nss):
	case len(first) > 1 || first[0] > '2':
		w.wait(advice.UnlistedValue, s.Start, s.Start+len(first), "RFC 3061, section 2")
	case first[0] < '2' && (len(second) > 2 || len(second) == 2 && second > "39"):
		w.wait(advice.UnlistedValue, start, start+len(second), "ITU-T X.690")
	}
	return w
}

func lintURN7(w waiting, s urn.Span, nss string) waiting {
	w.lowerCase(s, nss, "RFC 6050, section 4.4")
	return w
}

func lintDEV(w waiting, s urn.Span, nss string) waiting {
	if strings.HasPrefix(nss, "mac:") || strings.HasPrefix(nss, "ow:") {
		// A component part, which may be in upper or lower case, follows the digits.
		digits, _, _ := strings.Cut(nss, "_")
		w.lowerCase(s, digits, "RFC 9039, section 3.2.1")
		if matches(&nssDev, nss) && digits[0] == 'o' && crc8(digits[len("ow:"):]) != 0 {
			w.wait(advice.WrongCRC, s.Start+len(digits)-2, s.Start+len(digits), "RFC 9039, section 4.2")
		}
	}
	return w
}

// lintISO reports the first element that RFC 5141 does not define. The RFC lists six
// originators. Revisions may define more, and ISO defines the text after them.
func lintISO(w waiting, s urn.Span, nss string) waiting {
	fault, ok := nssISOListed.Match(nss)
	if ok || !matches(&nssISO, nss) {
		return w
	}
	// The element with the fault, or the last element if the NSS ends too early.
	start := strings.LastIndexByte(nss[:fault], ':') + 1
	element, _, _ := strings.Cut(nss[start:], ":")
	w.wait(advice.UnlistedValue, s.Start+start, s.Start+start+len(element), "RFC 5141, section 2.4.1")
	return w
}

func lintFDC(w waiting, s urn.Span, nss string) waiting {
	// ProviderId ":" DateId ":" ResourceId
	provider, rest, _ := strings.Cut(nss, ":")
	if date, _, ok := strings.Cut(rest, ":"); ok && len(date) < len("CCYY") && matches(&nssFDC, nss) {
		start := s.Start + len(provider) + 1
		w.wait(advice.ReservedValue, start, start+len(date), "RFC 4198, section 3")
	}
	return w
}

func lintRESO(w waiting, s urn.Span, nss string) waiting {
	if !matches(&nssRESOListed, nss) {
		w.wait(advice.UnlistedValue, s.Start, s.End, "IANA template of urn:reso, 3.4")
	}
	return w
}

func lintITU(w waiting, s urn.Span, nss string) waiting {
	sector, _, _ := strings.Cut(nss, ":")
	if matches(&nssITU, nss) && (len(sector) != 1 || !strings.Contains("rtd", sector)) {
		w.wait(advice.UnlistedValue, s.Start, s.Start+len(sector), "IANA template of urn:itu, Syntax")
	}
	return w
}

func lintWMO(w waiting, s urn.Span, nss string) waiting {
	kind, _, _ := strings.Cut(nss, ":")
	if matches(&nssWMO, nss) && kind != "md" {
		w.wait(advice.UnlistedValue, s.Start, s.Start+len(kind), "IANA template of urn:wmo, Syntax")
	}
	return w
}

func lintURN5(w waiting, s urn.Span, nss string) waiting {
	const random = len("JtTCacwJ1e1N0yqTULRG7C1GLq8")
	number, _, _ := strings.Cut(nss, ":")
	if matches(&nssURN5, nss) && len(number) < random {
		w.wait(advice.UnlistedValue, s.Start, s.Start+len(number), "IANA template of urn:urn-5, Validation mechanism")
	}
	return w
}

func lintDOI(w waiting, s urn.Span, nss string) waiting {
	// In practice, a prefix has only digits and dots.
	prefix, _, ok := strings.Cut(nss, "/")
	if other := strings.Trim(prefix, "0123456789."); ok && other != "" {
		w.wait(advice.UnlistedValue, s.Start, s.Start+len(prefix), "IANA template of urn:doi, Syntax")
	}
	return w
}

func lintEPC(w waiting, s urn.Span, nss string) waiting {
	const owner = len("id:bic:")
	if strings.HasPrefix(nss, "id:bic:") && matches(&epcBIC, nss[owner:]) {
		if i := strings.IndexAny(nss[owner:owner+3], "IO"); i >= 0 {
			w.wait(advice.UnlistedValue, s.Start+owner+i, s.Start+owner+i+1, tds+"; ISO 6346")
		}
	}
	return w
}

func lintGSMA(w waiting, s urn.Span, nss string) waiting {
	const digits = len("imei:00000000-000000-0")
	if ascii.HasPrefixFold(nss, "imei:") && matches(&nssIMEI, nss) && nss[digits-1] != '0' {
		w.wait(advice.SpareDigit, s.Start+digits-1, s.Start+digits, "RFC 7254, section 4.2.3")
	}
	return w
}

// lowerCase advises against the first run of upper-case letters in text. text is at the
// start of s. Escapes are ignored.
func (w *waiting) lowerCase(s urn.Span, text, clause string) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '%':
			i += 2
		case c != ascii.Lower(c):
			end := i + 1
			for end < len(text) && text[end] != ascii.Lower(text[end]) {
				end++
			}
			w.wait(advice.UpperCase, s.Start+i, s.Start+end, clause)
			return
		}
	}
}

// crc8 returns the CRC of octets in hexadecimal digits, as 1-Wire devices compute it: x^8 +
// x^5 + x^4 + 1, the lowest bit first. It is 0 if the last octet is the CRC of the others.
func crc8(digits string) byte {
	crc := byte(0)
	for i := 0; i+1 < len(digits); i += 2 {
		octet, _ := strconv.ParseUint(digits[i:i+2], 16, 8)
		crc ^= byte(octet)
		for range 8 {
			if crc&1 != 0 {
				crc = crc>>1 ^ 0x8c
			} else {
				crc >>= 1
			}
		}
	}
	return crc
}

func (l *linter) components(iana bool, yield yieldFunc) {
	r, q, f := "RFC 8141, section 2.3.1", "RFC 8141, section 2.3.2", "RFC 8141, section 2.3.3"
	if l.u.Syntax() == urn.Draft2141bis {
		const draft = "draft-ietf-urnbis-rfc2141bis-urn-03"
		q, f = draft+", section 2.3", draft+", section 2.4"
	}
	excluded, fExcluded := "", false
	if iana {
		if p := place(l.u.NID()); p >= 0 {
			excluded, fExcluded = rows[p].excludes, rows[p].excludesF
		}
	}
	one := func(c string, s urn.Span, clause string) {
		if s == (urn.Span{}) {
			return
		}
		l.add(c, s.Start, s.End, clause, yield)
		if excluded != "" && (c != advice.FComponent || fExcluded) {
			l.add(advice.ExcludedComponent, s.Start, s.End, excluded, yield)
		}
		if c == advice.FComponent && l.u.Syntax() == urn.Relaxed {
			l.octets(s, "#", advice.RelaxedNumberSign, "RFC 8141, section 2.3.3; RFC 3986, section 3.5", yield)
			return
		}
		l.octets(s, "", "", "", yield)
	}
	one(advice.RComponent, l.o.R(), r)
	one(advice.QComponent, l.o.Q(), q)
	one(advice.FComponent, l.o.F(), f)
}

// octets adds advice about the escapes of a component, and advice with the given code and
// clause about every character of reserved.
func (l *linter) octets(s urn.Span, reserved, code, clause string, yield yieldFunc) {
	text := l.u.String()[:s.End]
	utf := s.Start // the octets before this offset have been decoded as UTF-8
	for i := s.Start; i < s.End && !l.stopped; i++ {
		if l.waiting[0].Code != "" {
			l.tellBefore(i, yield)
		}
		if strings.IndexByte(reserved, text[i]) >= 0 {
			l.add(code, i, i+1, clause, yield)
		}
		if text[i] != '%' {
			continue
		}
		c := octet.Escaped(text, i)
		// escape adds advice about the escape, with the clause of another syntax or of RFC 2141.
		escape := func(code, other, rfc2141 string) {
			if l.u.Syntax() == urn.RFC2141 {
				other = rfc2141
			}
			l.add(code, i, i+3, other, yield)
		}
		switch {
		case c == 0:
			escape(advice.NULEscape, "RFC 3986, section 7.3", "RFC 2141, section 2.4")
		case ascii.IsAlnum(c) || strings.IndexByte("-._", c) >= 0 || c == '~' && l.u.Syntax() != urn.RFC2141:
			escape(advice.NeedlessEscape, "RFC 3986, section 2.3", "RFC 2141, section 2.3.1")
		case c >= utf8.RuneSelf && i >= utf:
			r, size := octet.Rune(text[i:])
			if !isUTF8(r, size) {
				escape(advice.NotUTF8, "RFC 8141, section 2.2", "RFC 2141, section 2.2")
			}
			utf = i + size
		}
		if text[i+1] >= 'a' || text[i+2] >= 'a' {
			l.add(advice.LowerCaseHex, i, i+3, "RFC 3986, section 2.1; RFC 8141, section 3.1", yield)
		}
		i += 2
	}
}
