package namespace

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/enum"
)

// Updated returns the date, as YYYY-MM-DD, of the copy of the IANA registry of URN
// namespaces in this package. NIDs that were registered later are not known.
func Updated() string { return registryUpdated }

// The lengths in bytes of the longest NID of RFC 8141, section 2.1, and of a Definition.
const maxNID, maxOwnNID = 32, 63

// Kind classifies a NID by its form, and by whether IANA has registered it.
type Kind uint8

const (
	// Malformed: not a NID of RFC 8141 or RFC 2141. It is the zero Kind. A NID that
	// only [urn.Relaxed] accepts, such as "a_b", is malformed too.
	Malformed Kind = iota
	// Formal: registered with IANA (RFC 8141, section 5.1).
	Formal
	// Informal: "urn-" and a number without leading zero. Only IANA assigns such NIDs (RFC
	// 8141, section 5.2). [Lookup] reports whether IANA has assigned the NID.
	Informal
	// Experimental: begins with "X-". Such NIDs were for experiments (RFC 3406). RFC 8141,
	// section 5.1 and Appendix B, no longer allows them.
	Experimental
	// ReservedCountry: begins with two letters and "-". Such NIDs are reserved for
	// the countries of ISO 3166-1 (RFC 8141, section 5.1).
	ReservedCountry
	// ReservedLabel: begins with two letters and "--", as "xn--" does. Such NIDs are
	// reserved for labels of the DNS (RFC 8141, section 5.1).
	ReservedLabel
	// ReservedURN: begins with "urn-", but is not an informal NID (RFC 8141,
	// sections 5.1 and 5.2).
	ReservedURN
	// TooShort: has one or two characters. A formal NID is longer (RFC 8141, section
	// 5.1).
	TooShort
	// Unregistered: has the form of a formal NID, but is not registered.
	Unregistered
	// InUse: the NID is not registered with IANA, but known to be in use. Entry.UsedBy names
	// its users, and Entry.Reference is a description of its names.
	InUse
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
	InUse:           "in-use",
}

// String returns a short, stable name such as "formal" or "reserved-country".
func (k Kind) String() string { return enum.Text("Kind", kindNames[:], k) }

// MarshalText implements [encoding.TextMarshaler] with the names of String; see [urn.Reason.MarshalText].
func (k Kind) MarshalText() ([]byte, error) { return enum.Marshal("Kind", kindNames[:], k) }

// UnmarshalText implements [encoding.TextUnmarshaler]; see [urn.Reason.UnmarshalText].
func (k *Kind) UnmarshalText(text []byte) error { return enum.Unmarshal("Kind", kindNames[:], text, k) }

// kindOfForm returns the kind of a NID that is not in the table.
func kindOfForm(nid string) Kind {
	switch {
	case !isNID(nid):
		return Malformed
	case ascii.HasPrefixFold(nid, "urn-"):
		if n := nid[len("urn-"):]; n != "" && n[0] != '0' && strings.Trim(n, "0123456789") == "" {
			return Informal
		}
		return ReservedURN
	case ascii.HasPrefixFold(nid, "x-"):
		return Experimental
	case len(nid) <= 2:
		return TooShort
	case !ascii.IsLetter(nid[0]) || !ascii.IsLetter(nid[1]) || nid[2] != '-':
		return Unregistered
	case len(nid) > 3 && nid[3] == '-':
		return ReservedLabel
	default:
		return ReservedCountry
	}
}

// isNID reports whether s is a NID in one of the RFCs. RFC 2141, section 2.1, accepts the
// most: one character is enough, and the last character may be "-".
func isNID(s string) bool {
	if s == "" || len(s) > maxNID || s[0] == '-' {
		return false
	}
	for i := range len(s) {
		if !ascii.IsAlnum(s[i]) && s[i] != '-' {
			return false
		}
	}
	return true
}

// Entry describes a NID in a [Registry].
type Entry struct {
	NID  string // in lower case
	Kind Kind
	// Reference is the document that registers the NID, such as "RFC 5279", or
	// "IANA template". It is "" if none was found.
	Reference string
	// UsedBy names the users of a namespace of the kind [InUse]. Otherwise it is "".
	UsedBy string
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
	if have == nid || len(have) == len(nid) && ascii.HasPrefixFold(nid, have) {
		return p
	}
	return -1
}

// Registry is a set of rules for namespaces: the rules of [IANA] or none, and the Definitions
// added by [Registry.With]. It is immutable and safe for concurrent use. The zero Registry and a
// nil *Registry are empty: the general rule of RFC 8141, section 3.1, applies to every URN, the
// verdict on every name is Unknown, and Lint does not advise against unregistered NIDs.
//
// The package-level functions use IANA().
type Registry struct {
	iana bool                   // includes the registry and the rules of this package
	own  map[string]*definition // by NID in lower case
}

var iana = Registry{iana: true}

// IANA returns the Registry with the IANA registry and the rules of this package. Every
// call returns the same pointer.
func IANA() *Registry { return &iana }

func (r *Registry) knowsIANA() bool { return r != nil && r.iana }

