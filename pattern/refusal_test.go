package pattern

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMust: the two functions for constants panic with the error of the other two.
func TestMust(t *testing.T) {
	_, want := Compile("urn:ex:{a}{b}")
	assert.PanicsWithError(t, want.Error(), func() { MustCompile("urn:ex:{a}{b}") })
	_, want = For[plain]("urn:ex:{a}")
	assert.PanicsWithError(t, want.Error(), func() { MustFor[plain]("urn:ex:{a}") })

	p := MustCompile("URN:Ex:{a}")
	assert.Equal(t, "URN:Ex:{a}", p.String())
	assert.True(t, p.Match("urn:EX:b"))
	v, err := MustFor[struct{ A string }]("URN:Ex:{a}").Parse("urn:ex:b")
	require.NoError(t, err)
	assert.Equal(t, "b", v.A)
}

// TestCompileRest: {name...} ends its component, not the URN.
func TestCompileRest(t *testing.T) {
	for text, column := range map[string]int{
		"urn:ex:{a...}x":         14,
		"urn:ex:{a...}-{b}#q":    14,
		"urn:ex:{a}#{b...}/":     18,
		"urn:ex:{a...}#{b...}":   0,
		"urn:ex:{a}?={b}":        11,
		"urn:ex:a?+r?={b}#{c}":   9,
		"urn:ex:{a}:x?=q#{c...}": 13,
	} {
		_, err := Compile(text)
		var e *Error
		if column == 0 {
			assert.NoError(t, err, text)
		} else if assert.ErrorAs(t, err, &e, text) {
			assert.Equal(t, column-1, e.Offset, "%v", err)
		}
	}
}

// TestValuesRefused: a URN matches, but no value of its field can be written so that it
// would match again.
func TestValuesRefused(t *testing.T) {
	// Within parentheses the field may hold the escape that otherwise ends it. Decoded
	// it is one more parenthesis.
	p, u := MustCompile("urn:ex:{a}%28{b}"), urn.MustParse("urn:ex:(%28)%28b")
	require.NoError(t, p.explain(u))
	values, err := p.ParseURN(u)
	assert.Nil(t, values)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, Error{Pattern: p.String(), Field: "a", Reason: BadValue, cause: "the value contains the delimiter",
		Offset: len("urn:ex:"), excerpt: u.String()}, *e)

	// Escapes of excluded characters match, but no value has them.
	for text, value := range map[string]string{"urn:ex:{a,excluding=,()}": "a,b", "urn:ex:{a,excluding=/}": "/b", "urn:ex:{a,excluding=␟}": "␟"} {
		p := MustCompile(text)
		u, err := MustCompile("urn:ex:{a,escape=,/}").Build(value)
		require.NoError(t, err)
		require.True(t, p.MatchURN(u), "%s", u)
		_, err = p.ParseURN(u)
		assertField(t, err, "a", BadValue)
		assert.ErrorContains(t, err, "column 8 of ", text)
		_, err = p.Build(value)
		assertField(t, err, "a", BadValue)
	}
}

// TestBuildAcrossComponents: what a value and the text after it form together must not
// begin another component. Only the field that is to blame is escaped.
func TestBuildAcrossComponents(t *testing.T) {
	for _, c := range []struct {
		pattern string
		values  []string
		want    string
	}{
		{"urn:ex:{a...}#{f}", []string{"x?=y", "?=#"}, "urn:ex:x%3F=y#?=%23"},
		{"urn:ex:x{a}", []string{"/y"}, "urn:ex:x/y"},
		{"urn:ex:{a}", []string{"/y"}, "urn:ex:%2Fy"},
		{"urn:ex:a#{f}-{g}", []string{"x-", "y"}, "urn:ex:a#x%2D-y"},
		{"urn:ex:a#{f}", []string{"?/"}, "urn:ex:a#?/"},
		// The delimiter matches in either case only where the namespace says so.
		{"urn:ex:{a}x{b}", []string{"aXbx", "c"}, "urn:ex:aXb%78xc"},
		{"urn:uuid:{a}z{b}", []string{"xZy", "c"}, "urn:uuid:x%5Ayzc"},
		{"urn:ex:{a}:{b}", []string{"x:(", "c"}, "urn:ex:x%3A%28:c"},
		{"flat urn:ex:{a}:{b}", []string{"x:(", "c"}, "urn:ex:x%3A(:c"},
	} {
		p := MustCompile(c.pattern)
		u, err := p.Build(c.values...)
		if err != nil || u.String() != c.want {
			t.Errorf("%s: Build(%q) = %q, %v, want %q", p, c.values, u, err, c.want)
			continue
		}
		values, err := p.ParseURN(u)
		assert.NoError(t, err)
		assert.Equal(t, c.values, values)
	}
	var e *Error
	_, err := MustCompile("urn:ex:{a}").Build()
	require.ErrorAs(t, err, &e)
	assert.Empty(t, e.excerpt)
	assert.Equal(t, "", e.Field)
}

