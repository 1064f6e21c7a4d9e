package bento

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/warpstreamlabs/bento/public/service"
)

// newBuilder returns a builder of streams that may use everything here.
func newBuilder(tb testing.TB) *service.StreamBuilder {
	tb.Helper()
	env := service.NewEnvironment()
	env.UseBloblangEnvironment(newBloblang(tb))
	must(tb, RegisterComponents(env))
	b := env.NewStreamBuilder()
	must(tb, b.SetLoggerYAML("level: off"))
	return b
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// run runs a stream to its end.
func run(tb testing.TB, b *service.StreamBuilder) {
	tb.Helper()
	stream, err := b.Build()
	must(tb, err)
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	must(tb, stream.Run(ctx))
}

// result is a message at the end of a stream.
type result struct {
	Text  string
	Error string
}

// process sends messages through a processor and returns what comes out.
func process(t *testing.T, processor string, in ...*service.Message) []result {
	t.Helper()
	b := newBuilder(t)
	b.SetThreads(1)
	produce, err := b.AddProducerFunc()
	must(t, err)
	must(t, b.AddProcessorYAML(processor))
	var mu sync.Mutex
	var results []result
	must(t, b.AddConsumerFunc(func(_ context.Context, msg *service.Message) error {
		text, err := msg.AsBytes()
		r := result{Text: string(text)}
		if e := msg.GetError(); e != nil {
			r.Error = e.Error()
		}
		mu.Lock()
		defer mu.Unlock()
		results = append(results, r)
		return err
	}))
	stream, err := b.Build()
	must(t, err)
	ctx, done := context.WithTimeout(context.Background(), 30*time.Second)
	defer done()
	ran := make(chan error, 1)
	go func() { ran <- stream.Run(ctx) }()
	for _, msg := range in {
		must(t, produce(ctx, msg))
	}
	must(t, stream.Stop(ctx))
	<-ran
	return results
}

func TestNormalize(t *testing.T) {
	_, wrongDigit := namespace.Validate(urn.MustParse("urn:isbn:0-395-36341-2"))
	for _, c := range []struct {
		name, config, in string
		want             []result
	}{
		{"one without a line end", "", "URN:Ex:a%c3#F", []result{{"urn:ex:a%C3#F", ""}}},
		{"lines", "", "URN:Ex:a\nurn:ex:b\n", []result{{"urn:ex:a\nurn:ex:b\n", ""}}},
		{"no line end at the end", "", "URN:Ex:a\nurn:EX:b", []result{{"urn:ex:a\nurn:ex:b", ""}}},
		{"carriage returns and empty lines", "", "URN:Ex:a\r\n\n\r\nurn:EX:b\r\n", []result{{"urn:ex:a\nurn:ex:b\n", ""}}},
		{"a carriage return at the end", "", "URN:Ex:a\r\nurn:EX:b\r", []result{{"urn:ex:a\nurn:ex:b", ""}}},
		{"key", "to: key", "URN:Ex:a?+b#c\nurn:EX:b\n", []result{{"urn:ex:a\nurn:ex:b\n", ""}}},
		{"syntax", "syntax: rfc2141", "URN:X:a?+b#%2f\n", []result{{"urn:x:a?+b#%2F\n", ""}}},
		{"rejects", "", "urn:ex:a\nurn:x:y\n\nurn:ex:b\n\xff\n", []result{
			{"urn:ex:a\nurn:ex:b\n", ""},
			{`{"line":2,"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}` + "\n" +
				`{"line":5,"input":null,"input_base64":"/w==","valid":false,"syntax":"rfc8141","error":{"offset":0,"reason":"scheme","message":"does not begin with \"urn:\": unexpected byte 0xFF"}}` + "\n",
				`not a URN in 2 of 4 lines, first in line 2: urn: parsing "urn:x:y": malformed namespace identifier at column 6: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit (offset=5 reason=nid)`},
		}},
		{"nothing but a reject", "", "urn:x:y", []result{
			{`{"line":1,"input":"urn:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}`,
				`not a URN in 1 of 1 lines, first in line 1: urn: parsing "urn:x:y": malformed namespace identifier at column 6: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit (offset=5 reason=nid)`},
		}},
		{"namespace", "namespace: true", "URN:ISBN:0-395-36341-2?+r#f\nurn:isbn:0395363411", []result{{"urn:isbn:0395363412?+r#f\nurn:isbn:9780395363416", ""}}},
		{"namespace, key", "namespace: true, to: key", "URN:ISBN:0-395-36341-1?+r#f", []result{{"urn:isbn:9780395363416", ""}}},
		{"validate", "validate: true", "URN:ISBN:0-395-36341-1\nurn:isbn:0-395-36341-2", []result{
			{"urn:isbn:0-395-36341-1", ""},
			{`{"line":2,"input":"urn:isbn:0-395-36341-2","valid":false,"syntax":"rfc8141","error":{"offset":21,"reason":"check-digit","message":"wrong check digit: it should be '1' (IANA template of urn:isbn, Syntax)","namespace":"isbn","document":"IANA template of urn:isbn, Syntax"}}`,
				`not a URN in 1 of 2 lines, first in line 2: ` + wrongDigit.Error() + ` (offset=21 reason=check-digit)`},
		}},
		{"repair", "repair: octets", "URN:Ex:é a\nurn:ex:b\nurn:ex: %\n", []result{
			{"urn:ex:%C3%A9%20a\nurn:ex:b\n", ""},
			{`{"line":3,"input":"urn:ex: %","valid":false,"syntax":"rfc8141","error":{"offset":9,"reason":"escape","message":"malformed percent-encoding: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25"}}` + "\n",
				`not a URN in 1 of 3 lines, first in line 3: urn: parsing "urn:ex: %": malformed percent-encoding at column 10: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25 (offset=9 reason=escape)`},
		}},
		{"repaired and refused", "repair: octets, validate: true", "urn:isbn:0-395-36341-2#é", []result{
			{`{"line":1,"input":"urn:isbn:0-395-36341-2#%C3%A9","valid":false,"syntax":"rfc8141","error":{"offset":21,"reason":"check-digit","message":"wrong check digit: it should be '1' (IANA template of urn:isbn, Syntax)","namespace":"isbn","document":"IANA template of urn:isbn, Syntax"}}`,
				`not a URN in 1 of 1 lines, first in line 1: ` + strings.Replace(wrongDigit.Error(), `36341-2"`, `36341-2"…`, 1) + ` (offset=21 reason=check-digit)`},
		}},
		{"repair to keys of namespaces", "repair: percent, namespace: true, to: key, validate: true, syntax: relaxed", "URN:ISBN:0-395-36341-1#é\nurn:e.x:1%\n", []result{{"urn:isbn:9780395363416\nurn:e.x:1%25\n", ""}}},
		{"nothing", "", "\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, before := range []string{"urn:ex:before\n", "before\n"} { // the processor takes a message after rejects in another way
				got := process(t, "urn_normalize: {"+c.config+"}", service.NewMessage([]byte(before)), service.NewMessage([]byte(c.in)))
				if len(got) < 1 || !reflect.DeepEqual(got[1:], append([]result{}, c.want...)) {
					t.Errorf("after %q, %q becomes %q, want %q", before, c.in, got, c.want)
				}
			}
		})
	}
}

