package bento

import (
	_ "embed"
	"errors"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/warpstreamlabs/bento/public/bloblang"
	"gopkg.in/yaml.v3"
)

const category = "URNs"

const (
	syntaxParam    = "syntax"
	namespaceParam = "namespace"
	exactParam     = "exact"
	patternsParam  = "patterns"
	patternParam   = "pattern"

	syntaxText   = "The syntax to read by: `rfc8141`, `rfc2141`, `draft2141bis` or `relaxed`."
	exactText    = "Keep the punctuation at the end of a match. Without this, trailing punctuation belongs to the text around the URN."
	patternsText = "A file of patterns for names of your own. Its rules are followed in addition to the rules of `namespace`, which has to be true. The file is read once."
	patternText  = "A URN with fields in braces, such as `urn:dd:apps:{region}:{org}:{runner}`. After the word `raw` the names need not be URNs."
)

// RegisterMethods adds the methods parse_urn, normalize_urn, urn_key, is_urn,
// extract_urns, match_urn, build_urn, repair_urn and urn_changes to env.
//
// An error of a method says where and why a value is not a URN. A mapping sees
// only its text, which ends with "(offset=5 reason=nid)". In Go, it wraps a
// [*urn.Error].
func RegisterMethods(env *bloblang.Environment) error {
	var errs []error
	for _, m := range methods {
		errs = append(errs, env.RegisterMethodV2(m.name, m.spec, m.make))
	}
	return errors.Join(errs...)
}

// method is a method of Bloblang. components/methods.yaml has its texts.
type method struct {
	name string
	spec *bloblang.PluginSpec
	make func(args *bloblang.ParsedParams) (bloblang.Method, error)
}

var methods = []method{
	{
		name: "parse_urn",
		spec: rulesSpec("parse_urn"),
		make: ofURN(func(r *namespace.Registry, u urn.URN) (any, error) {
			if _, err := r.Validate(u); err != nil {
				return nil, err
			}
			return object(r, u), nil
		}),
	},
	{
		name: "normalize_urn",
		spec: rulesSpec("normalize_urn"),
		make: ofURN(func(r *namespace.Registry, u urn.URN) (any, error) {
			return r.Normalize(u).String(), nil
		}),
	},
	{
		name: "urn_key",
		spec: rulesSpec("urn_key"),
		make: ofURN(func(r *namespace.Registry, u urn.URN) (any, error) {
			return r.Key(u), nil
		}),
	},
	{
		name: "is_urn",
		spec: rulesSpec("is_urn"),
		make: func(args *bloblang.ParsedParams) (bloblang.Method, error) {
			x, r, err := rulesArg(args)
			if err != nil {
				return nil, err
			}
			return func(v any) (any, error) {
				if b, ok := v.([]byte); ok {
					v = string(b)
				}
				s, ok := v.(string)
				return ok && valid(x, r, s), nil
			}, nil
		},
	},
	{
		name: "extract_urns",
		spec: rulesSpec("extract_urns").
			Param(bloblang.NewBoolParam(exactParam).Description(exactText).Default(false)),
		make: func(args *bloblang.ParsedParams) (bloblang.Method, error) {
			x, r, err := rulesArg(args)
			exact, errExact := args.GetBool(exactParam)
			if err := errors.Join(err, errExact); err != nil {
				return nil, err
			}
			f := scan.Finder{Syntax: x, Mode: modeOf(exact)}
			return bloblang.BytesMethod(func(text []byte) (any, error) {
				// Not nil: that would be null in JSON.
				found := []any{}
				for m := range f.All(text) {
					name := string(text[m.Start:m.End])
					if r == nil || valid(x, r, name) {
						found = append(found, name)
					}
				}
				return found, nil
			}), nil
		},
	},
	matchMethod,
	buildMethod,
	repairMethod,
	changesMethod,
}

// texts describe the methods.
var texts = func() (texts map[string]struct {
	Description, Repair, Faults string
	Namespace                   string // the effect of the rules of namespaces
	Examples                    []struct{ Summary, Mapping, Input, Output string }
}) {
	if err := yaml.Unmarshal(methodsYAML, &texts); err != nil {
		panic(err) // the file is embedded
	}
	return texts
}()

//go:embed components/methods.yaml
var methodsYAML []byte

// spec begins the specification of a method.
func spec(name string) *bloblang.PluginSpec {
	t := texts[name]
	description := strings.Fields(t.Description + " " + t.Repair + " " + t.Faults)
	s := bloblang.NewPluginSpec().Category(category).Description(strings.Join(description, " "))
	for _, e := range t.Examples {
		s = s.Example(e.Summary, e.Mapping, [2]string{e.Input, e.Output})
	}
	return s
}

// rulesSpec is spec for a method with parameters for the syntax and for rules of namespaces.
func rulesSpec(name string) *bloblang.PluginSpec {
	return spec(name).
		Param(bloblang.NewStringParam(syntaxParam).Description(syntaxText).Default(urn.RFC8141.String())).
		Param(bloblang.NewBoolParam(namespaceParam).Description(texts[name].Namespace).Default(false)).
		Param(bloblang.NewStringParam(patternsParam).Description(patternsText).Default(""))
}

func rulesArg(args *bloblang.ParsedParams) (x urn.Syntax, r *namespace.Registry, err error) {
	name, errSyntax := args.GetString(syntaxParam)
	namespaces, errNamespace := args.GetBool(namespaceParam)
	patterns, errPatterns := args.GetString(patternsParam)
	if err := errors.Join(errSyntax, errNamespace, errPatterns, x.UnmarshalText([]byte(name))); err != nil {
		return x, nil, err
	}
	key := [2]any{namespaces, patterns}
	if r, ok := registries.Load(key); ok {
		return x, r.(*namespace.Registry), nil
	}
	if r, err = registryOf(namespaces, patterns); err == nil {
		registries.Store(key, r)
	}
	return x, r, err
}

// registries holds the rules that methods have been told. Bento makes a method for each message if
// its arguments depend on the message.
var registries sync.Map

// ofURN makes a method of a function of a URN.
func ofURN(do func(*namespace.Registry, urn.URN) (any, error)) func(*bloblang.ParsedParams) (bloblang.Method, error) {
	return func(args *bloblang.ParsedParams) (bloblang.Method, error) {
		x, r, err := rulesArg(args)
		if err != nil {
			return nil, err
		}
		return bloblang.StringMethod(func(s string) (any, error) {
			u, err := x.Parse(s)
			if err != nil {
				return nil, explain(err)
			}
			v, err := do(r, u)
			if err != nil {
				return nil, explain(err)
			}
			return v, nil
		}), nil
	}
}

// object returns the result of parse_urn.
func object(r *namespace.Registry, u urn.URN) map[string]any {
	n := r.Normalize(u)
	o := u.Offsets()
	return map[string]any{
		"nid":        u.NID(),
		"nss":        u.NSS(),
		"r":          component(u, o.R()),
		"q":          component(u, o.Q()),
		"f":          component(u, o.F()),
		"normalized": n.String(),
		"key":        n.AssignedName(),
		"syntax":     u.Syntax().String(),
	}
}

// component returns a part of u, nil if it is absent.
func component(u urn.URN, s urn.Span) any {
	if s == (urn.Span{}) {
		return nil
	}
	return u.String()[s.Start:s.End]
}
