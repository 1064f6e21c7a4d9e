package command

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/find"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

const prose = "See (urn:ex:a(b)). and URN:EX:a%2f?+r?=q#f\r\n" +
	"nothing in burn:ex:c or urn:x:y\n\n" +
	"\t<urn:isbn:0-395-36341-1>, urn:ex:A(b), \x1b[2J urn:Ex:a(b)"

const nearOne = "urn: 1 near miss: a name that is not a URN (--near shows it): malformed *"

var aRemark = regexp.MustCompile(`^(urn: \d+ near miss.* \(--near shows (it|them)\).*\n)?$`)

// remark returns the remark of find about the near misses of a text that is searched
// several times.
func remark(text string, times int) string {
	n, reasons := 0, [16]int{}
	for m := range (scan.Finder{Mode: scan.ModeNear}).All([]byte(text)) {
		if m.Kind == scan.MatchNearMiss {
			n += times
			reasons[m.Fault.Reason] += times
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return nearOne
	}
	var by []string
	for r, n := range reasons {
		if n > 0 {
			words, _, _ := strings.Cut(urn.Fault{Reason: urn.Reason(r)}.Message(""), ": ")
			by = append(by, fmt.Sprintf("%d %s", n, words))
		}
	}
	return fmt.Sprintf("urn: %d near misses: names that are not URNs (--near shows them): %s\n", n, strings.Join(by, ", "))
}

func TestFind(t *testing.T) {
	long := "urn:ex:" + strings.Repeat("a", 100)
	for _, c := range []struct {
		name  string
		args  string // split at spaces
		stdin string
		files map[string]string
		want  result
	}{
		{name: "text", args: "", stdin: prose, want: result{
			"urn:ex:a(b)\nURN:EX:a%2f?+r?=q#f\nurn:isbn:0-395-36341-1\nurn:ex:A(b)\nurn:Ex:a(b)\n", nearOne, 0}},
		{name: "nothing", args: "", stdin: "burn:ex:a\n", want: result{"", "", 1}},
		{name: "no input", args: "", want: result{"", "", 1}},
		{name: "exact", args: "--exact", stdin: prose, want: result{
			"urn:ex:a(b)).\nURN:EX:a%2f?+r?=q#f\nurn:isbn:0-395-36341-1\nurn:ex:A(b),\nurn:Ex:a(b)\n", "", 0}},
		{name: "another syntax", args: "-s draft2141bis", stdin: "urn:ex:a?b=c/d urn:x:y", want: result{"urn:ex:a?b=c/d\n", nearOne, 0}},
		{name: "RFC 2141", args: "-s rfc2141", stdin: "urn:x:y&z", want: result{"", nearOne, 1}},
		{name: "prefixes", args: "-Hnb", stdin: prose, want: result{
			"<stdin>:1:5:urn:ex:a(b)\n<stdin>:1:23:URN:EX:a%2f?+r?=q#f\n<stdin>:4:79:urn:isbn:0-395-36341-1\n<stdin>:4:104:urn:ex:A(b)\n<stdin>:4:122:urn:Ex:a(b)\n", nearOne, 0}},
		{name: "files", args: "a - b", stdin: "urn:ex:2", files: map[string]string{"a": "urn:ex:1", "b": "urn:ex:3\n"},
			want: result{"a:urn:ex:1\n<stdin>:urn:ex:2\nb:urn:ex:3\n", "", 0}},
		{name: "files without their names", args: "--no-filename -n a b", files: map[string]string{"a": "urn:ex:1", "b": "\nurn:ex:3\n"},
			want: result{"1:urn:ex:1\n2:urn:ex:3\n", "", 0}},
		{name: "compressed", args: "--no-filename a b -", stdin: zst(t, "urn:ex:3"), files: map[string]string{"a": gz(t, "urn:ex:1"), "b": zst(t, "urn:ex:2")},
			want: result{"urn:ex:1\nurn:ex:2\nurn:ex:3\n", "", 0}},
		{name: "in JSON", args: "--in json -nb", stdin: "{\"u\":\"urn:ex:a\\/b\",\"v\":\"urn:ex:a\\u0026b\\nurn:ex:c\"}\n\"\\u0075rn:ex:d\"", want: result{
			"1:6:urn:ex:a/b\n1:24:urn:ex:a&b\n1:41:urn:ex:c\n2:53:urn:ex:d\n", "", 0}},
		{name: "in JSON, files", args: "--in json a b", files: map[string]string{"a": `urn:ex:a\/b`, "b": `urn:ex:c\u0026d`}, want: result{"a:urn:ex:a/b\nb:urn:ex:c&d\n", "", 0}},
		{name: "JSON as plain text", args: "--in text -b", stdin: "{\"u\":\"urn:ex:a\\/b\"}", want: result{"", nearOne, 1}},
		{name: "in HTML", args: "--in html -b", stdin: "<a href=\"urn:ex:a&amp;b\">&copy;urn:ex:c?=x&copy=1&#x3c;</a>", want: result{"9:urn:ex:a&b\n31:urn:ex:c?=x&copy=1\n", "", 0}},
		{name: "in XML, context", args: "--in xml --context --color=always", stdin: "x\n<a u=\"urn:ex:a&amp;b\"> &#x75;rn:ex:c&#46; </a>\ny\n", want: result{
			"<a u=\"\x1b[01;31murn:ex:a&amp;b\x1b[m\"> \x1b[01;31m&#x75;rn:ex:c\x1b[m&#46; </a>\n", "", 0}},
		{name: "in JSON, JSON", args: "--in json --json", stdin: "\n{\"u\":\"urn:ex:a\\u0026B\"}", want: result{
			`{"line":2,"offset":7,"input":"urn:ex:a&B","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a&B","r":null,"q":null,"f":null,"normalized":"urn:ex:a&B","key":"urn:ex:a&B"}` + "\n", "", 0}},
		{name: "in JSON, counted", args: "--in json --count", stdin: "\"urn:ex:a\\/b\" \"urn:ex:a/b\" \"urn:EX:a\\u002fb\"", want: result{"3\turn:ex:a/b\n", "", 0}},
		{name: "in JSON, near misses", args: "--in json --near -b", stdin: "{\"a\":\"urn:ex:a\\/b\",\"b\":\"urn:ex:bé\"}", want: result{
			"24:urn:ex:bé\turn:ex:b\tmalformed namespace-specific string: unexpected 'é' (U+00E9); write it as %C3%A9\n", "", 0}},
		{name: "auto", args: "--in auto", stdin: "{\"u\":\"urn:ex:a\\/b\"}\nC:\\u0075rn:ex:c urn:ex:d\\/e\n\"urn:ex:f\\/g\"\n", want: result{"urn:ex:a/b\nurn:ex:f/g\n", nearOne, 0}},
		{name: "in an unknown notation", args: "--in yaml", stdin: "x", want: result{"", "*", 2}},
		{name: "in JSON, too long", args: "--in json --max-urn 10 -n", stdin: "\n\"urn:ex:aaa\\u0061\" urn:ex:b", want: result{"2:urn:ex:b\n",
			"urn: <stdin>:2: a URN of 11 bytes, longer than 10 (see --max-urn), at offset 2: urn:ex:aaaa... is left out\n", 2}},
		{name: "UTF-16", args: "-nb", stdin: "\xff\xfe\xe9\x00 \x00u\x00r\x00n\x00:\x00e\x00x\x00:\x00a\x00\n\x00", want: result{"1:3:urn:ex:a\n", "", 0}},
		{name: "a format that is not read", args: "a.zip b", files: map[string]string{"a.zip": "PK\x03\x04 urn:ex:a", "b": "urn:ex:b"},
			want: result{"b:urn:ex:b\n", "urn: a.zip: a ZIP archive, which urn does not read: extract its files first\n", 2}},
		{name: "the same in a directory", args: "-r", files: map[string]string{"a.zip": "PK\x03\x04 urn:ex:a", "b": "urn:ex:b"},
			want: result{"b:urn:ex:b\n", "urn: 1 file was not read (--skipped names it): a ZIP archive\n", 0}},
		{name: "only that in a directory", args: "-r", files: map[string]string{"a.zip": "PK\x03\x04 urn:ex:a"}, want: result{"", "urn: 1 file was not read (--skipped names it): a ZIP archive\n", 1}},
		{name: "several of them", args: "-r", files: map[string]string{"a.zip": "PK\x03\x04", "b.zip": "PK\x03\x04", "c": "%PDF-1", "d": "urn:ex:a\n"}, want: result{"d:urn:ex:a\n", "urn: 3 files were not read (--skipped names them): a PDF document, a ZIP archive (2)\n", 0}},
		{name: "only that in a directory, named", args: "-r --skipped", files: map[string]string{"a.zip": "PK\x03\x04 urn:ex:a"}, want: result{"", "urn: a.zip: a ZIP archive, which urn does not read: extract its files first\n", 1}},
		{name: "escapes of JSON in text", args: "", stdin: "{\"u\":\"urn\\u003aex:a\"}\nx urn\\u003aex:b\ny \\ urn\\u003Aex:c", want: result{"urn:ex:a\n", "urn: 2 names begin with urn\\u003a: try --in json\n", 0}},
		{name: "escapes of two kinds", args: "", stdin: "urn\\u003aex:b urn\\u003aex:c\n{\"a\":\"urn&#58;ex:a\"}", want: result{"", "urn: 2 names begin with urn\\u003a: try --in json\nurn: 1 name begins with urn&#58;: try --in html\n", 1}},
		{name: "references in JSON", args: "", stdin: `{"a":"urn&#58;ex:a","b":"urn:ex:b &amp;"}`, want: result{"urn:ex:b\n", "urn: 1 name begins with urn&#58;: try --in html\n", 0}},
		{name: "escapes that auto leaves", args: "", stdin: "urn:ex:a\nx urn\\\\u003aex:b U&'urn\\003aex' E'urn\\x3Aex'\n{\"q\":\"E'urn\\\\x3aex'\",\"r\":\"urn\\\\u003aex:c\"}\n{\"a\":\"urn\\x3aex:S\"}\n{\"a\":\"urn\\003aex:S\"}\n[\"urn\\x3aex:S urn\\x3aex:T\"]", want: result{"urn:ex:a\nurn:ex:c\n",
			"urn: 1 name begins with urn\\u003a: try --in json\nurn: 2 names begin with urn\\003a: decode the text once\nurn: 5 names begin with urn\\x3a: decode the text once\n", 0}},
		{name: "quoted-printable", args: "", stdin: "urn=3aex=3Aa", want: result{"", "urn: no URN was found, but a name that begins with urn=3A: try decoding the text, which is quoted-printable\n", 1}},
		{name: "percent-encoded", args: "--in text", stdin: "GET /x?u=URN%3aex%3Aa 200", want: result{"", "urn: no URN was found, but a name that begins with urn%3A: try --in url\n", 1}},
		{name: "percent-encoded, counted", args: "--in text --count", stdin: "GET /x?u=urn%3Aex%3Aa 200", want: result{"", "urn: no URN was found, but a name that begins with urn%3A: try --in url\n", 1}},
		{name: "percent-encoded, in auto", args: "--in auto", stdin: "GET /x?u=urn%3Aex%3Aa 200", want: result{"urn:ex:a\n", "", 0}},
		{name: "percent-encoded, quiet", args: "--in text -q", stdin: "GET /x?u=urn%3Aex%3Aa 200", want: result{"", "", 1}},
		{name: "percent-encoded beside a URN", args: "--in text", stdin: "urn%3Aex%3Aa urn:ex:b", want: result{"urn:ex:b\n", "", 0}},
		{name: "the colon as an escape of JSON", args: "--in text", stdin: `"urn\u003Aex:a"`, want: result{"", "urn: no URN was found, but a name that begins with urn\\u003a: try --in json\n", 1}},
		{name: "the colon as a reference", args: "--in text", stdin: `<a href="urn&#58;ex:a">`, want: result{"", "urn: no URN was found, but a name that begins with urn&#58;: try --in html\n", 1}},
		{name: "read as it is written", args: "", stdin: "urn%3Aex%3Aa urn:ex:b <a b=\"urn:ex:c&amp;d\">\n{\"u\":\"urn:ex:e\\u0026f\"}\nurn\\:ex\\:g", want: result{"urn:ex:a\nurn:ex:b\nurn:ex:c&d\nurn:ex:e&f\nurn:ex:g\n", "", 0}},
		{name: "looks like CSV", stdin: "a,b\nurn:ex:a,1\nurn:ex:b,2\n", want: result{"urn:ex:a,1\nurn:ex:b,2\n", "urn: the text looks like CSV: --in csv ends a name where its cell ends\n", 0}},
		{name: "looks like CSV, as text", args: "--in text", stdin: "a,b\nurn:ex:a,1\nurn:ex:b,2\n", want: result{"urn:ex:a,1\nurn:ex:b,2\n", "", 0}},
		{name: "no CSV", stdin: "ts=1, urn:ex:a,b\nts=2, urn:ex:a\n", want: result{"urn:ex:a,b\nurn:ex:a\n", "", 0}},
		{name: "twice beside a URN", args: "", stdin: "urn:ex:a urn%253Aex urn%25253aex urn:ex:b/urn%253Aex", want: result{"urn:ex:a\nurn:ex:b/urn%253Aex\n", "urn: 2 names begin with urn%253A, which is encoded twice: decode the text once\n", 0}},
		{name: "encoded twice", args: "--in url", stdin: "u=urn%253Aex%253Aa", want: result{"", "urn: 1 name begins with urn%253A, which is encoded twice: decode the text once\n", 1}},
		{name: "a NID misspelt", args: "--nid isbm,acme", stdin: "urn:isbn:0-395-36341-1", want: result{"", "urn: no URN of isbm, which is not registered: did you mean isbn?\n", 1}},
		{name: "a NID misspelt, quiet", args: "-q --nid isbm", stdin: "urn:isbn:0-395-36341-1", want: result{"", "", 1}},
		{name: "the same named", args: "-r a.zip", files: map[string]string{"a.zip": "PK\x03\x04 urn:ex:a"}, want: result{"", "urn: a.zip: a ZIP archive, which urn does not read: extract its files first\n", 2}},
		{name: "UTF-32", stdin: "\xff\xfe\x00\x00u\x00\x00\x00", want: result{"", "urn: <stdin>: text in UTF-32, which urn does not read: convert it to UTF-8 first\n", 2}},
		{name: "a directory without -r", args: ".", files: map[string]string{"a": "urn:ex:1"}, want: result{"", "urn: .: is a directory: only urn find -r and urn lint search directories\n", 2}},
		{name: "the current directory", args: "-r", files: map[string]string{"b": "urn:ex:2", "a": "urn:ex:1"}, want: result{"a:urn:ex:1\nb:urn:ex:2\n", "", 0}},
		{name: "a file of many", args: "-r b", files: map[string]string{"b": "urn:ex:2", "a": "urn:ex:1"}, want: result{"b:urn:ex:2\n", "", 0}},
		{name: "files that cannot be read", args: "nosuch a urn:ex:a", files: map[string]string{"a": "urn:ex:1"}, want: result{"a:urn:ex:1\n",
			"urn: nosuch: no such file or directory\nurn: urn:ex:a: no such file or directory (such an argument is a file; names are read from files or standard input)\n", 2}},
		{name: "the same with -r", args: "-r nosuch a", files: map[string]string{"a": "urn:ex:1"}, want: result{"a:urn:ex:1\n",
			"urn: nosuch: no such file or directory\n", 2}},
		{name: "gzip cut short", args: "-b", stdin: gz(t, "urn:ex:1 urn:ex:2")[:40], want: result{"*", "*urn: <stdin>: gzip: the compressed data ends too early*", 2}},

		{name: "counted by file", args: "--count -H a b", files: map[string]string{"a": "urn:ex:a URN:EX:a urn:ex:b", "b": "urn:ex:a"}, want: result{"2\ta\turn:ex:a\n1\tb\turn:ex:a\n1\ta\turn:ex:b\n", "", 0}},
		{name: "counted by file in JSON", args: "--count -H --json -r", files: map[string]string{"a": "urn:ex:a", "b\xff": "urn:ex:a"}, want: result{"{\"count\":1,\"file\":\"a\",\"key\":\"urn:ex:a\"}\n{\"count\":1,\"file\":null,\"file_base64\":\"Yv8=\",\"key\":\"urn:ex:a\"}\n", "", 0}},
		{name: "counted by file in CSV", args: "--count -H --csv a -", stdin: "urn:ex:b", files: map[string]string{"a": "urn:ex:a"}, want: result{"count,file,key\n1,a,urn:ex:a\n1,,urn:ex:b\n", "", 0}},
		{name: "counted by NID", args: "--count --by nid", stdin: "urn:ex:a URN:EX:b urn:isbn:0-395-36341-1", want: result{"2\tex\n1\tisbn\n", "", 0}},
		{name: "counted by NID and file", args: "--count --by nid -H --json a", files: map[string]string{"a": "urn:ex:a URN:EX:b"}, want: result{"{\"count\":2,\"file\":\"a\",\"nid\":\"ex\"}\n", "", 0}},
		{name: "counted by file only", args: "--count --by file a b", files: map[string]string{"a": "urn:ex:a", "b": "urn:ex:a URN:IETF:rfc:1"}, want: result{"2\tb\n1\ta\n", "", 0}},
		{name: "counted by file only, CSV", args: "--count --by file --csv a", files: map[string]string{"a": "urn:ex:a"}, want: result{"count,file\n1,a\n", "", 0}},
		{name: "counted by file only, JSON", args: "--count --by file --json a", files: map[string]string{"a": "urn:ex:a"}, want: result{"{\"count\":1,\"file\":\"a\"}\n", "", 0}},
		{name: "near misses by NID", args: "--near --count --by nid", stdin: "urn:ex:a#b#c URN:EX:b#c#d urn:x", want: result{"2\tex\n1\tx\n", "", 0}},
		{name: "by NID, not counted", args: "--by nid", want: result{"", "urn: --top and --by are for --count*", 2}},
		{name: "by file without a name", args: "--count --by file --no-filename", want: result{"", "urn: --by file cannot*", 2}},
		{name: "counted, of several files", args: "--count a b", files: map[string]string{"a": "urn:ex:a", "b": "urn:ex:a"}, want: result{"2\turn:ex:a\n", "", 0}},
		{name: "the most frequent", args: "--count --top 1 --csv", stdin: "urn:ex:a urn:ex:b urn:ex:b urn:ex:c", want: result{"count,key\n2,urn:ex:b\n", "urn: 2 more are left out (--top)\n", 0}},
		{name: "all but one", args: "--count --top 1", stdin: "urn:ex:a urn:ex:b urn:ex:b", want: result{"2\turn:ex:b\n", "urn: 1 more is left out (--top)\n", 0}},
		{name: "the most frequent of few", args: "--count --top 9", stdin: "urn:ex:a urn:ex:b urn:ex:b", want: result{"2\turn:ex:b\n1\turn:ex:a\n", "", 0}},
		{name: "lines in JSON", args: "--json --context", stdin: "x\n2026-11-23 GET \"urn:ex:a\" é urn:ex:b\r\ny", want: result{"{\"line\":2,\"offset\":18,\"input\":\"urn:ex:a\",\"valid\":true,\"syntax\":\"rfc8141\",\"nid\":\"ex\",\"namespace\":\"ex\",\"nss\":\"a\",\"r\":null,\"q\":null,\"f\":null,\"normalized\":\"urn:ex:a\",\"key\":\"urn:ex:a\",\"context\":\"2026-11-23 GET \\\"urn:ex:a\\\" é urn:ex:b\"}\n{\"line\":2,\"offset\":31,\"input\":\"urn:ex:b\",\"valid\":true,\"syntax\":\"rfc8141\",\"nid\":\"ex\",\"namespace\":\"ex\",\"nss\":\"b\",\"r\":null,\"q\":null,\"f\":null,\"normalized\":\"urn:ex:b\",\"key\":\"urn:ex:b\",\"context\":\"2026-11-23 GET \\\"urn:ex:a\\\" é urn:ex:b\"}\n", "", 0}},
		{name: "lines in CSV", args: "--csv --context", stdin: "x\n2026, urn:ex:a\ny", want: result{"file,line,offset,input,nid,nss,r,q,f,normalized,key,context\n,2,8,urn:ex:a,ex,a,,,,urn:ex:a,urn:ex:a,\"2026, urn:ex:a\"\n", "", 0}},
		{name: "near misses with lines", args: "--near --json --context", stdin: "at urn:ex:a#b#c\n", want: result{`{"line":1,"offset":3,"input":"urn:ex:a#b#c","found":"urn:ex:a#b","valid":false,"syntax":"rfc8141","error":{"offset":10,"reason":"f","message":"malformed f-component: unexpected '#'; write it as %23"},"context":"at urn:ex:a#b#c"}` + "\n", "", 0}},
		{name: "a long line", args: "--json --context", stdin: strings.Repeat("a ", 5000) + "urn:ex:a" + strings.Repeat(" b", 5000), want: result{`{"line":1,"offset":10000,"input":"urn:ex:a","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"` + ",\"context\":\"" + strings.Repeat("a ", 1024) + "urn:ex:a" + strings.Repeat(" b", 1024) + "\"}\n", "", 0}},
		{name: "near misses", args: "--near -nb --stats", stdin: "see urn:a.b:c, urn:ex:a#b#c and urn:ex:d.\n urn:ex:é f \"urn:ex:a\\/b\" urn:\n", want: result{
			"1:4:urn:a.b:c\t\tmalformed namespace identifier: unexpected '.'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit\n" +
				"1:15:urn:ex:a#b#c\turn:ex:a#b\tmalformed f-component: unexpected '#'; write it as %23\n" +
				"2:43:urn:ex:é\t\tmalformed namespace-specific string: unexpected 'é' (U+00E9); write it as %C3%A9\n" +
				"2:56:urn:ex:a\\/b\turn:ex:a\tmalformed namespace-specific string: unexpected '\\'; undo the escape of the text that it begins; otherwise write it as %5C\n",
			"urn: inputs=1 failed=0 bytes=74 lines=2 found=1 truncated=0 near=4 seconds=#\n", 0}},
		{name: "near misses in JSON", args: "--near --json", stdin: "urn:ex:a%zz urn:a.b:é\xff", want: result{
			`{"line":1,"offset":0,"input":"urn:ex:a%zz","found":"urn:ex:a","valid":false,"syntax":"rfc8141","error":{"offset":9,"reason":"escape","message":"malformed percent-encoding: unexpected 'z'; two hexadecimal digits follow a '%'; write a '%' that is data as %25"}}
{"line":1,"offset":12,"input":null,"input_base64":"dXJuOmEuYjrDqf8=","found":null,"valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected '.'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}
`, "", 0}},
		{name: "the end of a comment", args: "--in sql", stdin: "/* urn:ex:a*/ -- urn:ex:b--\n", want: result{"urn:ex:a\nurn:ex:b--\n", "", 0}},
		{name: "the end of a comment of XML", args: "--in xml", stdin: "<!-- urn:ex:a--><?p urn:ex:b?>", want: result{"urn:ex:a\nurn:ex:b\n", "", 0}},
		{name: "near misses in markup", args: "--near --in xml", stdin: "<a>urn:ex:{a<b>c</b>}x urn:ex:a:*<![CDATA[x urn:ex:{b]]>y</a>\n", want: result{
			"urn:ex:{a\t\ta prefix, template or pattern, not a name\nurn:ex:a:*\turn:ex:a:*\ta prefix, template or pattern, not a name\nurn:ex:{b\t\ta prefix, template or pattern, not a name\n", "urn: 0 near misses, and 3 parts of names, such as prefixes and patterns\n", 0}},
		{name: "a name before a comment, quiet", args: "-q --in mysql", stdin: "x URN:EX:a#f/*urn:ex:%zz", want: result{"", "", 0}},
		{name: "near misses, quiet", args: "--near -q", stdin: "urn:ex:a#b#c", want: result{"", "", 0}},
		{name: "no near miss, quiet", args: "--near -q", stdin: "urn:ex:a", want: result{"", "", 1}},
		{name: "near misses of a namespace", args: "--near --nid EX,a.b -s relaxed", stdin: "urn:ex:a%4- urn:isbn:%x urn:a.b:ü urn:ex", want: result{
			"urn:ex:a%4-\turn:ex:a\tmalformed percent-encoding: unexpected '-'; two hexadecimal digits follow a '%'; write a '%' that is data as %25\n" +
				"urn:a.b:ü\t\tmalformed namespace-specific string: unexpected 'ü' (U+00FC); write it as %C3%BC\n", "", 0}},
		{name: "near misses of a namespace, counted", args: "--nid ex --stats", stdin: "urn:ex:a#b#c urn:isbn:%x urn:ex:1", want: result{"urn:ex:1\n",
			"urn: 1 near miss: *\nurn: inputs=1 failed=0 bytes=33 lines=1 found=1 truncated=0 near=1 seconds=#\n", 0}},
		{name: "near misses in context", args: "--near --context --color=always -n", stdin: "a\nb urn:ex:a#b#c urn:a.b:%,urn:ex:d\nurn:ex:e\n", want: result{
			"2:b \x1b[01;31murn:ex:a#b#c\x1b[m \x1b[01;31murn:a.b:%\x1b[m,urn:ex:d\n", "urn: 1 near miss, and 1 part of a name, such as a prefix or a pattern\n", 0}},
		{name: "near misses in JSON's escapes, in context", args: "--near --in json --context --color=always", stdin: "\"urn:ex:a\\u0023b#c\"\n", want: result{
			"\"\x1b[01;31murn:ex:a\\u0023b#c\x1b[m\"\n", "", 0}},
		{name: "a cell of CSV that is a near miss", args: "--near a.csv", files: map[string]string{"a.csv": "a,b\n1,urn:bad\nurn:ex:a b,urn:ex:c.\n"}, want: result{
			"urn:bad\t\tmalformed namespace identifier: no \":\" and no name after the namespace identifier\nurn:ex:a b\turn:ex:a\tmalformed namespace-specific string: unexpected ' ' (U+0020); a URN has no white space: remove it, or write it as %20 if the name contains it\n", "", 0}},
		{name: "a cell of CSV that is a name", args: "a.csv", files: map[string]string{"a.csv": "a,b\n1,urn:ex:c.\nurn:ex:a.,x urn:ex:b.\n"}, want: result{"urn:ex:c.\nurn:ex:a.\nurn:ex:b\n", "", 0}},
		{name: "a part in a cell of CSV", args: "--in csv --near", stdin: "urn:ex:{a},b\n", want: result{"urn:ex:{a}\t\ta prefix, template or pattern, not a name\n", "urn: 0 near misses, and 1 part of a name, such as a prefix or a pattern\n", 0}},
		{name: "near misses in CSV", args: "--near --csv a", files: map[string]string{"a": "x\nurn:ex:a#b#c\turn:a.b:c,d\n"}, want: result{find.NearCSVHeader +
			"a,2,2,urn:ex:a#b#c,urn:ex:a#b,10,f,malformed f-component: unexpected '#'; write it as %23\n" +
			"a,2,15,\"urn:a.b:c,d\",,5,nid,\"malformed namespace identifier: unexpected '.'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit\"\n", "", 0}},
		{name: "near misses, counted", args: "--near --count", stdin: "urn:ex:a#b#c urn:a.b:%% urn:ex:a#b#c", want: result{"2\turn:ex:a#b#c\n1\turn:a.b:%%\n", "urn: 2 near misses, and 1 part of a name, such as a prefix or a pattern\n", 0}},
		{name: "near misses, unique", args: "--near --unique -b", stdin: "urn:ex:a#b#c urn:ex:a#b#c", want: result{"0:urn:ex:a#b#c\turn:ex:a#b\tmalformed f-component: unexpected '#'; write it as %23\n", "", 0}},
		{name: "no near miss", args: "--near", stdin: prose[:20], want: result{"", "", 1}},
		{name: "JSON", args: "--json -", stdin: "\n x URN:ISBN:0-395-36341-1#f", want: result{
			`{"line":2,"offset":4,"input":"URN:ISBN:0-395-36341-1#f","valid":true,"syntax":"rfc8141","nid":"ISBN","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":"f","normalized":"urn:isbn:0-395-36341-1#f","key":"urn:isbn:0-395-36341-1"}
`, "", 0}},
		{name: "JSON of a file", args: "--json a", files: map[string]string{"a": "urn:ex:a"}, want: result{
			`{"file":"a","line":1,"offset":0,"input":"urn:ex:a","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"}
`, "", 0}},
		{name: "CSV", args: "--csv", stdin: prose, want: result{find.CSVHeader +
			`,1,5,urn:ex:a(b),ex,a(b),,,,urn:ex:a(b),urn:ex:a(b)
,1,23,URN:EX:a%2f?+r?=q#f,EX,a%2f,r,q,f,urn:ex:a%2F?+r?=q#f,urn:ex:a%2F
,4,79,urn:isbn:0-395-36341-1,isbn,0-395-36341-1,,,,urn:isbn:0-395-36341-1,urn:isbn:0-395-36341-1
,4,104,urn:ex:A(b),ex,A(b),,,,urn:ex:A(b),urn:ex:A(b)
,4,122,urn:Ex:a(b),Ex,a(b),,,,urn:ex:a(b),urn:ex:a(b)
`, nearOne, 0}},
		{name: "CSV that needs quotes", args: "--csv a,\"b", files: map[string]string{`a,"b`: "urn:ex:a,b"}, want: result{find.CSVHeader +
			`"a,""b",1,0,"urn:ex:a,b",ex,"a,b",,,,"urn:ex:a,b","urn:ex:a,b"` + "\n", "", 0}},
		{name: "CSV of nothing", args: "--csv", want: result{find.CSVHeader, "", 1}},
		{name: "normalize", args: "-n --normalize", stdin: prose, want: result{
			"1:urn:ex:a(b)\n1:urn:ex:a%2F?+r?=q#f\n4:urn:isbn:0-395-36341-1\n4:urn:ex:A(b)\n4:urn:ex:a(b)\n", nearOne, 0}},
		{name: "normalize JSON", args: "--normalize --json", stdin: "URN:EX:a", want: result{
			`{"line":1,"offset":0,"input":"urn:ex:a","valid":true,"syntax":"rfc8141","nid":"ex","namespace":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"}
`, "", 0}},
		{name: "NIDs", args: "--nid ISBN,issn", stdin: prose, want: result{"urn:isbn:0-395-36341-1\n", "", 0}},
		{name: "another NID", args: "--nid issn --nid uuid", stdin: prose, want: result{"", "", 1}},

		{name: "count", args: "--count", stdin: prose, want: result{
			"2\turn:ex:a(b)\n1\turn:ex:A(b)\n1\turn:ex:a%2F\n1\turn:isbn:0-395-36341-1\n", nearOne, 0}},
		{name: "count JSON", args: "--count --json --nid ex", stdin: prose, want: result{
			`{"count":2,"key":"urn:ex:a(b)"}
{"count":1,"key":"urn:ex:A(b)"}
{"count":1,"key":"urn:ex:a%2F"}
`, "", 0}},
		{name: "count CSV", args: "--count --csv", stdin: "urn:ex:a,b urn:ex:a,b urn:ex:c", want: result{"count,key\n2,\"urn:ex:a,b\"\n1,urn:ex:c\n", "", 0}},
		{name: "count nothing", args: "--count", want: result{"", "", 1}},
		{name: "count by namespace", args: "--count --namespace", stdin: "urn:isbn:0-395-36341-1 urn:isbn:0395363411 urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6 urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
			want: result{"2\t" + namespace.Key(urn.MustParse("urn:isbn:0395363411")) + "\n2\turn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", "", 0}},
		{name: "count more than fits", args: "--count --max-memory 60 a", files: map[string]string{"a": prose}, want: result{"",
			"urn: more than 2 distinct URNs, which need more than 60 of memory (see --max-memory, or use sort: urn help find)\n", 2}},
		{name: "unique", args: "--unique -n", stdin: prose, want: result{
			"1:urn:ex:a(b)\n1:URN:EX:a%2f?+r?=q#f\n4:urn:isbn:0-395-36341-1\n4:urn:ex:A(b)\n", nearOne, 0}},
		{name: "unique in files", args: "--unique a b c", files: map[string]string{"a": "urn:ex:1", "b": "URN:ex:1?=q urn:ex:2", "c": "urn:ex:3 urn:EX:2"},
			want: result{"a:urn:ex:1\nb:urn:ex:2\nc:urn:ex:3\n", "", 0}},
		{name: "unique, more than fits", args: "--unique --max-memory 60", stdin: prose, want: result{"urn:ex:a(b)\nURN:EX:a%2f?+r?=q#f\n",
			"urn: more than 2 distinct URNs, which need more than 60 of memory (see --max-memory, or use sort: urn help find)\n", 2}},
		{name: "unique by namespace", args: "--unique --namespace", stdin: "urn:isbn:0-395-36341-1 urn:isbn:0395363411", want: result{"urn:isbn:0-395-36341-1\n", "", 0}},

		{name: "context", args: "--context", stdin: prose, want: result{
			"See (urn:ex:a(b)). and URN:EX:a%2f?+r?=q#f\r\n\t<urn:isbn:0-395-36341-1>, urn:ex:A(b), \x1b[2J urn:Ex:a(b)\n", nearOne, 0}},
		{name: "context in colour", args: "--context --color=always -Hnb", stdin: prose, want: result{
			"<stdin>:1:0:See (\x1b[01;31murn:ex:a(b)\x1b[m). and \x1b[01;31mURN:EX:a%2f?+r?=q#f\x1b[m\n" +
				"<stdin>:4:77:\t<\x1b[01;31murn:isbn:0-395-36341-1\x1b[m>, \x1b[01;31murn:ex:A(b)\x1b[m, \\x1b[2J \x1b[01;31murn:Ex:a(b)\x1b[m\n", nearOne, 0}},
		{name: "context without a value for colour", args: "--context --color", stdin: "urn:ex:a", want: result{"", "urn: a value is missing after --color\n*", 2}},
		{name: "context, no colour", args: "--context --color never", stdin: "an urn:ex:a", want: result{"an urn:ex:a\n", "", 0}},
		{name: "context of new ones", args: "--context --unique -n", stdin: "1 urn:ex:a\n2 URN:ex:a\n3 urn:ex:b urn:ex:a\n", want: result{"1:1 urn:ex:a\n3:3 urn:ex:b urn:ex:a\n", "", 0}},

		{name: "quiet", args: "-q", stdin: prose, want: result{"", "", 0}},
		{name: "quiet, nothing", args: "-q", stdin: "x", want: result{"", "", 1}},
		{name: "quiet, another NID", args: "-q --nid issn", stdin: prose, want: result{"", "", 1}},
		{name: "quiet after trouble", args: "-q nosuch a", files: map[string]string{"a": "urn:ex:a"}, want: result{"", "*", 0}},
		{name: "stats", args: "--stats --count", stdin: prose, want: result{
			"*", "urn: 1 near miss: *\nurn: inputs=1 failed=0 bytes=133 lines=4 found=5 truncated=0 near=1 distinct=4 seconds=#\n", 0}},

		{name: "too long", args: "--max-urn 50 -n", stdin: "urn:ex:a\n" + long + ". urn:ex:b", want: result{"1:urn:ex:a\n2:urn:ex:b\n",
			"urn: <stdin>:2: a URN of 107 bytes, longer than 50 (see --max-urn), at offset 9: urn:ex:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa... is left out\n", 2}},
		{name: "too long for JSON", args: "--max-urn 50 --json", stdin: "\n " + long, want: result{
			`{"line":2,"offset":2,"input":null,"valid":false,"syntax":"rfc8141","error":{"offset":50,"reason":"too-long","message":"a URN of 107 bytes, longer than 50 (see --max-urn)"}}
`, "urn: <stdin>:2: *", 2}},
		{name: "too long to count", args: "--max-urn 50 --count", stdin: "\n " + long + " urn:ex:a", want: result{"1\turn:ex:a\n", "urn: <stdin>:2: *", 2}},
		{name: "just long enough", args: "--max-urn 107", stdin: long + ".", want: result{long + "\n", "", 0}},
		{name: "too long, of another namespace", args: "--max-urn 50 --nid issn,isbn", stdin: long + "\nurn:isbn:1", want: result{"urn:isbn:1\n", "", 0}},

		{name: "too long, of another namespace, alone", args: "--max-urn 50 --nid issn", stdin: long, want: result{"", "", 1}},
		{name: "too long, quiet", args: "-q --max-urn 50", stdin: long, want: result{"", "", 0}},
		{name: "too long, of another namespace, quiet", args: "-q --max-urn 50 --nid issn", stdin: long, want: result{"", "", 1}},
		{name: "no NIDs", args: "--nid=", stdin: prose, want: result{"", "urn: --nid: want one namespace identifier or more\n*", 2}},

		{name: "UTF-16 without a mark", stdin: "x\nu\x00r\x00n\x00:\x00e\x00x\x00:\x00a\x00", want: result{"", "urn: no URN was found, but one in UTF-16 or UTF-32 without a byte order mark: convert the text to UTF-8 first\n", 1}},
		{name: "only parts", stdin: "\"urn:ex:\" + x, urn:ex:{id}", want: result{"", "urn: no URN was found, but 2 parts of names (--near shows them)\n", 1}},
		{name: "only a part, with places", args: "-n", stdin: "\"urn:ex:\" + x", want: result{"", "urn: no URN was found, but 1 part of a name (--near shows it)\n", 1}},
		{name: "only parts of another NID", args: "--nid isbn", stdin: "\"urn:ex:\" + x, urn:ex:{id}", want: result{"", "", 1}},
		{name: "only parts, quiet", args: "-q", stdin: "\"urn:ex:\" + x, urn:ex:{id}", want: result{"", "", 1}},
		{name: "JSON and CSV", args: "--json --csv", want: result{"", "urn: --csv and --json cannot be used together*", 2}},
		{name: "count of lines", args: "--count -n", want: result{"", "urn: --count writes no places*", 2}},
		{name: "key of nothing", args: "--namespace", want: result{"", "urn: --namespace is for --count, --unique, --normalize, --json, --csv and --below\n*", 2}},
		{name: "two keys", args: "--count --by nid --by file", want: result{"", "urn: invalid argument \"file\" for \"--by\" flag: nid is given already\n*", 2}},
		{name: "unknown key", args: "--count --key x", want: result{"", "urn: unknown flag: --key\n*", 2}},
		{name: "unknown colour", args: "--color=red", want: result{"", "urn: invalid argument \"red\" for \"--color\" flag: want auto, always, never\n*", 2}},
		{name: "no threads", args: "-j 0", want: result{"", "urn: invalid argument \"0\" for \"-j, --threads\" flag: want a number of cores, from 1\n*", 2}},
		{name: "not an NID", args: "--nid isbn:1", want: result{"", "urn: --nid \"isbn:1\": not a namespace identifier\n*", 2}},
		{name: "no NID", args: "--nid isbn,,issn", want: result{"", "urn: --nid \"\": not a namespace identifier\n*", 2}},
		{name: "normalize what stands there", args: "--context --normalize", want: result{"", "urn: --normalize cannot be used with --count*", 2}},

		{name: "completion of colours", args: "--color=", want: result{"auto\nalways\nnever\n:4\n", "*", 0}},
		{name: "completion of NIDs", args: "--nid isbn,IS", want: result{"isbn,isan\nisbn,isbn\nisbn,isni\nisbn,iso\nisbn,issn\n:6\n", "*", 0}},
		{name: "completion of NIDs after a comma", args: "--nid ,isb", want: result{",isbn\n:6\n", "*", 0}},
		{name: "completion of syntaxes", args: "--syntax rfc8", want: result{"rfc8141\nrfc2141\ndraft2141bis\nrelaxed\n:4\n", "*", 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"find"}, strings.Fields(c.args)...)
			if strings.HasPrefix(c.name, "completion") {
				args = append([]string{"__complete"}, append([]string{"find"}, strings.Split(c.args, " ")...)...)
			}
			got := command(t, c.files, c.stdin, args...)
			if i := strings.Index(got.stderr, " seconds="); i >= 0 {
				if _, err := strconv.ParseFloat(strings.TrimSpace(got.stderr[i+len(" seconds="):]), 64); err != nil {
					t.Error(err)
				}
				got.stderr = got.stderr[:i] + " seconds=#\n"
			}
			if !matches(got.stdout, c.want.stdout) {
				t.Errorf("urn %s: stdout\n%q\nwant\n%q", args, got.stdout, c.want.stdout)
			}
			if !matches(got.stderr, c.want.stderr) {
				t.Errorf("urn %s: stderr\n%s\nwant\n%s", args, got.stderr, c.want.stderr)
			}
			if got.status != c.want.status {
				t.Errorf("urn %s: status %d, want %d", args, got.status, c.want.status)
			}
		})
	}
}

