//go:build unix

package command

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// The tests here run the command as a process: this binary, told to be it.
const beTheCommand = "URN_TEST_BE_THE_COMMAND"

// tellPeak is the name of a file for what Linux knows of the process when it
// ends. The peak that the kernel reports to the parent is useless: that of a
// forked process includes the peak of its parent, which has run all tests so
// far.
const tellPeak = "URN_TEST_TELL_PEAK"

func TestMain(m *testing.M) {
	if os.Getenv(beTheCommand) != "" {
		file := os.Getenv(tellPeak)
		code := Main()
		if file == "" {
			os.Exit(code)
		}
		known, err := os.ReadFile("/proc/self/status")
		if err == nil {
			err = os.WriteFile(file, known, 0o666)
		}
		if err != nil && runtime.GOOS == "linux" {
			fmt.Fprintln(os.Stderr, err)
			code = 99
		}
		os.Exit(code)
	}
	// The directory for temporary files may be in a repository whose rules ignore what
	// the tests write.
	os.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
	os.Exit(m.Run())
}

// measurable is a process that peakOf can be asked of.
func measurable(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := process(t, args...)
	cmd.Env = append(cmd.Env, "GOGC=", tellPeak+"="+filepath.Join(t.TempDir(), "status"))
	return cmd
}

// memoryTest skips a test of peak memory where it would measure something else, and in
// short runs: these tests read gigabytes.
func memoryTest(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("reads much")
	}
	if testhelp.Race {
		t.Skip("it is the race detector's memory that would be measured")
	}
}

// peakOf returns how much memory an ended process had at most, in MiB.
func peakOf(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	rss := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss
	if runtime.GOOS != "linux" {
		return int(rss >> 20)
	}
	name, _ := strings.CutPrefix(cmd.Env[len(cmd.Env)-1], tellPeak+"=")
	known, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(known), "\nVmHWM:")
	var kib int
	if _, err := fmt.Sscan(after, &kib); err != nil {
		t.Fatalf("no peak in %q: %v", known, err)
	}
	return kib >> 10
}

func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Env = append(os.Environ(), beTheCommand+"=1")
	return cmd
}

// endlessly writes URNs to a pipe until nobody reads them.
func endlessly(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	w, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		line := strings.Repeat("URN:EX:abcdefgh\n", 100)
		for {
			if _, err := io.WriteString(w, line); err != nil {
				return
			}
		}
	}()
}

// closedEarly runs cmd, and closes its output after one line: the status is 141, and
// nothing is reported. name is that of the command in errors.
func closedEarly(t *testing.T, name string, cmd *exec.Cmd) {
	t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Errorf("%s: read %q, %v", name, line, err)
	}
	out.Close()
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 141 || stderr.Len() != 0 {
		t.Errorf("%s | head -1: status %d, stderr %q; want 141, nothing", name, code, &stderr)
	}
}

func TestOutputClosedEarly(t *testing.T) {
	for _, args := range []string{"normalize", "parse --json", "check --verbose", "replace --to normalized", "normalize --csv-column 1 --csv-no-header", "map --to key --csv-column 1"} {
		cmd := process(t, strings.Fields(args)...)
		endlessly(t, cmd)
		closedEarly(t, args, cmd)
	}
}

func TestInterrupt(t *testing.T) {
	for _, c := range []struct {
		signal syscall.Signal
		status int
	}{{syscall.SIGINT, 130}, {syscall.SIGTERM, 143}, {syscall.SIGHUP, 129}} {
		if signal.Ignored(c.signal) {
			t.Logf("%v is ignored here, as under nohup, and so it is by the command", c.signal)
			continue
		}
		bad := filepath.Join(t.TempDir(), "bad")
		cmd := process(t, "normalize", "--stats", "--rejects", bad)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		pipe, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out := bufio.NewReader(pipe)
		io.WriteString(in, "bad\nURN:EX:a\n")
		line, err := out.ReadString('\n')
		if line != "urn:ex:a\n" || err != nil {
			t.Errorf("%v: before the signal: %q, %v", c.signal, line, err)
		}
		// Standard input stays open: the command is waiting for it.
		cmd.Process.Signal(c.signal)
		rest, _ := io.ReadAll(out)
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != c.status {
			t.Errorf("%v: status %d, want %d", c.signal, code, c.status)
		}
		if len(rest) != 0 || !strings.Contains(stderr.String(), "<stdin>:1:1: ") ||
			!strings.Contains(stderr.String(), "urn: interrupted: ") ||
			!strings.Contains(stderr.String(), "lines=2 accepted=1 rejected=1 empty=0 ") {
			t.Errorf("%v: then %q, stderr %q", c.signal, rest, &stderr)
		}
		if kept, err := os.ReadFile(bad); string(kept) != "bad\n" {
			t.Errorf("%v: kept %q, %v", c.signal, kept, err)
		}
	}
}

