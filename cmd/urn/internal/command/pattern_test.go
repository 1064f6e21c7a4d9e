package command

import (
	"strings"
	"testing"
)

const runnerPattern = "urn:dd:apps:on-prem-runner:{region}:{org}:{runner}"

const ownPatterns = `# names of our own
urn:dd:apps:on-prem-runner:{region}:{org}:{runner}  runner
urn:dd:user:{id,fold}  user
`

const ownNames = "urn:dd:apps:on-prem-runner:us1:2:a%3Ab\nURN:DD:user:Ann\nurn:dd:apps:on-prem-runner::2:ab\nurn:isbn:0-395-36341-1\n"

func TestMatchCommand(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		stdin  string
		stdout string
		stderr string // a part of it
		status int
	}{
		{"json", []string{"match", runnerPattern}, ownNames, `{"region":"us1","org":"2","runner":"a:b"}` + "\n", `field "region": the field is empty`, 1},
		{"csv", []string{"match", "--csv", "urn:ex:{a}:{b...}"}, "urn:ex:x%22,:\nurn:ex:y:%20z%09\n", "a,b\n\"x\"\",\",\ny,\" z\t\"\n", "", 0},
		{"tsv", []string{"match", "--tsv", "urn:ex:{a}:{b...}"}, "urn:ex:x:y%09z\n", "a\tb\nx\t\"y\tz\"\n", "", 0},
		{"a line end in csv", []string{"match", "--csv", "urn:ex:{a}"}, "urn:ex:x%0A\n", "a\n", "has a line end", 1},
		{"a line end in json", []string{"match", "urn:ex:{a}"}, "urn:ex:x%0A\n", `{"a":"x\n"}` + "\n", "", 0},
		{"no UTF-8", []string{"match", "urn:ex:{a}"}, "urn:ex:x%FF\n", "", "is not UTF-8", 1},
		{"a needless escape", []string{"match", "urn:ex:{a}"}, "urn:ex:%41\n", "", "unnecessary", 1},
		{"rejects", []string{"match", "-q", "--rejects", "-", "urn:ex:{a}"}, "urn:ex:a\n", "", "other output", 2},
		{"no pattern", []string{"match"}, "", "", "want a pattern", 2},
		{"a wrong pattern", []string{"match", "urn:ex:{a}{b}"}, "", "", "column 11", 2},
		{"a pattern without field", []string{"match", "urn:ex:a"}, "", "", "no field", 2},
		{"kinds", []string{"match", "--patterns", "own"}, ownNames,
			`{"kind":"runner","fields":{"region":"us1","org":"2","runner":"a:b"}}` + "\n" + `{"kind":"user","fields":{"id":"ann"}}` + "\n", "matches no pattern", 1},
		{"kinds in csv", []string{"match", "--patterns", "own", "--csv"}, "", "", "only JSON", 2},

		{"raw", []string{"match", "raw urn:ex:{a}:{b...}"}, "urn:ex:x [y]:é?#\nurn:ex:x:y\nno name\n", `{"a":"x [y]","b":"é?#"}` + "\n" + `{"a":"x","b":"y"}` + "\n", "expected \"urn:ex:\"", 1},
		{"raw, as argument", []string{"match", "raw urn:{host}", "--", "urn:gopcua"}, "", `{"host":"gopcua"}` + "\n", "", 0},
		{"raw, in a field of JSON", []string{"match", "--json-field", "n", "raw urn:ex:{a}"}, `{"n":"urn:ex:x y"}` + "\n", `{"a":"x y"}` + "\n", "", 0},
		{"raw kinds", []string{"match", "-q", "--patterns", "raw"}, "urn:dd:user:ann b\nurn:dd:user:c\nurn:ex:(urn:dd:user:d)\n", `{"kind":"user","rfc8141":false,"fields":{"id":"ann b"}}` + "\n" +
			`{"kind":"user","fields":{"id":"c"}}` + "\n" + `{"kind":"of","fields":{"user":"urn:dd:user:d"},"nested":{"user":{"kind":"user","fields":{"id":"d"}}}}` + "\n", "", 0},
		{"raw, and a syntax", []string{"match", "--syntax", "rfc2141", "raw urn:ex:{a}"}, "", "", "--syntax", 2},
		{"build raw", []string{"build", "raw urn:ex:{a,escape=:}:{b...}"}, `{"a":"x [y]:","b":"é?#"}` + "\n" + `{"a":"x","b":"\n"}` + "\n", "urn:ex:x [y]%3A:é?#\n", "the name has a line end", 1},

		{"build", []string{"build", runnerPattern}, `{"region":"us1","org":2,"runner":"a:b"}` + "\n\n" + `{"runner":"x","org":"","region":"y"}` + "\n[]\n",
			"urn:dd:apps:on-prem-runner:us1:2:a%3Ab\n", `field "org": the value is empty`, 1},
		{"build csv", []string{"build", "--csv", "urn:ex:{a}:{b...}"}, "a,b\n\"x\"\",\",\ny,\" z\t\"\n", "urn:ex:x%22,:\nurn:ex:y:%20z%09\n", "", 0},
		{"build tsv", []string{"build", "--tsv", "urn:ex:{a}:{b...}"}, "a\tb\nx\t\"y\tz\"\n", "urn:ex:x:y%09z\n", "", 0},
		{"build csv of other columns", []string{"build", "--csv", "urn:ex:{a}:{b...}"}, "b,a\n1,2\n", "", "<stdin>: the first line must have these fields alone, in this order: a, b", 2},
		{"build csv after an empty line", []string{"build", "--csv", "urn:ex:{a}:{b...}"}, "\na,b\n1,2\n", "", "must have these fields alone", 2},
		{"build csv of nothing", []string{"build", "--csv", "urn:ex:{a}"}, "", "", "<stdin>: the first line must have these fields alone, in this order: a", 2},
		{"build csv of several inputs", []string{"build", "--csv", "urn:ex:{a}:{b...}", "rows", "-", "rows"}, "b,a\n1,2\n", "urn:ex:1:2\nurn:ex:1:2\n", "<stdin>: the first line", 2},
		{"build csv of too many columns", []string{"build", "--csv", "urn:ex:{a}"}, "a\n1,2\n", "", "wrong number of fields", 1},
		{"build an open quote", []string{"build", "--csv", "urn:ex:{a}"}, "a\n\"1\n", "", "extraneous or missing", 1},

		{"find", []string{"find", "--pattern", "urn:dd:user:{id}", "--pattern", "urn:isbn:{isbn}"}, ownNames, "URN:DD:user:Ann\nurn:isbn:0-395-36341-1\n", "", 0},
		{"find none", []string{"find", "--pattern", "urn:dd:user:x{id}"}, ownNames, "", "", 1},
		{"find, with another NID", []string{"find", "--nid", "isbn", "--pattern", "urn:dd:user:{id}"}, ownNames, "", "", 1},
		{"find, count", []string{"find", "--count", "--pattern", "urn:dd:{x...}"}, "urn:dd:a URN:DD:a urn:ex:a", "2\turn:dd:a\n", "", 0},
		{"find, a wrong pattern", []string{"find", "--pattern", "urn:dd:{"}, "", "", "--pattern: pattern", 2},

		{"check", []string{"check", "--namespace", "--patterns", "own"}, ownNames, "", `field "region": the field is empty`, 1},
		{"check, without rules", []string{"check", "--patterns", "own"}, ownNames, "", "--patterns needs --namespace or --lint", 2},
		{"find, without rules", []string{"--patterns", "own", "find", "--count"}, ownNames, "", "--patterns needs --namespace\n", 2},
		{"check, unknown otherwise", []string{"check", "--namespace"}, ownNames, "", "urn: 3 names pass unchecked", 0},
		{"check, the rules of others", []string{"--patterns", "own", "check", "--namespace"}, "urn:isbn:0-395-36341-2\n", "", "check digit", 1},
		{"lint", []string{"check", "--lint", "--patterns", "own"}, "urn:dd:user:Ann\n", "", "write it in lower case", 0},
		{"normalize", []string{"normalize", "--key", "--namespace", "--patterns", "own"}, "URN:DD:user:Ann\n", "urn:dd:user:ann\n", "", 0},
		{"map", []string{"map", "--to", "key", "--namespace", "--patterns", "own"}, "URN:DD:user:Ann\n", "urn:dd:user:ann\n", "", 0},
		{"equal", []string{"equal", "--namespace", "--patterns", "own", "urn:dd:user:ANN", "urn:dd:user:ann"}, "", "equivalent\n", "", 0},
		{"count", []string{"find", "--count", "--namespace", "--patterns", "own"}, "urn:dd:user:A urn:dd:user:a", "2\turn:dd:user:a\n", "", 0},
		{"vendors", []string{"match", "--patterns", "@vendors"}, "urn:pulumi:a::b::c::d e\nurn:li:corpuser:a,b\nurn:ngsi-ld:Car:1\n", `{"kind":"pulumi-resource","rfc8141":false,"fields":{"stack":"a","project":"b","type":"c","name":"d e"}}` + "\n" +
			`{"kind":"ngsi-ld","fields":{"type":"Car","id":"1"}}` + "\n", "unexpected ',': the field must not contain any of ,()", 1},

		{"equal, whole", []string{"equal", "-s", "relaxed", "--namespace", "--patterns", "@vendors", "urn:cen.eu:en16931:2017#compliant#urn:a.de:x", "urn:cen.eu:en16931:2017#compliant#urn:b.eu:y"}, "", "not equivalent\n", "", 1},
		{"count, whole", []string{"find", "-s", "relaxed", "--count", "--namespace", "--patterns", "@vendors"}, "urn:cen.eu:a#compliant#urn:x:1 urn:cen.eu:a urn:cen.eu:a#compliant#urn:x:1", "2\turn:cen.eu:a#compliant#urn:x:1\n1\turn:cen.eu:a\n", "", 0},
		{"replace, whole", []string{"replace", "-s", "relaxed", "--to", "key", "--namespace", "--patterns", "@vendors"}, "x urn:cen.eu:a#conformant#urn:x:%c3\n", "x urn:cen.eu:a#conformant#urn:x:%c3\n", "", 0},
		{"map, whole", []string{"map", "-s", "relaxed", "--to", "key", "--namespace", "--patterns", "@vendors"}, "urn:cen.eu:a#conformant#urn:x:y\n", "urn:cen.eu:a#conformant#urn:x:y\n", "", 0},
		{"netconf", []string{"match", "raw urn:{namespace}?{parameters...}"}, "urn:ietf:params:xml:ns:yang:ietf-ip?module=ietf-ip&revision=2014-06-16\n", `{"namespace":"ietf:params:xml:ns:yang:ietf-ip","parameters":"module=ietf-ip&revision=2014-06-16"}` + "\n", "", 0},
		{"below", []string{"find", "--below", "urn:Pulumi:org:"}, "urn:pulumi:org:a urn:pulumi:organization urn:pulumi:organization:b urn:other:org:c urn:pulumi:org:", "urn:pulumi:org:a\n", "", 0},
		{"below a namespace", []string{"find", "--below", "urn:pulumi"}, "urn:pulumi:org:a urn:pulumis:b", "urn:pulumi:org:a\n", "", 0},
		{"below, by namespace", []string{"find", "--namespace", "--below", "urn:iso:STD"}, "urn:ISO:std:iso:1 urn:iso:stdx:1", "urn:ISO:std:iso:1\n", "", 0},
		{"below no name", []string{"find", "--below", "urn:ex:a?=b"}, "", "", "--below", 2},
		{"below no URN", []string{"find", "--below", "acme"}, "", "", "--below: parsing \"acme\": does not begin", 2},

		{"build", []string{"build", "--patterns", "own", "urn:ex:{a}"}, "", "", "--patterns: build does not apply the rules of namespaces\nTry 'urn build --help'", 2},
		{"ns", []string{"ns", "--patterns", "own", "isbn"}, "", "", "--patterns: ns does not apply", 2},
		{"serve", []string{"--patterns", "own", "serve"}, "", "", "--patterns: serve does not apply", 2},
		{"version", []string{"version", "--patterns", "own"}, "", "", "--patterns: version does not apply", 2},
		{"no file", []string{"check", "--namespace", "--patterns", "none"}, "", "", "--patterns: open none", 2},
		{"an empty file", []string{"check", "--namespace", "--patterns", "empty"}, "", "", "there is no pattern", 2},
		{"a wrong file", []string{"check", "--namespace", "--patterns", "wrong"}, "", "", "wrong: line 2: pattern", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"own": ownPatterns, "raw": "raw urn:dd:user:{id} user\nraw urn:ex:({user,urn}) of\n", "empty": "# nothing\n", "wrong": "\nurn:ex:{\n", "rows": "\ufeffa,b\r\n1,2\n"}
			got := command(t, files, c.stdin, c.args...)
			got.stderr = withoutReplaced(got.stderr)
			if got.stdout != c.stdout || got.status != c.status || !strings.Contains(got.stderr, c.stderr) || c.stderr == "" && got.stderr != "" {
				t.Errorf("%q gives %q, status %d, and on standard error\n%s\nwant %q, status %d, and\n%s", c.args, got.stdout, got.status, got.stderr, c.stdout, c.status, c.stderr)
			}
		})
	}
}

