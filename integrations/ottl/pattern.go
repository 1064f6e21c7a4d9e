package urnottl

import (
	"fmt"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/seed7b5a83f0/urn/pattern"
)

// patternArguments are the arguments of both functions. T is the getter of the target.
type patternArguments[T any] struct {
	Target  T
	Pattern string
}

// matchOf returns MatchURN, which returns a map with the values of the fields that the
// pattern names.
func matchOf[K any](args *patternArguments[ottl.StringGetter[K]]) (ottl.ExprFunc[K], error) {
	p, err := pattern.Compile(args.Pattern)
	if err != nil {
		return nil, err
	}
	names := p.Names()
	return on(args.Target.Get, func(s string) (any, error) {
		values, err := p.Parse(s)
		if err != nil {
			return nil, err
		}
		m := pcommon.NewMap()
		m.EnsureCapacity(len(names))
		for i, v := range values {
			m.PutStr(names[i], v)
		}
		return m, nil
	}), nil
}

// buildOf returns BuildURN, which returns the URN whose fields have the values of a map. The
// map may have other keys.
func buildOf[K any](args *patternArguments[ottl.PMapGetter[K]]) (ottl.ExprFunc[K], error) {
	p, err := pattern.Compile(args.Pattern)
	if err != nil {
		return nil, err
	}
	names := p.Names()
	return on(args.Target.Get, func(m pcommon.Map) (any, error) {
		values := make([]string, 0, len(names))
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
	}), nil
}