// An interrupt in the middle of much input leaves whole lines.
func TestInterruptLeavesWholeLines(t *testing.T) {
	cmd := process(t, "normalize")
	endlessly(t, cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	signalled, last := false, ""
	r := bufio.NewReader(out)
	for n := 0; ; n++ {
		line, err := r.ReadString('\n')
		if err != nil {
			last = line
			break
		}
		if line != "urn:ex:abcdefgh\n" {
			t.Fatalf("line %d is %q", n, line)
		}
		if n == 100_000 {
			cmd.Process.Signal(os.Interrupt)
			signalled = true
		}
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); !signalled || code != 130 || last != "" {
		t.Errorf("status %d, ends with %q; want 130 and a whole line", code, last)
	}
}

func TestWritesFail(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	for _, c := range []struct {
		name string
		args []string
		out  *os.File
		want string
	}{
		{"standard output", []string{"normalize"}, full, "urn: write /dev/stdout: no space left on device\n"},
		{"standard output of replace", []string{"replace", "--to", "key"}, full, "urn: write /dev/stdout: no space left on device\n"},
		{"rejects", []string{"normalize", "-q", "--rejects", "/dev/full"}, nil, "urn: write /dev/full: no space left on device\n"},
	} {
		cmd := process(t, c.args...)
		cmd.Stdin = strings.NewReader("urn:ex:a\nbad\n")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if c.out != nil {
			cmd.Stdout = c.out
		}
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.HasSuffix(stderr.String(), c.want) {
			t.Errorf("%s: status %d, stderr %q; want 2, %q", c.name, code, &stderr, c.want)
		}
	}
}

// TestMemory: however much there is, and however it is compressed, memory
// stays bounded.
func TestMemory(t *testing.T) {
	testhelp.Long(t)
	memoryTest(t)
	long := "urn:ex:" + strings.Repeat("%aa", 5<<20) + "\n" // nearly as long as allowed
	for _, c := range []struct {
		name   string
		line   string
		size   int // of the input, in bytes
		limit  int // in MiB
		status int
	}{
		{"one line of zeros", strings.Repeat("\x00", 1<<20), 512 << 20, 200, 1},
		{"long lines", long, 8 * len(long), 450, 0},
		{"empty lines", strings.Repeat("\n", 1<<20), 32 << 20, 150, 0},
		{"many bad lines", strings.Repeat("\x01\n", 1<<20), 4 << 20, 150, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := measurable(t, "check", "--json")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var out, reports counter
			cmd.Stdout, cmd.Stderr = &out, &reports
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			z, err := zstd.NewWriter(in, zstd.WithEncoderLevel(zstd.SpeedFastest))
			if err == nil {
				_, err = io.Copy(z, io.LimitReader(&repeater{line: c.line}, int64(c.size)))
			}
			if err == nil {
				err = z.Close()
			}
			if err != nil {
				t.Error(err)
			}
			in.Close()
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != c.status {
				t.Errorf("status %d, want %d", code, c.status)
			}
			peak := peakOf(t, cmd)
			t.Logf("peak %d MiB, output %d MiB, reports %d MiB", peak, out>>20, reports>>20)
			if peak > c.limit {
				t.Errorf("peak of %d MiB, want at most %d", peak, c.limit)
			}
		})
	}
}

type repeater struct {
	line string
	at   int
}

func (r *repeater) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		m := copy(b[n:], r.line[r.at:])
		n += m
		r.at = (r.at + m) % len(r.line)
	}
	return n, nil
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

var nearMisses = regexp.MustCompile(`(?m)^urn: \d+ near miss.*\n`)

// recipe is a command within a help text.
var recipe = regexp.MustCompile(`(?m)^  (urn [a-z]|comm |mlr ).*`)

