package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lint"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// lintTree is the command lint.
type lintTree struct {
	lint.Options
	cmd     *cobra.Command
	syntax  urn.Syntax
	json    bool
	sarif   bool
	color   flags.Color
	rules   []string
	list    bool
	threads int
	in      flags.In
}

func (c *lintTree) define() *cobra.Command {
	cmd := &cobra.Command{
		Use: "lint [flags] [path ...]",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault // files and directories
		},
		Short: "Check the URNs in the files of a tree",
		Long: `lint reads every file in the paths, or in the current directory, and reports the
URNs in it that are wrong. Each finding is one line, with what to do about it:
  file:line:column: level: name: message [rule]
The level is error, warning or note. The column is in bytes, from 1. A name that is
wrong in many places has one line, with a count, and so have five names or more that are
wrong for one reason. --places writes each place; --json and --sarif have all places.
The report ends with counts by level and rule. Names that are left out, and archives and
binary files with "urn:", are counted on standard error.

lint reports only certain faults: of names between quotation marks or tags, or of the
value of a line, in files that people write. A wrong check digit, an invisible
character, and a malformed UUID, ISBN, ISSN, ISAN, LEI, EIC or EPC, are certain anywhere
in a text. So are names that --patterns refuses. It leaves out names in tests, except
nearly published names, UUIDs with a wrong letter and wrong check digits; in generated
and vendored files, in patterns and templates, beside words such as "invalid", and names
that others have published. These rules are on:
  malformed, truncated  a text that begins with "urn:" and is not a URN
  namespace             a name that breaks the rules of its namespace
  misspelled-nid        an NID that is one letter away from a registered one
  misspelled-name       a name that is one or two letters, a part or a version of
                        SAML away from a published one
  unlisted-name         a note: no registry lists the name below its prefix
  dialect               a name that differs slightly from many names of the tree
  unregistered-nid      one note for all NIDs; none for an NID that the tree uses
                        throughout
and the advice of "check --lint" about single octets. Letter case, components,
reserved and experimental NIDs are off. --all reports everything, each file by
itself. --list-rules lists the rules with their levels: error, warning, note or off.
A note does not change the exit status.

A file that is named is compared with the other files of its Git repository, so a hook
finds the same in the files of a commit as a check of the whole tree. Only findings in
the named files are reported.

Directories are walked as ripgrep does it. Hidden files are left out, and so are files
that .gitignore and .ignore files ignore. A path that is an argument is always read,
unless the configuration excludes it. Names are read as find reads them: percent-
encoded, with the escapes of JSON, with references of HTML, and by cell in files named
.csv, .tsv or .tab; see --in. The place of a name is that of its escaped text, and --fix
does not change such a name. Compressed files, and files in UTF-16 with a byte order
mark, are read as find reads them. Lines, columns and offsets are those of the text,
decompressed and in UTF-8; --fix and --diff leave such files alone. Where the text has a
NUL, or cannot be decompressed, the file is binary: nothing from there, or at most 256
KiB before it, on is reported. A regular file that the output goes to is left out.

The file ` + lint.ConfigName + ` configures a tree. It is looked for in the directory of each
path and above, up to the root of the Git repository:
  nids = ["acme"]                  # namespaces of your own: no rule about the NID
  all = true                       # as --all
  syntax = "rfc8141"               # as --syntax, which comes after it
  baseline = "urn-baseline.csv"    # see --write-baseline
  [rules]
  unregistered-nid = "error"       # error, warning, note or off
  f-component = "off"
  [paths]                          # patterns as in .gitignore
  exclude = ["testdata/"]
  include = ["*.md", "/src/"]      # if it is there, only these
  hidden = true
An unknown key is an error. --patterns adds rules for names of your own.

A comment suppresses findings: "urn-lint:ignore" on its line,
"urn-lint:ignore-next-line" on the next one. Names of rules may follow, with commas
between them, and then " -- " and the reason.

--write-baseline writes all findings to a file, and nothing else. With that file as
the baseline, they are not reported again. They may move within their file. If a file
has more places of a name than the baseline, the last ones are reported.

--fix rewrites what is safe, and nothing else: the case of the scheme, of the
namespace identifier, and of the hexadecimal digits of escapes, unless their rules
are set to off. No byte moves. A file is replaced at once, with its permissions, its
owner, its access control list and its attributes; a link stays a link. A file that
is read-only, has several names (hard links) or has changed since lint began is not
rewritten, and the status is 2. Names of XML namespaces are left alone: programs
compare them byte by byte. --diff shows what --fix would do, for "git apply", and
counts the other findings.

Exit status:
  0  nothing to report, or only notes
  1  an error or a warning was reported
  2  wrong usage, or an input or output that failed, or a file that --fix could
     not rewrite`,
		Example: `  urn lint
  urn lint --diff .
  urn lint --fix page.html && cat page.html
  urn lint --write-baseline known.csv && head known.csv
  urn lint --baseline known.csv && echo "nothing new"
  urn lint --sarif | tee urn.sarif`,
	}
	c.cmd = cmd
	f := cmd.Flags()
	f.BoolVar(&c.json, "json", false, "write one JSON object for each finding")
	f.BoolVar(&c.sarif, "sarif", false, "write SARIF 2.1.0")
	f.BoolVar(&c.Places, "places", false, "write a line for each place of a finding, not one with a count")
	f.BoolVar(&c.Fix, "fix", false, "rewrite the files, and report the other findings")
	f.BoolVar(&c.Diff, "diff", false, "write what --fix would change as a unified diff, and no findings")
	f.StringArrayVar(&c.rules, "rule", nil, "set the `level` of a rule, such as f-component=off; after the configuration")
	flags.CompleteBy(cmd, "rule", completeRules)
	f.BoolVar(&c.list, "list-rules", false, "list the rules, and check nothing")
	flags.AddSyntax(cmd, &c.syntax)
	f.Lookup("syntax").Usage += "; after the configuration"
	flags.AddIn(cmd, &c.in, "undo the escapes of a notation in all files: "+notationsHelp, notations...)
	flags.AddFile(cmd, &c.Config, "config", "read the configuration from `file`, for all paths")
	flags.AddFile(cmd, &c.Baseline, "baseline", "do not report the findings in `file`")
	f.BoolVar(&c.NoBaseline, "no-baseline", false, "use no baseline, whatever the configuration says")
	flags.AddFile(cmd, &c.WriteBaseline, "write-baseline", "write all findings to `file`, and report none")
	f.BoolVar(&c.Hidden, "hidden", false, "also read hidden files and directories, except .git")
	f.BoolVar(&c.All, "all", false, "report everything, in every file, also where it is not certain")
	f.BoolVar(&c.NoIgnore, "no-ignore", false, "read what .gitignore and .ignore files ignore")
	flags.AddColor(cmd, &c.color)
	flags.AddThreads(cmd, &c.threads)
	f.BoolVarP(&c.Quiet, "quiet", "q", false, "write nothing; the exit status is the answer")
	addStats(cmd, &c.Stats)
	flags.AddMaxLine(cmd, &c.MaxLine)
	cmd.MarkFlagsMutuallyExclusive("fix", "diff")
	cmd.MarkFlagsMutuallyExclusive("json", "sarif", "diff")
	for _, other := range []string{"fix", "diff", "baseline", "no-baseline", "json", "sarif"} {
		cmd.MarkFlagsMutuallyExclusive("write-baseline", other)
	}
	cmd.MarkFlagsMutuallyExclusive("baseline", "no-baseline")
	return cmd
}

