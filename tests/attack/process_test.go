//go:build unix

package attack

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The limits of one process.
const (
	timeLimit   = 10 * time.Second
	memoryLimit = 512 << 20 // resident, in bytes
	// The shell's units are kibibytes, and blocks of 512 or 1024 bytes. Go reserves
	// more addresses than it uses.
	limits = `ulimit -v 8388608; ulimit -f 65536; exec "$@"`
)

// attempt is one case.
type attempt struct {
	*rand.Rand
	root        string // of the repository
	binary      string
	dir         string        // of its own, empty at first
	commandLine string        // of the last process
	limit       time.Duration // of one process; 0: timeLimit
}

// result is the result of a process.
type result struct {
	stdout, stderr string
	status         int
}

// command runs urn in the directory of the case, within the limits.
func (c *attempt) command(args ...string) (result, error) {
	c.commandLine = quoted(args)
	limit := cmp.Or(c.limit, timeLimit)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", limits, "sh", c.binary}, args...)...)
	cmd.Dir = c.dir
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return result{}, fmt.Errorf("runs for more than %v", limit)
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return result{}, err
	}
	r := result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		// A new process has this one's memory until it runs the program.
		var own syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
			return r, err
		}
		if err := checkMemory(peak(usage), peak(&own)); err != nil {
			return r, err
		}
	}
	if strings.Contains(r.stderr, "goroutine ") {
		return r, fmt.Errorf("panics: %.2000s", r.stderr)
	}
	return r, printable(r.stderr)
}

// peak is the largest resident memory, in bytes.
func peak(usage *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

// checkMemory compares what a process has used at most with the limit. What this
// process has used itself says nothing about the other.
func checkMemory(used, own int64) error {
	if used > max(memoryLimit, own) {
		return fmt.Errorf("takes %d MiB of memory", used>>20)
	}
	return nil
}

// quoted is the command line for a POSIX shell, with escapes for bytes that it cannot quote.
func quoted(args []string) string {
	var b strings.Builder
	b.WriteString("urn")
	for _, arg := range args {
		if strconv.Quote(arg) == `"`+arg+`"` {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		} else {
			arg = "$" + "'" + strings.ReplaceAll(strings.Trim(strconv.QuoteToASCII(arg), `"`), "'", `\'`) + "'"
		}
		b.WriteString(" " + arg)
	}
	return b.String()
}

// one returns one of the elements.
func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// printable checks that nothing that a terminal obeys is in the reports.
func printable(stderr string) error {
	for line := range strings.Lines(stderr) {
		for _, r := range strings.TrimSuffix(line, "\n") {
			if r < ' ' || 0x7f <= r && r < 0xa0 || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || r == 0xfffd {
				return fmt.Errorf("standard error has U+%04X: %.300q", r, line)
			}
		}
	}
	return nil
}
