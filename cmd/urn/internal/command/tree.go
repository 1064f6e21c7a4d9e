package command

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/walk"
)

// treeFlags are the flags of a command that searches directories.
type treeFlags struct {
	recursive bool
	walk      walk.Options
	globs     []string
	skipped   bool
}

func (t *treeFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVarP(&t.recursive, "recursive", "r", false, "search directories, the current one if no file is given; links in them are not followed")
	f.StringArrayVarP(&t.globs, "glob", "g", nil, "with -r: only files that match the `pattern`, such as '*.log'; after \"!\": no such files; of several patterns, the last one that matches decides")
	f.BoolVar(&t.walk.Hidden, "hidden", false, `with -r: also files and directories whose name begins with "."`)
	f.BoolVar(&t.walk.NoIgnore, "no-ignore", false, "with -r: also what .gitignore and .ignore files ignore")
	f.BoolVar(&t.skipped, "skipped", false, "with -r: name each file in a format that urn does not read; without it, they are counted")
}

// expand returns a function that yields the files of a name, or nil without -r.
func (t *treeFlags) expand() (func(name string) iter.Seq2[string, error], error) {
	if !t.recursive {
		if t.globs != nil || t.walk.Hidden || t.walk.NoIgnore || t.skipped {
			return nil, errors.New("--glob, --hidden, --no-ignore and --skipped are for -r")
		}
		return nil, nil
	}
	o := t.walk
	if t.globs != nil {
		var err error
		if o.Skip, err = skip(t.globs); err != nil {
			return nil, err
		}
	}
	return func(name string) iter.Seq2[string, error] { return walk.Files(name, o) }, nil
}

// skip returns a function that reports whether globs leave out a path. A glob has
// the form of a line of .gitignore, and is relative to the current directory.
func skip(globs []string) (func(path string, dir bool) bool, error) {
	only := false // some files are asked for, and no others
	for _, g := range globs {
		if strings.TrimPrefix(g, "!") == "" || strings.ContainsAny(g, "\n\r") {
			return nil, fmt.Errorf("--glob %q: want a pattern such as '*.log' or '!*.log'", g)
		}
		only = only || !strings.HasPrefix(g, "!")
		if strings.HasPrefix(g, "#") {
			return nil, fmt.Errorf(`--glob %q: write \# for a "#" at the beginning`, g)
		}
	}
	rules := walk.ParseIgnore(strings.Join(globs, "\n"))
	if err := rules.Err(); err != nil {
		_, text, _ := strings.Cut(err.Error(), ": ") // without the number of the line
		return nil, fmt.Errorf("--glob: %s", text)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return func(path string, dir bool) bool {
		if filepath.IsAbs(path) {
			if rel, err := filepath.Rel(here, path); err == nil {
				path = rel
			}
		}
		name := filepath.ToSlash(filepath.Clean(path))
		switch rules.Match(name, dir) {
		case walk.Ignore: // in .gitignore; a glob asks for such files
			return false
		case walk.Keep:
			return true
		}
		return only && !dir
	}, nil
}
