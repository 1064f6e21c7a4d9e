package urnottl

import (
	"context"
	"fmt"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/seed7b5a83f0/urn/repair"
)

type repairArguments[K any] struct {
	Target  ottl.StringGetter[K]
	Syntax  ottl.Optional[string]
	Percent ottl.Optional[bool]
}

// newRepairFactory returns the factory of a function of a text that is made a URN.
func newRepairFactory[K any](name string, f func(repair.Repaired) any) ottl.Factory[K] {
	create := func(_ ottl.FunctionContext, oArgs ottl.Arguments) (ottl.ExprFunc[K], error) {
		args, ok := oArgs.(*repairArguments[K])
		if !ok {
			return nil, fmt.Errorf("%s takes %T, not %T", name, args, oArgs)
		}
		r := repair.Repairer{Percent: args.Percent.GetOr(false)}
		if !args.Syntax.IsEmpty() {
			if err := r.Syntax.UnmarshalText([]byte(args.Syntax.Get())); err != nil {
				return nil, err
			}
		}
		return func(ctx context.Context, tCtx K) (any, error) {
			s, err := args.Target.Get(ctx, tCtx)
			if err != nil {
				return nil, err
			}
			repaired, err := r.Parse(s)
			if err != nil {
				return nil, err
			}
			return f(repaired), nil
		}, nil
	}
	return ottl.NewFactory(name, &repairArguments[K]{}, create)
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
