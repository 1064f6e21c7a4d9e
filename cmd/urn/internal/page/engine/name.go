package engine

import (
	"cmp"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/suggest"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/epc"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/issn"
	"github.com/seed7b5a83f0/urn/namespace/scim"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

// Name takes one name apart. The answer has either "fault" or everything else:
//
//	{"fault",
//	 "parts", "decoded": {component: octets}, "general", "generalKey", "normalized", "key",
//	 "namespace": {…}, "verdict", "refusal", "view": [[label, value], …],
//	 "advice": [{"start", "end", "code", "message"}, …],
//	 "code": [[language, lines], …],
//	 "syntaxes": [{"syntax", "parts" or "fault"}, …]}
//
// "general" and "generalKey" follow the general rules alone, "normalized" and "key" those of
// the namespace too. "syntaxes" is always present. "decoded" has strings with one
// character for each octet.
func Name(x urn.Syntax, text []byte) []byte {
	s := string(text)
	o := object{}
	if at, fault := x.Locate(s); fault.Reason != 0 {
		o["fault"] = faultOf(fault, text)
	} else {
		o.with(name(x, s, at))
	}
	syntaxes := list{}
	for _, y := range Syntaxes {
		under := object{"syntax": y.String()}
		if at, f := y.Locate(s); f.Reason == 0 {
			u, _ := y.Parse(s)
			under.with(object{"parts": parts(at), "key": namespace.Key(u)})
		} else {
			under["fault"] = faultOf(f, text)
		}
		syntaxes = append(syntaxes, under)
	}
	return o.with(object{"syntaxes": syntaxes}).json()
}

func name(x urn.Syntax, s string, at urn.Offsets) object {
	u, err := x.Parse(s)
	if err != nil {
		panic(err) // it was located
	}
	decoded := object{}
	for _, c := range components(at) {
		written := s[c.span.Start:c.span.End]
		if d, err := urn.Unescape(written); err == nil && d != written {
			decoded[c.name] = octets(d)
		}
	}
	advice := list{}
	for a := range namespace.Lint(u) {
		if len(advice) == 50 {
			break // a name can have one for every byte
		}
		advice = append(advice, object{"start": a.Span.Start, "end": a.Span.End, "code": a.Code, "message": a.Message()})
	}
	verdict, err := namespace.Validate(u)
	return object{
		"parts": parts(at), "decoded": decoded, "advice": advice, "code": code(x, s),
		"general": u.Normalize().String(), "generalKey": u.Key(),
		"normalized": namespace.Normalize(u).String(), "key": namespace.Key(u),
		"namespace": about(u), "verdict": verdict.String(), "view": view(u),
	}.with(refusal(err))
}

// pairs are labels or addresses, each with a text.
type pairs [][2]string

// kindTexts describes the kinds of namespaces.
var kindTexts = map[namespace.Kind]string{
	namespace.Malformed:       "not a namespace identifier",
	namespace.Formal:          "a formal namespace, registered with IANA",
	namespace.Informal:        "an informal namespace",
	namespace.Experimental:    "an experimental namespace, which RFC 8141 no longer provides for",
	namespace.ReservedCountry: "reserved for a country code",
	namespace.ReservedLabel:   "reserved for a label of the DNS",
	namespace.ReservedURN:     "reserved: only informal namespaces begin with urn-",
	namespace.TooShort:        "too short to be registered",
	namespace.Unregistered:    "not registered",
	namespace.InUse:           "not registered, but in use",
}

// about tells what is known of the namespace of u.
func about(u urn.URN) object {
	e, registered := namespace.Lookup(u.NID())
	if e.NID == "" {
		e.NID = strings.ToLower(u.NID())
	}
	from := nsdocs.Of(e.NID)
	key := namespace.Key(u)
	resolved := pairs{}
	for _, r := range from.Resolvers {
		if url, ok := r.URL(u.AssignedName(), key); ok {
			resolved = append(resolved, [2]string{url, r.Source})
		}
	}
	documents := list{}
	for _, d := range from.Documents {
		documents = append(documents, object{"name": d.Name, "sections": d.Sections, "read": d.Read})
	}
	r := cmp.Or(ruled(u), &nsdocs.Rule{Document: general(u.Syntax()), Text: "Only the general rule is known: " +
		"the scheme, the NID and the digits of escapes are case-insensitive, and everything else matches exactly."})
	return object{
		"nid": e.NID, "registered": registered, "asOf": namespace.Updated(), "similar": suggest.NID(u.NID()),
		"kind": e.Kind.String(), "kindText": kindTexts[e.Kind], "purpose": from.Purpose,
		"reference": e.Reference, "referenceSource": from.ReferenceSource, "documents": documents,
		"resolved": resolved, "equivalence": r.Text, "equivalenceClause": r.Document,
	}
}

// view returns the values that a name denotes, with labels, for the namespaces that have typed
// values.
func view(u urn.URN) pairs {
	values := pairs{}
	add := func(label, value string) { values = append(values, [2]string{label, value}) }
	switch strings.ToLower(u.NID()) {
	case "uuid":
		if id, err := uuid.FromURN(u); err == nil {
			add("16 octets", hex.EncodeToString(id[:]))
			version(id, add)
		}
	case "isbn":
		if n, err := isbn.FromURN(u); err == nil {
			values = pairs{{"ISBN-13", n.String()}, {"Check digit", n.String()[12:]}}
		}
	case "issn":
		if n, err := issn.FromURN(u); err == nil {
			values = pairs{{"ISSN", n.String()}, {"Check digit", n.String()[8:]}}
		}
	case "epc":
		if e, err := epc.FromURN(u); err == nil {
			add("GS1 element string", e.GS1().String())
			add("GS1 Digital Link", e.GS1().DigitalLink())
		}
	case "ietf":
		if a, err := scim.FromURN(u); err == nil {
			p := a.Parts()
			add("SCIM schema", p.Schema.String())
			add("SCIM attribute", p.Name)
			if p.Sub != "" {
				add("SCIM sub-attribute", p.Sub)
			}
		}
	}
	return values
}

// version tells the version of a UUID, and the time of those that have one (RFC 9562,
// section 5).
func version(id uuid.UUID, add func(label, value string)) {
	switch {
	case id == uuid.UUID{}:
		add("Variant", "the nil UUID (RFC 9562, section 5.9)")
		return
	case id[8]>>6 != 0b10:
		add("Variant", "another one than RFC 9562 has, so it has no version")
		return
	}
	meanings := [16]string{
		1: "a Gregorian time and a node", 2: "DCE security", 3: "a name, hashed with MD5", 4: "random",
		5: "a name, hashed with SHA-1", 6: "a Gregorian time in the order of sorting, and a node",
		7: "a Unix time and random bits", 8: "defined by its maker",
	}
	add("Version", strconv.Itoa(id.Version())+": "+cmp.Or(meanings[id.Version()], "not defined"))
	if t, ok := id.Time(); ok {
		layout := "2006-01-02 15:04:05.0000000 UTC"
		if id.Version() == 7 {
			layout = "2006-01-02 15:04:05.000 UTC"
		}
		add("Time", t.Format(layout))
	}
}

// code returns lines of Go and of a shell that take the name apart.
func code(x urn.Syntax, s string) pairs {
	method, flag := "urn.Parse", ""
	if x != urn.RFC8141 {
		method = map[urn.Syntax]string{
			urn.RFC2141: "urn.RFC2141", urn.Draft2141bis: "urn.Draft2141bis", urn.Relaxed: "urn.Relaxed",
		}[x] + ".Parse"
		flag = " --syntax " + x.String()
	}
	// A URN has no double quote and no backslash. It may have an apostrophe.
	quoted := " '" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	return pairs{
		{"Go", "u, err := " + method + "(\"" + s + "\")\nif err != nil {\n\treturn err\n}\n" +
			"key := namespace.Key(u)\n_, err = namespace.Validate(u)\n"},
		{"Shell", "urn parse" + flag + quoted + "\nurn normalize --key --namespace" + flag + quoted +
			"\nurn check --namespace --lint" + flag + quoted + "\n"},
	}
}
