package pattern

import (
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type runner struct {
	Region string
	Org    int64
	ID     string `urn:"runner"`
}

var runners = MustFor[runner]("urn:dd:apps:on-prem-runner:{region}:{org}:{runner}")

func TestTyped(t *testing.T) {
	r, err := runners.Parse("urn:dd:apps:on-prem-runner:us1:2:abc")
	require.NoError(t, err)
	assert.Equal(t, runner{"us1", 2, "abc"}, r)
	u, err := runners.Build(runner{"us:1", -2, "a"})
	require.NoError(t, err)
	assert.Equal(t, "urn:dd:apps:on-prem-runner:us%3A1:-2:a", u.String())
	r, err = runners.ParseURN(u)
	require.NoError(t, err)
	assert.Equal(t, runner{"us:1", -2, "a"}, r)

	for _, s := range []string{
		"urn:dd:apps:on-prem-runner:us1:02:abc", "urn:dd:apps:on-prem-runner:us1:+2:abc", "urn:dd:apps:on-prem-runner:us1:x:abc",
		"urn:dd:apps:on-prem-runner:us1:99999999999999999999:abc", "urn:dd:apps:on-prem-runner:%41:2:abc", "urn:dd:apps:on-prem-runner::2:abc",
	} {
		_, err := runners.Parse(s)
		var e *Error
		if assert.ErrorAs(t, err, &e, s) {
			assert.NotEmpty(t, e.Field, s)
			assert.NotZero(t, e.Offset, s)
		}
	}
}

type bom struct {
	Serial  string
	Version uint16
	Ref     *string
}

type Common struct {
	Day  time.Time `urn:",layout=2006-01-02"`
	Flag bool
}

type everything struct {
	Common
	Nested urn.URN
	At     *time.Time
	Last   *int8
	Unused chan int `urn:"-"`
}

func TestTypedOptional(t *testing.T) {
	boms := MustFor[bom]("urn:cdx:{serial}/{version}#{ref}")
	ref := "a b"
	for _, want := range []bom{{"x", 1, nil}, {"x", 1, &ref}} {
		u, err := boms.Build(want)
		require.NoError(t, err)
		got, err := boms.ParseURN(u)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}

	p := MustFor[everything]("urn:ex:{day}:({nested}):{flag}:{at}:{last}")
	at, last := time.Date(2026, 11, 22, 1, 2, 3, 4, time.UTC), int8(-128)
	for _, want := range []everything{
		{Common: Common{time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), true}, Nested: urn.MustParse("urn:a1:(b%2f)")},
		{Common: Common{time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), true}, Nested: urn.MustParse("urn:a1:b"), At: &at},
		{Common: Common{time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), true}, Nested: urn.MustParse("urn:a1:b"), At: &at, Last: &last},
	} {
		u, err := p.Build(want)
		require.NoError(t, err)
		got, err := p.ParseURN(u)
		require.NoError(t, err, u.String())
		assert.Equal(t, want, got)
	}
	_, err := p.Build(everything{Nested: urn.MustParse("urn:a1:b"), Last: &last})
	assert.ErrorContains(t, err, "nil")
	_, err = p.Build(everything{Common: Common{Day: at}, Nested: urn.MustParse("urn:a1:b")})
	assert.ErrorContains(t, err, "day")
}

// A value must not look like an optional field that is absent.
func TestTypedOptionalLookalike(t *testing.T) {
	type pair struct {
		A string
		B *string
	}
	p := MustFor[pair]("urn:ex:{a}-{b}")
	_, err := p.Build(pair{A: "x-y"})
	assert.ErrorContains(t, err, "the delimiter of an optional field")
	u, err := p.Build(pair{A: "x"})
	require.NoError(t, err)
	assert.Equal(t, "urn:ex:x", u.String())
}

func TestTypedAllocs(t *testing.T) {
	u := urn.MustParse("urn:dd:apps:on-prem-runner:us1:2:abc")
	assert.Zero(t, testing.AllocsPerRun(100, func() { runners.ParseURN(u) }))
}