// TestDefinitionsChoose: if several patterns describe an NSS, the most specific pattern says
// which fields match case-insensitively. If none is more specific than the others, the pattern
// with the longest text before its first field does, and then the first pattern.
func TestDefinitionsChoose(t *testing.T) {
	for _, c := range []struct{ patterns, in, want string }{
		{"urn:ex:{a,fold}\nurn:ex:{b...}", "urn:ex:AZ_@~az", "urn:ex:az_@~az"},
		{"urn:ex:{b...}\nurn:ex:{a,fold}", "urn:ex:A", "urn:ex:a"},
		{"urn:ex:{b...}\nurn:ex:{a,fold}", "urn:ex:A:B", "urn:ex:A:B"},
		{"urn:ex:{a}\nurn:ex:{b...,fold}", "urn:ex:A", "urn:ex:A"},
		{"urn:ex:{a}\nurn:ex:{b...,fold}", "urn:ex:A:B", "urn:ex:a:b"},
		{"urn:ex:{a}\nurn:ex:{b,fold}:{c}\nurn:ex:{d...}", "urn:ex:A", "urn:ex:A"},
		{"urn:ex:x{a,fold}#1\nurn:ex:{b}#2", "urn:ex:xA", "urn:ex:xa"},
		{"urn:ex:{b}#2\nurn:ex:x{a,fold}#1", "urn:ex:xA", "urn:ex:xa"},
		{"urn:ex:{b,fold}#2\nurn:ex:x{a}#1", "urn:ex:xA", "urn:ex:xA"},
		{"urn:ex:{b}#2\nurn:ex:{a,fold}#1", "urn:ex:A", "urn:ex:A"},
		{"urn:ex:{a,fold}#1\nurn:ex:{b}#2", "urn:ex:A", "urn:ex:a"},
		{"urn:isbn:{i,fold}", "urn:isbn:0-395-36341-1", "urn:isbn:9780395363416"},
	} {
		r, err := loadRules(c.patterns)
		require.NoError(t, err, c.patterns)
		assert.Equal(t, c.want, r.Normalize(urn.MustParse(c.in)).String(), c.patterns)
	}
}

// TestDefinitionsRefuse: the pattern that matches the most says what is wrong, and package
// namespace only where a pattern matches.
func TestDefinitionsRefuse(t *testing.T) {
	d := func(patterns string) namespace.Definition {
		s, err := ReadSet(strings.NewReader(patterns))
		require.NoError(t, err)
		list := s.Definitions()
		require.Len(t, list, 1)
		return list[0]
	}
	for _, patterns := range []string{"urn:dd:{a}:end\nurn:dd:{a}x{b}", "urn:dd:{a}x{b}\nurn:dd:{a}:end"} {
		_, offset, err := d(patterns).Validate("x:endless")
		assert.Equal(t, len("x:end"), offset)
		assert.ErrorContains(t, err, "after the end of the pattern")
	}
	// Neither the pattern nor the rule of the namespace allows it.
	_, _, err := d("urn:isbn:{a}-{b}").Validate("0395363412")
	assert.ErrorContains(t, err, "after the field")
	// The namespace alone refuses it, or it has no rules.
	verdict, _, err := d("urn:isbn:{a}").Validate("0395363412")
	assert.NoError(t, err)
	assert.Equal(t, namespace.Unknown, verdict)
	for e := range namespace.IANA().All() {
		u, err := urn.Parse("urn:" + e.NID + ":abc")
		if err != nil {
			continue
		}
		if _, err := namespace.Validate(u); err != nil {
			continue
		}
		r, err := namespace.IANA().With(definitionOf(MustCompile("urn:" + e.NID + ":{id}")))
		require.NoError(t, err)
		v, err := r.Validate(u)
		assert.Equal(t, namespace.Valid, v, "%s: %v", e.NID, err)
	}
}

