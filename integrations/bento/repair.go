package bento

import (
	"errors"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/repair"
	"github.com/warpstreamlabs/bento/public/bloblang"
)

const (
	percentParam = "percent"
	percentText  = "Also escape a `%` that two hexadecimal digits do not follow. Without this, it is an error, because it may be a damaged escape."
)

var repairMethod = method{
	name: "repair_urn",
	spec: repairSpec("repair_urn"),
	make: ofRepaired(func(r repair.Repaired) any { return r.URN().String() }),
}

var changesMethod = method{
	name: "urn_changes",
	spec: repairSpec("urn_changes"),
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

func repairSpec(name string) *bloblang.PluginSpec {
	return spec(name).
		Param(bloblang.NewStringParam(syntaxParam).Description(syntaxText).Default(urn.RFC8141.String())).
		Param(bloblang.NewBoolParam(percentParam).Description(percentText).Default(false))
}

// ofRepaired makes a method of a function of a repaired text.
func ofRepaired(do func(repair.Repaired) any) func(*bloblang.ParsedParams) (bloblang.Method, error) {
	return func(args *bloblang.ParsedParams) (bloblang.Method, error) {
		var r repair.Repairer
		var errPercent error
		name, errSyntax := args.GetString(syntaxParam)
		r.EscapePercent, errPercent = args.GetBool(percentParam)
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
