//go:build unix

package command

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

const unregistered = "the namespace is not registered (RFC 8141, section 5); in examples write urn:example:…, and list a namespace of your own in \"nids\" of .urnlint.toml [unregistered-nid]\n"

// The flags of lint do what they say. What lint itself does is tested in its package.
func TestLintCommand(t *testing.T) {
	files := map[string]string{
		"a": "urn:nowhere:a\nURN:example:b%c3\n", "b": "urn:example:a#f\n", "good": "urn:example:a\n", "hello": "\"urn:example:cap?module=x&revision=2020-01-01\"\n",
		"patterns": "urn:nowhere:{a}:{b}\n", "config": "[rules]\nunregistered-nid = \"off\"\n", "bad.toml": "[rule]\n",
		"own": "urn:acme:item:{id,number}\n", "capitals": "'urn:acme:item:1' 'urn:acme:item:X.X'\n",
		"prose": "of urn:acme:item:1 and urn:acme:item:x too\nformat(urn:acme:item:y)\n", "xml": "<a xmlns=\"urn:acme:item:x\"/>\n",
		"a_test.go": "'urn:acme:item:x'\n", "meant": "'urn:oid:x.x.x.x' 'urn:oma:lwm2m'\n", "twice": "u=urn%253Aex%253Aa E'urn\\x3aex'\n{\"a\":\"urn\\x3aex:S\"}",
	}
	const inA = "a:1:5: warning: urn:nowhere:a: " + unregistered
	for _, c := range []struct {
		args string
		want result
	}{
		{"lint good", result{}},
		{"lint b", result{}},
		{"lint --all b", result{"b:1:15: note: urn:example:a#f: an f-component is not part of the name (RFC 8141, section 2.3.3) [f-component]\n", "", 0}},
		{"lint --all b --rule f-component=off", result{}},
		{"lint hello", result{}},
		{"lint --all hello", result{"hello:1:18: error: urn:example:cap?module=x&revision=2020-01-01: the URN ends after urn:example:cap: malformed namespace-specific string: unexpected 'm'; only '+' or '=' follows a '?' here; " +
			"the parameters of a capability of NETCONF stay as they are (RFC 6241, section 8; RFC 6020, section 5.6.4) [truncated]\n", "", 1}},
		{"lint b --rule f-component=error --quiet", result{"", "", 1}},
		{"lint --all a --rule scheme-case=off --rule lower-case-hex=off --rule not-utf-8=off", result{inA, "", 1}},
		{"lint a --rule nosuch=off", result{"", "urn: --rule: there is no rule \"nosuch\"; --list-rules lists them\nTry 'urn lint --help'.\n", 2}},
		{"lint a --rule malformed", result{"", "urn: --rule malformed: \"\" is not a level: want error, warning, note or off\nTry 'urn lint --help'.\n", 2}},
		{"lint --all a --config config --rule scheme-case=off --rule lower-case-hex=off --rule not-utf-8=off", result{}},
		{"lint a --config bad.toml", result{"", "urn: bad.toml:1:2: unknown key \"rule\": want *", 2}},
		{"lint a --config nosuch", result{"", "urn: open nosuch: no such file or directory\n", 2}},
		{"lint nosuch", result{"", "urn: nosuch: no such file or directory\n", 2}},
		{"lint good --stats", result{"", "urn: inputs=1 failed=0 bytes=14 lines=1 binary=0 errors=0 warnings=0 notes=0 spared=0 suppressed=0 baseline=0 stale=0 fixed=0 seconds=#\n", 0}},
		{"lint -j1 good", result{}},
		{"lint -j0 good", result{"", "*", 2}},
		{"lint --all --color=always b", result{"\x1b[1mb:1:15:\x1b[0m \x1b[36mnote:\x1b[0m urn:example:a#f: an f-component is not part of the name (RFC 8141, section 2.3.3) [f-component]\n", "", 0}},
		{"lint --all --json b", result{`{"file":"b","line":1,"offset":14,"column":15,"length":1,"rule":"f-component","level":"note","message":"an f-component is not part of the name (RFC 8141, section 2.3.3)","name":"urn:example:a#f"}` + "\n", "", 0}},
		{"lint --diff a", result{"--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n urn:nowhere:a\n-URN:example:b%c3\n+urn:example:b%C3\n", "urn: findings that --fix does not mend, and that are not shown: 2\n", 1}},
		{"lint --diff --json a", result{"", "urn: --diff and --json cannot be used together\nTry 'urn lint --help'.\n", 2}},
		{"lint --fix --diff a", result{"", "*", 2}},
		{"lint --xml a", result{"", "*", 2}},
		{"lint --patterns patterns --all --rule not-utf-8=off --rule scheme-case=off --rule lower-case-hex=off a", result{"*[namespace]\n", "", 1}},
		// What the patterns of the user refuse is always reported, and what else is left out is counted.
		{"lint --patterns own capitals", result{"capitals:1:34: warning: urn:acme:item:X.X: *field \"id\"*[namespace]\n", "", 1}},
		{"lint --patterns own prose", result{"prose:1:38: warning: urn:acme:item:x: *prose:2:22: warning: urn:acme:item:y: *", "", 1}},
		{"lint --patterns own xml", result{"*[namespace]\n", "", 1}},
		{"lint --patterns own a_test.go", result{"", "urn: names left out: 1 in tests; --all reports them\n", 0}},
		{"lint --patterns own --rule namespace=off capitals", result{}},
		{"lint meant", result{"", "urn: names left out: 2 resembling a placeholder or a prefix; --all reports them\n", 0}},
		{"lint twice", result{"", "urn: not checked: 1 name begins with urn%253A, which is encoded twice: decode the text once\nurn: not checked: 2 names begin with urn\\x3a: decode the text once\n", 0}},
		{"lint --stats meant", result{"", "urn: names left out: 2 *spared=2 *", 0}},
	} {
		got := command(t, files, "", strings.Fields(c.args)...)
		if i := strings.Index(got.stderr, "seconds="); i >= 0 {
			got.stderr = got.stderr[:i] + "seconds=#\n"
		}
		if got.status != c.want.status || !matches(got.stdout, c.want.stdout) || !matches(got.stderr, c.want.stderr) {
			t.Errorf("%s\ngives %+v\nwant  %+v", c.args, got, c.want)
		}
	}
	got := command(t, nil, "", "lint", "--list-rules")
	if got.status != 0 || !strings.HasPrefix(got.stdout, "malformed            warning  ") || strings.Count(got.stdout, "\n") < 25 {
		t.Errorf("--list-rules: %+v", got)
	}
}