// TestLintOfFields: only a field that folds should be in lower case, and the case of an
// escape makes no difference.
func TestLintOfFields(t *testing.T) {
	r, err := namespace.IANA().With(definitionOf(MustCompile("urn:dd:{a,fold}:{b}")))
	require.NoError(t, err)
	for text, want := range map[string]string{
		"urn:dd:a:B": "", "urn:dd:A:b": "A", "urn:dd:Z:Z": "Z", "urn:dd:aZ:b": "aZ", "urn:dd:_@~:b": "", "urn:dd:%C3%A9:B": "", "urn:dd:%c3%A9Z:B": "%c3%A9Z", "urn:dd:a%C3%A9:B": "",
	} {
		var got strings.Builder
		u := urn.MustParse(text)
		for a := range r.Lint(u) {
			if a.Code == "own" {
				got.WriteString(text[a.Span.Start:a.Span.End])
			}
		}
		assert.Equal(t, want, got.String(), text)
	}
}

// TestExplain: where a URN does not match, in the long way and in the short one, for
// fields that end with the same byte.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		pattern, urn string
		reason       Reason
		field        string
		offset       int
	}{
		{"urn:ex:{a}:{b}:{c}", "urn:ex:x::z", BadValue, "b", 9},
		{"urn:ex:{a}:{b}:{c}", "urn:ex:x:y", TextMismatch, "b", 10},
		{"urn:ex:{a}:{b}", "urn:ex:x:y:z", TextMismatch, "b", 10},
		{"urn:ex:{a}:{b}", "urn:ex::", BadValue, "a", 7},
		{"urn:ex:{a}-{b}", "urn:ex:x-y:z", TextMismatch, "b", 10},
		{"urn:ex:{a}-{b}:{c}", "urn:ex:x-:z", BadValue, "b", 9},
		{"urn:ex:{a}-{b}:{c}", "urn:ex:x-y:z:", TextMismatch, "c", 12},
		{"urn:ex:{a}-{b}:", "urn:ex:x-y:z", TextMismatch, "", 11},
		{"urn:ex:{a}:", "urn:ex:x:z", TextMismatch, "", 9},
		{"urn:ex:{a},{b}", "urn:ex:" + strings.Repeat("(", maxDepth+1) + strings.Repeat(")", maxDepth+1) + ",b", TextMismatch, "a", 27},
		{"urn:az:{a}", "urn:ay:b", PrefixMismatch, "", 4},
		{"urn:ex:{a}#{q}-{r}", "urn:ex:b#c", TextMismatch, "q", 10},
		{"urn:ex:{a}#{q}", "urn:ex:b?=c", TextMismatch, "", 11},
	} {
		var e *Error
		if err := MustCompile(c.pattern).explain(urn.MustParse(c.urn)); !errors.As(err, &e) || e.Reason != c.reason || e.Field != c.field || e.Offset != c.offset {
			t.Errorf("%s on %s: %+v, want %v of %q at %d", c.pattern, c.urn, e, c.reason, c.field, c.offset)
		}
	}
	assert.NoError(t, MustCompile("urn:az:{a}").explain(urn.MustParse("URN:AZ:b")))
	// A delimiter within parentheses that a long text has before the one that counts.
	p, u := MustCompile("urn:ex:{a},{b}"), urn.MustParse("urn:ex:x(,)yyyyyyyy,zzzzzzzz")
	spans, ok := p.spans(u)
	assert.True(t, ok)
	assert.Equal(t, []urn.Span{{Start: 7, End: 19}, {Start: 20, End: 28}}, spans)
	// What an error shows.
	for n, want := range map[int]string{60: strings.Repeat("x", 53) + `":`, 61: strings.Repeat("x", 53) + `…":`} {
		err := MustCompile("urn:ey:{a}").explain(urn.MustParse("urn:ex:" + strings.Repeat("x", n-len("urn:ex:"))))
		assert.ErrorContains(t, err, want)
	}
}

