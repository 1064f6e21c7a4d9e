package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/cmdtest"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/scan"
)

func TestRecords(t *testing.T) {
	const table = "\ufeffa,\"the id\",c\r\n1,URN:EX:a%2f,\"x\"\r\n2,\"URN:EX:b?=1,2#\",\r\n\r\n3,nope,\"multi\nline \"\"q\"\"\"\r\n4,,z\n5\n\"6\n\",\"URN:EX:c\""
	const objects = "\ufeff{\"id\": \"URN:EX:a\\/b\" , \"x\":1.0}\r\n\n{\"o\":{\"id\":\"URN:EX:b\"},\"id\":null}\n{\"id\":\"nope \\u00e9\"}\n{\"id\":\"\"} \n[\"URN:EX:c\"]\n{\"id\":7}\n{bad\n{\"id\":\"URN:EX:d\\u0026\",\"id2\":\"URN:EX:e\"}"
	files := map[string]string{
		"t.csv": table, "t.tsv": "id\tn\nURN:EX:a,b\t\"1\"\n", "u.csv": "a,\"the id\",c\n7,URN:EX:z,\n", "semi.txt": "n;id\n1;URN:EX:a,b\n", "bad.csv": "id,n\nURN:EX:a,1\nURN:EX:b,2\"\nURN:EX:c,3\n",
		"noend.csv": "id\nURN:EX:a", "twice.csv": "id,id\nURN:EX:a,URN:EX:b\n", "empty.csv": "", "blank.csv": "\n\r\n", "bom.csv": "\ufeffURN:EX:a\n", "header.csv": "id", "open.csv": "id\n\"URN:EX:a\n",
		"o.jsonl": objects, "p.jsonl": "\ufeff{\"id\":\"URN:EX:p\"}\n", "o.jsonl.gz": gz(t, objects), "key": "0123456789abcdef", "utf16": "\xff\xfei\x00d\x00", "a.jsonl": `{"a.b":{"":["x","URN:EX:a"],"~/":"URN:EX:b"}}`,
	}
	const nid = "URN:EX:d&"
	const csvReports = "t.csv:5:3: does not begin with \"urn:\": *"
	for _, c := range []struct{ args, stdout, stderr string }{
		{"normalize --csv-column 2 t.csv", "\ufeffa,\"the id\",c\r\n1,urn:ex:a%2F,\"x\"\r\n2,\"urn:ex:b?=1,2#\",\r\n\r\n3,nope,\"multi\nline \"\"q\"\"\"\r\n4,,z\n5\n\"6\n\",\"urn:ex:c\"1", csvReports},
		{"normalize --csv-column the_id --key t.csv", "\ufeffa,\"the id\",c\r\n1,urn:ex:a%2F,\"x\"\r\n2,\"urn:ex:b\",\r\n\r\n3,nope,\"multi\nline \"\"q\"\"\"\r\n4,,z\n5\n\"6\n\",\"urn:ex:c\"1", csvReports},
		{"normalize -q --only-column --to key --csv-column 2 t.csv", "urn:ex:a%2F\nurn:ex:b\nurn:ex:c\n1", ""},
		{"normalize --only-column --json-field id p.jsonl", "urn:ex:p\n0", ""},
		{"normalize --only-column t.csv", "2", "urn: --only-column is for --csv-column and --json-field*"},
		{"normalize -q --rejects bad --csv-column 2 t.csv", "\ufeffa,\"the id\",c\r\n1,urn:ex:a%2F,\"x\"\r\n2,\"urn:ex:b?=1,2#\",\r\n\r\n4,,z\n\"6\n\",\"urn:ex:c\"1", ""},
		{"check -q --rejects - --csv-column 2 t.csv", "3,nope,\"multi\nline \"\"q\"\"\"\r\n5\n1", ""},
		{"check --verbose --csv-column 2 -q t.csv", "t.csv:2: ok\nt.csv:3: ok\nt.csv:10: ok\n1", ""},
		{"check -q --stats --csv-column 2 t.csv", "1", "urn: inputs=1 failed=0 bytes=* lines=10 accepted=3 rejected=2 empty=1 seconds=*"},
		{"parse -q --csv-column 2 t.csv", "\ufeffa,\"the id\",c,nid,nss,r,q,f,normalized,key\r\n1,URN:EX:a%2f,\"x\",EX,a%2f,,,,urn:ex:a%2F,urn:ex:a%2F\r\n2,\"URN:EX:b?=1,2#\",,EX,b,,\"1,2\",\"\",\"urn:ex:b?=1,2#\",urn:ex:b\r\n\r\n3,nope,\"multi\nline \"\"q\"\"\",,,,,,,\r\n4,,z,,,,,,,\n5\n\"6\n\",\"URN:EX:c\",EX,c,,,,urn:ex:c,urn:ex:c1", ""},
		{"map --to key --csv-column 2 t.csv", "\ufeffa,\"the id\",c\r\n1,urn:ex:a%2F,\"x\"\r\n2,\"urn:ex:b\",\r\n\r\n3,\\N,\"multi\nline \"\"q\"\"\"\r\n4,\\N,z\n5\n\"6\n\",\"urn:ex:c\"1", "t.csv:8:1: there is no column 2: the record has 1\n*"},
		{"map --to nid --null=, --csv-column id header.csv noend.csv", "id\nex0", ""},
		{"map --to nid --csv-column 1 --csv-no-header --null=a,b noend.csv", "\"a,b\"\nex0", ""},
		{"replace --template {input} -q --csv-column 2 t.csv", table + "1", ""},
		{"replace --template <{nid},{q}> -q --csv-column 2 t.csv", "\ufeffa,\"the id\",c\r\n1,\"<EX,>\",\"x\"\r\n2,\"<EX,1,2>\",\r\n\r\n3,nope,\"multi\nline \"\"q\"\"\"\r\n4,,z\n5\n\"6\n\",\"<EX,>\"1", ""},
		{"replace --template a\"b --csv-column 1 --csv-no-header noend.csv", "id\n\"a\"\"b\"0", ""},
		{"replace --to hash --secret-file key -q --csv-column 2 t.csv", "\ufeffa,\"the id\",c\r\n1," + hmacOf("0123456789abcdef", "urn:ex:a%2F") + ",\"x\"\r\n2,\"" + hmacOf("0123456789abcdef", "urn:ex:b") + "\",\r\n\r\n3,nope,\"multi\nline \"\"q\"\"\"\r\n4,,z\n\"6\n\",\"" + hmacOf("0123456789abcdef", "urn:ex:c") + "\"1", ""},
		{"normalize -q --csv-column 2 t.csv u.csv", "\ufeffa,\"the id\",c\r\n1,urn:ex:a%2F,\"x\"\r\n2,\"urn:ex:b?=1,2#\",\r\n\r\n3,nope,\"multi\nline \"\"q\"\"\"\r\n4,,z\n5\n\"6\n\",\"urn:ex:c\"\n7,urn:ex:z,\n1", ""},
		{"normalize -q --csv-column 1 noend.csv t.tsv", "id\nurn:ex:a\n2", "urn: t.tsv: its header differs from the header of noend.csv: read each file by itself\n"},
		{"replace --to hash --secret-file key --csv-column 2 noend.csv", "2", "urn: noend.csv: there is no column 2; the header has id\n*"},
		{"normalize --csv-column id t.tsv", "id\tn\nurn:ex:a,b\t\"1\"\n0", ""},
		{"normalize --csv-column id --csv-separator ; semi.txt", "n;id\n1;urn:ex:a,b\n0", ""},
		{"normalize --csv-column id empty.csv", "2", "urn: empty.csv: there is no header with the name \"id\"\n"},
		{"check --csv-column id blank.csv", "2", "urn: blank.csv: there is no header with the name \"id\"\n"},
		{"map --to key --csv-column id noend.csv empty.csv", "id\nurn:ex:a\n2", "urn: empty.csv: there is no header with the name \"id\"\n"},
		{"replace --to key --csv-column id empty.csv noend.csv", "id\nurn:ex:a2", "urn: empty.csv: there is no header*"},
		{"parse --csv-column 1 empty.csv", "0", ""},
		{"normalize --csv-column 1 --csv-no-header empty.csv bom.csv", "\ufeffurn:ex:a\n0", ""},
		{"normalize --json-field id empty.csv p.jsonl", "\ufeff{\"id\":\"urn:ex:p\"}\n0", ""},
		{"normalize --csv-column id header.csv", "id0", ""},
		{"normalize --csv-column id bad.csv", "id,n\nurn:ex:a,1\n2", "urn: bad.csv:3:11: not CSV: a quotation mark within a cell, not around it\n"},
		{"normalize --csv-column id open.csv", "id\n2", "urn: open.csv:2:1: not CSV: a quotation mark that nothing closes\n"},
		{"normalize --csv-column id twice.csv", "2", "urn: twice.csv: two columns have the name \"id\": give the number of one\n"},
		{"normalize --csv-column x twice.csv noend.csv", "2", "urn: twice.csv: no column has the name \"x\"; the header has id, id\nurn: noend.csv: no column has the name \"x\"; the header has id\n"},
		{"normalize --csv-column 1 --max-line 9 open.csv", "id\n2", "urn: open.csv:*"},

		{"normalize -q --json-field id o.jsonl", "\ufeff{\"id\": \"urn:ex:a/b\" , \"x\":1.0}\r\n\n{\"o\":{\"id\":\"URN:EX:b\"},\"id\":null}\n{\"id\":\"nope \\u00e9\"}\n{\"id\":\"\"} \n[\"URN:EX:c\"]\n{\"id\":7}\n{bad\n{\"id\":\"urn:ex:d&\",\"id2\":\"URN:EX:e\"}1", ""},
		{"normalize -q --json-field o.id o.jsonl p.jsonl", "\ufeff{\"id\": \"URN:EX:a\\/b\" , \"x\":1.0}\r\n\n{\"o\":{\"id\":\"urn:ex:b\"},\"id\":null}\n{\"id\":\"nope \\u00e9\"}\n{\"id\":\"\"} \n[\"URN:EX:c\"]\n{\"id\":7}\n{bad\n{\"id\":\"URN:EX:d\\u0026\",\"id2\":\"URN:EX:e\"}\n{\"id\":\"URN:EX:p\"}\n1", ""},
		{"check --json-field id o.jsonl", "1", "o.jsonl:4:1: does not begin*o.jsonl:7:7: the field is a number, not a string\n    {\"id\":7}\n          ^\no.jsonl:8:1: the line is not JSON\n    {bad\n    ^\nurn: 3 of 5 records do not pass: 1 malformed, 1 not-text, 1 scheme*"},
		{"check -q --rejects - --json-field id o.jsonl", "{\"id\":\"nope \\u00e9\"}\n{\"id\":7}\n{bad\n1", ""},
		{"check -q --stats --json-field id o.jsonl.gz", "1", "urn: inputs=1 * lines=9 accepted=2 rejected=3 empty=3 seconds=*"},
		{"parse -q --json-field id p.jsonl", "\ufeff{\"id\":{\"input\":\"URN:EX:p\",\"valid\":true,\"syntax\":\"rfc8141\",\"nid\":\"EX\",\"namespace\":\"ex\",\"nss\":\"p\",\"r\":null,\"q\":null,\"f\":null,\"normalized\":\"urn:ex:p\",\"key\":\"urn:ex:p\"}}\n0", ""},
		{"map --to key --json-field id o.jsonl", "\ufeff{\"id\": \"urn:ex:a/b\" , \"x\":1.0}\r\n\n{\"o\":{\"id\":\"URN:EX:b\"},\"id\":null}\n{\"id\":null}\n{\"id\":null} \n[\"URN:EX:c\"]\n{\"id\":null}\n{bad\n{\"id\":\"urn:ex:d&\",\"id2\":\"URN:EX:e\"}1", "o.jsonl:8:1: the line is not JSON\n*"},
		{"map -q --to nid --null=\" --json-field /id p.jsonl", "\ufeff{\"id\":\"ex\"}\n0", ""},
		{"map -q --to nid --null=\" --json-field /0 o.jsonl", "*", ""},
		{"replace --template {input} -q --json-field id o.jsonl", objects + "1", ""},
		{"replace --template \"\\é{nid} -q --json-field id p.jsonl", "\ufeff{\"id\":\"\\\"\\\\éEX\"}\n0", ""},
		{"replace --to hash --secret-file key -q --json-field id2 o.jsonl", strings.Replace(strings.Replace(objects, "{bad\n", "", 1), "URN:EX:e", hmacOf("0123456789abcdef", "urn:ex:e"), 1) + "1", ""},
		{"normalize --json-field /a.b//1 a.jsonl", `{"a.b":{"":["x","urn:ex:a"],"~/":"URN:EX:b"}}0`, ""},
		{"normalize --json-field /a.b/~0~1 a.jsonl", `{"a.b":{"":["x","URN:EX:a"],"~/":"urn:ex:b"}}0`, ""},

		{"normalize --csv-column 1 utf16", "2", "urn: utf16: text in UTF-16, which would be written in UTF-8*"},
		{"check --csv-column id utf16", "0", "urn: nothing was checked: there is no name in the input\n"},
		{"check --csv-column 1 --json-field a t.csv", "2", "urn: --csv-column and --json-field cannot be used together*"},
		{"check --csv-column= t.csv", "2", "urn: the name of the field is empty\n*"},
		{"check --csv-separator ; t.csv", "2", "urn: --csv-separator and --csv-no-header are for --csv-column\n*"},
		{"check --csv-column a --csv-no-header t.csv", "2", "urn: --csv-no-header is for the number of a column*"},
		{"check --csv-column a --csv-separator \" t.csv", "2", "urn: --csv-separator \"\\\"\": want one character*"},
		{"check --csv-column a --csv-separator é t.csv", "2", "urn: --csv-separator \"é\": want one character*"},
		{"check --json-field a..b t.csv", "2", "urn: --json-field: \"a..b\" has an empty name*"},
		{"check --json-field /~2 t.csv", "2", "urn: --json-field: \"/~2\" is not a JSON Pointer*"},
		{"map --json --errors --csv-column 1 t.csv", "2", "urn: --errors cannot be used*"},
		{"replace --to key --nid ex --csv-column 1 t.csv", "2", "urn: --nid, --max-urn and --in cannot be used*"},
	} {
		t.Run(c.args, func(t *testing.T) {
			args := strings.Fields(c.args)
			for i := range args {
				if args[i] == "the_id" {
					args[i] = "the id"
				}
			}
			got := command(t, files, nid, args...)
			got.stderr = withoutReplaced(got.stderr)
			if out := got.stdout + fmt.Sprint(got.status); !matches(out, c.stdout) && c.stdout != "*" || !matches(got.stderr, c.stderr) {
				t.Errorf("urn %s:\n%q\nwant\n%q\nstderr\n%s\nwant\n%s", c.args, out, c.stdout, got.stderr, c.stderr)
			}
		})
	}
}

