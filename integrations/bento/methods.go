package bento

import (
	"errors"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/rules"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/warpstreamlabs/bento/public/bloblang"
)

const category = "URNs"

const (
	syntaxParam    = "syntax"
	namespaceParam = "namespace"
	exactParam     = "exact"
	patternsParam  = "patterns"
	keepFParam     = "keep_f_component"
	patternParam   = "pattern"

	syntaxText   = "The syntax to read by: `rfc8141`, `rfc2141`, `draft2141bis` or `relaxed`."
	exactText    = "Keep the punctuation at the end of a match. Without this, trailing punctuation belongs to the text around the URN."
	patternsText = "A file of patterns for names of your own. Its rules are followed in addition to the rules of `namespace`, which has to be true. The file is read once."
	patternText  = "A URN with fields in braces, such as `urn:dd:apps:{region}:{org}:{runner}`. After the word `raw` the names need not be URNs."
	// The effect of namespaces on normal form and key.
	equivalenceText = "Follow the rules that the URN's namespace adds to equivalence, such as the rule of `isbn`, which ignores hyphens."
	faultText       = " The error of a value that is not a URN ends in the offset of the fault in bytes and the reason, such as `(offset=5 reason=nid)`. The reasons are `scheme`, `nid`, `nss`, `escape`, `r`, `q`, `f` and `too-long`."
)

// RegisterMethods adds the methods parse_urn, normalize_urn, urn_key, is_urn,
// extract_urns, match_urn, build_urn, repair_urn and urn_changes to env.
//
// An error of a method says where and why a value is not a URN. A mapping sees
// only its text, which ends with "(offset=5 reason=nid)". In Go, it wraps a
// [*urn.SyntaxError].
func RegisterMethods(env *bloblang.Environment) error {
	var errs []error
	for _, m := range methods {
		errs = append(errs, env.RegisterMethodV2(m.name, m.spec, m.make))
	}
	return errors.Join(errs...)
}

// method is a method of Bloblang.
type method struct {
	name string
	spec *bloblang.PluginSpec
	make func(args *bloblang.ParsedParams) (bloblang.Method, error)
}

