package command

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

const (
	isbnRecord = `{"input":"urn:isbn:0-395-36341-1","valid":true,"syntax":"rfc8141","nid":"isbn","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,"normalized":"urn:isbn:0-395-36341-1","key":"urn:isbn:0-395-36341-1"}`
	exRecord   = `{"input":"URN:EX:a%2f?+r?=q#","valid":true,"syntax":"rfc8141","nid":"EX","namespace":"ex","nss":"a%2f","r":"r","q":"q","f":"","normalized":"urn:ex:a%2F?+r?=q#","key":"urn:ex:a%2F"}`
)

func TestMap(t *testing.T) {
	for _, c := range []struct {
		name  string
		args  string // split at spaces
		stdin string
		files map[string]string
		want  result
	}{
		{name: "key", args: "--to key", stdin: mixed,
			want: result{"urn:isbn:0-395-36341-1\n\\N\n\\N\nurn:ex:a%2F\n", "", 0}},
		{name: "normalized", args: "--to=normalized", stdin: mixed,
			want: result{"urn:isbn:0-395-36341-1\n\\N\n\\N\nurn:ex:a%2F?+r?=q#\n", "", 0}},
		{name: "json", args: "--json", stdin: mixed, want: result{isbnRecord + "\n\\N\n\\N\n" + exRecord + "\n", "", 0}},
		{name: "nid", args: "--to nid", stdin: mixed, want: result{"isbn\n\\N\n\\N\nex\n", "", 0}},
		{name: "nothing", args: "--to key", want: result{}},
		{name: "one empty line", args: "--to key", stdin: "\n", want: result{"\\N\n", "", 0}},
		{name: "no last line end", args: "--to nid", stdin: "x\nurn:ex:a", want: result{"\\N\nex\n", "", 0}},
		{name: "NULL stays NULL", args: "--to key", stdin: "\\N\nurn:ex:a\n", want: result{"\\N\nurn:ex:a\n", "", 0}},
		{name: "another NULL", args: "--to key --null NULL", stdin: mixed,
			want: result{"urn:isbn:0-395-36341-1\nNULL\nNULL\nurn:ex:a%2F\n", "", 0}},
		{name: "an empty NULL", args: "--to key --null=", stdin: mixed, want: result{"urn:isbn:0-395-36341-1\n\n\nurn:ex:a%2F\n", "", 0}},
		{name: "key of the namespace", args: "--to key --namespace", stdin: "urn:ISBN:0-395-36341-1?=q\nurn:acme:A\n",
			want: result{"urn:isbn:9780395363416\nurn:acme:A\n", "", 0}},
		{name: "normal form of the namespace", args: "--to normalized --namespace", stdin: "urn:ISBN:0-395-36341-1?=q\nurn:acme:%2f\n",
			want: result{"urn:isbn:9780395363416?=q\nurn:acme:%2F\n", "", 0}},
		{name: "JSON of the namespace", args: "--json --namespace", stdin: "urn:isbn:0-395-36341-1#f\n",
			want: result{`{"input":"urn:isbn:0-395-36341-1#f","valid":true,"syntax":"rfc8141","nid":"isbn","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":"f","normalized":"urn:isbn:9780395363416#f","key":"urn:isbn:9780395363416"}` + "\n", "", 0}},
		{name: "no name of its namespace", args: "--to key --namespace", stdin: "urn:isbn:0-395-36341-2\n",
			want: result{"urn:isbn:0395363412\n", "", 0}},
		{name: "RFC 2141", args: "--to key -s rfc2141", stdin: "urn:x:a/b?=c\nurn:x:a&b\n", want: result{"urn:x:a/b?=c\n\\N\n", "", 0}},
		{name: "errors", args: "--json --errors", stdin: "\nurn:x:y\n\xff\nurn:isbn:0-395-36341-1\n", want: result{
			`{"input":"","valid":false,"syntax":"rfc8141","error":{"offset":0,"reason":"scheme","message":"does not begin with \"urn:\": unexpected end of input"}}
{"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}
{"input":null,"input_base64":"/w==","valid":false,"syntax":"rfc8141","error":{"offset":0,"reason":"scheme","message":"does not begin with \"urn:\": unexpected byte 0xFF"}}
` + isbnRecord + "\n", "", 0}},
		{name: "too long", args: "--to key --max-line 8", stdin: "urn:ex:a\nurn:ex:aa\r\n\nurn:ex:b",
			want: result{"urn:ex:a\n\\N\n\\N\nurn:ex:b\n", "", 0}},
		{name: "far too long", args: "--to nid --max-line 8", stdin: "urn:ex:a\n" + strings.Repeat("x", 1<<20) + "\nurn:ex:b\n" + strings.Repeat("y", 1<<20),
			want: result{"ex\n\\N\nex\n\\N\n", "", 0}},
		{name: "errors of lines too long", args: "--json --errors --max-line 8", stdin: strings.Repeat("x", 1<<20) + "\nurn:ex:aa\n",
			want: result{strings.Repeat(`{"input":null,"valid":false,"syntax":"rfc8141","error":{"offset":8,"reason":"too-long","message":"longer than 8 bytes (see --max-line)"}}`+"\n", 2), "", 0}},
		{name: "files", args: "--to nid a - b", stdin: "urn:ex:2", files: map[string]string{"a": "urn:e1:a\nx", "b": "\nurn:e3:c"},
			want: result{"e1\n\\N\nex\n\\N\ne3\n", "", 0}},
		{name: "compressed files", args: "--to nid a b", files: map[string]string{"a": gz(t, "urn:e1:a\n"), "b": zst(t, "\ufeffurn:e2:b")},
			want: result{"e1\ne2\n", "", 0}},
		{name: "a pipe is taken as it is", args: "--to nid", stdin: "\ufeffurn:e1:a\n\ufeffurn:e1:a\nurn:e2:b", want: result{"\\N\n\\N\ne2\n", "", 0}},
		{name: "a line like gzip", args: "--to nid", stdin: "\x1f\x8b\x08\nurn:e1:a\n", want: result{"\\N\ne1\n", "", 0}},
		{name: "a line like Zstandard", args: "--to nid", stdin: "\x28\xb5\x2f\xfd\nurn:e1:a\n", want: result{"\\N\ne1\n", "", 0}},
		{name: "a file that is not there", args: "--to nid no a", files: map[string]string{"a": "urn:e1:a"},
			want: result{"e1\n", "urn: no: no such file or directory\n", 2}},
		{name: "statistics", args: "--to key --stats", stdin: mixed, want: result{"urn:isbn:0-395-36341-1\n\\N\n\\N\nurn:ex:a%2F\n",
			"urn: inputs=1 failed=0 bytes=53 lines=4 mapped=2 nulls=2 seconds=*", 0}},

		{name: "no target", args: "", want: result{"", "urn: say what to write for each line: --to key, normalized or nid, or --json\nTry 'urn map --help'.\n", 2}},
		{name: "unknown target", args: "--to keys", want: result{"",
			"urn: invalid argument \"keys\" for \"--to\" flag: want key, normalized, nid\nTry 'urn map --help'.\n", 2}},
		{name: "a NULL of two lines", args: "--to key --null a\nb", want: result{"",
			"urn: --null: the text has a line feed, so an answer would be two lines\nTry 'urn map --help'.\n", 2}},
		{name: "errors of keys", args: "--to key --errors", want: result{"", "urn: --errors is for --json\nTry 'urn map --help'.\n", 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := []string{"map"}
			if c.args != "" {
				args = append(args, strings.Split(c.args, " ")...)
			}
			got := command(t, c.files, c.stdin, args...)
			if got.stdout != c.want.stdout || !matches(got.stderr, c.want.stderr) || got.status != c.want.status {
				t.Errorf("urn map %s: %d\n%.300s\n%s\nwant %d\n%.300s\n%s", c.args,
					got.status, got.stdout, got.stderr, c.want.status, c.want.stdout, c.want.stderr)
			}
		})
	}
}

