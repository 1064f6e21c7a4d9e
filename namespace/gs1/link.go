package gs1

import (
	"net/url"
	"strings"

	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1order"
)

// parseLink returns the elements of a GS1 Digital Link URI: first those of the path, then
// those of the query.
func parseLink(uri string) (Elements, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "https") && !strings.EqualFold(u.Scheme, "http") {
		return nil, fault(namespace.BadSyntax, "", uri, "no URI with the scheme https or http and a domain")
	}
	path := strings.Split(strings.TrimSuffix(u.EscapedPath(), "/"), "/")
	start := 0
	for start < len(path) && !linkFrom(path[start:]) {
		start++
	}
	if start == len(path) {
		return nil, fault(namespace.BadNamespace, "", uri, "no GS1 key in the path; want one such as https://id.gs1.org/01/04012345111118/21/987")
	}
	var list Elements
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
			return nil, fault(namespace.BadSyntax, ai, uri, "malformed escape in the value")
		}
		list = append(list, Element{ai, value})
	}
	return list, nil
}

// linkFrom reports whether the segments of a path are a key and qualifiers of it, in
// any order.
func linkFrom(path []string) bool {
	if len(path) < 2 || len(path)%2 != 0 || !gs1order.IsKey(path[0]) {
		return false
	}
	for i := 2; i < len(path); i += 2 {
		if gs1order.Qualifiers(path[0], func(ai string) bool { return ai == path[i] }) == nil {
			return false
		}
	}
	return true
}
