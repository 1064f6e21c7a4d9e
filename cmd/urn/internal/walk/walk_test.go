package walk

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

// tree makes files with those contents, and directories where the name ends with "/",
// in a new current directory. There are no rules for all repositories, and none above
// it, even if the directory for temporary files is in a repository.
func tree(t *testing.T, files map[string]string) {
	t.Helper()
	cmdtest.ChdirTemp(t)
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		var err error
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(name, 0o777)
		} else if err = os.MkdirAll(filepath.Dir(name), 0o777); err == nil {
			err = os.WriteFile(name, []byte(files[name]), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func list(t *testing.T, name string, o Options) string {
	t.Helper()
	var names []string
	for name, err := range Files(name, o) {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return strings.Join(names, " ")
}

func TestFiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		files string // separated by spaces; "name=rules" has rules, separated by ","
		root  string
		o     Options
		want  string
	}{
		{"hidden", "a .b .c/d .git/config e/.f", ".", Options{}, "a"},
		{"hidden, wanted", "a .b .c/d .git/config e/.f", ".", Options{Hidden: true}, ".b .c/d a e/.f"},
		{"order", "b a/z a.b a/b/c", ".", Options{}, "a/b/c a/z a.b b"},
		{"no repository", ".gitignore=a a b", ".", Options{}, "a b"},
		{"a repository", ".git/ .gitignore=a a b d/a d/b", ".", Options{}, "b d/b"},
		{"without rules", ".git/ .gitignore=a .ignore=b a b", ".", Options{NoIgnore: true}, "a b"},
		{"negation", ".git/ .gitignore=*.x,!k.x a.x k.x d/k.x", ".", Options{}, "d/k.x k.x"},
		{"a directory", ".git/ .gitignore=d/ d/a e/d f/d/a", ".", Options{}, "e/d"},
		{"anchored", ".git/ .gitignore=/a,d/b a d/a d/b d/d/b", ".", Options{}, "d/a d/d/b"},
		{"nested", ".git/ .gitignore=*.x d/.gitignore=!a.x,/b d/a.x d/b d/e/b a.x", ".", Options{}, "d/a.x d/e/b"},
		{"ignore before gitignore", ".git/ .gitignore=a .ignore=!a a", ".", Options{}, "a"},
		{"ignore of a directory above before gitignore", ".git/ .ignore=!a d/.gitignore=a d/a", ".", Options{}, "d/a"},
		{"ignore without repository", ".ignore=a a b", ".", Options{}, "b"},
		{"hidden and named", ".ignore=!.b .b .c", ".", Options{}, ".b"},
		{"exclude", ".git/info/exclude=a a b d/a", ".", Options{}, "b"},
		{"gitignore before exclude", ".git/info/exclude=a .gitignore=!a a", ".", Options{}, "a"},
		{"a repository within", ".git/ .gitignore=*.x d/.git/ d/a.x d/e/b.x a.x", ".", Options{}, "d/a.x d/e/b.x"},
		{"rules above", ".git/ .gitignore=*.x,/d/b,/b d/a.x d/b d/e/a.x d/e/c d/e/b", "d/e", Options{}, "d/e/b d/e/c"},
		{"ignore is no repository", ".ignore=b .gitignore=a a b", ".", Options{}, "a"},
		{"what is in a directory", ".ignore=d/**,!d/b d/a d/b", ".", Options{}, "d/b"},
		{"an anchored suffix", ".ignore=/*.x a.x d/a.x", ".", Options{}, "d/a.x"},
		{"no bracket matches a slash", ".ignore=/a[!x]b a/b acb", ".", Options{}, "a/b"},
		{"the name itself", ".git/ .gitignore=d d/a", "d", Options{}, "d/a"},
		{"a file", ".git/ .gitignore=a a", "a", Options{}, "a"},
		{"a dash", "- d/-", ".", Options{}, "./- d/-"},
		{"skip", "a d/a e/b", ".", Options{Skip: func(p string, dir bool) bool { return p == "a" || p == "e" && dir }}, "d/a"},
		{"what is not there", "a", "nosuch", Options{}, "nosuch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{}
			for f := range strings.FieldsSeq(c.files) {
				name, rules, _ := strings.Cut(f, "=")
				files[name] = strings.ReplaceAll(rules, ",", "\n")
			}
			tree(t, files)
			if got := list(t, c.root, c.o); got != c.want {
				t.Errorf("%s lists %q, want %q", c.root, got, c.want)
			}
		})
	}
}

