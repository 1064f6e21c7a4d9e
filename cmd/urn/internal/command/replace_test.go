package command

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/leftover"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

func hmacOf(secret, text string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

func TestReplace(t *testing.T) {
	const secret = "0123456789abcdef"
	const text = "\ufeffsee URN:ISBN:0-395-36341-1#f, (URN:EX:a%2fb?=q).\r\n\x00\xff none"
	long := "urn:ex:" + strings.Repeat("a", 100)
	longer := "urn:ex:" + strings.Repeat("a", 300_000)
	dots := "urn:ex:a" + strings.Repeat(".", 300_000)
	files := map[string]string{
		"a": text, "b": "urn:ex:B", "z.gz": gz(t, text), "z.zst": zst(t, text), "key": secret, "key.n": secret + "\n", "key.rn": secret + "\r\n",
		"key.nn": secret + "\n\n", "key.short": "0123456789abcde\n", "key.long": strings.Repeat("x", 65537), "key.max": strings.Repeat("x", 65536),
		"long": "x " + long + "\nURN:EX:b", "longer": "x " + longer + "|URN:EX:b\nURN:EX:c\n", "dots": dots + " URN:EX:b\n", "longer.gz": gz(t, longer+"\n"),
	}
	pseudonym := func(key, name string) string { return hmacOf(key, name) }
	const usage = "\nTry 'urn replace --help'.\n"
	t.Setenv("URN_TEST_SECRET", secret)
	t.Setenv("URN_TEST_EMPTY", "")
	for _, c := range []struct {
		args, stdin string
		want        result
	}{
		{"--to normalized a", "", result{"\ufeffsee urn:isbn:0-395-36341-1#f, (urn:ex:a%2Fb?=q).\r\n\x00\xff none", "", 0}},
		{"--to key a", "", result{"\ufeffsee urn:isbn:0-395-36341-1, (urn:ex:a%2Fb).\r\n\x00\xff none", "", 0}},
		{"--to key --namespace a", "", result{"\ufeffsee urn:isbn:9780395363416, (urn:ex:a%2Fb).\r\n\x00\xff none", "", 0}},
		{"--to normalized --namespace z.gz", "", result{"\ufeffsee urn:isbn:9780395363416#f, (urn:ex:a%2Fb?=q).\r\n\x00\xff none", "", 0}},
		{"--to key --nid Isbn,foo a", "", result{"\ufeffsee urn:isbn:0-395-36341-1, (URN:EX:a%2fb?=q).\r\n\x00\xff none", "", 0}},
		{"--to key --exact -s rfc2141", "URN:EX:a,?b", result{"urn:ex:a,?b", "", 0}},
		{"--template {input} a", "", result{text, "", 0}},
		{"--template {input} z.zst", "", result{text, "", 0}},
		{"--template {input} -", gz(t, text), result{text, "", 0}},
		{"--template {input} a b - z.gz", "stdin", result{text + "urn:ex:Bstdin" + text, "", 0}},
		{"--template=", "a urn:ex:b c", result{"a  c", "", 0}},
		{"--template <{nid}|{nss}|{q}|{f}>{{ -", "URN:EX:a%2fb?=q", result{"<EX|a%2fb|q|>{", "", 0}},
		{"--to hash --secret-file key b", "", result{pseudonym(secret, "urn:ex:B"), "", 0}},
		{"--to hash --secret-file key.max b", "", result{pseudonym(strings.Repeat("x", 65536), "urn:ex:B"), "", 0}},
		{"--to hash --secret-file key.n b", "", result{pseudonym(secret, "urn:ex:B"), "", 0}},
		{"--to hash --secret-file key.rn b", "", result{pseudonym(secret, "urn:ex:B"), "", 0}},
		{"--to hash --secret-file key.nn b", "", result{pseudonym(secret+"\n", "urn:ex:B"), "", 0}},
		{"--to hash --secret-env URN_TEST_SECRET b", "", result{pseudonym(secret, "urn:ex:B"), "", 0}},
		{"--template urn:x1:{hash} --namespace --secret-file key", "URN:ISBN:0-395-36341-1#f", result{"urn:x1:" + pseudonym(secret, "urn:isbn:9780395363416"), "", 0}},
		{"--to normalized --stats", "URN:EX:a urn:ex:a", result{"urn:ex:a urn:ex:a", "urn: inputs=1 failed=0 bytes=17 lines=1 replaced=2 changed=1 near=0 parts=0 others=0 left=0 clear=0 unwritten=0 truncated=0 seconds=*", 0}},
		{"--template {nid}", "urn:a.b:c urn:ex:a", result{"urn:a.b:c ex", "urn: 1 near miss left as it is: *", 0}},
		{"-q --template {nid}", "urn:a.b:c urn:ex:a", result{"urn:a.b:c ex", "urn: 1 near miss left as it is: *", 0}},
		{"-q --to hash --secret-file key", "urn:a.b:c urn:a.b:d", result{hmacOf(secret, "urn:a.b:c") + " " + hmacOf(secret, "urn:a.b:d"), "", 0}},
		{"--to normalized --csv-column 1 --csv-no-header", "\"a urn:a.b:c \"\"c\",urn:a.b:c\nURN:EX:a urn:a.b:d,\n", result{"\"a urn:a.b:c \"\"c\",urn:a.b:c\nurn:ex:a urn:a.b:d,\n", "urn: 2 near misses left as they are: *", 0}},
		{"-q --to hash --secret-file key --json-field u", "{\"u\":\"urn:a.b\\u003ac\",\"v\":\"urn:a.b:c\"}\n", result{"{\"u\":\"" + hmacOf(secret, "urn:a.b:c") + "\",\"v\":\"urn:a.b:c\"}\n", "", 0}},
		{"--to key --json-field u --stats", "{\"u\":\"urn:a.b:c URN:EX:a \\\"urn:ex:\\\" + id\"}\n", result{"{\"u\":\"urn:a.b:c urn:ex:a \\\"urn:ex:\\\" + id\"}\n", "urn: 1 near miss and 1 part of a name left as they are: not URNs (urn find --near shows them)\nurn: inputs=1 failed=0 bytes=44 lines=1 replaced=1 changed=1 near=1 parts=1 others=0 left=0 clear=0 unwritten=0 rejected=0 seconds=*", 0}},
		{"--to key --json-field u", "{\"u\":\"urn%3Aex%3Aa urn%3aex:b\"}\n{\"u\":\"urn:ex:a\"}\n", result{"{\"u\":\"urn%3Aex%3Aa urn%3aex:b\"}\n{\"u\":\"urn:ex:a\"}\n", "urn: 2 texts that may be names are left (<stdin>:1 urn%3A, <stdin>:1 urn%3a)\n", 0}},
		{"-q --to hash --secret-file key --csv-column 1 --csv-no-header", "urn%3Aex%3Aa,b\nURN%3aex:a,urn%3A\n", result{"urn%3Aex%3Aa,b\nURN%3aex:a,urn%3A\n", "urn: 2 texts that may be names are left (<stdin>:1 urn%3A, <stdin>:2 URN%3a); only the field \"1\" was checked for names that are left\n", 1}},
		{"-q --to key --json-field u", "{\"u\":\"urn%3Aex%3Aa\"}\n", result{"{\"u\":\"urn%3Aex%3Aa\"}\n", "", 0}},
		{"--to normalized", "", result{"", "", 0}},
		{"--to normalized", "none", result{"none", "", 0}},

		{"--to normalized --max-urn 50 long", "", result{"x " + long + "\nurn:ex:b", "urn: long:1: a URN of 107 bytes, longer than 50 (see --max-urn), at offset 2: " + long[:40] + "... is left as it is\n", 2}},
		{"--to normalized --max-urn 107 long", "", result{"x " + long + "\nurn:ex:b", "", 0}},
		{"--to hash --secret-file key --max-urn 50 long", "", result{"x \n" + pseudonym(secret, "urn:ex:b"), "urn: long:1: a URN of 107 bytes, longer than 50 (see --max-urn), at offset 2: " + long[:40] + "... is left out\n", 2}},
		{"--to normalized longer", "", result{"x " + longer + "|urn:ex:b\nurn:ex:c\n", "urn: longer:1: a URN of 300007 bytes, longer than 65536 (see --max-urn), at offset 2: " + long[:40] + "... is left as it is\n", 2}},
		{"--to normalized --nid isbn longer", "", result{"x " + longer + "|URN:EX:b\nURN:EX:c\n", "", 0}},
		{"--to normalized -q longer", "", result{"x " + longer + "|urn:ex:b\nurn:ex:c\n", "", 2}},
		{"--to normalized --max-urn 1M longer", "", result{"x " + longer + "|urn:ex:b\nurn:ex:c\n", "", 0}},
		{"--template {hash} --secret-file key longer", "", result{"x |" + pseudonym(secret, "urn:ex:b") + "\n" + pseudonym(secret, "urn:ex:c") + "\n", "urn: longer:1: a URN of 300007 bytes, *... is left out\n", 2}},
		{"--to normalized --in auto -", "PUT /e/urn%3AEX%3Aa%2fb?x {\"u\":\"URN:ex:a\\/b\"} 'urn:ex:c'\n", result{"PUT /e/urn%3Aex%3Aa%2Fb?x {\"u\":\"URN:ex:a\\/b\"} 'urn:ex:c'\n", "urn: 1 near miss left as it is: *", 0}},
		{"--to normalized --in json -", "{\"u\":\"URN:ex:a\\/b\",\"v\":\"urn:ex:\\u0061\"}\n", result{"{\"u\":\"urn:ex:a/b\",\"v\":\"urn:ex:\\u0061\"}\n", "", 0}},
		{"--to normalized --in sql -", "VALUES ('URN:ex:o''b',1)\n", result{"VALUES ('urn:ex:o''b',1)\n", "", 0}},
		{"--template <\"{nid}> --in auto -", "{\"u\":\"urn:ex:a\",\"v\":\"x urn:ex:a\\/b\"}\nx=\"urn:ex:c\"\n{\"u\":\"urn%3Aex%3Ad\"}\n",
			result{"{\"u\":\"<\\\"ex>\",\"v\":\"x <\\\"ex>\"}\nx=\"<\"ex>\"\n{\"u\":\"%3C%22ex%3E\"}\n", "", 0}},
		{"--template {nss}' --in sql -", "VALUES ('urn:ex:a','b'); -- urn:ex:c\n", result{"VALUES ('a''','b'); -- c'\n", "", 0}},
		{"--template {nid},{nss}\" --in csv -", "urn:ex:a,b\n\"x urn:ex:c\",d\n", result{"\"ex,a\"\"\",b\n\"x ex,c\"\"\",d\n", "", 0}},
		{"--to normalized dots", "", result{dots + " urn:ex:b\n", "urn: 1 part of a name left*", 0}},
		{"--to normalized --max-urn 8 dots", "", result{dots + " urn:ex:b\n", "urn: 1 part of a name left*", 0}},
		{"--template {input} longer.gz", "", result{longer + "\n", "urn: longer.gz:1: a URN of 300007 bytes, *", 2}},
		{"--to normalized nosuch b", "", result{"urn:ex:B", "urn: nosuch: no such file or directory\n", 2}},
		{"--to normalized - b", "\x1f\x8b\x08 no gzip", result{"urn:ex:B", "urn: <stdin>: gzip: *", 2}},

		{"--template {input}", "\xff\xfeu\x00", result{"", "urn: <stdin>: text in UTF-16, which would be written in UTF-8: convert it to UTF-8 first\n", 2}},
		{"--template {input}", gz(t, "\xfe\xff\x00u"), result{"", "urn: <stdin>: text in UTF-16, *", 2}},
		{"--template {input}", "PK\x03\x04", result{"", "urn: <stdin>: a ZIP archive, which urn does not read: *", 2}},
		{"a", "", result{"", "urn: say what to write in the place of a URN: --to normalized, key or hash, or --template" + usage, 2}},
		{"--to nid a", "", result{"", `urn: invalid argument "nid" for "--to" flag: want normalized, key, hash` + usage, 2}},
		{"--to key --template x a", "", result{"", "urn: --template and --to cannot be used together*", 2}},
		{"--template {x} a", "", result{"", `urn: --template: no such field: "{x}"; *`, 2}},
		{"--to hash a", "", result{"", "urn: a hash needs a secret key: use --secret-file or --secret-env" + usage, 2}},
		{"--template {hash} a", "", result{"", "urn: a hash needs a secret key: use --secret-file or --secret-env" + usage, 2}},
		{"--to key --secret-file key a", "", result{"", "urn: --secret-file and --secret-env are for --to hash and for {hash} in a template" + usage, 2}},
		{"--to hash --secret-file nosuch a", "", result{"", "urn: --secret-file: open nosuch: no such file or directory" + usage, 2}},
		{"--to hash --secret-file . a", "", result{"", "urn: --secret-file: read .: is a directory" + usage, 2}},
		{"--to hash --secret-file= a", "", result{"", `urn: invalid argument "" for "--secret-file" flag: the name of the file is empty` + usage, 2}},
		{"--to hash --secret-file key.short a", "", result{"", "urn: secret key too short: 15 bytes; want at least 16" + usage, 2}},
		{"--to hash --secret-file key.long a", "", result{"", "urn: secret key too long: want at most 65536 bytes" + usage, 2}},
		{"--to hash --secret-env URN_TEST_EMPTY a", "", result{"", "urn: secret key too short: 0 bytes; want at least 16" + usage, 2}},
		{"--to hash --secret-env URN_TEST_NONE a", "", result{"", `urn: --secret-env: there is no environment variable "URN_TEST_NONE"` + usage, 2}},
		{"--to hash --secret-env= a", "", result{"", `urn: --secret-env: there is no environment variable ""` + usage, 2}},
		{"--to key --nid 1-- a", "", result{"", `urn: --nid "1--": not a namespace identifier` + usage, 2}},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := command(t, files, c.stdin, append([]string{"replace"}, strings.Fields(c.args)...)...)
			got.stderr = withoutReplaced(got.stderr)
			if got.stdout != c.want.stdout || !matches(got.stderr, c.want.stderr) || got.status != c.want.status {
				t.Errorf("urn replace %s:\n%.300q\n%.300q, status %d, want\n%.300q\n%.300q, status %d",
					c.args, got.stdout, got.stderr, got.status, c.want.stdout, c.want.stderr, c.want.status)
			}
		})
	}
}

