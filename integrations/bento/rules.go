package bento

import (
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

// explain appends an offset and a reason that a program can read to the text of
// an error. A mapping sees nothing else of the error.
func explain(err error) error {
	offset, reason := 0, "other"
	var s *urn.SyntaxError
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
