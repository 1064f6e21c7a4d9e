package engine

import (
	"cmp"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/guess"
	"github.com/seed7b5a83f0/urn/internal/programs/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/epc"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/issn"
	"github.com/seed7b5a83f0/urn/namespace/scim"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
	"github.com/seed7b5a83f0/urn/repair"
)

// Name takes one name apart. The answer has either "fault" or everything else:
//
//	{"input", "fault",
//	 "parts", "decoded": {component: octets}, "display", "general", "generalKey", "normalized", "key",
//	 "namespace": {…}, "verdict", "refusal", "view": [[label, value], …],
//	 "advice": [{"start", "end", "code", "message"}, …],
//	 "code": [[language, lines], …],
//	 "syntaxes": [{"syntax", "parts" or "fault"}, …]}
//
// "general" and "generalKey" follow the general rules alone, "normalized" and "key" those of
// the namespace too. "syntaxes" is always present. "input" and "decoded" are strings with one
// character for each octet.
func Name(x urn.Syntax, text []byte) []byte {
	s := string(text)
	return answer(func(o *object) {
		o.octets("input", s)
		at, fault := x.Locate(s)
		if fault.Reason != 0 {
			o.fault(fault, text)
		} else {
			o.name(x, s, at)
		}
		o.list("syntaxes", func() {
			for _, y := range Syntaxes {
				o.object("", func() {
					o.text("syntax", y.String())
					if at, f := y.Locate(s); f.Reason == 0 {
						o.components(at)
						u, _ := y.Parse(s)
						o.text("key", namespace.Key(u))
					} else {
						o.fault(f, text)
					}
				})
			}
		})
	})
}

func (o *object) name(x urn.Syntax, s string, at urn.Offsets) {
	u, err := x.Parse(s)
	if err != nil {
		panic(err) // it was located
	}
	o.components(at)
	o.object("decoded", func() {
		for _, c := range components(at) {
			written := s[c.span.Start:c.span.End]
			if d, err := urn.Unescape(written); err == nil && d != written {
				o.octets(c.name, d)
			}
		}
	})
	o.text("display", repair.IRI(u))
	o.text("general", u.Normalize().String())
	o.text("generalKey", u.Key())
	o.text("normalized", namespace.Normalize(u).String())
	o.text("key", namespace.Key(u))
	o.object("namespace", func() { o.namespace(u) })
	verdict, err := namespace.Validate(u)
	o.text("verdict", verdict.String())
	if err != nil {
		o.refusal(err.(*namespace.Error))
	}
	o.texts("view", view(u))
	o.list("advice", func() {
		n := 0
		for a := range namespace.Lint(u) {
			if n++; n > 50 {
				break // a name can have one for every byte
			}
			o.object("", func() {
				o.number("start", int64(a.Span.Start))
				o.number("end", int64(a.Span.End))
				o.text("code", a.Code)
				o.text("message", a.Message())
			})
		}
	})
	o.texts("code", code(x, s))
}

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
	namespace.Published:       "not registered, but in use",
}

func (o *object) namespace(u urn.URN) {
	e, registered := namespace.Lookup(u.NID())
	if e.NID == "" {
		e.NID = strings.ToLower(u.NID())
	}
	o.text("nid", e.NID)
	o.yes("registered", registered)
	o.text("asOf", namespace.Updated())
	o.text("kind", e.Kind.String())
	o.text("kindText", kindTexts[e.Kind])
	o.text("reference", e.Reference)
	o.text("similar", guess.NID(u.NID()))
	from := nsdocs.Of(e.NID)
	o.text("purpose", from.Purpose)
	o.text("referenceSource", from.ReferenceSource)
	key := namespace.Key(u)
	var resolved [][2]string
	for _, r := range from.Resolvers {
		if url, ok := r.URL(u.AssignedName(), key); ok {
			resolved = append(resolved, [2]string{url, r.Source})
		}
	}
	o.texts("resolved", resolved)
	o.list("documents", func() {
		for _, d := range from.Documents {
			o.object("", func() {
				o.text("name", d.Name)
				o.text("sections", d.Sections)
				o.text("read", d.Read)
			})
		}
	})
	r := cmp.Or(ruled(u), &nsdocs.Rule{Document: general(u.Syntax()), Text: "Only the general rule is known: " +
		"the scheme, the NID and the digits of escapes are case-insensitive, and everything else matches exactly."})
	o.text("equivalence", r.Text)
	o.text("equivalenceClause", r.Document)
}

