package bento

import (
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/warpstreamlabs/bento/public/bloblang"
)

var matchMethod = method{
	name: "match_urn",
	spec: spec("match_urn").Param(bloblang.NewStringParam(patternParam).Description(patternText)),
	make: func(args *bloblang.ParsedParams) (bloblang.Method, error) {
		p, names, err := patternArg(args)
		if err != nil {
			return nil, err
		}
		return bloblang.StringMethod(func(s string) (any, error) {
			values, err := p.Parse(s)
			if err != nil {
				return nil, explain(err)
			}
			object := make(map[string]any, len(names))
			for i, v := range values {
				object[names[i]] = v
			}
			return object, nil
		}), nil
	},
}

var buildMethod = method{
	name: "build_urn",
	spec: spec("build_urn").Param(bloblang.NewStringParam(patternParam).Description(patternText)),
	make: func(args *bloblang.ParsedParams) (bloblang.Method, error) {
		p, names, err := patternArg(args)
		if err != nil {
			return nil, err
		}
		return bloblang.ObjectMethod(func(object map[string]any) (any, error) {
			values := make([]string, 0, len(names))
			for _, name := range names {
				v, ok := object[name]
				if !ok {
					return nil, fmt.Errorf("the object has no %q", name)
				}
				text, err := textOf(v)
				if err != nil {
					return nil, fmt.Errorf("%q: %w", name, err)
				}
				values = append(values, text)
			}
			return p.Format(values...)
		}), nil
	},
}

func patternArg(args *bloblang.ParsedParams) (p *pattern.Pattern, names []string, err error) {
	text, err := args.GetString(patternParam)
	if err != nil {
		return nil, nil, err
	}
	if p, err = pattern.Compile(text); err != nil {
		return nil, nil, err
	}
	return p, p.Names(), nil
}

// textOf returns the text of a string, an integer or a boolean.
func textOf(v any) (string, error) {
	v = bloblang.ValueSanitized(v)
	if f, ok := v.(float64); ok && float64(int64(f)) == f && -1<<53 <= f && f <= 1<<53 {
		v = int64(f)
	}
	switch v := v.(type) {
	case []byte:
		return string(v), nil
	case string, bool, int64, uint64:
		return fmt.Sprint(v), nil
	}
	return "", errors.New("it is neither a string nor an integer or a boolean")
}
