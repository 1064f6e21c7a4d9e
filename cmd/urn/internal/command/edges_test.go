//go:build unix

package command

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// sh runs a shell script in a directory that holds the files given, with urn as
// the command.
func sh(t *testing.T, files map[string]string, script string) result {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := process(t)
	cmd.Args = []string{"sh", "-c", `urn() { "$URN" "$@"; }` + "\n" + script}
	cmd.Env = append(cmd.Env, "URN="+cmd.Path)
	cmd.Path = shell
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Run()
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

const inUse = "is an input or the output as well: --rejects would overwrite it\n"

// No output is ever an input, whenever either comes to exist, and an input that
// is missing is never created. A script ends with the status of the command and
// lists what the directory then holds.
func TestOutputIsNeverInput(t *testing.T) {
	files := map[string]string{"good": "urn:ex:a\nx\n"}
	for _, c := range []struct{ name, script, stdout, stderr string }{
		{"a missing input", "urn check -q --rejects typo typo; echo $?; ls", "2\ngood\n", "urn: create typo: " + inUse},
		{"a missing input, twice", "urn check -q --rejects new good new; echo $?; ls", "2\ngood\n", "urn: create new: " + inUse},
		{"a missing input, by another name", "urn check -q --rejects ./new new; echo $?; ls", "2\ngood\n", "urn: create ./new: " + inUse},
		{"by another directory", "mkdir d; ln -s . d/e; urn check -q --rejects d/e/../new new; echo $?; ls", "2\nd\ngood\n", "*" + inUse},
		{"rejects are a link that leads nowhere", "ln -s new l; urn check -q --rejects l new; echo $?; ls", "2\ngood\nl\n", "urn: create l: " + inUse},
		{"the input is a link that leads nowhere", "ln -s new l; urn check -q --rejects new l; echo $?; ls", "2\ngood\nl\n", "urn: create new: " + inUse},
		{"both are links", "ln -s new l; ln -s l m; urn check -q --rejects l m; echo $?; ls", "2\ngood\nl\nm\n", "urn: create l: " + inUse},
		{"a link to an input", "ln -s good l; urn check -q --rejects l good; echo $?; cat good", "2\nurn:ex:a\nx\n", "urn: create l: " + inUse},
		{"another name of an input", "ln good l; urn check -q --rejects l good; echo $?; cat good", "2\nurn:ex:a\nx\n", "urn: create l: " + inUse},
		{"standard input", "urn check --rejects good <good; echo $?; cat good", "2\nurn:ex:a\nx\n", "urn: create good: " + inUse},
		{"standard output", "cp good in; urn normalize --rejects in <good >>in; echo $?; cat in", "2\nurn:ex:a\nx\n", "urn: create in: " + inUse},
		{"standard error", "urn check --rejects bad good 2>bad; echo $?; cat bad", "2\nurn: create bad: " + inUse, ""},
		{"standard error is an input", "cp good in; urn check in 2>>in; echo $?; cat in",
			"2\nurn:ex:a\nx\nurn: in: is the file that the output goes to\n", ""},
		{"standard output is an input", "cp good in; urn normalize -q in >>in; echo $?; cat in", "2\nurn:ex:a\nx\n",
			"urn: in: is the file that the output goes to\n"},
		{"the same, found in a directory", "urn find -r . >out; echo $?; cat out", "2\ngood:urn:ex:a\n", "urn: out: is the file that the output goes to\n"},
		{"the same, of replace", "cp good in; urn replace --to key in >>in; echo $?; cat in", "2\nurn:ex:a\nx\n", "urn: in: is the file that the output goes to\nurn: 0 names replaced\n"},
		{"a pipe", "mkfifo p; exec 3<>p; urn normalize -q p >p; echo $?", "2\n", "urn: p: is the file that the output goes to\n"},
		{"the device that throws away", "urn normalize -q /dev/null >/dev/null; echo $?", "0\n", ""},
		{"rejects that are there are emptied", "cp good bad; urn check -q --rejects bad good; echo $?; cat bad", "1\nx\n", ""},
		{"rejects that are a link", "ln -s to l; urn check -q --rejects l good; echo $?; cat to", "1\nx\n", ""},
		{"rejects in a directory that is missing", "urn check -q --rejects no/such good; echo $?; ls", "2\ngood\n", "urn: open no/such: *"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := sh(t, files, "export LC_ALL=C; "+c.script)
			if got.stdout != c.stdout || !matches(got.stderr, c.stderr) {
				t.Errorf("%s\ngives\n%s\n%s\nwant\n%s\n%s", c.script, got.stdout, got.stderr, c.stdout, c.stderr)
			}
		})
	}
}

