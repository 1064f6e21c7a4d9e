package draft2141bis

import (
	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/field"
)

type syntax struct{}

func (syntax) Syntax() urn.Syntax { return urn.Draft2141bis }

// URN is the type of fields that keep names of draft-ietf-urnbis-rfc2141bis-urn-03. It is read and
// written as text under [urn.Draft2141bis]; see [field.URN].
//
//	var doc struct {
//		Name draft2141bis.URN
//	}
//	err := json.Unmarshal(data, &doc)
type URN = field.URN[syntax]
