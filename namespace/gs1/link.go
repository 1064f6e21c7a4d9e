package gs1

import (
	"net/url"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

// parseLink returns the elements of a GS1 Digital Link URI: first the elements in the path,
// then the elements in the query. The qualifiers of the key are in the path, in their order.
func parseLink(uri string) (Elements, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "https") && !strings.EqualFold(u.Scheme, "http") {
		return nil, typed.Text(namespace.BadSyntax, "", uri, "no URI with the scheme https or http and a domain")
	}
	path := strings.Split(strings.TrimSuffix(u.EscapedPath(), "/"), "/")
	start := 0
	for start < len(path) && !linkFrom(path[start:]) {
		start++
	}
	if start == len(path) {
		return nil, typed.Text(namespace.BadNamespace, "", uri, "no GS1 key in the path; want one such as https://id.gs1.org/01/04012345111118/21/987")
	}
	var list Elements
	for ; start < len(path); start += 2 {
		value, _ := url.PathUnescape(path[start+1]) // EscapedPath has no malformed escape
		if path[start] == "01" && (len(value) == 8 || len(value) == 12 || len(value) == 13) {
			value = strings.Repeat("0", 14-len(value)) + value
		}
		list = append(list, Element{path[start], value})
	}
	inPath := func(ai string) bool { return slices.ContainsFunc(list[1:], func(x Element) bool { return x.AI == ai }) }
	order := gs1ai.Qualifiers(list[0].AI, inPath)
	for i, x := range list[1:] {
		if i >= len(order) || order[i] != x.AI {
			return nil, typed.Text(namespace.BadSyntax, x.AI, uri, "not where it may be in the path, where "+list[0].AI+" has these: "+strings.Join(order, ", "))
		}
	}
	for parameter := range strings.SplitSeq(u.RawQuery, "&") {
		ai, value, _ := strings.Cut(parameter, "=")
		if len(ai) < 2 || len(ai) > 4 || !ascii.AllDigits(ai) {
			continue
		}
		value, err := url.QueryUnescape(value)
		if err != nil {
			return nil, typed.Text(namespace.BadSyntax, ai, uri, "malformed escape in the value")
		}
		if qualifies(list[0].AI, ai) {
			return nil, typed.Text(namespace.BadSyntax, ai, uri, "in the query, but it qualifies the key; write it in the path")
		}
		list = append(list, Element{ai, value})
	}
	return list, nil
}

// linkFrom reports whether the segments of a path are a key and qualifiers of this key, in
// any order.
func linkFrom(path []string) bool {
	ok := len(path) >= 2 && len(path)%2 == 0 && gs1ai.IsKey(path[0])
	for i := 2; ok && i < len(path); i += 2 {
		ok = qualifies(path[0], path[i])
	}
	return ok
}

// qualifies reports whether an application identifier is a qualifier of a key.
func qualifies(key, ai string) bool {
	return gs1ai.Qualifiers(key, func(q string) bool { return q == ai }) != nil
}