func completeRules(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, r := range lint.Rules {
		if strings.HasPrefix(r.Name, typed) {
			list = append(list, r.Name+"=")
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (c *lintTree) run(ctx context.Context, s stdio.Streams, names []string) error {
	if c.list {
		if c.cmd.Flags().NFlag() > 1 || len(names) > 0 {
			return errors.New("--list-rules checks nothing: it takes no other flag and no path")
		}
		return s.WriteOut(ruleList())
	}
	c.Levels = map[lint.RuleID]lint.Level{}
	for _, text := range c.rules {
		name, level, _ := strings.Cut(text, "=")
		rule, ok := lint.RuleByName(name)
		if !ok {
			return fmt.Errorf("--rule: there is no rule %q; --list-rules lists them", name)
		}
		var l lint.Level
		if err := l.UnmarshalText([]byte(level)); err != nil {
			return fmt.Errorf("--rule %s: %w", name, err)
		}
		c.Levels[rule] = l
	}
	if c.cmd.Flags().Changed("syntax") {
		c.Syntax = &c.syntax
	}
	var err error
	if c.InOf, err = c.in.Of(""); err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{"."}
	}
	switch {
	case c.json:
		c.Form = lint.JSON
	case c.sarif:
		c.Form = lint.SARIF
	}
	c.Version = version()
	c.Rules = flags.Rules(ctx, true)
	c.Color = c.color.On(s.Out)
	defer flags.UseThreads(c.threads)()
	return lint.Run(ctx, s, c.Options, names)
}

// ruleList returns the rules, each on its own line: name, level, whether --fix corrects it,
// text.
func ruleList() []byte {
	var dst []byte
	for _, r := range lint.Rules {
		fix := ""
		if r.Fix {
			fix = " --fix mends it."
		}
		dst = fmt.Appendf(dst, "%-20s %-8s %s%s\n", r.Name, r.Level, r.Text, fix)
	}
	return dst
}
