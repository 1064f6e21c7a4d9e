package pattern

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
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
		// section 4.3). A field after the literal may hold it. See TestConditionalLiterals.
		{"urn:mpeg:ABC:{a...}", "urn:mpeg:abc:x", []string{"x"}},
		{"urn:mpeg:ABC{a...}", "urn:mpeg:abcx", nil},
		{"urn:mpeg:ABC{a...}", "urn:mpeg:ABCx:", []string{"x:"}},
		{"urn:ex:{a}#x={x}", "urn:ex:1?+r?=q#x=2", []string{"1", "2"}},
		{"urn:ex:{a}#x={x}", "urn:ex:1?=x=2", nil},
		{"urn:ex:{a}#{f...}", "urn:ex:1#q:q", []string{"1", "q:q"}},
		{"only urn:ex:{a}", "urn:ex:a?+r", nil},
		{"only urn:ex:{a}#{f}", "urn:ex:a?=q#f", nil},
		{"only urn:ex:{a}#{f}", "urn:ex:a#f", []string{"a", "f"}},
		{"urn:ex:a", "urn:ex:a", []string{}},
		{"urn:ex:{a,empty}::{b,empty}::{c,empty}", "urn:ex:::::c", []string{"", "", "c"}},
		{"urn:ex:{a,empty}::{b,empty}::{c,empty}", "urn:ex:a:::::", nil},
		{"urn:ex:{a,empty}::{b,empty}::{c...}", "urn:ex::a::::", []string{":a", "", ""}},
		{"urn:ex:{a}:{b,empty}", "urn:ex:a:", []string{"a", ""}},
		{"urn:ex:{a}:{b,empty}", "urn:ex:a", nil},
		{"urn:ex:{a}:{b,empty}", "urn:ex::b", nil},
		{"urn:ex:{a}#{f,empty}", "urn:ex:a#", []string{"a", ""}},
		{"urn:ex:{a}#{f,empty}", "urn:ex:a", nil},
		{"urn:ex:({a},{b,escape=,()})", "urn:ex:((1,2),b%2C)", []string{"(1,2)", "b%2C"}},
		{"urn:ex:({a},{b,escape=,()})", "urn:ex:(1,2,3)", nil},
		{"urn:ex:({a},{b,escape=,()})", "urn:ex:(1,2())", nil},
		{"urn:ex:{a,escape=x}#{f,escape=:}", "urn:ex:a#f", []string{"a", "f"}},
		{"urn:ex:{a,escape=x}#{f,escape=:}", "urn:ex:a#f:", nil},
		{"urn:ex:{a,escape=x}#{f,escape=:}", "urn:ex:ax#f", nil},
	} {
		p, err := Compile(c.pattern)
		require.NoError(t, err, c.pattern)
		u := urn.MustParse(c.urn)
		spans, ok := p.spans(u)
		assert.Equal(t, c.want != nil, ok, "%s on %s: %v", c.pattern, c.urn, p.explain(u))
		assert.Equal(t, ok, p.explain(u) == nil)
		if ok {
			got := []string{}
			for _, s := range spans {
				got = append(got, u.String()[s.Start:s.End])
			}
			assert.Equal(t, c.want, got, "%s on %s", c.pattern, c.urn)
		}
	}
}

func TestErrors(t *testing.T) {
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
		{"urn:ex:{a,}", 8},
		{"urn:ex:{a,fold,fold}", 8},
		{"urn:ex:{a,empty,empty}", 8},
		{"urn:ex:{a,plus,plus}", 8},
		{"urn:ex:{a,escape=}", 8},
		{"urn:ex:{a...,empty}", 8},
		{"urn:ex:{a,empty}", 8},          // an NSS is not empty
		{"urn:ex:{a,empty}/{b}", 8},      // and does not begin with "/"
		{"urn:ex:x{a}:{b,plus}+{c}", 13}, // "+" would be a space, and the end
	} {
		_, err := Compile(c.pattern)
		var e *Error
		if assert.ErrorAs(t, err, &e, c.pattern) {
			assert.Equal(t, c.column-1, e.Offset, "%v", err)
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
		{"urn:ex:{a,fold}", []string{"X"}, ""},
		{"urn:ex:{a,fold}", []string{"x"}, "urn:ex:x"},
		{"urn:ex:{a}", []string{"é"}, "urn:ex:%C3%A9"},
		{"urn:li:corpuser:{id...,escape=,()␟}", []string{"a,b"}, "urn:li:corpuser:a%2Cb"},
		{"urn:li:corpuser:{id...,escape=,()␟}", []string{"foo␟(bar):"}, "urn:li:corpuser:foo%E2%90%9F%28bar%29:"},
		{"urn:altinn:person:name:{name,plus,escape=:}", []string{"a: b+c%"}, "urn:altinn:person:name:a%3A+b%2Bc%25"},
		{"urn:ex:{a,plus,escape=+}", []string{"a +"}, "urn:ex:a+%2B"},
		{"urn:ex:{a}::{b,empty}::{c,empty}", []string{"a:", "", ":"}, "urn:ex:a%3A::::%3A"},
		{"urn:ex:{a,empty}::{b,empty}::{c,empty}", []string{"", ":b", ""}, "urn:ex::::b::"},
		{"urn:ex:{a,empty}::{b,empty}::{c,empty}", []string{"", ":", ""}, "urn:ex:::%3A::"},
		{"urn:ex:{a}", []string{""}, ""},
	} {
		p := MustCompile(c.pattern)
		u, err := p.Build(c.values...)
		if c.want == "" {
			assert.Error(t, err, "%s: %v: %v", c.pattern, c.values, u)
			continue
		}
		require.NoError(t, err, c.pattern)
		assert.Equal(t, c.want, u.String())
		values, err := p.ParseURN(u)
		assert.NoError(t, err)
		assert.Equal(t, c.values, values)
	}
}