// TestFindLimits has what is exactly as long as is allowed, and what is a little longer.
func TestFindLimits(t *testing.T) {
	const badNID = "\t\tmalformed namespace identifier: unexpected '.'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit\n"
	long := "\nurn:ex:" + strings.Repeat("a", 200_000) + "\n\nurn:ex:b\n"
	longReport := "urn: <stdin>:2: a URN of 200007 bytes, longer than 9 (see --max-urn), at offset 1: urn:ex:aa... is left out\n"
	three := "urn:ex:1" + strings.Repeat("a", 392) + "\nurn:ex:2" + strings.Repeat("a", 392) + "\n"
	x := strings.Repeat("x", 200_000)
	for _, c := range []struct {
		args, stdin string
		want        result
	}{
		{"-n --max-urn 8", "urn:ex:a", result{"1:urn:ex:a\n", "", 0}},
		{"--count --max-urn 8", "urn:ex:a", result{"1\turn:ex:a\n", "", 0}},
		{"-C 1 --max-urn 8", "urn:ex:a", result{"urn:ex:a\n", "", 0}},
		{"-C 1 --max-urn 7", "urn:ex:a", result{"", "urn: <stdin>:1: a URN of 8 bytes, longer than 7 (see --max-urn), at offset 0: urn:ex:a... is left out\n", 2}},

		// A URN that is too long for a block.
		{"--max-urn 9 --stats", long, result{"urn:ex:b\n", longReport + "urn: inputs=1 failed=0 bytes=200019 lines=4 found=2 truncated=1 near=0 seconds=#\n", 2}},
		// It is not written, and not counted.
		{"-c --max-urn 9", long, result{"1\n", longReport, 2}},
		{"-c --max-urn 7", "urn:ex:a", result{"0\n", "urn: <stdin>:1: a URN of 8 bytes, longer than 7 (see --max-urn), at offset 0: urn:ex:a... is left out\n", 2}},
		{"-c --json --max-urn 7", "urn:ex:a", result{`{"lines":0}` + "\n", "urn: <stdin>:1: a URN of 8 bytes, longer than 7 (see --max-urn), at offset 0: urn:ex:a... is left out\n", 2}},
		{"-l --max-urn 7", "urn:ex:a", result{"", "urn: <stdin>:1: a URN of 8 bytes, longer than 7 (see --max-urn), at offset 0: urn:ex:a... is left out\n", 2}},
		{"-c --max-urn 9 --nid isbn", long, result{"0\n", "", 1}},
		{"-c --near --max-urn 9", long, result{"0\n", longReport, 2}},
		{"--max-urn 9 --nid ex", long, result{"urn:ex:b\n", longReport, 2}},
		{"--max-urn 9 --nid isbn", long, result{"", "", 1}},
		{"--max-urn 9 -q", long, result{"", "", 0}},
		{"--max-urn 9 -q --near", long, result{"", "", 2}},
		{"--max-urn 9 -q --near", long + "urn:a.b:c", result{"", "", 0}},

		// Each distinct URN takes 17 bytes, and the bytes of its text without "urn:".
		{"--count --max-memory 826", three, result{"1\t" + strings.Replace(three, "\n", "\n1\t", 1), "", 0}},
		{"--count --max-memory 825", three, result{"", "urn: more than 1 distinct URNs, which need more than 825 of memory (see --max-memory, or use sort: urn help find)\n", 2}},
		{"--near --unique --max-memory 40", "urn:a.b:1 urn:a.b:2", result{"",
			"urn: more than 1 distinct URNs, which need more than 40 of memory (see --max-memory, or use sort: urn help find)\n", 2}},

		{"--near --unique", "urn:a.b:1 urn:a.b:2 urn:a.b:1", result{"urn:a.b:1" + badNID + "urn:a.b:2" + badNID, "", 0}},
		{"--near --stats", "urn:ex:a urn:ex:b urn:a.b:1", result{"urn:a.b:1" + badNID, "urn: inputs=1 failed=0 bytes=27 lines=1 found=2 truncated=0 near=1 seconds=#\n", 0}},
		{"--pattern urn:ex:{id}/x", "urn:ex:a urn:ex:1/x", result{"urn:ex:1/x\n", "", 0}},
		{"--json", "x\n urn:ex:a\n", result{`{"line":2,"offset":3,*` + "\n", "", 0}},

		// No half character of a near miss is shown.
		{"--near", "urn:a.b:" + strings.Repeat("é", 40), result{"urn:a.b:" + strings.Repeat("é", 40) + badNID, "", 0}},
		{"--near", "urn:a.b:" + strings.Repeat("é", 400), result{"urn:a.b:" + strings.Repeat("é", 128) + badNID, "", 0}},
		{"--near", "urn:a.b:\xc3", result{`urn:a.b:\xc3` + badNID, "", 0}},

		// Of a line that is longer than a block, what is left out is marked.
		{"--context", "urn:ex:0\n" + x + " urn:ex:a\n urn:ex:b\n" + x + "\n urn:ex:c\n", result{"urn:ex:0\n...* urn:ex:a\n urn:ex:b\n urn:ex:c\n", "", 0}},
		{"--context", "urn:ex:a " + x + "\n urn:ex:b\n", result{"urn:ex:a x*x...\n urn:ex:b\n", "", 0}},
	} {
		got := command(t, nil, c.stdin, append([]string{"find"}, strings.Fields(c.args)...)...)
		if i := strings.Index(got.stderr, " seconds="); i >= 0 {
			got.stderr = got.stderr[:i] + " seconds=#\n"
		}
		if !matches(got.stdout, c.want.stdout) || got.stderr != c.want.stderr || got.status != c.want.status {
			t.Errorf("urn find %s of %.100q:\n%.700q\nwant\n%.700q", c.args, c.stdin, got, c.want)
		}
	}
	// The same file twice is two inputs.
	files := map[string]string{"f": "x\nurn:ex:a\n"}
	if got, want := command(t, files, "", "find", "-A2", "--no-filename", "f", "f"), (result{"urn:ex:a\n--\nurn:ex:a\n", "", 0}); got != want {
		t.Errorf("a file twice: %+v, want %+v", got, want)
	}
	// The last line of an input counts, with or without a line end.
	files = map[string]string{"f": "x\nurn:ex:a", "g": "urn:ex:g\n", "h": ""}
	if got := command(t, files, "", "find", "--stats", "f", "g", "h"); !strings.HasPrefix(got.stderr, "urn: inputs=3 failed=0 bytes=19 lines=3 found=2 ") {
		t.Errorf("lines: %+v", got)
	}
	// In a directory, a file that ends too early has failed.
	files = map[string]string{"f.gz": gz(t, "urn:ex:1")[:20], "g": "urn:ex:g"}
	if got := command(t, files, "", "find", "-r", "."); got.status != 2 || got.stdout != "g:urn:ex:g\n" {
		t.Errorf("a file cut short: %+v", got)
	}
}

