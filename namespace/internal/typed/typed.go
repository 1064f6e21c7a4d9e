// Package typed has what the typed values of namespaces share.
package typed

import (
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// NSS returns the NSS of u if u is a valid name of a namespace. It shares memory with
// u. The error is a [*namespace.Error]; without one, NSS does not allocate.
func NSS(u urn.URN, nid string) (string, error) {
	if !strings.EqualFold(u.NID(), nid) {
		return "", namespace.NewError(u, u.Offsets().NID().Start, namespace.BadNamespace, "", nil)
	}
	if _, err := namespace.Validate(u); err != nil {
		return "", err
	}
	return u.NSS(), nil
}

// Fault returns the error for a fault at an offset into the NSS of u.
func Fault(u urn.URN, offset int, reason namespace.Reason, document string) error {
	return namespace.NewError(u, u.Offsets().NSS().Start+offset, reason, document, nil)
}

// Parse returns the value of the URN whose NSS is text. Offsets of errors are offsets
// into that URN.
func Parse[T any](nid, text string, fromURN func(urn.URN) (T, error)) (v T, err error) {
	if text == "" { // which no URN has as its NSS
		return v, &namespace.Error{NID: nid, Offset: len("urn:" + nid + ":"), Reason: namespace.BadSyntax}
	}
	u, err := urn.Build(urn.Parts{NID: nid, NSS: text})
	if err != nil {
		return v, err
	}
	return fromURN(u)
}
