// Package typed has the functions that the typed values of namespaces share.
package typed

import (
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/truncate"
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

// Text returns the error for a part of a text that is not a URN: a GS1 element string, a
// link or the memory of a tag. ai is the application identifier of the part, or "".
func Text(r namespace.Reason, ai, part, problem string) *namespace.Error {
	if part != "" {
		problem += ": " + strconv.Quote(truncate.To(part, 60))
	}
	if ai != "" {
		problem = "(" + ai + "): " + problem
	}
	return namespace.NewError(urn.URN{}, 0, r, "", errors.New(problem))
}

// Parse returns the value of the URN whose NSS is text. Offsets of errors are offsets
// into that URN.
func Parse[T any](nid, text string, fromURN func(urn.URN) (T, error)) (v T, err error) {
	if text == "" { // an NSS is not empty
		return v, &namespace.Error{NID: nid, Offset: len("urn:" + nid + ":"), Reason: namespace.BadSyntax}
	}
	u, err := urn.RFC8141.Build(urn.Parts{NID: nid, NSS: text})
	if err != nil {
		return v, err
	}
	return fromURN(u)
}

// Name returns the NSS of u in the normal form of its namespace, if u is a valid name of a
// namespace. It fails if u has another syntax than RFC 8141 and its text is not a URN of
// RFC 8141.
func Name(u urn.URN, nid string) (string, error) {
	if _, err := NSS(u, nid); err != nil {
		return "", err
	}
	nss := namespace.Normalize(u).NSS()
	if u.Syntax() != urn.RFC8141 {
		if _, err := urn.RFC8141.Build(urn.Parts{NID: nid, NSS: nss}); err != nil {
			return "", err
		}
	}
	return nss, nil
}

// URN returns the URN with a valid NSS, and the zero URN for "".
func URN(nid, nss string) urn.URN {
	if nss == "" {
		return urn.URN{}
	}
	return urn.MustParse("urn:" + nid + ":" + nss)
}

// New returns the value of the URN whose NSS is text. text was made of the strings in the
// struct want. If partsOf returns other strings for the value, ignoring letter case, New
// fails: one of the strings contains a delimiter.
func New[T, P any](nid, text string, fromURN func(urn.URN) (T, error), want P, partsOf func(T) P) (T, error) {
	v, err := Parse(nid, text, fromURN)
	if err != nil {
		return v, err
	}
	have, wanted := reflect.ValueOf(partsOf(v)), reflect.ValueOf(want)
	for i := range have.NumField() {
		if !strings.EqualFold(have.Field(i).String(), wanted.Field(i).String()) {
			var zero T
			return zero, &namespace.Error{NID: nid, Offset: len("urn:" + nid + ":"), Reason: namespace.BadSyntax}
		}
	}
	return v, nil
}