func TestFindInDirectories(t *testing.T) {
	cmdtest.ChdirTemp(t)
	for _, dir := range []string{"d/b/deep", "d/empty", "elsewhere"} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	odd, shown := "d/a\x1b", "d/a\\x1b"
	if runtime.GOOS == "windows" {
		odd, shown = "d/a!", "d/a!"
	}
	for name, text := range map[string]string{
		"d/z": "urn:ex:z", "d/b/x": "urn:ex:x", "d/b/deep/.hidden": gz(t, "urn:ex:hidden"), odd: "urn:ex:a", "elsewhere/f": "urn:ex:f",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	links := cmdtest.Links(t) && os.Symlink("../elsewhere", "d/link") == nil && os.Symlink("d", "l") == nil
	in := shown + ":urn:ex:a\nd/b/deep/.hidden:urn:ex:hidden\nd/b/x:urn:ex:x\nd/z:urn:ex:z\n"
	for _, c := range []struct{ name, args, want string }{
		{"a directory", "-r --hidden d", in},
		{"not what is hidden", "-r d", strings.Replace(in, "d/b/deep/.hidden:urn:ex:hidden\n", "", 1)},
		{"with a slash", "-r d/ --hidden", in},
		{"the whole", "-r --hidden .", in + "elsewhere/f:urn:ex:f\n"},
		{"a link", "-r --hidden l", strings.ReplaceAll("\n"+in, "\nd/", "\nl/")[1:]},
		{"one of the files too", "-r --hidden d d/z", in + "d/z:urn:ex:z\n"},
		{"without names", "-r --hidden --no-filename -j 1 d", "urn:ex:a\nurn:ex:hidden\nurn:ex:x\nurn:ex:z\n"},
	} {
		if !links && c.name == "a link" {
			continue
		}
		if got := command(t, nil, "", append([]string{"find"}, strings.Fields(c.args)...)...); got != (result{c.want, "", 0}) {
			t.Errorf("%s: urn find %s = %+v, want %q", c.name, c.args, got, c.want)
		}
	}
}

// The sample, read as text, gives the URNs that its list has, whichever way it
// comes in and however it is cut.
func TestFindSample(t *testing.T) {
	testhelp.Slow(t)
	log, list := cmdtest.Sample(t)
	var plain, placed strings.Builder
	counts := map[string]int64{}
	for _, f := range list {
		fmt.Fprintln(&plain, f.URN)
		fmt.Fprintf(&placed, "%d:%d:%s\n", f.Line, f.Offset, f.URN)
		counts[urn.MustParse(f.URN).Key()]++
	}
	files := map[string]string{"log": log, "log.gz": gz(t, log), "log.zst": zst(t, log), "gz without a suffix": gz(t, log[:1<<20]) + gz(t, log[1<<20:])}
	command(t, files, "", "find") // writes the files
	check := func(stdin, want string, args ...string) {
		t.Helper()
		got := command(t, nil, stdin, append([]string{"find", "--in", "text"}, args...)...)
		if got.status != 0 || !aRemark.MatchString(got.stderr) {
			t.Errorf("urn find %q: status %d, stderr %.200q", args, got.status, got.stderr)
		}
		if got.stdout != want {
			t.Errorf("urn find %q: %s", args, firstDifference(got.stdout, want))
		}
	}
	for _, threads := range []string{"-j1", "-j2", "-j8"} {
		check(log, plain.String(), threads)
		check(log, placed.String(), threads, "-nb", "-")
		for name := range files {
			check("", plain.String(), threads, name)
			check("", placed.String(), threads, name, "-nb")
		}
	}
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for line := range strings.Lines(placed.String()) {
			all.WriteString(name + ":" + line)
		}
	}
	check("", all.String(), "-rnb")
	if once, four := command(t, nil, log, "find").stderr, command(t, nil, "", "find", "-r").stderr; once != remark(log, 1) || four != remark(log, len(files)) {
		t.Errorf("find says %q, and find -r %q; want %q and %q", once, four, remark(log, 1), remark(log, len(files)))
	}
	check("", all.String(), "-rnb", "-j1", ".")

	// Exact, syntaxes and normal forms, by the library's Finder.
	for _, x := range []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis, urn.Relaxed} {
		var want strings.Builder
		for m := range (scan.Finder{Syntax: x, Mode: scan.ModeExact}).All([]byte(log)) {
			u, err := x.Parse(log[m.Start:m.End])
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&want, u.Normalize())
		}
		check(log, want.String(), "--exact", "--normalize", "-s", x.String())
	}

	// Counts, of everything four times over.
	keys := slices.Collect(maps.Keys(counts))
	slices.SortFunc(keys, func(a, b string) int {
		if counts[a] != counts[b] {
			return int(counts[b] - counts[a])
		}
		return strings.Compare(a, b)
	})
	var counted strings.Builder
	for _, key := range keys {
		fmt.Fprintf(&counted, "%d\t%s\n", 4*counts[key], key)
	}
	check("", counted.String(), "-r", "--count")
	check("", counted.String(), "--count", "-j1", "log", "log.gz", "log.zst", "gz without a suffix")

	// The first of each.
	var firsts strings.Builder
	seen := map[string]bool{}
	for _, f := range list {
		if key := urn.MustParse(f.URN).Key(); !seen[key] {
			seen[key] = true
			fmt.Fprintf(&firsts, "%d:%d:%s\n", f.Line, f.Offset, f.URN)
		}
	}
	check("", firsts.String(), "--unique", "-nb", "--no-filename", "log", "log.gz", "log.zst")
	check(log, firsts.String(), "--unique", "-nb", "-j2")

	// The lines, as they are.
	var lines strings.Builder
	at, text := int64(0), strings.SplitAfter(log, "\n")
	for _, f := range list {
		if f.Line != at {
			at = f.Line
			lines.WriteString(text[at-1])
		}
	}
	check(log, lines.String(), "--context")
	colored := command(t, nil, log, "find", "--in", "text", "--context", "--color=always").stdout
	for line := range strings.Lines(colored) {
		if !strings.Contains(line, find.ColorOn+"urn:") && !strings.Contains(strings.ToLower(line), find.ColorOn+"urn:") {
			t.Fatalf("nothing is highlighted in %q", line)
		}
	}

	// JSON and CSV, by their readers.
	stdout := command(t, nil, "", "find", "--in", "text", "--json", "log.gz").stdout
	i := 0
	for line := range strings.Lines(stdout) {
		var r struct {
			File         string
			Line, Offset int64
			Input, Key   string
			Valid        bool
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if i == len(list) || r.File != "log.gz" || !r.Valid || (cmdtest.Found{Offset: r.Offset, Line: r.Line, URN: r.Input}) != list[i] || r.Key != urn.MustParse(r.Input).Key() {
			t.Fatalf("record %d: %+v", i, r)
		}
		i++
	}
	if i != len(list) {
		t.Errorf("%d records, want %d", i, len(list))
	}
	records, err := csv.NewReader(strings.NewReader(command(t, nil, "", "find", "--in", "text", "--csv", "log.zst").stdout)).ReadAll()
	if err != nil || len(records) != len(list)+1 {
		t.Fatalf("CSV: %d records, %v; want %d", len(records), err, len(list)+1)
	}
	for i, r := range records[1:] {
		f, u := list[i], urn.MustParse(list[i].URN)
		want := []string{"log.zst", fmt.Sprint(f.Line), fmt.Sprint(f.Offset), f.URN, u.NID(), u.NSS(), u.R(), u.Q(), u.F(), u.Normalize().String(), u.Key()}
		if !slices.Equal(r, want) {
			t.Fatalf("CSV: record %d is %q, want %q", i, r, want)
		}
	}
}

