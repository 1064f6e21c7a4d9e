package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/command"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// TestMain is the program itself where a shell of the test runs it.
func TestMain(m *testing.M) {
	if os.Getenv("URN_TEST_PROGRAM") != "" {
		os.Exit(command.Main())
	}
	os.Exit(m.Run())
}

// completed are lines as they are typed, with a tab, and the arguments that the
// command then gets.
var completed = []struct{ typed, want string }{
	{"urn norm\t", "normalize"},
	{"urn ns isb\t", "ns isbn"},
	{"urn find --nid uui\t", "find --nid uuid"},
	{"urn find --nid isbn,uui\t", "find --nid isbn,uuid"},
	{"urn equal urn:isb\t", "equal urn:isbn:"},
	{"urn check --syntax dra\t", "check --syntax draft2141bis"},
	{"urn check -s rfc2\t", "check -s rfc2141"},
	{"urn map --to norm\t", "map --to normalized"},
	{"urn normalize --name\t", "normalize --namespace"},
	{"urn find --color=al\t", "find --color=always"},
	{"urn match --ts\t", "match --tsv"},
	{"urn check --max-l\t", "check --max-line"},
	{"urn check nam\t", "check names.txt"},
	{"urn check --rejects nam\t", "check --rejects names.txt"},
	{"urn match 'urn:example:{id}' nam\t", "match urn:example:{id} names.txt"},
	{"urn match nam\t", "match nam"}, // a pattern is no file
	{"urn completion zs\t", "completion zsh"},
}

// TestCompletion types lines into the shells, with the files that are generated.
func TestCompletion(t *testing.T) {
	testhelp.Slow(t)
	docs := filepath.Join(written(t), "completions")
	for _, shell := range []struct {
		name  string
		args  []string
		setup string
		needs string // a file
	}{
		{"bash", []string{"--noprofile", "--norc", "-i"},
			"source /usr/share/bash-completion/bash_completion; source " + docs + "/urn", "/usr/share/bash-completion/bash_completion"},
		{"zsh", []string{"-f", "-i"},
			"unsetopt zle_bracketed_paste 2>/dev/null; fpath=(" + docs + " $fpath); autoload -Uz compinit; compinit -u -D", ""},
		{"fish", []string{"--no-config", "--private", "-i"},
			"set fish_complete_path " + docs, ""},
	} {
		t.Run(shell.name, func(t *testing.T) {
			needs(t, shell.name)
			if _, err := os.Stat(shell.needs); shell.needs != "" && err != nil {
				t.Skip("no bash-completion")
			}
			s := start(t, shell.name, shell.args...)
			s.typed(shell.setup + "\n")
			for i, c := range completed {
				if got := s.arguments(i, c.typed); got != c.want {
					t.Errorf("%q completes to %q, want %q", c.typed, got, c.want)
				}
			}
		})
	}
}

// No text for people is broken within a word by a terminal of 50 columns.
func TestNarrowTerminal(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "urn:isbn:0-395-36341-2\n", "b": "urn:example.org:a\n", "c": "urn:example:a b \"urn:a.b:c\" urn:ex:\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{
		"ns", "ns isbn", "ns isbnn", "ns --", "-h", "", "find -h", "replace -h", "find --help", "version --data", "lint --list-rules", "lint --color always .", "lint -q b",
		"check --stats a b", "check --color always b", "check nofile", "find c", "find .", "equal a b", "replace --to key c", "find --cuont", "find --top x", "ns urn:isbn:1",
	} {
		cmd := exec.Command(self, strings.Fields(args)...)
		cmd.Env = append(os.Environ(), "URN_TEST_PROGRAM=1")
		file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 50})
		if err != nil {
			t.Skipf("no terminal: %v", err)
		}
		shown, _ := io.ReadAll(file) // the end of a terminal is an error
		cmd.Wait()
		text, examples := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(string(shown), ""), false
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\r\n")
			examples = line == "Examples:" || examples && line != ""
			if !examples && len([]rune(line)) > 50 && strings.Contains(strings.TrimLeft(line, " "), " ") {
				t.Errorf("urn %s: %d columns: %s", args, len([]rune(line)), line)
			}
		}
	}
}

// terminal is a shell in a terminal.
type terminal struct {
	t    *testing.T
	dir  string
	file *os.File
	mu   sync.Mutex
	out  strings.Builder
}

// start starts a shell in a folder with the files names.txt and other.txt. There a
// command urn completes as the program does. Otherwise it writes down its arguments.
func start(t *testing.T, shell string, args ...string) *terminal {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, home := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		filepath.Join(dir, "names.txt"): "", filepath.Join(dir, "other.txt"): "",
		filepath.Join(home, "urn"): fmt.Sprintf(`#!/bin/sh
case $1 in
__complete*) URN_TEST_PROGRAM=1 exec '%s' "$@" ;;
esac
n=$(ls "$HOME" | grep -c "^line[.]"); echo "$*" >"$HOME/new" && mv "$HOME/new" "$HOME/line.$n"
`, self),
	} {
		if err := os.WriteFile(name, []byte(content), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(shell, args...)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + home, "PATH=" + home + ":" + os.Getenv("PATH"), "TERM=xterm", "LANG=C.UTF-8",
		"PS1=$ ", "HISTFILE=", "XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home, "XDG_CACHE_HOME=" + home, "XDG_RUNTIME_DIR=" + home}
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 200})
	if err != nil {
		t.Skipf("no terminal: %v", err)
	}
	s := &terminal{t: t, dir: home, file: file}
	read := make(chan struct{})
	go func() {
		defer close(read)
		buf := make([]byte, 4096)
		for {
			n, err := file.Read(buf)
			s.mu.Lock()
			s.out.Write(buf[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		file.Close()
		<-read
		if t.Failed() {
			t.Logf("the terminal shows\n%q", s.out.String())
		}
	})
	return s
}

// typed types a line and waits until the shell is ready for the next one.
func (s *terminal) typed(line string) {
	s.t.Helper()
	s.typeText(line)
	s.arguments(-1, "urn ready")
}

func (s *terminal) typeText(text string) {
	s.t.Helper()
	if _, err := s.file.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// arguments types a line for urn and returns the arguments that it got. i counts
// the lines from 0.
func (s *terminal) arguments(i int, line string) string {
	s.t.Helper()
	s.typeText(line)
	s.typeText("\r")
	file := filepath.Join(s.dir, fmt.Sprintf("line.%d", i+1))
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if got, err := os.ReadFile(file); err == nil {
			return strings.TrimSpace(string(got))
		}
	}
	s.t.Fatalf("%q: nothing ran", line)
	return ""
}