// TestErrorText: the pattern up to 100 bytes, and the column if there is one.
func TestErrorText(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{"urn:ex:{}", `pattern "urn:ex:{}": column 8: "" is not a name`},
		{"{a}:x", `pattern "{a}:x": column 1: `},
		{"{a}", `pattern "{a}": column 1: `},
		{strings.Repeat("u", 100), `pattern "` + strings.Repeat("u", 100) + `": column 1: `},
		{strings.Repeat("u", 101), `pattern "` + strings.Repeat("u", 100) + `…": column 1: `},
	} {
		_, err := Compile(c.pattern)
		require.Error(t, err, c.pattern)
		assert.True(t, strings.HasPrefix(err.Error(), c.want), "%v", err)
	}
	_, err := For[int]("urn:ex:{a}")
	assert.EqualError(t, err, `pattern "urn:ex:{a}": int is not a struct`)
}

// TestRelationDepth: more parentheses than maxDepth have no end.
func TestRelationDepth(t *testing.T) {
	r := compared(MustCompile("urn:ex:(((((((((x))))))))),{b}"), MustCompile("urn:ex:{a},{b}"))
	assert.False(t, r.both, "%+v", r)
}

// TestConflictOfManyPatterns: comparisons are bounded, and Add says so instead of taking
// one of two patterns that may be in conflict. The bound grows with the set.
func TestConflictOfManyPatterns(t *testing.T) {
	var s Set[int]
	var err error
	n := 0
	for ; n < maxPatterns && err == nil; n++ {
		err = s.Add(MustCompile(fmt.Sprintf("urn:ex:{a}(k%d):{b}", n)), n)
	}
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, fmt.Sprintf("urn:ex:{a}(k%d):{b}", n-1), e.Pattern)
	assert.Empty(t, e.witness)
	assert.ErrorContains(t, err, "too similar to")
	assert.Less(t, len(err.Error()), 400)
	assert.Equal(t, n-1, len(s.entries))
	assert.Greater(t, n, 100)
	// The set is as it was, and takes others.
	assert.NoError(t, s.Add(MustCompile("urn:ey:{a}"), 0))
	_, found, ok := s.MatchURN(urn.MustParse("urn:ex:x(k7):y"))
	assert.True(t, ok)
	assert.Equal(t, 7, found)
}

// TestRelationDelimiters: a component other than the NSS may begin with "?" or "/" where
// its grammar allows it (RFC 8141, section 2), and nowhere else.
func TestRelationDelimiters(t *testing.T) {
	for _, c := range []struct{ narrow, wide string }{
		{"urn:ex:x/{b}", "urn:ex:{a...}"},
		{"urn:ex:a%A1%1A%00{b}", "urn:ex:{c...}"},
		{"urn:ex:((((((((x)))))))),{b}", "urn:ex:{a},{b}"}, // maxDepth
		{"urn:ex:a#?{f}", "urn:ex:a#{g...}"},
		{"urn:ex:a#/{f}", "urn:ex:a#{g...}"},
	} {
		p, q := MustCompile(c.narrow), MustCompile(c.wide)
		r := compared(p, q)
		if !r.both || r.onlyP || !r.onlyQ {
			t.Errorf("%s and %s: %+v, want the first to be more specific", c.narrow, c.wide, r)
			continue
		}
		u, err := urn.Parse(r.witness)
		require.NoError(t, err)
		assert.NoError(t, p.explain(u))
		assert.NoError(t, q.explain(u))
	}
}

