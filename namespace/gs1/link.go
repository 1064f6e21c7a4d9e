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
func parseLink(uri string) (Elements, source, error) {
	src := source{text: uri}
	fault := func(at int, ai, problem string) (Elements, source, error) {
		return nil, src, typed.Text(uri, at, namespace.BadSyntax, ai, problem)
	}
	u, err := url.Parse(uri)
	if err != nil || u.Host == "" || !strings.EqualFold(u.Scheme, "https") && !strings.EqualFold(u.Scheme, "http") {
		return fault(0, "", "want a URI with the scheme https or http and a domain")
	}
	path := strings.Split(strings.TrimSuffix(u.EscapedPath(), "/"), "/")
	start := 0
	for start < len(path) && !linkFrom(path[start:]) {
		start++
	}
	if start == len(path) {
		return nil, src, typed.Text(uri, 0, namespace.BadNamespace, "", "no GS1 key in the path; want one such as https://id.gs1.org/01/04012345111118/21/987")
	}
	at := max(0, strings.Index(uri, u.EscapedPath())) + len(strings.Join(path[:start], "/"))
	if start > 2 && gs1ai.Known(path[start-2]) && gs1ai.Value(path[start-2], []byte(path[start-1]), false) < 0 {
		return fault(at-len(path[start-2])-1-len(path[start-1]), path[start-2], "before the key "+path[start]+"; write it after the value of the key")
	}
	var list Elements
	for ; start < len(path); start += 2 {
		at += len("/") + len(path[start]) + len("/")
		value, _ := url.PathUnescape(path[start+1]) // EscapedPath has no malformed escape
		if path[start] == "01" && (len(value) == 8 || len(value) == 12 || len(value) == 13) {
			value = strings.Repeat("0", 14-len(value)) + value
		}
		list, src.at = append(list, Element{path[start], value}), append(src.at, min(at, len(uri)))
		at += len(path[start+1])
	}
	inPath := func(ai string) bool { return slices.ContainsFunc(list[1:], func(x Element) bool { return x.AI == ai }) }
	order := gs1ai.Qualifiers(list[0].AI, inPath)
	for i, x := range list[1:] {
		if i >= len(order) || order[i] != x.AI {
			return fault(src.at[i+1], x.AI, "not where it may be in the path, where "+list[0].AI+" has these: "+strings.Join(order, ", "))
		}
	}
	next := max(0, strings.IndexByte(uri, '?')) + 1
	for parameter := range strings.SplitSeq(u.RawQuery, "&") {
		ai, value, _ := strings.Cut(parameter, "=")
		at := next + len(ai) + len("=")
		next += len(parameter) + len("&")
		if len(ai) < 2 || len(ai) > 4 || !ascii.AllDigits(ai) {
			continue
		}
		value, err := url.QueryUnescape(value)
		if err != nil {
			return fault(at, ai, "malformed escape in the value")
		}
		if qualifies(list[0].AI, ai) {
			return fault(at, ai, "in the query, but it qualifies the key; write it in the path")
		}
		list, src.at = append(list, Element{ai, value}), append(src.at, min(at, len(uri)))
	}
	return list, src, nil
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