// TestExamples runs the examples and recipes of the help texts. Each has to write what testdata/examples.txt
// says that somebody who copies it expects. Blanks at the start of a line do not count.
func TestExamples(t *testing.T) {
	testhelp.Slow(t)
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "urn")); err != nil {
		t.Fatal(err)
	}
	const good = "URN:ISBN:0-395-36341-1\nurn:isbn:0-395-36341-1\nurn:example:a%2fb?=q#f\n"
	for name, content := range map[string]string{"names.txt": good + "urn:x:y\n", "names.txt.gz": gz(t, good), "app.log": "see " + good, "app.log.gz": gz(t, "see "+good),
		"page.html": "see " + good, "access.log": `::1 - - [02/Nov/2024:00:08:43 +0000] "GET /a?id=urn%3Aisbn%3A0-395-36341-1&b HTTP/1.1" 200 5` + "\n", "secret.key": "0123456789abcdef\n",
		"reads.csv": "n,epc\n1,3074257BF7194E4000001A85\n", "gtins.txt": "(01)04012345111118(21)987\n04012345111118\n",
		"a.csv": "id,n\nurn:isbn:0-395-36341-1,1\nURN:ex:a,2\n", "b.csv": "id,m\nURN:ISBN:9780395363416,3\n",
		"names.csv": "id,n\nURN:EX:a,1\n", "names.jsonl": `{"id":"URN:EX:a"}` + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	examples, err := os.ReadFile(filepath.Join(cmdtest.Dir, "testdata/examples.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(examples)) {
		if example, text, ok := strings.Cut(strings.TrimSpace(line), " => "); ok {
			if want[example], err = strconv.Unquote(text); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
	}
	indent := regexp.MustCompile(`(?m)^ +`)
	var try func(*cobra.Command)
	try = func(cmd *cobra.Command) {
		recipes := strings.Join(recipe.FindAllString(cmd.Long, -1), "\n")
		for line := range strings.FieldsFuncSeq(recipes+"\n"+cmd.Example, func(r rune) bool { return r == '\n' }) {
			line = strings.TrimSpace(line)
			if tool := regexp.MustCompile(`\b(jq|mlr) `).FindString(line); tool != "" {
				if _, err := exec.LookPath(strings.TrimSpace(tool)); err != nil {
					t.Logf("not tried, for want of %s: %s", tool, line)
					continue
				}
			}
			if strings.HasPrefix(line, "urn serve") {
				t.Logf("not tried, because it runs until a signal: %s", line)
				continue
			}
			c := exec.Command(sh, "-c", line)
			c.Dir, c.Stdin = dir, strings.NewReader("see "+good)
			c.Env = append(os.Environ(), beTheCommand+"=1", "PATH="+dir+":"+os.Getenv("PATH"), "a=urn:ex:a", "b=URN:ex:a", "URN_SECRET=0123456789abcdef")
			var stdout, stderr bytes.Buffer
			c.Stdout, c.Stderr = &stdout, &stderr
			c.Run()
			said := nearMisses.ReplaceAllString(withoutReplaced(stderr.String()), "") // names.txt has one
			text, known := want[line]
			missing := !known || !strings.Contains(indent.ReplaceAllString(stdout.String()+stderr.String(), ""), indent.ReplaceAllString(text, ""))
			if code := c.ProcessState.ExitCode(); code > 1 || missing || strings.Contains(strings.NewReplacer("urn: names left out: ", "", "urn: findings that --fix ", "").Replace(said), "urn: ") {
				t.Errorf("%s\nstatus %d, want %q (in testdata/examples.txt: %v)\n%s%s", line, code, text, known, &stdout, &stderr)
			}
		}
		for _, sub := range cmd.Commands() {
			try(sub)
		}
	}
	root := rootCommand(stdio.Streams{})
	try(root)
	for _, cmd := range root.Commands() {
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		for _, undocumented := range undocumentedFlags(cmd) {
			t.Errorf("%s: %s", cmd.CommandPath(), undocumented)
		}
	}
}

func undocumentedFlags(cmd *cobra.Command) (found []string) {
	for line := range strings.Lines(cmd.LocalFlags().FlagUsages()) {
		if len(strings.Fields(line)) < 3 {
			found = append(found, fmt.Sprintf("flag without a text: %s", line))
		}
	}
	return found
}