// --syntax is that of the other commands, and comes after the configuration, as --rule does.
func TestLintSyntax(t *testing.T) {
	files := map[string]string{"a": "\"urn:x:a\" \"urn:example:~\"\n"}
	const configured = "mkdir old; cp a old; echo 'syntax = \"rfc2141\"' >old/.urnlint.toml; "
	const short, tilde = "*urn:x:a: *[malformed]\n*", "*urn:example:~: *[malformed]\n*"
	for _, c := range []struct{ script, stdout string }{
		{"urn lint a", short},
		{"urn lint -s rfc2141 a", tilde},
		{configured + "urn lint old/a", tilde},
		{configured + "urn lint --syntax rfc8141 old", short},
		{configured + "urn lint --syntax rfc8141 old | grep -c '~'", "0\n"},
		{configured + "urn lint -s rfc2141 . | grep -c urn:x:a", "0\n"},
		{"urn lint -s rfc9 a 2>&1", "urn: invalid argument \"rfc9\" for \"-s, --syntax\" flag: want rfc8141, *"},
	} {
		if got := sh(t, files, c.script); !matches(got.stdout, c.stdout) || got.stderr != "" {
			t.Errorf("%s\ngives\n%s\n%s\nwant\n%s", c.script, got.stdout, got.stderr, c.stdout)
		}
	}
}

