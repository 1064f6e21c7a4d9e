package bento

import (
	"errors"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/repair"
	"github.com/warpstreamlabs/bento/public/bloblang"
)

const (
	percentParam = "percent"

	percentText = "Also escape a `%` that two hexadecimal digits do not follow. Without this, it is an error, because it may be a damaged escape."
)

// repairText describes a repair.
const repairText = "An octet that may not occur where it is becomes an escape, as when an IRI is mapped to a URI (RFC 3987, section 3.1). Nothing is removed, and no escape is decoded. A URN stays as it is. A malformed NID, an empty component, and a `%` without two hexadecimal digits are errors."

var repairMethod = method{
	name: "repair_urn",
	spec: repairSpec("Makes a URN of a text that is not one, such as a name that a browser shows. "+repairText+faultText).
		Example("", `root.key = this.name.repair_urn().urn_key()`, [2]string{
			`{"name":"urn:example:Köln am Rhein"}`,
			`{"key":"urn:example:K%C3%B6ln%20am%20Rhein"}`,
		}).
		Example("A `%` that is data.", `root.name = this.name.repair_urn(percent: true)`, [2]string{
			`{"name":"urn:example:100%"}`,
			`{"name":"urn:example:100%25"}`,
		}),
	make: ofRepaired(func(r repair.Repaired) any { return r.URN().String() }),
}

var changesMethod = method{
	name: "urn_changes",
	spec: repairSpec("Returns an array of the changes of `repair_urn` in a value, in order: the bytes from `offset` to `end` become `escapes`. It is empty if the value is a URN."+faultText).
		Example("", `root.changes = this.name.urn_changes()`, [2]string{
			`{"name":"urn:example:Köln am Rhein"}`,
			`{"changes":[{"end":15,"escapes":"%C3%B6","offset":13},{"end":18,"escapes":"%20","offset":17},{"end":21,"escapes":"%20","offset":20}]}`,
		}),
	make: ofRepaired(func(r repair.Repaired) any {
		changes := []any{} // not nil: that would be null in JSON
		for c := range r.Changes() {
			changes = append(changes, map[string]any{
				"offset": int64(c.Input.Start), "end": int64(c.Input.End), "escapes": r.URN().String()[c.URN.Start:c.URN.End],
			})
		}
		return changes
	}),
}

func repairSpec(description string) *bloblang.PluginSpec {
	return bloblang.NewPluginSpec().Category(category).Description(description).
		Param(bloblang.NewStringParam(syntaxParam).Description(syntaxText).Default(urn.RFC8141.String())).
		Param(bloblang.NewBoolParam(percentParam).Description(percentText).Default(false))
}

// ofRepaired makes a method of a function of a repaired text.
func ofRepaired(do func(repair.Repaired) any) func(*bloblang.ParsedParams) (bloblang.Method, error) {
	return func(args *bloblang.ParsedParams) (bloblang.Method, error) {
		var r repair.Repairer
		var errPercent error
		name, errSyntax := args.GetString(syntaxParam)
		r.Percent, errPercent = args.GetBool(percentParam)
		if err := errors.Join(errSyntax, errPercent, r.Syntax.UnmarshalText([]byte(name))); err != nil {
			return nil, err
		}
		return bloblang.StringMethod(func(s string) (any, error) {
			repaired, err := r.Parse(s)
			if err != nil {
				return nil, explain(err)
			}
			return do(repaired), nil
		}), nil
	}
}
