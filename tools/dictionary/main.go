// Command dictionary writes the names that "urn lint" knows as published. Their owners have
// published them, and they do not change. Among the owners are IANA with its registries below
// urn:ietf:params:, OASIS, the XMPP Registrar, MPEG, DVB and 3GPP.
//
//	go run ./tools/dictionary -o cmd/urn/internal/lint/dictionary/names.txt -sources tools/dictionary/sources.csv folder
//
// The folder has a directory for each line of sources.csv that the file of names does not
// name yet: the tree of the repository owner/name is in owner+name. Names that the file
// has stay; to make it anew, remove it first. A source is of one of four kinds:
//
//   - registry: a name counts if it is the whole text of an XML element, or the "sameAs" of a
//     term in an ontology in JSON-LD,
//   - endings: the column has file#registry/element=prefix instead of a prefix. A name is the
//     prefix and the text of such an element, in that registry of an XML file of IANA,
//   - specification: a name counts if it occurs in two files, or three times, or in two
//     specifications, or if a repository uses it,
//   - use: a name counts if three repositories write it, one of them outside tests, samples
//     and documentation.
//
// Drafts that the owner has not accepted do not count: the directory "inbox" of the XSF.
// A name of the kind "use" may be a spelling mistake that was copied. It is left out if it is one
// letter away from a name of another kind, or from a name that three times as many repositories
// use.
package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/editdistance"
)

func main() {
	out := flag.String("o", "", "write the names to `file`")
	sources := flag.String("sources", "tools/dictionary/sources.csv", "read the list of sources from `file`")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	old, err := os.ReadFile(*out)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
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

// line returns the line about a source in the dictionary.
func (s *source) line() string {
	return fmt.Sprintf("# %s %s of %s, %s\n", s.repository, s.commit, s.date, s.kind)
}

// The kinds of sources.
const (
	registry      = "registry"
	endings       = "endings"
	specification = "specification"
	use           = "use"
)

// enough is how many repositories must use a name.
const enough = 3

// run returns the text of the dictionary. folder has the trees of the sources that old,
// the text of before, does not name.
func run(sources, folder, old string) ([]byte, error) {
	list, err := readSources(sources)
	if err != nil {
		return nil, err
	}
	certain := map[string]bool{}  // names of registries and specifications
	mentioned := map[string]int{} // how many specifications mention a name once
	uses := map[string]int{}      // how many repositories use a name
	program := map[string]bool{}  // used outside tests and documentation
	for line := range strings.Lines(old) {
		if line[0] != '#' {
			certain[strings.TrimSuffix(line, "\n")] = true
		}
	}
	for _, s := range list {
		if strings.Contains(old, s.line()) {
			continue
		}
		found, err := s.names(filepath.Join(folder, strings.ReplaceAll(s.repository, "/", "+")))
		if err != nil {
			return nil, err
		}
		for name, n := range found {
			switch {
			case s.kind == use:
				uses[name]++
				program[name] = program[name] || n.program
			case s.kind == registry, s.kind == endings, n.files >= 2, n.count >= 3:
				certain[name] = true
			default:
				mentioned[name]++
			}
		}
	}
	for name, n := range mentioned {
		if n > 1 || uses[name] > 0 {
			certain[name] = true
		}
	}
	var names []string
	for name, n := range uses {
		if n >= enough && program[name] && !certain[name] && !isMistake(name, n, uses, certain) {
			names = append(names, name)
		}
	}
	for name := range certain {
		names = append(names, name)
	}
	slices.Sort(names)
	var b bytes.Buffer
	b.WriteString("# Written by tools/dictionary from these repositories, in which owners publish names or many use them:\n")
	for _, s := range list {
		b.WriteString(s.line())
	}
	for _, name := range names {
		b.WriteString(name + "\n")
	}
	return b.Bytes(), nil
}

func readSources(name string) (list []source, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, r := range records {
		if i == 0 {
			continue
		}
		s := source{r[0], r[1], r[2], r[3], strings.Fields(r[4])}
		if !slices.Contains([]string{registry, endings, specification, use}, s.kind) {
			return nil, fmt.Errorf("%s:%d: %q is not a kind of source", name, i+1, s.kind)
		}
		list = append(list, s)
	}
	return list, nil
}

// found says how often a name occurs, in how many files, and whether one of them is neither
// a test nor documentation.
type found struct {
	count, files int
	program      bool
}

// delimited matches a name between quotation marks or tags, or at the end of a comment.
var delimited = regexp.MustCompile("(?m)(?:[\"'`>]|// )(urn:[A-Za-z0-9][A-Za-z0-9-]+:[A-Za-z0-9:._/+*()-]*[A-Za-z0-9])(?:[\"'`<]|$)")

// sameAs precedes the name that an ontology in JSON-LD gives a term.
var sameAs = []byte(`"sameAs": "`)

// Directories with drafts, and those with tests, samples and documentation.
const drafts = "inbox"

var examples = regexp.MustCompile(`(?i)(^|/)(tests?|testing|testdata|samples?|examples?|docs?|spec)/`)

// names returns the names of the source that its tree has, which must be there.
func (s *source) names(dir string) (map[string]found, error) {
	all := map[string]found{}
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
			for _, m := range regexp.MustCompile("<"+element+">([A-Za-z0-9-]+)</"+element+">").FindAllSubmatch(text, -1) {
				all[prefix+string(m[1])] = found{}
			}
		}
		return all, nil
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == drafts {
			return fs.SkipDir
		}
		ext := filepath.Ext(path)
		if err != nil || !d.Type().IsRegular() || s.kind == registry && ext != ".xml" && ext != ".jsonld" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, m := range delimited.FindAllSubmatchIndex(text, -1) {
			name := withNID(string(text[m[2]:m[3]]))
			term := ext == ".jsonld" && bytes.HasSuffix(text[:m[2]], sameAs)
			element := text[m[0]] == '>' && bytes.HasPrefix(text[m[3]:], []byte("<"))
			if s.kind == registry && !term && !element || !s.covers(name) || !term && isExample(name) {
				continue
			}
			f := all[name]
			f.count++
			f.program = f.program || !examples.MatchString(filepath.ToSlash(path[len(dir):]))
			if !seen[name] {
				seen[name] = true
				f.files++
			}
			all[name] = f
		}
		return nil
	})
	if err == nil && len(all) == 0 && s.kind != use {
		err = fmt.Errorf("%s: there is no name of the source", dir)
	}
	return all, err
}

