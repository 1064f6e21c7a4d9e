package command

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/gs1"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
)

// showVersion is the command version.
type showVersion struct{ data bool }

func (c *showVersion) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "version",
		Short:             "Print the version",
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&c.data, "data", false, "also print the dates of the tables that age")
	return cmd
}

func (c *showVersion) run(_ context.Context, s stdio.Streams, _ []string) error {
	var text strings.Builder
	text.WriteString("urn " + version() + "\n")
	if c.data {
		for _, t := range tables {
			text.WriteString(t.date + "  " + t.name + "\n")
		}
	}
	s.Out = stdio.Prose(s.Out)
	return s.WriteOut([]byte(text.String()))
}

// tables are the data that age.
var tables = []struct{ name, date string }{
	{"IANA registry of URN namespaces", namespace.Updated()},
	{"GS1 Barcode Syntax Dictionary, for gs1", gs1.Updated()},
	{"ranges of the International ISBN Agency, for hyphens", isbn.Updated()},
}

// noArgs is for commands that take no arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments: %q", cmd.Name(), args[0])
	}
	return nil
}

// version returns the text about the program from the build information of go install or go
// build.
func version() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// pseudo is a version of Go that has a time and a commit.
var pseudo = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})(\+|$)`)

// versionOf returns the version of the module, the commit with its time, the version of Go
// and the platform. A program that was not built in a repository has no commit, except if
// its version includes the commit. After "go install" of a published version, there is only
// the tag.
func versionOf(info *debug.BuildInfo) string {
	v := "(unknown)"
	var commit, time, modified string
	if info != nil {
		if info.Main.Version != "" {
			v = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value[:min(12, len(s.Value))]
			case s.Key == "vcs.time":
				time = ", " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = ", modified"
			}
		}
	}
	if m := pseudo.FindStringSubmatch(v); commit == "" && m != nil {
		commit = m[1]
	}
	switch {
	case commit != "":
		v += " (commit " + commit + time + modified + ")"
	case v == "(devel)", v == "(unknown)":
		v += " (commit unknown: built without version control)"
	}
	return fmt.Sprintf("%s %s %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
