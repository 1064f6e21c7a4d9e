package main

import (
	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
)

func (a *app) parseCommand() *cobra.Command {
	j := &lineJob{text: appendListing}
	return j.command(a, &cobra.Command{
		Use:   "parse [flags] [file ...]",
		Short: "Take URNs apart",
		Long: `parse writes the components of every URN, one "name: value" a line, with an
empty line after each URN. Components that are absent are left out; one that is
present and empty has no value. The names are those of the JSON keys: input,
nid, nss, r, q, f, normalized (scheme and NID in lower case, escapes in upper
case), key (the same of the assigned-name alone: equal for equivalent URNs).`,
		Example: `  urn parse names.txt
  urn parse --json names.txt | jq -r 'select(.valid) | [.nid, .nss] | @tsv'
  echo 'urn:example:a?=q#f' | urn parse`,
	})
}

func appendListing(dst []byte, _ place, u urn.URN) []byte {
	s, o := u.String(), u.Offsets()
	dst = appendField(dst, "input:", s)
	dst = appendField(dst, "nid:", u.NID())
	dst = appendField(dst, "nss:", u.NSS())
	for _, c := range []struct {
		name string
		span urn.Span
	}{{"r:", o.R()}, {"q:", o.Q()}, {"f:", o.F()}} {
		if c.span != (urn.Span{}) {
			dst = appendField(dst, c.name, s[c.span.Start:c.span.End])
		}
	}
	start := len(dst) + fieldWidth
	dst = append(dst, "normalized: "...)
	dst = append(u.AppendNormalized(dst), '\n')
	// The key is the beginning of the normal form: normalising moves no byte.
	end := start + len(u.AssignedName())
	dst = append(dst, "key:        "...)
	dst = append(dst, dst[start:end]...)
	return append(dst, "\n\n"...)
}

const fieldWidth = len("normalized: ")

func appendField(dst []byte, name, value string) []byte {
	dst = append(dst, name...)
	if value != "" {
		dst = append(dst, "            "[len(name):fieldWidth]...)
		dst = append(dst, value...)
	}
	return append(dst, '\n')
}
