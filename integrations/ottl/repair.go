package urnottl

import (
	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/seed7b5a83f0/urn/repair"
)

type repairArguments[K any] struct {
	Target  ottl.StringGetter[K]
	Syntax  ottl.Optional[string]
	Percent ottl.Optional[bool]
}

// repairOf returns the function that calls f with its target, made a URN.
func repairOf[K any](f func(repair.Repaired) any) func(*repairArguments[K]) (ottl.ExprFunc[K], error) {
	return func(args *repairArguments[K]) (ottl.ExprFunc[K], error) {
		r := repair.Repairer{EscapePercent: args.Percent.GetOr(false)}
		if !args.Syntax.IsEmpty() {
			if err := r.Syntax.UnmarshalText([]byte(args.Syntax.Get())); err != nil {
				return nil, err
			}
		}
		return on(args.Target.Get, func(s string) (any, error) {
			repaired, err := r.Parse(s)
			if err != nil {
				return nil, err
			}
			return f(repaired), nil
		}), nil
	}
}

func repairURN(r repair.Repaired) any { return r.URN().String() }

// urnChanges returns a list with a map for each change.
func urnChanges(r repair.Repaired) any {
	list := pcommon.NewSlice()
	for c := range r.Changes() {
		m := list.AppendEmpty().SetEmptyMap()
		m.PutInt("offset", int64(c.Input.Start))
		m.PutInt("end", int64(c.Input.End))
		m.PutStr("escapes", r.URN().String()[c.URN.Start:c.URN.End])
	}
	return list
}
