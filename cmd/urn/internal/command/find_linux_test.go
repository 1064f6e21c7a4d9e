package command

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/find"
)

// onTerminal runs a process and returns what it wrote to the terminal.
func onTerminal(t *testing.T, cmd *exec.Cmd, to func(cmd *exec.Cmd, tty *os.File)) string {
	t.Helper()
	screen, tty := terminal(t)
	to(cmd, tty)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	b, _ := io.ReadAll(screen) // it fails when the command has ended
	cmd.Wait()
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

func TestColorOnTerminal(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "in"), []byte("urn:nowhere:a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	forms := map[string][2]string{
		"find --context": {"urn:nowhere:a\n", find.ColorOn + "urn:nowhere:a" + find.ColorOff + "\n"},
		"lint":           {"in:1:5: note: urn:nowhere:a: ", "\x1b[1min:1:5:\x1b[0m \x1b[36mnote:\x1b[0m urn:nowhere:a: "},
	}
	for _, c := range []struct {
		name, args, env string
		color           int
	}{
		{"auto", "--color=auto", "TERM=xterm", 1},
		{"default", "", "TERM=xterm", 1},
		{"never", "--color=never", "TERM=xterm", 0},
		{"NO_COLOR", "", "NO_COLOR=1", 0},
		{"empty NO_COLOR", "", "NO_COLOR=", 1},
		{"NO_COLOR, but always", "--color=always", "NO_COLOR=1", 1},
		{"a terminal without colours", "", "TERM=dumb", 0},
	} {
		for command, want := range forms {
			cmd := process(t, append(strings.Fields(command+" "+c.args), "in")...)
			cmd.Dir = dir
			cmd.Env = append(cmd.Env, "TERM=xterm", "NO_COLOR=", c.env)
			got := onTerminal(t, cmd, func(cmd *exec.Cmd, tty *os.File) { cmd.Stdout = tty })
			if !strings.HasPrefix(got, want[c.color]) {
				t.Errorf("%s, %s: shows %q, want %q", command, c.name, got, want[c.color])
			}
		}
	}
}

// The bar shows on standard error if that is a terminal and output goes
// elsewhere, and with --count; and then only.
func TestFindProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	slowly := func(t *testing.T, cmd *exec.Cmd) {
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for range 8 {
				io.WriteString(in, "urn:ex:a\n")
				time.Sleep(200 * time.Millisecond)
			}
			in.Close()
		}()
	}
	for _, c := range []struct {
		name, args string
		both, bar  bool
	}{
		{"output elsewhere", "find", false, true},
		{"output to the terminal", "find", true, false},
		{"counts to the terminal", "find --count", true, true},
		{"quiet", "find -q --nid isbn", false, false},
		{"lint, output elsewhere", "lint -", false, true},
		// lint writes when it has read everything, as --count does.
		{"lint, output to the terminal", "lint -", true, true},
		{"lint, quiet", "lint -q -", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // it waits most of the time
			cmd := process(t, strings.Fields(c.args)...)
			cmd.Env = append(cmd.Env, "TERM=xterm")
			slowly(t, cmd)
			got := onTerminal(t, cmd, func(cmd *exec.Cmd, tty *os.File) {
				if cmd.Stderr = tty; c.both {
					cmd.Stdout = tty
				}
			})
			if strings.Contains(got, " B") != c.bar {
				t.Errorf("shows %q", got)
			}
			if c.name == "counts to the terminal" && !strings.HasSuffix(got, "8\turn:ex:a\n") {
				t.Errorf("ends with %q", got)
			}
		})
	}
}

