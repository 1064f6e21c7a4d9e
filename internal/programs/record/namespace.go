package record

import (
	"strconv"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
)

// AddChecked adds the key "checked" to the record that dst ends with: whether package
// namespace has rules for the syntax of the name's namespace.
func AddChecked(dst []byte, checked bool) []byte {
	dst = append(dst[:len(dst)-len("}")], `,"checked":`...)
	dst = strconv.AppendBool(dst, checked)
	return append(dst, '}')
}

// AddAdvice adds the key "advice" to the record that dst ends with. Its value is an array
// with one object for each piece of advice. If unknown is set, the value is null: no advice
// was looked for.
func AddAdvice(dst []byte, list []namespace.Advice, unknown bool) []byte {
	dst = append(dst[:len(dst)-len("}")], `,"advice":`...)
	if unknown {
		return append(dst, "null}"...)
	}
	dst = append(dst, '[')
	for i, a := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"code":"`...)
		dst = append(dst, a.Code...)
		dst = appendInt(dst, `","offset":`, a.Span.Start)
		dst = appendInt(dst, `,"end":`, a.Span.End)
		dst = append(appendValue(dst, `,"message":`, a.Message()), '}')
	}
	return append(dst, "]}"...)
}

// AppendRefusal appends the record of a URN that its namespace refuses. The
// object "error" then also has the keys "namespace" and "document".
func AppendRefusal(dst []byte, p Place, u urn.URN, e *namespace.Error, message string) []byte {
	dst = appendBytes(p.append(dst), "input", u.String())
	dst = appendError(dst, Error{u.Syntax(), e.Offset, e.Reason.String(), message})
	dst = appendValue(dst, `,"namespace":`, e.NID)
	return append(appendValue(dst, `,"document":`, e.Document), "}}"...)
}

// Namespace is the information about a namespace.
type Namespace struct {
	namespace.Entry
	NID        string // as in the request, if it is not registered
	Registered bool
	Checked    bool // there are rules for its names
}

// AppendNamespace appends the record of a namespace, without a newline.
func AppendNamespace(dst []byte, n Namespace) []byte {
	dst = appendBytes(append(dst, '{'), "nid", n.NID)
	dst = appendText(dst, "kind", n.Kind.String())
	dst = append(dst, `,"registered":`...)
	dst = strconv.AppendBool(dst, n.Registered)
	dst = appendText(dst, "registry_updated", namespace.Updated())
	dst = appendText(dst, "reference", n.Reference)
	from := nsdocs.Of(n.NID)
	dst = appendText(dst, "reference_as_of", from.ReferenceAsOf)
	dst = appendText(dst, "reference_source", from.ReferenceSource)
	dst = appendText(dst, "used_by", n.UsedBy)
	dst = append(dst, `,"checked":`...)
	dst = strconv.AppendBool(dst, n.Checked)
	dst = appendText(dst, "purpose", from.Purpose)
	dst = appendText(dst, "form", from.Form)
	dst = appendText(dst, "example", from.Example)
	dst = appendText(dst, "example_source", from.ExampleSource)
	dst = appendText(dst, "package", from.Package)
	dst = appendList(dst, `,"resolvers":[`, from.Resolvers, func(dst []byte, r nsdocs.Resolver) []byte {
		dst = appendBytes(dst, "prefix", r.Prefix)
		dst = appendText(dst, "template", r.Template)
		return appendText(dst, "source", r.Source)
	})
	dst = appendList(dst, `,"rules":[`, from.Rules, func(dst []byte, r nsdocs.Rule) []byte {
		dst = appendBytes(dst, "scope", r.Scope)
		dst = appendText(dst, "equivalence", r.Equivalence)
		dst = appendText(dst, "text", r.Text)
		dst = appendText(dst, "syntax", r.Syntax)
		dst = appendText(dst, "document", r.Document)
		return appendText(dst, "note", r.Note)
	})
	dst = appendList(dst, `,"documents":[`, from.Documents, func(dst []byte, d nsdocs.Document) []byte {
		dst = appendBytes(dst, "name", d.Name)
		dst = appendText(dst, "sections", d.Sections)
		dst = appendText(dst, "read", d.Read)
		dst = appendText(dst, "found", d.Found)
		return appendText(dst, "decided", d.Decided)
	})
	return append(dst, '}')
}

// appendList appends the text before a list, and the list as an array of objects. one
// appends the members of an object.
func appendList[T any](dst []byte, before string, list []T, one func([]byte, T) []byte) []byte {
	dst = append(dst, before...)
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(one(append(dst, '{'), v), '}')
	}
	return append(dst, ']')
}

// appendText appends a comma, a key and a value, which is null if text is empty.
func appendText(dst []byte, key, value string) []byte {
	dst = append(append(append(dst, ',', '"'), key...), `":`...)
	if value == "" {
		return append(dst, "null"...)
	}
	return AppendString(dst, value)
}
