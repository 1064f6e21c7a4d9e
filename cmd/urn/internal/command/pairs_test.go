package command

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// pairFiles are the inputs of TestPairs. In each command, each flag makes a difference on
// them, if it can.
var pairFiles = map[string]string{
	"a.csv":   "u,v\nURN:ISBN:0-395-36341-1?=q#f,1\nurn:ex:a b,2\nurn:isbn:0-395-36341-2,\nnope,4\nurn:ex:" + strings.Repeat("ab", 25) + ",5\n,\nurn:a.b:c,6\nurn:ex:a.,7\nurn:ex:é,8\nURN:isbn:0395363411,9\nx,URN:ex:z\n",
	"a.jsonl": "{\"u\":\"URN:ISBN:0-395-36341-1?=q#f\"}\n{\"u\":\"urn:ex:a%zz\"}\n{\"u\":7}\n{\"x\":1}\n{\"u\":\"urn:a.b:c\"}\n{\"u\":\"urn:ex:é\"}\n",
	"a.txt":   "URN:ISBN:0-395-36341-1?=q#f\nurn:ex:a b\nurn:isbn:0-395-36341-2\nurn:ex:a.\nnope\nurn:a.b:c\nurn:ex:c&amp;d\nurn:ex:" + strings.Repeat("ab", 25) + "\n\n",
	"u.csv":   "u\nx\na,b\tc\n" + strings.Repeat("x", 50) + "\n",
	"key":     "0123456789abcdef",
	"b.csv":   "file,rule,name,count\na.txt,scheme-case,URN:ISBN:0-395-36341-1?=q#f,1\n",
	"c.toml":  "",
	"p.txt":   "urn:isbn:{isbn} book\nurn:ex:{a}\n",
}

// base are the arguments of a command, and pairValues what a flag is given. A value that
// begins with "+" is followed by further flags that the flag needs.
var (
	pairBase = map[string][]string{
		"check": {"a.txt"}, "parse": {"a.txt"}, "normalize": {"a.txt"}, "find": {"a.txt"}, "replace": {"a.txt"}, "map": {"a.txt"}, "lint": {"a.txt"},
		"equal": {"urn:ex:a", "urn:EX:a#f"}, "match": {"urn:ex:{a}", "a.txt"}, "build": {"urn:ex:{u}", "a.jsonl"}, "ns": {"isbn"}, "version": {},
	}
	pairValues = map[string]string{
		"csv-column": "1", "csv-separator": "; --csv-column 1", "csv-no-header": "true --csv-column 1", "json-field": "u", "syntax": "relaxed", "max-line": "20",
		"threads": "1", "color": "always", "rejects": "rejected", "secret-file": "key --to hash", "secret-env": "URN_TEST_SECRET --to hash",
		"template": "{nid}", "nid": "isbn", "in": "html", "max-urn": "20", "max-memory": "1K --count", "only-urns": "true --to hash --secret-file key", "allow-left": "9 --to hash --secret-file key --only-urns",
		"from": "hex --to epc", "company-prefix": "7 --to epc", "encoding": "sgtin-96 --to hex --company-prefix 7", "pattern": "urn:isbn:{x}", "below": "urn:ex", "glob": "*.txt -r", "hidden": "true -r", "no-ignore": "true -r",
		"after-context": "1", "before-context": "1", "context-lines": "1", "null": "N", "rule": "scheme-case=off", "config": "c.toml", "baseline": "b.csv",
		"write-baseline": "w.csv", "patterns": "p.txt", "top": "1", "skipped": "true -r",
	}
	pairNeeds = map[string]string{"replace to": "normalized", "map to": "normalized", "lint hidden": "true", "lint no-ignore": "true", "normalize to": "key", "find namespace": "true --count",
		"check patterns": "p.txt --namespace", "parse patterns": "p.txt --namespace", "normalize patterns": "p.txt --namespace", "equal patterns": "p.txt --namespace",
		"map patterns": "p.txt --namespace", "replace patterns": "p.txt --namespace", "find patterns": "p.txt --namespace --count"}
)

// unseen are the flags whose effect the output of a short run does not show.
var unseen = map[string]bool{"threads": true, "help": true, "version": true, "max-memory": true, "color": true}

// idle are the flags that make no difference on pairFiles.
const idle = "build --json equal --namespace equal --syntax equal --patterns find --glob find --hidden find --in find --no-filename find --no-ignore " +
	"find --skipped find --patterns lint --baseline lint --config lint --hidden lint --in lint --max-line lint --no-baseline lint --no-ignore lint --places " +
	"lint --rule lint --patterns map --company-prefix map --quiet map --to map --patterns match --json normalize --patterns " +
	"parse --patterns replace --csv-no-header replace --in replace --to replace --patterns "

