package pattern

import (
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, urn string
		want         []string // nil: no match
	}{
		{"urn:dd:apps:on-prem-runner:{region}:{org}:{runner}", "urn:dd:apps:on-prem-runner:us1:2:abc", []string{"us1", "2", "abc"}},
		{"urn:dd:apps:on-prem-runner:{region}:{org}:{runner}", "URN:DD:apps:on-prem-runner:us1:2:abc?=q#f", []string{"us1", "2", "abc"}},
		{"urn:dd:apps:{region}:{org}:{runner}", "urn:dd:apps:us1:2:abc:d", nil},
		{"urn:dd:apps:{region}:{org}:{runner...}", "urn:dd:apps:us1:2:abc:d", []string{"us1", "2", "abc:d"}},
		{"urn:dd:apps:{region}:{rest...}", "urn:dd:apps:us1:", []string{"us1", ""}},
		{"urn:li:dataset:({platform},{name},{env})", "urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)", []string{"urn:li:dataPlatform:s3", "b/k", "PROD"}},
		{"urn:li:x:({a},{b})", "urn:li:x:(urn:li:y:(1,2),3)", []string{"urn:li:y:(1,2)", "3"}},
		{"urn:li:x:({a},{b})", "urn:li:x:((1,2,3)", nil},
		{"urn:li:x:({a},{b})", "urn:li:x:(1,2))", nil},
		{"urn:pulumi:{stack}::{project}::{type}::{name...}", "urn:pulumi:prod::web::aws:s3/bucket:Bucket::a::b", []string{"prod", "web", "aws:s3/bucket:Bucket", "a::b"}},
		{"urn:ex:{a}2{b}", "urn:ex:x%2Fy2z", []string{"x%2Fy", "z"}},
		{"urn:ex:{a}%2F{b}", "urn:ex:x%2fy", []string{"x", "y"}},
		{"urn:ex:{a}:{b}", "urn:ex::b", nil},
		{"urn:ex:{a}:{b}", "urn:ex:a:", nil},
		{"urn:ex:{a}:{b}", "urn:ey:a:b", nil},
		{"urn:ietf:RFC:{n}", "urn:ietf:rfc:8141", []string{"8141"}},
		{"urn:ex:RFC:{n}", "urn:ex:rfc:8141", nil},
		{"urn:ex:{a}?=x={x}#{f}", "urn:ex:1?=x=2#3", []string{"1", "2", "3"}},
		{"urn:ex:{a}?=x={x}#{f}", "urn:ex:1?=x=2", nil},
		{"urn:ex:{a}?+{r}?={q...}", "urn:ex:1?+r?=q:q", []string{"1", "r", "q:q"}},
		{"urn:ex:a", "urn:ex:a", []string{}},
	} {
		p, err := Compile(c.pattern)
		require.NoError(t, err, c.pattern)
		u := urn.MustParse(c.urn)
		spans, ok := p.Match(u, nil)
		assert.Equal(t, c.want != nil, ok, "%s on %s: %v", c.pattern, c.urn, p.Explain(u))
		assert.Equal(t, ok, p.Explain(u) == nil)
		if ok {
			got := []string{}
			for _, s := range spans {
				got = append(got, u.String()[s.Start:s.End])
			}
			assert.Equal(t, c.want, got, "%s on %s", c.pattern, c.urn)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		pattern string
		column  int
	}{
		{"", 1},
		{"urn:ex", 1},
		{"urn:{nid}:x", 5},
		{"urn:e{nid}:x", 6},
		{"urn:ex:{a}{b}", 11},
		{"urn:ex:{a", 8},
		{"urn:ex:a}", 9},
		{"urn:ex:{a{b}", 8},
		{"urn:ex:{}", 8},
		{"urn:ex:{1}", 8},
		{"urn:ex:{a}:{a}", 12},
		{"urn:ex:{a...}:{b}", 14},
		{"urn:ex:{a}^{b}", 11},
		{"urn:ex:{a} {b}", 11},
		{"urn:ex:{a}%4{b}", 13},
		{"urn:ex:{a}#x#{b}", 13},
		{"urn:ex:{a,case}", 8},
	} {
		_, err := Compile(c.pattern)
		var e *CompileError
		if assert.ErrorAs(t, err, &e, c.pattern) {
			assert.Equal(t, c.column, e.Column, "%v", err)
		}
	}
}

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		pattern string
		values  []string
		want    string // "": refused
	}{
		{"urn:ex:{a}:{b}", []string{"x", "y"}, "urn:ex:x:y"},
		{"urn:ex:{a}:{b}", []string{"x:z", "y:"}, "urn:ex:x%3Az:y%3A"},
		{"urn:ex:{a}:{b...}", []string{"x", "y:"}, "urn:ex:x:y:"},
		{"urn:ex:{a}:{b...}", []string{"x", ""}, "urn:ex:x:"},
		{"urn:ex:{a}:{b}", []string{"x", ""}, ""},
		{"urn:ex:{a}:{b}", []string{"/x", "/y"}, "urn:ex:%2Fx:/y"},
		{"urn:ex:{a}::{b}", []string{"x:", "y"}, "urn:ex:x%3A::y"},
		{"urn:ex:{a},{b}", []string{"x(", "y"}, "urn:ex:x%28,y"},
		{"urn:ex:{a},{b}", []string{"x(,)", "y"}, "urn:ex:x(,),y"},
		{"urn:ex:{a}%20{b}", []string{"x y", "y"}, ""},
		{"urn:ex:{a}?+{r}?={q}", []string{"x", "r?=r?", "q"}, "urn:ex:x?+r%3F=r??=q"},
		{"urn:ex:{a}?+{r}={b}", []string{"x", "r?", "q"}, "urn:ex:x?+r%3F=q"},
		{"urn:ex:{a,fold}", []string{"X"}, ""},
		{"urn:ex:{a,fold}", []string{"x"}, "urn:ex:x"},
		{"urn:ex:{a}", []string{"é"}, "urn:ex:%C3%A9"},
	} {
		p := MustCompile(c.pattern)
		u, err := p.Build(c.values...)
		if c.want == "" {
			assert.Error(t, err, "%s: %v: %v", c.pattern, c.values, u)
			continue
		}
		require.NoError(t, err, c.pattern)
		assert.Equal(t, c.want, u.String())
		values, err := p.Values(u, nil)
		assert.NoError(t, err)
		assert.Equal(t, c.values, values)
	}
}

func BenchmarkMatch(b *testing.B) {
	p := MustCompile("urn:dd:apps:{kind}:{region}:{org}:{runner}:{id}")
	const s = "urn:dd:apps:on-prem-runner:us1:12345:9f3c2b1a:77"
	u := urn.MustParse(s)
	b.Run("match", func(b *testing.B) {
		b.ReportAllocs()
		var spans [8]urn.Span
		for b.Loop() {
			p.Match(u, spans[:0])
		}
	})
	b.Run("parse", func(b *testing.B) {
		for b.Loop() {
			urn.Parse(s)
		}
	})
}
