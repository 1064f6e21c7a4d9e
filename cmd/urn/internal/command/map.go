package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/convert"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
)

// mapLines is the command map.
type mapLines struct {
	lineFlags
	to       string
	json     bool // of the lines that are URNs
	prefixes string
	convert  convert.Converter // for the other values of --to
}

// The values of --to.
const (
	toKey        = "key"
	toNormalized = "normalized"
	toNID        = "nid"
)

func (c *mapLines) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "map --to what|--json [flags] [file | urn ...]",
		Short: "Write each name in another form: key, EPC, GTIN, UUID, URL, ...",
	}
	c.cmd = cmd
	cmd.ValidArgsFunction = completeInputs
	targets := append([]string{toKey, toNormalized, toNID}, convert.Words()...)
	flags.AddChoice(cmd, &c.to, "to", "what", "write "+strings.Join(targets, ", "), targets...)
	flags.AddChoice(cmd, &c.convert.From, "from", "what", "read "+strings.Join(convert.From, ", ")+" where a text does not show what it is", convert.From...)
	f := cmd.Flags()
	f.StringVar(&c.prefixes, "company-prefix", "", "with --to epc: the GS1 company `prefixes` of the keys, with commas between them, or the number of their digits")
	f.StringVar(&c.convert.Encoding, "encoding", "", "with --to hex or tag: the `encoding` and the filter value, such as sgtin-96:1")
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
		return errors.New("say what to write for each line: --to key, normalized, nid, epc, gtin or another form, or --json")
	case strings.Contains(c.null, "\n"):
		return errors.New("--null: the text has a line feed, so an answer would be two lines")
	case c.lineFlags.json && !c.json:
		return errors.New("--errors is for --json")
	}
	var answer lines.Appender
	if c.convert.To = c.to; slices.Contains(convert.Words(), c.to) {
		if err := c.conversion(); err != nil {
			return err
		}
		answer = lines.AppenderFunc(func(dst []byte, n *lines.Name) []byte { return c.convert.Append(dst, n.Text) })
	} else if c.convert.From != "" || c.prefixes != "" || c.convert.Encoding != "" {
		return errors.New("--from, --company-prefix and --encoding are for the forms of GS1, such as --to epc")
	} else {
		answer = c.answer(flags.Rules(ctx, c.namespace))
	}
	c.useNull = true
	c.rewrite = lines.RecordOptions{New: answer, IsJSON: c.json && c.fields.IsJSON(), NullGiven: c.cmd.Flags().Changed("null")}
	return c.lineFlags.run(ctx, s, names, lines.Write(answer), true)
}

// conversion prepares the conversion of texts that need not be URNs.
func (c *mapLines) conversion() error {
	if c.namespace || c.cmd.Flags().Changed("syntax") {
		return fmt.Errorf("--namespace, --patterns and --syntax are not for --to %s, which follows the rules of its namespaces", c.to)
	}
	c.any, c.reads = true, true
	if !c.quiet {
		c.remark = c.convert.Remark
	}
	return c.convert.Prepare(c.prefixes)
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