// checkRoundTrip checks what replace does with a text however it arrives: compressed
// or not, from one or several inputs, in blocks.
func checkRoundTrip(t *testing.T, text []byte, seed uint64) {
	t.Helper()
	if rewrite.CheckWide(text, "", 1) != nil {
		return // it is refused
	}
	run1 := func(stdin []byte, args ...string) string {
		var stdout, stderr bytes.Buffer
		in := &cmdtest.Chunks{Data: stdin, Rand: rand.New(rand.NewPCG(seed, 1))}
		if status := run(t.Context(), append([]string{"replace"}, args...), in, &stdout, &stderr); status != 0 {
			t.Fatalf("replace %q of %.200q: status %d, %s", args, text, status, &stderr)
		}
		return stdout.String()
	}
	plain := []byte(string(text))
	if seed%3 == 0 {
		plain = []byte(gz(t, string(text)))
	} else if seed%3 == 1 {
		plain = []byte(zst(t, string(text)))
	}
	if got := run1(plain, "--template", "{input}"); got != string(text) {
		t.Fatalf("the identity of %.200q is %.200q", text, got)
	}
	var f scan.Finder
	replaced, err := f.AppendReplaced(nil, text, func(dst, text []byte, m scan.Match) ([]byte, error) {
		return m.Offsets.AppendNormalized(dst, text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := string(replaced)
	once := run1(plain, "--to", "normalized")
	if once != want {
		t.Fatalf("normal forms in %.200q: %.200q, want %.200q", text, once, want)
	}
	if twice := run1([]byte(gz(t, once)), "--to", "normalized"); twice != once {
		t.Fatalf("normal forms in %.200q: %.200q, then %.200q", text, once, twice)
	}
	space := run1(plain, "--to", "normalized", "--namespace")
	if twice := run1([]byte(gz(t, space)), "--to", "normalized", "--namespace"); twice != space {
		t.Fatalf("normal forms of namespaces in %.200q: %.200q, then %.200q", text, space, twice)
	}
	// Nothing but URNs is touched: what is between them is the same.
	marked := run1(plain, "--template", "\x01")
	from := 0
	for m := range f.All(text) {
		between, after, ok := strings.Cut(marked, "\x01")
		if !ok || between != string(text[from:m.Start]) {
			t.Fatalf("%.200q, marked: %.200q", text, marked)
		}
		marked, from = after, m.End
	}
	if marked != string(text[from:]) {
		t.Fatalf("%.200q ends with %.200q", text, marked)
	}
}

func FuzzReplaceCommand(f *testing.F) {
	testhelp.Slow(f)
	for i, text := range []string{
		"", "urn:ex:a", "URN:EX:a%2f urn:isbn:0-395-36341-1.", "\x1f\x8b", "\xff\xfeu\x00r\x00n\x00:\x00", "\x28\xb5\x2f\xfd", "\ufeffurn:ex:a\n",
		"urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6)\r\n", strings.Repeat("URN:ISBN:0-395-36341-1, ", 9000), strings.Repeat("URN:EX:b|", 30_000),
	} {
		f.Add([]byte(text), uint64(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, seed uint64) {
		// Before it, nothing is compressed, and nothing is in a format that is not read.
		text = append([]byte("text: "), text...)
		if len(text) > 1<<20 || bytes.Contains(text, []byte{1}) {
			return
		}
		checkRoundTrip(t, text, seed)
	})
}

var saysReplaced = regexp.MustCompile(`(?m)^urn: (\d+ names?( and \d+ [a-z ]+)* replaced(, \d+ names? unchanged)?(; |\n|$))?(only .* was checked for names that are left\n)?`)

// withoutReplaced returns the reports of replace without how much was replaced, and what was checked.
func withoutReplaced(stderr string) string {
	return saysReplaced.ReplaceAllStringFunc(stderr, func(s string) string {
		if strings.HasSuffix(s, "\n") {
			return ""
		}
		return "urn: "
	})
}

// What was replaced and what was left is said at the end. Under a hash, nothing is left.
func TestReplaceBalance(t *testing.T) {
	const text = "URN:ex:a urn:a.b:sEcReT urn:ex:{sEcReT} ^urn:ex:sEcReT+$ urn:ex:sEcReT#b#c (urn:ex:sEcReTé) x\n"
	const record = "a,b\n1," + `"URN:ex:a urn:a.b:sEcReT urn:ex:{sEcReT}"` + "\n"
	files := map[string]string{"key": "0123456789abcdef", "a": text, "a.csv": record, "a.html": "<b>urn&#x3A;ex:a</b>", "mixed": "xurn:ex:a <urn:login> urn%253Aex", "parted": "urn:is\x1b[1mbn\x1b[m:a urn:is\x1b[1msn\x1b[m:a", "within": "xurn%253Aex", "grep": "id=urn:acme:user:\x1b[01;31m\x1b[Kjane\x1b[m\x1b[K ok\n", "twice.log": "u=urn%253Aex%253Aa", "a.log": "urn:ex:b u=urn%3Aex%3Aa\n", "a.xml": "<!-- urn:EX:a -->urn:EX:b", "joint.csv": "v\n\"'urn:ex:a'\n'b'\"\n", "a.jsonl": `{"v":"urn:ex:a urn:a.b:sEcReT urn:ex:{sEcReT}"}` + "\n",
		"b": "urn:ex:a <urn:b c=\"urn:\"> urn: </urn:b> return:urn: {\\\"urn:\\\"}\n", "none": "return: Saturn:a", "nid": "urn%3Aisbn%3A1 urn%3Aex%3Aisbn\n\nurn%3A%69sbn urn&#58;isbn urn&#58;issn", "b.jsonl": `{"v":"(urn:String) urn:ex:a"}` + "\n",
		"whole.jsonl": `{"v":"urn:ex:a sEcReT:b"}` + "\n" + `{"v":"urn::ex:sEcReT"}` + "\n" + `{"v":"'urn:ex:sEcReTé"}` + "\n", "whole.csv": "a,v\n1,urn:ex:a sEcReT:b\n"}
	for _, c := range []struct {
		args, stdout, stderr string
		status               int
	}{
		{"--to key a", strings.Replace(text, "URN", "urn", 1), "urn: 1 name replaced; 3 near misses and 2 parts of names left as they are: not URNs (urn find --near shows them)\n", 0},
		{"--to key -q a", strings.Replace(text, "URN", "urn", 1), "urn: 3 near misses and 2 parts of names left as they are: not URNs (urn find --near shows them)\n", 0},
		{"--to key --csv-column b a.csv", strings.Replace(record, "URN", "urn", 1), "urn: 1 name replaced; 1 near miss and 1 part of a name left as they are: *", 0},
		{"--to hash --secret-file key a", "*", "urn: 1 name and 3 near misses and 2 parts of names replaced\n", 0},
		{"--to hash --secret-file key -q a", "*", "", 0},
		{"--to hash --secret-file key --only-urns a", "*urn:a.b:sEcReT*", "urn: 1 name replaced; 3 near misses and 2 parts of names left*", 1},
		{"--to hash --secret-file key --only-urns --csv-column b a.csv", "*urn:a.b:sEcReT*", "urn: 1 name replaced; 1 near miss*", 1},
		{"--to hash --secret-file key --csv-column b a.csv", "*", "urn: 1 name and 1 near miss and 1 part of a name replaced; only the field*", 0},
		{"--to hash --secret-file key --json-field v a.jsonl", "*", "urn: 1 name and 1 near miss and 1 part of a name replaced; only the field*", 0},
		{"--to hash --secret-file key b", "* <urn:b c=\"urn:\"> urn: </urn:b> return:*", "urn: 1 name replaced; 4 \"urn:\" left, which begin no name; 2 texts that may be names are left (b:1 urn:, b:1 urn:)\n", 1},
		{"--to hash --secret-file key --allow-left 2 b", "*return:*", "*2 texts that may be names are left (b:1 urn:, b:1 urn:)\n", 0},
		{"--to hash --secret-file key --allow-left 1 b", "*return:*", "*", 1},
		{"--to hash --secret-file key --only-urns --allow-left 5 a", "*sEcReT*", "*", 0},
		{"--to hash --secret-file key --only-urns --allow-left 4 a", "*sEcReT*", "*", 1},
		{"--to hash --secret-file key --only-urns --in text a.log", "*", "*1 text that may be a name is left (a.log:1 urn%3A); for urn%3A, try --in url\n", 1},
		{"--to key --allow-left 1 a", "", "urn: --allow-left is for a hash*", 2},
		{"--to hash --secret-file key --allow-left -1 a", "", "urn: --allow-left: a number below 0*", 2},
		{"--to hash --secret-file key -q b.jsonl", "*(urn:String) *", "urn: 1 text that may be a name is left (b.jsonl:1 urn:)\n", 1},
		{"--to hash --secret-file key --json-field v b.jsonl", "*(urn:String) *", "urn: 1 name replaced; 1 text that may be a name is left (b.jsonl:1 urn:); only the field \"v\" was checked for names that are left\n", 1},
		{"--to hash --secret-file key -q --csv-column v joint.csv", "*", "urn: 1 text that may be a name is left (joint.csv:2 \"'\\n'\"); only*", 1},
		{"--to hash --secret-file key --nid isbn b", "urn:ex:a <*", "urn: 0 names replaced; only --nid isbn was checked for names that are left\n", 0},
		{"--to hash --secret-file key -q --nid isbn b", "urn:ex:a <*", "", 0},
		{"--to hash --secret-file key -q --in text --nid ISBN nid", "*", "urn: 3 texts that may be names are left (nid:1 urn%3A, nid:3 urn%3A, nid:3 urn&#58;); for urn%3A, try --in url; for urn&#58;, try --in html; only --nid isbn was checked for names that are left\n", 1},
		{"--to key b", "urn:ex:a <*", "urn: 0 names replaced, 1 name unchanged; 4 \"urn:\" left, which begin no name; 2 texts that may be names are left (b:1 urn:, b:1 urn:)\n", 0},
		{"-q --to key b", "urn:ex:a <*", "", 0},
		{"--to key none", "return: Saturn:a", "urn: 0 names replaced\n", 0},
		{"--to hash --secret-file key --json-field v whole.jsonl", "*", "urn: 0 names and 3 near misses replaced; only the field*", 0},
		{"--to hash --secret-file key --csv-column v whole.csv", "*", "urn: 0 names and 1 near miss replaced; only the field*", 0},
		{"--template <{hash}> --secret-file key a", "*<*>*", "urn: 1 name and 3 near misses and 2 parts of names replaced\n", 0},
		{"--template --{nid} --in xml a.xml", "<!-- urn:EX:a -->--EX", "urn: a.xml:1: what replaces*\nurn: 1 name replaced; 1 value not written: *", 2},
		{"--template --{hash} --secret-file key --in xml a.xml", "<!--  -->--*", "urn: a.xml:1: what replaces*\nurn: 1 name replaced; 1 value not written: *", 2},
		{"--to key --in text a.log", "urn:ex:b u=urn%3Aex%3Aa\n", "urn: 0 names replaced, 1 name unchanged; 1 text that may be a name is left (a.log:1 urn%3A); for urn%3A, try --in url\n", 0},
		{"--to hash --secret-file key --stats --in text a.log", "*urn%3Aex%3Aa\n", "urn: 1 name replaced; 1 text that may be a name is left (a.log:1 urn%3A); for urn%3A, try --in url\nurn: inputs=*", 1},
		{"--to hash --secret-file key -q --in text a.log", "*urn%3Aex%3Aa\n", "urn: 1 text that may be a name is left (a.log:1 urn%3A); for urn%3A, try --in url\n", 1},
		{"--to hash --secret-file key a.log", "*", "urn: 2 names replaced\n", 0},
		{"--to hash --secret-file key --in text a.html", "<b>urn&#x3A;ex:a</b>", "urn: 0 names replaced; 1 text that may be a name is left (a.html:1 urn&#x3A;); for urn&#x3a;, try --in html\n", 1},
		{"--to hash --secret-file key a.html", "<b>*</b>", "urn: 1 name replaced\n", 0},
		{"--to hash --secret-file key --in url twice.log", "u=urn%253Aex%253Aa", "urn: 0 names replaced; 1 text that may be a name is left (twice.log:1 urn%253A); for urn%253A, try --in url after decoding the text once\n", 1},
		{"--to hash --secret-file key mixed", "xurn:*", "urn: 0 names replaced; 3 texts that may be names are left (mixed:1 urn:, mixed:1 urn:, mixed:1 urn%253A); for urn%253A, try --in url after decoding the text once\n", 1},
		{"--to hash --secret-file key --in text --nid isbn parted", "urn:is*", "urn: 0 names replaced; 1 text that may be a name is left (parted:1 urn:); only --nid*", 1},
		{"--to hash --secret-file key within", "xurn%*", "urn: 0 names replaced; 1 text that may be a name is left (within:1 urn%253A)\n", 1},
		{"--to hash --secret-file key grep", "id=*\x1b[01;31m\x1b[K\x1b[m\x1b[K ok\n", "urn: 1 name replaced\n", 0},
		{"--to hash --secret-file key --in text grep", "id=*\x1b[01;31m\x1b[Kjane*", "urn: 1 name replaced; 1 text that may be a name is left (grep:1 \":\\x1b[01;31m\\x1b[K\")\n", 1},
		{"--to key --only-urns a", "", "urn: --only-urns is for a hash*", 2},
		{"--to hash --secret-file key --exact a", "", "urn: --exact cannot be used with a hash*", 2},
		{"--template {{hash}} a", strings.Replace(text, "URN:ex:a", "{hash}", 1), "*", 0},
	} {
		got := command(t, files, "", append([]string{"replace"}, strings.Fields(c.args)...)...)
		if !matches(got.stdout, c.stdout) || !matches(got.stderr, c.stderr) || got.status != c.status {
			t.Errorf("urn replace %s: %+v, want %+v", c.args, got, c)
		}
		if hidden := c.stdout == "*" || c.stdout == "*<*>*"; hidden && (strings.Contains(got.stdout, "sEcReT") || strings.Contains(got.stdout, "urn:")) {
			t.Errorf("urn replace %s leaves %q", c.args, got.stdout)
		}
	}
}

// The failures that the tables above do not have.
func TestReplaceRight(t *testing.T) {
	hash := func(s string) string { return hmacOf("0123456789abcdef", s) }
	files := map[string]string{
		"key":    "0123456789abcdef",
		"a.csv":  "n;urn\n1;URN:ex:a#f;500\n",
		"a.tsv":  "n\turn\n1\tURN:ex:a#f\t500\n",
		"cr.csv": "a,b\rurn:ex:a,2\r",
		"my.sql": "-- MySQL dump 10.13\nINSERT INTO t VALUES ('it\\'s URN:ex:a#f', \"URN:ex:b\");\n",
	}
	const secret = "--to hash --secret-file key "
	for _, c := range []struct {
		args, in, stdout string
		status           int
	}{
		{"--to key --in csv", "1,\"two\nlines\",URN:ex:a#f,500,bob\n", "1,\"two\nlines\",urn:ex:a,500,bob\n", 0},
		{secret + "--in csv", "1,urn:ex:Jon Doe,urn:bad", "1," + hash("urn:ex:Jon Doe") + "," + hash("urn:bad"), 0},
		{secret + "--in csv", "1,\"two\nlines\",\"urn:ex:a,secret\"\n", "1,\"two\nlines\",\"" + hash("urn:ex:a,secret") + "\"\n", 0},
		{`--template a,"b" --in csv`, "1,\"two\nlines\",urn:ex:a\n", "1,\"two\nlines\",\"a,\"\"b\"\"\"\n", 0},
		{`--template a,"b" --in csv`, "1,see \"urn:ex:a\" here urn:ex:b,5\n", "1,\"see \"\"a,\"\"b\"\"\"\" here a,\"\"b\"\"\",5\n", 0},
		{"--to key a.csv", "", "n;urn\n1;urn:ex:a;500\n", 0},
		{"--to key --in text a.csv", "", "n;urn\n1;urn:ex:a\n", 0},
		{"--to key a.tsv", "", "n\turn\n1\turn:ex:a\t500\n", 0},
		{"--to key --in csv --csv-separator ;", "URN:ex:a#f;500;bob\n", "urn:ex:a;500;bob\n", 0},
		{"--to key cr.csv", "", "a,b\rurn:ex:a,2\r", 0},
		{"--to key --csv-column a cr.csv", "", "", 2},
		{secret + "--in sql", "('a\nb','urn:ex:o''brien')\n", "('a\nb','" + hash("urn:ex:o'brien") + "')\n", 0},
		{"--to key --in sql", "E'it\\'s URN:ex:a' -- isn't URN:ex:b'\n$f$it's 'URN:ex:c'$f$ 'URN:ex:d#f'\n", "E'it\\'s urn:ex:a' -- isn't urn:ex:b'\n$f$it's 'urn:ex:c'$f$ 'urn:ex:d'\n", 0},
		{"--template it's\\ --in sql", "COPY t FROM stdin WITH (NULL 'urn:ex:b');\no'brien\tURN:ex:a\tx\n\\.\n", "COPY t FROM stdin WITH (NULL 'it''s\\');\no'brien\tit's\\\\\tx\n\\.\n", 0},
		{"--template it's\\ --in sql", "COPY t (a) FROM stdin;\no'brien\tURN:ex:a\tx\n\\.\n('URN:ex:b');\n", "COPY t (a) FROM stdin;\no'brien\tit's\\\\\tx\n\\.\n('it''s\\');\n", 0},
		{"--template it's --in sql my.sql", "", "-- MySQL dump 10.13\nINSERT INTO t VALUES ('it\\'s it''s', \"it's\");\n", 0},
		{"--to key --in xml", "<a><![CDATA[URN:EX:a&b]]><b x='URN:EX:a&amp;b#f'/></a>\n", "<a><![CDATA[urn:ex:a&b]]><b x='urn:ex:a&amp;b'/></a>\n", 0},
		{secret + "--in xml", "<a b=\"&lt;urn:ex:é\">x</a><a b='&lt;urn:ex:a'>y</a>\n", "<a b=\"&lt;" + hash("urn:ex:é") + "\">x</a><a b='&lt;" + hash("urn:ex:a") + "'>y</a>\n", 0},
		{"--to key --in xml", "<URN:ex:a URN:ex:b='c'/><d e='(URN:ex:f'/>)\n", "<urn:ex:a urn:ex:b='c'/><d e='(urn:ex:f'/>)\n", 0},
		{"--template 1 --in xml", "<urn:ex:a/>\n", "<urn:ex:a/>\n", 2},
		{"--to key --in html", "<script>\"URN:EX:a'b\"</script><!-- URN:EX:a&b --><p title=URN:EX:a&amp;b#f>\n", "<script>\"urn:ex:a'b\"</script><!-- urn:ex:a&b --><p title=urn:ex:a&amp;b>\n", 0},
		{"--template a--b --in xml", "<a><!-- urn:ex:a --></a>\n", "<a><!-- urn:ex:a --></a>\n", 2},
		{"--to normalized --in url", "URN:ex:b/urn%3Aex%3Aa/%2f x\n", "urn:ex:b/urn%3Aex%3Aa/%2F x\n", 0},
		{secret + "--in url", "q=urn%3Aex%3Aalice%20urn:ex:bob\n", "q=" + hash("urn:ex:alice") + "%20" + hash("urn:ex:bob") + "\n", 0},
		{secret + "--in auto", "q=urn%3Aex%3Aalice%2Furn:ex:bob\n", "q=" + hash("urn:ex:alice") + "%2F" + hash("urn:ex:bob") + "\n", 0},
		{"--to key --json-field usr.id", "{\"user\":{\"id\":\"URN:ex:a\"}}\n", "{\"user\":{\"id\":\"URN:ex:a\"}}\n", 2},
		{"--to key --json-field id", "[{\"id\":\"URN:ex:a\"}]\n", "[{\"id\":\"URN:ex:a\"}]\n", 2},
		{"--to key", "u\x00r\x00n\x00:\x00e\x00x\x00:\x00a\x00\n\x00", "", 2},
		{"--to key", "\x00U\x00r\x00n\x00:\x00e\x00x\x00:\x00a\x00\n", "", 2},
	} {
		got := command(t, files, c.in, append([]string{"replace"}, strings.Fields(c.args)...)...)
		if got.stdout != c.stdout || got.status != c.status {
			t.Errorf("urn replace %s of %q: %+v\nwant %q, %d", c.args, c.in, got, c.stdout, c.status)
		}
	}
}

// The dumps are what pg_dump, mariadb-dump and the shell of SQLite have written. The
// databases have read those with keys, and had the values with the names replaced; see
// tests/attack/dumps.py.
func TestDumps(t *testing.T) {
	folder := filepath.Join(cmdtest.Dir, "testdata/dumps")
	dumps, _ := filepath.Glob(filepath.Join(folder, "*.sql"))
	if len(dumps) != 4 {
		t.Fatalf("there are %d dumps", len(dumps))
	}
	for _, file := range dumps {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(file, ".sql") + ".key")
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{"dump": string(text), "key": "0123456789abcdef", "replaced": string(want)}
		for _, from := range []string{"dump", "replaced"} {
			if got := command(t, files, "", "replace", "-q", "--to", "key", "--in", "sql", from); got.stdout != string(want) || got.status != 0 || got.stderr != "" {
				t.Errorf("%s: status %d, %s; the text with keys is\n%.3000s", file, got.status, got.stderr, got.stdout)
			}
		}
		hashed := command(t, files, "", "replace", "-q", "--to", "hash", "--secret-file", "key", "--in", "sql", "dump")
		if hashed.status != 0 || strings.Contains(hashed.stdout, "sEcReT") {
			t.Errorf("%s: status %d, %s; hashed, it is\n%.3000s", file, hashed.status, hashed.stderr, hashed.stdout)
		}
		for _, near := range []string{"--near", "--exact"} {
			if got := command(t, nil, hashed.stdout, "find", near, "--in", "sql"); got.stdout != "" {
				t.Errorf("%s: %s is found in\n%.3000s", file, got.stdout, hashed.stdout)
			}
		}
	}
}

// A part or a near miss ends where its value ends: what is between values stays.
func TestReplaceDivided(t *testing.T) {
	key := map[string]string{"key": "0123456789abcdef"}
	hash := regexp.MustCompile("[0-9a-f]{64}")
	for _, c := range []struct{ in, text, want string }{
		{"xml", "urn:ex:a:*<![CDATA[\r\n&#117;b", "H<![CDATA[\r\n&#117;b"},
		{"xml", "|urn:ex:b:*</a><b>urn:ex:c</b>", "|H</a><b>H</b>"},
		{"xml", "<?p urn:ex:a:*?>z", "<?p H?>z"},
		{"html", "<p>urn:ex:b:*<p>urn:ex:{d}</p>", "<p>H<p>H</p>"},
		{"html", "<!--urn:ex:a--!>b", "<!--H--!>b"},
		{"html", "<e a='&lt;urn:ex:a'>y</e>", "<e a='&lt;H'>y</e>"},
		{"html", "<urn:\\\nurn:x:/ x\n", "<H\nH/ x\n"}, // the second in the tag that begins before the first
		{"csv", "urn:ex:{a},b,urn:ex:c", "H,b,H"},
		{"csv", "\"it 'urn:ex:{a}\",\"c'd\"", "\"it 'H\",\"c'd\""},
		{"json", `{"a":"it 'urn:ex:{a}","b":"c'd"}`, `{"a":"it 'H","b":"c'd"}`},
		{"auto", `{"a":"it 'urn:ex:{a}","b":"c'd"}`, `{"a":"it 'H","b":"c'd"}`},
		{"sql", "('|urn:ex:d:*','b|')", "('|H','b|')"},
		{"url", "%3Curn%3Aex%3A{a}%3E,b&c=d", "%3CH%3E,b&c=d"},
		{"url", "q=urn%3Aex%3A{a}&b", "q=H&b"},
		{"auto", "urn%3Aex%3A{a}", "H"},
		// A "/" belongs to an encoded name, unless that is a segment of a path.
		{"auto", "id=urn%3Anbn%3Aa/b%3Ac&x urn%3Aex%3Aa/b (urn%3Aex%3Aa/b) id=urn%3Aex%3Aa/..//_b", "id=H&x H (H) id=H"},
		{"auto", "/urn%3Aex%3Aa/b%3Ac?x <urn%3Aex%3Aa/>", "/H/b%3Ac?x <H>"},
		// No pseudonym makes a name of what is left beside it.
		{"auto", "urn:ex:)urn%3Ab", "H)H"},
		{"auto", `urn:urn%3Aa \nurn:Urn%3Ab`, `HH \nHH`},
		{"auto", "%3CURN%3Aa%2CURN%3Ali", "%3CH%2CH"},
		{"auto", "%3DUrn%3Ab%0Aurn%3A~", "%3DH%0AH"},
		{"auto", "'urn\\:ex'urn&colon;example", "'H'H"},
		{"auto", "urn%3Aex%(%2Curn%3Ax", "H%(%2CH"},
		{"auto", "urn\\:ex:)URN%3Ad", "H)H"},
		{"auto", "urn%3Aex%3Aa%2C&#117rn:ex:b id=urn%3Aex%3Aa&amp;y=1", "H%2CH id=H&amp;y=1"},
		{"auto", "/Urn:example:%0A/urn:5Cu URN%3Aex%3Aa:Urn:x", "/H/H H:H"},
		{"auto", `w("urn:a,b:c\nurn:ibm.com,1981:f\n");`, `w("H\nH\n");`},
		{"text", "<e>urn:'urn:ex:a></e>", "<e>HH></e>"},
		{"text", "\"urn: Urn:example:\" urn: urn:ex:a", "\"HH\" urn: H"},
	} {
		got := command(t, key, c.text, "replace", "-q", "--to", "hash", "--secret-file", "key", "--in", c.in)
		if text := hash.ReplaceAllString(got.stdout, "H"); text != c.want || got.status != 0 {
			t.Errorf("%s: %q became %q, status %d, %s; want %q", c.in, c.text, text, got.status, got.stderr, c.want)
		}
		again := command(t, key, got.stdout, "replace", "-q", "--to", "hash", "--secret-file", "key", "--in", c.in)
		if again.stdout != got.stdout {
			t.Errorf("%s: %q became %q, and then %q", c.in, c.text, got.stdout, again.stdout)
		}
	}
}

// find and replace count the same. With --in url and auto, nothing that begins with "urn%3A" is
// passed over in silence.
func TestSameCounts(t *testing.T) {
	const key = "0123456789abcdef"
	for _, c := range []struct{ in, text, names, near, others string }{
		{"url", "GET /urn%3Aex:a?u=urn%3Aex%3Ab", "urn:ex:a urn:ex:b", "", ""},
		{"url", "/urn%3Aex/attrs /urn%3A%2F/", "", "urn:ex urn:/", ""},
		{"auto", `{"a":"x=urn%3Aenc&y=urn%3A%20z","b":"urn:ex:c"}`, "urn:ex:c", "urn:enc", ""},
		{"url", "/urn%3A/ xurn%3Aex urn: string", "", "", ""},
		{"text", "urn:urn:ex:a", "urn:ex:a", "", "1"},
		{"text", `urn:urn:ex:a "urn:ex:" + x urn:ex:é <urn:a>b</urn:a> urn:urn:urn:ex:b`, "urn:ex:a urn:ex:b", "urn:ex: urn:ex:é", "2"},
		{"xml", "<a>urn:ex:{b}</a> urn:urn:ex:a", "urn:ex:a", "urn:ex:{b}", "1"},
		{"text", "urn:urn:b(", "", "", "1"},
		{"text", "<a b='urn:urn:'/>", "", "", "1"},
		{"url", "the urn:nbn is /urn%3Aex/", "", "urn:ex", ""},
	} {
		run := func(args string) result {
			return command(t, map[string]string{"key": key}, c.text, strings.Fields(args+" --in "+c.in)...)
		}
		lines := func(args string) (first []string) {
			for line := range strings.Lines(run(args).stdout) {
				text, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
				first = append(first, text)
			}
			return first
		}
		names, near := lines("find"), lines("find --near")
		if strings.Join(names, " ") != c.names || strings.Join(near, " ") != c.near {
			t.Errorf("--in %s %s: names %q, near misses %q, want %q, %q", c.in, c.text, names, near, c.names, c.near)
		}
		for _, to := range []string{"key", "hash --secret-file key"} {
			got, others := run("replace --stats --to "+to), cmp.Or(c.others, "0")
			if to == "key" {
				others = "0"
			}
			var replaced, changed, nears, parts, other int
			_, stats, _ := strings.Cut(got.stderr, " replaced=")
			fmt.Sscanf(stats, "%d changed=%d near=%d parts=%d others=%d ", &replaced, &changed, &nears, &parts, &other)
			if replaced != len(names) || nears+parts != len(near) || strconv.Itoa(other) != others {
				t.Errorf("--in %s --to %s %s: %s, want %d, %d, %s", c.in, to, c.text, got.stderr, len(names), len(near), others)
			}
			if says := `"urn:" that find does not show`; strings.Contains(got.stderr, says) != (others != "0") {
				t.Errorf("--to %s %s: %s", to, c.text, got.stderr)
			}
		}
	}
}

// Ordinary logs without hidden names give no alarm.
func TestReplaceQuietly(t *testing.T) {
	key := map[string]string{"key": "0123456789abcdef"}
	for kind, log := range ordinaryLogs {
		got := command(t, key, log, "replace", "-q", "--to", "hash", "--secret-file", "key")
		if strings.Contains(got.stderr, "may be") || got.status != 0 {
			t.Errorf("%s: status %d, %s", kind, got.status, got.stderr)
		}
		if got := command(t, key, log+"u=urn%2525253Aex%2525253Aa\n", "replace", "-q", "--to", "hash", "--secret-file", "key"); got.status != 1 {
			t.Errorf("%s and a hidden name: status %d, %s", kind, got.status, got.stderr)
		}
	}
}

// What is left is counted the same, wherever a long line is divided, and its first places are in the
// order of the input.
func TestReplaceLeftInLongLines(t *testing.T) {
	testhelp.Slow(t)
	files := map[string]string{"key": "0123456789abcdef"}
	for i, unit := range []string{"urn%253Aexample ", "urn:ex:a urn%253Aexample ", "urn:\"\"  example\\u003a", `{"a":"urn\u003ab"},`, "return:a xurn:b ", "urn&colon;a "} {
		n := (256 << 10) / len(unit) // without a line end, and the first one with whole blocks
		files["a"], files["b"] = strings.Repeat(unit, n), "\n"+unit+"\n"
		got := command(t, files, "", "replace", "-q", "--to", "hash", "--secret-file", "key", "--in", "text", "a", "b", "a")
		want := fmt.Sprintf("urn: %d texts that may be names are left (a:1 *, a:1 *, a:1 * ...)*", 2*n+1)
		if !matches(got.stderr, want) || got.status != 1 {
			t.Errorf("%d: %q: status %d, %s, want %s", i, unit, got.status, got.stderr, want)
		}
		got = command(t, files, "", "replace", "-q", "--to", "hash", "--secret-file", "key", "--in", "text", "b", "a")
		if want := " texts that may be names are left (b:2 "; !strings.Contains(got.stderr, want) {
			t.Errorf("%d: %q: %s, want %s", i, unit, got.stderr, want)
		}
	}
}

// Names in random texts are replaced under a hash, or the status is 1: the check of the output has seen
// each text between the pseudonyms.
func TestReplaceHidesOrSays(t *testing.T) {
	cmdtest.ChdirTemp(t)
	if err := os.WriteFile("key", []byte("0123456789abcdef"), 0o666); err != nil {
		t.Fatal(err)
	}
	pseudonym := regexp.MustCompile("[0-9a-f]{64}")
	notations := strings.Fields("text auto url json xml html csv sql mysql")
	r, loud, texts := rand.New(rand.NewPCG(54, 3)), 0, 800
	if testhelp.IsLong() {
		texts = 4000
	}
	for range texts {
		one := func(list ...string) string { return list[r.IntN(len(list))] }
		var text strings.Builder
		for range 1 + r.IntN(5) {
			colon := one(":", ":", ":", "%3A", "%253a", `\u003a`, `\\u003a`, "&#58;", "&#x3A", "&colon;", `\:`, "：", "=3A")
			name := one("urn", "URN", "Urn") + colon + one("ex", "isbn", "a.b", "x") + one(":", colon) + "sEcReT"
			text.WriteString(one("", "a ", "\n", "x=", "(", "'", `"`, "%22", `\n`, "\x1b[0m", `\u001b[36m`, "/", "<a b='", `{"a":"`, "return ", "Urn: ", "x") + name +
				one("", " ", ")", "'", `"`, "%22", "\n", `\n`, "<", "</a>", `"}`+"\n", ",", "; ", "\t", "é ", "<![CDATA["))
		}
		in := one(notations...)
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), []string{"replace", "-q", "--to", "hash", "--secret-file", "key", "--in", in}, strings.NewReader(text.String()), &stdout, &stderr)
		left := false
		names := slices.Concat(pseudonym.FindAllIndex(stdout.Bytes(), -1)...)
		new(leftover.Stream).Read(stdout.Bytes(), names, false, func(_ []byte, s leftover.Spelling, _ int) { left = left || s.Name })
		hides := !strings.Contains(stdout.String(), "sEcReT")
		if status > 2 || status == 0 && (left || !hides) || status == 1 && !left && hides {
			t.Errorf("--in %s, %q became %q, status %d, %s", in, text.String(), &stdout, status, &stderr)
		}
		if status == 1 {
			loud++
		}
	}
	if loud == 0 || loud == texts {
		t.Errorf("the status is 1 for %d of %d texts", loud, texts)
	}
}

// ordinaryLogs are texts as programs and people write them, with names, and with "urn" where no name
// begins.
var ordinaryLogs = map[string]string{
	"web server": `10.1.2.3 - - [12/Mar/2026:08:15:31 +0000] "GET /catalogue/urn:isbn:978-0-395-36341-6?format=json&return=/turn HTTP/1.1" 200 512 "-" "curl/8.5.0"
10.1.2.4 - - [12/Mar/2026:08:15:32 +0000] "POST /orders/return: HTTP/1.1" 302 0 "https://shop.example/saturn" "Mozilla/5.0 (X11; Linux x86_64)"
`,
	"system": `Mar 12 08:15:31 host systemd[1]: Started Daily turn: of the keys.
Mar 12 08:15:33 host kernel: [ 12.345678] usb 1-1: churn: 3 resets in 10 s
Mar 12 08:15:34 host sshd[812]: pam_unix(sshd:session): session opened for user mourn(uid=1000)
`,
	"JSON Lines": `{"level":"info","ts":"2026-03-12T08:15:31Z","msg":"loaded","datasetUrn":"urn:li:dataset:(urn:li:dataPlatform:hive,db.t,PROD)"}
{"level":"warn","ts":"2026-03-12T08:15:32Z","msg":"retry\nreturn: \"EOF\"\n\tburn: 3","urn":"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}
`,
	"Java": `2026-03-12 08:15:31,042 ERROR [main] c.e.Loader - return: null, entityUrn: null
java.lang.IllegalArgumentException: no entity urn:ex:order:17
	at com.example.Urn.parse(Urn.java:42) ~[app.jar:1.4]
	at com.example.Loader.load(Loader.java:17)
Caused by: com.example.UrnSyntaxException: Urn: expected a value
`,
	"Python": `INFO:root:processing urn:nbn:de:101:1-201102033592
Traceback (most recent call last):
  File "app.py", line 3, in turn
    return: int
KeyError: 'urn'
WARNING:app:resource_urn: None, burn: 4.5, Saturn: -9.5
`,
	"Go": `2026/03/12 08:15:31 urn: no such name
time=2026-03-12T08:15:31.000Z level=INFO msg=replaced urn="urn:ex:a" return:=ok
panic: runtime error: return: index out of range [3] with length 3
`,
	"XML": `<event time="2026-03-12T08:15:31Z"><name>urn:oasis:names:tc:SAML:2.0:assertion</name><text>Return: &quot;none&quot;</text></event>
<event time="2026-03-12T08:15:32Z"><urn>urn:ex:b</urn><note lang="en">The burn: of Saturn.</note></event>
`,
	"CSV": `time,urn,note
2026-03-12T08:15:31Z,urn:isbn:9780395363416,"return: yes, turn: no"
2026-03-12T08:15:32Z,,"no urn: given"
`,
	"YAML": `resources:
  - urn: urn:pulumi:dev::shop::aws:s3/bucket:Bucket::files
    resourceURN: urn:ex:b
    return: {code: 0}
    urn:
      kind: a
`,
	"console": "\x1b[32mINFO\x1b[0m  return: 0 (auburn: #a52a2a)\n\x1b[33mWARN\x1b[0m  the \"urn:\" is missing, see `urn:` in the manual\n" +
		"\x1b[31mERROR\x1b[0m urn:ex:c: not found\nid=\x1b[36murn:ex:d\x1b[0m, \"\x1b[1murn:ex:e\x1b[m\x1b[K\" [\x1b[1murn:ex:f\x1b[0m] \x1b[36murn:ex:g\x1b[0m\x1b[2m 3 ms\x1b[0m\n",
	"prose": "A name begins with \"urn:\" and an NID. See the return: it is urn:ex:a. A turn: left; the urn, of clay; Melbourn: a village.\n„urn:“ steht am Anfang. Nocturn: 3 Uhr.\n",
}