// withNID returns a name with its NID in lower case: the owner of urn:3gpp: writes it in
// capitals, too.
func withNID(name string) string {
	nid, rest, _ := strings.Cut(name[len("urn:"):], ":")
	return "urn:" + strings.ToLower(nid) + ":" + rest
}

// covers reports whether a name begins with a prefix of the source.
func (s *source) covers(name string) bool {
	return slices.ContainsFunc(s.prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// isExample reports whether a name is an example, a placeholder or a draft.
func isExample(name string) bool {
	lower := strings.ToLower(name)
	return slices.ContainsFunc([]string{"example", "xxx", "foo", "bar:", "test", "::", ":urn:", "-draft"}, func(word string) bool {
		return strings.Contains(lower, word)
	})
}

// isMistake reports whether n repositories use a name, and one letter makes a name of it
// that is certain, or that three times as many use.
func isMistake(name string, n int, uses map[string]int, certain map[string]bool) bool {
	for other := range certain {
		if oneLetter(name, other) && !strings.EqualFold(name, other) {
			return true
		}
	}
	for other, m := range uses {
		if m >= 3*n && oneLetter(name, other) {
			return true
		}
	}
	return false
}

var letters = regexp.MustCompile(`[A-Za-z]+`)

// oneLetter reports whether two names differ in the case of letters, or in one letter
// that was left out, added, exchanged or moved by one place. All other characters must be equal.
func oneLetter(a, b string) bool {
	return a != b && (strings.EqualFold(a, b) || editdistance.Of(a, b, 1) == 1 && letters.ReplaceAllString(a, "") == letters.ReplaceAllString(b, ""))
}
