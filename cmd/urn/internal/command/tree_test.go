package command

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

// What find -r searches, and what it leaves out.
func TestFindTree(t *testing.T) {
	dir := cmdtest.ChdirTemp(t)
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
		"src a.log":     "urn: src: is a directory: only urn find -r and urn lint search directories\n",
		"-g *.log":      "urn: --glob, --hidden, --no-ignore and --skipped are for -r\n*",
		"--hidden":      "urn: --glob, --hidden, --no-ignore and --skipped are for -r\n*",
		"--no-ignore":   "urn: --glob, --hidden, --no-ignore and --skipped are for -r\n*",
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
	if got := command(t, nil, "", "check", "src"); got != (result{"", "urn: src: is a directory: only urn find -r and urn lint search directories\n", 2}) {
		t.Errorf("urn check src: %+v", got)
	}
}

// What is a number of lines to grep is not taken for a file.
// If a search has no file, it says so: the name of the directory may be wrong, or the files ignored.
func TestNoFile(t *testing.T) {
	cmdtest.ChdirTemp(t)
	for name, text := range map[string]string{"d/.hidden": "'urn:isbn:0-395-36341-2'\n", "e/a.txt": "x\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	const none = "urn: no file was read: there is none, or all are left out (see --hidden and --no-ignore)\n"
	for args, want := range map[string]result{
		"find -r d":            {"", none, 1},
		"find -r -g *.log d e": {"", none, 1},
		"find -rc d":           {"", none, 1},
		"find -rq d":           {"", "", 1},
		"find -r e":            {"", "", 1},
		"lint d":               {"", none, 0},
		"lint -q d":            {"", "", 0},
		"lint d e":             {"", "", 0},
	} {
		if got := command(t, nil, "", strings.Fields(args)...); got != want {
			t.Errorf("urn %s: %+v, want %+v", args, got, want)
		}
	}
}

func TestFindContextNumber(t *testing.T) {
	files := map[string]string{"2": "urn:ex:a\n", "f": "urn:ex:b\n"}
	for args, want := range map[string]result{
		"find --context 2 f":    {"", "urn: --context takes no number of lines, as -C does; a file of the name 2 is ./2\nTry 'urn find --help'.\n", 2},
		"find f --context 2":    {"", "urn: --context takes no number of lines, as -C does; a file of the name 2 is ./2\nTry 'urn find --help'.\n", 2},
		"find --context ./2":    {"urn:ex:a\n", "", 0},
		"find --context -- 2":   {"urn:ex:a\n", "", 0},
		"find --context f":      {"urn:ex:b\n", "", 0},
		"find f --context":      {"urn:ex:b\n", "", 0},
		"check --context 2":     {"", "urn: unknown flag: --context\nTry 'urn check --help'.\n", 2},
		"find 2":                {"urn:ex:a\n", "", 0},
		"find -- --context 2 f": {"2:urn:ex:a\nf:urn:ex:b\n", "urn: --context: no such file or directory\n", 2},
	} {
		if got := command(t, files, "", strings.Fields(args)...); got != want {
			t.Errorf("urn %s: %+v, want %+v", args, got, want)
		}
	}
}

// slowAround returns the output of grep(1): the lines that hold a URN, those around
// them, and "--" between groups.
func slowAround(name, text string, before, after int) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	marks := make([]byte, len(lines))
	for i, line := range lines {
		if strings.Contains(line, "urn:ex:") {
			for k := max(0, i-before); k <= min(len(lines)-1, i+after); k++ {
				if marks[k] == 0 {
					marks[k] = '-'
				}
			}
		}
	}
	for i, line := range lines {
		if strings.Contains(line, "urn:ex:") {
			marks[i] = ':'
		}
	}
	var b strings.Builder
	last := -1
	for i, line := range lines {
		if marks[i] == 0 {
			continue
		}
		if last >= 0 && last < i-1 {
			b.WriteString("--\n")
		}
		last = i
		fmt.Fprintf(&b, "%s%c%d%c%s\n", name, marks[i], i+1, marks[i], strings.TrimSuffix(line, "\n"))
	}
	return b.String()
}

func TestFindLinesAround(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 4))
	for i := range 60 {
		var b strings.Builder
		long := ""
		if i%4 == 0 {
			long = strings.Repeat("x", 9000) // so that there are several blocks
		}
		for range 1 + r.IntN(60) {
			b.WriteString([]string{"urn:ex:a urn:ex:b.", "x urn:ex:c", "", "y", "z", "v", "w"}[r.IntN(7)] + long + "\n")
		}
		text := b.String()
		before, after := r.IntN(4), 1+r.IntN(3)
		if i%5 == 0 && before > 0 {
			after = 0
		}
		want := slowAround("f", text, before, after)
		got := command(t, map[string]string{"f": text}, "", "find", "-Hn", "-B", fmt.Sprint(before), "-A", fmt.Sprint(after), "f")
		if got.stdout != want || got.stderr != "" {
			t.Fatalf("-B %d -A %d of %.300q:\n%.600s\nwant\n%.600s\n%s", before, after, text, got.stdout, want, got.stderr)
		}
	}
	files := map[string]string{"f": "a\nb urn:ex:b\nc\nd\n", "g": "urn:ex:g\nh\n"}
	for args, want := range map[string]result{
		"find -C1 f g":               {"f-a\nf:b urn:ex:b\nf-c\n--\ng:urn:ex:g\ng-h\n", "", 0},
		"find -C 2 -A 0 -b f":        {"0-a\n2:b urn:ex:b\n", "", 0},
		"find -A 1 --color always f": {"b \x1b[01;31murn:ex:b\x1b[m\nc\n", "", 0},
	} {
		if got := command(t, files, "", strings.Fields(args)...); got != want {
			t.Errorf("urn %s: %+v, want %+v", args, got, want)
		}
	}
	for _, args := range []string{"find -C -1 f", "find -A x f", "find -B 1001 f", "find -C 1 --json f", "find -A 1 --near f"} {
		if got := command(t, files, "", strings.Fields(args)...); got.status != 2 {
			t.Errorf("urn %s: %+v", args, got)
		}
	}
}
