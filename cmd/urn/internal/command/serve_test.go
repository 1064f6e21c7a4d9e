package command

import (
	"strings"
	"testing"
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
