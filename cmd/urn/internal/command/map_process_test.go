//go:build unix

package command

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// conversation is with a process that answers line by line.
type conversation struct {
	in      io.WriteCloser
	answers chan string
}

func converse(t *testing.T, args ...string) (c conversation, stderr *bytes.Buffer, wait func() int) {
	t.Helper()
	cmd := process(t, args...)
	stderr = &bytes.Buffer{}
	cmd.Stderr = stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if c.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.answers = make(chan string)
	go func() {
		defer close(c.answers)
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				c.answers <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return c, stderr, func() int {
		c.in.Close()
		for line := range c.answers {
			t.Errorf("left over: %q", line)
		}
		cmd.Wait()
		return cmd.ProcessState.ExitCode()
	}
}

func (c conversation) say(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		t.Fatal(err)
	}
}

// hear waits for one answer. Nothing more is said meanwhile.
func (c conversation) hear(t *testing.T, want string) {
	t.Helper()
	select {
	case got := <-c.answers:
		if got != want+"\n" {
			t.Fatalf("answer %q, want %q", got, want)
		}
	case <-time.After(30 * time.Second):
		t.Fatalf("no answer in 30 s, want %q", want)
	}
}

// A line is answered before the next one is written.
func TestMapLineByLine(t *testing.T) {
	c, stderr, wait := converse(t, "map", "--to", "key")
	n := 2_000
	if testing.Short() {
		n = 200
	}
	for i := range n {
		c.say(t, fmt.Sprintf("URN:EX:%d?=q\n", i))
		c.hear(t, fmt.Sprintf("urn:ex:%d", i))
		switch i % 5 {
		case 0:
			c.say(t, "\n")
		case 1:
			c.say(t, "no urn\r\n")
		case 2:
			c.say(t, "\x1f\x8b\x08\xff\x00\n")
		default:
			continue
		}
		c.hear(t, `\N`)
	}
	// Half a line is no line, and what stands before it is answered.
	c.say(t, "urn:ex:a\nurn:ex:b\nurn:")
	c.hear(t, "urn:ex:a")
	c.hear(t, "urn:ex:b")
	c.say(t, "ex:c\n")
	c.hear(t, "urn:ex:c")
	// A line longer than any that is kept is answered too.
	c.say(t, strings.Repeat("x", flags.DefaultMaxLine+1<<20)+"\n")
	c.hear(t, `\N`)
	// So is a block, whole.
	c.say(t, strings.Repeat("urn:ex:d\n\n", 1_000))
	for range 1_000 {
		c.hear(t, "urn:ex:d")
		c.hear(t, `\N`)
	}
	c.say(t, "urn:ex:end")
	c.in.Close()
	c.hear(t, "urn:ex:end")
	if code := wait(); code != 0 || stderr.Len() != 0 {
		t.Errorf("status %d, stderr %q; want 0, nothing", code, stderr)
	}
}

// The first line, whatever it is, is answered before there is a second one.
func TestMapFirstLine(t *testing.T) {
	for _, first := range []string{"", "\r", "(", "\x1f", "\x1f\x8b", "\x28\xb5\x2f", "P", "P*M\x18", "\ufeff", "\x00"} {
		c, _, wait := converse(t, "map", "--to", "nid", "--null", "-")
		c.say(t, first+"\n")
		c.hear(t, "-")
		c.say(t, "urn:ex:a\n")
		c.hear(t, "ex")
		if code := wait(); code != 0 {
			t.Errorf("first line %q: status %d", first, code)
		}
	}
}