// TestManyLongLiterals: a set finds the right pattern among many with long literals.
func TestManyLongLiterals(t *testing.T) {
	literal := func(i int) string {
		return fmt.Sprintf(":%04d%s:", i, strings.Repeat(string(rune('a'+i%26)), maxDelimiter-len(":0000:")))
	}
	var s Set[int]
	const n = 1200
	for i := range n {
		require.NoError(t, s.Add(MustCompile("urn:ex:{a}"+literal(i)+"{b}"), i))
	}
	for _, i := range []int{0, 1, 25, 26, n / 2, n - 1} {
		p, value, fields, err := s.Parse("urn:ex:x" + literal(i) + "y")
		require.NoError(t, err)
		assert.Equal(t, i, value)
		assert.Equal(t, []string{"x", "y"}, fields)
		assert.Equal(t, "urn:ex:{a}"+literal(i)+"{b}", p.String())
	}
	_, _, ok := s.MatchURN(urn.MustParse("urn:ex:x" + literal(n) + "y"))
	assert.False(t, ok)
}

// TestReadRules: the rules of a file go before those that IANA's registrations have.
func TestReadRules(t *testing.T) {
	r, err := loadRules("urn:dd:user:{id}\nurn:ietf:params:own:{x}\n")
	require.NoError(t, err)
	for text, want := range map[string]namespace.Verdict{
		"urn:dd:user:1":           namespace.Valid,
		"urn:dd:user:1:2":         namespace.Invalid,
		"urn:ietf:params:own:a":   namespace.Valid,
		"urn:ietf:params:own:a:b": namespace.Invalid,
		"urn:isbn:0-395-36341-1":  namespace.Valid,
		"urn:isbn:0-395-36341-2":  namespace.Invalid,
		"urn:dd:something:else:1": namespace.Unknown,
	} {
		v, err := r.Validate(urn.MustParse(text))
		assert.Equal(t, want, v, "%s: %v", text, err)
	}
	_, err = loadRules("urn:dd:user:{id}\nurn:dd:{\n")
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, 7, e.Offset)
	assert.ErrorContains(t, err, "line 2: ")
	failure := errors.New("disk on fire")
	_, err = ReadSet(readerFunc(func([]byte) (int, error) { return 0, failure }))
	assert.ErrorIs(t, err, failure)
	assert.ErrorContains(t, err, "line 1: ")
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// TestLintStops: the caller of Lint may stop after each piece of advice.
func TestLintStops(t *testing.T) {
	r, err := namespace.IANA().With(definitionOf(MustCompile("urn:dd:{a,fold}:{b,fold}:{c}")))
	require.NoError(t, err)
	u := urn.MustParse("urn:dd:A:B:%63")
	var all []string
	for a := range r.Lint(u) {
		if a.Code == "own" {
			all = append(all, u.String()[a.Span.Start:a.Span.End])
		}
	}
	require.Equal(t, []string{"A", "B", "%63"}, all)
	for n := 1; n <= len(all); n++ {
		var got []string
		for a := range r.Lint(u) {
			if a.Code != "own" {
				continue
			}
			if got = append(got, u.String()[a.Span.Start:a.Span.End]); len(got) == n {
				break
			}
		}
		assert.Equal(t, all[:n], got)
	}
}

// integers has a field of each kind of integer.
type integers struct {
	I   int
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U   uint
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	P   uintptr
}

// TestTypedIntegers: every integer type has its own range, and nothing besides the field
// is written.
func TestTypedIntegers(t *testing.T) {
	p := MustFor[integers]("urn:ex:{i}:{i8}:{i16}:{i32}:{i64}:{u}:{u8}:{u16}:{u32}:{u64}:{p}")
	for _, v := range []integers{
		{},
		{math.MaxInt, math.MaxInt8, math.MaxInt16, math.MaxInt32, math.MaxInt64, math.MaxUint, math.MaxUint8, math.MaxUint16, math.MaxUint32, math.MaxUint64, math.MaxUint},
		{I: math.MinInt, I8: math.MinInt8, I16: math.MinInt16, I32: math.MinInt32, I64: math.MinInt64},
		{I8: 1, U8: 2, I32: 3, U32: 4},
	} {
		u, err := p.Build(v)
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprintf("urn:ex:%d:%d:%d:%d:%d:%d:%d:%d:%d:%d:%d", v.I, v.I8, v.I16, v.I32, v.I64, v.U, v.U8, v.U16, v.U32, v.U64, v.P), u.String())
		got, err := p.ParseURN(u)
		require.NoError(t, err)
		assert.Equal(t, v, got)
	}
	for i, tooLarge := range []string{
		"9223372036854775808", "128", "32768", "2147483648", "9223372036854775808",
		"18446744073709551616", "256", "65536", "4294967296", "18446744073709551616", "18446744073709551616",
	} {
		values := strings.Split(strings.Repeat("0 ", 10)+"0", " ")
		for _, bad := range []string{tooLarge, "-" + tooLarge + "0", "00", "+1", "-", "-0"} {
			values[i] = bad
			_, err := p.Parse("urn:ex:" + strings.Join(values, ":"))
			var e *Error
			if assert.ErrorAs(t, err, &e, "%s as field %d", bad, i) {
				assert.Equal(t, p.codec.pattern.Names()[i], e.Field)
				assert.Equal(t, BadValue, e.Reason)
				assert.Equal(t, len("urn:ex:")+2*i, e.Offset)
			}
		}
	}
}

