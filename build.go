package urn

import "github.com/seed7b5a83f0/urn/internal/alias"

// Parts are the components of a URN as written: percent-encoded, without delimiters. If R or
// Q is empty, the component is absent. The f-component is present if HasF is true or F is not
// empty.
type Parts struct {
	NID, NSS, R, Q, F string
	HasF              bool
}

// Parts returns the components of u. u.Syntax().Build(u.Parts()) is u, with the
// scheme in lower case. So this is u without its f-component:
//
//	p := u.Parts()
//	p.F, p.HasF = "", false
//	v, err := u.Syntax().Build(p)
func (u URN) Parts() Parts {
	return Parts{
		NID: u.NID(), NSS: u.NSS(),
		R: u.R(), Q: u.Q(), F: u.F(), HasF: u.Offsets().f() != 0,
	}
}

// Build returns the URN with the components p. Nothing is escaped; see [Syntax.Escape]. The
// scheme is "urn". A constant needs no Build: write its text, as in
// MustParse("urn:example:a").
//
// Build refuses parts that would be read back as different parts, such as an NSS that
// contains a "#", and components that the syntax does not have. The error is an
// [*Error] with an offset in the text that would have been built. If that text has more
// than MaxLen bytes, the reason is [TooLong], and nothing but the error is allocated.
// Otherwise Build allocates the text.
func (x Syntax) Build(p Parts) (URN, error) {
	if !x.known() {
		return URN{}, x.unknown()
	}
	p.HasF = p.HasF || p.F != ""
	r, q, f := delimiter("?+", p.R != ""), delimiter(x.qDelimiter(), p.Q != ""), delimiter("#", p.HasF)
	pieces := [...]string{"urn:", p.NID, ":", p.NSS, r, p.R, q, p.Q, f, p.F}
	size := 0
	for _, piece := range pieces {
		if len(piece) > MaxLen-size { // before the sum can overflow an int
			return URN{}, x.tooLong()
		}
		size += len(piece)
	}
	// The syntax does not have the component: its text would become part of another one.
	switch at := len("urn::") + len(p.NID) + len(p.NSS); {
	case p.R != "" && !x.hasComponents():
		return URN{}, x.noComponent(at, BadR)
	case p.Q != "" && x == RFC2141:
		return URN{}, x.noComponent(at, BadQ)
	case p.HasF && x == RFC2141:
		return URN{}, x.noComponent(at, BadF)
	}
	b := make([]byte, 0, size)
	for _, piece := range pieces {
		b = append(b, piece...)
	}
	u, err := x.Parse(alias.String(b)) // nobody else holds b
	if err != nil {
		if e, ok := err.(*Error); ok {
			e.op = "building"
		}
		return URN{}, err
	}
	if f := u.differs(p); f.Reason != 0 {
		return URN{}, newError("building", u.s, f)
	}
	return u, nil
}

// delimiter returns d if the component that it begins is there.
func delimiter(d string, present bool) string {
	if !present {
		return ""
	}
	return d
}

// differs finds the first component of u that differs from the component of p. The offset
// of the fault is the end of u's component, which is shorter or longer than the component
// of p.
func (u URN) differs(p Parts) Fault {
	o, end := u.Offsets(), 0
	for _, c := range [...]struct {
		Span
		want   string
		reason Reason
	}{{o.NID(), p.NID, BadNID}, {o.NSS(), p.NSS, BadNSS}, {o.R(), p.R, BadR}, {o.Q(), p.Q, BadQ}} {
		end = max(end, c.End)
		if c.in(u.s) != c.want {
			return Fault{u.Syntax(), c.reason, end}
		}
	}
	// Only the "#" and the f-component remain, and they end with the URN.
	return Fault{}
}
