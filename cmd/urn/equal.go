package main

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/namespace"
)

func (a *app) equalCommand() *cobra.Command {
	var syntax urn.Syntax
	var json, quiet, namespaces bool
	cmd := &cobra.Command{
		Use:   "equal [flags] urn urn",
		Short: "Tell whether two URNs are equivalent",
		Long: `equal tells whether two URNs, given as arguments, are URN-equivalent (RFC 8141,
section 3.1; RFC 2141, section 5): the same but for the letter case of scheme,
NID and escapes, r-, q- and f-component left out. The exit status is 0 if they
are, and 1 if they are not or if one is not a URN. With --namespace two that
are equivalent under the rules of their namespace are so as well.`,
		Example: `  urn equal urn:example:a%2fb 'URN:Example:a%2Fb#f'
  urn equal --namespace urn:isbn:0-395-36341-1 urn:isbn:0395363411
  urn equal --quiet "$a" "$b" && echo the same`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		var urns [2]urn.URN
		var faults [2]urn.Fault
		for i, arg := range args {
			var err error
			urns[i], err = syntax.Parse(arg)
			if faults[i] = faultOf(err); err != nil && !quiet {
				place := "argument " + strconv.Itoa(i+1)
				a.stderr.Write(report.Append(nil, place, 0, []byte(arg), faults[i].Offset, report.Message([]byte(arg), faults[i])))
			}
		}
		valid := faults == [2]urn.Fault{}
		equal := valid && equivalent(urns, rulesOf(namespaces))
		var line []byte
		switch {
		case json:
			line = appendEqual(line, syntax, args, urns, faults, equal)
		case !valid, quiet:
		case equal:
			line = append(line, "equivalent\n"...)
		default:
			line = append(line, "not equivalent\n"...)
		}
		switch _, err := (&standard{a.stdout}).Write(line); {
		case errors.Is(err, errGone):
			return statusGone
		case err != nil:
			return a.trouble(err)
		}
		if !equal {
			return statusNo
		}
		return nil
	}
	addSyntax(cmd, &syntax)
	cmd.Flags().BoolVar(&namespaces, "namespace", false, "go by the rules of equivalence of their namespace as well")
	cmd.Flags().BoolVar(&json, "json", false, "write a JSON object: equal (null if one is not a URN), and both as parse --json has them, as a and b")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "write nothing: the exit status tells")
	return cmd
}

// equivalent reports whether two URNs are equivalent under rules that cannot fail.
func equivalent(urns [2]urn.URN, rules *namespace.Registry) bool {
	equal, _ := rules.Equivalent(urns[0], urns[1])
	return equal
}

func appendEqual(dst []byte, x urn.Syntax, args []string, urns [2]urn.URN, faults [2]urn.Fault, equal bool) []byte {
	dst = append(dst, `{"equal":`...)
	if faults == [2]urn.Fault{} {
		dst = strconv.AppendBool(dst, equal)
	} else {
		dst = append(dst, "null"...)
	}
	for i, key := range []string{`,"a":`, `,"b":`} {
		dst = append(dst, key...)
		if faults[i].Reason == 0 {
			dst = record.AppendValid(dst, record.Place{}, urns[i])
		} else {
			dst = record.AppendInvalid(dst, record.Place{}, x, args[i], faults[i], report.Message([]byte(args[i]), faults[i]))
		}
	}
	return append(dst, "}\n"...)
}
