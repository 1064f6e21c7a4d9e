package urnottl

import (
	"context"
	"fmt"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/seed7b5a83f0/urn/pattern"
)

// patternArguments are those of both functions. T is the getter of the target.
type patternArguments[T any] struct {
	Target  T
	Pattern string
}

// newPatternFactory returns the factory of a function with [patternArguments]. expr gets the
// compiled pattern and the target.
func newPatternFactory[K, T any](name string, expr func(p *pattern.Pattern, target T) ottl.ExprFunc[K]) ottl.Factory[K] {
	create := func(_ ottl.FunctionContext, oArgs ottl.Arguments) (ottl.ExprFunc[K], error) {
		args, ok := oArgs.(*patternArguments[T])
		if !ok {
			return nil, fmt.Errorf("%s takes %T, not %T", name, args, oArgs)
		}
		p, err := pattern.Compile(args.Pattern)
		if err != nil {
			return nil, err
		}
		return expr(p, args.Target), nil
	}
	return ottl.NewFactory(name, &patternArguments[T]{}, create)
}

// newMatchURNFactory returns the factory of MatchURN, which returns a map with
// the values of the fields that the pattern names.
func newMatchURNFactory[K any]() ottl.Factory[K] {
	return newPatternFactory("MatchURN", func(p *pattern.Pattern, target ottl.StringGetter[K]) ottl.ExprFunc[K] {
		names := p.Names()
		return func(ctx context.Context, tCtx K) (any, error) {
			s, err := target.Get(ctx, tCtx)
			if err != nil {
				return nil, err
			}
			var room [16]string // a pattern has no more fields
			values, err := p.Parse(s, room[:0])
			if err != nil {
				return nil, err
			}
			m := pcommon.NewMap()
			m.EnsureCapacity(len(names))
			for i, v := range values {
				m.PutStr(names[i], v)
			}
			return m, nil
		}
	})
}

// newBuildURNFactory returns the factory of BuildURN, which returns the URN whose
// fields have the values of a map. The map may have other keys.
func newBuildURNFactory[K any]() ottl.Factory[K] {
	return newPatternFactory("BuildURN", func(p *pattern.Pattern, target ottl.PMapGetter[K]) ottl.ExprFunc[K] {
		names := p.Names()
		return func(ctx context.Context, tCtx K) (any, error) {
			m, err := target.Get(ctx, tCtx)
			if err != nil {
				return nil, err
			}
			var room [16]string // a pattern has no more fields
			values := room[:0]
			for _, name := range names {
				v, ok := m.Get(name)
				if !ok {
					return nil, fmt.Errorf("the map has no %q", name)
				}
				switch v.Type() {
				case pcommon.ValueTypeStr, pcommon.ValueTypeInt, pcommon.ValueTypeBool:
					values = append(values, v.AsString())
				default:
					return nil, fmt.Errorf("%q is neither a string nor an integer or a bool, but %v", name, v.Type())
				}
			}
			return p.Format(values...)
		}
	})
}
