// Package cdx is the typed value of urn:cdx: a BOM-Link of CycloneDX, which names a bill of
// materials (BOM) or an element of a BOM (registration template of 2022).
package cdx

import (
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

const (
	nid      = "cdx"
	document = "IANA template of urn:cdx, Syntax"
)

// BOMLink names a bill of materials, or an element of a bill of materials. Values are
// comparable with ==. The zero value is not a BOM-Link.
type BOMLink struct{ p Parts }

// Parts are the parts of a [BOMLink].
type Parts struct {
	Serial  uuid.UUID // the serialNumber of the BOM
	Version int       // the version of the BOM, 1 or more
	Ref     string    // the bom-ref of an element, without escapes; "" for the BOM itself
}

// FromURN returns the BOM-Link of a urn:cdx. Its f-component is the bom-ref. The error is
// a [*namespace.Error]. A version that exceeds an int is an error.
func FromURN(u urn.URN) (BOMLink, error) {
	nss, err := typed.NSS(u, nid)
	if err != nil {
		return BOMLink{}, err
	}
	serial, version, _ := strings.Cut(nss, "/")
	var p Parts
	if p.Serial, err = uuid.Parse(serial); err != nil {
		return BOMLink{}, typed.Fault(u, 0, namespace.BadSyntax, document)
	}
	if p.Version, err = strconv.Atoi(version); err != nil || p.Version < 1 {
		return BOMLink{}, typed.Fault(u, len(serial)+1, namespace.BadSyntax, document)
	}
	if p.Ref, err = urn.Unescape(u.F()); err != nil {
		return BOMLink{}, err
	}
	return BOMLink{p}, nil
}

// Parse returns the BOM-Link of a text such as
// "f08a6ccd-4dce-4759-bd84-c626675d60a7/1#componentA". The error is a [*namespace.Error], or a
// [*urn.SyntaxError] if text has a character that no URN may contain.
func Parse(text string) (BOMLink, error) {
	name, ref, ok := strings.Cut(text, "#")
	return typed.Parse(nid, name, func(u urn.URN) (BOMLink, error) {
		if ok {
			p := u.Parts()
			p.F, p.HasF = ref, true
			var err error
			if u, err = urn.RFC8141.Build(p); err != nil {
				return BOMLink{}, err
			}
		}
		return FromURN(u)
	})
}

// New returns the BOM-Link of its parts. It fails if the version is less than 1.
func New(p Parts) (BOMLink, error) {
	if p.Version < 1 {
		return BOMLink{}, &namespace.Error{NID: nid, Reason: namespace.BadSyntax, Document: document}
	}
	return BOMLink{p}, nil
}

// Parts returns the parts of b.
func (b BOMLink) Parts() Parts { return b.p }

// URN returns the urn:cdx. The zero BOMLink gives the zero URN.
func (b BOMLink) URN() urn.URN { return typed.URN(nid, b.String()) }

// String returns the text after "urn:cdx:", or "" for the zero BOMLink.
func (b BOMLink) String() string {
	if b == (BOMLink{}) {
		return ""
	}
	s := b.p.Serial.String() + "/" + strconv.Itoa(b.p.Version)
	if b.p.Ref != "" {
		ref, _ := urn.RFC8141.Escape(urn.ComponentF, b.p.Ref) // RFC 8141 has f-components
		s += "#" + ref
	}
	return s
}