// Failures of the output, as with the other commands.
func TestLintStreams(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	files := map[string]string{"a": "urn:nowhere:a\n", "good": "urn:example:a\n"}
	const full = "urn: write /dev/stdout: no space left on device\n"
	for _, c := range []struct{ script, stdout, stderr string }{
		{"urn lint --all a >/dev/full; echo $?", "2\n", full},
		{"urn lint --all --json a >/dev/full; echo $?", "2\n", full},
		{"urn lint --all --sarif good >/dev/full; echo $?", "2\n", full},
		{"urn lint --all --diff a >/dev/full; echo $?", "1\n", "urn: findings that --fix*"}, // there is no diff
		{"urn lint --list-rules >/dev/full; echo $?", "2\n", full},
		{"urn lint --all --stats good 2>/dev/full; echo $?", "2\n", ""},
		{"urn lint --all nosuch good 2>/dev/full; echo $?", "2\n", ""},
		{"urn lint --all --write-baseline no/such a; echo $?", "2\n", "urn: open no/*"},
		{"cp a b; urn lint --all --write-baseline b b; echo $?; cmp a b && rm b", "2\n", "urn: b: not a baseline, and not empty: *"},
		{"urn lint --all --sarif . >report; echo $?; grep -c ruleId report", "1\n1\n", ""},
		{"urn lint --all a >>a; echo $?; cat a", "2\nurn:nowhere:a\n", "urn: a: is the file that the output goes to\n"},
		{"chmod 0 good; urn lint --all good; echo $?", "*", "*"},
		{"mkfifo p; urn lint --all . >/dev/null; echo $?", "1\n", ""},
		{"mkfifo p; echo urn:nowhere:p >p & urn lint --all p; echo $?", "p:1:5: warning: urn:nowhere:p: " + unregistered + "1\n", ""},
	} {
		if got := sh(t, files, c.script); !matches(got.stdout, c.stdout) || !matches(got.stderr, c.stderr) {
			t.Errorf("%s\ngives\n%s\n%s\nwant\n%s\n%s", c.script, got.stdout, got.stderr, c.stdout, c.stderr)
		}
	}
}

func TestLintOutputClosedEarly(t *testing.T) {
	testhelp.Slow(t)
	dir := t.TempDir()
	var names strings.Builder
	n := 1000
	if testhelp.IsLong() {
		n = 5000
	}
	for i := range n {
		fmt.Fprintf(&names, "urn:nowhere:%d\n", i)
	}
	for i := range 20 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte(names.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range []string{"", "--json", "--sarif"} {
		cmd := process(t, append([]string{"lint", "--all"}, append(strings.Fields(format), dir)...)...)
		closedEarly(t, "lint "+format, cmd)
	}
}

// An interrupt ends lint in good order: what has been found is written, and a document
// is complete.
func TestLintInterrupt(t *testing.T) {
	testhelp.Slow(t)
	cmd := process(t, "lint", "--all", "--sarif", "--stats", "-")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// More than a pipe holds: it runs when this is written.
	if _, err := in.Write(bytes.Repeat([]byte("urn:nowhere:a\n"), 1<<20/14)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGTERM) // while it waits for more
	rest, _ := io.ReadAll(out)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 143 || !strings.HasSuffix(string(rest), "]}]}\n") ||
		!strings.Contains(string(rest), "urn:nowhere:a") || !strings.Contains(stderr.String(), "urn: interrupted: ") {
		t.Errorf("status %d, %q, stderr %q", code, rest, &stderr)
	}
}

// Files of CSV are read by cell, as find and replace read them, also beyond a block.
func TestLintCSV(t *testing.T) {
	text := "id;u;x\n1;\"" + strings.Repeat("; open\n", 60_000) + "\";urn:isbn:0-395-36341-2;5\n2;URN:ISBN:0-395-36341-1;z\n3;x;\"urn:isbn:0-395-36341-2;z\"\n"
	bad := regexp.MustCompile(`(?m)^a\.(csv|txt):\d+:\d+: error: (\S+):.* \[namespace\]`)
	for _, c := range []struct {
		args string
		want string
	}{
		{"a.csv", "urn:isbn:0-395-36341-2 urn:isbn:0-395-36341-2;z"},
		{"--in=csv a.txt", "urn:isbn:0-395-36341-2 urn:isbn:0-395-36341-2;z"},
		{"--in=text a.csv", "urn:isbn:0-395-36341-2;5 URN:ISBN:0-395-36341-1;z urn:isbn:0-395-36341-2;z"},
	} {
		files := map[string]string{"a.csv": text, "a.txt": text}
		got := command(t, files, "", slices.Concat([]string{"lint", "--all", "--places"}, strings.Fields(c.args))...)
		var names []string
		for _, m := range bad.FindAllStringSubmatch(got.stdout, -1) {
			names = append(names, m[2])
		}
		if list := strings.Join(names, " "); list != c.want {
			t.Errorf("lint %s: %q, want %q: %.2000s", c.args, list, c.want, got.stdout)
		}
	}
	command(t, map[string]string{"a.csv": text}, "", "lint", "--fix", "a.csv")
	if got, _ := os.ReadFile("a.csv"); string(got) != strings.Replace(text, "URN:ISBN", "urn:isbn", 1) {
		t.Error("--fix has not mended the name, or more than that")
	}
}
