package urn

// Parts are the components of a URN, encoded, as they stand in it, without
// their delimiters. An empty R or Q means that there is none. A "#" is written
// if HasF is set or F is not empty.
type Parts struct {
	NID, NSS, R, Q, F string
	HasF              bool
}

// Parts returns the components of u, so that u.Syntax().Build(u.Parts()) is u
// but for the letter case of the scheme.
func (u URN) Parts() Parts {
	return Parts{
		NID: u.NID(), NSS: u.NSS(),
		R: u.R(), Q: u.Q(), F: u.F(), HasF: u.HasF(),
	}
}

// Build puts a URN together from its components, which stand in it as they
// are: nothing is escaped (see [EscapeNSS] and its siblings). It refuses parts
// that the resulting URN would not have, such as an NSS with a "#" in it or a
// component that the syntax does not know, with a [*SyntaxError] whose offset counts from the "u" of what would have been
// built.
func (x Syntax) Build(p Parts) (URN, error) { return x.build("urn", p) }

// Build puts a URN of RFC 8141 together; see [Syntax.Build].
func Build(p Parts) (URN, error) { return RFC8141.Build(p) }

// build is Build with a spelling of the scheme.
func (x Syntax) build(scheme string, p Parts) (URN, error) {
	p.HasF = p.HasF || p.F != ""
	b := make([]byte, 0, len("urn::?+?=#")+len(p.NID)+len(p.NSS)+len(p.R)+len(p.Q)+len(p.F))
	b = append(b, scheme...)
	b = append(b, ':')
	b = append(b, p.NID...)
	b = append(b, ':')
	b = append(b, p.NSS...)
	// A component that the syntax does not have would be taken for part of
	// another.
	r, q, f := x.known() == RFC8141, x.known() != RFC2141, x.known() != RFC2141
	missing := Fault{Syntax: x.known(), Offset: len(b)}
	switch {
	case p.R != "" && !r:
		missing.Reason = BadR
	case p.Q != "" && !q:
		missing.Reason = BadQ
	case p.HasF && !f:
		missing.Reason = BadF
	}
	if p.R != "" {
		b = append(b, "?+"...)
		b = append(b, p.R...)
	}
	if p.Q != "" {
		b = append(b, x.qDelimiter()...)
		b = append(b, p.Q...)
	}
	if p.HasF {
		b = append(b, '#')
		b = append(b, p.F...)
	}
	if missing.Reason != 0 {
		err := newSyntaxError(stringOf(b), missing)
		err.absent = true
		return URN{}, err
	}
	u, err := x.Parse(stringOf(b)) // nobody else holds b
	if err != nil {
		return URN{}, err
	}
	if f := u.differs(p); f.Reason != 0 {
		return URN{}, newSyntaxError(u.s, f)
	}
	return u, nil
}

// differs finds the first component of u that is not as p has it. The fault
// lies where the component of u ends, for that is where the one of p was cut
// short or ran on.
func (u URN) differs(p Parts) Fault {
	x, o := u.Syntax(), u.Offsets()
	switch {
	case u.NID() != p.NID:
		return Fault{x, o.NID().End, BadNID}
	case u.NSS() != p.NSS:
		return Fault{x, o.NSS().End, BadNSS}
	case u.R() != p.R:
		return Fault{x, max(o.NSS().End, o.R().End), BadR}
	case u.Q() != p.Q:
		return Fault{x, max(o.NSS().End, o.R().End, o.Q().End), BadQ}
	}
	// What is left is the "#" and the f-component, to the end.
	return Fault{}
}

// WithNSS returns u with nss as its namespace-specific string. All else stays as
// written. It allocates the new URN; the error is as for [Syntax.Build].
func (u URN) WithNSS(nss string) (URN, error) {
	p := u.Parts()
	p.NSS = nss
	return u.rebuild(p)
}

// WithR returns u with r as its r-component, or without one if r is empty. All
// else stays as written. It allocates the new URN; the error is as for
// [Syntax.Build].
func (u URN) WithR(r string) (URN, error) {
	p := u.Parts()
	p.R = r
	return u.rebuild(p)
}

// WithQ returns u with q as its q-component (under Draft2141bis, its query),
// or without one if q is empty, as [URN.WithR] does with an r-component.
func (u URN) WithQ(q string) (URN, error) {
	p := u.Parts()
	p.Q = q
	return u.rebuild(p)
}

// WithF returns u with f as its f-component, or without one if f is empty, as
// [URN.WithR] does with an r-component. To write a "#" with nothing after it,
// set HasF in the [Parts] of u and call [Syntax.Build].
func (u URN) WithF(f string) (URN, error) {
	p := u.Parts()
	p.F, p.HasF = f, f != ""
	return u.rebuild(p)
}

// rebuild is Build with u's syntax and its spelling of the scheme. The zero
// URN has no scheme to keep, and no parts that would do.
func (u URN) rebuild(p Parts) (URN, error) {
	if u.IsZero() {
		return u.Syntax().Build(p)
	}
	return u.Syntax().build(u.s[:len("urn")], p)
}
