package command

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"one two three\n", "one two\nthree\n"},
		{"  one two three four\n\nx\n", "  one two\n  three\n  four\n\nx\n"},
		{"averyverylongword x\n", "averyverylongword\nx\n"},
		{"  1  one two\n", "  1  one\n     two\n"},
		{"\x1b[1mone\x1b[m two\n", "\x1b[1mone\x1b[m two\n"},
		{"one two\n", "one two\n"},
		{"one two three\nfour\nsix\n", "one two\nthree\nfour six\n"},
		{"Examples:\n  urn find a b\n\n  one two three\n", "Examples:\n  urn find a b\n\n  one two\n  three\n"},
		{"", ""},
	} {
		if got := wrap(c.in, 9); got != c.want {
			t.Errorf("wrap(%q, 9) = %q, want %q", c.in, got, c.want)
		}
	}
}

// A row of a table continues under its last column, whatever bytes its characters and colours have.
func TestFold(t *testing.T) {
	const head, want = "\x1b[1mäöü\x1b[m  ", "\x1b[1mäöü\x1b[m  xx\n     yy\n     zz\n"
	if got := string(stdio.Fold(nil, []byte(head+"xx yy zz\n"), 9, 0)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// No line of a help text is wider than the help is, so that no terminal breaks a word.
func TestHelpWidth(t *testing.T) {
	for _, c := range commands() {
		name := c.define().Name()
		got := command(t, nil, "", name, "--help")
		for line := range strings.Lines(got.stdout) {
			if n := len([]rune(line)) - 1; n > maxWidth && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("urn %s --help: a line of %d columns: %s", name, n, line)
			}
		}
	}
}

// Completions show texts without the marks of the help texts.
func TestCompletionPlain(t *testing.T) {
	got := command(t, nil, "", "__complete", "find", "--max-")
	if !strings.Contains(got.stdout, "--max-urn") || strings.Contains(got.stdout, "`") {
		t.Errorf("completions of find --max-: %q", got.stdout)
	}
}

// The script of bash says what is missing.
func TestCompletionWithoutPackage(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	script := command(t, nil, "", "completion", "bash").stdout
	out, err := exec.Command(bash, "--norc", "-c", script+"\nunset -f _get_comp_words_by_ref; __urn_init_completion -n =:").CombinedOutput()
	if err == nil || string(out) != "\nurn: completion needs the package bash-completion\n" {
		t.Errorf("%s, %v", out, err)
	}
}

func TestNormalizeTo(t *testing.T) {
	const in = "URN:EX:a?=q\n"
	for args, want := range map[string]string{"--to key": "urn:ex:a\n", "--key": "urn:ex:a\n", "--to normalized": "urn:ex:a?=q\n", "": "urn:ex:a?=q\n"} {
		if got := command(t, nil, in, append([]string{"normalize"}, strings.Fields(args)...)...); got.stdout != want || got.status != 0 {
			t.Errorf("normalize %s: %q, want %q", args, got.stdout, want)
		}
	}
	for _, args := range []string{"--to key --json", "--to key --key", "--to nid"} {
		if got := command(t, nil, in, append([]string{"normalize"}, strings.Fields(args)...)...); got.status != 2 {
			t.Errorf("normalize %s: status %d, want 2", args, got.status)
		}
	}
}