// The bounds of the package documentation.
func TestLimits(t *testing.T) {
	const start = "urn:ex:"
	long := strings.Repeat("a", maxLen-len(start))
	for text, ok := range map[string]bool{
		start + long:       true,
		start + long + "a": false,
		start + "{a}" + strings.Repeat("-", maxDelimiter) + "{b}":   true,
		start + "{a}" + strings.Repeat("-", maxDelimiter+1) + "{b}": false,
		start + manyFields(maxFields):                               true,
		start + manyFields(maxFields) + "-":                         true,
		start + manyFields(maxFields+1):                             false,
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
	assert.NoError(t, p.explain(urn.MustParse(nested(maxDepth))))
	assert.Error(t, p.explain(urn.MustParse(nested(maxDepth+1))))
}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ":{f%d}", i)
	}
	return b.String()[1:]
}

// What its owner escapes, a field escapes, and what its owner writes, it reads.
func TestEscapesOfOwners(t *testing.T) {
	for _, c := range []struct{ pattern, urn, want string }{
		{"urn:li:corpuser:{id...,escape=,()␟}", "urn:li:corpuser:foo%2Cbar", "foo,bar"},
		{"urn:li:corpuser:{id...,escape=,()␟}", "urn:li:corpuser:foo%E2%90%9Fbar", "foo␟bar"},
		{"urn:li:corpuser:{id...,escape=,()␟}", "urn:li:corpuser:foo%2cbar", "foo,bar"},
		{"urn:li:corpuser:{id...}", "urn:li:corpuser:foo%2Cbar", ""},
		{"urn:altinn:name:{n,plus,escape=:}", "urn:altinn:name:a+b%3Ac", "a b:c"},
		{"urn:altinn:name:{n,plus,escape=:}", "urn:altinn:name:a%20b", ""},
	} {
		p := MustCompile(c.pattern)
		u := urn.MustParse(c.urn)
		values, err := p.ParseURN(u)
		if c.want == "" {
			assert.ErrorIs(t, err, NotCanonical, c.urn)
			continue
		}
		require.NoError(t, err, c.urn)
		assert.Equal(t, []string{c.want}, values)
		built, err := p.Build(values...)
		require.NoError(t, err)
		assert.True(t, namespace.Equal(u, built), "%s: %s", u, built)
	}
	err := MustCompile("urn:li:tag:{id...,escape=,()}").explain(urn.MustParse("urn:li:tag:a,b"))
	assert.EqualError(t, err, `pattern "urn:li:tag:{id...,escape=,()}": column 13 of "urn:li:tag:a,b": field "id": ',' is not escaped, and the field escapes it`)
	assertField(t, err, "id", BadValue)
}

func TestErrorIsShort(t *testing.T) {
	p := MustCompile("urn:ex:" + strings.Repeat("a", 1000))
	err := p.explain(urn.MustParse("urn:ex:" + strings.Repeat("b", 1e6)))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 1024)
	q := MustCompile("urn:ex:{a}:{b}")
	_, err = q.Build(strings.Repeat("b", 1e6), "")
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 1024)
	_, err = q.ParseURN(urn.MustParse("urn:ex:%41" + strings.Repeat("b", 1e6) + ":c"))
	require.Error(t, err)
	assert.Less(t, len(err.Error()), 1024)
}

func TestAllocs(t *testing.T) {
	p := MustCompile(fiveFields)
	u := fiveNames(1)[0]
	assert.Zero(t, testing.AllocsPerRun(100, func() { p.MatchURN(u) }))
	nested, v := MustCompile("urn:li:dataset:({platform},{name},{env})"), urn.MustParse("urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)")
	assert.Zero(t, testing.AllocsPerRun(100, func() { nested.MatchURN(v) }))
	assert.Zero(t, testing.AllocsPerRun(100, func() { p.Match("urn:dd: no URN") }))
	assert.EqualValues(t, 1, testing.AllocsPerRun(100, func() { p.ParseURN(u) }))
	s, names := kinds(t, 100)
	long := urn.MustParse("urn:ex:Kind8:" + strings.Repeat("Aa", 100) + ":x")
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		for _, u := range names {
			s.MatchURN(u)
		}
		s.MatchURN(long)
	}))
}

// TestLinear multiplies the length of a URN by 16. The time may grow by 16, and
// by as much again for what else the machine does.
func TestLinear(t *testing.T) {
	testhelp.Slow(t)
	for pattern, unit := range map[string]string{
		"urn:ex:{a}" + strings.Repeat("a", maxDelimiter-1) + "b{c}": "a",
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
				p.MatchURN(u)
				p.ParseURN(u)
				least = min(least, time.Since(start))
			}
			return least
		}
		assert.Less(t, best(long), 256*best(short)+time.Millisecond, pattern)
	}
}
