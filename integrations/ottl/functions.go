// Package urnottl adds functions for Uniform Resource Names to the
// OpenTelemetry Transformation Language (OTTL), and so to the transform
// processor of the OpenTelemetry Collector.
//
//	set(log.attributes["urn.key"], URNKey(log.attributes["urn"])) where IsURN(log.attributes["urn"])
//
// [Functions] returns them for any OTTL context. Package
// [github.com/seed7b5a83f0/urn/integrations/ottl/transform] is a transform
// processor that has them. The module's README has the arguments,
// results and errors of each function.
//
// The functions keep no state and may be evaluated by any number of goroutines.
// The strings they return may share memory with the value they were given.
package urnottl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/open-telemetry/opentelemetry-collector-contrib/pkg/ottl"
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/scan"
)

// Functions returns the factories of ParseURN, NormalizeURN, URNKey, IsURN,
// ExtractURNs, MatchURN, BuildURN, RepairURN and URNChanges for the OTTL context K, for
// a component that takes factories of functions, such as
//
//	transformprocessor.WithLogFunctions(urnottl.Functions[*ottllog.TransformContext]())
//
// Their errors wrap a [*urn.Error] if the value is a string that is not a
// URN, and an [ottl.TypeError] if it is not a string.
func Functions[K any]() []ottl.Factory[K] {
	return []ottl.Factory[K]{
		newFactory("ParseURN", of[K](parsed(parseURN))),
		newFactory("NormalizeURN", of[K](parsed(normalizeURN))),
		newFactory("URNKey", of[K](parsed((*namespace.Registry).Key))),
		newFactory("IsURN", of[K](isURN)),
		newFactory("ExtractURNs", extractOf[K]),
		newFactory("MatchURN", matchOf[K]),
		newFactory("BuildURN", buildOf[K]),
		newFactory("RepairURN", repairOf[K](repairURN)),
		newFactory("URNChanges", repairOf[K](urnChanges)),
	}
}

// arguments are the arguments of most functions. OTTL derives the name of an argument from
// its field, in snake case.
type arguments[K any] struct {
	Target    ottl.StringGetter[K]
	Syntax    ottl.Optional[string]
	Namespace ottl.Optional[bool]
	Patterns  ottl.Optional[string]
}

// extractArguments are the arguments of ExtractURNs.
type extractArguments[K any] struct {
	Target    ottl.StringGetter[K]
	Syntax    ottl.Optional[string]
	Namespace ottl.Optional[bool]
	Exact     ottl.Optional[bool]
	To        ottl.Optional[string]
	Patterns  ottl.Optional[string]
}

// newFactory returns the factory of a function with arguments of type A. create is called
// when a statement is parsed, so a collector with a wrong argument does not start.
func newFactory[K, A any](name string, create func(*A) (ottl.ExprFunc[K], error)) ottl.Factory[K] {
	return ottl.NewFactory(name, new(A), func(_ ottl.FunctionContext, oArgs ottl.Arguments) (ottl.ExprFunc[K], error) {
		args, ok := oArgs.(*A)
		if !ok {
			return nil, fmt.Errorf("%s takes %T, not %T", name, args, oArgs)
		}
		return create(args)
	})
}

// rulesOf returns the syntax and the rules of namespaces that optional arguments ask for.
func rulesOf(syntax ottl.Optional[string], namespaces ottl.Optional[bool], patterns ottl.Optional[string]) (x urn.Syntax, r *namespace.Registry, err error) {
	r, err = registryOf(namespaces.GetOr(false), patterns.GetOr(""))
	if err == nil && !syntax.IsEmpty() {
		err = x.UnmarshalText([]byte(syntax.Get()))
	}
	return x, r, err
}

// registryOf returns the general rules, or the rules of namespaces with those of a file of
// patterns. patterns may be "".
func registryOf(namespaces bool, patterns string) (*namespace.Registry, error) {
	switch {
	case patterns == "" && namespaces:
		return namespace.IANA(), nil
	case patterns == "":
		return nil, nil
	case !namespaces:
		return nil, errors.New("patterns needs namespace to be true")
	}
	text, errFile := os.ReadFile(patterns)
	set, err := pattern.ReadSet(bytes.NewReader(text))
	if err := errors.Join(errFile, err); err != nil {
		return nil, fmt.Errorf("%s: %w", patterns, err)
	}
	return namespace.IANA().With(set.Definitions()...)
}

// function is a function of one string, or of the error if there is none, under a syntax and the
// rules of namespaces.
type function func(x urn.Syntax, r *namespace.Registry, s string, err error) (any, error)

