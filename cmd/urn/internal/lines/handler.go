package lines

import (
	"strconv"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
)

// An Appender appends the output for a URN, without a line end at its end. It returns nil if there
// is no output, which is possible only with [Options].Any.
type Appender interface {
	Append(dst []byte, n *Name) []byte
}

// AppenderFunc is a function that is an Appender.
type AppenderFunc func(dst []byte, n *Name) []byte

func (f AppenderFunc) Append(dst []byte, n *Name) []byte { return f(dst, n) }

// Write returns the Handler that accepts every URN, and writes the output of a and a line
// end.
func Write(a Appender) Handler { return &writer{a} }

type writer struct{ Appender }

func (h *writer) URN(b *Block, n *Name) bool {
	dst := b.Output()
	out := h.Append(*dst, n)
	if out == nil {
		b.other(n, urn.Fault{Syntax: b.Syntax})
		return false
	}
	*dst = append(out, '\n')
	return true
}

// Discard is the Handler that accepts every URN and writes nothing.
type Discard struct{}

func (Discard) URN(*Block, *Name) bool { return true }

// OK appends "file:line: ok".
func OK(dst []byte, n *Name) []byte {
	dst = append(dst, n.Input...)
	if n.Place.Line != 0 {
		dst = append(dst, ':')
		dst = strconv.AppendInt(dst, n.Place.Line, 10)
	}
	return append(dst, ": ok"...)
}

// form is an Appender for which [scanner.Append] can deal with many lines.
type form int

const (
	formNormalized form = iota // the normal form
	formKey
)

func (f form) Append(dst []byte, n *Name) []byte {
	if f == formKey {
		return n.Offsets.AppendKey(dst, n.Text)
	}
	return n.Offsets.AppendNormalized(dst, n.Text)
}

// Key returns the Appender of keys under rules. Without rules, no URN has to be made.
func Key(rules *namespace.Registry) Appender {
	if rules == nil {
		return formKey
	}
	return AppenderFunc(func(dst []byte, n *Name) []byte {
		return rules.AppendKey(dst, n.URN())
	})
}

// Normalized returns the Appender of normal forms under rules.
func Normalized(rules *namespace.Registry) Appender {
	if rules == nil {
		return formNormalized
	}
	return AppenderFunc(func(dst []byte, n *Name) []byte {
		return rules.AppendNormalized(dst, n.URN())
	})
}

// Record returns the Appender of JSON records, with the normal form and the key
// under rules.
func Record(rules *namespace.Registry) Appender {
	if rules == nil {
		return AppenderFunc(func(dst []byte, n *Name) []byte {
			return record.AppendText(dst, n.Place, n.block.Syntax, n.Text, n.Offsets)
		})
	}
	return AppenderFunc(func(dst []byte, n *Name) []byte { return record.AppendURN(dst, n.Place, n.URN(), rules) })
}

// Repaired returns the Appender of JSON records with the repairs, and with the normal form
// and the key under rules that never return an error.
func Repaired(rules *namespace.Registry) Appender {
	plain := Record(rules)
	return AppenderFunc(func(dst []byte, n *Name) []byte {
		if n.Repaired.URN().String() == n.Repaired.Input() {
			return record.AddRepaired(plain.Append(dst, n), n.Repaired)
		}
		return record.AppendRepaired(dst, n.Place, n.Repaired, rules)
	})
}

// NID appends the namespace identifier in lower case.
func NID(dst []byte, n *Name) []byte {
	nid := n.Offsets.NID()
	start := len(dst)
	dst = append(dst, n.Text[nid.Start:nid.End]...)
	for i := start; i < len(dst); i++ {
		dst[i] = ascii.Lower(dst[i])
	}
	return dst
}

// Listing returns the Appender of components, with one "name: value" on each line, and an
// empty line at the end. The normal form and the key follow rules, which never return an
// error.
func Listing(rules *namespace.Registry) Appender {
	normalized, key := Normalized(rules), Key(rules)
	return AppenderFunc(func(dst []byte, n *Name) []byte {
		o := n.Offsets
		dst = appendField(dst, "input:", n.Text)
		dst = appendField(dst, "nid:", n.Text[o.NID().Start:o.NID().End])
		dst = appendField(dst, "nss:", n.Text[o.NSS().Start:o.NSS().End])
		for _, c := range []struct {
			name string
			span urn.Span
		}{{"r:", o.R()}, {"q:", o.Q()}, {"f:", o.F()}} {
			if c.span != (urn.Span{}) {
				dst = appendField(dst, c.name, n.Text[c.span.Start:c.span.End])
			}
		}
		dst = append(dst, "normalized: "...)
		dst = append(normalized.Append(dst, n), '\n')
		dst = append(dst, "key:        "...)
		return append(key.Append(dst, n), '\n')
	})
}

const fieldWidth = len("normalized: ")

func appendField(dst []byte, name string, value []byte) []byte {
	dst = append(dst, name...)
	if len(value) > 0 {
		dst = append(dst, "            "[len(name):fieldWidth]...)
		dst = append(dst, value...)
	}
	return append(dst, '\n')
}