// TestCeilings: GIT_CEILING_DIRECTORIES means to Files what it means to Git.
func TestCeilings(t *testing.T) {
	tree(t, map[string]string{".git/HEAD": "ref: refs/heads/main\n", ".git/refs/": "", ".git/objects/": "", ".gitignore": "a\n", "d/e/a": "", "d/e/b": "", "d/.ignore": "c\n", "d/e/c": ""})
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	links := cmdtest.Links(t) && os.Symlink(here, filepath.Join(here, "link")) == nil
	git, noGit := exec.LookPath("git")
	for _, c := range []struct {
		list   string // "@" is the current directory
		inside bool   // d/e is in the repository
	}{
		{"", true},
		{"@", false},
		{"@/d", false},
		{"@/d/e", true}, // only directories above the name
		{"@/f", true},
		{"@/..", true},
		{"d", true},
		{".", true},
		{"@/f:@/./d/", false},
		{"@/link", false},
		{":@/link", true},
		{":@", false},
	} {
		if strings.HasSuffix(c.list, "link") && !links {
			continue
		}
		names := strings.ReplaceAll(strings.ReplaceAll(c.list, ":", string(os.PathListSeparator)), "@", here)
		t.Setenv("GIT_CEILING_DIRECTORIES", names)
		want := "d/e/b"
		if !c.inside {
			want = "d/e/a d/e/b"
		}
		if got := list(t, "d/e", Options{}); got != want {
			t.Errorf("%s: lists %q, want %q", c.list, got, want)
		}
		if noGit == nil {
			cmd := exec.Command(git, "-C", "d/e", "rev-parse", "--git-dir")
			if err := cmd.Run(); (err == nil) != c.inside {
				t.Errorf("%s: git ends with %v, want inside: %t", c.list, err, c.inside)
			}
		}
	}
}

// The root of all files has no directory above it, and so no rules from there.
func TestRoot(t *testing.T) {
	tree(t, nil)
	root, err := filepath.Abs("/")
	if err != nil {
		t.Fatal(err)
	}
	if got := list(t, root, Options{Skip: func(string, bool) bool { return true }}); got != "" {
		t.Errorf("%s lists %q, but all of it is skipped", root, got)
	}
}

