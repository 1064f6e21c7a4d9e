package bento

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

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
	switch v := v.(type) {
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	case bool:
		return strconv.FormatBool(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case int:
		return strconv.Itoa(v), nil
	case uint64:
		return strconv.FormatUint(v, 10), nil
	case json.Number:
		if _, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return v.String(), nil
		}
	case float64:
		if n := int64(v); float64(n) == v && -1<<53 <= n && n <= 1<<53 {
			return strconv.FormatInt(n, 10), nil
		}
	}
	return "", errors.New("it is neither a string nor an integer or a boolean")
}