// What is called "-" in a directory is a file like any other.
func TestFindFileNamedDash(t *testing.T) {
	cmdtest.ChdirTemp(t)
	if err := os.MkdirAll("d/-", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"-", "d/-/-", "d/a"} {
		if err := os.WriteFile(name, []byte("urn:ex:"+strings.ReplaceAll(name, "-", "dash")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string]string{
		"-r":     "./-:urn:ex:dash\nd/-/-:urn:ex:d/dash/dash\nd/a:urn:ex:d/a\n",
		"-r .":   "./-:urn:ex:dash\nd/-/-:urn:ex:d/dash/dash\nd/a:urn:ex:d/a\n",
		"-r ./":  "./-:urn:ex:dash\n./d/-/-:urn:ex:d/dash/dash\n./d/a:urn:ex:d/a\n",
		"-r d":   "d/-/-:urn:ex:d/dash/dash\nd/a:urn:ex:d/a\n",
		"-rH -":  "<stdin>:urn:ex:stdin\n",
		"-r ./-": "./-:urn:ex:dash\n",
	} {
		got := command(t, nil, "urn:ex:stdin", append([]string{"find"}, strings.Fields(args)...)...)
		if got != (result{want, "", 0}) {
			t.Errorf("find %s = %+v, want %q", args, got, want)
		}
	}
	// A directory of that name, and a record of the file.
	if err := os.Rename("-", "x"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename("d/-", "-"); err != nil {
		t.Fatal(err)
	}
	if got := command(t, nil, "", "find", "-r", "--json", "--nid", "ex"); !strings.HasPrefix(got.stdout, `{"file":"./-/-","line":1,`) {
		t.Errorf("find -r --json = %+v", got)
	}
}

// Every numeric flag has bounds, and what is within them works.
func TestNumericFlags(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
	}{
		{"find -j 1", 0}, {"find -j 100000", 0}, {"find -j 2147483647", 0},
		{"find -j 0", 2}, {"find -j -1", 2}, {"find -j 2147483648", 2}, {"find -j 9223372036854775808", 2}, {"find -j 1.5", 2}, {"find -j=", 2},
		{"find --max-urn 1", 2}, {"find --max-urn 1G", 0}, {"find --max-urn 0", 2}, {"find --max-urn 2G", 2}, {"find --max-urn -1", 2}, {"find --max-urn 99999999999999999999G", 2},
		{"find --count --max-memory 1G", 0}, {"find --count --max-memory 1", 2}, {"find --unique --max-memory 1", 2}, {"find --count --max-memory 1025M", 2},
		{"check --max-line 1G", 0}, {"check --max-line 1", 1}, {"check --max-line 1073741825", 2},
		{"map --to key --max-line 1G", 0}, {"map --to key --max-line 1", 0}, {"map --to key --max-line -0", 2},
	} {
		if got := command(t, nil, "urn:ex:a\n", strings.Fields(c.args)...); got.status != c.status || strings.Contains(got.stderr, "goroutine") {
			t.Errorf("urn %s: %+v, want status %d", c.args, got, c.status)
		}
	}
}

// What cannot be written to standard error or standard output is told by the
// status, and what can be written is.
func TestStreams(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	files := map[string]string{"in": "urn:ex:a\nx\nURN:EX:b\n", "good": "urn:ex:a\n"}
	for _, c := range []struct{ name, script, stdout, stderr string }{
		{"counts to a full disk", "urn check --stats good 2>/dev/full; echo $?", "2\n", ""},
		{"counts of find to a full disk", "urn find --stats good 2>/dev/full; echo $?", "urn:ex:a\n2\n", ""},
		{"counts of map to a full disk", "urn map --to key --stats good 2>/dev/full; echo $?", "urn:ex:a\n2\n", ""},
		{"counts of replace to a full disk", "urn replace --to key --stats good 2>/dev/full; echo $?", "urn:ex:a\n2\n", ""},
		{"a long URN to a full disk", "urn replace --to key --max-urn 5 good 2>/dev/full; echo $?", "urn:ex:a\n2\n", ""},
		{"replaced text to a full disk", "urn replace --to key good >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"a column to a full disk", "urn normalize -q --csv-column 1 --csv-no-header good >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"reports of a column to a full disk", "urn map --to key --csv-column 2 --csv-no-header good 2>/dev/full; echo $?", "urn:ex:a\n2\n", ""},
		{"reports to a full disk", "urn normalize in 2>/dev/full; echo $?", "urn:ex:a\nurn:ex:b\n2\n", ""},
		{"a file that is missing, to a full disk", "urn normalize nosuch in 2>/dev/full; echo $?", "urn:ex:a\nurn:ex:b\n2\n", ""},
		{"help to a full disk", "urn --help >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"help of a command to a full disk", "urn help find >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"version to a full disk", "urn --version >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"completion to a full disk", "urn completion bash >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"counts of URNs to a full disk", "urn find --count good >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"CSV to a full disk", "urn find --csv good >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"namespaces to a full disk", "urn ns isbn >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"an answer to a full disk", "urn equal urn:ex:a urn:ex:a >/dev/full; echo $?", "2\n", "urn: write /dev/stdout: no space left on device\n"},
		{"both full", "urn normalize in >/dev/full 2>/dev/full; echo $?", "2\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := sh(t, files, c.script); got.stdout != c.stdout || got.stderr != c.stderr {
				t.Errorf("%s\ngives\n%s\n%s\nwant\n%s\n%s", c.script, got.stdout, got.stderr, c.stdout, c.stderr)
			}
		})
	}
}

// gone returns the end of a pipe that nobody reads.
func gone(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	t.Cleanup(func() { w.Close() })
	return w
}

// A reader of standard error that leaves does not end standard output. If nothing
// else is written, there is no reason to go on.
func TestReaderOfReportsLeaves(t *testing.T) {
	testhelp.Slow(t)
	const n = 50_000
	in := strings.Repeat("x\nURN:EX:a\n", n)
	cmd := process(t, "normalize")
	var stdout bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(in), &stdout, gone(t)
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 1 || stdout.String() != strings.Repeat("urn:ex:a\n", n) {
		t.Errorf("normalize: status %d, %d bytes; want 1, %d", code, stdout.Len(), 9*n)
	}
	bad := filepath.Join(t.TempDir(), "bad")
	cmd = process(t, "check", "--rejects", bad)
	cmd.Stdin, cmd.Stderr = strings.NewReader(in), gone(t)
	cmd.Run()
	kept, err := os.ReadFile(bad)
	if code := cmd.ProcessState.ExitCode(); code != 1 || string(kept) != strings.Repeat("x\n", n) {
		t.Errorf("check --rejects: status %d, kept %d bytes, %v; want 1, %d", code, len(kept), err, 2*n)
	}
	cmd = process(t, "check")
	endlessly(t, cmd)
	cmd.Args = append(cmd.Args, "--max-line", "1")
	cmd.Stderr = gone(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 141 {
		t.Errorf("check: status %d, want 141", code)
	}
	// So does help that nobody reads.
	cmd = process(t, "--help")
	cmd.Stdout = gone(t)
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 141 {
		t.Errorf("--help: status %d, want 141", code)
	}
}

// An interrupt while the disk is full has its own status.
func TestInterruptAndFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	cmd := process(t, "normalize", "--stats")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd.Stderr = full
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(in, "x\nurn:ex:a\n")
	io.ReadFull(out, make([]byte, len("urn:ex:a\n")))
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 143 {
		t.Errorf("status %d, want 143", code)
	}
}
