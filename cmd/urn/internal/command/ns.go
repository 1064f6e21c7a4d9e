package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/nsinfo"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
)

type ns struct{ json bool }

func (c *ns) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "ns [flags] [nid | urn ...]",
		Short:             "Describe namespaces",
		ValidArgsFunction: completeNID,
	}
	cmd.Flags().BoolVar(&c.json, "json", false, "write one JSON object a line")
	return cmd
}

// completeNID completes a registered NID.
func completeNID(*cobra.Command, []string, string) (nids []string, _ cobra.ShellCompDirective) {
	for e := range namespace.IANA().All() {
		nids = append(nids, e.NID)
	}
	return nids, cobra.ShellCompDirectiveNoFileComp
}

// completeURN completes the beginning of a URN, up to the registered NID and the
// ":" after it. No file is a URN.
func completeURN(_ *cobra.Command, _ []string, typed string) (prefixes []string, _ cobra.ShellCompDirective) {
	for e := range namespace.IANA().All() {
		if p := "urn:" + e.NID + ":"; strings.HasPrefix(p, strings.ToLower(typed)) {
			prefixes = append(prefixes, p)
		}
	}
	return prefixes, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (c *ns) run(_ context.Context, s stdio.Streams, nids []string) error {
	var list []record.Namespace
	var out []byte
	status := stdio.OK
	if len(nids) == 0 {
		for e := range namespace.IANA().All() {
			list = append(list, nsinfo.Of(e.NID))
		}
	}
	for _, nid := range nids {
		name := strings.TrimSuffix(nid, ":")
		if after := len("urn:"); len(name) > after && strings.EqualFold(name[:after], "urn:") {
			name = name[after:]
		}
		if !strings.Contains(name, ":") && !strings.EqualFold(nid, "urn:") { // isbn, isbn:, urn:isbn or urn:isbn:
			list = append(list, nsinfo.Of(name))
			continue
		}
		u, err := urn.Parse(nid)
		if err != nil {
			return s.Trouble(errors.New(strings.TrimPrefix(err.Error(), "urn: ")))
		}
		urls := nsinfo.URLs(u)
		if len(urls) == 0 {
			status = stdio.No
			fmt.Fprintf(s.Err, "urn: no resolver is known for %s; urn ns %s describes the namespace\n", report.Visible(u.AssignedName()), u.NID())
		}
		for _, url := range urls {
			out = append(append(out, url...), '\n')
		}
	}
	for _, n := range list {
		if !n.Registered {
			status = stdio.No
		}
		switch {
		case c.json:
			out = append(record.AppendNamespace(out, n), '\n')
		case len(nids) > 0:
			out = nsinfo.Append(out, n)
		}
	}
	if !c.json && len(nids) == 0 {
		out = nsinfo.AppendTable(out, list)
	}
	if !c.json {
		s.Out = stdio.Prose(s.Out)
	}
	if err := s.WriteOut(out); err != nil {
		return err
	}
	return status.Err()
}
