package namespace

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// Below reports whether the name of u continues parent after ":" or "/". For instance,
// urn:example:a:b is below "urn:example:a", "urn:example:a:" and "urn:example:", but
// urn:example:ab is not below "urn:example:a". No name is below itself, and every name is below
// "urn:". If parent ends in ":" or "/", the name continues after that delimiter only. The r-, q-
// and f-component of u make no difference.
//
// parent and the beginning of the name are compared under the rules of r:
// urn:iso:STD:iso:9999 is below "urn:ISO:std". If parent is not the beginning of a URN, or
// has an r-, q- or f-component, the error is a [*urn.Error] about parent.
func (r *Registry) Below(u urn.URN, parent string) (bool, error) {
	if strings.EqualFold(parent, "urn:") {
		return !u.IsZero(), nil
	}
	text, delimiters := parent, ":/"
	if last := len(parent) - 1; last >= 0 && strings.IndexByte(delimiters, parent[last]) >= 0 {
		parent, delimiters = parent[:last], parent[last:]
	}
	// "x" stands for any text: what follows the delimiter does not change how the names begin.
	child := parent + delimiters[:1] + "x"
	if _, fault := u.Syntax().Locate(child); fault.Reason != 0 {
		fault.Offset = min(fault.Offset, len(parent))
		return false, fault.Err(text)
	}
	p := u.Syntax().MustParse(child)
	if end := p.Offsets().NSS().End; end != len(child) {
		return false, urn.Fault{Syntax: u.Syntax(), Reason: urn.BadNSS, Offset: end}.Err(text)
	}
	begin := strings.TrimSuffix(p.NSS(), "x") // with the delimiter, or "" if parent is a namespace
	if r.begins(u, p.NID(), begin, delimiters) {
		return true, nil
	}
	n := r.Normalize(u)
	return n != u && r.begins(n, p.NID(), begin, delimiters), nil
}

// begins reports whether the NSS of u, as it is written, is longer than begin and has a prefix
// of the same length that is equivalent to begin. One of the delimiters must end the prefix.
func (r *Registry) begins(u urn.URN, nid, begin, delimiters string) bool {
	nss, delimiter := u.NSS(), max(0, len(begin)-1)
	if len(nss) <= len(begin) || begin != "" && strings.IndexByte(delimiters, nss[delimiter]) < 0 {
		return false
	}
	v, errV := u.Syntax().Build(urn.Parts{NID: nid, NSS: begin[:delimiter] + nss[delimiter:]})
	w, errW := u.Syntax().Build(urn.Parts{NID: u.NID(), NSS: nss})
	return errV == nil && errW == nil && r.Equal(v, w)
}
