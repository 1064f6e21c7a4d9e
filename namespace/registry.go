package namespace

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// Updated is the date, in the form YYYY-MM-DD, that the IANA registry of URN
// namespaces bore when the data of this package was taken from it.
const Updated = registryUpdated

// maxNID is the length in bytes of the longest NID (RFC 8141, section 2.1).
const maxNID = 32

// Kind says what sort of namespace a NID names by its form, and whether IANA
// has registered it.
type Kind uint8

const (
	// Malformed: not a NID of any syntax. It is the zero Kind.
	Malformed Kind = iota
	// Formal: registered with IANA (RFC 8141, section 5.1).
	Formal
	// Informal: "urn-" and a number without leading zero, which only IANA
	// hands out (RFC 8141, section 5.2). [Lookup] tells whether it has.
	Informal
	// Experimental: begins with "X-". RFC 3406 meant such NIDs for experiments;
	// RFC 8141, section 5.1 and Appendix B, does not admit them any more.
	Experimental
	// ReservedCountry: two letters and "-", kept for namespaces of the
	// countries of ISO 3166-1 (RFC 8141, section 5.1).
	ReservedCountry
	// ReservedLabel: "xn--" or any other two letters and "--", kept for labels
	// of the DNS (RFC 8141, section 5.1).
	ReservedLabel
	// ReservedURN: begins with "urn-", but is not an informal NID (RFC 8141,
	// sections 5.1 and 5.2).
	ReservedURN
	// TooShort: one or two characters; a formal NID is longer (RFC 8141,
	// section 5.1).
	TooShort
	// Unregistered: of a form that could be registered, but is not.
	Unregistered
	// Published: IANA has not registered the NID, but its owner has published what
	// its names look like. Entry.Reference names the publication.
	Published
)

var kindNames = [...]string{
	Malformed:       "malformed",
	Formal:          "formal",
	Informal:        "informal",
	Experimental:    "experimental",
	ReservedCountry: "reserved-country",
	ReservedLabel:   "reserved-label",
	ReservedURN:     "reserved-urn",
	TooShort:        "too-short",
	Unregistered:    "unregistered",
	Published:       "published",
}

var kindTexts = [...]string{
	Malformed:       "not a namespace identifier",
	Formal:          "a formal namespace, registered with IANA",
	Informal:        "an informal namespace",
	Experimental:    "an experimental namespace, which RFC 8141 no longer provides for",
	ReservedCountry: "reserved for a country code",
	ReservedLabel:   "reserved for a label of the DNS",
	ReservedURN:     "reserved: only informal namespaces begin with urn-",
	TooShort:        "too short to be registered",
	Unregistered:    "not registered",
	Published:       "not registered, but described by its owner",
}

// String returns a short, stable name such as "formal" or "reserved-country".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Describe returns the kind in words. The texts may change; use [Kind.String]
// where a program reads them.
func (k Kind) Describe() string {
	if int(k) >= len(kindTexts) {
		return k.String()
	}
	return kindTexts[k]
}

// AppendText implements [encoding.TextAppender]: it appends k.String(). It fails
// if k is not one of the constants.
func (k Kind) AppendText(b []byte) ([]byte, error) {
	return appendToken(b, int(k), len(kindNames), k.String(), "kind")
}

// MarshalText implements [encoding.TextMarshaler]; see [Kind.AppendText].
func (k Kind) MarshalText() ([]byte, error) { return k.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Kind.String] returns for the constants. It leaves k unchanged if it fails.
func (k *Kind) UnmarshalText(text []byte) error {
	return readToken(k, text, len(kindNames), "kind")
}

// KindOf returns the kind of a NID, in any case. It does not allocate.
func KindOf(nid string) Kind {
	if p := place(nid); p >= 0 {
		return registered[p].Kind
	}
	switch {
	case !isNID(nid):
		return Malformed
	case hasPrefixFold(nid, "urn-"):
		if n := nid[len("urn-"):]; n != "" && n[0] != '0' && strings.Trim(n, "0123456789") == "" {
			return Informal
		}
		return ReservedURN
	case hasPrefixFold(nid, "x-"):
		return Experimental
	case len(nid) <= 2:
		return TooShort
	case !isLetter(nid[0]) || !isLetter(nid[1]) || nid[2] != '-':
		return Unregistered
	case len(nid) > 3 && nid[3] == '-':
		return ReservedLabel
	default:
		return ReservedCountry
	}
}

// isNID reports whether some syntax derives the NID. RFC 2141, section 2.1, is
// the widest: one character is enough, and the last may be "-".
func isNID(s string) bool {
	if s == "" || len(s) > maxNID || s[0] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '-' {
			return false
		}
	}
	return true
}