// TestRuleMatch has what the tree of TestRulesAsGit has no files for.
func TestRuleMatch(t *testing.T) {
	for _, c := range []struct {
		rule, matches, not string // names, separated by commas
	}{
		{`a\ `, "a ", "a,a\\"},
		{`a\\ `, `a\`, `a\ `},
		{`x[!a]`, "x!,x[,xb", "xa,x"},
		{`x[^a]`, "x^,x[", "xa"},
		{`x[a[:digit:]]`, "x5,xa", "x:,x5]"},
		{`x[ab]`, "xa,xb", "x[ab]"},
		{`x[\]a]`, "x],xa", `x\`},
		{`x[a\]b]`, "x],xa,xb", `x\`},
		{`x[\`, "", "x[,x\\"},
		{`x[a\`, "", "xa"},
		{"**//", "", "a,a/b"},
	} {
		r := ParseIgnore(c.rule)
		for name := range strings.SplitSeq(c.matches, ",") {
			if name != "" && r.Match(name, true) != Ignore {
				t.Errorf("%q does not match %q", c.rule, name)
			}
		}
		for name := range strings.SplitSeq(c.not, ",") {
			if r.Match(name, true) != None {
				t.Errorf("%q matches %q", c.rule, name)
			}
		}
	}
}

func TestGlobalRules(t *testing.T) {
	tree(t, map[string]string{".git/": "", "a": "", "b": "", "c": "", "d/a": "", "d/c": ""})
	home := os.Getenv("HOME")
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(".config/git/ignore", "/a\n")
	if got := list(t, ".", Options{}); got != "b c d/a d/c" {
		t.Errorf("with .config/git/ignore: %q", got)
	}
	write("own", "c\n")
	write(".gitconfig", "[core]\n\texcludesFile = ~/own\n\texcludesFile\n\teditor = vi\n[user]\n\texcludesFile = ~/nothing\n")
	if got := list(t, ".", Options{}); got != "a b d/a" {
		t.Errorf("with core.excludesFile: %q", got)
	}
}

// A further work tree has a file .git, and takes the excludes of the repository.
func TestWorktree(t *testing.T) {
	tree(t, map[string]string{
		"main/.git/info/exclude": "a\n", "main/.git/worktrees/w/commondir": "../..\n",
		"w/.git": "gitdir: ../main/.git/worktrees/w\n", "w/a": "", "w/b": "", "w/.gitignore": "c\n", "w/c": "",
	})
	if got := list(t, "w", Options{}); got != "w/b" {
		t.Errorf("lists %q", got)
	}
}

func TestUnreadable(t *testing.T) {
	if os.Getuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("this user may read everything")
	}
	tree(t, map[string]string{"a": "", "d/": "", "e": ""})
	if err := os.Chmod("d", 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("d", 0o777)
	var got []string
	for name, err := range Files(".", Options{}) {
		got = append(got, fmt.Sprint(name, " ", err != nil))
	}
	if want := []string{"a false", "d true", "e false"}; !slices.Equal(got, want) {
		t.Errorf("yields %q, want %q", got, want)
	}
}

// A link is followed only if it is the name.
func TestLinks(t *testing.T) {
	tree(t, map[string]string{"d/a": ""})
	if !cmdtest.Links(t) {
		t.Skip("no symbolic links")
	}
	if err := os.Symlink("d", "l"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", "d/m"); err != nil {
		t.Fatal(err)
	}
	if got := list(t, ".", Options{}); got != "d/a" {
		t.Errorf(". lists %q", got)
	}
	if got := list(t, "l", Options{}); got != "l/a" {
		t.Errorf("l lists %q", got)
	}
}

// The loop may end anywhere.
func TestStop(t *testing.T) {
	tree(t, map[string]string{"a/b/c": "", "a/d": "", "e": ""})
	for n := range 3 {
		i := 0
		for range Files(".", Options{}) {
			if i == n {
				break
			}
			i++
		}
		if i != n {
			t.Errorf("stopped after %d, want %d", i, n)
		}
	}
}

func TestRulesErr(t *testing.T) {
	for text, want := range map[string]string{
		"a\n*.b\n[c]": "", "[b//": "", "a\n[b\nc[": `line 2: malformed pattern "[b"`, `a\`: `line 1: malformed pattern "a\\"`,
	} {
		if got := fmt.Sprint(ParseIgnore(text).Err()); got != want && (want != "" || got != "<nil>") {
			t.Errorf("%q: error %s, want %s", text, got, want)
		}
	}
	if err := (*IgnoreList)(nil).Err(); err != nil || (*IgnoreList)(nil).Match("a", false) != None {
		t.Errorf("no rules: %v", err)
	}
}

var atoms = []string{
	"a", "b", "c", "d", "foo", "A", "*", "**", "?", "/", "/", "/", ".", "x.log", "*.log", "[ab]", "[!a]", "[^b]", "[a-c]",
	"[[:alpha:]]", "[![:digit:]]", "[[:punct:]]", `\a`, `\*`, "{b}", "a{b}", "[]]", " ", `\ `, "#x", `\#x`, `\!x`, "**/", "/**", "]", `\[b]`, "[-a]", "\r",
}

// Rules mean what they mean to Git: random ones, over a fixed tree.
func TestRulesAsGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here")
	}
	var paths []string
	files := map[string]string{}
	for name := range strings.FieldsSeq(`a/b a/b.c a/d/b a/d/x.log b/a b/a.b x.log b.c foo/a/b foo/x.log a{b} a[b] #x !x d/d/d/ d/a a] - A`) {
		files[name] = ""
	}
	files["a/b c"] = ""
	tree(t, files)
	if out, err := exec.Command(git, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("git init: %v: %s", err, out)
	}
	fs.WalkDir(os.DirFS("."), ".", func(path string, _ fs.DirEntry, _ error) error {
		if path != "." && path != ".git" && !strings.HasPrefix(path, ".git/") {
			paths = append(paths, path)
		}
		return nil
	})
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	n := 300
	if testing.Short() {
		n = 50
	}
	ignored := 0
	for range n {
		var text strings.Builder
		for range 1 + r.IntN(3) {
			if r.IntN(5) == 0 {
				text.WriteByte('!')
			}
			for range 1 + r.IntN(5) {
				text.WriteString(atoms[r.IntN(len(atoms))])
			}
			if r.IntN(4) == 0 {
				text.WriteByte('/')
			}
			text.WriteByte('\n')
		}
		if err := os.WriteFile(".gitignore", []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(git, "check-ignore", "--no-index", "--stdin", "-z")
		cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00"))
		out, err := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code > 1 {
			t.Fatalf("git check-ignore: %v", err)
		}
		want := map[string]bool{}
		for name := range bytes.SplitSeq(out, []byte{0}) {
			want[string(name)] = true
		}
		rules := ParseIgnore(text.String())
		for _, path := range paths {
			if got := ignores(rules, path); got != want[path] {
				t.Errorf("%q: ignores %q: %v, Git %v", &text, path, got, want[path])
			} else if got {
				ignored++
			}
		}
	}
	if ignored < n {
		t.Errorf("only %d times was a path ignored: the test shows little", ignored)
	}
}

// ignores reports whether rules ignore a path, or a directory that it goes through.
func ignores(r *IgnoreList, path string) bool {
	for i := range len(path) {
		if path[i] == '/' && r.Match(path[:i], true) == Ignore {
			return true
		}
	}
	info, err := os.Lstat(path)
	return err == nil && r.Match(path, info.IsDir()) == Ignore
}
