package urn

import (
	"net/url"
	"strings"
)

// URL returns u as a [url.URL]: the result of [url.Parse] for u.String(), except that a second
// "#" is escaped.
//
// For RFC 3986, only the first "?" and the first "#" of a URN are delimiters. So Scheme is
// "urn", and Opaque is the NID, ":" and the NSS. If there is an r-component, RawQuery
// begins with "+", and has a q-component after a "?=". If there is only a q-component,
// RawQuery begins with "=". Fragment is the unescaped f-component. RawFragment is the
// f-component as written, if net/url would escape Fragment differently. Under RFC2141, a
// "?" or "#" of the NSS ends Opaque as well.
//
// The String of the URL is u.String() with three exceptions. The scheme is in lower case. A
// "#" with nothing after it is lost. Under RFC2141 and Relaxed, each "#" after the first is
// written "%23", in RawFragment, too, if that is set. No escape of u is decoded. The zero URN
// gives the zero URL.
//
// A reference may be resolved against this URL with [url.URL.Parse]. A reference that is empty or
// begins with "#" or "?" works: against "urn:example:a/b", "#g" gives "urn:example:a/b#g". A reference
// with a path does not: "c" gives "urn:///c", which is not a URN, because net/url does not split Opaque
// at its "/". By RFC 3986, section 5.2.3, it would be "urn:example:a/c". RFC 8141, section 4.3,
// calls that algorithm problematic for URNs, and advises authors against such references. [URN.ResolveTo]
// has another purpose: it adds the components of u to the location that a resolver returned.
//
// Each call returns a new URL.
func (u URN) URL() *url.URL {
	v := new(url.URL)
	if u.IsZero() {
		return v
	}
	v.Scheme = "urn"
	rest, fragment, _ := strings.Cut(u.s[len("urn:"):], "#")
	v.Opaque, v.RawQuery, v.ForceQuery = strings.Cut(rest, "?")
	v.ForceQuery = v.ForceQuery && v.RawQuery == ""
	setFragment(v, fragment)
	return v
}

// ResolveTo returns the URL of u if its assigned-name resolves to locator. It is a copy of
// locator, with the q-component of u in the query and the f-component of u as the fragment
// (RFC 8141, sections 2.3.2 and 2.3.3). locator is not written to. If locator is nil, so is
// the result.
//
//   - If locator already has a query, the q-component follows it after a "&". The RFC
//     leaves this case to the resolver.
//   - An f-component takes the place of a fragment of locator. An empty one
//     removes it, because net/url has no empty fragment.
//   - The r-component is for the resolver (section 2.3.1), as are the directives of
//     Draft2141bis (its section 2.3). They are not carried over. So of a URN of
//     Draft2141bis only the f-component is, and nothing of a URN of RFC2141.
func (u URN) ResolveTo(locator *url.URL) *url.URL {
	if locator == nil {
		return nil
	}
	v := *locator
	if q := u.Q(); q != "" && u.Syntax() != Draft2141bis {
		if v.RawQuery != "" {
			q = v.RawQuery + "&" + q
		}
		v.RawQuery = q
	}
	if u.Offsets().f() != 0 {
		setFragment(&v, u.F())
	}
	return &v
}

// setFragment sets the fragment of v to f, an f-component or the rest of a URN of RFC 2141,
// as written. Like url.Parse, it sets RawFragment only if net/url would escape Fragment
// differently. It escapes each "#" in f: net/url ignores a RawFragment that contains one, and
// would decode the escapes of f.
func setFragment(v *url.URL, f string) {
	v.Fragment, _ = Unescape(f) // f is part of a URN: every escape is whole
	v.RawFragment = ""
	if f = strings.ReplaceAll(f, "#", "%23"); v.EscapedFragment() != f {
		v.RawFragment = f
	}
}
