// Command dictionary adds names of registries to those that "urn lint" knows as published. Their
// owners have published them, and they do not change. The owners are IANA with its registries
// below urn:ietf:params:, the XMPP Registrar and GS1.
//
//	go run ./tools/dictionary -o cmd/urn/internal/lint/dictionary/names.txt folder
//
// The folder has a directory for each line of sources.csv that the file of names does not
// name yet: the tree of the repository owner/name is in owner+name. Names that the file
// has stay. A source is of one of two kinds:
//
//   - registry: a name counts if it is the whole text of an XML element, or the "sameAs" of a
//     term in an ontology in JSON-LD,
//   - endings: the column has file#registry/element=prefix instead of a prefix. A name is the
//     prefix and the text of such an element, in that registry of an XML file of IANA.
//
// Drafts that the owner has not accepted do not count: the directory "inbox" of the XSF. The file
// also has names of specifications, and names that many programs use. The first lines of the
// file have their repositories. They were read once: git show e9cee97a:tools/dictionary/main.go.
package main

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	out := flag.String("o", "", "add the names to `file`")
	sources := flag.String("sources", "tools/dictionary/sources.csv", "read the list of sources from `file`")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	old, err := os.ReadFile(*out)
	var text []byte
	if err == nil {
		text, err = run(*sources, flag.Arg(0), string(old))
	}
	if err == nil {
		err = os.WriteFile(*out, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "dictionary:", err)
		os.Exit(1)
	}
}

type source struct {
	repository, commit, date, kind string
	prefixes                       []string
}

// The kinds of sources.
const (
	registry = "registry"
	endings  = "endings"
)

// run returns old, the text of the dictionary, with the names of the sources that it does not
// name. Their trees are in folder.
func run(sources, folder, old string) ([]byte, error) {
	list, err := readSources(sources)
	if err != nil {
		return nil, err
	}
	var about, names []string
	for line := range strings.Lines(old) {
		if line[0] == '#' {
			about = append(about, line)
		} else {
			names = append(names, strings.TrimSuffix(line, "\n"))
		}
	}
	for _, s := range list {
		line := fmt.Sprintf("# %s %s of %s, %s\n", s.repository, s.commit, s.date, s.kind)
		if slices.Contains(about, line) {
			continue
		}
		about = append(about, line)
		found, err := s.names(filepath.Join(folder, strings.ReplaceAll(s.repository, "/", "+")))
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return []byte(strings.Join(about, "") + strings.Join(names, "\n") + "\n"), nil
}

func readSources(name string) (list []source, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil || len(records) == 0 {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, r := range records[1:] {
		s := source{r[0], r[1], r[2], r[3], strings.Fields(r[4])}
		if s.kind != registry && s.kind != endings {
			return nil, fmt.Errorf("%s:%d: %q is not a kind of source", name, i+2, s.kind)
		}
		list = append(list, s)
	}
	return list, nil
}

// delimited matches a name that is the text of an element, and term one that an ontology in
// JSON-LD gives a term.
var (
	delimited = regexp.MustCompile(`>(urn:[A-Za-z0-9][A-Za-z0-9-]+:[A-Za-z0-9:._/+*()-]*[A-Za-z0-9])<`)
	term      = regexp.MustCompile(`"sameAs": "(urn:[A-Za-z0-9][A-Za-z0-9-]+:[A-Za-z0-9:._/+*()-]*[A-Za-z0-9])"`)
)

// drafts is a directory of names that the owner has not accepted.
const drafts = "inbox"

// names returns the names of the source that its tree has, which must be there.
func (s *source) names(dir string) (all []string, err error) {
	if s.kind == endings {
		for _, p := range s.prefixes {
			file, rest, _ := strings.Cut(p, "#")
			rest, prefix, _ := strings.Cut(rest, "=")
			id, element, _ := strings.Cut(rest, "/")
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				return nil, err
			}
			_, text, _ = bytes.Cut(text, []byte(`<registry id="`+id+`">`))
			text, _, _ = bytes.Cut(text, []byte("</registry>"))
			ending := regexp.MustCompile("<" + element + ">([A-Za-z0-9-]+)</" + element + ">")
			for _, m := range ending.FindAllSubmatch(text, -1) {
				all = append(all, prefix+string(m[1]))
			}
		}
		return all, nil
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == drafts {
			return fs.SkipDir
		}
		match := map[string]*regexp.Regexp{".xml": delimited, ".jsonld": term}[filepath.Ext(path)]
		if err != nil || !d.Type().IsRegular() || match == nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range match.FindAllSubmatch(text, -1) {
			if name := string(m[1]); s.covers(name) && (match == term || !example.MatchString(name)) {
				all = append(all, name)
			}
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: there is no name of the source", dir)
	}
	return all, err
}

// covers reports whether a name begins with a prefix of the source.
func (s *source) covers(name string) bool {
	return slices.ContainsFunc(s.prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// example matches a name that is an example, a placeholder or a draft.
var example = regexp.MustCompile(`(?i)example|xxx|foo|bar:|test|::|:urn:|-draft`)
