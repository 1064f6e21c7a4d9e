package record

import (
	"slices"

	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/repair"
)

// MaxChanges is the largest number of changes that [AddRepaired] lists. A change takes many
// times as much memory as the octet that was changed.
const MaxChanges = 1000

// AppendRepaired appends the record of a URN that was made from another text; see
// [repair.Parse]. "input" is that text. The other keys are the same as [AppendURN] appends
// for the URN, and "repaired" follows; see [AddRepaired].
func AppendRepaired(dst []byte, p Place, r repair.Repaired, rules *namespace.Registry) []byte {
	u := r.URN()
	dst = slices.Grow(p.append(dst), 5*len(u.String())+256)
	dst = appendBytes(dst, "input", r.Input())
	dst = appendAfterInput(dst, u.Syntax(), u.String(), u.Offsets())
	return AddRepaired(appendForms(dst, u, rules), r)
}

// AddRepaired adds the key "repaired" to the record that dst ends with. It is null if
// nothing was changed. Otherwise it is an object. Its key "urn" has the repaired URN,
// before normalisation. Its key "changes" has an array, or null if there are more than
// MaxChanges changes. Each change has the range of bytes of the input, from "offset" to
// "end", that became escapes, and the escapes.
func AddRepaired(dst []byte, r repair.Repaired) []byte {
	dst = append(dst[:len(dst)-len("}")], `,"repaired":`...)
	if r.URN().String() == r.Input() {
		return append(dst, "null}"...)
	}
	u := r.URN().String()
	dst = append(append(dst, `{"urn":"`...), u...)
	dst = append(dst, `","changes":`...)
	start, n := len(dst), 0
	for c := range r.Changes() {
		if n++; n > MaxChanges {
			return append(dst[:start], "null}}"...)
		}
		dst = appendInt(dst, `,{"offset":`, c.Input.Start)
		dst = appendInt(dst, `,"end":`, c.Input.End)
		dst = append(dst, `,"escapes":"`...)
		dst = append(dst, u[c.URN.Start:c.URN.End]...)
		dst = append(dst, `"}`...)
	}
	dst[start] = '['
	return append(dst, "]}}"...)
}
