package command

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/find"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/scan"
)

// findURNs is the command find.
type findURNs struct {
	find.Options
	cmd                *cobra.Command
	json, csv, context bool
	lines              int // of -C
	tree               treeFlags
	withoutName        bool
	patterns           []string
	namespace          bool
	color              flags.Color
	in                 flags.In
	separator          string
	inOf               func(name string, begin []byte) notation.Notation
	threads            int
	exact              bool
	stats              bool
}

const (
	defaultMaxMemory = 512 << 20
	defaultMaxURN    = 64 << 10
)

func (c *findURNs) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "find [flags] [file ...]",
		Short: "Find URNs in text",
	}
	c.cmd = cmd
	c.MaxURN, c.MaxMemory = defaultMaxURN, defaultMaxMemory
	flags.AddSyntax(cmd, &c.Finder.Syntax)
	f := cmd.Flags()
	c.tree.add(cmd)
	f.BoolVarP(&c.WithName, "with-filename", "H", false, "write the name of the file before each URN (default with -r, or with several files); with --count, count the URNs of each file")
	f.BoolVar(&c.withoutName, "no-filename", false, "never write the name of the file")
	f.BoolVarP(&c.LineNumber, "line-number", "n", false, "write the number of the line, from 1")
	f.BoolVarP(&c.ByteOffset, "byte-offset", "b", false, "write the offset of the URN in the input, in bytes from 0; with --context, the offset of the line")
	f.BoolVar(&c.json, "json", false, "write one JSON object a line; with --count, {count, key}; with --context, the line is in it")
	f.BoolVar(&c.csv, "csv", false, "write CSV with a header; with --count, count,key; with --context, the line is the last column. An f-component that is present and empty is written \"\". An absent one is left empty")
	f.BoolVar(&c.Normalize, "normalize", false, "write URNs in normal form")
	f.BoolVar(&c.Count, "count", false, "write how often each URN occurs, the most frequent first")
	flags.AddChoice(cmd, &c.By, "by", "what", "with --count: count the URNs of each nid or file, not each URN; the NIDs are in lower case", find.ByNID, find.ByFile)
	flags.AddRows(cmd, &c.Top, "top", "with --count: only so many URNs, the most frequent ones; how many more there are is said on standard error")
	f.BoolVarP(&c.CountLines, "count-lines", "c", false, "write how many lines of each file contain URNs, as grep -c does")
	f.BoolVarP(&c.ListFiles, "files-with-matches", "l", false, "write the names of the files that contain URNs, and no URNs")
	f.BoolVar(&c.Unique, "unique", false, "write only the first of equivalent URNs")
	flags.AddNamespace(cmd, &c.namespace)
	f.StringVar(&c.Below, "below", "", "only URNs that continue the `name` after \":\" or \"/\", such as urn:example:org, compared as names are")
	addNIDs(cmd, (*[]string)(&c.NIDs))
	f.StringArrayVar(&c.patterns, "pattern", nil, "only URNs that match the `pattern`, such as 'urn:example:{kind}:{id}'; with several, any of them; see \"urn match --help\"")
	flags.AddIn(cmd, &c.in, "undo the escapes of a notation before the search: "+notationsHelp, notations...)
	flags.AddSeparator(cmd, &c.separator)
	f.BoolVar(&c.exact, "exact", false, "keep punctuation at the end of a URN")
	f.BoolVar(&c.Near, "near", false, "write near misses instead of URNs: names that are not URNs, and prefixes and patterns of names")
	f.BoolVar(&c.context, "context", false, "write the lines that contain URNs, with the URNs highlighted; of a line of more than 128K, only the part around each URN")
	flags.AddLines(cmd, &c.After, "after-context", "A", "like --context, and write this many lines after each line")
	flags.AddLines(cmd, &c.Before, "before-context", "B", "like --context, and write this many lines before each line")
	flags.AddLines(cmd, &c.lines, "context-lines", "C", "like --context, and write this many lines before and after each line")
	flags.NoValue(cmd, "context", "no number of lines, as -C does", "0")
	flags.AddColor(cmd, &c.color)
	flags.AddThreads(cmd, &c.threads)
	f.BoolVarP(&c.Quiet, "quiet", "q", false, "write nothing, and stop at the first URN; the exit status is the answer")
	addStats(cmd, &c.stats)
	flags.AddSize(cmd, &c.MaxURN, "max-urn", "length of the longest URN that is written, in `bytes` (or K, M, G)")
	flags.AddSize(cmd, &c.MaxMemory, "max-memory", "how much memory --count and --unique may take, in `bytes` (or K, M, G)")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	cmd.MarkFlagsMutuallyExclusive("count", "unique")
	cmd.MarkFlagsMutuallyExclusive("count", "context")
	cmd.MarkFlagsMutuallyExclusive("near", "normalize")
	for _, other := range []string{"count", "unique", "normalize", "csv", "context", "line-number", "byte-offset", "after-context", "before-context", "context-lines"} {
		cmd.MarkFlagsMutuallyExclusive("count-lines", "files-with-matches", other)
	}
	cmd.MarkFlagsMutuallyExclusive("with-filename", "no-filename")
	return cmd
}