// TestPairs runs every command with every pair of its flags. They work together, so each
// makes the difference that it makes alone, or they are refused with a message that names
// one of them.
func TestPairs(t *testing.T) {
	testhelp.Slow(t)
	t.Setenv("URN_TEST_SECRET", "0123456789abcdef")
	cmdtest.ChdirTemp(t)
	pairs, refused, idles := 0, 0, 0
	for _, cmd := range Root().Commands() {
		name := cmd.Name()
		base, ok := pairBase[name]
		if name == "serve" {
			continue // it runs until a signal
		} else if !ok {
			t.Fatalf("pairBase has no arguments for urn %s", name)
		}
		list := pairFlags(cmd)
		memo := map[string]string{}
		outcome := func(flags ...string) string {
			files := slices.Clone(base)
			for _, f := range flags { // a file of the kind that they read
				if strings.HasPrefix(f, "--csv") && name != "find" && f != "--csv=true" && base[len(base)-1] == "a.txt" {
					files[len(files)-1] = "a.csv"
				} else if name == "build" && (f == "--csv=true" || f == "--tsv=true") {
					files[len(files)-1] = "u.csv"
				} else if strings.HasPrefix(f, "--csv-") {
					files[len(files)-1] = "a.csv"
				} else if strings.HasPrefix(f, "--json-field") {
					files[len(files)-1] = "a.jsonl"
				}
			}
			args := slices.Concat([]string{name}, flags, files)
			if (name == "replace" || name == "map") && !slices.ContainsFunc(flags, func(f string) bool { return f == "--to" || strings.HasPrefix(f, "--template") }) {
				args = slices.Concat([]string{name, "--to", "normalized"}, flags, files)
			}
			id := strings.Join(args, " ")
			if _, ok := memo[id]; !ok {
				restore(t, pairFiles)
				got := command(t, nil, "", args...)
				if i := strings.Index(got.stderr, "seconds="); i >= 0 {
					got.stderr = got.stderr[:i]
				}
				memo[id] = fmt.Sprintf("%d\n%s\n%s\n%s", got.status, got.stdout, got.stderr, written())
			}
			return memo[id]
		}
		for i, f := range list {
			same, exempt := outcome(f.args...) == outcome(f.needs...), strings.Contains(" "+idle, " "+name+" "+f.name+" ")
			if exempt {
				idles++
			}
			if exempt && !same {
				t.Errorf("urn %s %s makes a difference: take it out of idle", name, f.name)
			} else if same && !exempt && !unseen[f.name[2:]] {
				t.Errorf("urn %s %s makes no difference: give it a value in pairValues, and an input in pairFiles", name, f.name)
			}
			for _, g := range list[i+1:] {
				pairs++
				both := outcome(slices.Concat(f.args, g.args)...)
				if strings.HasPrefix(both, "2\n") && strings.Contains(both, "\nTry '") {
					refused++
					if !strings.Contains(both, "is given already") && !strings.Contains(both, f.name) && !strings.Contains(both, g.name) && !strings.Contains(both, f.short) && !strings.Contains(both, g.short) {
						t.Errorf("urn %s %s %s: the refusal names neither: %s", name, f.name, g.name, both)
					}
					continue
				}
				for _, p := range [][2]pairFlag{{f, g}, {g, f}} {
					one, other := p[0], p[1]
					alone := outcome(one.args...) != outcome(one.needs...)
					without := outcome(slices.Concat(one.needs, other.args)...)
					if id := name + " " + one.name + " " + other.name; alone && both == without && !unseen[one.name[2:]] && !pairIgnored(id) {
						t.Errorf("urn %s ignores %s with %s", name, one.name, other.name)
					}
				}
			}
		}
	}
	if want := strings.Count(idle, " --"); idles != want {
		t.Errorf("%d of %d entries of idle are flags", idles, want)
	}
	t.Logf("%d pairs, of which %d are refused", pairs, refused)
}

type pairFlag struct {
	name, short string
	args, needs []string // with the flag, and what it needs
}

func pairFlags(cmd *cobra.Command) (list []pairFlag) {
	visit := func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		value, ok := pairNeeds[cmd.Name()+" "+f.Name]
		if !ok {
			if value, ok = pairValues[f.Name]; !ok && f.Value.Type() == "bool" {
				value = "true"
			}
		}
		words := strings.Fields(value)
		if len(words) == 0 {
			words = []string{"1"}
		}
		p := pairFlag{name: "--" + f.Name, short: "-" + f.Shorthand, args: append([]string{"--" + f.Name + "=" + words[0]}, words[1:]...), needs: words[1:]}
		if f.Shorthand == "" {
			p.short = p.name
		}
		if f.Name == "csv-separator" && cmd.Name() == "find" {
			p.args, p.needs = []string{"--csv-separator=;", "--in=csv"}, []string{"--in=csv"}
		}
		list = append(list, p)
	}
	cmd.Flags().VisitAll(visit)
	cmd.InheritedFlags().VisitAll(visit)
	return list
}