var methods = []method{
	{
		name: "parse_urn",
		spec: spec("Follow the rules of the URN's namespace, in normal form and key, and refuse a name that they refuse, with the reason `syntax` or `check-digit`.", "Parses a URN. The result has the components as they are written, the URN in normal form, its key, which equivalent URNs share, and the syntax. An absent component (`r`, `q`, `f`) is null. An `f` that is present and empty is an empty string."+faultText).
			Example("", `root.urn = this.name.parse_urn()`, [2]string{
				`{"name":"URN:ISBN:0-395-36341-1?=page=2#top"}`,
				`{"urn":{"f":"top","key":"urn:isbn:0-395-36341-1","nid":"ISBN","normalized":"urn:isbn:0-395-36341-1?=page=2#top","nss":"0-395-36341-1","q":"page=2","r":null,"syntax":"rfc8141"}}`,
			}).
			Example("Use `catch` for a value that is not a URN.", `root.urn = this.name.parse_urn().catch(err -> {"error": err})`, [2]string{
				`{"name":"urn:x:y"}`,
				`{"urn":{"error":"urn: parsing \"urn:x:y\": malformed namespace identifier at column 6: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit (offset=5 reason=nid)"}}`,
			}),
		make: ofURN(func(r *namespace.Registry, u urn.URN) (any, error) {
			if _, err := r.Validate(u); err != nil {
				return nil, err
			}
			return object(r, u), nil
		}),
	},
	{
		name: "normalize_urn",
		spec: spec(equivalenceText, "Writes a URN in normal form: scheme and NID in lower case, the hexadecimal digits of escapes in upper case. Nothing is decoded, and r-, q- and f-component stay."+faultText).
			Example("", `root.name = this.name.normalize_urn()`, [2]string{
				`{"name":"URN:Example:caf%c3%a9#Top"}`,
				`{"name":"urn:example:caf%C3%A9#Top"}`,
			}),
		make: ofURN(func(r *namespace.Registry, u urn.URN) (any, error) {
			return r.Normalize(u).String(), nil
		}),
	},
	{
		name: "urn_key",
		spec: spec(equivalenceText, "Returns the key of a URN, its normal form without r-, q- and f-component: two URNs are equivalent if and only if their keys are equal. Partition, group, join and count by this key."+faultText).
			Param(bloblang.NewBoolParam(keepFParam).Description("Keep the f-component, for names whose f-component names something of its own. RFC 8141 calls such names equivalent; these keys do not.").Default(false)).
			Example("With the f-component.", `root.key = this.name.urn_key(keep_f_component: true)`, [2]string{
				`{"name":"URN:samm:org.example:1.0.0#Speed"}`,
				`{"key":"urn:samm:org.example:1.0.0#Speed"}`,
			}).
			Example("", `root.key = this.name.urn_key()`, [2]string{
				`{"name":"URN:ISBN:0-395-36341-1?=page=2#top"}`,
				`{"key":"urn:isbn:0-395-36341-1"}`,
			}).
			Example("By the rules of its namespace.", `root.key = this.name.urn_key(namespace: true)`, [2]string{
				`{"name":"URN:ISBN:0-395-36341-1?=page=2#top"}`,
				`{"key":"urn:isbn:9780395363416"}`,
			}),
		make: func(args *bloblang.ParsedParams) (bloblang.Method, error) {
			keep, err := args.GetBool(keepFParam)
			if err != nil {
				return nil, err
			}
			return ofURN(func(r *namespace.Registry, u urn.URN) (any, error) {
				if keep {
					r = r.WithFComponent()
				}
				return r.Key(u), nil
			})(args)
		},
	},
	{
		name: "is_urn",
		spec: spec("Refuse a name that the rules of its namespace refuse, such as an `isbn` with a wrong check digit.", "Reports whether a value is a URN. A value that is neither a string nor bytes is not a URN; there is no error.").
			Example("", `root.names = this.names.filter(name -> name.is_urn())`, [2]string{
				`{"names":["urn:isbn:0-395-36341-1","isbn:0-395-36341-1",null]}`,
				`{"names":["urn:isbn:0-395-36341-1"]}`,
			}),
		make: func(args *bloblang.ParsedParams) (bloblang.Method, error) {
			x, r, err := rulesArg(args)
			if err != nil {
				return nil, err
			}
			return func(v any) (any, error) {
				switch v := v.(type) {
				case string:
					return rules.Valid(x, r, v), nil
				case []byte:
					return rules.Valid(x, r, string(v)), nil
				}
				return false, nil
			}, nil
		},
	},
	{
		name: "extract_urns",
		spec: spec("Leave out names that the rules of their namespace refuse.", "Returns an array of all URNs in a text, as they are written there and in their order. A URN begins with `urn:` in any letter case, not directly after an ASCII letter or digit. It ends at the delimiter that matches the one before it, or without the punctuation of a sentence: see docs/finding.md.").
			Param(bloblang.NewBoolParam(exactParam).Description(exactText).Default(false)).
			Example("", `root.urns = this.line.extract_urns()`, [2]string{
				`{"line":"moved (urn:isbn:0-395-36341-1) to URN:Example:shelf:4, ok."}`,
				`{"urns":["urn:isbn:0-395-36341-1","URN:Example:shelf:4"]}`,
			}).
			Example("Use the other methods on the matches.", `root.keys = this.line.extract_urns().map_each(u -> u.urn_key()).unique()`, [2]string{
				`{"line":"URN:Example:a, urn:example:a#1"}`,
				`{"keys":["urn:example:a"]}`,
			}),
		make: func(args *bloblang.ParsedParams) (bloblang.Method, error) {
			x, r, err := rulesArg(args)
			exact, errExact := args.GetBool(exactParam)
			if err := errors.Join(err, errExact); err != nil {
				return nil, err
			}
			f := urn.Finder{Syntax: x, Exact: exact}
			return bloblang.BytesMethod(func(text []byte) (any, error) {
				// Not nil: that would be null in JSON.
				found := []any{}
				for m := range f.All(text) {
					name := string(text[m.Start:m.End])
					if r == namespace.General() || rules.Valid(x, r, name) {
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

// spec begins the specification of a method, given the effect of the rules of
// namespaces on it.
func spec(namespaceText, description string) *bloblang.PluginSpec {
	return bloblang.NewPluginSpec().Category(category).Description(description).
		Param(bloblang.NewStringParam(syntaxParam).Description(syntaxText).Default(urn.RFC8141.String())).
		Param(bloblang.NewBoolParam(namespaceParam).Description(namespaceText).Default(false)).
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
	if r, err = rules.Of(namespaces, patterns); err == nil {
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
