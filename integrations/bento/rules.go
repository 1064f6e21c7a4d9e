package bento

import (
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// registryOf returns the rules of namespaces if they are wanted, and the general
// rule alone otherwise.
func registryOf(namespaces bool) *namespace.Registry {
	if namespaces {
		return namespace.IANA
	}
	return namespace.General
}

// fault is where and why something is refused.
type fault struct {
	offset          int // in bytes
	reason, message string
}

// faultOf returns what an error of parsing or validating says.
func faultOf(err error) fault {
	var s *urn.SyntaxError
	var n *namespace.Error
	switch {
	case errors.As(err, &s):
		return fault{s.Offset, s.Reason.String(), s.Reason.Describe()}
	case errors.As(err, &n):
		return fault{n.Offset, n.Reason.String(), n.Reason.Describe()}
	}
	return fault{0, "other", err.Error()}
}

// explain puts an offset and a reason that a program can read at the end of
// an error's text, which is all that a mapping sees of it.
func explain(err error) error {
	f := faultOf(err)
	return fmt.Errorf("%w (offset=%d reason=%s)", err, f.offset, f.reason)
}
