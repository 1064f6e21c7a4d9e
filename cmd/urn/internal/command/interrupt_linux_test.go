package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// A signal ends a command that waits for the other end of a named pipe, whatever the pipe
// is for.
func TestInterruptWhileAPipeWaits(t *testing.T) {
	testhelp.Slow(t)
	cmdtest.ChdirTemp(t)
	for _, name := range []string{"a", "b"} {
		if err := os.WriteFile(name, []byte("urn:ex:a\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made := map[string]bool{}
	reads := []string{
		"check PIPE", "check -q a PIPE b", "parse PIPE", "normalize PIPE", "map --to key PIPE", "match urn:ex:{a} PIPE", "build urn:ex:{a} PIPE",
		"check --csv-column x PIPE", "replace --to key --json-field x PIPE", "normalize --rejects rejects PIPE",
		"find PIPE", "find a PIPE b", "find -r PIPE a", "find -l a PIPE", "find --count PIPE a", "find --csv PIPE", "find --in json a PIPE",
		"replace --to key PIPE", "replace --to key a PIPE b", "replace --to key --in csv a PIPE",
		"lint PIPE", "lint a PIPE b", "lint --fix PIPE", "lint --diff a PIPE", "lint --sarif PIPE", "lint --write-baseline w PIPE",
		"lint --config PIPE a", "lint --baseline PIPE a", "replace --to hash --secret-file PIPE a",
	}
	writes := []string{"lint --write-baseline PIPE a", "check --rejects PIPE a", "normalize -q --rejects PIPE a"}
	// pipe makes a named pipe. If held, there is another end, which says nothing.
	pipe := func(name string, held bool) {
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		other, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if held {
			t.Cleanup(func() { other.Close() })
		} else if err := other.Close(); err != nil {
			t.Fatal(err)
		}
	}
	interrupt := func(line string, held bool) {
		name := fmt.Sprintf("pipe%d", len(made))
		made[name] = true
		pipe(name, held)
		line = strings.ReplaceAll(line, "PIPE", name)
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		var out, errs bytes.Buffer
		ended := make(chan int, 1)
		go func() { ended <- run(ctx, strings.Fields(line), strings.NewReader(""), &out, &errs) }()
		select {
		case status := <-ended:
			t.Errorf("urn %s ends with status %d, %q, before the signal", line, status, errs.String())
			return
		case <-time.After(30 * time.Millisecond):
		}
		cancel(stdio.Interrupted{Signal: syscall.SIGINT})
		select {
		case status := <-ended:
			if status != 130 || !strings.HasPrefix(errs.String(), "urn: interrupted") || strings.Count(withoutReplaced(errs.String()), "\n") != 1 {
				t.Errorf("urn %s: status %d, %q after a signal", line, status, errs.String())
			}
		case <-time.After(2 * time.Second):
			t.Errorf("urn %s: a signal does not end it", line)
		}
	}
	for _, line := range reads {
		interrupt(line, false)
		interrupt(line, true)
	}
	for _, line := range writes {
		interrupt(line, false) // one that is held takes what is written
	}
	made["a"], made["b"], made["rejects"] = true, true, true
	list, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if !made[e.Name()] {
			t.Errorf("the commands leave %s", e.Name())
		}
	}
}