// call returns the function that calls f with the string of target.
func call[K any](target ottl.StringGetter[K], x urn.Syntax, r *namespace.Registry, f function) ottl.ExprFunc[K] {
	return func(ctx context.Context, tCtx K) (any, error) {
		s, err := target.Get(ctx, tCtx)
		return f(x, r, s, err)
	}
}

// on returns the function that calls f with the value of a target, and fails if there is none.
func on[K, T any](get func(context.Context, K) (T, error), f func(T) (any, error)) ottl.ExprFunc[K] {
	return func(ctx context.Context, tCtx K) (any, error) {
		v, err := get(ctx, tCtx)
		if err != nil {
			return nil, err
		}
		return f(v)
	}
}

// of returns the function that calls f with the string of its target.
func of[K any](f function) func(*arguments[K]) (ottl.ExprFunc[K], error) {
	return func(args *arguments[K]) (ottl.ExprFunc[K], error) {
		x, r, err := rulesOf(args.Syntax, args.Namespace, args.Patterns)
		return call(args.Target, x, r, f), err
	}
}

// parsed returns the function of a string that calls f with its URN, and fails if there is none.
func parsed[T any](f func(*namespace.Registry, urn.URN) T) function {
	return func(x urn.Syntax, r *namespace.Registry, s string, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		u, err := x.Parse(s)
		if err != nil {
			return nil, err
		}
		return f(r, u), nil
	}
}

// isURN returns false where the other functions fail. As for IsString, a value
// that is not a string is not a URN. An error that only wraps a TypeError comes
// from an inner function, which could not produce the value. That error is
// returned.
func isURN(x urn.Syntax, r *namespace.Registry, s string, err error) (any, error) {
	if err == nil {
		u, err := x.Parse(s)
		if err == nil {
			_, err = r.Validate(u)
		}
		return err == nil, nil
	}
	if _, ok := err.(ottl.TypeError); ok {
		return false, nil
	}
	return nil, err
}

func normalizeURN(r *namespace.Registry, u urn.URN) string { return r.Normalize(u).String() }

// parseURN returns a map with the same keys for every URN. An absent component is
// an empty value, which OTTL reads as nil. A missing key would be an error in
// ParseURN(x)["q"]. An empty value is distinct from an f-component that is present
// and empty.
func parseURN(r *namespace.Registry, u urn.URN) pcommon.Map {
	m := pcommon.NewMap()
	m.EnsureCapacity(8)
	m.PutStr("nid", u.NID())
	m.PutStr("nss", u.NSS())
	putOptional(m, "r", u.R(), u.R() != "")
	putOptional(m, "q", u.Q(), u.Q() != "")
	putOptional(m, "f", u.F(), u.Parts().HasF)
	normalized := r.Normalize(u)
	m.PutStr("normalized", normalized.String())
	m.PutStr("key", normalized.AssignedName())
	m.PutStr("syntax", u.Syntax().String())
	return m
}

func putOptional(m pcommon.Map, key, value string, present bool) {
	if present {
		m.PutStr(key, value)
	} else {
		m.PutEmpty(key)
	}
}

func extractOf[K any](args *extractArguments[K]) (ottl.ExprFunc[K], error) {
	x, r, err := rulesOf(args.Syntax, args.Namespace, args.Patterns)
	if err != nil {
		return nil, err
	}
	form, err := formOf(r, args.To)
	finder := scan.Finder{Syntax: x}
	if args.Exact.GetOr(false) {
		finder.Mode = scan.ModeExact
	}
	return on(args.Target.Get, func(s string) (any, error) { return extract(finder, s, form), nil }), err
}

// formOf returns a function that turns a URN into the form that an optional
// argument names. It returns nil if the URN stays as it is written. ExtractURNs
// has that argument because OTTL has no function that applies another one to each
// element of a list.
func formOf(r *namespace.Registry, name ottl.Optional[string]) (func(urn.URN) string, error) {
	switch {
	case name.IsEmpty() && r != nil:
		return nil, errors.New(`namespace needs to="normalized" or to="key"`)
	case name.IsEmpty():
		return nil, nil
	case name.Get() == "normalized":
		return func(u urn.URN) string { return normalizeURN(r, u) }, nil
	case name.Get() == "key":
		return r.Key, nil
	}
	return nil, fmt.Errorf(`no such form: %.40q (want "normalized" or "key")`, name.Get())
}

// extract returns the URNs in s in order. The list may be empty but is never nil,
// because OTTL has no length for nil.
func extract(f scan.Finder, s string, form func(urn.URN) string) []string {
	var room [8]string // so that the list is allocated once, as long as it is
	found := room[:0]
	for _, u := range f.URNs(s) {
		text := u.String()
		if form != nil {
			text = form(u)
		}
		found = append(found, text)
	}
	return append(make([]string, 0, len(found)), found...)
}