// Definition describes a namespace to [Registry.With]. Its functions may be called by
// several goroutines at once. If a function is nil, the other rules of the Registry apply.
type Definition struct {
	// NID is the namespace identifier, in upper or lower case. It may contain "." and "_", and
	// have up to 63 bytes, as under [urn.Relaxed].
	NID string
	// Reference becomes Entry.Reference, and is part of error texts. If it is "",
	// the entry keeps IANA's Reference, if any.
	Reference string
	// Validate checks an NSS as written. A non-nil error makes the name Invalid, whatever the
	// verdict: err is the reason, and offset the position in the NSS, in bytes. An Invalid name
	// without an error has no explanation. If the verdict is Unknown or not one of the
	// constants, and err is nil, the definition does not cover the NSS, and the other rules
	// of the Registry decide.
	Validate func(nss string) (verdict Verdict, offset int, err error)
	// Normalize returns the normal form of an NSS. Its argument is in the normal form of
	// RFC 8141, section 3.1. Two names are equivalent if their normal forms are equal.
	// Normalize must be idempotent, and its result an NSS under the syntax of the URN. It may be called
	// more than once for a name. If it breaks this contract for a name, the general rule applies to that
	// name, and [Registry.Validate] refuses it with an error that quotes the result. The digits of
	// escapes in the result become upper case. Validate should accept that NSS if it accepts the name.
	Normalize func(nss string) string
	// Verbatim reports whether u is compared byte for byte, with its r-, q- and f-component. If
	// it returns true for u, or for the normal form of u by the other rules, the key and the
	// normal form of u are its text. Only this function can distinguish names that are
	// equivalent by RFC 8141, section 3.1. It is meant for texts such as
	// urn:cen.eu:en16931:2017#compliant#urn:example.org:invoice, which RFC 8141 refuses.
	Verbatim func(u urn.URN) bool
	// Lint yields advice against parts of u, which parses and may be valid. It may return nil.
	// Spans are in bytes of u.String(), and are cut to its length. An empty Code becomes "own",
	// and an empty Clause becomes Reference.
	Lint func(u urn.URN) iter.Seq[Advice]
}

// definition is a Definition in a Registry.
type definition struct {
	Definition
	entry Entry
	under *definition // the earlier definition of the same NID, or nil
}

// With returns a copy of r with further namespaces, as in IANA().With(definitions...). A
// definition takes precedence over the rules of r for the same NID. With fails if a NID is
// malformed, or is defined twice among the arguments. The error is an [*Error] with the Reason
// [BadDefinition].
func (r *Registry) With(definitions ...Definition) (*Registry, error) {
	n := &Registry{iana: r.knowsIANA(), own: map[string]*definition{}}
	if r != nil {
		maps.Copy(n.own, r.own)
	}
	for _, d := range definitions {
		nid := strings.ToLower(d.NID)
		if strings.Contains(d.NID, ":") || !urn.Relaxed.Valid("urn:"+d.NID+":x") {
			return nil, newError("", d.NID, 0, BadDefinition, "", errors.New(
				`a namespace identifier has 1 to 63 letters, digits, "-", "." and "_", and begins with a letter or digit`))
		}
		under := r.definition(nid)
		if n.own[nid] != under {
			return nil, newError(nid, "", -1, BadDefinition, "", fmt.Errorf("%q is defined twice", nid))
		}
		e, _ := r.Lookup(nid)
		e.NID, e.Reference = nid, cmp.Or(d.Reference, e.Reference)
		n.own[nid] = &definition{d, e, under}
	}
	return n, nil
}

// Lookup returns the entry of a NID, and whether the NID is in the IANA registry; the entry
// has a Kind even if it is not. The NID may be in upper or lower case. For a NID of the kind
// [InUse], the entry is complete and the result is false. It does not allocate.
func Lookup(nid string) (Entry, bool) { return iana.Lookup(nid) }

// Lookup is [Lookup] for the namespaces of r. It also returns true for a NID that a
// [Definition] describes. The entry has its Kind even if r does not know the NID.
func (r *Registry) Lookup(nid string) (Entry, bool) {
	if d := r.definition(nid); d != nil {
		return d.entry, true
	}
	p := place(nid)
	switch {
	case p < 0:
		return Entry{Kind: kindOfForm(nid)}, false
	case !r.knowsIANA():
		return Entry{Kind: registered[p].Kind}, false
	}
	return registered[p], p < ianaSize
}

// All yields the entries of the namespaces of r, in the order of the NIDs. IANA().All()
// yields the namespaces that IANA has registered, and does not allocate. If r has definitions,
// each iteration allocates and sorts a list of the entries.
func (r *Registry) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) { slices.Values(r.all())(yield) }
}

func (r *Registry) all() []Entry {
	var all []Entry
	if r.knowsIANA() {
		all = registered[:ianaSize]
	}
	if r != nil && len(r.own) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return r.own[e.NID] != nil })
		for _, d := range r.own {
			all = append(all, d.entry)
		}
		slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(a.NID, b.NID) })
	}
	return all
}

// verbatim reports whether u is compared byte for byte; see [Definition].
func (r *Registry) verbatim(u urn.URN) bool {
	d := r.definition(u.NID())
	for d != nil && d.Verbatim == nil {
		d = d.under
	}
	if d == nil || d.Verbatim(u) {
		return d != nil
	}
	n := r.normalize(u)
	if under := r.normalizer(u.NID()); under != nil {
		n, _ = under.normalForm(u)
	}
	return n != u && d.Verbatim(n)
}

// definition returns the definition for a NID that was added to r, or nil.
func (r *Registry) definition(nid string) *definition {
	if r == nil || len(r.own) == 0 || len(nid) > maxOwnNID {
		return nil
	}
	var lower [maxOwnNID]byte
	for i := range len(nid) {
		lower[i] = ascii.Lower(nid[i])
	}
	return r.own[string(lower[:len(nid)])]
}
