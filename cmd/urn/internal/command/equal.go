package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

type equal struct {
	syntax                 urn.Syntax
	json, quiet, namespace bool
	color                  flags.Color
}

func (c *equal) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "equal [flags] urn urn",
		Short:             "Tell whether two URNs are equivalent",
		ValidArgsFunction: completeURN,
	}
	flags.AddSyntax(cmd, &c.syntax)
	f := cmd.Flags()
	flags.AddNamespace(cmd, &c.namespace)
	flags.AddColor(cmd, &c.color)
	f.BoolVar(&c.json, "json", false, "write a JSON object: equal (null if one is not a URN), and the objects of parse --json for both, as a and b")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "write nothing: the exit status tells")
	cmd.MarkFlagsMutuallyExclusive("quiet", "json")
	return cmd
}

func (c *equal) run(ctx context.Context, s stdio.Streams, args []string) error {
	if len(args) != 2 {
		return errors.New("equal compares two URNs, and " + rewrite.Count(int64(len(args)), "argument is given", "arguments are given"))
	}
	var urns [2]urn.URN
	var records [2][]byte
	valid, files := true, 0
	for i, arg := range args {
		_, fault := c.syntax.Locate(arg)
		if fault.Reason != 0 {
			valid = false
			if _, err := os.Stat(arg); err == nil {
				files++
			}
			message := fault.Message(arg)
			records[i] = record.AppendFault(nil, record.Place{}, arg, fault, message)
			if !c.quiet {
				place := "argument " + strconv.Itoa(i+1)
				s.Err.Write(report.Append(nil, reportStyle(c.color, s), place, 0, []byte(arg), fault.Offset, message))
			}
			continue
		}
		urns[i], _ = c.syntax.Parse(arg) // it has been located
		records[i] = record.AppendURN(nil, record.Place{}, urns[i], nil)
	}
	if files > 0 && !c.quiet {
		fmt.Fprintln(s.Err, `urn: equal compares two names, not files: "urn help normalize" shows how to compare those`)
	}
	equivalent := valid && flags.Rules(ctx, c.namespace).Equal(urns[0], urns[1])
	var answer []byte
	switch {
	case c.json:
		answer = append(record.AppendEqual(nil, valid, equivalent, records[0], records[1]), '\n')
	case !valid, c.quiet:
	case equivalent:
		answer = []byte("equivalent\n")
	default:
		answer = []byte("not equivalent\n")
	}
	if err := s.WriteOut(answer); err != nil {
		return err
	}
	if !equivalent {
		return stdio.No
	}
	return nil
}