// notations are the values of --in.
var notations = []string{"auto", "text", "json", "xml", "html", "url", "csv", "sql", "mysql"}

const notationsHelp = "auto, text, json, xml, html, url, csv, sql or mysql (auto, the default: percent-encoded names, " +
	"JSON's escapes in lines that are JSON, references of HTML in others; colours of a terminal are ignored; csv for files named " +
	".csv or .tsv. text: as it is. url: percent-encoded names. sql: PostgreSQL and SQLite)"

// addNIDs adds --nid to a command.
func addNIDs(cmd *cobra.Command, list *[]string) {
	cmd.Flags().StringSliceVar(list, "nid", nil, "only URNs of the namespaces in the `list`, such as isbn,uuid; letter case is ignored")
	flags.CompleteBy(cmd, "nid", completeNIDs)
}

// checkNIDs returns the values of --nid in lower case.
func checkNIDs(cmd *cobra.Command, x urn.Syntax, list []string) ([]string, error) {
	if cmd.Flags().Changed("nid") && len(list) == 0 {
		return nil, errors.New("--nid: want one namespace identifier or more")
	}
	var nids []string
	for _, nid := range list {
		nid = strings.TrimSpace(nid)
		if o, fault := x.Locate("urn:" + nid + ":a"); fault.Reason != 0 || o.NID().End != len("urn:")+len(nid) {
			return nil, fmt.Errorf("--nid %q: not a namespace identifier", nid)
		}
		nids = append(nids, strings.ToLower(nid))
	}
	return nids, nil
}