// view returns the values that a name denotes, with labels, for the namespaces that have typed
// values.
func view(u urn.URN) (list [][2]string) {
	add := func(label, value string) { list = append(list, [2]string{label, value}) }
	switch strings.ToLower(u.NID()) {
	case "uuid":
		if id, err := uuid.FromURN(u); err == nil {
			add("16 octets", hex.EncodeToString(id[:]))
			version(id, add)
		}
	case "isbn":
		if n, err := isbn.FromURN(u); err == nil {
			list = [][2]string{{"ISBN-13", n.String()}, {"Check digit", n.String()[12:]}}
		}
	case "issn":
		if n, err := issn.FromURN(u); err == nil {
			list = [][2]string{{"ISSN", n.String()}, {"Check digit", n.String()[8:]}}
		}
	case "oid":
		// Package oid would add encoding/asn1 and math/big to the engine.
		if _, err := namespace.Validate(u); err == nil {
			add("Object identifier", u.NSS())
			add("Arcs", strconv.Itoa(strings.Count(u.NSS(), ".")+1))
		}
	case "epc":
		if e, err := epc.FromURN(u); err == nil {
			add("GS1 element string", e.GS1().String())
			add("GS1 Digital Link", e.GS1().DigitalLink())
		}
	case "ietf":
		id, err := scim.FromURN(u)
		if err != nil {
			break
		}
		add("SCIM type", id.Type)
		add("SCIM name", id.Name)
		if a, err := scim.AttributeFromURN(u); err == nil {
			add("SCIM schema", a.Schema.String())
			add("SCIM attribute", a.Name)
			if a.Sub != "" {
				add("SCIM sub-attribute", a.Sub)
			}
		}
	}
	return list
}

// version tells the version of a UUID, and the time of those that have one (RFC 9562,
// section 5).
func version(id uuid.UUID, add func(label, value string)) {
	switch {
	case id == uuid.UUID{}:
		add("Variant", "the nil UUID (RFC 9562, section 5.9)")
		return
	case id.Variant() != uuid.RFC9562:
		add("Variant", "another one than RFC 9562 has, so it has no version")
		return
	}
	meanings := [16]string{1: "a Gregorian time and a node", 2: "DCE security", 3: "a name, hashed with MD5", 4: "random",
		5: "a name, hashed with SHA-1", 6: "a Gregorian time in the order of sorting, and a node", 7: "a Unix time and random bits", 8: "defined by its maker"}
	add("Version", strconv.Itoa(id.Version())+": "+cmp.Or(meanings[id.Version()], "not defined"))
	if t, ok := id.Time(); ok {
		fraction := pad(t.Nanosecond()/100, 7)
		if id.Version() == 7 {
			fraction = fraction[:3]
		}
		year, month, day := t.Date()
		hour, minute, second := t.Clock()
		add("Time", pad(year, 4)+"-"+pad(int(month), 2)+"-"+pad(day, 2)+" "+
			pad(hour, 2)+":"+pad(minute, 2)+":"+pad(second, 2)+"."+fraction+" UTC")
	}
}

// pad returns n in at least width digits. [time.Time.Format] would add 1% to the engine.
func pad(n, width int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(0, width-len(s))) + s
}

// code returns lines of Go and of a shell that take the name apart.
func code(x urn.Syntax, s string) [][2]string {
	method, flag := "urn.Parse", ""
	if x != urn.RFC8141 {
		method = map[urn.Syntax]string{urn.RFC2141: "urn.RFC2141", urn.Draft2141bis: "urn.Draft2141bis", urn.Relaxed: "urn.Relaxed"}[x] + ".Parse"
		flag = " --syntax " + x.String()
	}
	// A URN has no double quote and no backslash. It may have an apostrophe.
	quoted := "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	return [][2]string{
		{"Go", "u, err := " + method + "(\"" + s + "\")\nif err != nil {\n\treturn err\n}\nkey := namespace.Key(u)\n_, err = namespace.Validate(u)\n"},
		{"Shell", "printf '%s\\n' " + quoted + " | urn parse" + flag + "\n" +
			"printf '%s\\n' " + quoted + " | urn normalize --key --namespace" + flag + "\n" +
			"printf '%s\\n' " + quoted + " | urn check --namespace --lint" + flag + "\n"},
	}
}
