// Package gs1order has the order of the elements of a urn:gs1: a primary key, its
// qualifiers, and the data attributes (IANA template of urn:gs1, Assignment). The keys
// and the order of their qualifiers are those of the GS1 Syntax Dictionary of 2026-07-27.
package gs1order

import "strings"

// keys holds the application identifiers that may follow each key as its qualifiers, in
// their order. Some keys have alternatives.
var keys = [...]struct {
	ai           string
	alternatives [2][3]string
}{
	{ai: "00"}, {"01", [2][3]string{{"22", "10", "21"}, {"235"}}}, {ai: "253"}, {ai: "255"}, {ai: "401"}, {ai: "402"},
	{"414", [2][3]string{{"254"}, {"7040"}}}, {"415", [2][3]string{{"8020"}}}, {"417", [2][3]string{{"7040"}}}, {ai: "8003"},
	{"8004", [2][3]string{{"7040"}}}, {"8006", [2][3]string{{"22", "10", "21"}}}, {"8010", [2][3]string{{"8011"}}}, {ai: "8013"},
	{"8017", [2][3]string{{"8019"}}}, {"8018", [2][3]string{{"8019"}}},
}

// IsKey reports whether an application identifier is that of a primary key.
func IsKey(ai string) bool { return place(ai) >= 0 }

func place(ai string) int {
	for i := range keys {
		if keys[i].ai == ai {
			return i
		}
	}
	return -1
}

// Qualifiers returns those of the application identifiers in has that qualify a key, in
// their order: those of the first alternative that has any.
func Qualifiers(key string, has func(ai string) bool) (list []string) {
	i := place(key)
	if i < 0 {
		return nil
	}
	for _, alternative := range keys[i].alternatives {
		for _, ai := range alternative {
			if ai != "" && has(ai) {
				list = append(list, ai)
			}
		}
		if list != nil {
			break
		}
	}
	return list
}

// Fault returns the offset of the first application identifier that may not stand where
// it stands in an NSS of urn:gs1, or -1. It is -1 for a name of the semantic dictionary
// or of a standard. It does not allocate.
func Fault(nss string) int {
	if nss == "" || nss[0]-'0' > 9 {
		return -1
	}
	key, _, _ := strings.Cut(nss, ":")
	i := place(key)
	if i < 0 {
		return 0
	}
	qualifiers := &keys[i].alternatives[0]
	if !hasAny(nss, qualifiers) {
		qualifiers = &keys[i].alternatives[1]
	}
	rank, attribute := -1, ""
	for at := next(nss, 0); at < len(nss); at = next(nss, at) {
		ai, _, _ := strings.Cut(nss[at:], ":")
		r := -1
		for j, q := range qualifiers {
			if q == ai {
				r = j
			}
		}
		switch {
		case r >= 0 && (r <= rank || attribute != ""), r < 0 && ai <= attribute, ai == key:
			return at
		case r >= 0:
			rank = r
		default:
			attribute = ai
		}
	}
	return -1
}

// hasAny reports whether an NSS has one of a list of application identifiers.
func hasAny(nss string, list *[3]string) bool {
	for at := next(nss, 0); at < len(nss); at = next(nss, at) {
		for _, ai := range list {
			if ai != "" && strings.HasPrefix(nss[at:], ai) && nss[at+len(ai):] != "" && nss[at+len(ai)] == ':' {
				return true
			}
		}
	}
	return false
}

// next returns the offset of the pair after that at an offset, or len(nss).
func next(nss string, at int) int {
	for range 2 {
		i := strings.IndexByte(nss[at:], ':')
		if i < 0 {
			return len(nss)
		}
		at += i + 1
	}
	return at
}
