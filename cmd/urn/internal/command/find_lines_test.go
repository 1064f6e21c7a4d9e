package command

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
)

// -c and -l, as grep means them.
func TestFindLikeGrep(t *testing.T) {
	cmdtest.ChdirTemp(t)
	if err := os.MkdirAll("d/e", 0o700); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("urn:ex:a ", 100_000) // several blocks
	for name, text := range map[string]string{
		"a": "urn:ex:a urn:ex:b\nx\nurn:isbn:c", "b": "x\n", "empty": "", "near": "urn:a.b:c urn:a.b:d\nurn:ex:a\n", "long": "x\n" + long + "\nurn:ex:a\n" + long, "d/f": "urn:ex:f\n\nurn:ex:f\n", "d/e/g": "x\n", "d/e/h": "urn:ex:h",
		"cut": "urn:ex:" + strings.Repeat("a", 200_000) + "\nurn:ex:a\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const stdin = "urn:ex:a\nurn:ex:b\n\n"
	for _, c := range []struct{ args, want, stderr string }{
		{"-c a", "2\n0", ""}, {"-c b", "0\n1", ""}, {"-c empty", "0\n1", ""}, {"-c", "2\n0", ""}, {"-c -", "2\n0", ""},
		{"-cH", "<stdin>:2\n0", ""}, {"-c a b empty a -", "a:2\nb:0\nempty:0\na:2\n<stdin>:2\n0", ""},
		{"-c a a", "a:2\na:2\n0", ""}, {"-c d/e/h d/e/h", "d/e/h:1\nd/e/h:1\n0", ""}, {"-l d/e/h d/e/h", "d/e/h\nd/e/h\n0", ""}, {"-c --no-filename a b", "2\n0\n0", ""}, {"--count-lines long", "3\n0", ""}, {"-c cut", "1\n2", "urn: cut:1: a URN of 200007 bytes*"},
		{"-c a missing b", "a:2\nb:0\n2", "urn: missing: no such file or directory\n"},
		{"-c --nid isbn a b", "a:1\nb:0\n0", ""}, {"-c --pattern urn:ex:{x} a", "1\n0", ""},
		{"-c --near near a", "near:1\na:0\n0", ""}, {"-l --near near a", "near\n0", ""}, {"-l a b near", "a\nnear\n0", "urn: 2 near misses*"}, {"-l b", "1", ""}, {"-l", "<stdin>\n0", ""},
		{"-rc d", "d/e/h:1\nd/f:2\n0", ""}, {"-rl d", "d/e/h\nd/f\n0", ""}, {"-rl d a", "d/e/h\nd/f\na\n0", ""}, {"-rc --json d", "{\"file\":\"d/e/h\",\"lines\":1}\n{\"file\":\"d/f\",\"lines\":2}\n0", ""},
		{"-c --json a b", "{\"file\":\"a\",\"lines\":2}\n{\"file\":\"b\",\"lines\":0}\n0", ""}, {"-c --json", "{\"lines\":2}\n0", ""}, {"-l --json b a", "{\"file\":\"a\",\"lines\":2}\n0", ""},
		{"-cq a", "0", ""}, {"-lq b", "1", ""}, {"-c -j1 a b", "a:2\nb:0\n0", ""},
		{"-cl a", "2", "urn: *cannot be used together*"}, {"-c --count a", "2", "urn: *cannot be used together*"}, {"-l -n a", "2", "urn: *cannot be used together*"}, {"-c -C1 a", "2", "urn: *cannot be used together*"},
	} {
		got := command(t, nil, stdin, append([]string{"find"}, strings.Fields(c.args)...)...)
		if out := got.stdout + fmt.Sprint(got.status); out != c.want || !matches(got.stderr, c.stderr) {
			t.Errorf("urn find %s: %q, want %q; %q", c.args, out, c.want, got.stderr)
		}
	}
}
