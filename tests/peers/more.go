//go:build more

package main

import (
	paulourio "github.com/paulourio/go-urn"
	"go.companyinfo.dev/gourn"
)

// The parsers of more.mod, which some module proxies do not have. Without the tag they are
// left out.
func init() {
	parsers["paulourio/go-urn"] = parser{
		parse: func(s string) (string, bool) {
			u, err := paulourio.Parse(s)
			if err != nil {
				return "", false
			}
			return field("nid", u.NID, true) + field("nss", u.NSS, true) + field("r", u.Resolve, u.Resolve != "") + field("q", u.Query, u.Query != "") +
				field("f", u.Fragment, u.Fragment != "" || u.ForceFragment) + field("norm", u.Normalized().String(), true), true
		},
		equal: func(a, b string) bool {
			return paulourio.Equal(must(paulourio.Parse(a)), must(paulourio.Parse(b)), paulourio.AssignedName, paulourio.CaseNormalized)
		},
		nss:    func(s string) int { return len(must(paulourio.Parse(s)).NSS) },
		refuse: func(s string) bool { _, err := paulourio.Parse(s); return err != nil },
	}
	parsers["gourn"] = parser{
		parse: func(s string) (string, bool) {
			u, err := gourn.Parse(s)
			if err != nil {
				return "", false
			}
			return field("nid", u.NID, true) + field("nss", u.NSS, true) + field("norm", u.String(), true), true
		},
		// It has no comparison.
		nss:    func(s string) int { return len(must(gourn.Parse(s)).NSS) },
		refuse: func(s string) bool { _, err := gourn.Parse(s); return err != nil },
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
