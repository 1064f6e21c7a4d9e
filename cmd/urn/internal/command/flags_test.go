package command

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

var updateFlags = flag.Bool("update-flags", false, "write testdata/flags.txt")

// TestFlags compares the flags of all commands with a table. Some test uses each of them. A flag that is added to one
// command shows in the table which other commands have it under which name:
//
//	go test ./internal/command -run TestFlags -update-flags
func TestFlags(t *testing.T) {
	file := filepath.Join(cmdtest.Dir, "testdata/flags.txt")
	table := flagTable(Root())
	if *updateFlags {
		if err := os.WriteFile(file, []byte(table), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if table != string(want) {
		t.Errorf("the flags differ from %s: go test ./internal/command -run TestFlags -update-flags writes them, and git diff shows what differs", file)
	}
	var tests strings.Builder
	for _, pattern := range []string{"*_test.go", "../*/*_test.go"} {
		files, _ := filepath.Glob(filepath.Join(cmdtest.Dir, pattern))
		for _, name := range files {
			text, _ := os.ReadFile(name)
			tests.Write(text)
		}
	}
	for _, name := range regexp.MustCompile(`(?m)^--[a-z-]+`).FindAllString(table, -1) {
		if !strings.Contains(tests.String(), name) {
			t.Errorf("no test uses %s", name)
		}
	}
}

// One name, one meaning: a flag has the same letter and takes the same kind of value
// wherever it is, and a letter stands for one flag.
func TestOneFlagOneThing(t *testing.T) {
	kinds, letters := map[string]string{}, map[string]string{}
	for _, cmd := range Root().Commands() {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			kind := f.Shorthand + " " + f.Value.Type() + " " + f.NoOptDefVal
			if was, ok := kinds[f.Name]; ok && was != kind {
				t.Errorf("urn %s --%s: %q, but %q elsewhere", cmd.Name(), f.Name, kind, was)
			}
			kinds[f.Name] = kind
			if f.Shorthand == "" {
				return
			}
			if was, ok := letters[f.Shorthand]; ok && was != f.Name {
				t.Errorf("urn %s: -%s is --%s, but --%s elsewhere", cmd.Name(), f.Shorthand, f.Name, was)
			}
			letters[f.Shorthand] = f.Name
		})
	}
}

// No flag takes its value only after "=": "--color never" must not read a file of the
// name never.
func TestValuesAfterSpace(t *testing.T) {
	for _, cmd := range Root().Commands() {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal != "" && f.Value.Type() != "bool" {
				t.Errorf("urn %s --%s may stand without a value", cmd.Name(), f.Name)
			}
		})
	}
	for _, args := range []string{
		"normalize --key namespace", "normalize --key urn", "normalize --repair percent", "normalize --repair octets", "find --context 3", "find --context 3 --json", "normalize -q --key namespace",
	} {
		word := strings.Fields(args)[2]
		if strings.Contains(args, "-q") {
			word = "namespace"
		}
		got := command(t, map[string]string{word: "urn:ex:a\n"}, "", strings.Fields(args)...)
		if got.status != 2 || got.stdout != "" || !strings.Contains(got.stderr, "; a file of the name "+word+" is ./"+word+"\n") {
			t.Errorf("urn %s: %+v", args, got)
		}
	}
	for args, want := range map[string]string{
		"normalize --key ./namespace": "urn:ex:a\n", "normalize --key -- namespace": "urn:ex:a\n", "normalize namespace --key": "urn:ex:a\n",
		"find --context --color never namespace": "urn:ex:a#b\n", "check -q --color never namespace": "",
	} {
		if got := command(t, map[string]string{"namespace": "urn:ex:a#b\n"}, "", strings.Fields(args)...); got.stdout != want || got.status != 0 {
			t.Errorf("urn %s: %+v, want %q", args, got, want)
		}
	}
}