// TestTypedURNError: what is not a URN has the error of urn.Parse.
func TestTypedURNError(t *testing.T) {
	got, err := runners.Parse("urn:dd:a b")
	var e *urn.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, len("urn:dd:a"), e.Offset)
	assert.Equal(t, runner{}, got)
}

// oneWay is an encoding.TextUnmarshaler that cannot be written.
type oneWay struct{}

func (*oneWay) UnmarshalText([]byte) error { return nil }

// otherWay is an enumeration that cannot be read, and otherStruct a struct.
type otherWay int

func (otherWay) MarshalText() ([]byte, error) { return nil, nil }

type otherStruct struct{ A string }

func (*otherStruct) MarshalText() ([]byte, error) { return nil, nil }

type unknownOption struct {
	A string `urn:",omitempty"`
}

// TestForRefuses: each way in which a struct does not fit is an error that names the field.
func TestForRefuses(t *testing.T) {
	type ab struct{ A, B string }
	for want, f := range map[string]func() error{
		"int is not a struct":  func() error { _, err := For[int]("urn:ex:{a}"); return err },
		"has no field for {c}": func() error { _, err := For[ab]("urn:ex:{a}:{b}:{c}"); return err },
		"no field for B of":    func() error { _, err := For[ab]("urn:ex:{a}"); return err },
		`unknown option "omitempty" in the tag of pattern.unknownOption.A`: func() error { _, err := For[unknownOption]("urn:ex:{a}"); return err },
		`unknown option "omitempty" in the tag of pattern.unknownOption.`: func() error {
			_, err := For[struct {
				unknownOption
				B string
			}]("urn:ex:{a}:{b}")
			return err
		},
		"pattern.oneWay of struct { A pattern.oneWay }.A has UnmarshalText, but not MarshalText: a field must be a string, an integer":  func() error { _, err := For[struct{ A oneWay }]("urn:ex:{a}"); return err },
		"pattern.otherWay of struct { A pattern.otherWay }.A has MarshalText, but not UnmarshalText: a field must be":                   func() error { _, err := For[struct{ A otherWay }]("urn:ex:{a}"); return err },
		"otherStruct has MarshalText, but not UnmarshalText":                                                                            func() error { _, err := For[struct{ otherStruct }]("urn:ex:{a}"); return err },
		"*string of struct { A *string }.A: a field must be":                                                                            func() error { _, err := For[struct{ A *string }]("urn:ex:{a}"); return err },
		"float64 of struct { A float64 }.A: a field must be a string, an integer, a bool, or a type with MarshalText and UnmarshalText": func() error { _, err := For[struct{ A float64 }]("urn:ex:{a}"); return err },
	} {
		err := f()
		var e *Error
		if assert.ErrorAs(t, err, &e, want) {
			assert.ErrorContains(t, err, want)
			assert.Empty(t, e.excerpt)
			assert.LessOrEqual(t, strings.Count(strings.ReplaceAll(err.Error(), "pattern.", ""), "pattern"), 1)
		}
	}
}