// A terminal is shown the name of a file in printable characters, in every form.
// A file is given the name as it is in CSV.
func TestFindNamesOnTerminal(t *testing.T) {
	dir := t.TempDir()
	const name = "\x1b[2J\u202e"
	if err := os.WriteFile(filepath.Join(dir, name), []byte("urn:ex:a\n"), 0o666); err != nil {
		t.Skip("no such names here: ", err)
	}
	for _, args := range []string{"find -r", "find -H", "find --csv", "find --json", "find --context -H", "check --verbose", "check --json"} {
		cmd := process(t, append(strings.Fields(args), name)...)
		cmd.Dir = dir
		cmd.Env = append(cmd.Env, "TERM=xterm", "NO_COLOR=1")
		got := onTerminal(t, cmd, func(cmd *exec.Cmd, tty *os.File) { cmd.Stdout, cmd.Stderr = tty, tty })
		if strings.ContainsAny(got, "\x1b\u202e") || !strings.Contains(got, "[2J") {
			t.Errorf("%s shows %q", args, got)
		}
	}
	cmd := process(t, "find", "--csv", name)
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), "\n"+name+",1,0,urn:ex:a,") {
		t.Errorf("find --csv writes %q, %v", out, err)
	}
}

// What is written to a terminal holds nothing that it obeys, whatever an input or its name
// holds. A pipe gets the octets as they are, also those of the name of a file in CSV and
// JSON: a program reads it.
func TestTerminalIsNotObeyed(t *testing.T) {
	dir := t.TempDir()
	const hostile = "a\x1b[2J\u0085\u202e\xff.txt"
	for name, text := range map[string]string{
		hostile:    "urn:ex:a\r\n",
		"text":     "see\turn:ex:a\x1b[2J \u0085\u202e\xff é\r\n\r",
		"rec.csv":  "id,x\u202e\nURN:ex:a,\x1b[2J\u0085\xff\n",
		"rec.json": `{"id":"URN:ex:a","x":"` + "\u0085\u202e" + `"}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, screen, pipe string }{
		{"replace --to key text", `see	urn:ex:a\x1b[2J \u0085\u202e\xff é` + "\n" + `\r`, "see\turn:ex:a\x1b[2J \u0085\u202e\xff é\r\n\r"},
		{"replace --to key --csv-column id rec.csv", `id,x\u202e` + "\n" + `urn:ex:a,\x1b[2J\u0085\xff` + "\n", "id,x\u202e\nurn:ex:a,\x1b[2J\u0085\xff\n"},
		{"normalize --json-field id rec.json", `{"id":"urn:ex:a","x":"\u0085\u202e"}` + "\n", `{"id":"urn:ex:a","x":"` + "\u0085\u202e" + `"}` + "\n"},
		{"map --to key --csv-column id rec.csv", `id,x\u202e` + "\n" + `urn:ex:a,\x1b[2J\u0085\xff` + "\n", "id,x\u202e\nurn:ex:a,\x1b[2J\u0085\xff\n"},
		{"check --rejects - text", `see	urn:ex:a\x1b[2J \u0085\u202e\xff é` + "\n" + `\r`, "see\turn:ex:a\x1b[2J \u0085\u202e\xff é\r\n\r"},
		{"find --csv NAME", find.CSVHeader + `a\x1b[2J\u0085\u202e\xff.txt,1,0,urn:ex:a,ex,a,,,,urn:ex:a,urn:ex:a` + "\n", find.CSVHeader + hostile + ",1,0,urn:ex:a,ex,a,,,,urn:ex:a,urn:ex:a\n"},
		{"find -H NAME", `a\x1b[2J\u0085\u202e\xff.txt:urn:ex:a` + "\n", `a\x1b[2J\u0085\u202e\xff.txt:urn:ex:a` + "\n"},
	} {
		args := strings.Fields(c.args)
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "NAME", hostile)
		}
		cmd := process(t, args...)
		cmd.Dir = dir
		if got := onTerminal(t, cmd, func(cmd *exec.Cmd, tty *os.File) { cmd.Stdout = tty }); got != c.screen {
			t.Errorf("urn %s shows %q, want %q", c.args, got, c.screen)
		}
		cmd = process(t, args...)
		cmd.Dir = dir
		if got, _ := cmd.Output(); string(got) != c.pipe {
			t.Errorf("urn %s writes %q, want %q", c.args, got, c.pipe)
		}
	}
}
