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
	assert.Equal(t, "urn:dd:apps:on-prem-runner:{region}:{org}:{runner}", runners.String())

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

type Common struct {
	Day  time.Time
	Flag bool
}

type everything struct {
	Common
	Nested urn.URN
	Last   int8
	Unused chan int `urn:"-"`
}

// TestTypedTypes: every type that a field may have, in an embedded struct too.
func TestTypedTypes(t *testing.T) {
	p := MustFor[everything]("urn:ex:({day}):({nested}):{flag}:{last}")
	want := everything{Common: Common{time.Date(2026, 11, 22, 1, 2, 3, 4, time.UTC), true}, Nested: urn.MustParse("urn:a1:(b%2f)"), Last: -128}
	u, err := p.Build(want)
	require.NoError(t, err)
	got, err := p.ParseURN(u)
	require.NoError(t, err, u.String())
	assert.Equal(t, want, got)
}

func TestTypedAllocs(t *testing.T) {
	u := urn.MustParse("urn:dd:apps:on-prem-runner:us1:2:abc")
	assert.Zero(t, testing.AllocsPerRun(100, func() { runners.ParseURN(u) }))
	p := MustFor[struct{ A, B string }]("urn:ex:{a}#{b}")
	u = urn.MustParse("urn:ex:x?=%41#y") // no field has the escape
	assert.Zero(t, testing.AllocsPerRun(100, func() { p.ParseURN(u) }))
}