// Entry is what a registry says of a NID.
type Entry struct {
	NID  string // in lower case
	Kind Kind
	// Reference is the document that registers the NID, such as "RFC 5279", or
	// "IANA template". It is "" if none was found.
	Reference string
	// ReferenceAsOf is the date, in the form YYYY-MM-DD, of the copy of the IANA
	// registry that Reference was found in. It is "" if Reference was found
	// elsewhere, or if there is none.
	ReferenceAsOf string
	// ReferenceSource is what Reference was found in: "IANA registry", "IANA
	// template page", "RFC text", "owner's documentation" or "definition". It is ""
	// if there is none.
	ReferenceSource string

	rules     span // in ruleTable
	documents span // in documentTable
}

type span struct{ start, end int }

// Rules yields what is known of the syntax and the equivalence of the
// namespace: mostly one rule or none, three for "ietf".
func (e Entry) Rules() iter.Seq[Rule] {
	return slices.Values(ruleTable[e.rules.start:e.rules.end])
}

// Rule restates what a document says of the names of a namespace or of a part
// of it.
type Rule struct {
	// Scope is the NID, or a NID and the beginning of the NSS, such as
	// "ietf:params".
	Scope       string
	Equivalence Equivalence
	Text        string // the rule of equivalence, in words
	Syntax      string // the NSS, in ABNF, BNF or words
	Document    string // with the section: "RFC 3061 s2"
	Note        string // slips and contradictions of the documents
}

// Equivalence is what a namespace adds to URN-equivalence.
type Equivalence uint8

const (
	// GeneralRule: nothing; RFC 8141, section 3.1, alone holds.
	GeneralRule Equivalence = iota
	// CaseInsensitive: the letters of the NSS match in either case.
	CaseInsensitive
	// Special: a rule of its own.
	Special
)

// String returns "general", "case-insensitive" or "special".
func (e Equivalence) String() string {
	switch e {
	case GeneralRule:
		return "general"
	case CaseInsensitive:
		return "case-insensitive"
	case Special:
		return "special"
	}
	return fmt.Sprintf("Equivalence(%d)", uint8(e))
}

// AppendText implements [encoding.TextAppender]: it appends e.String(). It fails
// if e is not one of the constants.
func (e Equivalence) AppendText(b []byte) ([]byte, error) {
	return appendToken(b, int(e), int(Special)+1, e.String(), "equivalence")
}

// MarshalText implements [encoding.TextMarshaler]; see [Equivalence.AppendText].
func (e Equivalence) MarshalText() ([]byte, error) { return e.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Equivalence.String] returns for the constants. It leaves e unchanged if it
// fails.
func (e *Equivalence) UnmarshalText(text []byte) error {
	return readToken(e, text, int(Special)+1, "equivalence")
}

// place returns the index of a NID in registered, or -1.
func place(nid string) int {
	if len(nid) > maxNID {
		return -1
	}
	h := uint32(0)
	for i := range len(nid) {
		h = (h ^ uint32(nid[i]|0x20)) * hashMul
	}
	p := int(slots[h>>hashShift]) - 1
	if p < 0 {
		return -1
	}
	have := registered[p].NID
	if have == nid || len(have) == len(nid) && hasPrefixFold(nid, have) {
		return p
	}
	return -1
}

// Registry is what is known of namespaces: all of [IANA], nothing, or either with
// the definitions of its owner. It never changes, and any number of goroutines may
// use it.
//
// The zero Registry and a nil *Registry know nothing, as [General] does.
//
// The package-level functions use IANA. Those that have the name of a method have
// its results. Key, Equal and Normalize have no such method: the rules of IANA
// cannot fail, but those of an owner can, so [Registry.KeyOf],
// [Registry.Equivalent] and [Registry.NormalForm] also return an error.
type Registry struct {
	iana    bool                   // the registry and the rules of this package count
	own     map[string]*definition // by NID in lower case
	entries []Entry                // of own, by NID
}

var (
	// IANA knows the IANA registry and the rules of this package.
	IANA = &Registry{iana: true}
	// General knows no namespace: under it the general rules of RFC 8141, section
	// 3.1, hold for every URN, no name is valid or invalid, and no NID is advised
	// against for being unregistered.
	General = &Registry{}
)

func (r *Registry) knowsIANA() bool { return r != nil && r.iana }

// Definition describes a namespace to [NewRegistry]. The functions may be called by
// any number of goroutines. A function that is nil leaves the matter to what the
// Registry knows besides.
type Definition struct {
	// NID is the namespace identifier, in any case.
	NID string
	// Reference is for Entry.Reference; "" keeps what IANA says, if anything.
	Reference string
	// Validate reports what is wrong with an NSS, which it gets as written,
	// and at what offset into the NSS, in bytes. A nil error says that nothing
	// is wrong, and [ErrUnknown] that the definition does not cover the NSS.
	Validate func(nss string) (offset int, err error)
	// Normalize returns the normal form of an NSS, which it gets in the normal
	// form of RFC 8141, section 3.1; two names are equivalent if their normal
	// forms are equal. It must be idempotent, and its result must be able to
	// stand in a URN; otherwise the methods of Registry that call it return an
	// error.
	Normalize func(nss string) string
	// Lint returns what u should not contain, although it parses and may be
	// valid. A span is an offset into u.String(), and is brought into its bounds.
	// A Code of zero becomes [OwnAdvice].
	Lint func(u urn.URN) iter.Seq[Advice]
}

