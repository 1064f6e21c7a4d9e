package command

import (
	"strings"
	"testing"
)

// The count at the end of check, and what to do with files of records.
func TestCheckSummary(t *testing.T) {
	const end = "urn: "
	for _, c := range []struct{ name, args, text, want string }{
		{"none", "", "urn:ex:a\n", ""},
		{"one", "", "urn:ex:a\nx\n", ""},
		{"several", "", "urn:ex:a\nx\ny\nurn:x:y\n\n", "urn: 3 of 4 lines do not pass: 2 scheme, 1 nid\n"},
		{"of the namespace", "--namespace", "urn:isbn:0-395-36341-2\nurn:isbn:0-395-36341-1\nx\n", "urn: 2 of 3 lines do not pass: 1 check-digit, 1 scheme\n"},
		{"of records", "--json-field a", "{\"a\":\"x\"}\n{\"a\":1}\n{\"a\":1,\"a\":2}\n{\"a\":\"urn:ex:a\"}\n", "urn: 3 of 4 records do not pass: 1 malformed, 1 not-text, 1 scheme\n"},
		{"quiet", "-q", "x\ny\n", ""},
		{"CSV", "", "id,urn\n1,urn:ex:a\n2,\"urn:ex:b\"\n", "urn: 3 of 3 lines do not pass: 3 scheme\nurn: the lines look like CSV: --csv-column 2 reads one column of them\n"},
		{"CSV without a header", "", "1;a;urn:ex:a\n2;b;urn:ex:b\n", "urn: 2 of 2 lines do not pass: 2 scheme\nurn: the lines look like CSV: --csv-column 3 --csv-separator ';' reads one column of them\n"},
		{"TSV", "", "urn:ex:a\tx\nurn:ex:b\tx\n", "urn: 2 of 2 lines do not pass: 2 nss\nurn: the lines look like CSV: --csv-column 1 --csv-separator tab reads one column of them\n"},
		{"JSON", "", "{\"a\":\"urn:ex:a\"}\n{}\n", "urn: 2 of 2 lines do not pass: 2 scheme\nurn: the lines look like JSON: --json-field NAME reads one field of them\n"},
		{"log", "", "GET /URN:ex:a 200\nGET /urn%3Aex 200\nx\ny\n", "urn: the lines look like text: urn find writes the URNs in them\nurn: 4 of 4 lines do not pass: 4 scheme; 1 not shown\n"},
		{"a long CSV", "", "id,urn\n" + strings.Repeat("1,urn:ex:a\n", 50000), "urn: the lines look like CSV: --csv-column 2 reads one column of them\nurn: 50001 of 50001 lines do not pass: 50001 scheme; 49998 not shown\n"},
		{"prose", "", "a,b\nurn:x,y\nz, urn:ex:a\n", "urn: 3 of 3 lines do not pass: *\nurn: the lines look like text: urn find writes the URNs in them\n"},
		{"neither", "", "a\nb\nc\nd\n", "urn: 4 of 4 lines do not pass: 4 scheme\n"},
		{"CSV, names, CSV", "--threads 4", strings.Repeat("1,urn:ex:a\n", 1000) + strings.Repeat("urn:ex:a\n", 400000) + strings.Repeat("2,urn:ex:a\n", 3000), "urn: the lines look like CSV: --csv-column 2 reads one column of them\nin:401001:1: *\nurn: 4000 of 404000 lines do not pass: 4000 scheme; 997 not shown\n"},
		{"a URN, although refused, then CSV", "--namespace", "urn:isbn:0-395-36341-2\n" + strings.Repeat("1,urn:ex:a\n", 9), "urn: 10 of 10 lines do not pass: 9 scheme, 1 check-digit\n"},
		{"too long to look at", "", strings.Repeat(strings.Repeat("x", 70000)+"\n", 2), "urn: 2 of 2 lines do not pass: 2 scheme\n"},
		{"some are URNs", "", "urn:ex:a\n1,urn:ex:a\n2,urn:ex:b\n", "urn: 2 of 3 lines do not pass: 2 scheme\n"},
	} {
		got := command(t, map[string]string{"in": c.text}, "", append(append([]string{"check"}, strings.Fields(c.args)...), "in")...)
		closing := ""
		if i := strings.Index(got.stderr, end); i >= 0 && strings.HasPrefix(got.stderr[max(0, i-1):], "\n") {
			closing = got.stderr[i:]
		}
		if !matches(closing, c.want) || strings.Contains(c.want, "look like") != strings.Contains(closing, "look like") {
			t.Errorf("%s: %q, want %q", c.name, closing, c.want)
		}
	}
	if got := command(t, map[string]string{"in": "x\ny\n"}, "", "normalize", "in"); strings.Contains(got.stderr, "do not pass") {
		t.Errorf("normalize: %q", got.stderr)
	}
	got := command(t, map[string]string{"in": strings.Repeat("1,urn:ex:a\n", 9)}, "", "normalize", "in")
	if !strings.HasSuffix(got.stderr, "\nurn: the lines look like CSV: --csv-column 2 reads one column of them\nurn: 9 of 9 lines do not pass: 9 scheme; 6 not shown\n") {
		t.Errorf("normalize of CSV: %q", got.stderr)
	}
}