// A parser may use the first or the last of two fields that have the same name. So
// neither is rewritten, and with a hash, neither is left in clear.
func TestRepeatedNames(t *testing.T) {
	const hidden = `{"id":"\ud800URN:EX:a","n":1}` + "\n"
	hash := hmacOf("0123456789abcdef", "urn:ex:a")
	for _, c := range []struct {
		name, field, text string
		malformed         bool
	}{
		{"twice", "id", `{"id":"URN:EX:a","id":"URN:EX:b"}`, true},
		{"the second is escaped", "id", `{"id":"URN:EX:a","\u0069d":"URN:EX:b"}`, true},
		{"the first is no string", "id", `{"id":7,"id":"URN:EX:b"}`, true},
		{"the first is null", "id", `{"id":null,"id":"URN:EX:b"}`, true},
		{"nested", "o.id", `{"o":{"id":"URN:EX:a","id":"URN:EX:b"}}`, true},
		{"around", "o.id", `{"o":{"id":"URN:EX:a"},"o":{"id":"URN:EX:b"}}`, true},
		{"around, and only one has it", "/o/id", `{"o":{"id":"URN:EX:a"},"o":{}}`, true},
		{"in an array", "/o/0/id", `{"o":[{"id":"URN:EX:a","x":1,"id":"URN:EX:b"}]}`, true},
		{"in an array at the top", "0.id", `[{"id":"URN:EX:a","x":1,"id":"URN:EX:b"}]`, true},
		{"other names", "id", `{"x":1,"id":"URN:EX:a","x":2}`, false},
		{"in another object", "id", `{"x":{"id":1,"id":2},"id":"URN:EX:a","ID":3}`, false},
		{"in another element", "o.1.id", `{"o":[{"id":1,"id":2},{"id":"URN:EX:a"}]}`, false},
	} {
		files := map[string]string{"in": c.text + "\n", "key": "0123456789abcdef"}
		for _, sub := range []string{"replace --to hash --secret-file key", "replace --to key", "map --to key", "normalize", "parse", "check"} {
			args := append(strings.Fields(sub), "--json-field", c.field, "in")
			got := command(t, files, "", args...)
			got.stderr = withoutReplaced(got.stderr)
			switch {
			case !c.malformed:
				if got.status != 0 || got.stderr != "" || strings.Contains(got.stdout, "URN:EX:a") && sub != "check" && sub != "parse" {
					t.Errorf("%s: urn %s: status %d, %q, %q", c.name, strings.Join(args, " "), got.status, got.stdout, got.stderr)
				}
			case got.status != 1 || !strings.Contains(got.stderr, "in:1:") || !strings.Contains(got.stderr, " has the name "):
				t.Errorf("%s: urn %s: status %d, stderr %q", c.name, strings.Join(args, " "), got.status, got.stderr)
			case strings.Contains(sub, "hash") && got.stdout != "":
				t.Errorf("%s: urn %s leaves %q in clear", c.name, strings.Join(args, " "), got.stdout)
			case !strings.Contains(sub, "hash") && got.stdout != c.text+"\n" && sub != "check":
				t.Errorf("%s: urn %s: %q", c.name, strings.Join(args, " "), got.stdout)
			}
		}
	}
	files := map[string]string{"in": hidden, "key": "0123456789abcdef"}
	for args, want := range map[string]string{
		"replace --to hash --secret-file key --json-field id in": `{"id":"\ud800` + hash + `","n":1}` + "\n",
		"find --in json --normalize in":                          "urn:ex:a\n",
		"find --in auto --normalize in":                          "urn:ex:a\n",
	} {
		if got := command(t, files, "", strings.Fields(args)...); got.stdout != want || got.status != 0 {
			t.Errorf("urn %s: %q, status %d, %s; want %q", args, got.stdout, got.status, got.stderr, want)
		}
	}
}