// restore makes the files of the current directory those of files. It leaves unchanged files
// alone, because writing thousands of files takes longer than the test.
func restore(t *testing.T, files map[string]string) {
	t.Helper()
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		text, err := os.ReadFile(n.Name())
		if want, ok := files[n.Name()]; ok && n.Type().IsRegular() && err == nil && string(text) == want {
			continue
		}
		if err := os.RemoveAll(n.Name()); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range files {
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// written returns the files that a command has left in the current directory.
func written() string {
	var b strings.Builder
	names, _ := os.ReadDir(".")
	for _, n := range names {
		text, _ := os.ReadFile(n.Name())
		fmt.Fprintf(&b, "%s: %s\n", n.Name(), text)
	}
	return b.String()
}

// pairIgnored reports whether the first flag of a pair rightly makes no difference besides
// the second, because that one says it all.
func pairIgnored(id string) bool {
	words := strings.Fields(id)
	name, one, other := words[0], words[1], words[2]
	all := map[string][]string{
		"--quiet":      {"--patterns", "--csv-column", "--csv-no-header", "--csv-separator", "--json-field", "--lint", "--max-line", "--syntax", "--after-context", "--before-context", "--below", "--byte-offset", "--context", "--context-lines", "--count-lines", "--csv", "--exact", "--files-with-matches", "--in", "--json", "--line-number", "--max-urn", "--near", "--nid", "--normalize", "--pattern", "--unique", "--with-filename", "--all", "--diff", "--sarif", "--from"}, // nothing is written, and the status is the same
		"--csv-column": {"--max-line"}, "--csv-no-header": {"--max-line"}, "--json-field": {"--patterns", "--max-line", "--lint", "--namespace", "--syntax", "--exact", "--only-urns", "--null"},
		"--count-lines": {"--in", "--max-urn"}, "--files-with-matches": {"--in", "--max-urn", "--with-filename"}, // no URNs are written
		// What else the flag finds is not among these names.
		"--nid": {"--context", "--exact", "--in", "--pattern", "--syntax", "--unique", "--only-urns", "--allow-left"}, "--allow-left": {"--only-urns"}, "--pattern": {"--context", "--exact", "--in", "--nid", "--syntax", "--unique"}, "--below": {"--normalize", "--syntax"},
		"--max-urn": {"--normalize", "--allow-left"}, "--near": {"--in", "--max-urn", "--unique"}, // the names that the flag changes are too long, or none
		"--write-baseline": {"--quiet"}, "--patterns": {"--syntax"}, // nothing is reported
		"--recursive": {"--with-filename"}, "--glob": {"--with-filename", "--recursive"}, "--hidden": {"--with-filename", "--recursive"},
		"--no-ignore": {"--with-filename", "--recursive"}, "--skipped": {"--with-filename", "--recursive"}, "--with-filename": {"--recursive"}, "--no-filename": {"--recursive"},
		"--json": {"--byte-offset", "--line-number", "--with-filename", "--recursive"}, "--csv": {"--byte-offset", "--line-number", "--with-filename", "--recursive"}, // they have places
		"--count": {"--recursive"}, "--context-lines": {"--in", "--after-context", "--before-context", "--context"}, "--after-context": {"--in", "--context"}, "--before-context": {"--in", "--context"},
		"--csv-separator": {"--csv-column", "--max-line", "--unique"}, "--stats": {"--quiet"}, "--lint": {"--strict"}, "--diff": {"--all", "--syntax"}, "--template": {"--namespace"},
		"--repair": {"--repair-percent"}, "--repair-percent": {"--repair"}, "--context": {"--in"}, "--syntax": {"--exact", "--only-urns", "--allow-left"},
	}
	list, ok := all[other]
	if ok && slices.Contains(list, one) {
		return true
	}
	// What a flag needs is what the other one replaces.
	return name == "normalize" && (one == "--key" || one == "--to") || one == "--namespace" || one == "--csv-column" && other == "--csv-no-header" ||
		one == "--secret-file" || name == "find" && one == "--unique" && other == "--exact" || name == "find" && one == "--count" || one == "--recursive" || one == "--with-filename" && other == "--recursive"
}
