package command

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
)

// mapLines is the command map.
type mapLines struct {
	lineFlags
	to   string
	json bool // of the lines that are URNs
}

// The values of --to.
const (
	toKey        = "key"
	toNormalized = "normalized"
	toNID        = "nid"
)

func (c *mapLines) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "map --to key|normalized|nid|--json [flags] [file | urn ...]",
		Short: "Write one line for every line, for engines that run a program",
	}
	c.cmd = cmd
	cmd.ValidArgsFunction = completeInputs
	targets := []string{toKey, toNormalized, toNID}
	flags.AddChoice(cmd, &c.to, "to", "what", "write "+strings.Join(targets, ", "), targets...)
	f := cmd.Flags()
	f.BoolVar(&c.json, "json", false, "write one JSON object for every line")
	cmd.MarkFlagsMutuallyExclusive("to", "json")
	f.StringVar(&c.null, "null", `\N`, "write `text` for what is not a URN")
	flags.AddNamespace(cmd, &c.namespace)
	f.BoolVar(&c.lineFlags.json, "errors", false, "with --json: write an object with the error for what is not a URN")
	flags.AddSyntax(cmd, &c.syntax)
	f.BoolVarP(&c.quiet, "quiet", "q", false, "show no progress")
	addStats(cmd, &c.stats)
	flags.AddThreads(cmd, &c.threads)
	flags.AddMaxLine(cmd, &c.maxLine)
	flags.AddFields(cmd, &c.fields)
	return cmd
}

func (c *mapLines) run(ctx context.Context, s stdio.Streams, names []string) error {
	switch {
	case c.to == "" && !c.json:
		return errors.New("say what to write for each line: --to key, normalized or nid, or --json")
	case strings.Contains(c.null, "\n"):
		return errors.New("--null: the text has a line feed, so an answer would be two lines")
	case c.lineFlags.json && !c.json:
		return errors.New("--errors is for --json")
	}
	answer := c.answer(flags.Rules(ctx, c.namespace))
	c.useNull = true
	c.rewrite = lines.RecordOptions{New: answer, IsJSON: c.json && c.fields.IsJSON(), NullGiven: c.cmd.Flags().Changed("null")}
	return c.lineFlags.run(ctx, s, names, lines.Write(answer), true)
}

// answer returns the Appender for the value of --to.
func (c *mapLines) answer(rules *namespace.Registry) lines.Appender {
	switch c.to {
	case toKey:
		return lines.Key(rules)
	case toNormalized:
		return lines.Normalized(rules)
	case toNID:
		return lines.AppenderFunc(lines.NID)
	}
	return lines.Record(rules)
}
