package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What find -r searches, and what it leaves out.
func TestFindTree(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		".git/config": "", ".gitignore": "*.tmp\n/build/\n!keep.tmp\n", ".ignore": "notes.md\n", ".hidden": "", "a.log": "", "a.tmp": "", "keep.tmp": "",
		"notes.md": "", "build/x.log": "", "src/build/y.log": "", "src/.gitignore": "z.*", "src/z.log": "", "src/w.go": "", "old/b.log": "", "src/old/c.log": "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(name, "ignore") && !strings.Contains(name, ".git/") {
			text = "urn:ex:a"
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"-r", "a.log keep.tmp old/b.log src/build/y.log src/old/c.log src/w.go"},
		{"-r .", "a.log keep.tmp old/b.log src/build/y.log src/old/c.log src/w.go"},
		{"-r src", "src/build/y.log src/old/c.log src/w.go"},
		{"-r build a.tmp", "build/x.log a.tmp"}, // what is named is searched
		{"-r --hidden", ".hidden a.log keep.tmp old/b.log src/build/y.log src/old/c.log src/w.go"},
		{"-r --no-ignore", "a.log a.tmp build/x.log keep.tmp notes.md old/b.log src/build/y.log src/old/c.log src/w.go src/z.log"},
		{"-r --glob *.log", "a.log old/b.log src/build/y.log src/old/c.log"},
		{"-r -g *.log -g !old/", "a.log src/build/y.log"},
		{"-r -g !*.log", "keep.tmp src/w.go"},
		{"-r -g *.log -g *.go -g !a.*", "old/b.log src/build/y.log src/old/c.log src/w.go"},
		{"-r -g !*.log -g a.log", "a.log"},
		{"-r -g /old/*", "old/b.log"},
		{"-r -g src/**/*.log .", "src/build/y.log src/old/c.log"},
		{"-r -g src/*.go " + dir, dir + "/src/w.go"},
		{"-r -g *.none a.log", "a.log"}, // what is named is searched
		{"-r -g !src", "a.log keep.tmp old/b.log"},
	} {
		got := command(t, nil, "", append([]string{"find"}, strings.Fields(c.args)...)...)
		var files []string
		for line := range strings.Lines(got.stdout) {
			name, _, _ := strings.Cut(line, ":urn:ex:a")
			files = append(files, name)
		}
		if list := strings.Join(files, " "); list != c.want || got.stderr != "" || got.status != 0 {
			t.Errorf("urn find %s: %s, %q, status %d, want %s", c.args, list, got.stderr, got.status, c.want)
		}
	}
	for args, want := range map[string]string{
		"src a.log":     "urn: src: is a directory: urn find -r searches it\n",
		"-g *.log":      "urn: --glob, --hidden and --no-ignore are for -r\n*",
		"--hidden":      "urn: --glob, --hidden and --no-ignore are for -r\n*",
		"--no-ignore":   "urn: --glob, --hidden and --no-ignore are for -r\n*",
		"-r --glob=":    `urn: --glob "": want a pattern such as *`,
		"-r -g !":       `urn: --glob "!": want a pattern such as *`,
		"-r -g a -g #x": `urn: --glob "#x": write \# for a "#" at the beginning` + "\n*",
		"-r -g [a":      `urn: --glob: malformed pattern "[a"` + "\n*",
		"-r -g x\ny -n": "*",
	} {
		got := command(t, nil, "", append([]string{"find"}, strings.Split(args, " ")...)...)
		if got.status != 2 || !matches(got.stderr, want) {
			t.Errorf("urn find %s: %+v, want %q", args, got, want)
		}
	}
	// The other commands do not search directories.
	if got := command(t, nil, "", "check", "src"); got != (result{"", "urn: src: is a directory\n", 2}) {
		t.Errorf("urn check src: %+v", got)
	}
}

// What is a number of lines to grep is not taken for a file.
func TestFindContextNumber(t *testing.T) {
	files := map[string]string{"2": "urn:ex:a\n", "f": "urn:ex:b\n"}
	for args, want := range map[string]result{
		"find --context 2 f":    {"", "urn: --context takes no number of lines; a file of the name 2 is ./2\nTry 'urn find --help'.\n", 2},
		"find f --context 2":    {"", "urn: --context takes no number of lines; a file of the name 2 is ./2\nTry 'urn find --help'.\n", 2},
		"find --context ./2":    {"urn:ex:a\n", "", 0},
		"find --context -- 2":   {"urn:ex:a\n", "", 0},
		"find --context f":      {"urn:ex:b\n", "", 0},
		"find 2":                {"urn:ex:a\n", "", 0},
		"find -- --context 2 f": {"2:urn:ex:a\nf:urn:ex:b\n", "urn: --context: no such file or directory\n", 2},
	} {
		if got := command(t, files, "", strings.Fields(args)...); got != want {
			t.Errorf("urn %s: %+v, want %+v", args, got, want)
		}
	}
}
