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
	}
	c.cmd = cmd
	f := cmd.Flags()
	f.BoolVar(&c.json, "json", false, "write one JSON object for each finding")
	f.BoolVar(&c.sarif, "sarif", false, "write SARIF 2.1.0")
	f.BoolVar(&c.Places, "places", false, "write a line for each place of a finding, not one with a count")
	f.BoolVar(&c.Fix, "fix", false, "rewrite the files, and report the other findings")
	f.BoolVar(&c.Diff, "diff", false, "write what --fix would change as a unified diff, and no findings")
	f.StringArrayVar(&c.rules, "rule", nil, "set the level of a rule by `name=level`, such as f-component=off; overrides the configuration")
	flags.CompleteBy(cmd, "rule", completeRules)
	f.BoolVar(&c.list, "list-rules", false, "list the rules, and check nothing")
	flags.AddSyntax(cmd, &c.syntax)
	f.Lookup("syntax").Usage += "; overrides the configuration"
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
		s.Out = stdio.Prose(s.Out)
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
	case !c.Diff:
		s.Out = stdio.Prose(s.Out)
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
