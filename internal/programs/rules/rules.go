// Package rules has the rules by which a configuration tells an adapter to read names.
package rules

import (
	"errors"
	"fmt"
	"os"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// Of returns the general rules or, if namespaces is set, the rules of namespaces. patterns is "" or
// the name of a file of patterns, whose rules are added to the rules of namespaces.
func Of(namespaces bool, patterns string) (*namespace.Registry, error) {
	switch {
	case !namespaces && patterns != "":
		return nil, errors.New("patterns needs namespace to be true")
	case !namespaces:
		return namespace.General(), nil
	case patterns == "":
		return namespace.IANA(), nil
	}
	f, err := os.Open(patterns)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	set, err := pattern.ReadSet(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", patterns, err)
	}
	r, err := namespace.IANA().With(set.Definitions()...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", patterns, err)
	}
	return r, nil
}

// Valid reports whether s is a URN of syntax x that r does not refuse.
func Valid(x urn.Syntax, r *namespace.Registry, s string) bool {
	if r == namespace.General() {
		return x.Valid(s)
	}
	u, err := x.Parse(s)
	if err == nil {
		_, err = r.Validate(u)
	}
	return err == nil
}