func firstDifference(got, want string) string {
	g, w := bufio.NewScanner(strings.NewReader(got)), bufio.NewScanner(strings.NewReader(want))
	for n := 1; ; n++ {
		more, wanted := g.Scan(), w.Scan()
		if !more && !wanted {
			return "no difference"
		}
		if g.Text() != w.Text() || more != wanted {
			return fmt.Sprintf("line %d is %.200q, want %.200q", n, g.Text(), w.Text())
		}
	}
}

// Hostile input: in every form, the output has the matches of the Finder, and the
// output to a terminal is printable.
func TestFindHostile(t *testing.T) {
	testhelp.Slow(t)
	for name, text := range map[string]string{
		"zeros":              strings.Repeat("\x00", 1<<20),
		"schemes":            strings.Repeat("urn:", 1<<18),
		"URNs on one line":   strings.Repeat("urn:ex:a ", 1<<17),
		"URNs without space": strings.Repeat("urn:ex:a|", 1<<17),
		"escapes":            strings.Repeat("\x1b[2J\x1b]0;urn:ex:a\x07\n", 1000),
		"not UTF-8":          strings.Repeat("\xfe\xfdurn:ex:a\xc3\n", 1000),
		"every byte":         everyByte("urn:ex:"),
		"CR":                 strings.Repeat("urn:ex:a\r", 1000),
		"quotes":             strings.Repeat("urn:ex:','\"urn:ex:a,b\"\n", 1000),
		"long lines":         strings.Repeat(strings.Repeat("x", 300_000)+" urn:ex:a\n", 3),
	} {
		t.Run(name, func(t *testing.T) {
			var plain, normal strings.Builder
			n := 0
			for m := range (scan.Finder{}).All([]byte(text)) {
				n++
				fmt.Fprintln(&plain, text[m.Start:m.End])
				fmt.Fprintln(&normal, urn.MustParse(text[m.Start:m.End]).Normalize())
			}
			status := 0
			if n == 0 {
				status = 1
			}
			for args, want := range map[string]string{"": plain.String(), "--normalize": normal.String()} {
				if got := command(t, nil, text, append([]string{"find", "--max-urn", "2M"}, strings.Fields(args)...)...); got != (result{want, remark(text, 1), status}) {
					t.Errorf("urn find %s: status %d, stderr %.100q, %s", args, got.status, got.stderr, firstDifference(got.stdout, want))
				}
			}
			for _, args := range []string{"--json", "--csv", "--count", "--unique", "--context", "--context --color=always -Hnb"} {
				got := command(t, nil, text, append([]string{"find", "--max-urn", "2M"}, strings.Fields(args)...)...)
				if got.status != status || got.stderr != remark(text, 1) {
					t.Errorf("urn find %s: status %d, stderr %.100q", args, got.status, got.stderr)
				}
				if args == "--json" && strings.Count(got.stdout, "\n") != n {
					t.Errorf("%d records, want %d", strings.Count(got.stdout, "\n"), n)
				}
				if strings.Contains(args, "color") {
					shown := strings.NewReplacer(find.ColorOn, "", find.ColorOff, "").Replace(got.stdout)
					if i := strings.IndexFunc(shown, func(r rune) bool { return r != '\n' && r != '\t' && !strconv.IsPrint(r) }); i >= 0 {
						t.Errorf("shows a terminal %.20q", shown[i:])
					}
					if strings.Count(got.stdout, find.ColorOn) != n {
						t.Errorf("%d highlighted, want %d", strings.Count(got.stdout, find.ColorOn), n)
					}
				}
			}
		})
	}
}