func TestExtract(t *testing.T) {
	const text = "at (urn:ex:a), on\nURN:Ex:b%c3#f.\n\nreturn:ab:c urn:x:y urn:ex:a"
	record := func(line, offset int, urn, parts string) string {
		return fmt.Sprintf(`{"line":%d,"offset":%d,"input":"%s","valid":true,"syntax":"rfc8141",%s}`, line, offset, urn, parts)
	}
	a := `"nid":"ex","nss":"a","r":null,"q":null,"f":null,"normalized":"urn:ex:a","key":"urn:ex:a"`
	b := `"nid":"Ex","nss":"b%c3","r":null,"q":null,"f":"f","normalized":"urn:ex:b%C3#f","key":"urn:ex:b%C3"`
	for _, c := range []struct {
		name, config, in string
		want             []result
	}{
		{"json", "", text, []result{{record(1, 4, "urn:ex:a", a) + "\n" + record(2, 18, "URN:Ex:b%c3#f", b) + "\n" + record(4, 54, "urn:ex:a", a), ""}}},
		{"text", "as: text", text + "\n", []result{{"urn:ex:a\nURN:Ex:b%c3#f\nurn:ex:a\n", ""}}},
		{"exact", "{as: text, exact: true}", text, []result{{"urn:ex:a),\nURN:Ex:b%c3#f.\nurn:ex:a", ""}}},
		{"syntax", "{as: text, syntax: rfc2141}", text, []result{{"urn:ex:a\nURN:Ex:b%c3#f\nurn:x:y\nurn:ex:a", ""}}},
		{"namespace", "namespace: true", "urn:isbn:0-395-36341-2\nurn:isbn:0-395-36341-1", []result{{
			record(2, 23, "urn:isbn:0-395-36341-1", `"nid":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,"normalized":"urn:isbn:9780395363416","key":"urn:isbn:9780395363416"`), ""}}},
		{"namespace, text", "{namespace: true, as: text}", "urn:isbn:0-395-36341-2\nurn:isbn:0-395-36341-1", []result{{"urn:isbn:0-395-36341-1", ""}}},
		{"none", "", "return:ab:c\n", nil},
		{"none by namespace", "namespace: true", "urn:isbn:0-395-36341-2\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := process(t, "urn_extract: {"+strings.Trim(c.config, "{}")+"}", service.NewMessage([]byte(c.in)))
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%q becomes %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// TestMemory: a result has no more memory than it needs, whatever the message before it was.
func TestMemory(t *testing.T) {
	good, words := strings.Repeat("urn:ex:a\n", 1<<16), strings.Repeat("word\n", 1<<16)
	for _, c := range []struct {
		name     string
		spec     *service.ConfigSpec
		make     func(*service.ParsedConfig, *service.Resources) (service.Processor, error)
		last     string
		messages int
		limit    uint64 // of octets that are allocated
	}{
		{"a reject", normalizeSpec(), newNormalize, "word\n", 1, 1 << 16},
		{"a reject among URNs", normalizeSpec(), newNormalize, "word\n" + good, 2, 40 * uint64(len(good))},
		{"a URN among rejects", normalizeSpec(), newNormalize, "urn:ex:a\n" + words, 2, 200 * uint64(len(words))},
		{"a match", extractSpec(), newExtract, "urn:ex:a\n", 1, 1 << 16},
		{"a match in a text", extractSpec(), newExtract, "urn:ex:a\n" + words, 1, 20 * uint64(len(words))},
		{"no match", extractSpec(), newExtract, words, 0, 1 << 16},
	} {
		conf, err := c.spec.ParseYAML("", nil)
		must(t, err)
		p, err := c.make(conf, service.MockResources())
		must(t, err)
		for range 3 { // a pool may lose what it has
			_, err = p.Process(t.Context(), service.NewMessage([]byte(good+words)))
			must(t, err)
		}
		last := service.NewMessage([]byte(c.last))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		batch, err := p.Process(t.Context(), last)
		must(t, err)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > c.limit || len(batch) != c.messages {
			t.Errorf("%s: %d messages, %d octets were allocated, want %d, at most %d", c.name, len(batch), n, c.messages, c.limit)
		}
		for _, m := range batch {
			if b, err := m.AsBytes(); err != nil || cap(b) > 2*len(b)+64 {
				t.Errorf("%s: a result of %d octets has memory for %d (%v)", c.name, len(b), cap(b), err)
			}
		}
	}
}

// What has failed is left to those who deal with failures.
func TestFailedMessagesPass(t *testing.T) {
	for _, processor := range []string{"urn_normalize: {}", "urn_extract: {}"} {
		t.Run(processor, func(t *testing.T) {
			msg := service.NewMessage([]byte("URN:Ex:a"))
			msg.SetError(errors.New("failed before"))
			want := []result{{"URN:Ex:a", "failed before"}}
			if got := process(t, processor, msg); !reflect.DeepEqual(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// A message's memory may be shared with others, which must not see a change.
func TestProcessorsDoNotWriteToTheirInput(t *testing.T) {
	for _, processor := range []string{"urn_normalize: {}", "urn_normalize: {to: key}", "urn_extract: {}"} {
		in := []byte("URN:Ex:a%c3#F\nurn:x:y\n")
		before := bytes.Clone(in)
		process(t, processor, service.NewMessage(in))
		if !bytes.Equal(in, before) {
			t.Errorf("%s: the message was %q and is %q", processor, before, in)
		}
	}
}

func TestComponentArguments(t *testing.T) {
	for _, config := range []string{`urn_normalize: {syntax: rfc3986}`, `urn_normalize: {to: uri}`, `urn_extract: {as: xml}`, `urn_extract: {at: 7}`} {
		if err := newBuilder(t).AddProcessorYAML(config); err == nil {
			t.Errorf("%s: no error", config)
		}
	}
	for _, config := range []string{"{size: 0}", "{size: 9, max_line: 8}"} {
		t.Run(config, func(t *testing.T) {
			b := newBuilder(t)
			must(t, b.AddInputYAML("file: {paths: ["+os.DevNull+"], scanner: {line_blocks: "+config+"}}"))
			must(t, b.AddOutputYAML("drop: {}"))
			stream, err := b.Build()
			if err == nil {
				ctx, done := context.WithTimeout(context.Background(), 10*time.Second)
				defer done()
				err = stream.Run(ctx)
			}
			if err == nil || errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("line_blocks: %s: %v, want an error", config, err)
			}
		})
	}
}

// TestFiles takes files through the scanner and both processors, in blocks so
// small that boundaries are everywhere, and demands what a plain loop gives.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	var names, log, wantNames, wantText strings.Builder
	rejects, matches := 0, 0
	for i := range 5000 {
		name := fmt.Sprintf("URN:Example:%d%%%02x?+r#%d", i, i%256, i)
		switch {
		case i%10 == 3:
			name = fmt.Sprintf("urn:x:%d", i)
			rejects++
		default:
			fmt.Fprintf(&wantNames, "%s\n", urn.MustParse(name).Normalize())
		}
		fmt.Fprintln(&names, name)
		fmt.Fprintf(&log, "%d GET /%d \"%s\", (%s)\n", i, i, name, name)
		if i%10 != 3 {
			fmt.Fprintf(&wantText, "%s\n%[1]s\n", name)
			matches += 2
		}
	}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		must(t, err)
		return string(text)
	}
	stream := func(in, processor, out string) {
		b := newBuilder(t)
		b.SetThreads(1) // keep the order
		must(t, b.AddInputYAML(fmt.Sprintf("file: {paths: [%q], scanner: {line_blocks: {size: 512}}}", in)))
		must(t, b.AddProcessorYAML(processor))
		must(t, b.AddOutputYAML(fmt.Sprintf("switch: {cases: [{check: errored(), output: {file: {path: %q}}}, {output: {file: {path: %q}}}]}",
			filepath.Join(dir, out+".rejects"), filepath.Join(dir, out))))
		run(t, b)
	}

	in := write("names", names.String())
	stream(in, "urn_normalize: {}", "normal")
	if got := read("normal"); got != wantNames.String() {
		t.Errorf("normalised: %d bytes, want %d", len(got), wantNames.Len())
	}
	lines := strings.SplitAfter(names.String(), "\n")
	records := strings.Split(strings.TrimSuffix(read("normal.rejects"), "\n"), "\n")
	if len(records) != rejects {
		t.Errorf("%d rejects, want %d", len(records), rejects)
	}
	for _, record := range records {
		v := decode(t, []byte(record))
		line := int(v["line"].(float64))
		if want := strings.TrimSpace(lines[line-1]); v["input"] != want || v["file"] != in {
			t.Errorf("%s: line %d of %s is %s", record, line, in, want)
		}
	}

	in = write("log", log.String())
	stream(in, "urn_extract: {as: text}", "text")
	if got := read("text"); got != wantText.String() {
		t.Errorf("extracted: %d bytes, want %d", len(got), wantText.Len())
	}
	stream(in, "urn_extract: {}", "json")
	records = strings.Split(strings.TrimSuffix(read("json"), "\n"), "\n")
	if len(records) != matches {
		t.Errorf("%d matches, want %d", len(records), matches)
	}
	for _, record := range records {
		v := decode(t, []byte(record))
		offset := int(v["offset"].(float64))
		input := v["input"].(string)
		if !strings.HasPrefix(log.String()[offset:], input) || v["line"].(float64) != float64(strings.Count(log.String()[:offset], "\n")+1) {
			t.Errorf("%s: not there", record)
		}
	}
}