// What match writes, build reads, in every format.
func TestMatchBuildRoundTrip(t *testing.T) {
	const p = "urn:ex:{a}:({b}){c...}"
	var names strings.Builder
	for c := range 128 {
		if c == '\r' || c == '\n' {
			continue
		}
		escaped := "%" + strings.ToUpper(string("0123456789abcdef"[c>>4])+string("0123456789abcdef"[c&15]))
		if 'a' <= c|32 && c|32 <= 'z' || '0' <= c && c <= '9' || strings.ContainsRune("-._~!$&'*+,;=@/", rune(c)) {
			escaped = string(rune(c))
		}
		if c == '(' || c == ')' || c == ':' {
			continue
		}
		names.WriteString("urn:ex:x" + escaped + ":(" + "x" + escaped + ")" + escaped + "\n")
	}
	for _, format := range []string{"json", "csv", "tsv"} {
		matched := command(t, nil, names.String(), "match", "--"+format, p)
		if matched.status != 0 {
			t.Fatalf("%s: %s", format, matched.stderr)
		}
		built := command(t, nil, matched.stdout, "build", "--"+format, p)
		if built.stdout != names.String() || built.status != 0 {
			t.Errorf("%s: %s\n%s", format, built.stdout, built.stderr)
		}
	}
}

// Where the pattern stands, no file is completed. With --patterns there is none.
func TestMatchCompletion(t *testing.T) {
	for args, want := range map[string]string{
		"match ": ":4\n", "match urn:ex:{a} ": ":0\n", "match --patterns f ": ":0\n", "build ": ":4\n",
	} {
		if got := command(t, nil, "", append([]string{"__complete"}, strings.Split(args, " ")...)...); got.stdout != want {
			t.Errorf("after %q: %q, want %q", args, got.stdout, want)
		}
	}
}
