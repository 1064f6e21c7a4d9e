// Package nsinfo describes namespaces to people.
package nsinfo

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/published"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/suggest"
	"github.com/seed7b5a83f0/urn/internal/nsdocs"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Of describes the namespace of a NID.
func Of(nid string) record.Namespace {
	n := record.Namespace{NID: nid}
	n.Entry, n.Registered = namespace.Lookup(nid)
	if !n.Registered && n.Kind != namespace.InUse {
		n.UsedBy = published.Owners(nid)
		return n
	}
	n.NID = n.Entry.NID
	// Whether there are rules does not depend on the NSS.
	if u, err := urn.Parse("urn:" + n.NID + ":0"); err == nil {
		verdict, _ := namespace.Validate(u)
		n.Checked = verdict != namespace.Unknown
	}
	return n
}

// URLs returns the URLs at which the name of u is resolved.
func URLs(u urn.URN) (list []string) {
	normal := namespace.Key(u)
	for _, r := range nsdocs.Of(u.Normalize().NID()).Resolvers {
		if url, ok := r.URL(u.AssignedName(), normal); ok {
			list = append(list, url)
		}
	}
	return list
}

// Named returns the name whose address is url: the inverse of URLs, for the templates that end with the
// text of the name. The scheme may be http or https.
func Named(url string) (urn.URN, bool) {
	_, address, ok := strings.Cut(url, "://")
	for e := range namespace.IANA().All() {
		for _, r := range nsdocs.Of(e.NID).Resolvers {
			_, template, _ := strings.Cut(r.Template, "://")
			before, field, _ := strings.Cut(template, "{")
			rest, is := strings.CutPrefix(address, before)
			name, known := map[string]string{"rest}": r.Prefix + rest, "nss}": "urn:" + e.NID + ":" + rest, "urn}": rest}[field]
			if !ok || !is || !known {
				continue
			}
			u, err := urn.Parse(name)
			if err != nil {
				continue
			}
			_, err = namespace.Validate(u)
			if again, same := r.URL(u.AssignedName(), namespace.Key(u)); err == nil && same && strings.HasSuffix(again, "://"+address) {
				return u, true
			}
		}
	}
	return urn.URN{}, false
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// AppendTable appends a table of namespaces.
func AppendTable(dst []byte, list []record.Namespace) []byte {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NID\tREFERENCE\tFOR")
	for _, n := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", n.NID, cmp.Or(n.Reference, "-"), nsdocs.Of(n.NID).Purpose)
	}
	w.Flush() // a Buffer does not fail
	fmt.Fprintf(&b, "%d namespaces, registered with IANA as of %s; \"urn ns NID\" says more\n", len(list), namespace.Updated())
	return append(dst, b.Bytes()...)
}

// Append appends a description of one namespace.
func Append(dst []byte, n record.Namespace) []byte {
	field := func(name, value string) {
		if value != "" {
			dst = fmt.Appendf(dst, "%-14s%s\n", name+":", value)
		}
	}
	dst = fmt.Appendf(dst, "%-14s%s\n", "nid:", report.Visible(n.NID)) // also if it is empty
	field("kind", n.Kind.String())
	field("registered", yes(n.Registered)+", as of "+namespace.Updated())
	if !n.Registered && n.Kind != namespace.InUse {
		if n.UsedBy != "" {
			field("published", "yes, not registered")
			field("used by", n.UsedBy)
		}
		field("similar", suggest.NID(n.NID))
		return append(dst, '\n')
	}
	from := nsdocs.Of(n.NID)
	reference := cmp.Or(n.Reference, "not found")
	switch {
	case from.ReferenceAsOf != "":
		reference += ", as of " + from.ReferenceAsOf
	case from.ReferenceSource != "":
		reference += ", " + from.ReferenceSource
	}
	field("reference", reference)
	field("used by", n.UsedBy)
	field("for", from.Purpose)
	field("checked", yes(n.Checked))
	field("form", from.Form)
	if from.Example != "" {
		field("example", from.Example+" ("+from.ExampleSource+")")
	}
	if from.Package != "" {
		field("typed value", "package "+from.Package)
	}
	for _, r := range from.Resolvers {
		field("resolved", r.Prefix+"… at "+r.Template+" ("+r.Source+")")
	}
	if len(from.Rules) == 0 {
		field("equivalence", "general (no rule is known)")
	}
	for _, r := range from.Rules {
		scope := ""
		if r.Scope != n.NID {
			scope = r.Scope + ": "
		}
		field("equivalence", scope+r.Equivalence+": "+r.Text)
		field("  syntax", r.Syntax)
		field("  document", r.Document)
		field("  note", r.Note)
	}
	for _, d := range from.Documents {
		read := "read in full"
		switch d.Read {
		case "none":
			read = "not read"
		case "part":
			read = "read in part: " + d.Sections
		}
		field("document", d.Name+", "+read)
		field("  found", d.Found)
		field("  decided", d.Decided)
	}
	return append(dst, '\n')
}
