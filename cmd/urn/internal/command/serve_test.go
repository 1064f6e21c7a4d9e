package command

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

func TestServeUsage(t *testing.T) {
	for _, args := range [][]string{
		{"serve", "--port", "65536"}, {"serve", "--port", "-1"}, {"serve", "--port", "http"}, {"serve", "file"},
	} {
		out := command(t, nil, "", args...)
		if out.status != 2 || out.stdout != "" || !strings.Contains(out.stderr, "Try 'urn serve --help'") {
			t.Errorf("%q: %+v", args, out)
		}
	}
}

// The server writes its address, and runs until a signal.
func TestServeRuns(t *testing.T) {
	for _, signal := range []error{nil, stdio.Interrupted{Signal: syscall.SIGTERM}} {
		ctx, stop := context.WithCancelCause(t.Context())
		r, w := io.Pipe()
		var stderr bytes.Buffer
		status := make(chan int, 1)
		go func() {
			status <- run(ctx, []string{"serve"}, strings.NewReader(""), w, &stderr)
			w.Close()
		}()
		line := make([]byte, 100)
		n, err := r.Read(line)
		if err != nil {
			t.Fatal(err)
		}
		address := strings.TrimSpace(string(line[:n]))
		response, err := http.Get(address)
		if err != nil {
			t.Fatalf("%q: %v", line[:n], err)
		}
		response.Body.Close()
		stop(signal)
		want := 0
		if signal != nil {
			want = 128 + int(syscall.SIGTERM)
		}
		select {
		case got := <-status:
			if got != want || stderr.Len() > 0 {
				t.Errorf("after %v: status %d, want %d; %q", signal, got, want, &stderr)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("it still runs after %v", signal)
		}
	}
	// A port that is taken.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	if got := command(t, nil, "", "serve", "--port", port); got.status != 2 || got.stdout != "" || !strings.HasPrefix(got.stderr, "urn: listen tcp 127.0.0.1:"+port) {
		t.Errorf("a port that is taken: %+v", got)
	}
}
