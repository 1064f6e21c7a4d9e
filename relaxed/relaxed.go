// Package relaxed keeps names that RFC 8141 refuses in struct fields, columns and
// documents. Package urn parses, compares and builds them under [urn.Relaxed].
package relaxed

import (
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/field"
)

type syntax struct{}

func (syntax) Syntax() urn.Syntax { return urn.Relaxed }

// URN is the type of fields that keep names that RFC 8141 refuses. It is read and
// written as text under [urn.Relaxed]; see [field.URN].
//
//	var doc struct {
//		Name relaxed.URN
//	}
//	err := json.Unmarshal(data, &doc)
type URN = field.URN[syntax]
