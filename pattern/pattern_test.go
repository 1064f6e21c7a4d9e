package pattern

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
		// Case makes no difference before the first ":" (RFC 3614, section 2) or "-" (RFC 8458,
		// section 4.3). A field before or after the literal may hold it.
		{"urn:mpeg:ABC:{a...}", "urn:mpeg:abc:x", []string{"x"}},
		{"urn:mpeg:ABC{a...}", "urn:mpeg:abcx", nil},
		{"urn:mpeg:ABC{a...}", "urn:mpeg:ABCx:", []string{"x:"}},
		{"urn:mpeg:{a}ABC:{b...}", "urn:mpeg:p:qabc:r", nil},
		{"urn:mpeg:{a}ABC:{b...}", "urn:mpeg:p:qABC:r", []string{"p:q", "r"}},
		{"urn:nbn:de-{a}ABC", "urn:nbn:DE-xABC", []string{"x"}},
		{"urn:nbn:de-{a}ABC", "urn:nbn:de-xabc", nil},
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
		{"urn:ex:{a-b}", 8},
		{"urn:ex:{a:}", 8},
		{"urn:ex:{a/}", 8},
		{"{a}:x", 1},
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

// The bounds of the package documentation.
func TestLimits(t *testing.T) {
	const start = "urn:ex:"
	long := strings.Repeat("a", MaxLen-len(start))
	for text, ok := range map[string]bool{
		start + long:       true,
		start + long + "a": false,
		start + "{a}" + strings.Repeat("-", MaxDelimiter) + "{b}":   true,
		start + "{a}" + strings.Repeat("-", MaxDelimiter+1) + "{b}": false,
		start + manyFields(MaxFields):                               true,
		start + manyFields(MaxFields) + "-":                         true,
		start + manyFields(MaxFields+1):                             false,
	} {
		_, err := Compile(text)
		assert.Equal(t, ok, err == nil, "%.60s: %v", text, err)
		if err != nil {
			assert.Less(t, len(err.Error()), 300)
		}
	}
	p := MustCompile(start + "{a},{b}")
	nested := func(n int) string {
		return start + strings.Repeat("(", n) + strings.Repeat(")", n) + ",b"
	}
	assert.NoError(t, p.Explain(urn.MustParse(nested(MaxDepth))))
	assert.Error(t, p.Explain(urn.MustParse(nested(MaxDepth+1))))
}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ":{f%d}", i)
	}
	return b.String()[1:]
}

func TestErrorIsShort(t *testing.T) {
	p := MustCompile("urn:ex:" + strings.Repeat("a", 1000))
	err := p.Explain(urn.MustParse("urn:ex:" + strings.Repeat("b", 1e6)))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 1024)
	q := MustCompile("urn:ex:{a}:{b}")
	_, err = q.Build(strings.Repeat("b", 1e6), "")
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 1024)
	_, err = q.Values(urn.MustParse("urn:ex:%41"+strings.Repeat("b", 1e6)+":c"), nil)
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 1024)
}

func TestAllocs(t *testing.T) {
	var spans [8]urn.Span
	p := MustCompile(fiveFields)
	u := fiveNames(1)[0]
	assert.Zero(t, testing.AllocsPerRun(100, func() { p.Match(u, spans[:0]) }))
	nested, v := MustCompile(DataHubDataset), urn.MustParse("urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)")
	assert.Zero(t, testing.AllocsPerRun(100, func() { nested.Match(v, spans[:0]) }))
	values := make([]string, 0, 8)
	assert.Zero(t, testing.AllocsPerRun(100, func() { p.Values(u, values) }))
	s, names := kinds(t, 100)
	long := urn.MustParse("urn:ex:Kind8:" + strings.Repeat("Aa", 100) + ":x")
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		for _, u := range names {
			s.Match(u, spans[:0])
		}
		s.Match(long, spans[:0])
	}))
}

// TestLinear multiplies the length of a URN by 16. The time may grow by 16, and
// by as much again for what else the machine does.
func TestLinear(t *testing.T) {
	for pattern, unit := range map[string]string{
		"urn:ex:{a}" + strings.Repeat("a", MaxDelimiter-1) + "b{c}": "a",
		"urn:ex:{a}(((({c}": "(((()",
		"urn:ex:{a,fold}":   "A(",
		"urn:ex:{a},{b}":    "(a)",
		"urn:ex:{a}%2f{b}":  "%2e",
	} {
		p := MustCompile(pattern)
		short := urn.MustParse("urn:ex:x" + strings.Repeat(unit, 2000))
		long := urn.MustParse("urn:ex:x" + strings.Repeat(unit, 32000))
		best := func(u urn.URN) time.Duration {
			least := time.Hour
			for range 5 {
				start := time.Now()
				p.Match(u, nil)
				p.Values(u, nil)
				least = min(least, time.Since(start))
			}
			return least
		}
		assert.Less(t, best(long), 256*best(short)+time.Millisecond, pattern)
	}
}
