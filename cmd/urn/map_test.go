package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/soak"
	"github.com/seed7b5a83f0/urn/namespace"
)

const (
	isbnRecord = `{"input":"urn:isbn:0-395-36341-1","valid":true,"syntax":"rfc8141","nid":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,"normalized":"urn:isbn:0-395-36341-1","key":"urn:isbn:0-395-36341-1"}`
	exRecord   = `{"input":"URN:EX:a%2f?+r?=q#","valid":true,"syntax":"rfc8141","nid":"EX","nss":"a%2f","r":"r","q":"q","f":"","normalized":"urn:ex:a%2F?+r?=q#","key":"urn:ex:a%2F"}`
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
		{name: "json", args: "--to json", stdin: mixed, want: result{isbnRecord + "\n\\N\n\\N\n" + exRecord + "\n", "", 0}},
		{name: "nid", args: "--to nid", stdin: mixed, want: result{"isbn\n\\N\n\\N\nex\n", "", 0}},
		{name: "nothing", args: "--to key", want: result{}},
		{name: "one empty line", args: "--to key", stdin: "\n", want: result{"\\N\n", "", 0}},
		{name: "no last line end", args: "--to nid", stdin: "x\nurn:ex:a", want: result{"\\N\nex\n", "", 0}},
		{name: "NULL stays NULL", args: "--to key", stdin: "\\N\nurn:ex:a\n", want: result{"\\N\nurn:ex:a\n", "", 0}},
		{name: "another NULL", args: "--to key --null NULL", stdin: mixed,
			want: result{"urn:isbn:0-395-36341-1\nNULL\nNULL\nurn:ex:a%2F\n", "", 0}},
		{name: "an empty NULL", args: "--to key --null=", stdin: mixed, want: result{"urn:isbn:0-395-36341-1\n\n\nurn:ex:a%2F\n", "", 0}},
		{name: "key of the namespace", args: "--to key --namespace", stdin: "urn:ISBN:0-395-36341-1?=q\nurn:acme:A\n",
			want: result{"urn:isbn:0395363411\nurn:acme:A\n", "", 0}},
		{name: "normal form of the namespace", args: "--to normalized --namespace", stdin: "urn:ISBN:0-395-36341-1?=q\nurn:acme:%2f\n",
			want: result{"urn:isbn:0395363411?=q\nurn:acme:%2F\n", "", 0}},
		{name: "JSON of the namespace", args: "--to json --namespace", stdin: "urn:isbn:0-395-36341-1#f\n",
			want: result{`{"input":"urn:isbn:0-395-36341-1#f","valid":true,"syntax":"rfc8141","nid":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":"f","normalized":"urn:isbn:0395363411#f","key":"urn:isbn:0395363411"}` + "\n", "", 0}},
		{name: "no name of its namespace", args: "--to key --namespace", stdin: "urn:isbn:0-395-36341-2\n",
			want: result{"urn:isbn:0395363412\n", "", 0}},
		{name: "RFC 2141", args: "--to key -s rfc2141", stdin: "urn:x:a/b?=c\nurn:x:a&b\n", want: result{"urn:x:a/b?=c\n\\N\n", "", 0}},
		{name: "errors", args: "--to json --errors", stdin: "\nurn:x:y\n\xff\nurn:isbn:0-395-36341-1\n", want: result{
			`{"input":"","valid":false,"syntax":"rfc8141","error":{"offset":0,"reason":"scheme","message":"does not begin with \"urn:\": the input ends too early"}}
{"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}
{"input":null,"input_base64":"/w==","valid":false,"syntax":"rfc8141","error":{"offset":0,"reason":"scheme","message":"does not begin with \"urn:\": unexpected byte 0xFF"}}
` + isbnRecord + "\n", "", 0}},
		{name: "too long", args: "--to key --max-line 8", stdin: "urn:ex:a\nurn:ex:aa\r\n\nurn:ex:b",
			want: result{"urn:ex:a\n\\N\n\\N\nurn:ex:b\n", "", 0}},
		{name: "far too long", args: "--to nid --max-line 8", stdin: "urn:ex:a\n" + strings.Repeat("x", 1<<20) + "\nurn:ex:b\n" + strings.Repeat("y", 1<<20),
			want: result{"ex\n\\N\nex\n\\N\n", "", 0}},
		{name: "errors of lines too long", args: "--to json --errors --max-line 8", stdin: strings.Repeat("x", 1<<20) + "\nurn:ex:aa\n",
			want: result{strings.Repeat(`{"input":null,"valid":false,"syntax":"rfc8141","error":{"offset":8,"reason":"toolong","message":"longer than 8 bytes (see --max-line)"}}`+"\n", 2), "", 0}},
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

		{name: "no target", args: "", want: result{"", "urn: required flag(s) \"to\" not set\nTry 'urn map --help'.\n", 2}},
		{name: "unknown target", args: "--to keys", want: result{"",
			"urn: invalid argument \"keys\" for \"--to\" flag: want key, normalized, json, nid\nTry 'urn map --help'.\n", 2}},
		{name: "a NULL of two lines", args: "--to key --null a\nb", want: result{"",
			"urn: --null: a line feed would make two lines of it\nTry 'urn map --help'.\n", 2}},
		{name: "errors of keys", args: "--to key --errors", want: result{"", "urn: --errors is for --to json\nTry 'urn map --help'.\n", 2}},
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

// answers is what map has to write for some input, found the slow way. "" stands
// for what is no URN.
func answers(data []byte, x urn.Syntax, maxLine int, to target, ofNamespace bool) (list []string) {
	for len(data) > 0 {
		raw, rest, ended := bytes.Cut(data, []byte("\n"))
		data = rest
		text := string(raw)
		if ended {
			text = strings.TrimSuffix(text, "\r")
		}
		u, err := x.Parse(text)
		switch {
		case err != nil || len(text) > maxLine:
			list = append(list, "")
		case to == toNID:
			list = append(list, strings.ToLower(u.NID()))
		case to == toKey && ofNamespace:
			list = append(list, namespace.Key(u))
		case to == toKey:
			list = append(list, u.Key())
		case to == toNormalized && ofNamespace:
			list = append(list, namespace.Normalize(u).String())
		case to == toNormalized:
			list = append(list, u.Normalize().String())
		default:
			list = append(list, u.String())
		}
	}
	return list
}

// FuzzMap: whatever is read, in whatever pieces and by however many workers,
// every line is answered once and in order.
func FuzzMap(f *testing.F) {
	f.Add([]byte(mixed), uint8(0), uint8(200), uint16(64), uint8(3), uint64(1))
	f.Add([]byte("\ufeffurn:ex:a\r\nurn:ex:\xff\n\n\r\n\x00\x1b"), uint8(4), uint8(9), uint16(4), uint8(7), uint64(2))
	f.Add([]byte(strings.Repeat("URN:ISBN:0-8044-2957-x?=b#c\nx\n\n", 50)), uint8(8), uint8(40), uint16(100), uint8(1), uint64(3))
	f.Add([]byte(strings.Repeat("0123456789", 50)+"\nurn:ex:a"), uint8(3), uint8(30), uint16(16), uint8(2), uint64(4))
	f.Add([]byte("\x1f\x8b\x08\n\r\r\nurn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), uint8(5), uint8(100), uint16(7), uint8(2), uint64(5))
	f.Add([]byte("(\n(\xb5/\xfd\nP*M\x18"), uint8(2), uint8(1), uint16(1), uint8(2), uint64(6))
	soak.Run(f, func(t *testing.T, data []byte, what, maxLine uint8, block uint16, workers uint8, seed uint64) {
		m := &mapJob{null: `\N`, to: target(targets[what%4]), namespace: what&4 != 0}
		var out, reports bytes.Buffer
		m.prepare(&app{&chunks{data, rand.New(rand.NewPCG(seed, 0))}, &out, &reports})
		m.syntax = []urn.Syntax{urn.RFC8141, urn.RFC2141, urn.Draft2141bis}[what/8%3]
		m.maxLine, m.blockSize, m.holdBack, m.workers = 1+int(maxLine), 1+int(block)%512, 1+int(block)%100, 1+int(workers)%8
		m.errors = m.to == toJSON && seed&1 != 0
		if err := m.run(t.Context(), nil); err != nil || reports.Len() != 0 {
			t.Errorf("map: %v, %q", err, &reports)
		}
		want := answers(data, m.syntax, m.maxLine, m.to, m.namespace)
		got := strings.SplitAfter(out.String(), "\n")
		if got = got[:len(got)-1]; len(got) != len(want) {
			t.Fatalf("%d lines for %d: %q", len(got), len(want), got)
		}
		for i, line := range got {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case want[i] == "" && !m.errors:
				if line != `\N` {
					t.Errorf("line %d is answered by %q, want \\N", i+1, line)
				}
			case m.to != toJSON:
				if line != want[i] {
					t.Errorf("line %d is answered by %q, want %q", i+1, line, want[i])
				}
			default:
				var r struct {
					Input *string
					Valid bool
				}
				if err := json.Unmarshal([]byte(line), &r); err != nil || r.Valid != (want[i] != "") || r.Valid && *r.Input != want[i] {
					t.Errorf("line %d is answered by %q, want the record of %q", i+1, line, want[i])
				}
			}
		}
	})
}

// What engines unescape is not in any answer, so that it arrives as it is.
func TestMapNeedsNoEscape(t *testing.T) {
	every := everyByte("urn:ex:a") + everyByte("urn:ex:a?+a") + everyByte("urn:ex:a?=a") + everyByte("urn:ex:a#")
	for _, to := range targets {
		out := command(t, nil, every, "map", "--to", to).stdout
		if n := strings.Count(out, "\n"); n != strings.Count(every, "\n") {
			t.Errorf("--to %s: %d lines for %d", to, n, strings.Count(every, "\n"))
		}
		out = strings.ReplaceAll(out, "\\N\n", "\n")
		if strings.ContainsAny(out, "\\\t\r\x00") {
			t.Errorf("--to %s: an answer has to be escaped: %q", to, out)
		}
	}
}

// The bytes of a line that is not UTF-8 come back from its record.
func TestMapErrorsKeepBytes(t *testing.T) {
	in := everyByte("urn:ex:") // the line feed makes two lines
	records := strings.Split(strings.TrimSpace(command(t, nil, in, "map", "--to", "json", "--errors").stdout), "\n")
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

func TestMapAllocations(t *testing.T) {
	const n = 20_000
	data := []byte(strings.Repeat("urn:isbn:0395363411\n\nURN:EX:a%2f?+r?=q#f\r\n\n", n/4))
	for _, to := range targets {
		for _, ofNamespace := range []bool{false, true} {
			allocs := testing.AllocsPerRun(3, func() {
				m := &mapJob{null: `\N`, to: target(to), namespace: ofNamespace}
				m.prepare(&app{bytes.NewReader(data), io.Discard, io.Discard})
				if err := m.run(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
			})
			limit := n / 20.0
			if ofNamespace {
				limit = n // the library makes a string of what is not normal
			}
			if allocs > limit {
				t.Errorf("--to %s, namespace %v: %v allocations for %d lines", to, ofNamespace, allocs, n)
			}
		}
	}
}

// BenchmarkMap measures bulk input; the plain pass over its lines is the floor.
func BenchmarkMap(b *testing.B) {
	var data bytes.Buffer
	for i := range 200_000 {
		fmt.Fprintf(&data, "urn:example:%d:item-%x\n", i, uint32(i)*2654435761)
	}
	for _, to := range targets {
		b.Run(to, func(b *testing.B) {
			b.SetBytes(int64(data.Len()))
			for b.Loop() {
				m := &mapJob{null: `\N`, to: target(to)}
				m.prepare(&app{bytes.NewReader(data.Bytes()), io.Discard, io.Discard})
				if err := m.run(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(200_000*b.N)/b.Elapsed().Seconds()/1e6, "Mlines/s")
		})
	}
}