// TestTypedFewIntegers: the fast path for structs of few fields reads the same numbers.
func TestTypedFewIntegers(t *testing.T) {
	type few struct {
		A int64
		B int
		C uint8
	}
	p := MustFor[few]("urn:ex:{a}:{b}:{c}")
	for _, n := range []int64{0, 1, 9, 10, 19, 90, 120, 987654321, 999999999999999999, 1000000000000000000, math.MaxInt64, -1, -10, math.MinInt64} {
		v := few{n, int(n), uint8(n)}
		text := fmt.Sprintf("urn:ex:%d:%d:%d", v.A, v.B, v.C)
		got, err := p.Parse(text)
		require.NoError(t, err)
		assert.Equal(t, v, got)
		u, err := p.Build(v)
		require.NoError(t, err)
		assert.Equal(t, text, u.String())
	}
	for _, bad := range []string{"01", "00", "9223372036854775808", "-9223372036854775809", "1a", "a1", "1%31", ":", "/", "1/", "+1", "-", "-01"} {
		_, err := p.Parse("urn:ex:" + bad + ":1:1")
		assert.Error(t, err, bad)
	}
}

// TestTypedNames: an exact name goes before one in another letter case, and a field that
// is left does not take the place of one that is missing.
func TestTypedNames(t *testing.T) {
	type cases struct{ AB, Ab string }
	u, err := MustFor[cases]("urn:ex:{ab}:{Ab}").Build(cases{AB: "1", Ab: "2"})
	require.NoError(t, err)
	assert.Equal(t, "urn:ex:1:2", u.String())
	_, err = For[struct{ X, A string }]("urn:ex:{a}:{c}")
	assert.ErrorContains(t, err, "has no field for {c}")
	// A struct that is not embedded is no list of fields.
	_, err = For[struct{ In struct{ B string } }]("urn:ex:{b}")
	assert.ErrorContains(t, err, "a field must be a string, an integer")
	_, err = For[struct{ In struct{ B string } }]("urn:ex:{in}")
	assert.ErrorContains(t, err, "a field must be a string, an integer")
	// An embedded one with a tag is one field.
	type Inner struct{ B string }
	_, err = For[struct {
		Inner `urn:"in"`
	}]("urn:ex:{b}")
	assert.ErrorContains(t, err, "a field must be a string, an integer")
	_, err = For[struct{ *Inner }]("urn:ex:{b}")
	assert.ErrorContains(t, err, "a field must be a string, an integer")
}

// TestTypedUnexported: a field that is not exported is left alone.
func TestTypedUnexported(t *testing.T) {
	type pair struct {
		A      string
		hidden int
		B      string
	}
	p := MustFor[pair]("urn:ex:{a}:{b}")
	u, err := p.Build(pair{A: "x", hidden: 7, B: "y"})
	require.NoError(t, err)
	assert.Equal(t, "urn:ex:x:y", u.String())
	got, err := p.ParseURN(u)
	require.NoError(t, err)
	assert.Equal(t, pair{A: "x", B: "y"}, got)
}

// moody is a text that cannot always be read or written.
type moody string

var errMood = errors.New("not today")

func (m moody) MarshalText() ([]byte, error) {
	switch m {
	case "unwritable":
		return nil, errMood
	case "other":
		return []byte("self"), nil
	case "unreadable":
		return []byte("refused"), nil
	}
	return []byte(m), nil
}

func (m *moody) UnmarshalText(b []byte) error {
	if string(b) == "refused" {
		return errMood
	}
	*m = moody(b)
	return nil
}