// With a hash, a field that is an object or an array is no field to pass: it may hold
// names.
func TestHashOfObject(t *testing.T) {
	for _, text := range []string{`{"id":["URN:EX:a"]}`, `{"id":{"x":"URN:EX:a"}}`} {
		files := map[string]string{"in": text + "\n", "key": "0123456789abcdef"}
		got := command(t, files, "", "replace", "--to", "hash", "--secret-file", "key", "--json-field", "id", "in")
		if got.status != 1 || got.stdout != "" || !strings.Contains(got.stderr, "in:1:7: the field is an object or an array") {
			t.Errorf("%s: %q, status %d, %s", text, got.stdout, got.status, got.stderr)
		}
		got = command(t, files, "", "replace", "--to", "key", "--json-field", "id", "in")
		if got.status != 1 || got.stdout != text+"\n" || !strings.Contains(got.stderr, "in:1:7: the field is an object or an array") {
			t.Errorf("%s: %q, status %d, %s", text, got.stdout, got.status, got.stderr)
		}
	}
}

// secondReader reads CSV byte by byte. It does not know encoding/csv.
func secondReader(data string) (records [][]string) {
	var record []string
	var value strings.Builder
	quoted, any := false, false
	end := func() {
		if any || len(record) > 0 || value.Len() > 0 {
			records = append(records, append(record, value.String()))
		}
		record, any = nil, false
		value.Reset()
	}
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '"' && strings.HasPrefix(data[i+1:], `"`):
			value.WriteByte('"')
			i++
		case c == '"':
			quoted, any = !quoted, true
		case quoted:
			value.WriteByte(c)
		case c == ',':
			record = append(record, value.String())
			value.Reset()
		case c == '\n':
			end()
		case c == '\r' && (i+1 == len(data) || data[i+1] == '\n'):
		default:
			value.WriteByte(c)
		}
	}
	end()
	return records
}