// TestFindHostileIn compares find --in with a Finder on hostile texts.
func TestFindHostileIn(t *testing.T) {
	testhelp.Slow(t)
	const size = 150_000
	for _, piece := range []string{
		`\`, "&", "&#", `\u`, `\u0061`, "&#97;", `\ud83d`, "&#00000000000000000000000000000000000000000000000000000000097;", `urn:ex:a\u0026`, `"urn:ex:a\/b"`, "urn:ex:a&amp;b ", "&copy;", `"\`, `\n`,
	} {
		for _, begin := range []string{"", "urn:ex:", `["urn:ex:`} {
			text := begin + strings.Repeat(piece, size/len(piece))
			for _, n := range []notation.Notation{notation.JSON, notation.XML, notation.HTML, notation.Auto} {
				var want strings.Builder
				long := false
				var undone notation.Text
				undone.Decode(n, []byte(text), true)
				for m := range (scan.Finder{}).All(undone.Bytes) {
					if m.End-m.Start > defaultMaxURN {
						long = true
						continue
					}
					start, _ := undone.Input(m.Start, m.End)
					fmt.Fprintf(&want, "%d:%s\n", start, undone.Bytes[m.Start:m.End])
				}
				status := 0
				if long {
					status = 2
				} else if want.Len() == 0 {
					status = 1
				}
				got := command(t, nil, text, "find", "-b", "--in", n.String())
				if got.stdout != want.String() || got.status != status || len(got.stderr) > 500 {
					t.Errorf("find --in %v, %q and then %q: status %d, want %d, %s, stderr %.300q", n, begin, piece, got.status, status, firstDifference(got.stdout, want.String()), got.stderr)
				}
			}
		}
	}
}
