package command

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

// What --rejects writes to stays what it is.
func TestRejectsInPlace(t *testing.T) {
	cmdtest.ChdirTemp(t)
	for name, text := range map[string]string{"in": "urn:ex:a\nx\n", "target": "old\n", "secret": "old\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod("secret", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", "link"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"link", "secret", "new"} {
		if got := command(t, nil, "", "check", "-q", "--rejects", name, "in"); got.status != 1 || got.stderr != "" {
			t.Errorf("--rejects %s: %+v", name, got)
		}
		if text, err := os.ReadFile(name); string(text) != "x\n" || err != nil {
			t.Errorf("%s has %q, %v", name, text, err)
		}
	}
	if to, err := os.Readlink("link"); to != "target" || err != nil {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if info, err := os.Stat("secret"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}

	got := command(t, nil, "", "check", "-q", "--rejects", "/dev/full", "in")
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode()&os.ModeCharDevice == 0 || got.status != 2 || !strings.Contains(got.stderr, "no space left") {
		t.Errorf("/dev/full is %v: %+v", info.Mode(), got)
	}
	if got := command(t, nil, "", "check", "-q", "--rejects", "/dev/null", "in"); got.status != 1 || got.stderr != "" {
		t.Errorf("/dev/null: %+v", got)
	}

	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		f, err := os.Open("pipe")
		if err != nil {
			read <- err.Error()
			return
		}
		defer f.Close()
		text, _ := io.ReadAll(f)
		read <- string(text)
	}()
	if got := command(t, nil, "", "check", "-q", "--rejects", "pipe", "in"); got.status != 1 || got.stderr != "" {
		t.Errorf("a pipe: %+v", got)
	}
	select {
	case text := <-read:
		if text != "x\n" {
			t.Errorf("the pipe yields %q", text)
		}
	case <-time.After(10 * time.Second):
		t.Error("the pipe has no end")
	}
}

// A new file is there when its content is complete, and not before: what fails leaves
// nothing.
func TestNewRejects(t *testing.T) {
	cmdtest.ChdirTemp(t)
	in, w := io.Pipe()
	ended := make(chan int)
	go func() {
		ended <- run(t.Context(), []string{"check", "-q", "--rejects", "new"}, in, io.Discard, io.Discard)
	}()
	if _, err := io.WriteString(w, "x\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat("new"); !os.IsNotExist(err) {
		t.Errorf("the file is there before it is complete: %v", err)
	}
	// Somebody else makes a file of that name.
	if err := os.WriteFile("new", []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if status := <-ended; status != 2 {
		t.Errorf("status %d", status)
	}
	if text, err := os.ReadFile("new"); string(text) != "theirs" || err != nil {
		t.Errorf("the file has %q, %v", text, err)
	}
	if list, err := os.ReadDir("."); len(list) != 1 || err != nil {
		t.Errorf("the directory has %v, %v", list, err)
	}
}

// A file that is read as configuration is a regular file of limited size.
func TestPatternsAreRegular(t *testing.T) {
	cmdtest.ChdirTemp(t)
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"zero": "/dev/zero", "dir": ".", "fifo": "pipe"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("large", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate("large", 1<<30); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"zero": "not a regular file", "dir": "not a regular file", "fifo": "not a regular file", "pipe": "not a regular file", "large": "larger than"} {
		for _, sub := range []string{"check", "match", "find", "lint"} {
			got := command(t, nil, "", sub, "--patterns", name)
			if got.status != 2 || !strings.Contains(got.stderr, "--patterns: ") || !strings.Contains(got.stderr, want) {
				t.Errorf("urn %s --patterns %s: %+v", sub, name, got)
			}
		}
	}
}

// A name that holds an escape sequence of a terminal or a line end reaches no output for
// people as it is.
func TestHostileNames(t *testing.T) {
	const hostile = "a\x1b[2J\nb\u202e.csv"
	text := "id\nurn:ex:a\nx\nurn:a.b:c urn:ex:a#b#c\n" + "urn:ex:" + strings.Repeat("a", 100) + "\n"
	cmdtest.ChdirTemp(t)
	if err := os.Mkdir("d", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{hostile, "d/" + hostile} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	zip := hostile + ".zip"
	if err := os.WriteFile("d/"+zip, []byte("PK\x03\x04"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"check"}, {"check", "--verbose"}, {"check", "--json-field", "id"}, {"check", "--csv-column", "nope"}, {"check", "--max-line", "5"}, {"parse", "-s", "relaxed"}, {"normalize", "--repair"},
		{"normalize", "--rejects", hostile}, {"map", "--to", "key"}, {"match", "urn:ex:{a}"}, {"build", "urn:ex:{a}"}, {"build", "--csv", "urn:ex:{a}"},
		{"find", "-H"}, {"find", "-H", "--near"}, {"find", "-Hn", "--context"}, {"find", "-HC2"}, {"find", "--max-urn", "10"}, {"find", "-r", "d"}, {"replace", "--to", "key", "--max-urn", "10"},
		{"lint"}, {"lint", "d"}, {"check", "--patterns", hostile}, {"replace", "--to", "hash", "--secret-file", hostile + "x"}, {"equal", "urn:ex:a"}, {"ns"}, {"serve"}, {"version"}, {"lint", "--config", hostile},
	} {
		for _, name := range []string{hostile, hostile + "missing", "d/" + zip} {
			got := command(t, nil, "", append(args, name)...)
			out := got.stdout + got.stderr
			if strings.Contains(strings.ReplaceAll(out, text, ""), hostile[:4]) || strings.Contains(out, "\u202e") {
				t.Errorf("urn %q %q: %q", args, name, out)
			}
		}
	}
}
