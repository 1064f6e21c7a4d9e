package epc

import (
	"net/url"
	"strings"
)

// DigitalLink returns e as a GS1 Digital Link URI of the domain id.gs1.org, such as
// "https://id.gs1.org/01/04012345111118/21/987". In a value, every character except
// letters, digits, "-", "." and "_" is escaped. It is "" for the zero EPC.
func (e EPC) DigitalLink() string {
	if e.scheme == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("https://id.gs1.org")
	for _, x := range e.Elements() {
		b.WriteByte('/')
		b.WriteString(x.AI)
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(url.QueryEscape(x.Value), "+", "%20"))
	}
	return b.String()
}

// qualifiers are the identifiers that may follow a key in the path of a Digital Link.
const qualifiers = " 10 21 22 235 254 7040 8011 "

// ParseDigitalLink returns the elements of a GS1 Digital Link URI of any domain, with
// any path before them: first the elements of the path, then the elements of the query.
// Other parameters of the query are ignored. A GTIN of 8, 12 or 13 digits is returned
// with 14. The short names of older links, such as "gtin", are not read, and neither are
// compressed links. The error is an [*Error].
func ParseDigitalLink(uri string) ([]Element, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "https") && !strings.EqualFold(u.Scheme, "http") {
		return nil, newError(BadSyntax, "", uri, "no URI with the scheme https or http and a domain")
	}
	path := strings.Split(strings.TrimSuffix(u.EscapedPath(), "/"), "/")
	start := 0
	for start < len(path) && !linkFrom(path[start:]) {
		start++
	}
	if start == len(path) {
		return nil, newError(BadKey, "", uri, "no GS1 key in the path; want one such as https://id.gs1.org/01/04012345111118/21/987")
	}
	var list []Element
	for ; start < len(path); start += 2 {
		value, _ := url.PathUnescape(path[start+1]) // EscapedPath has no malformed escape
		if path[start] == "01" && (len(value) == 8 || len(value) == 12 || len(value) == 13) {
			value = strings.Repeat("0", 14-len(value)) + value
		}
		list = append(list, Element{path[start], value})
	}
	for parameter := range strings.SplitSeq(u.RawQuery, "&") {
		ai, value, _ := strings.Cut(parameter, "=")
		if len(ai) < 2 || len(ai) > 4 || !allDigits(ai) {
			continue
		}
		value, err := url.QueryUnescape(value)
		if err != nil {
			return nil, newError(BadSyntax, ai, uri, "malformed escape in the value")
		}
		list = append(list, Element{ai, value})
	}
	return list, nil
}

// linkFrom reports whether the segments of a path are a key and qualifiers.
func linkFrom(path []string) bool {
	if len(path) < 2 || len(path)%2 != 0 || keyOf(path[0]) == 0 {
		return false
	}
	for i := 2; i < len(path); i += 2 {
		if !strings.Contains(qualifiers, " "+path[i]+" ") {
			return false
		}
	}
	return true
}

// FromDigitalLink returns the EPC of a GS1 Digital Link URI, as [ParseDigitalLink] reads
// it. prefixLen is the number of digits of the company prefix. An element that the URN
// cannot hold is an error. Use [FromElements] for such a link: it returns that element.
// The error is an [*Error].
func FromDigitalLink(uri string, prefixLen int) (EPC, error) {
	list, err := ParseDigitalLink(uri)
	if err != nil {
		return EPC{}, err
	}
	return noRest(list, prefixLen)
}
