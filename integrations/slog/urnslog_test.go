package urnslog

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
)

func noTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// logged returns what both handlers write for a value, from the key "v" on.
func logged(v any) (text, json string) {
	var a, b strings.Builder
	options := &slog.HandlerOptions{ReplaceAttr: noTime}
	slog.New(slog.NewTextHandler(&a, options)).Info("m", "v", v)
	slog.New(slog.NewJSONHandler(&b, options)).Info("m", "v", v)
	text = strings.TrimSuffix(strings.TrimPrefix(a.String(), "level=INFO msg=m"), "\n")
	return strings.TrimPrefix(text, " "), strings.TrimSuffix(strings.TrimPrefix(b.String(), `{"level":"INFO","msg":"m","v":`), "}\n")
}

func TestName(t *testing.T) {
	for _, c := range []struct {
		u          urn.URN
		text, json string
	}{
		{urn.URN{}, `v=""`, `""`},
		{urn.MustParse("URN:Example:a%2f?=q"), `v.urn="URN:Example:a%2f?=q" v.nid=example v.key=urn:example:a%2F`,
			`{"urn":"URN:Example:a%2f?=q","nid":"example","key":"urn:example:a%2F"}`},
		{urn.RFC2141.MustParse("urn:ex:a#b"), `v.urn=urn:ex:a#b v.nid=ex v.key=urn:ex:a#b v.syntax=rfc2141`,
			`{"urn":"urn:ex:a#b","nid":"ex","key":"urn:ex:a#b","syntax":"rfc2141"}`},
	} {
		if text, json := logged(Name(c.u)); text != c.text || json != c.json {
			t.Errorf("%q: %s and %s, want %s and %s", c.u, text, json, c.text, c.json)
		}
	}
}

func TestErr(t *testing.T) {
	_, syntax := urn.Parse("urn:x:y")
	_, rule := namespace.Validate(urn.MustParse("urn:isbn:0-395-36341-2"))
	_, shape := pattern.MustCompile("urn:dd:{region}:{org}").Parse("urn:dd:us1")
	for _, c := range []struct {
		err  error
		want []string // parts of the JSON
	}{
		{syntax, []string{`"reason":"nid"`, `"offset":5`, `"syntax":"rfc8141"`, `"message":"malformed namespace identifier: `}},
		{fmt.Errorf("reading: %w", syntax), []string{`"error":"reading: urn: parsing`, `"reason":"nid"`}},
		{rule, []string{`"reason":"check-digit"`, `"offset":21`, `"nid":"isbn"`}},
		{shape, []string{`"reason":"text"`, `"pattern":"urn:dd:{region}:{org}"`, `"offset":10`}},
	} {
		_, json := logged(Err(c.err))
		for _, want := range c.want {
			if !strings.Contains(json, want) {
				t.Errorf("%v is logged as %s, want %s in it", c.err, json, want)
			}
		}
	}
	if _, json := logged(Err(errors.New("else"))); json != `"else"` {
		t.Errorf("another error is logged as %s", json)
	}
	if _, json := logged(Err(nil)); json != "null" {
		t.Errorf("nil is logged as %s", json)
	}
}

// TestWithout tests what the package comment says of handlers without this package.
func TestWithout(t *testing.T) {
	if text, json := logged(urn.MustParse("urn:example:a")); text != "v=urn:example:a" || json != `"urn:example:a"` {
		t.Errorf("a URN is logged as %s and %s", text, json)
	}
	if text, json := logged(urn.RFC2141.MustParse("urn:ex:a#b")); !strings.Contains(text, "!ERROR:urn: converting") || !strings.Contains(json, "!ERROR:") {
		t.Errorf("a name of RFC 2141 is logged as %s and %s", text, json)
	}
	_, err := urn.Parse("urn:x:y")
	if _, json := logged(err); !strings.HasPrefix(json, `"urn: parsing`) {
		t.Errorf("an error is logged as %s", json)
	}
}

// TestLazy: nothing is done for a record that no handler takes.
func TestLazy(t *testing.T) {
	u := urn.MustParse("URN:Example:a%2f")
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelError}))
	v := Name(u) // the conversion to an interface allocates once
	if n := testing.AllocsPerRun(100, func() { log.Info("m", "v", v) }); n != 0 {
		t.Errorf("%v allocations for a record that is not taken", n)
	}
}

func Example() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == "error" || a.Key == "message" { // left out here because the lines are long
			return slog.Attr{}
		}
		return noTime(groups, a)
	}}))
	u := urn.MustParse("URN:ISBN:0-395-36341-2")
	log.Info("opened", "name", Name(u))
	if _, err := namespace.Validate(u); err != nil {
		log.Warn("refused", "cause", Err(err))
	}
	// Output:
	// level=INFO msg=opened name.urn=URN:ISBN:0-395-36341-2 name.nid=isbn name.key=urn:isbn:0-395-36341-2
	// level=WARN msg=refused cause.reason=check-digit cause.offset=21 cause.nid=isbn
}
