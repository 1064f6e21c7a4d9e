package namespace

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// WithFComponent returns a Registry with the rules of r whose keys keep the f-component.
// Its [Registry.Equal] distinguishes names that are equivalent by RFC 8141, section 3.1.
// Use it where names with different f-components are different things, as in
// urn:samm:org.example:1.0.0#Element. In the f-component of a key, the hexadecimal digits
// of escapes are in upper case.
func (r *Registry) WithFComponent() *Registry {
	n := Registry{iana: r.knowsIANA(), fComponent: true}
	if r != nil {
		n.own = r.own
	}
	return &n
}

func (r *Registry) keepsF() bool { return r != nil && r.fComponent }

// appendF appends the f-component of u in normal form, with "#" before it.
func appendF(dst []byte, u urn.URN) []byte {
	if u.Offsets().F() == (urn.Span{}) {
		return dst
	}
	return append(append(dst, '#'), u.Normalize().F()...)
}

// Below reports whether the name of u continues parent after ":" or "/". For instance,
// urn:example:a:b is below "urn:example:a", "urn:example:a:" and "urn:example:", but
// urn:example:ab is not below "urn:example:a". No name is below itself. If parent ends in
// ":" or "/", the name continues after that delimiter only. The r-, q- and f-component of u
// make no difference.
//
// parent and the beginning of the name are compared under the rules of r:
// urn:iso:STD:iso:9999 is below "urn:ISO:std". If parent is not the beginning of a URN, or
// has an r-, q- or f-component, the error is a [*urn.SyntaxError].
func (r *Registry) Below(u urn.URN, parent string) (bool, error) {
	delimiters := ":/"
	if last := len(parent) - 1; last >= 0 && strings.IndexByte(delimiters, parent[last]) >= 0 {
		parent, delimiters = parent[:last], parent[last:]
	}
	if strings.Count(parent, ":") == 1 { // a namespace
		p, err := u.Syntax().Parse(parent + ":x")
		return err == nil && delimiters != "/" && strings.EqualFold(p.NID(), u.NID()), err
	}
	p, err := u.Syntax().Parse(parent)
	if err != nil && delimiters == ":" && strings.HasSuffix(parent, ":") && strings.Count(parent, ":") == 2 {
		// The NSS begins with a delimiter, as in "urn:ex::".
		p, err = u.Syntax().Parse(parent + ":")
		return err == nil && strings.EqualFold(p.NID(), u.NID()) && strings.HasPrefix(u.NSS(), ":") && len(u.NSS()) > 1, err
	}
	if err != nil {
		return false, err
	}
	if o := p.Offsets(); o.NSS().End != len(parent) {
		return false, &urn.SyntaxError{Syntax: u.Syntax(), Offset: o.NSS().End, Reason: urn.BadNSS}
	}
	if r.below(u, p, delimiters) {
		return true, nil
	}
	n := r.Normalize(u)
	return n != u && r.below(n, p, delimiters), nil
}

// below is Below for the spelling of u and parent. One of the delimiters must follow the
// parent in u.
func (r *Registry) below(u, parent urn.URN, delimiters string) bool {
	nss, have := u.NSS(), parent.NSS()
	n := len(have)
	if len(nss) <= n+1 || strings.IndexByte(delimiters, nss[n]) < 0 {
		return false
	}
	v, errV := u.Syntax().Build(urn.Parts{NID: parent.NID(), NSS: have + nss[n:]})
	w, errW := u.Syntax().Build(urn.Parts{NID: u.NID(), NSS: nss})
	return errV == nil && errW == nil && r.Equal(v, w)
}
