package command

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

type result struct {
	stdout, stderr string
	status         int
}

// everyByte returns a line for each byte, with before at its beginning.
func everyByte(before string) string {
	var b strings.Builder
	for c := range 256 {
		b.WriteString(before)
		b.WriteByte(byte(c))
		b.WriteByte('\n')
	}
	return b.String()
}

// command runs the command in a directory that holds the files given.
func command(t *testing.T, files map[string]string, stdin string, args ...string) result {
	t.Helper()
	if files != nil {
		cmdtest.ChdirTemp(t)
		for name, content := range files {
			cmdtest.NeedName(t, name)
			if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	var stdout, stderr bytes.Buffer
	status := run(t.Context(), args, strings.NewReader(stdin), &stdout, &stderr)
	return result{stdout.String(), cmdtest.Messages(stderr.String()), status}
}

func compressed(t *testing.T, s string, to func(io.Writer) (io.WriteCloser, error)) string {
	t.Helper()
	var b bytes.Buffer
	w, err := to(&b)
	if err == nil {
		_, err = io.WriteString(w, s)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gz(t *testing.T, s string) string {
	return compressed(t, s, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
}

func zst(t *testing.T, s string) string {
	return compressed(t, s, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
}

const mixed = cmdtest.Mixed

const mixedReport = `2:6: malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit
    URN:x:y
         ^
`

func TestCommand(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  string // split at spaces
		stdin string
		files map[string]string
		want  result
		kept  string // what --rejects kept in the file bad
	}{
		{name: "no command", want: result{"", "urn reads*\n  completion  Gen*\n  help        Help*", 2}},
		{name: "an NID with a colon", args: "ns ISBN:", want: result{"nid:          isbn\n*", "", 0}},
		{name: "half a name", args: "ns ex:a", want: result{"", `urn: parsing "ex:a"*`, 2}},
		{name: "check", args: "check", stdin: mixed, want: result{"", "<stdin>:" + mixedReport, 1}},
		{name: "check, all well", args: "check", stdin: "urn:a1:b\n", want: result{}},
		{name: "check nothing", args: "check", want: result{"", "urn: nothing was checked: there is no name in the input\n", 0}},
		{name: "two columns", args: "check --csv-column a --csv-column b", want: result{"", "urn: invalid argument \"b\" for \"--csv-column\" flag: a is given already\n*", 2}},
		{name: "equal, of files", args: "equal a b", files: map[string]string{"a": "urn:ex:a", "b": ""}, want: result{"", "*urn: equal compares two names, not files: \"urn help normalize\" shows how to compare those\n", 1}},
		{name: "check verbose", args: "check --verbose", stdin: mixed,
			want: result{"<stdin>:1: ok\n<stdin>:4: ok\n", "<stdin>:" + mixedReport, 1}},
		{name: "check quiet", args: "check -q", stdin: mixed, want: result{"", "", 1}},
		{name: "check files", args: "check a - b", stdin: mixed,
			files: map[string]string{"a": "x", "b": "urn:ex:%"},
			want: result{"", `a:1:1: does not begin with "urn:": unexpected 'x'
    x
    ^
<stdin>:` + mixedReport + `b:1:9: malformed percent-encoding: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25
    urn:ex:%
            ^
urn: 3 of 5 lines do not pass: 1 escape, 1 nid, 1 scheme
`, 1}},
		{name: "check with stats", args: "check -q --stats", stdin: mixed,
			want: result{"", "urn: inputs=1 failed=0 bytes=53 lines=4 accepted=2 rejected=1 empty=1 seconds=#\n", 1}},
		{name: "check rejects", args: "check -q --rejects bad a b", files: map[string]string{
			"a": "urn:a1:b\nbad one\r\n\nbad two", "b": "\ufeffbad\x00three\nurn:a1:b\nbad four"},
			want: result{"", "", 1}, kept: "bad one\r\nbad two\n\ufeffbad\x00three\nbad four"},
		{name: "check rejects, all well", args: "check --rejects bad a", files: map[string]string{"a": "urn:a1:b\n", "bad": "before"},
			want: result{"", "", 0}, kept: ""},
		{name: "check rejects to standard output", args: "check -q --rejects -", stdin: mixed, want: result{"URN:x:y\n", "", 1}},
		{name: "check JSON", args: "check --json -q a", files: map[string]string{"a": "URN:ISBN:0-395-36341-1\n\nurn:x:y\n"},
			want: result{`{"file":"a","line":1,"input":"URN:ISBN:0-395-36341-1","valid":true,"syntax":"rfc8141","nid":"ISBN","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,"normalized":"urn:isbn:0-395-36341-1","key":"urn:isbn:0-395-36341-1"}
{"file":"a","line":3,"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}
`, "", 1}},
		{name: "check RFC 2141", args: "check --syntax rfc2141", stdin: "urn:x:a/b\nurn:x:a&b\n",
			want: result{"", `<stdin>:2:8: malformed namespace-specific string: unexpected '&'; write it as %26
    urn:x:a&b
           ^
`, 1}},
		{name: "check the draft", args: "check -s draft2141bis", stdin: "urn:ex:a?b=c\nurn:ex:a?=c\n",
			want: result{"", `<stdin>:2:10: malformed q-component: unexpected '='; the query is a list of directives, such as key=value&key=value
    urn:ex:a?=c
             ^
`, 1}},

		{name: "parse", args: "parse", stdin: mixed, want: result{`input:      urn:isbn:0-395-36341-1
nid:        isbn
nss:        0-395-36341-1
normalized: urn:isbn:0-395-36341-1
key:        urn:isbn:0-395-36341-1

input:      URN:EX:a%2f?+r?=q#
nid:        EX
nss:        a%2f
r:          r
q:          q
f:
normalized: urn:ex:a%2F?+r?=q#
key:        urn:ex:a%2F

`, "<stdin>:" + mixedReport, 1}},
		{name: "parse JSON", args: "parse --json -q", stdin: "urn:ex:a?+r?=q#\n", want: result{
			`{"line":1,"input":"urn:ex:a?+r?=q#","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a","r":"r","q":"q","f":"","normalized":"urn:ex:a?+r?=q#","key":"urn:ex:a"}
`, "", 0}},

		{name: "normalize", args: "normalize", stdin: mixed,
			want: result{"urn:isbn:0-395-36341-1\nurn:ex:a%2F?+r?=q#\n", "<stdin>:" + mixedReport, 1}},
		{name: "normalise", args: "normalise", stdin: "URN:Ex:A", want: result{"urn:ex:A\n", "", 0}},
		{name: "normalize to keys", args: "normalize --key -q", stdin: mixed,
			want: result{"urn:isbn:0-395-36341-1\nurn:ex:a%2F\n", "", 1}},
		{name: "normalize the draft", args: "normalize --key -s draft2141bis", stdin: "URN:EX:a?b=c",
			want: result{"urn:ex:a\n", "", 0}},
		{name: "normalize with rejects", args: "normalize -q --rejects bad -", files: map[string]string{}, stdin: mixed,
			want: result{"urn:isbn:0-395-36341-1\nurn:ex:a%2F?+r?=q#\n", "", 1}, kept: "URN:x:y\n"},
		{name: "normalize JSON", args: "normalize --json", stdin: "urn:a1:b", want: result{
			`{"line":1,"input":"urn:a1:b","valid":true,"syntax":"rfc8141","nid":"a1","namespace":"a1","nss":"b","r":null,"q":null,"f":null,"normalized":"urn:a1:b","key":"urn:a1:b"}
`, "", 0}},
		{name: "normalize repairs", args: "normalize --repair --stats --rejects bad", files: map[string]string{},
			stdin: "URN:Ex:caf\u00e9 %2f\nurn:ex:a\nurn:ex:100%\r\nurn:ex:a|\nurn:my host:a\n",
			want: result{"urn:ex:caf%C3%A9%20%2F\nurn:ex:a\nurn:ex:a%7C\n", `<stdin>:1:11: repaired: 3 octets became escapes, from here: %C3%A9%20
    URN:Ex:café %2f
              ^
<stdin>:3:12: malformed percent-encoding: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25
    urn:ex:100%
               ^
<stdin>:4:9: repaired: 1 octet became %7C
    urn:ex:a|
            ^
<stdin>:5:7: malformed namespace identifier: unexpected ' ' (U+0020); a URN has no white space: remove it
    urn:my host:a
          ^
urn: inputs=1 failed=0 bytes=63 lines=5 accepted=3 rejected=2 empty=0 repaired=2 seconds=#
`, 1}, kept: "urn:ex:100%\r\nurn:my host:a\n"},
		{name: "normalize repairs a %", args: "normalize --repair-percent -q -s relaxed", stdin: "urn:e.x:100% \"#a#b", want: result{"urn:e.x:100%25%20%22#a#b\n", "", 0}},
		{name: "normalize repairs, keys by namespaces", args: "normalize --repair -q --key --namespace", stdin: "urn:isbn:0-395-36341-1#\u00e9\n", want: result{"urn:isbn:9780395363416\n", "", 0}},
		{name: "normalize repairs to JSON", args: "normalize --repair --json -q", stdin: "urn:a1:b\nURN:a1:b \u00e9c?d\nurn:a1:\xe9\nurn:a1: %\n", want: result{
			`{"line":1,"input":"urn:a1:b","valid":true,"syntax":"rfc8141","nid":"a1","namespace":"a1","nss":"b","r":null,"q":null,"f":null,"normalized":"urn:a1:b","key":"urn:a1:b","repaired":null}
{"line":2,"input":"URN:a1:b éc?d","valid":true,"syntax":"rfc8141","nid":"a1","namespace":"a1","nss":"b%20%C3%A9c%3Fd","r":null,"q":null,"f":null,"normalized":"urn:a1:b%20%C3%A9c%3Fd","key":"urn:a1:b%20%C3%A9c%3Fd","repaired":{"urn":"URN:a1:b%20%C3%A9c%3Fd","changes":[{"offset":8,"end":11,"escapes":"%20%C3%A9"},{"offset":12,"end":13,"escapes":"%3F"}]}}
{"line":3,"input":null,"input_base64":"dXJuOmExOuk=","valid":true,"syntax":"rfc8141","nid":"a1","namespace":"a1","nss":"%E9","r":null,"q":null,"f":null,"normalized":"urn:a1:%E9","key":"urn:a1:%E9","repaired":{"urn":"urn:a1:%E9","changes":[{"offset":7,"end":8,"escapes":"%E9"}]}}
{"line":4,"input":"urn:a1: %","valid":false,"syntax":"rfc8141","error":{"offset":9,"reason":"escape","message":"malformed percent-encoding: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25"}}
`, "", 1}},
		{name: "normalize repairs in another way", args: "normalize --repair=percent", want: result{"",
			"urn: invalid argument \"percent\" for \"--repair\" flag: it takes no value, or true or false\nTry 'urn normalize --help'.\n", 2}},

		{name: "equal", args: "equal urn:EX:a%2fb URN:ex:a%2Fb?=q#f", want: result{"equivalent\n", "", 0}},
		{name: "not equal", args: "equal urn:ex:a urn:ex:A", want: result{"not equivalent\n", "", 1}},
		{name: "equal, quiet", args: "equal -q urn:ex:a urn:ex:A", want: result{"", "", 1}},
		{name: "equal, not a URN", args: "equal urn:ex:a urn:e:a", want: result{"",
			`argument 2:6: malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit
    urn:e:a
         ^
`, 1}},
		{name: "equal, not a URN, quiet", args: "equal -q x urn:e:a", want: result{"", "", 1}},
		{name: "equal under RFC 2141", args: "equal -s rfc2141 urn:e:a?=b urn:e:a", want: result{"not equivalent\n", "", 1}},
		{name: "equal JSON", args: "equal --json urn:ex:a URN:ex:a", want: result{
			`{"equal":true,"a":{"input":"urn:ex:a","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"},"b":{"input":"URN:ex:a","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"}}
`, "", 0}},
		{name: "equal JSON, not a URN", args: "equal --json urn:ex:a x", want: result{
			`{"equal":null,"a":{"input":"urn:ex:a","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"},"b":{"input":"x","valid":false,"syntax":"rfc8141","error":{"offset":0,"reason":"scheme","message":"does not begin with \"urn:\": unexpected 'x'"}}}
`, "argument 2:1: does not begin with \"urn:\": unexpected 'x'\n    x\n    ^\n", 1}},

		{name: "UTF-16", args: "normalize", stdin: "\xfe\xff\x00U\x00R\x00N\x00:\x00E\x00X\x00:\x00a\x00\r\x00\n", want: result{"urn:ex:a\n", "", 0}},
		{name: "a format that is not read", args: "check a", files: map[string]string{"a": "7z\xbc\xaf\x27\x1c\nurn:ex:a\n"},
			want: result{"", "urn: a: a 7z archive, which urn does not read: extract its files first\n", 2}},
		{name: "compressed", args: "normalize a b -", stdin: zst(t, "URN:EX:3"),
			files: map[string]string{"a": gz(t, "URN:EX:1\n"), "b": zst(t, "URN:EX:2\n") + zst(t, "URN:EX:22\n")},
			want:  result{"urn:ex:1\nurn:ex:2\nurn:ex:22\nurn:ex:3\n", "", 0}},
		{name: "gzip in two members, cut in a line", args: "normalize a b", files: map[string]string{
			"a": gz(t, "URN:EX:1\nURN:") + gz(t, "EX:2\n"), "b": gz(t, "URN:EX:3")},
			want: result{"urn:ex:1\nurn:ex:2\nurn:ex:3\n", "", 0}},
		{name: "gzip and garbage", args: "normalize a b", files: map[string]string{"a": gz(t, "URN:EX:1\n") + "x", "b": "urn:ex:2"},
			want: result{"urn:ex:1\nurn:ex:2\n", "urn: a: gzip: trailing garbage (after line 1)\n", 2}},
		{name: "files that cannot be read", args: "normalize nosuch . a urn:a1:b --stats", files: map[string]string{"a": "URN:EX:1\nx"},
			want: result{"urn:ex:1\nurn:a1:b\n", `urn: nosuch: no such file or directory
urn: .: is a directory: only urn find -r and urn lint search directories
a:2:1: does not begin with "urn:": unexpected 'x'
    x
    ^
urn: inputs=4 failed=2 bytes=19 lines=3 accepted=2 rejected=1 empty=0 seconds=#
`, 2}},

		{name: "no command", want: result{"", "*Usage:*", 2}},
		{name: "unknown command", args: "chek", want: result{"", `urn: unknown command "chek" for "urn"

Did you mean this?
check
Try 'urn --help'.
`, 2}},
		{name: "unknown flag", args: "check --no", want: result{"", "urn: unknown flag: --no\nTry 'urn check --help'.\n", 2}},
		{name: "unknown syntax", args: "check --syntax rfc3986", want: result{"",
			"urn: invalid argument \"rfc3986\" for \"-s, --syntax\" flag: want rfc8141, rfc2141, draft2141bis, relaxed\nTry 'urn check --help'.\n", 2}},
		{name: "no size", args: "check --max-line 1T", want: result{"",
			"urn: invalid argument \"1T\" for \"--max-line\" flag: want a number of bytes from 1 to 1G, such as 4096, 64K or 16M\nTry 'urn check --help'.\n", 2}},
		{name: "one URN", args: "equal urn:a1:b", want: result{"", "urn: equal compares two URNs, and 1 argument is given\nTry 'urn equal --help'.\n", 2}},
		{name: "two outputs", args: "parse --rejects -", want: result{"",
			"urn: --rejects -: standard output already has other output\nTry 'urn parse --help'.\n", 2}},
		{name: "keys of JSON", args: "normalize --key --json", want: result{"",
			"urn: --to and --key cannot be used with --json, whose objects have both normalized and key\nTry 'urn normalize --help'.\n", 2}},
		{name: "rejects without a name", args: "check --rejects=", want: result{"",
			"urn: invalid argument \"\" for \"--rejects\" flag: the name of the file is empty\nTry 'urn check --help'.\n", 2}},
		{name: "rejects into an input", args: "check --rejects ./bad bad", files: map[string]string{"bad": "x\n"},
			want: result{"", "urn: create ./bad: is an input or the output as well: --rejects would overwrite it\n", 2}, kept: "x\n"},
		{name: "rejects into nowhere", args: "check --rejects no/such/file", files: map[string]string{},
			want: result{"", "urn: open no/such/file: no such file or directory\n", 2}},
		{name: "control characters in arguments", args: "check \x1b[31m --", files: map[string]string{},
			want: result{"", "urn: \\x1b[31m: no such file or directory\n", 2}},

		{name: "help", args: "--help", want: result{"*Exit status:*", "", 0}},
		{name: "help of a command", args: "help normalize", want: result{"*urn normalize*--key*", "", 0}},
		{name: "help of no command", args: "help nosuch", want: result{"", "urn: no such command: \"nosuch\"\n*", 2}},
		{name: "completion of no shell", args: "completion nosuch", want: result{"", "urn: no completion for a shell \"nosuch\"\n*", 2}},
		{name: "version", args: "--version", want: result{"urn *", "", 0}},
		{name: "completion of syntaxes", args: "__complete check --syntax ",
			want: result{"rfc8141\nrfc2141\ndraft2141bis\nrelaxed\n:4\n", "*", 0}},
		{name: "completion of a shell", args: "completion bash", want: result{"*bash completion*", "", 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var args []string
			if c.args != "" {
				args = strings.Split(c.args, " ")
			}
			got := command(t, c.files, c.stdin, args...)
			if i := strings.Index(got.stderr, " seconds="); i >= 0 {
				if _, err := strconv.ParseFloat(strings.TrimSpace(got.stderr[i+len(" seconds="):]), 64); err != nil {
					t.Error(err)
				}
				got.stderr = got.stderr[:i] + " seconds=#\n"
			}
			if !matches(got.stdout, c.want.stdout) {
				t.Errorf("urn %s: stdout\n%s\nwant\n%s", c.args, got.stdout, c.want.stdout)
			}
			if !matches(got.stderr, c.want.stderr) {
				t.Errorf("urn %s: stderr\n%s\nwant\n%s", c.args, got.stderr, c.want.stderr)
			}
			if got.status != c.want.status {
				t.Errorf("urn %s: status %d, want %d", c.args, got.status, c.want.status)
			}
			if strings.Contains(c.args, "--rejects bad") || strings.Contains(c.args, "--rejects ./bad") {
				kept, err := os.ReadFile("bad")
				if err != nil || string(kept) != c.kept {
					t.Errorf("urn %s: kept %q, %v; want %q", c.args, kept, err, c.kept)
				}
			}
		})
	}
}

// TestLineLimits has what is exactly as long as is allowed, and what is a little longer,
// and characters at the ends of what is looked for.
func TestLineLimits(t *testing.T) {
	advised := "urn:ex:" + strings.Repeat("a", lines.MaxLint-len("urn:ex:%41")) + "%41"
	names := "a," + strings.Repeat("b", 197) // 200 bytes as the message has them
	for _, c := range []struct {
		args, stdin string // args are separated by "|"
		want        result
	}{
		{"check|--lint", advised + "\n", result{"", "*advice: *needless-escape]*", 0}},
		{"check|--lint", "urn:ex:a" + advised[len("urn:ex:"):] + "\n", result{"", "*advice: longer than 16384 bytes: not looked at for advice*", 0}},
		{"check|--max-line|8|--stats", "urn:ex:a\nurn:ex:ab\n", result{"", "<stdin>:2:9: longer than 8 bytes (see --max-line)\n*accepted=1 rejected=1 *", 1}},
		{"check", "urn:ex:a\n\ufeffurn:ex:b\n", result{"", "<stdin>:2:1: does not begin with \"urn:\": unexpected byte order mark U+FEFF; it is invisible: remove it\n*", 1}},
		{"check", "\ufeffurn:ex:a\nurn:ex:b\n", result{"", "", 0}},
		{"check|--csv-column|x", names + "\n", result{"", "*the header has a, " + strings.Repeat("b", 197) + "\n", 2}},
		{"check|--csv-column|x", names + "b\n", result{"", "*the header has a, " + strings.Repeat("b", 197) + "...\n", 2}},
		{"check|--csv-column|1", "a\n\"urn:ex:\"\"a\"\n", result{"", "<stdin>:2:8: malformed namespace-specific string: unexpected '\"'; remove it if it encloses the name; otherwise write it as %22\n    urn:ex:\"a\n           ^\n", 1}},
		{"check|--csv-column|2", "a,b\n1,urn:ex:é\n", result{"", "<stdin>:2:10: malformed namespace-specific string: unexpected 'é' (U+00E9); write it as %C3%A9\n    1,urn:ex:é\n             ^\n", 1}},
		{"check|--json-field|u", `{"u":"urn:ex:é"}` + "\n", result{"", "<stdin>:1:14: malformed namespace-specific string: unexpected 'é' (U+00E9); write it as %C3%A9\n    {\"u\":\"urn:ex:é\"}\n                 ^\n", 1}},
		{"check|--json-field|u", `{"u":"\u0075rn:ex:a"}` + "\n", result{"", "", 0}},
		{"normalize|--repair", "urn:ex:😀\n", result{"urn:ex:%F0%9F%98%80\n", "<stdin>:1:8: repaired: 4 octets became escapes, from here: %F0%9F%98%80\n*", 0}},
		{"normalize|--repair", "urn:ex:éé\n", result{"urn:ex:%C3%A9%C3%A9\n", "<stdin>:1:8: repaired: 4 octets became escapes, from here: %C3%A9%C3%A9\n*", 0}},
		{"map|--to|nid", "urn:AZ:a\nurn:ZA:a\n", result{"az\nza\n", "", 0}},
		{"map|--to|nid|--stats|--max-line|8", "urn:ex:a\nx\nurn:ex:abc\n", result{"ex\n\\N\n\\N\n", "urn: inputs=1 failed=0 bytes=22 lines=3 mapped=1 nulls=2 seconds=*", 0}},
		{"map|--json|--errors|--stats|--max-line|8", "x\ny\n", result{"*", "urn: inputs=1 failed=0 bytes=4 lines=2 mapped=0 nulls=2 seconds=*", 0}},
		{"map|--to|nid|--csv-column|2|--null|x", "a,b\n1,", result{"a,b\n1,x", "", 0}},
		{"map|--to|nid|--csv-column|2|--stats", "a,b\n1,x\n2,\n", result{"a,b\n1,\\N\n2,\\N\n", "*mapped=0 nulls=2 *", 0}},
		{"check|--namespace|--csv-column|2", "a,b\n1,urn:isbn:0-395-36341-1\n2,urn:isbn:0-395-36341-2\n", result{"", "<stdin>:3:24: wrong check digit*\n    2,urn:isbn:0-395-36341-2\n                           ^\n", 1}},
		{"check|--namespace|--csv-column|1", "a\nurn:isbn:0-395-36341-1\nurn:isbn:0-395-36341-2\n", result{"", "<stdin>:3:22: wrong check digit*\n    urn:isbn:0-395-36341-2\n                         ^\n", 1}},
		{"check|--csv-column|2", "a,b\n\"x\ny\",urn:ex:é\n", result{"", "<stdin>:3:11: malformed *\n    y\",urn:ex:é\n              ^\n", 1}},
		{"check|--csv-column|1", "a\n\"urn:ex:é\"\n", result{"", "<stdin>:2:9: malformed *\n    \"urn:ex:é\"\n            ^\n", 1}},
		{"check|--csv-column|1", "a\nurn:ex:a\r", result{"", "", 0}},
		{"check|--json|--csv-column|1", "a\nurn:ex:a\n", result{`{"line":2,"input":"urn:ex:a",*`, "", 0}},
		{"check|--csv-column|1|--max-line|8|--stats", "a\nurn:ex:abc\nurn:ex:a\n", result{"", "<stdin>:2:9: longer than 8 bytes (see --max-line)\n*accepted=1 rejected=1 *", 1}},
		{"normalize|--repair|--csv-column|1", "a\nurn:ex:é\nx\n", result{"a\nurn:ex:%C3%A9\n*", "<stdin>:2:8: repaired: 2 octets became escapes, from here: %C3%A9\n*", 1}},
		{"normalize|--csv-column|1", "column_a\n" + strings.Repeat("URN:ex:a\n", 60_000), result{"column_a\n" + strings.Repeat("urn:ex:a\n", 60_000), "", 0}},
		{"replace|--csv-column|1|--template|,{nid}", "a\nurn:ex:a\n", result{"a\n\",ex\"\n", "", 0}},
		{"replace|--to|normalized|--max-urn|7", "\n\nx urn:ex:a", result{"\n\nx urn:ex:a", "urn: <stdin>:3: a URN of 8 bytes, longer than 7 (see --max-urn), at offset 4: urn:ex:a... is left as it is\n", 2}},
		{"replace|--to|normalized|--max-urn|7", "\n\nx urn:ex:a\n", result{"\n\nx urn:ex:a\n", "urn: <stdin>:3: a URN of 8 bytes, longer than 7 (see --max-urn), at offset 4: urn:ex:a... is left as it is\n", 2}},
		{"check|--namespace|--json-field|u", `{"u":"\u0075rn:isbn:0-395-36341-1"}` + "\n", result{"", "", 0}},
		{"check|--csv-column|1", "a,b\nurn:ex:é,1\n", result{"", "<stdin>:2:8: malformed *\n    urn:ex:é,1\n           ^\n", 1}},
		{"find|--nid|az", "urn:AZ:1 urn:ZA:2", result{"urn:AZ:1\n", "", 0}},
		{"find|--nid|za", "urn:AZ:1 urn:ZA:2", result{"urn:ZA:2\n", "", 0}},
		{"replace|--csv-column|1|--template| {nid}", "a\nurn:ex:a\n", result{"a\n\" ex\"\n", "", 0}},
		{"replace|--csv-column|1|--template|\t{nid}", "a\nurn:ex:a\n", result{"a\n\"\tex\"\n", "", 0}},
	} {
		got := command(t, nil, c.stdin, strings.Split(c.args, "|")...)
		got.stderr = withoutReplaced(got.stderr)
		if !matches(got.stdout, c.want.stdout) || !matches(got.stderr, c.want.stderr) || got.status != c.want.status {
			t.Errorf("urn %s of %.100q:\n%.700q\nwant\n%.700q", c.args, c.stdin, got, c.want)
		}
	}
	// Of several files, only the first byte order mark stays.
	files := map[string]string{"a": "\ufeffu\nURN:ex:a\n", "b": "\ufeffu\nURN:ex:b\n"}
	if got, want := command(t, files, "", "normalize", "--csv-column", "u", "a", "b"), (result{"\ufeffu\nurn:ex:a\nurn:ex:b\n", "", 0}); got != want {
		t.Errorf("two files: %q, want %q", got, want)
	}
	if got := command(t, nil, "", "check", "--json", "--csv-column", "u", "a"); !strings.HasPrefix(got.stdout, `{"file":"a","line":2,`) {
		t.Errorf("JSON of a file: %+v", got)
	}
	// An input that ends in a URN which is longer than a block.
	files = map[string]string{"z": compressed(t, "x urn:ex:"+strings.Repeat("a", 400_000), func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriterLevel(w, gzip.NoCompression)
	})[:300_000]}
	if got := command(t, files, "", "replace", "--in", "text", "--to", "normalized", "z"); got.status != 2 || !strings.HasPrefix(got.stderr, "urn: z:1: reading failed in a URN, at offset 2: urn:ex:") {
		t.Errorf("replace: status %d, %q", got.status, got.stderr)
	}
	if got := command(t, nil, "", "find", "--in", "text", "z"); got.status != 2 || !strings.HasPrefix(got.stderr, "urn: z:1: reading failed in urn:ex:a") {
		t.Errorf("find: status %d, %q", got.status, got.stderr)
	}
}

// matches compares a text with one in which "*" stands for any text.
func matches(got, want string) bool {
	parts := strings.Split(want, "*")
	if len(parts) == 1 {
		return got == want
	}
	for i, part := range parts {
		at := strings.Index(got, part)
		if at < 0 || i == 0 && at != 0 {
			return false
		}
		got = got[at+len(part):]
	}
	return got == "" || parts[len(parts)-1] == ""
}

// Every command, under every syntax, reads hostile input. All lines are
// accounted for, every record keeps to the contract, and reports are
// printable. The lines can be restored from the records.
func TestHostileInput(t *testing.T) {
	testhelp.Long(t)
	inputs := map[string]string{
		"empty":             "",
		"newlines":          "\n\r\n\n\r\r\n",
		"NULs":              "\x00\x00\nurn:ex:a\x00b\n\x00",
		"escapes":           "urn:ex:\x1b[2J\x1b]0;title\x07\n\u009b31m\nurn:ex:\u202e\u2066\n",
		"not UTF-8":         "urn:ex:\xff\xfe\n\xc3\nurn:\xe9x:a\n\xed\xa0\x80\n\xf4\x90\x80\x80\n",
		"CR alone":          "urn:ex:a\rurn:ex:b\r\n\r",
		"no last newline":   "urn:ex:a\nurn:ex:b",
		"CR at the end":     "urn:ex:a\nurn:ex:b\r",
		"byte order mark":   "\ufeffurn:ex:a\r\n\ufeffurn:ex:b\n",
		"UTF-16, no mark":   "u\x00r\x00n\x00:\x00\n\x00",
		"1 MiB good":        "urn:ex:" + strings.Repeat("a", 1<<20) + "\nurn:ex:b\n",
		"1 MiB of escapes":  "urn:ex:" + strings.Repeat("%aF", 1<<20/3) + "\nurn:ex:b\n",
		"1 MiB bad":         strings.Repeat("\x01\xff", 1<<19) + "\r\nurn:ex:b\n",
		"fault at the end":  "urn:ex:" + strings.Repeat("a", 1<<20) + "\"\nurn:ex:b\n",
		"20 MiB good":       "urn:ex:a\nurn:ex:" + strings.Repeat("a", 20<<20) + "\nurn:ex:b\n",
		"20 MiB, no end":    "urn:ex:a\n" + strings.Repeat("\xff", 20<<20),
		"JSON in JSON":      `{"valid":true}` + "\n" + `","valid":true,"x":"` + "\n\\u0041\n",
		"every byte alone":  everyByte(""),
		"every byte within": everyByte("urn:ex:a"),
		"many":              strings.Repeat(mixed, 5_000),
	}
	for name, data := range inputs {
		for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed} {
			if x != urn.RFC8141 && len(data) > 10<<20 {
				continue
			}
			t.Run(name+"/"+x.String(), func(t *testing.T) {
				want := cmdtest.ReadLines([]byte(data), x, flags.DefaultMaxLine)
				files := map[string]string{"in": data}
				status := 0
				if len(want.Rejects) > 0 {
					status = 1
				}
				for _, args := range [][]string{{"check"}, {"parse"}, {"normalize"}, {"check", "--json"}} {
					got := command(t, files, "", append(args, "-s", x.String(), "--rejects", "bad", "in")...)
					if got.status != status {
						t.Errorf("%s: status %d, want %d", args, got.status, status)
					}
					if kept, err := os.ReadFile("bad"); err != nil || string(kept) != strings.Join(want.Rejects, "") {
						t.Errorf("%s: kept %.100q, want %.100q", args, kept, want.Rejects)
					}
					closing := 0 // check counts them at the end, and says if there was nothing to check
					if data == "" && args[0] == "check" {
						closing = 1
					} else if args[0] == "check" && len(want.Rejects) > 1 {
						closing = strings.Count(got.stderr[strings.LastIndex(got.stderr, "\nurn: "+strconv.Itoa(len(want.Rejects))+" of ")+1:], "\n")
					}
					if n := strings.Count(got.stderr, "\n"); closing > 2 || n != 3*len(want.Rejects)+closing {
						t.Errorf("%s: %d lines of reports, want 3 for each of %d lines, and %d", args, n, len(want.Rejects), closing)
					}
					for _, r := range got.stderr {
						if r != '\n' && !strconv.IsPrint(r) {
							t.Fatalf("%s: reports %U", args, r)
						}
					}
					switch {
					case len(args) == 2:
						checkRecords(t, got.stdout, want.Inputs, x)
					case args[0] == "normalize":
						if got.stdout != strings.Join(want.Normal, "") {
							t.Errorf("normalize = %.200q, want %.200q", got.stdout, want.Normal)
						}
					case args[0] == "parse":
						if n := strings.Count("\n"+got.stdout, "\ninput: "); n != len(want.Normal) {
							t.Errorf("parse lists %d URNs, want %d", n, len(want.Normal))
						}
					case got.stdout != "":
						t.Errorf("check writes %.100q", got.stdout)
					}
				}
			})
		}
	}
}

// checkRecords holds records against the contract and the lines they are of.
func checkRecords(t *testing.T, records string, inputs map[int64]string, x urn.Syntax) {
	t.Helper()
	n := 0
	last := int64(0)
	for record := range strings.Lines(records) {
		n++
		var keys struct {
			Valid       bool
			InputBase64 *string `json:"input_base64"`
		}
		if err := json.Unmarshal([]byte(record), &keys); err != nil {
			t.Fatalf("record %.200q: %v", record, err)
		}
		want := "file line input valid syntax nid namespace nss r q f normalized key"
		if !keys.Valid {
			want = "file line input valid syntax error"
			if keys.InputBase64 != nil {
				want = "file line input input_base64 valid syntax error"
			}
		}
		if got := strings.Join(topKeys(t, record), " "); got != want {
			t.Fatalf("record %.200q has keys %q, want %q", record, got, want)
		}
		var r struct {
			File            string
			Line            int64
			Input           *string
			InputBase64     *string `json:"input_base64"`
			Syntax          string
			NID, NSS        string
			R, Q, F         *string
			Normalized, Key string
			Error           struct {
				Offset          int
				Reason, Message string
			}
		}
		if err := json.Unmarshal([]byte(record), &r); err != nil {
			t.Fatalf("record %.200q: %v", record, err)
		}
		line, ok := inputs[r.Line]
		if !ok || r.Line <= last || r.File != "in" || r.Syntax != x.String() {
			t.Fatalf("record %.200q: no such line, or out of order", record)
		}
		last = r.Line
		u, err := x.Parse(line)
		var e *urn.Error
		switch {
		case len(line) > flags.DefaultMaxLine:
			if keys.Valid || r.Input != nil || r.InputBase64 != nil || r.Error.Reason != "too-long" || r.Error.Offset != flags.DefaultMaxLine {
				t.Errorf("record %.200q of %d bytes", record, len(line))
			}
		case errors.As(err, &e):
			input := ""
			if r.Input != nil {
				input = *r.Input
			} else if b, err := base64.StdEncoding.DecodeString(*r.InputBase64); err == nil {
				input = string(b)
			}
			if keys.Valid || input != line || r.Error.Offset != e.Offset || r.Error.Reason != e.Reason.String() || r.Error.Message == "" {
				t.Errorf("record %.200q, want the input %.100q and %v", record, line, e)
			}
		default:
			p := u.Parts()
			if !keys.Valid || r.Input == nil || *r.Input != line || r.NID != p.NID || r.NSS != p.NSS ||
				!is(r.R, p.R != "", p.R) || !is(r.Q, p.Q != "", p.Q) || !is(r.F, p.HasF, p.F) ||
				r.Normalized != u.Normalize().String() || r.Key != u.Key() {
				t.Errorf("record %.200q, want %+v", record, p)
			}
		}
	}
	if n != len(inputs) {
		t.Errorf("%d records, want %d", n, len(inputs))
	}
}

func is(s *string, present bool, want string) bool {
	return (s != nil) == present && (s == nil || *s == want)
}

func topKeys(t *testing.T, object string) (keys []string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(object))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

func TestMaxLine(t *testing.T) {
	in := "urn:ex:abcdef\nurn:ex:abcdefg\n" + strings.Repeat("x", 1<<20) + "\r\nurn:ex:a\n"
	got := command(t, map[string]string{"in": in}, "", "normalize", "--max-line", "13", "--rejects", "bad", "in")
	want := result{"urn:ex:abcdef\nurn:ex:a\n", `in:2:14: longer than 13 bytes (see --max-line)
    urn:ex:abcdefg
                 ^
in:3:14: longer than 13 bytes (see --max-line)
    ` + strings.Repeat("x", 13) + strings.Repeat("x", 55) + `...
                 ^
`, 1}
	if got != want {
		t.Errorf("normalize --max-line 13: %d\n%s\n%s", got.status, got.stdout, got.stderr)
	}
	if kept, err := os.ReadFile("bad"); string(kept) != "urn:ex:abcdefg\n"+strings.Repeat("x", 1<<20)+"\r\n" {
		t.Errorf("kept %d bytes, %v", len(kept), err)
	}
}

// A line that is too long, and in which reading fails, is not joined with the first line of the
// next input.
func TestMaxLineUnread(t *testing.T) {
	long := strings.Repeat("x", 2<<20)
	files := map[string]string{"a": gz(t, long) + "garbage", "b": "{}\n"}
	for _, c := range []struct{ args, kept, stdout string }{
		{"check --rejects bad", long + "\n{}\n", ""},
		{"normalize --json-field id", "", long + "\n{}\n"},
	} {
		got := command(t, files, "", append(strings.Fields(c.args), "-q", "--max-line", "1", "a", "b")...)
		if got.status != 2 || got.stdout != c.stdout || !strings.Contains(got.stderr, "gzip: trailing garbage (in line 1)") {
			t.Errorf("%s: status %d, %d bytes, %q", c.args, got.status, len(got.stdout), got.stderr)
		}
		if kept, _ := os.ReadFile("bad"); string(kept) != c.kept {
			t.Errorf("%s: %d bytes are kept, want %d", c.args, len(kept), len(c.kept))
		}
	}
}

// The corpus of the library: nothing in it is rejected, and the records say
// what the library says.
func TestCorpus(t *testing.T) {
	testhelp.Slow(t)
	corpus, err := os.ReadFile(cmdtest.TestData(t, "corpus.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := cmdtest.ReadLines(corpus, urn.RFC8141, flags.DefaultMaxLine)
	if len(want.Normal) < 20_000 || len(want.Rejects) != 0 {
		t.Fatalf("the corpus has %d URNs and %d others", len(want.Normal), len(want.Rejects))
	}
	files := map[string]string{"in": string(corpus)}
	if got := command(t, files, "", "normalize", "in"); got.stdout != strings.Join(want.Normal, "") || got.stderr != "" || got.status != 0 {
		t.Errorf("normalize: status %d, %.200q", got.status, got.stderr)
	}
	checkRecords(t, command(t, files, "", "parse", "--json", "in").stdout, want.Inputs, urn.RFC8141)
}