// definition is a Definition in a Registry.
type definition struct {
	Definition
	under *definition // the one that it covers, or nil
}

// NewRegistry returns a Registry that knows the given namespaces besides those of
// [IANA]: it is IANA.With(definitions...).
func NewRegistry(definitions ...Definition) (*Registry, error) { return IANA.With(definitions...) }

// With returns a Registry that knows the given namespaces besides what r knows. A
// definition of a NID that r knows goes before what r knows of it. With fails if a
// NID is malformed or defined twice among the arguments; the text of the error has
// at most 200 bytes. It does not change r.
func (r *Registry) With(definitions ...Definition) (*Registry, error) {
	n := &Registry{iana: r.knowsIANA(), own: make(map[string]*definition, len(definitions))}
	if r != nil {
		maps.Copy(n.own, r.own)
	}
	entries := map[string]Entry{}
	for _, d := range definitions {
		nid := strings.ToLower(d.NID)
		if !isNID(d.NID) {
			return nil, fmt.Errorf("namespace: defining %q: a namespace identifier has 1 to %d letters, digits and hyphens, and does not begin with a hyphen", cut(d.NID, maxNIDText), maxNID)
		}
		if _, twice := entries[nid]; twice {
			return nil, fmt.Errorf("namespace: defining %q: it is defined twice", nid)
		}
		e, ok := r.Lookup(nid)
		if !ok && e.NID == "" {
			e = Entry{NID: nid, Kind: KindOf(nid)}
		}
		if d.Reference != "" {
			e.Reference, e.ReferenceAsOf, e.ReferenceSource = d.Reference, "", "definition"
		}
		entries[nid] = e
		n.own[nid] = &definition{d, n.own[nid]}
	}
	if r != nil {
		for _, e := range r.entries {
			if _, ok := entries[e.NID]; !ok {
				entries[e.NID] = e
			}
		}
	}
	n.entries = slices.SortedFunc(maps.Values(entries), func(a, b Entry) int { return strings.Compare(a.NID, b.NID) })
	return n, nil
}

// Lookup returns what IANA has registered under a NID, in any case, and whether
// it has. For a NID of the kind [Published] it returns what the owner has
// published, and false. It does not allocate.
func Lookup(nid string) (Entry, bool) { return IANA.Lookup(nid) }

// Lookup returns what r knows of a NID, in any case, and whether its owner has
// defined the NID or IANA has registered it. For a NID of the kind [Published] it
// returns what is published, and false. It does not allocate.
func (r *Registry) Lookup(nid string) (Entry, bool) {
	if r.definition(nid) != nil {
		i, _ := slices.BinarySearchFunc(r.entries, nid, func(e Entry, nid string) int { return compareFold(e.NID, nid) })
		return r.entries[i], true
	}
	if r.knowsIANA() {
		if p := place(nid); p >= 0 {
			return registered[p], p < ianaSize
		}
	}
	return Entry{}, false
}

// All yields every entry of the IANA registry in the order of the NIDs.
func All() iter.Seq[Entry] { return IANA.All() }

// All yields every entry that r knows in the order of the NIDs.
func (r *Registry) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		var own []Entry
		if r != nil {
			own = r.entries
		}
		if r.knowsIANA() {
			for i := range ianaSize {
				e := registered[i]
				for len(own) > 0 && own[0].NID <= e.NID {
					o := own[0]
					own = own[1:]
					if o.NID == e.NID {
						e = o
						break
					}
					if !yield(o) {
						return
					}
				}
				if !yield(e) {
					return
				}
			}
		}
		for _, e := range own {
			if !yield(e) {
				return
			}
		}
	}
}

// definition returns what the owner of r has defined for a NID, or nil.
func (r *Registry) definition(nid string) *definition {
	if r == nil || len(r.own) == 0 || len(nid) > maxNID {
		return nil
	}
	var lower [maxNID]byte
	for i := range len(nid) {
		lower[i] = toLower(nid[i])
	}
	return r.own[string(lower[:len(nid)])]
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

func toLower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// hasPrefixFold reports whether s begins with prefix, which is in lower case,
// the letters of s being in any case.
func hasPrefixFold[S string | []byte](s S, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if toLower(s[i]) != prefix[i] {
			return false
		}
	}
	return true
}

// compareFold compares a, which is in lower case, with b in any case.
func compareFold(a, b string) int {
	for i := range min(len(a), len(b)) {
		if c, d := a[i], toLower(b[i]); c != d {
			return int(c) - int(d)
		}
	}
	return len(a) - len(b)
}

// isNamespace reports whether u is a name of the namespace at a place of
// registered.
func isNamespace(u urn.URN, p int) bool {
	nid := registered[p].NID
	return len(u.NID()) == len(nid) && hasPrefixFold(u.NID(), nid)
}