// completeNIDs completes the last of a list of NIDs.
func completeNIDs(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before, last := "", typed
	if i := strings.LastIndexByte(typed, ','); i >= 0 {
		before, last = typed[:i+1], typed[i+1:]
	}
	var nids []string
	for e := range namespace.IANA().All() {
		if strings.HasPrefix(e.NID, strings.ToLower(last)) {
			nids = append(nids, before+e.NID)
		}
	}
	return nids, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (c *findURNs) run(ctx context.Context, s stdio.Streams, names []string) error {
	if err := c.check(); err != nil {
		return err
	}
	o := job.Options{
		Quiet: c.Quiet, Stats: c.stats, Silent: c.Quiet || c.Count,
		Config: pipeline.Config{MaxLine: c.MaxURN, Find: &c.Finder, InOf: c.inOf},
	}
	var err error
	if o.Expand, err = c.tree.expand(); err != nil {
		return err
	}
	if c.tree.recursive && len(names) == 0 {
		names = []string{"."}
	}
	o.NameSkipped = c.tree.skipped
	c.WithName = !c.withoutName && (c.WithName || c.By == find.ByFile || !c.Count && (c.tree.recursive || len(names) > 1))
	c.Recursive, c.Names = c.tree.recursive, names
	if len(names) == 0 {
		c.Names = []string{input.Stdin}
	}
	c.Rules = flags.Rules(ctx, c.namespace)
	c.shape(s)
	defer flags.UseThreads(c.threads)()
	o.Inputs = min(runtime.GOMAXPROCS(0), 8)
	if c.csv && !c.Quiet && !c.Count {
		header := find.CSVHeader
		if c.Near {
			header = find.NearCSVHeader
		}
		if c.WithLine {
			header = strings.TrimSuffix(header, "\n") + ",context\n"
		}
		if err := s.WriteOut([]byte(header)); err != nil {
			return err
		}
	}
	work := find.New(c.Options)
	o.Remark = work.Remark
	if !c.Quiet {
		o.Remark = func() string { return c.in.Hint(work.Remark()) }
	}
	return job.Run(ctx, s, o, names, work)
}

// check reports flags that exclude one another or have a wrong value.
func (c *findURNs) check() error {
	if c.exact {
		c.Finder.Mode = scan.ModeExact
	}
	changed := c.cmd.Flags().Changed
	if changed("after-context") || changed("before-context") || changed("context-lines") {
		if c.json || c.csv || c.Count || c.Unique || c.Near || c.Normalize {
			return errors.New("-A, -B and -C cannot be used with --json, --csv, --count, --unique, --near or --normalize")
		}
		c.context = true
	}
	switch {
	case c.namespace && !c.Count && !c.Unique && !c.Normalize && !c.json && !c.csv && c.Below == "":
		return errors.New("--namespace is for --count, --unique, --normalize, --json, --csv and --below")
	case c.Count && (c.LineNumber || c.ByteOffset):
		return errors.New("--count writes no places: it cannot be used with -n or -b")
	case (c.Top > 0 || c.By != "") && !c.Count:
		return errors.New("--top and --by are for --count")
	case c.By == find.ByFile && c.withoutName:
		return errors.New("--by file cannot be used with --no-filename")
	case c.Normalize && (c.Count || c.context):
		return errors.New("--normalize cannot be used with --count, which writes keys, or with --context, which writes the text as it is")
	}
	var err error
	if c.NIDs, err = checkNIDs(c.cmd, c.Finder.Syntax, c.NIDs); err != nil {
		return err
	}
	if c.inOf, err = c.in.Of(c.separator); err != nil {
		return err
	}
	for _, text := range c.patterns {
		p, err := pattern.Compile(text)
		if err != nil {
			return fmt.Errorf("--pattern: %w", err)
		}
		c.Patterns = append(c.Patterns, p)
	}
	if c.Below != "" {
		// A name of the namespace shows whether the flag is a name. It is below it or not.
		nid, _, _ := strings.Cut(strings.TrimPrefix(strings.ToLower(c.Below), "urn:"), ":")
		u, err := c.Finder.Syntax.Parse("urn:" + nid + ":x")
		if err == nil {
			_, err = c.Rules.Below(u, c.Below)
		}
		if err != nil {
			return fmt.Errorf("--below: %s", strings.TrimPrefix(err.Error(), "urn: "))
		}
		if !changed("nid") && len(c.Patterns) == 0 {
			c.NIDs = append(c.NIDs, nid)
		}
	}
	if !changed("nid") {
		for _, p := range c.Patterns { // the NID alone rules most of the others out
			c.NIDs = append(c.NIDs, strings.Split(p.String(), ":")[1])
		}
	}
	return nil
}

// shape decides how URNs are written.
func (c *findURNs) shape(s stdio.Streams) {
	c.WithLine = c.context
	switch {
	case c.json:
		c.Form = find.JSON
	case c.csv:
		c.Form = find.CSV
	case c.context:
		c.Form = find.Context
		if !c.cmd.Flags().Changed("before-context") {
			c.Before = c.lines
		}
		if !c.cmd.Flags().Changed("after-context") {
			c.After = c.lines
		}
	}
	c.Highlight = c.color.On(s.Out)
	c.Visible = c.Highlight || stdio.IsTerminal(s.Out)
}
