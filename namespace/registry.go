package namespace

import (
	"fmt"
	"iter"
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
)

var kindNames = [...]string{
	Malformed:       "malformed",
	Formal:          "formal",
	Informal:        "informal",
	Experimental:    "experimental",
	ReservedCountry: "reserved for a country code",
	ReservedLabel:   "reserved for a DNS label",
	ReservedURN:     "reserved prefix urn-",
	TooShort:        "too short to be registered",
	Unregistered:    "unregistered",
}

// String returns the kind in words.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
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
	// ReferenceAsOf is the date of the copy of the registry that Reference was
	// found in, or the name of what else it was found in.
	ReferenceAsOf string

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
	// General: nothing; RFC 8141, section 3.1, alone holds.
	General Equivalence = iota
	// CaseInsensitive: the letters of the NSS match in either case.
	CaseInsensitive
	// Special: a rule of its own.
	Special
)

// String returns "general", "case-insensitive" or "special".
func (e Equivalence) String() string {
	switch e {
	case General:
		return "general"
	case CaseInsensitive:
		return "case-insensitive"
	case Special:
		return "special"
	}
	return fmt.Sprintf("Equivalence(%d)", uint8(e))
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

// Registry is what is known of namespaces: the IANA registry and the rules of
// this package, and the namespaces that its owner has added. It never changes,
// and any number of goroutines may use it.
//
// The zero Registry and a nil *Registry are ready to use, and add nothing. The
// functions of this package that have the name of a method are that method of
// the zero Registry.
type Registry struct {
	own     map[string]*Definition // by NID in lower case
	entries []Entry                // of own, by NID
}

// Definition describes a namespace to [New].
type Definition struct {
	// NID is the namespace identifier, in any case.
	NID string
	// Reference is for Entry.Reference; "" keeps what IANA says, if anything.
	Reference string
	// Validate reports what is wrong with an NSS, which it gets as written,
	// and at what offset into the NSS, in bytes. A nil error says that
	// nothing is. If Validate is nil, what this package knows of the NID holds.
	Validate func(nss string) (offset int, err error)
	// Normalize returns the normal form of an NSS, which it gets in the normal
	// form of RFC 8141, section 3.1; two names are equivalent if their normal
	// forms are equal. It has to be idempotent. A result that cannot stand in a
	// URN is ignored. If Normalize is nil, what this package knows of the NID
	// holds.
	Normalize func(nss string) string
}

// New returns a Registry that knows the given namespaces besides those of IANA.
// A definition of a NID that IANA has registered goes before what this package
// knows of it. New fails if a NID is malformed or defined twice.
func New(definitions ...Definition) (*Registry, error) {
	r := &Registry{own: make(map[string]*Definition, len(definitions))}
	for _, d := range definitions {
		if !isNID(d.NID) {
			return nil, fmt.Errorf("urn/namespace: not a NID: %q", d.NID)
		}
		nid := strings.ToLower(d.NID)
		if r.own[nid] != nil {
			return nil, fmt.Errorf("urn/namespace: %q is defined twice", nid)
		}
		e := Entry{NID: nid, Kind: KindOf(nid)}
		if p := place(nid); p >= 0 {
			e = registered[p]
		}
		if d.Reference != "" {
			e.Reference, e.ReferenceAsOf = d.Reference, ""
		}
		r.own[nid] = &d
		r.entries = append(r.entries, e)
	}
	slices.SortFunc(r.entries, func(a, b Entry) int { return strings.Compare(a.NID, b.NID) })
	return r, nil
}

// Lookup returns what IANA has registered under a NID, in any case, and whether
// it has. It does not allocate.
func Lookup(nid string) (Entry, bool) { return (*Registry)(nil).Lookup(nid) }

// Lookup returns what r knows under a NID, in any case, and whether r knows it
// at all. It does not allocate.
func (r *Registry) Lookup(nid string) (Entry, bool) {
	if r.definition(nid) != nil {
		i, _ := slices.BinarySearchFunc(r.entries, nid, func(e Entry, nid string) int { return compareFold(e.NID, nid) })
		return r.entries[i], true
	}
	if p := place(nid); p >= 0 {
		return registered[p], true
	}
	return Entry{}, false
}

// All yields every entry of the IANA registry in the order of the NIDs.
func All() iter.Seq[Entry] { return (*Registry)(nil).All() }

// All yields every entry that r knows in the order of the NIDs.
func (r *Registry) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		var own []Entry
		if r != nil {
			own = r.entries
		}
		for i := range registered {
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
		for _, e := range own {
			if !yield(e) {
				return
			}
		}
	}
}

// definition returns what the owner of r has defined for a NID, or nil.
func (r *Registry) definition(nid string) *Definition {
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
