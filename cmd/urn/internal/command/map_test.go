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

		// epcpy 0.1.8 reads the tag as the same names.
		{name: "tags", args: "--from hex --to epc", stdin: "3074257BF7194E4000001A85\n3074257bf7194e4000001a85\n3074257BF7194E\n\nxx\n",
			want: result{strings.Repeat("urn:epc:id:sgtin:0614141.812345.6789\n", 2) + "\\N\n\\N\n\\N\n", "urn: 2 texts not converted to epc, such as *\n", 0}},
		{name: "a tag as its name", args: "--from hex --to tag", stdin: "3074257BF7194E4000001A85\n", want: result{"urn:epc:tag:sgtin-96:3.0614141.812345.6789\n", "", 0}},
		{name: "a tag as a GTIN", args: "--from hex --to gtin -q", stdin: "3074257BF7194E4000001A85\n3500000400000080000000\n0000\n", want: result{"80614141123458\n\\N\n\\N\n", "", 0}},
		{name: "tags of a column", args: "--from hex --to epc --csv-column epc --stats a.csv", files: map[string]string{"a.csv": "id,epc\n1,3074257BF7194E4000001A85\n2,zz\n3,\n"},
			want: result{"id,epc\n1,urn:epc:id:sgtin:0614141.812345.6789\n2,\\N\n3,\\N\n", "urn: 1 text not converted to epc, such as zz: want hexadecimal digits\nurn: inputs=1 failed=0 bytes=42 lines=4 mapped=1 nulls=2 seconds=*", 0}},
		{name: "GTIN of a field", args: "--to epc --company-prefix 7 --json-field a", stdin: `{"a":"4012345111118"}` + "\n" + `{"a":"04012345111119"}` + "\n" + `{"a":7}` + "\n",
			want: result{`{"a":"urn:epc:idpat:sgtin:4012345.011111.*"}` + "\n" + `{"a":null}` + "\n" + `{"a":null}` + "\n", "urn: 1 text not converted to epc, such as 04012345111119: (01): wrong check digit or check character: it should be '8'\n", 0}},
		{name: "by the company prefix", args: "--to epc --company-prefix 061414,4012345", stdin: "04012345111118\n(01)04012345111118(21)987\nhttps://id.gs1.org/01/04012345111118/21/987\n09506000134352\nurn:epc:id:gid:1.2.3\n",
			want: result{"urn:epc:idpat:sgtin:4012345.011111.*\nurn:epc:id:sgtin:4012345.011111.987\nurn:epc:id:sgtin:4012345.011111.987\n\\N\nurn:epc:id:gid:1.2.3\n",
				"urn: 1 text not converted to epc; 1 because the company prefix is not known (see --company-prefix)\n", 0}},
		{name: "to a tag", args: "--to hex --encoding sgtin-96:3 --company-prefix 0614141", stdin: "urn:epc:id:sgtin:0614141.812345.6789\n(01)80614141123458(21)6789\nurn:epc:id:sgtin:0614141.812345.x\n",
			want: result{strings.Repeat("3074257BF7194E4000001A85\n", 2) + "\\N\n", "urn: 1 text not converted to hex, such as *\n", 0}},
		{name: "no encoding", args: "--to tag", stdin: "urn:epc:id:sgtin:0614141.812345.6789\nx\n", want: result{"\\N\n\\N\n", "urn: 2 texts not converted to tag, such as x: *; 1 because the encoding is not known (see --encoding)\n", 0}},
		{name: "no such encoding", args: "--to hex --encoding sgtin-95:3", want: result{"", "urn: --encoding \"sgtin-95:3\": no encoding \"sgtin-95\" in TDS 1.13\n*", 2}},
		{name: "no such filter value", args: "--to hex --encoding sgtin-96:8", want: result{"", "urn: --encoding \"sgtin-96:8\": filter value 8 of sgtin-96; want 0 to 7\n*", 2}},
		{name: "a tag's name in hex", args: "--to hex urn:epc:tag:sgtin-96:3.0614141.812345.6789 urn:epc:raw:16.xABCD", want: result{"3074257BF7194E4000001A85\nABCD\n", "", 0}},
		{name: "elements", args: "--to elements", stdin: "urn:epc:id:sgtin:4012345.011111.987\nurn:gs1:01:04012345111118:21:987\n", want: result{strings.Repeat("(01)04012345111118(21)987\n", 2), "", 0}},
		{name: "elements without brackets", args: "--from elements --to gtin", stdin: "010401234511111821987\n", want: result{"04012345111118\n", "", 0}},
		{name: "urn:gs1", args: "--to gs1 urn:epc:id:sscc:4012345.1111111111 urn:epc:id:gid:1.2.3", want: result{"urn:gs1:00:140123451111111117\n\\N\n", "urn: 1 text not converted to gs1, such as urn:epc:id:gid:1.2.3: there is no GS1 key\n", 0}},
		{name: "more than an EPC holds", args: "--to epc --company-prefix 7", stdin: "(01)04012345111118(21)987(17)261231(10)A\n(01)04012345111118(21)988\n",
			want: result{"urn:epc:id:sgtin:4012345.011111.987\nurn:epc:id:sgtin:4012345.011111.988\n",
				"urn: 2 elements of 1 text left out, because an EPC cannot contain them (--to gs1 and --to elements keep them)\n", 0}},
		{name: "one example of several", args: "--to oid", stdin: "y\nx\nz\n", want: result{strings.Repeat("\\N\n", 3), "urn: 3 texts not converted to oid, such as x: *\n", 0}},
		{name: "misspelled terms", args: "--to url urn:epcglobal:cbv:bizstep:shiping urn:epcglobal:cbv:disp:in_transit urn:epcglobal:cbv:bt:5200001000008:a",
			want: result{"\\N\nhttps://ns.gs1.org/cbv/Disp-in_transit\n\\N\n",
				"urn: 2 texts not converted to url, such as urn:epcglobal:cbv:bizstep:shiping: not in CBV; is urn:epcglobal:cbv:bizstep:shipping meant?\n", 0}},
		{name: "a misspelled address", args: "--to urn", stdin: "https://ns.gs1.org/cbv/BizStep-shiping\n",
			want: result{"\\N\n", "urn: 1 text not converted to urn, such as https://ns.gs1.org/cbv/BizStep-shiping: not in CBV; is urn:epcglobal:cbv:bizstep:shipping meant?\n", 0}},
		{name: "addresses", args: "--to url urn:ogc:def:crs:EPSG::4258 urn:epcglobal:cbv:bizstep:shipping urn:doi:10.1000/182 urn:epc:id:sgtin:4012345.011111.987 urn:example:a",
			want: result{"http://www.opengis.net/def/crs/EPSG/0/4258\nhttps://ns.gs1.org/cbv/BizStep-shipping\nhttps://doi.org/10.1000/182\nhttps://id.gs1.org/01/04012345111118/21/987\n\\N\n",
				"urn: 1 text not converted to url, such as urn:example:a: there is no address\n", 0}},
		{name: "names of addresses", args: "--to urn", stdin: "http://www.opengis.net/def/crs/EPSG/0/4258\nEPSG:4326\nhttp://ns.gs1.org/cbv/Disp-in_progress\nhttps://doi.org/10.1000/182\nhttps://id.gs1.org/01/04012345111118/21/987\nhttps://example.com/a\n",
			want: result{"urn:ogc:def:crs:EPSG::4258\nurn:ogc:def:crs:EPSG::4326\nurn:epcglobal:cbv:disp:in_progress\nurn:doi:10.1000/182\nurn:gs1:01:04012345111118:21:987\n\\N\n",
				"urn: 1 text not converted to urn, such as https://example.com/a: *\n", 0}},
		{name: "a UUID as an OID", args: "--to oid urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", want: result{"urn:oid:2.25.329800735698586629295641978511506172918\n", "", 0}},
		{name: "an OID as a UUID", args: "--to uuid urn:oid:2.25.329800735698586629295641978511506172918", want: result{"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", "", 0}},
		{name: "--from without GS1", args: "--to uuid --from hex", want: result{"", "urn: --from is for names of GS1, and --to uuid has none\nTry 'urn map --help'.\n", 2}},
		{name: "--company-prefix", args: "--to epc --company-prefix 5", want: result{"", "urn: --company-prefix: \"5\" is not a company prefix of 6 to 12 digits, nor the number of their digits\nTry 'urn map --help'.\n", 2}},
		{name: "--encoding", args: "--to gtin --encoding sgtin-96", want: result{"", "urn: --encoding is for --to hex and --to tag\nTry 'urn map --help'.\n", 2}},

		{name: "no target", args: "", want: result{"", "urn: say what to write for each line: --to key, normalized, nid, epc, gtin or another form, or --json\nTry 'urn map --help'.\n", 2}},
		{name: "unknown target", args: "--to keys", want: result{"",
			"urn: invalid argument \"keys\" for \"--to\" flag: want key, normalized, nid, epc, tag, hex, gtin, elements, gs1, uuid, oid, url, urn\nTry 'urn map --help'.\n", 2}},
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
