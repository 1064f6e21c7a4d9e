package bento

import (
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// rules are what URNs are read and compared by.
type rules struct {
	syntax    urn.Syntax
	namespace bool // those of the URN's namespace, too
}

// validate reports whether the namespace of u refuses it.
func (r rules) validate(u urn.URN) error {
	if !r.namespace {
		return nil
	}
	_, err := namespace.Validate(u)
	return err
}

func (r rules) normalize(u urn.URN) urn.URN {
	if r.namespace {
		return namespace.Normalize(u)
	}
	return u.Normalize()
}

func (r rules) key(u urn.URN) string {
	if r.namespace {
		return namespace.Key(u)
	}
	return u.Key()
}

// appendNormalized appends the normal form of u.
func (r rules) appendNormalized(dst []byte, u urn.URN) []byte {
	if r.namespace {
		return append(dst, namespace.Normalize(u).String()...)
	}
	return u.AppendNormalized(dst)
}

// appendKey appends the key of u.
func (r rules) appendKey(dst []byte, u urn.URN) []byte {
	if r.namespace {
		return append(dst, namespace.Key(u)...)
	}
	// Normalising moves no byte, so the key is the beginning of the normal form.
	end := len(dst) + len(u.AssignedName())
	return u.AppendNormalized(dst)[:end]
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
		return fault{n.Offset, n.Reason.String(), n.Reason.Error()}
	}
	return fault{0, "other", err.Error()}
}

// explain puts an offset and a reason that a program can read at the end of
// an error's text, which is all that a mapping sees of it.
func explain(err error) error {
	f := faultOf(err)
	return fmt.Errorf("%w (offset=%d reason=%s)", err, f.offset, f.reason)
}