// What engines unescape is not in any answer, so that it arrives as it is.
func TestMapNeedsNoEscape(t *testing.T) {
	every := everyByte("urn:ex:a") + everyByte("urn:ex:a?+a") + everyByte("urn:ex:a?=a") + everyByte("urn:ex:a#")
	for _, to := range []string{"--to=key", "--to=normalized", "--json", "--to=nid"} {
		out := command(t, nil, every, "map", to).stdout
		if n := strings.Count(out, "\n"); n != strings.Count(every, "\n") {
			t.Errorf("%s: %d lines for %d", to, n, strings.Count(every, "\n"))
		}
		out = strings.ReplaceAll(out, "\\N\n", "\n")
		if strings.ContainsAny(out, "\\\t\r\x00") {
			t.Errorf("--to %s: an answer has to be escaped: %q", to, out)
		}
	}
}

// The bytes of a line that is not UTF-8 can be read from its record.
func TestMapErrorsKeepBytes(t *testing.T) {
	in := everyByte("urn:ex:") // the line feed makes two lines
	records := strings.Split(strings.TrimSpace(command(t, nil, in, "map", "--json", "--errors").stdout), "\n")
	var back strings.Builder
	for i, record := range records {
		var r struct {
			Input  *string
			Base64 []byte `json:"input_base64"`
		}
		if err := json.Unmarshal([]byte(record), &r); err != nil {
			t.Fatalf("record %d, %q: %v", i, record, err)
		}
		if r.Input != nil {
			r.Base64 = []byte(*r.Input)
		} else if len(r.Base64) == 0 {
			t.Errorf("record %d, %q: no input", i, record)
		}
		back.Write(r.Base64)
		back.WriteByte('\n')
	}
	if want := strings.ReplaceAll(in, "\r\n", "\n"); back.String() != want {
		t.Errorf("the lines come back as %s, want %s",
			base64.StdEncoding.EncodeToString([]byte(back.String())), base64.StdEncoding.EncodeToString([]byte(want)))
	}
}
