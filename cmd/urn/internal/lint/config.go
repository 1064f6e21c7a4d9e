package lint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/walk"
)

// ConfigName is the name of the file that configures lint for a tree.
const ConfigName = ".urnlint.toml"

// Config holds the settings of a configuration file.
type Config struct {
	Levels []Level // of each rule
	Syntax urn.Syntax
	NIDs   []string // the NIDs of the project
	All    bool     // see Options.All
	// Baseline is the name of the baseline file, or "".
	Baseline string
	Hidden   bool

	set map[string]string // the levels that the file sets, by the names of the rules
	own map[string]bool   // NIDs, in lower case

	dir              string // the absolute name of the directory to which paths are relative
	include, exclude *walk.IgnoreList
}

// DefaultConfig returns the configuration that is used if there is no file.
func DefaultConfig() *Config {
	c := &Config{Levels: make([]Level, len(Rules)), own: map[string]bool{}}
	for i, r := range Rules {
		c.Levels[i] = r.Level
	}
	return c
}

// nid is a namespace identifier in a configuration, or a text in place of an identifier,
// such as "acme.com". It is a struct because go-toml 2.4.3 does not call UnmarshalText for
// the strings of a slice.
type nid struct{ text string }

func (n *nid) UnmarshalText(text []byte) error {
	if len(text) == 0 || bytes.ContainsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`:"'/?#<>\`, r) || r == 0x7f }) {
		return fmt.Errorf("%q is not a namespace identifier", text)
	}
	n.text = string(text)
	return nil
}

// isNID reports whether a text is a namespace identifier of any syntax.
func isNID(s string) bool {
	o, fault := urn.RFC2141.Locate("urn:" + s + ":a")
	return fault.Reason == 0 && o.NID().End == len("urn:")+len(s)
}

// glob is a pattern in a configuration, as in a .gitignore file.
type glob struct{ text string }

func (g *glob) UnmarshalText(text []byte) error {
	if strings.ContainsAny(string(text), "\r\n") || walk.ParseIgnore(string(text)).Err() != nil {
		return fmt.Errorf("%q is not a pattern", text)
	}
	g.text = string(text)
	return nil
}

func joined(list []glob) *walk.IgnoreList {
	if list == nil {
		return nil
	}
	var text strings.Builder
	for _, g := range list {
		text.WriteString(g.text + "\n")
	}
	return walk.ParseIgnore(text.String())
}

// file is the form of the configuration file.
type file struct {
	All      bool              `toml:"all"`
	Syntax   urn.Syntax        `toml:"syntax"`
	NIDs     []nid             `toml:"nids"`
	Baseline string            `toml:"baseline"`
	Rules    map[string]string `toml:"rules"` // levels; parsed later, so that a wrong level does not hide other errors
	Paths    struct {
		Include []glob `toml:"include"`
		Exclude []glob `toml:"exclude"`
		Hidden  bool   `toml:"hidden"`
	} `toml:"paths"`
}

// faults are the errors of a configuration. Each is reported on a line of its own.
type faults []error

func (f faults) Error() string { return errors.Join(f...).Error() }

// ParseConfig reads the text of a configuration file that is in the directory dir,
// an absolute name. The errors have a line and a column; name is the name of the file.
func ParseConfig(text []byte, name, dir string) (*Config, error) {
	if len(text) > maxConfig {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, maxConfig)
	}
	var f file
	var wrong []error
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&f); err != nil {
		wrong = append(wrong, configError(err, name))
	}
	c := DefaultConfig()
	c.dir = dir
	for _, rule := range slices.Sorted(maps.Keys(f.Rules)) {
		line, column := keyPosition(text, rule)
		if id, ok := RuleByName(rule); !ok {
			wrong = append(wrong, fmt.Errorf("%s:%d:%d: unknown key %q: \"urn lint --list-rules\" lists the rules", name, line, column, "rules."+rule))
		} else if err := c.Levels[id].UnmarshalText([]byte(f.Rules[rule])); err != nil {
			wrong = append(wrong, fmt.Errorf("%s:%d:%d: rules.%s: %w", name, line, column, rule, err))
		}
	}
	if len(wrong) > 0 {
		return nil, faults(wrong)
	}
	c.All, c.Syntax, c.Hidden, c.set = f.All, f.Syntax, f.Paths.Hidden, f.Rules
	c.include, c.exclude = joined(f.Paths.Include), joined(f.Paths.Exclude)
	for _, n := range f.NIDs {
		c.NIDs = append(c.NIDs, n.text)
		c.own[strings.ToLower(n.text)] = true
	}
	if f.Baseline != "" {
		c.Baseline = filepath.Join(dir, filepath.FromSlash(f.Baseline))
	}
	return c, nil
}

// keyPosition returns the line and the column where text has a key of that name, which
// it has: the decoder does not keep the places of the keys of a map.
func keyPosition(text []byte, key string) (line, column int) {
	m := regexp.MustCompile(`(?m)(?:^|[ \t"'.{,])(` + regexp.QuoteMeta(key) + `)["' \t]*=`).FindSubmatchIndex(text)
	if m == nil {
		return 1, 1 // written with escapes
	}
	before := text[:m[2]]
	return 1 + bytes.Count(before, newline), len(before) - bytes.LastIndexByte(before, '\n')
}

func configError(err error, name string) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		line, column := strict.Errors[0].Position()
		return fmt.Errorf("%s:%d:%d: unknown key %.100q: %s", name, line, column, strings.Join(strict.Errors[0].Key(), "."), keys)
	}
	var e *toml.DecodeError
	if errors.As(err, &e) {
		line, column := e.Position()
		return fmt.Errorf("%s:%d:%d: %s", name, line, column, strings.TrimPrefix(e.Error(), "toml: "))
	}
	return fmt.Errorf("%s: %w", name, err)
}

