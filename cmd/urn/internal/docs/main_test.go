package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// written returns a folder with everything that is generated.
func written(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := write(dir, footer{version: "v1.2.3", date: "2026-11-22"}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// shown returns a page as man shows it, in lines of at most 200 characters.
func shown(t *testing.T, file string) string {
	t.Helper()
	out, err := exec.Command("mandoc", "-T", "ascii", "-O", "width=200", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder // without overstrikes
	for _, r := range string(out) {
		if s := b.String(); r == '\b' && s != "" {
			b.Reset()
			b.WriteString(s[:len(s)-1])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("no %s", program)
	}
}

// TestPages: every command has a page, mandoc finds nothing to complain about, and
// the page shows every flag, example and line of a table as the command's help does.
func TestPages(t *testing.T) {
	needs(t, "mandoc")
	dir := written(t)
	for _, cmd := range all(root()) {
		file := filepath.Join(dir, "man1", pageName(cmd)+".1")
		if out, err := exec.Command("mandoc", "-T", "lint", "-W", "all", file).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("mandoc -T lint: %v\n%s", err, out)
		}
		text := shown(t, file)
		has := func(what, s string) {
			if !strings.Contains(text, s) {
				t.Errorf("%s: the page does not show %s %q", cmd.CommandPath(), what, s)
			}
		}
		has("the footer", "urn v1.2.3")
		_, synopsis, _ := strings.Cut(text, "SYNOPSIS\n")
		if got := strings.Join(strings.Fields(synopsis), " "); !strings.HasPrefix(got, cmd.UseLine()+" ") {
			t.Errorf("%s: the synopsis begins %.80q, want %q", cmd.CommandPath(), got, cmd.UseLine())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) { has("the flag", "--"+f.Name) })
		for line := range strings.Lines(cmd.Example) {
			has("the example", strings.TrimRight(line, "\n"))
		}
		for line := range strings.Lines(cmd.Long) {
			if strings.HasPrefix(line, "  ") {
				has("the line", strings.TrimRight(line, "\n"))
			}
		}
		// Each word of the text, in order: none is lost to an escape.
		words := strings.Join(strings.Fields(text), " ")
		prose, _, _ := strings.Cut(cmd.Long, "Exit status:")
		for paragraph := range strings.SplitSeq(prose, "\n\n") {
			if w := strings.Join(strings.Fields(paragraph), " "); !strings.Contains(words, w) {
				t.Errorf("%s: the page does not show the paragraph %q", cmd.CommandPath(), w)
			}
		}
	}
}

// TestPageOfFind: the sections of a page, in their order.
func TestPageOfFind(t *testing.T) {
	file, err := os.ReadFile(filepath.Join(written(t), "man1", "urn-find.1"))
	if err != nil {
		t.Fatal(err)
	}
	var sections []string
	for line := range strings.Lines(string(file)) {
		if s, ok := strings.CutPrefix(line, ".SH "); ok {
			sections = append(sections, strings.Trim(s, "\"\n"))
		}
	}
	if got, want := strings.Join(sections, ", "), "NAME, SYNOPSIS, DESCRIPTION, OPTIONS, EXIT STATUS, EXAMPLES, SEE ALSO"; got != want {
		t.Errorf("the sections are %s; want %s", got, want)
	}
	for _, want := range []string{
		"urn\\-find \\- find URNs in text\n",
		".BR urn\\-normalize (1),\n",
		"\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\n",
		"\\fB\\-\\-color\\fR \\fIwhen\\fR\n",
		"\\fB\\-\\-max\\-urn\\fR \\fIbytes\\fR\n",
		"(default 64K)\n",
	} {
		if !strings.Contains(strings.ReplaceAll(string(file), "(default\n", "(default "), want) {
			t.Errorf("the page of find has no %q", want)
		}
	}
}

// TestEscape: quotes, hyphens and backslashes stay what a shell reads, and no line
// of text begins a request.
func TestEscape(t *testing.T) {
	for s, want := range map[string]string{
		`printf 'a\n' | urn -q`: `printf \(aqa\en\(aq | urn \-q`,
		`.id`:                   `\&.id`,
		"'x'":                   `\(aqx\(aq`,
		"`~^\"":                 `\(ga\(ti\(ha\(dq`,
	} {
		if got := escape(s); got != want {
			t.Errorf("escape(%q) = %q, want %q", s, got, want)
		}
	}
}

// TestEveryArgumentCompletes: whoever adds a command says what completes its arguments.
func TestEveryArgumentCompletes(t *testing.T) {
	for _, cmd := range all(root()) {
		if cmd.Name() == "completion" || cmd.HasParent() && cmd.Parent().Name() == "completion" {
			continue
		}
		file := strings.Contains(cmd.Use, "[file ...]") || strings.Contains(cmd.Use, "[path ...]")
		if cmd.Runnable() && !file && cmd.ValidArgsFunction == nil {
			t.Errorf("%s: nothing says how its arguments complete", cmd.CommandPath())
		}
	}
}

// TestNames: each page is in the list of the page above it and names others, but not
// itself. The command help has no page.
func TestNames(t *testing.T) {
	dir := filepath.Join(written(t), "man1")
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(all(root())) {
		t.Errorf("%d pages for %d commands", len(files), len(all(root())))
	}
	pages := map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		pages[strings.TrimSuffix(f.Name(), ".1")] = string(text)
	}
	if pages["urn-help"] != "" || pages["urn-find"] == "" {
		t.Errorf("the pages are %v", files)
	}
	for name := range pages {
		above := name[:max(0, strings.LastIndexByte(name, '-'))]
		if above != "" && !strings.Contains(pages[above], ".TP\n"+bold(name)+"(1)\n") {
			t.Errorf("the page of %s does not list %s", above, name)
		}
		_, others, ok := strings.Cut(pages[name], "\n.SH \"SEE ALSO\"\n")
		if ok != (name != "urn") {
			t.Errorf("%s: SEE ALSO is there: %v", name, ok)
		}
		if strings.Contains(others, ".BR "+escape(name)+" ") {
			t.Errorf("%s names itself", name)
		}
	}
	if strings.Contains(pages["urn"], bold("urn-completion-bash")) {
		t.Error("the page of urn lists a command below another")
	}
}

func TestRoff(t *testing.T) {
	var p roff
	p.text("One sentence. By A. Author, of " + strings.Repeat("x", 60) + ". Two\nsentences.")
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.Int("shown", 5, "the `number` shown")
	f.Int("hidden", 5, "hidden")
	f.Int("old", 5, "old")
	f.Lookup("hidden").Hidden = true
	f.Lookup("old").Deprecated = "it is old"
	f.VisitAll(p.option)
	want := `One sentence.
By A. Author, of
` + strings.Repeat("x", 60) + `.
Two sentences.
.TP
\fB\-\-shown\fR \fInumber\fR
the number shown (default 5)
`
	if got := string(p.b); got != want {
		t.Errorf("writes\n%s\nwant\n%s", got, want)
	}
}