// flagTable returns a table: a line for each flag, a column for each command.
func flagTable(root *cobra.Command) string {
	var names []string
	type row struct {
		head string
		in   map[string]bool
	}
	rows := map[string]*row{}
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" || cmd.Name() == "help" {
			continue
		}
		names = append(names, cmd.Name())
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if rows[f.Name] == nil {
				letter := ""
				if f.Shorthand != "" {
					letter = "-" + f.Shorthand
				}
				kind, _ := pflag.UnquoteUsage(f)
				rows[f.Name] = &row{fmt.Sprintf("%-16s %-2s %-10s", "--"+f.Name, letter, kind), map[string]bool{}}
			}
			rows[f.Name].in[cmd.Name()] = true
		})
	}
	order := make([]string, 0, len(rows))
	for name := range rows {
		order = append(order, name)
	}
	slices.Sort(order)
	var b strings.Builder
	fmt.Fprintf(&b, "%-30s", "flag")
	for _, name := range names {
		b.WriteString(" " + name)
	}
	b.WriteByte('\n')
	for _, flag := range order {
		b.WriteString(rows[flag].head)
		for _, name := range names {
			mark := "."
			if rows[flag].in[name] {
				mark = "x"
			}
			b.WriteString(" " + strings.Repeat(" ", (len(name)-1)/2) + mark + strings.Repeat(" ", len(name)-1-(len(name)-1)/2))
		}
		b.WriteByte('\n')
	}
	text := b.String()
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// The names of packages and types of the program's parts say nothing to its users.
func TestErrorsInWords(t *testing.T) {
	testhelp.Slow(t)
	command(t, map[string]string{"a": "", "b": "", "c": ""}, "", "version") // writes the files
	for _, cmd := range Root().Commands() {
		if cmd.Name() == "completion" {
			continue
		}
		wrong := []string{"-Z", "--zzz", "a b c"}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "copy" {
				wrong = append(wrong, "--"+f.Name+"=a\"b")
				if cmd.Name() != "serve" {
					wrong = append(wrong, "--"+f.Name, "--"+f.Name+"=")
				}
			}
		})
		for _, args := range wrong {
			got := command(t, nil, "", append([]string{cmd.Name()}, strings.Fields(args)...)...)
			for _, word := range []string{"strconv", "arg(s)", "shorthand", "in the group", "parse error", "flag needs", "required flag", "pflag"} {
				if strings.Contains(got.stderr, word) {
					t.Errorf("urn %s %s: %s", cmd.Name(), args, got.stderr)
				}
			}
		}
	}
	for args, want := range map[string]string{
		"equal urn:ex:a":            "urn: equal compares two URNs, and 1 argument is given\n",
		"equal":                     "urn: equal compares two URNs, and 0 arguments are given\n",
		"equal a b c":               "urn: equal compares two URNs, and 3 arguments are given\n",
		"serve x":                   "urn: serve takes no arguments: \"x\"\n",
		"version x":                 "urn: version takes no arguments: \"x\"\n",
		"find --json --csv":         "urn: --csv and --json cannot be used together\n",
		"find -A":                   "urn: a value is missing after -A\n",
		"find --in":                 "urn: a value is missing after --in\n",
		"find -qZ":                  "urn: unknown flag -Z\n",
		"find --json=perhaps":       "urn: invalid argument \"perhaps\" for \"--json\" flag: it takes no value, or true or false\n",
		"map":                       "urn: say what to write for each line: --to key, normalized, nid, epc, gtin or another form, or --json\n",
		"map --to json":             "urn: invalid argument \"json\" for \"--to\" flag: want key, normalized, nid, epc, tag, hex, gtin, elements, gs1, uuid, oid, url, urn\n",
		"map --to key --json":       "urn: --json and --to cannot be used together\n",
		"serve --port x":            "urn: invalid argument \"x\" for \"--port\" flag: want a number\n",
		"find --nid a\"b":           "urn: invalid argument \"a\\\"b\" for \"--nid\" flag: want names with commas between them\n",
		"match --csv --tsv urn:a:b": "urn: --csv and --tsv cannot be used together\n",
	} {
		if got := command(t, nil, "", strings.Fields(args)...); got.status != 2 || !strings.HasPrefix(got.stderr, want) {
			t.Errorf("urn %s: %q, status %d, want %q", args, got.stderr, got.status, want)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, cmd := range append(Root().Commands(), Root()) {
		if cmd.Name() == "completion" || cmd.Name() == "help" {
			continue
		}
		var args []string
		if cmd.HasParent() {
			args = []string{cmd.Name()}
		}
		brief := command(t, nil, "", append(args, "-h")...)
		full := command(t, nil, "", append(args, "--help")...)
		if brief.status != 0 || full.status != 0 || brief.stderr+full.stderr != "" {
			t.Fatalf("urn %s: %+v, %+v", cmd.Name(), brief, full)
		}
		if !strings.HasPrefix(brief.stdout, cmd.Short+"\n\nUsage: ") || !strings.HasSuffix(brief.stdout, " --help has the whole text.\n") {
			t.Errorf("urn %s -h:\n%s", cmd.Name(), brief.stdout)
		}
		if !strings.HasPrefix(full.stdout, cmd.Long) {
			t.Errorf("urn %s --help:\n%s", cmd.Name(), full.stdout)
		}
		for _, problem := range unevenLines(cmd.Long) {
			t.Errorf("urn %s --help: %s", cmd.Name(), problem)
		}
		for line := range strings.Lines(brief.stdout) {
			if len(line) > briefWidth+1 {
				t.Errorf("urn %s -h: a line of %d bytes: %s", cmd.Name(), len(line), line)
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(brief.stdout, "--"+f.Name+" ") {
				t.Errorf("urn %s -h has no --%s", cmd.Name(), f.Name)
			}
		})
	}
	if got := command(t, nil, "", "find", "-qh"); !strings.HasPrefix(got.stdout, "Find URNs in text\n\nUsage: ") {
		t.Errorf("urn find -qh: %+v", got)
	}
	if got := command(t, nil, "", "help", "find"); !strings.HasPrefix(got.stdout, "find writes the URNs") {
		t.Errorf("urn help find: %+v", got)
	}
}

// unevenLines returns what is wrong with the line ends in the paragraphs of a text:
// lines that are too long, and lines that have room for the next word.
func unevenLines(text string) (problems []string) {
	const least, most = 78, 90
	before := ""
	for line := range strings.SplitSeq(text, "\n") {
		word, _, _ := strings.Cut(line, " ")
		if len(line) > most {
			problems = append(problems, fmt.Sprintf("a line of %d bytes: %s", len(line), line))
		}
		if before != "" && word != "" && !strings.HasPrefix(before, " ") && !strings.HasSuffix(before, ":") && len(before)+len(" ")+len(word) < least {
			problems = append(problems, fmt.Sprintf("%q fits on the line %q", word, before))
		}
		before = line
	}
	return problems
}

// Arguments that are URNs.
func TestURNsAsArguments(t *testing.T) {
	files := map[string]string{"urn:ex:file": "URN:EX:in-file\n", "f": "URN:EX:f\n"}
	for _, c := range []struct{ args, stdout, stderr string }{
		{"normalize URN:EX:a urn:ex:b", "urn:ex:a\nurn:ex:b\n", ""},
		{"normalize f URN:EX:a f", "urn:ex:f\nurn:ex:a\nurn:ex:f\n", ""},
		{"normalize urn:ex:file", "urn:ex:in-file\n", ""},
		{"normalize -- urn:ex:file", "urn:ex:file\n", ""},
		{"normalize urn:ex:file -- urn:ex:file f", "urn:ex:in-file\nurn:ex:file\nurn:ex:f\n", ""},
		{"normalize --namespace urn:isbn:0-395-36341-1", "urn:isbn:9780395363416\n", ""},
		{"parse urn:ex:a", "input:      urn:ex:a\nnid:        ex\nnss:        a\nnormalized: urn:ex:a\nkey:        urn:ex:a\n\n", ""},
		{"parse --json urn:a1:b", `{"input":"urn:a1:b","valid":true,"syntax":"rfc8141","nid":"a1","namespace":"a1","nss":"b","r":null,"q":null,"f":null,"normalized":"urn:a1:b","key":"urn:a1:b"}` + "\n", ""},
		{"parse --json urn:x:b", `{"input":"urn:x:b","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid",*`, "argument 1:6: *"},
		{"check --verbose urn:a1:b", "argument 1: ok\n", ""},
		{"check urn:a1:b urn:x:y", "", "argument 2:6: malformed namespace identifier: *\n    urn:x:y\n         ^\n"},
		{"check --namespace urn:isbn:0-395-36341-2", "", "argument 1:22: *"},
		{"check urn:", "", "argument 1:5: *"},
		{"check urnx", "", "urn: urnx: no such file or directory\n"},
		{"map --to key URN:EX:a x", "urn:ex:a\n", "urn: x: no such file or directory\n"},
		{"map --to gtin 4012345111118", "", "urn: 4012345111118: no such file or directory (such an argument is a file; *"},
		{"match urn:ex:{a} urn:ex:b urn:x", "{\"a\":\"b\"}\n", "argument 3:6: *"},
		{"check --csv-column 1 urn:ex:a", "", "urn: urn:ex:a: no such file or directory*"},
		{"find urn:ex:a", "", "urn: urn:ex:a: no such file or directory (such an argument is a file; *"},
	} {
		got := command(t, files, "", strings.Fields(c.args)...)
		if !matches(got.stdout, c.stdout) || !matches(got.stderr, c.stderr) {
			t.Errorf("urn %s:\n%q\nwant\n%q\nstderr\n%q\nwant\n%q", c.args, got.stdout, c.stdout, got.stderr, c.stderr)
		}
	}
}
