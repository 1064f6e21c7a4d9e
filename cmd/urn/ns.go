package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/namespace"
)

func (a *app) nsCommand() *cobra.Command {
	json := false
	cmd := &cobra.Command{
		Use:   "ns [flags] [nid ...]",
		Short: "Tell what is known of namespaces",
		Long: `ns tells what is known of the namespaces whose identifiers (NIDs, such as isbn)
are its arguments: whether IANA has registered it and what sort it is, the
document that registers it and when that was looked up, whether check
--namespace holds names to its syntax, its rules of equivalence, and how far its
documents were read for that. Without arguments it lists all that are
registered, one a line.

Exit status:
  0  all are registered
  1  some NID is not
  2  wrong usage, or output that failed`,
		Example: `  urn ns isbn ietf
  urn ns | grep ' yes '
  urn ns --json | jq -r 'select(.checked|not) | .nid'
  urn ns x-acme || echo 'not registered'`,
		ValidArgsFunction: cobra.FixedCompletions(registeredNIDs(), cobra.ShellCompDirectiveNoFileComp),
	}
	cmd.RunE = func(_ *cobra.Command, nids []string) error {
		var list []record.Namespace
		for _, nid := range nids {
			list = append(list, knownOf(nid))
		}
		if len(nids) == 0 {
			for e := range namespace.All() {
				list = append(list, knownOf(e.NID))
			}
		}
		var out []byte
		s := statusOK
		for _, n := range list {
			if !n.Registered {
				s = statusNo
			}
			switch {
			case json:
				out = append(record.AppendNamespace(out, n), '\n')
			case len(nids) > 0:
				out = appendNamespace(out, n)
			}
		}
		if !json && len(nids) == 0 {
			out = appendNamespaces(out, list)
		}
		switch _, err := (&standard{a.stdout}).Write(out); {
		case errors.Is(err, errGone):
			return statusGone
		case err != nil:
			return a.trouble(err)
		case s != statusOK:
			return s
		}
		return nil
	}
	cmd.Flags().BoolVar(&json, "json", false, "write one JSON object a line")
	return cmd
}

func registeredNIDs() (nids []string) {
	for e := range namespace.All() {
		nids = append(nids, e.NID)
	}
	return nids
}

func knownOf(nid string) record.Namespace {
	n := record.Namespace{NID: nid}
	n.Entry, n.Registered = namespace.Lookup(nid)
	if !n.Registered {
		n.Kind = namespace.KindOf(nid)
		return n
	}
	n.NID = n.Entry.NID
	// Whether there are rules does not depend on the NSS.
	if u, err := urn.Parse("urn:" + n.NID + ":0"); err == nil {
		n.Checked = namespace.Validate(u).Verdict() != namespace.Unknown
	}
	return n
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// or is s, or what is shown for nothing.
func or(s, nothing string) string {
	if s == "" {
		return nothing
	}
	return s
}

// appendNamespaces appends a table of namespaces.
func appendNamespaces(dst []byte, list []record.Namespace) []byte {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NID\tKIND\tREFERENCE\tAS OF\tCHECKED\tEQUIVALENCE")
	for _, n := range list {
		equivalence := []string{}
		for r := range n.Rules() {
			e := r.Equivalence.String()
			if r.Scope != n.NID {
				e = r.Scope + " " + e
			}
			equivalence = append(equivalence, e)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", n.NID, n.Kind, or(n.Reference, "-"), or(n.ReferenceAsOf, "-"),
			yes(n.Checked), or(strings.Join(equivalence, ", "), namespace.GeneralRule.String()))
	}
	w.Flush() // a Buffer does not fail
	fmt.Fprintf(&b, "%d namespaces, registered with IANA as of %s\n", len(list), namespace.Updated)
	return append(dst, b.Bytes()...)
}

// appendNamespace appends what is known of one namespace.
func appendNamespace(dst []byte, n record.Namespace) []byte {
	field := func(name, value string) {
		dst = fmt.Appendf(dst, "%-13s%s\n", name+":", value)
	}
	field("nid", report.Visible(n.NID))
	field("kind", n.Kind.String())
	field("registered", yes(n.Registered)+", as of "+namespace.Updated)
	if !n.Registered {
		return append(dst, '\n')
	}
	reference := or(n.Reference, "not found")
	switch {
	case n.ReferenceAsOf != "":
		reference += ", as of " + n.ReferenceAsOf
	case n.ReferenceSource != "":
		reference += ", from the " + n.ReferenceSource
	}
	field("reference", reference)
	field("checked", yes(n.Checked))
	rules := slices.Collect(n.Rules())
	if len(rules) == 0 {
		field("equivalence", namespace.GeneralRule.String()+" (no rule is known)")
	}
	for _, r := range rules {
		scope := ""
		if r.Scope != n.NID {
			scope = r.Scope + ": "
		}
		field("equivalence", scope+r.Equivalence.String()+": "+r.Text)
		for _, more := range [][2]string{{"  syntax", r.Syntax}, {"  document", r.Document}, {"  note", r.Note}} {
			if more[1] != "" {
				field(more[0], more[1])
			}
		}
	}
	for d := range n.Documents() {
		read := "read in full"
		switch d.Read {
		case namespace.ReadNone:
			read = "not read"
		case namespace.ReadPart:
			read = "read in part: " + d.Sections
		}
		field("document", d.Name+", "+read)
		field("  found", d.Found)
		field("  decided", d.Decided)
	}
	return append(dst, '\n')
}