// maxConfig bounds the size of a configuration, in bytes. Reading TOML takes more than a
// hundred times as much memory.
const maxConfig = 1 << 20

const keys = "want all, baseline, nids, syntax, rules.NAME, paths.exclude, paths.include or paths.hidden"

// ReadConfig reads a configuration file, which may be a pipe.
func ReadConfig(name string) (*Config, error) {
	r, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxConfig+1))
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return ParseConfig(text, name, filepath.Dir(abs))
}

// finder finds the configuration of a file or a directory: the nearest file ConfigName in it,
// or above it up to the root of a Git repository. Its keys are directories.
type finder map[string]*Config

// find returns the configuration of the file or the directory with an absolute name.
func (f finder) find(abs string) (*Config, error) {
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		abs = filepath.Dir(abs)
	}
	return f.inDir(abs)
}

func (f finder) inDir(dir string) (c *Config, err error) {
	if c, ok := f[dir]; ok {
		return c, nil
	}
	name := filepath.Join(dir, ConfigName)
	text, err := input.ReadSmall(name)
	_, notGit := os.Lstat(filepath.Join(dir, ".git"))
	switch {
	case err == nil:
		c, err = ParseConfig(text, shortName(name), dir)
	case !errors.Is(err, os.ErrNotExist):
	case notGit != nil && filepath.Dir(dir) != dir:
		c, err = f.inDir(filepath.Dir(dir))
	default:
		c, err = DefaultConfig(), nil
		c.dir = dir
	}
	if err == nil {
		f[dir] = c
	}
	return c, err
}

// shortName returns a name relative to the current directory if it is in it.
func shortName(name string) string {
	here, _ := os.Getwd()
	if short, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(short) {
		return short
	}
	return name
}

// skips reports whether the paths of the configuration leave out a file or a
// directory of that absolute name.
func (c *Config) skips(abs string, dir bool) bool {
	if c.include == nil && c.exclude == nil {
		return false
	}
	rel, err := filepath.Rel(c.dir, abs)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return false
	}
	rel = filepath.ToSlash(rel)
	return matches(c.exclude, rel, dir) || c.include != nil && !dir && !matches(c.include, rel, dir)
}

// matches reports whether patterns match a path or one of its parent directories.
func matches(r *walk.IgnoreList, path string, dir bool) bool {
	for i := range len(path) {
		if path[i] == '/' && r.Match(path[:i], true) == walk.Ignore {
			return true
		}
	}
	return r.Match(path, dir) == walk.Ignore
}
