package bento

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// registryOf returns the general rules, or the rules of namespaces with those of a file of
// patterns. patterns may be "".
func registryOf(namespaces bool, patterns string) (*namespace.Registry, error) {
	switch {
	case patterns == "" && namespaces:
		return namespace.IANA(), nil
	case patterns == "":
		return nil, nil
	case !namespaces:
		return nil, errors.New("patterns needs namespace to be true")
	}
	text, errFile := os.ReadFile(patterns)
	set, err := pattern.ReadSet(bytes.NewReader(text))
	if err := errors.Join(errFile, err); err != nil {
		return nil, fmt.Errorf("%s: %w", patterns, err)
	}
	return namespace.IANA().With(set.Definitions()...)
}

// valid reports whether s is a URN of syntax x that r does not refuse.
func valid(x urn.Syntax, r *namespace.Registry, s string) bool {
	u, err := x.Parse(s)
	if err == nil {
		_, err = r.Validate(u)
	}
	return err == nil
}

// explain appends an offset and a reason that a program can read to the text of
// an error. A mapping sees nothing else of the error.
func explain(err error) error {
	offset, reason := 0, "other"
	var s *urn.Error
	var n *namespace.Error
	var p *pattern.Error
	switch {
	case errors.As(err, &s):
		offset, reason = s.Offset, s.Reason.String()
	case errors.As(err, &n):
		offset, reason = n.Offset, n.Reason.String()
	case errors.As(err, &p):
		offset, reason = p.Offset, "pattern"
	}
	return fmt.Errorf("%w (offset=%d reason=%s)", err, offset, reason)
}
