// Package urnslog writes URNs, and the errors about them, as attributes of package
// [log/slog].
//
// A [urn.URN] needs no help to be logged. Both handlers of package slog write its text:
//
//	slog.Info("opened", "urn", u) // urn=urn:example:a
//
// A URN has only printable ASCII characters, so that it cannot forge a line of a log.
//
// This package adds two values. [Name] logs the parts of a name, so that a log can be
// searched by namespace and key. [Err] logs an error as a group, so that errors can be
// counted by reason. [Name] and [Err] return a [slog.LogValuer]. It is computed only
// if a handler takes the record.
//
// # How output differs
//
// Without this package, a handler writes a name of another syntax whose text is not a URN
// of RFC 8141 as an error, "!ERROR:urn: converting …". [Name] writes its text and its syntax.
// An error is one string without this package, with the offset in words.
package urnslog

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

type name struct{ u urn.URN }

// Name returns a value that is logged as a group. The group has the text of u ("urn"),
// the lower-case namespace identifier ("nid") and the key of URN-equivalence ("key").
// If the syntax is not RFC 8141, it also has the syntax ("syntax"). The zero URN is
// logged as "".
func Name(u urn.URN) slog.LogValuer { return name{u} }

func (n name) LogValue() slog.Value {
	if n.u.IsZero() {
		return slog.StringValue("")
	}
	v := n.u.Normalize()
	attrs := []slog.Attr{slog.String("urn", n.u.String()), slog.String("nid", v.NID()), slog.String("key", n.u.Key())}
	if x := n.u.Syntax(); x != urn.RFC8141 {
		attrs = append(attrs, slog.String("syntax", x.String()))
	}
	return slog.GroupValue(attrs...)
}

type failure struct{ err error }

// Err returns a value that is logged as a group if err is or wraps an error of packages urn,
// namespace or pattern. The group has the error's text ("error"), the fault in words without
// the input ("message"), the stable name of the reason ("reason") and the offset in bytes
// ("offset"). Any other error is logged as its text, and nil as null.
func Err(err error) slog.LogValuer { return failure{err} }

func (f failure) LogValue() slog.Value {
	if f.err == nil {
		return slog.AnyValue(nil)
	}
	group := func(message string, reason fmt.Stringer, offset int, more ...any) slog.Value {
		attrs := []any{slog.String("error", f.err.Error()), slog.String("message", message),
			slog.String("reason", reason.String()), slog.Int("offset", offset)}
		return slog.Group("", append(attrs, more...)...).Value
	}
	var (
		syntax *urn.Error
		rule   *namespace.Error
		shape  *pattern.Error
	)
	switch {
	case errors.As(f.err, &rule):
		return group(rule.Message(), rule.Reason, rule.Offset, "nid", rule.NID)
	case errors.As(f.err, &shape) && shape.Field != "":
		return group(shape.Message(), shape.Reason, shape.Offset, "pattern", shape.Pattern, "field", shape.Field)
	case shape != nil:
		return group(shape.Message(), shape.Reason, shape.Offset, "pattern", shape.Pattern)
	case errors.As(f.err, &syntax):
		return group(syntax.Message(), syntax.Reason, syntax.Offset, "syntax", syntax.Syntax.String())
	}
	return slog.StringValue(f.err.Error())
}
