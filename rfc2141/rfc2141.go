// Package rfc2141 keeps names of RFC 2141 in struct fields, columns and documents. Package
// urn parses, compares and builds them under [urn.RFC2141].
package rfc2141

import (
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/field"
)

type syntax struct{}

func (syntax) Syntax() urn.Syntax { return urn.RFC2141 }

// URN is the type of fields that keep names of RFC 2141. It is read and
// written as text under [urn.RFC2141]; see [field.URN].
//
//	var doc struct {
//		Name rfc2141.URN
//	}
//	err := json.Unmarshal(data, &doc)
type URN = field.URN[syntax]