// runRecordsOn runs the command on a text that comes in pieces.
// The reader of JSON calls itself for each level, so the levels are bounded: a line of "["
// must not end the process.
func TestDeepJSON(t *testing.T) {
	deep := func(levels int) string {
		return `{"id":"URN:EX:a","x":"[{\"[{","y":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + "}\n"
	}
	for _, c := range []struct {
		in, want, report string
	}{
		{deep(10_000), strings.Replace(deep(10_000), "URN:EX", "urn:ex", 1), ""},
		{deep(10_001), deep(10_001), "<stdin>:1:1: the line is not JSON that is read: it has more than 10000 levels\n*"},
		{strings.Repeat(`{"x":[1]},`, 10_001) + "\n", "*", "*: the line is not JSON\n*"},
		{`{"id":"URN:EX:a","x":"` + strings.Repeat("[", 20_000) + `","y":[` + strings.Repeat("[],", 20_000) + "1]}\n", "*urn:ex:a*", ""},
		{strings.Repeat("[", 1<<20) + "\n", "*", "<stdin>:1:1: the line is not JSON that is read: it has more than 10000 levels\n*"},
	} {
		for _, args := range [][]string{{"normalize"}, {"replace", "--to", "key"}} {
			got := command(t, nil, c.in, append(args, "--json-field", "id")...)
			got.stderr = withoutReplaced(got.stderr)
			if !matches(got.stdout, c.want) || !matches(got.stderr, c.report) {
				t.Errorf("urn %s of %.40q: %d bytes, %.300q", args[0], c.in, len(got.stdout), got.stderr)
			}
		}
	}
}

func runRecordsOn(t *testing.T, text string, seed uint64, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	in := &cmdtest.Chunks{Data: []byte(text), Rand: rand.New(rand.NewPCG(seed, 2))}
	status := run(t.Context(), args, in, &stdout, &stderr)
	return result{stdout.String(), stderr.String(), status}
}

// checkCSV compares what is done with column 2 with two readers of CSV.
func checkCSV(t *testing.T, text string, seed uint64) {
	t.Helper()
	text = "x," + text // not a byte order mark, nor anything compressed
	read := func(s string) ([][]string, error) {
		r := csv.NewReader(strings.NewReader(s))
		r.FieldsPerRecord = -1
		return r.ReadAll()
	}
	records, err := read(text)
	got := runRecordsOn(t, text, seed, "replace", "-q", "--template", "{input}", "--csv-column", "2", "--csv-no-header")
	if err != nil || strings.Contains(got.stderr, "CR without LF") && strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r") {
		if got.status != 2 || !strings.HasPrefix(text, got.stdout) {
			t.Fatalf("%q, which is not CSV: %+v", text, got)
		}
		return
	}
	if got.stdout != text || got.status == 2 {
		t.Fatalf("the identity of %q: %+v", text, got)
	}
	changed := runRecordsOn(t, text, seed, "normalize", "-q", "--csv-column", "2", "--csv-no-header").stdout
	for i, r := range records {
		if len(r) > 1 {
			if u, err := urn.Parse(r[1]); err == nil {
				records[i][1] = u.Normalize().String()
			}
		}
	}
	if after, err := read(changed); err != nil || !reflect.DeepEqual(after, records) {
		t.Fatalf("%q with normal forms is %q: encoding/csv reads %q, %v, want %q", text, changed, after, err, records)
	}
	// encoding/csv turns CR LF in quotes into LF.
	second, want := secondReader(changed), records
	for _, list := range [][][]string{second, want} {
		for _, r := range list {
			for k := range r {
				r[k] = strings.ReplaceAll(r[k], "\r\n", "\n")
			}
		}
	}
	if !reflect.DeepEqual(second, want) {
		t.Fatalf("%q with normal forms is %q: the second reader reads %q, want %q", text, changed, second, want)
	}
	if again := runRecordsOn(t, changed, seed, "normalize", "-q", "--csv-column", "2", "--csv-no-header").stdout; again != changed {
		t.Fatalf("normal forms of %q: %q, then %q", text, changed, again)
	}
}

// Random texts of CSV and JSON Lines, which fuzzing would take longer to come to.
func TestRecordsRandom(t *testing.T) {
	testhelp.Slow(t)
	r := rand.New(rand.NewPCG(14, 3))
	n := 500
	if testhelp.Race {
		n = 100
	}
	forCSV := []string{"URN:EX:a", ",", ",", "\"", "\"\"", "\"URN:EX:b,c\"", "\"x\ny\"", "\"x\r\n\"\"\"", "\n", "\n", "\r\n", "\r", " ", "é", "\n1,", "\n1,\"URN:EX:%aa\",", "\xff"}
	forJSON := []string{
		"{", "}", `{"a":{"b":"URN:EX:a"}}`, `{"a":`, `{"b":`, `"URN:EX:a\/b"`, `"x URN:EX:%aa\u0026y"`, "null", "7", ",", `"c":`, "}}", "}}\n", "\n", " ", `{"a":{"c":1,"b":"\ud83d\ude00 URN:EX:z"}}`, "[", "]", `"\ud800 URN:EX:b"`,
	}
	text := func(pieces []string) string {
		var b strings.Builder
		for range r.IntN(20) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	for range n {
		checkCSV(t, text(forCSV), r.Uint64())
		checkJSON(t, text(forJSON), r.Uint64())
	}
}

func FuzzCSV(f *testing.F) {
	for i, text := range []string{
		"", "URN:EX:a\n1,URN:EX:b%2f\r\n", "\"URN:EX:a\",\"x\"\"y\nz\"\r\n\r\n1\n,,,\n", "URN:EX:a\"\n", "\"a\"b\n", "\"\"\"\"\n\"\r\n\",URN:EX:a", "URN:EX:a,\r", "\"URN:EX:a,b\"\n1,URN:EX:a\r\r\n",
		strings.Repeat("1,\"URN:EX:a,b\",\"c\nd\"\r\n", 9000), "\"" + strings.Repeat("x\n", 100_000) + "\",URN:EX:a\n1,URN:EX:b\n",
	} {
		f.Add(text, uint64(i))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) < 1<<20 {
			checkCSV(t, text, seed)
		}
	})
}

// checkJSON holds what is done with the field a.b against encoding/json.
func checkJSON(t *testing.T, text string, seed uint64) {
	t.Helper()
	text = "\n" + text
	got := runRecordsOn(t, text, seed, "replace", "-q", "--template", "{input}", "--json-field", "a.b")
	if got.stdout != text || got.status == 2 && !strings.HasPrefix(got.stderr, "urn: no record has the field") {
		t.Fatalf("the identity of %q: %+v", text, got)
	}
	lines := strings.Split(text, "\n")
	after := strings.Split(runRecordsOn(t, text, seed, "normalize", "-q", "--json-field", "a.b").stdout, "\n")
	marked := strings.Split(runRecordsOn(t, text, seed, "replace", "-q", "--template", "", "--json-field", "a.b").stdout, "\n")
	if len(after) != len(lines) || len(marked) != len(lines) {
		t.Fatalf("%d lines of %q become %d and %d", len(lines), text, len(after), len(marked))
	}
	for i, line := range lines {
		var before, now, without map[string]any
		if json.Unmarshal([]byte(line), &before) != nil {
			continue
		}
		if strings.Count(line, `"a"`)+strings.Count(line, `"b"`) > 2 || strings.Contains(line, `\u00`) {
			continue // of several of one name, encoding/json takes the last
		}
		if err := json.Unmarshal([]byte(after[i]), &now); err != nil {
			t.Fatalf("%q becomes %q: %v", line, after[i], err)
		}
		if err := json.Unmarshal([]byte(marked[i]), &without); err != nil {
			t.Fatalf("%q becomes %q: %v", line, marked[i], err)
		}
		if a, ok := before["a"].(map[string]any); ok {
			if b, ok := a["b"].(string); ok {
				a["b"], _ = scan.Finder{}.Replace(b, func(urn.URN) (string, error) { return "", nil })
				if !reflect.DeepEqual(before, without) {
					t.Fatalf("%q without URNs is %q", line, marked[i])
				}
				a["b"] = b
				if u, err := urn.Parse(b); err == nil {
					a["b"] = u.Normalize().String()
				}
			}
		}
		if !reflect.DeepEqual(before, now) {
			t.Fatalf("%q becomes %q", line, after[i])
		}
	}
}

func FuzzJSONField(f *testing.F) {
	testhelp.Slow(f)
	for i, text := range []string{
		"", `{"a":{"b":"URN:EX:a\/b"},"c":[1.0,"\ud800"]}`, `{"a":{"b":"x \"URN:EX:a\u0026b\" \ud83d\ude00\ud800"}}` + "\r\n" + `{"a":{"b":1}}`, `{"a":{"b":null}}` + "\n[]\n7\n\"\"\n{", `{"a" : {"x":{"b":2},"b": "URN:EX:%2f" } }`,
		`{"a":["URN:EX:a"]}`, "{\"a\":{\"b\":\"\xff URN:EX:a\xc3\"}}", strings.Repeat(`{"a":{"b":"URN:EX:a"}}`+"\n", 5000), `{"a":{"b":"` + strings.Repeat("x", 200_000) + ` URN:EX:a"}}`,
	} {
		f.Add(text, uint64(i))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) < 1<<20 {
			checkJSON(t, text, seed)
		}
	})
}
