package command

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/pattern"
)

// patternFlags are the flags of match and build.
type patternFlags struct {
	lineFlags
	csv, tsv bool
}

func (f *patternFlags) add(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeAfterPattern
	f.addCommon(cmd)
	b := cmd.Flags()
	b.Bool("json", false, "the records are JSON objects, one on a line (default)")
	b.BoolVar(&f.csv, "csv", false, "the records are CSV, after a line with the names")
	b.BoolVar(&f.tsv, "tsv", false, "the records are TSV, after a line with the names")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "tsv")
}

// completeAfterPattern completes the names of files, and nothing where the pattern
// stands.
func completeAfterPattern(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 && !cmd.Flags().Changed("patterns") {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// columns returns how the fields of p are written.
func (f *patternFlags) columns(p *pattern.Pattern) lines.Fields {
	fields := lines.Fields{Names: p.Names()}
	switch {
	case f.csv:
		fields.Comma = ','
	case f.tsv:
		fields.Comma = '\t'
	}
	return fields
}

// matchPattern is the command match.
type matchPattern struct{ patternFlags }

func (c *matchPattern) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "match [flags] PATTERN [file | urn ...]",
		Short: "Write the fields of URNs that match a pattern",
		Long: `match reads URNs, one on each line. For each, it writes a record with the values of
the fields of the pattern, with the escapes decoded. A URN that does not
match is reported on standard error, with the field and what is wrong with it.

A pattern is a URN with fields in braces:

  urn:dd:apps:{region}:{org}:{runner}   {name} ends at the text after it; the last
                                        one holds no ":"
  urn:pulumi:{stack}::{rest...}         {name...} takes the rest
  urn:li:dataset:({platform},{name})    a field ends outside of its parentheses
  urn:dd:user:{id,fold}                 the field is case-insensitive
  urn:dd:{org,empty}:{id}               the field may be empty
  urn:li:tag:{tag,escape=,()}           the field escapes these characters, too
  urn:altinn:name:{name,plus}           "+" is a space
  urn:cdx:{serial,uuid}/{v,number}      the field is a UUID, a number; there are id,
                                        version, urn, urn=PREFIX, in=A|B|C, without=CHARS
  urn:li:domain:{domain...,filled}      the rest is not empty
  raw urn:pulumi:{stack}::{rest...}     the names are kept as they are, and need not be
                                        URNs: they hold spaces, "[", "?" or "#"
  own urn:li:tag:{tag}                  no pattern with a shorter prefix takes what
                                        begins with "urn:li:tag:"

The field of a raw pattern may be in the NID, as in 'raw urn:{domain}:device:{type}'. A
name that is not a URN of RFC 8141 has "rfc8141":false where the record has a "kind".

A value that is not UTF-8 is refused, and so is one with a line end in CSV or TSV.
An escape that build would not write is refused as well, because it makes another name.

With --csv-column or --json-field, match reads the URNs in one field of each record of
CSV or of JSON Lines.

With --patterns there is no PATTERN: each URN belongs to the most specific pattern
of the file, and the record has the name of the pattern as "kind", and "fields". A field
that is a name itself, and matches a pattern, is in the object "nested", too.
The file has a pattern on each line, and after it, separated by spaces, a name.
Lines that begin with "#" are comments. Other commands use the file as rules of the
namespaces in it, with --namespace; check with --lint, too.

Exit status:
  0  every line is a URN that matches
  1  some line is not a URN that matches
  2  wrong usage, or an input or output that failed`,
		Example: `  echo 'URN:DD:apps:us1:2:a%3Ab' | urn match 'urn:dd:apps:{region}:{org}:{runner}'
  urn find app.log | urn match -q --csv 'urn:isbn:{isbn}'
  urn match 'urn:isbn:{isbn}' names.txt 2>/dev/null | jq -r .isbn | sort | uniq -c
  echo 'urn:isbn:{isbn} book' >own.txt; urn match -q --patterns own.txt names.txt`,
	}
	c.add(cmd)
	flags.AddSyntax(cmd, &c.syntax)
	flags.AddFields(cmd, &c.fields)
	return cmd
}

func (c *matchPattern) run(ctx context.Context, s stdio.Streams, args []string) error {
	m := &lines.Matcher{Set: flags.Patterns(ctx)}
	if m.Set != nil {
		if c.csv || c.tsv {
			return errors.New("--csv and --tsv: with --patterns the patterns have fields of their own: only JSON has room for them")
		}
		for p := range m.Set.All() {
			m.Any = m.Any || isRaw(p)
		}
		if err := c.setAny(m.Any); err != nil {
			return err
		}
		return c.lineFlags.run(ctx, s, args, m, true)
	}
	p, files, err := patternArg(args)
	if err != nil {
		return err
	}
	m.Pattern, m.Fields, m.Any, c.first = p, c.columns(p), isRaw(p), 1
	if err := c.setAny(m.Any); err != nil {
		return err
	}
	header, err := m.Header()
	if err != nil {
		return s.Trouble(err)
	}
	if err := s.WriteOut(header); err != nil {
		return err
	}
	return c.lineFlags.run(ctx, s, files, m, true)
}

// setAny has lines read as they are if some pattern is raw.
func (c *matchPattern) setAny(any bool) error {
	if c.any, c.reads = any, any; any && c.cmd.Flags().Changed("syntax") {
		return errors.New("--syntax: a raw pattern reads names as they are, and other names as URNs of RFC 8141")
	}
	return nil
}

// isRaw reports whether p is raw: the words raw and own may come before a pattern.
func isRaw(p *pattern.Pattern) bool {
	words, _, _ := strings.Cut(p.String(), "urn:")
	return strings.Contains(words, "raw ")
}

// patternArg compiles the first argument.
func patternArg(args []string) (*pattern.Pattern, []string, error) {
	if len(args) == 0 {
		return nil, nil, errors.New("want a pattern, such as 'urn:example:{kind}:{id}'")
	}
	p, err := pattern.Compile(args[0])
	if err == nil && len(p.Names()) == 0 {
		err = errors.New("the pattern has no field")
	}
	return p, args[1:], err
}

// buildPattern is the command build.
type buildPattern struct{ patternFlags }

func (c *buildPattern) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "build [flags] PATTERN [file ...]",
		Short: "Build URNs from the fields of a pattern",
		Long: `build reads records, one on each line, as match writes them. For each, it writes a URN.
It escapes what cannot occur in a field. It refuses a record that match would not
return again, such as one with an empty value, and reports it on standard error.

A JSON object has the names of the pattern's fields, in any order, and no other. A
value is a string, a number, true or false. A raw pattern does not escape spaces and other
characters that no URN holds. CSV and TSV have the names on the first line of each
input, in the order of the pattern. See "urn match --help" for patterns.

Exit status:
  0  every record is a URN
  1  some record is not
  2  wrong usage, or an input or output that failed`,
		Example: `  echo '{"region":"us1","org":2,"runner":"a:b"}' | urn build 'urn:dd:apps:{region}:{org}:{runner}'
  echo '{"stack":"dev","name":"my name"}' | urn build 'raw urn:example:{stack}::{name...}'
  printf 'kind\tid\nbook\t7\n' | urn build --tsv 'urn:example:{kind}:{id}'`,
	}
	c.add(cmd)
	return cmd
}

func (c *buildPattern) run(ctx context.Context, s stdio.Streams, args []string) error {
	p, files, err := patternArg(args)
	if err != nil {
		return err
	}
	c.any = true
	return c.lineFlags.run(ctx, s, files, &lines.Builder{Pattern: p, Fields: c.columns(p)}, true)
}
