package record

import (
	"strconv"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
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
	dst = dst[:len(dst)-len("}")]
	if unknown {
		return append(dst, `,"advice":null}`...)
	}
	return append(appendList(dst, `,"advice":[`, list, func(dst []byte, a namespace.Advice) []byte {
		dst = append(append(dst, `"code":"`...), a.Code...)
		dst = appendInt(dst, `","offset":`, a.Span.Start)
		dst = appendInt(dst, `,"end":`, a.Span.End)
		return appendValue(dst, `,"message":`, a.Message())
	}), '}')
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
	from := nsdocs.Of(n.NID)
	dst = appendBytes(append(dst, '{'), "nid", n.NID)
	dst = appendTexts(dst, "kind", n.Kind.String())
	dst = append(dst, `,"registered":`...)
	dst = strconv.AppendBool(dst, n.Registered)
	dst = appendTexts(dst, "registry_updated", namespace.Updated(), "reference", n.Reference,
		"reference_as_of", from.ReferenceAsOf, "reference_source", from.ReferenceSource, "used_by", n.UsedBy)
	dst = append(dst, `,"checked":`...)
	dst = strconv.AppendBool(dst, n.Checked)
	dst = appendTexts(dst, "purpose", from.Purpose, "form", from.Form, "example", from.Example,
		"example_source", from.ExampleSource, "package", from.Package)
	dst = appendList(dst, `,"resolvers":[`, from.Resolvers, func(dst []byte, r nsdocs.Resolver) []byte {
		return appendTexts(appendBytes(dst, "prefix", r.Prefix), "template", r.Template, "source", r.Source)
	})
	dst = appendList(dst, `,"rules":[`, from.Rules, func(dst []byte, r nsdocs.Rule) []byte {
		return appendTexts(appendBytes(dst, "scope", r.Scope), "equivalence", r.Equivalence, "text", r.Text,
			"syntax", r.Syntax, "document", r.Document, "note", r.Note)
	})
	dst = appendList(dst, `,"documents":[`, from.Documents, func(dst []byte, d nsdocs.Document) []byte {
		return appendTexts(appendBytes(dst, "name", d.Name), "sections", d.Sections, "read", d.Read,
			"found", d.Found, "decided", d.Decided)
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

// appendTexts appends commas, keys and values, which are null if they are empty. pairs has
// the keys and the values in turn.
func appendTexts(dst []byte, pairs ...string) []byte {
	for i := 0; i < len(pairs); i += 2 {
		dst = append(append(append(dst, `,"`...), pairs[i]...), `":`...)
		if value := pairs[i+1]; value == "" {
			dst = append(dst, "null"...)
		} else {
			dst = AppendString(dst, value)
		}
	}
	return dst
}
