package command

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
)

// mapLines is the command map.
type mapLines struct {
	cmd          *cobra.Command
	syntax       urn.Syntax
	to, null     string
	namespace    bool
	keepF        bool
	json, errors bool
	quiet, stats bool
	threads      int
	maxLine      int
	fields       flags.Fields
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
		Long: `map writes exactly one line for every line it reads, in the same order. It
answers a line without waiting for the next one. The executable functions of
ClickHouse and TRANSFORM of Spark need such a program. For a URN it writes

  key         the normal form of its assigned-name: equal for equivalent URNs
  normalized  the normal form, with r-, q- and f-component
  nid         the namespace identifier, in lower case

With --json, it is the object that parse --json writes, without a line number.
For any other line, even if it is empty or too long, it writes \N, which those
engines read as NULL; --null sets another text. With --json and --errors, it
writes an object that says what is wrong. With --namespace, the key and the normal
form are those of the namespace.

A line ends with LF or CR LF; an answer ends with LF. No answer contains a backslash
or a tab, so no answer needs an escape. The objects of --errors are an exception.
If standard input is not a file, it is not decompressed and keeps a byte order mark.
Lines that are not URNs are not reported and do not change the exit status.

With --csv-column or --json-field, it writes the records with the answer in the place
of that field. In JSON, null stands for what is not a URN, unless --null is given.
A record without the field, or one that is malformed, stays as it is. A record is also
malformed if two fields have the name.

Exit status:
  0  every line has been answered
  1  with --csv-column or --json-field: a record is malformed
  2  wrong usage, or an input or output that failed`,
		Example: `  urn map --to key names.txt | paste - names.txt
  printf 'URN:ISBN:0-395-36341-1\n\nx\n' | urn map --to key --namespace
  urn map --to nid --csv-column id names.csv
  urn map --to nid --null '' names.txt | sort | uniq -c
  urn map --json --errors names.txt | jq -r .error.reason`,
	}
	c.cmd = cmd
	cmd.ValidArgsFunction = completeInputs
	targets := []string{toKey, toNormalized, toNID}
	flags.AddChoice(cmd, "to", flags.Choice{To: &c.to, Values: targets, What: "what"}, "write "+strings.Join(targets, ", "))
	f := cmd.Flags()
	f.BoolVar(&c.json, "json", false, "write one JSON object for every line")
	cmd.MarkFlagsMutuallyExclusive("to", "json")
	f.StringVar(&c.null, "null", `\N`, "write `text` for what is not a URN")
	flags.CompleteBy(cmd, "null", cobra.NoFileCompletions)
	flags.AddNamespace(cmd, &c.namespace)
	flags.AddKeepF(cmd, &c.keepF)
	f.BoolVar(&c.errors, "errors", false, "with --json: write an object with the error for what is not a URN")
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
	case c.keepF && c.to != toKey:
		return errors.New("--keep-f-component is for --to key")
	case strings.Contains(c.null, "\n"):
		return errors.New("--null: the text has a line feed, so an answer would be two lines")
	case c.errors && !c.json:
		return errors.New("--errors is for --json")
	}
	defer flags.UseThreads(c.threads)()
	format, err := recordFormat(&c.fields, false)
	switch {
	case err != nil:
		return err
	case format != nil && c.errors:
		return errors.New("--errors cannot be used with --csv-column or --json-field")
	case format != nil:
		return runRecords(ctx, s, job.Options{Quiet: c.quiet, Stats: c.stats, MaxLine: c.maxLine, AsIs: true}, names, lines.RecordOptions{
			Options: lines.Options{Syntax: c.syntax, MaxLine: c.maxLine, Quiet: c.quiet},
			Format:  format, New: c.answer(flags.KeyRules(ctx, c.namespace, c.keepF)), IsJSON: c.json && c.fields.IsJSON(),
			UseNull: true, Null: c.null, NullGiven: c.cmd.Flags().Changed("null"),
		})
	}
	work := lines.NewMap(lines.MapOptions{
		Syntax: c.syntax, MaxLine: c.maxLine, Answer: c.answer(flags.KeyRules(ctx, c.namespace, c.keepF)),
		Null: c.null, Errors: c.errors, Stdin: !stdio.IsRegular(s.In),
	})
	return job.Run(ctx, s, job.Options{Quiet: c.quiet, Stats: c.stats, MaxLine: c.maxLine, AsIs: true}, urnsIn(c.cmd, names, 0), work)
}

// answer returns what --to asks for.
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