// As many lines as an engine has, while it reads the answers: every one is
// answered, in order, and memory stays bounded.
func TestMapManyLines(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	cmd := measurable(t, "map", "--to", "key", "--namespace")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		w := bufio.NewWriter(in)
		for i := range n {
			switch i % 4 {
			case 0:
				fmt.Fprintf(w, "URN:UUID:%08X-7DEC-11D0-A765-00A0C91E6BF6#f\r\n", i)
			case 1:
				fmt.Fprintf(w, "\n")
			case 2:
				fmt.Fprintf(w, "urn:%d\n", i)
			default:
				fmt.Fprintf(w, "urn:Example:%d%%2f%s\n", i, strings.Repeat("a", i%100))
			}
		}
		w.Flush()
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	i := 0
	for ; lines.Scan(); i++ {
		want := `\N`
		switch i % 4 {
		case 0:
			want = fmt.Sprintf("urn:uuid:%08x-7dec-11d0-a765-00a0c91e6bf6", i)
		case 3:
			want = fmt.Sprintf("urn:example:%d%%2F%s", i, strings.Repeat("a", i%100))
		}
		if lines.Text() != want {
			t.Fatalf("line %d is answered by %q, want %q", i+1, lines.Text(), want)
		}
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); i != n || code != 0 || lines.Err() != nil {
		t.Errorf("%d answers for %d lines, status %d, %v", i, n, code, lines.Err())
	}
	peak := peakOf(t, cmd)
	if t.Logf("peak %d MiB", peak); peak > 150 && !testhelp.Race {
		t.Errorf("peak of %d MiB", peak)
	}
}

// An engine that goes away is no reason to say anything.
func TestMapOutputClosed(t *testing.T) {
	cmd := process(t, "map", "--to", "key")
	endlessly(t, cmd)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	bufio.NewReader(out).ReadString('\n')
	out.Close()
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 141 || stderr.Len() != 0 {
		t.Errorf("status %d, stderr %q; want 141, nothing", code, &stderr)
	}
}

// Standard input that is a file is read as a file is.
func TestMapRedirectedFile(t *testing.T) {
	name := t.TempDir() + "/in"
	if err := os.WriteFile(name, []byte(gz(t, "\ufeffURN:EX:a\nx\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	cmd := process(t, "map", "--to", "key")
	cmd.Stdin = in
	out, err := cmd.Output()
	if string(out) != "urn:ex:a\n\\N\n" || err != nil {
		t.Errorf("map < file: %q, %v", out, err)
	}
}

// However much is answered to however little, memory stays bounded.
func TestMapMemory(t *testing.T) {
	testhelp.Long(t)
	memoryTest(t)
	for _, c := range []struct {
		name  string
		args  []string
		line  string
		size  int // of the input, in bytes
		limit int // in MiB
	}{
		{"long NULL", []string{"--to", "key", "--null", strings.Repeat("x", 5_000)}, "\n", 1 << 18, 150},
		{"errors of empty lines", []string{"--json", "--errors"}, "\n", 1 << 20, 150},
		{"errors of lines too long", []string{"--json", "--errors", "--max-line", "1"}, "xx\n", 1 << 20, 150},
		{"long lines", []string{"--json", "--namespace"}, "urn:iso:" + strings.Repeat("A", 15<<20) + "\n", 60 << 20, 550},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := measurable(t, append([]string{"map"}, c.args...)...)
			cmd.Stdin = io.LimitReader(&repeater{line: c.line}, int64(c.size))
			var out counter
			cmd.Stdout = &out
			if err := cmd.Run(); err != nil {
				t.Error(err)
			}
			peak := peakOf(t, cmd)
			t.Logf("peak %d MiB, output %d MiB", peak, out>>20)
			if peak > c.limit {
				t.Errorf("peak of %d MiB, want at most %d", peak, c.limit)
			}
		})
	}
}

// A pipe that has a name is a file among others, as of "<(gzip -c names.txt)".
func TestMapNamedPipe(t *testing.T) {
	name := t.TempDir() + "/pipe"
	if err := exec.Command("mkfifo", name).Run(); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	go os.WriteFile(name, []byte(gz(t, "\ufeffURN:EX:a\n")), 0)
	out, err := process(t, "map", "--to", "key", name).Output()
	if string(out) != "urn:ex:a\n" || err != nil {
		t.Errorf("map pipe: %q, %v", out, err)
	}
}