// TestTypedTextRefused: what a type of the caller refuses, or writes otherwise than it reads, is
// an error that names the field and wraps that of the type.
func TestTypedTextRefused(t *testing.T) {
	type one struct{ A moody }
	p, folded := MustFor[one]("urn:ex:{a}"), MustFor[one]("urn:ex:{a,fold}")
	parse := func(p *Typed[one], s string) error { _, err := p.Parse(s); return err }
	build := func(p *Typed[one], m moody) error { _, err := p.Build(one{m}); return err }
	for _, c := range []struct {
		what   string
		err    error
		offset int
		inner  bool // the error of moody
		cause  string
	}{
		{"read what is refused", parse(p, "urn:ex:refused"), 7, true, "the value is rejected by pattern.moody"},
		{"read what cannot be written", parse(p, "urn:ex:unwritable"), 7, true, "the value cannot be written back"},
		{"read what is written otherwise", parse(p, "urn:ex:other"), 7, false, `the value would be written back as "self"`},
		{"write what cannot be written", build(p, "unwritable"), 0, true, "the value would be read back differently, or not at all"},
		{"write what is refused", build(p, "unreadable"), 0, true, "the value would be read back differently, or not at all"},
		{"write an empty text", build(p, ""), 0, false, "the value is empty"},
		{"write upper case into a folded field", build(folded, "Upper"), 0, false, "the value would be read back differently, or not at all"},
	} {
		var e *Error
		if !assert.ErrorAs(t, c.err, &e, c.what) {
			continue
		}
		assert.Equal(t, "a", e.Field, c.what)
		assert.Equal(t, c.offset, e.Offset, c.what)
		assert.Equal(t, c.cause, e.cause, c.what)
		assert.Equal(t, c.inner, errors.Is(c.err, errMood), "%s: %v", c.what, c.err)
	}
	assert.ErrorContains(t, build(folded, "Upper"), `"Upper" is another value in lower case`)
	assert.NoError(t, build(folded, "lower"))
	assert.NoError(t, parse(folded, "urn:ex:Lower"))

	// A value whose own text is another value.
	type pair struct{ A, B echo }
	err := func() error { _, err := MustFor[pair]("urn:ex:{a}:{b}").Build(pair{"x", "y"}); return err }()
	assertField(t, err, "a", BadValue)
	assert.ErrorContains(t, err, `would be written back as "xxxx"`)
}

// echo is a text that is twice as long when it is written.
type echo string

func (e echo) MarshalText() ([]byte, error)  { return []byte(e + e), nil }
func (e *echo) UnmarshalText(b []byte) error { *e = echo(b[:(len(b)+1)/2]) + "x"; return nil }

// TestValueErrors: a Value that has no URN says so, and one that is read from a database
// keeps nothing of a value that is not its URN.
func TestValueErrors(t *testing.T) {
	v := Value[plain]{plain{"", "x"}}
	_, err := v.Value()
	assertField(t, err, "a", BadValue)
	_, err = v.MarshalText()
	assertField(t, err, "a", BadValue)
	assert.Equal(t, "<"+err.Error()+">", v.String())
	assert.Equal(t, "", Value[plain]{}.String())
	for text, ok := range map[string]bool{"a\xff": false, "\x01": false, "\ufffe": false, "[\ufffd é🎉]": true} { // JSON or XML would change them
		_, err := Value[anything]{anything{text}}.MarshalText()
		assert.Equal(t, ok, err == nil, "%q: %v", text, err)
	}

	require.NoError(t, v.Scan("urn:ex:b:c"))
	assert.Equal(t, "urn:ex:b:c", v.String())
	for _, src := range []any{"urn:ex:b", "urn:", []byte("urn:ex:b"), 3.5, time.Time{}} {
		assert.Error(t, v.Scan(src), "%v", src)
		assert.Equal(t, plain{"b", "c"}, v.V)
	}
	var e *Error
	require.ErrorAs(t, v.Scan(3.5), &e)
	assert.Equal(t, Error{Pattern: "urn:ex:{a}:{b}", Reason: NotText, cause: "cannot scan float64 into pattern.Value[github.com/seed7b5a83f0/urn/pattern.plain]"}, *e)
}

// TestDefinitionOfTextMismatch: the functions of a definition do not change a text that is not an NSS.
func TestDefinitionOfTextMismatch(t *testing.T) {
	var s Set[int]
	if err := s.Add(MustCompile("urn:ex:{a,fold}:{b}"), 1); err != nil {
		t.Fatal(err)
	}
	d := s.Definitions()[0]
	if got := d.Normalize("A B"); got != "A B" {
		t.Errorf("Normalize = %q", got)
	}
	if v, _, err := d.Validate("A B"); v != namespace.Unknown || err != nil {
		t.Errorf("Validate = %v, %v", v, err)
	}
}
