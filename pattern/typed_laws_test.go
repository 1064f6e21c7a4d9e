package pattern

import (
	"encoding"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// color is an enumeration.
type color int

var errNoColor = errors.New("no such colour")

var colors = []string{"red", "green"}

func (c color) MarshalText() ([]byte, error) {
	if c < 0 || int(c) >= len(colors) {
		return nil, errNoColor
	}
	return []byte(colors[c]), nil
}

func (c *color) UnmarshalText(text []byte) error {
	for i, name := range colors {
		if name == string(text) {
			*c = color(i)
			return nil
		}
	}
	return fmt.Errorf("%w: %.20q", errNoColor, text)
}

// id is an array of bytes with a text, as the UUIDs of several packages are. It
// reads either case and writes lower case.
type id [4]byte

func (i id) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(i[:])), nil }

func (i *id) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err == nil && len(b) != len(i) {
		err = errors.New("wrong length")
	}
	if err == nil {
		copy(i[:], b)
	}
	return err
}

var _ encoding.TextUnmarshaler = (*id)(nil)

type Place struct {
	Region string
	Zone   uint8
}

type thing struct {
	Place
	Color  color
	ID     id `urn:"id"`
	Public bool
	Parent urn.URN
	Day    time.Time
	Count  int32
	Note   string
}

var things = MustFor[thing]("urn:ex:{region}-{zone}:{color}:{id,fold}:{public}:({parent}):({day}):{count}/{note...}")

func TestTypedText(t *testing.T) {
	const text = "urn:ex:eu-7:green:0102abcd:true:(urn:a1:(b),c):(2026-11-22T00:00:00Z):-5/a/b"
	v, err := things.Parse(text)
	require.NoError(t, err)
	assert.Equal(t, thing{Place{"eu", 7}, 1, id{1, 2, 0xab, 0xcd}, true, urn.MustParse("urn:a1:(b),c"),
		time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), -5, "a/b"}, v)
	// The field matches in either case.
	upper, err := things.Parse("urn:ex:eu-7:green:0102ABCD:true:(urn:a1:(b),c):(2026-11-22T00:00:00Z):-5/a/b")
	require.NoError(t, err)
	assert.Equal(t, v, upper)
	for text, field := range map[string]string{
		"urn:ex:eu-256:green:0102abcd:true:(urn:a1:b):(2026-11-22T00:00:00Z):1/": "zone",
		"urn:ex:eu-7:blue:0102abcd:true:(urn:a1:b):(2026-11-22T00:00:00Z):1/":    "color",
		"urn:ex:eu-7:green:0102:true:(urn:a1:b):(2026-11-22T00:00:00Z):1/":       "id",
		"urn:ex:eu-7:green:0102abcd:1:(urn:a1:b):(2026-11-22T00:00:00Z):1/":      "public",
		"urn:ex:eu-7:green:0102abcd:true:(urn:a:b):(2026-11-22T00:00:00Z):1/":    "parent",
		"urn:ex:eu-7:green:0102abcd:true:(urn:a1:b):(2026-11-31T00:00:00Z):1/":   "day",
		"urn:ex:eu-7:green:0102abcd:true:(urn:a1:b):(2026-11-22T00:00:00Z):x/":   "count",
	} {
		_, err := things.Parse(text)
		var e *Error
		if assert.ErrorAs(t, err, &e, text) {
			assert.Equal(t, field, e.Field, "%v", err)
			assert.Positive(t, e.Offset)
		}
	}
	_, err = things.Build(thing{Place: Place{"eu", 7}, Color: 2})
	assert.ErrorContains(t, err, "no such colour")
}

func (r random) thing() thing {
	v := thing{
		Place: Place{r.value(), uint8(r.IntN(256))}, Color: color(r.IntN(3)), Public: r.IntN(2) == 0,
		Day: time.Date(r.IntN(12000), 1, 1+r.IntN(365), r.IntN(2), 0, 0, 0, time.UTC), Count: int32(r.Uint32()), Note: r.value(),
	}
	for i := range v.ID {
		v.ID[i] = byte(r.IntN(256))
	}
	v.Parent, _ = urn.Parse("urn:a1:" + r.pick(fieldPieces) + r.pick(literalPieces) + r.pick(fieldPieces))
	return v
}

// TestTypedLaws: Parse(Build(v)) is v for each v that Build takes, and
// Build(Parse(u)) is equivalent to u.
func TestTypedLaws(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	r := random{rand.New(rand.NewPCG(15, 9))}
	built := 0
	for range 5000 {
		v := r.thing()
		u, err := things.Build(v)
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			require.NotEmpty(t, e.Field)
			continue
		}
		built++
		again, err := things.ParseURN(u)
		require.NoError(t, err, "%s", u)
		require.Equal(t, v, again, "%s", u)
		twice, err := things.Build(again)
		require.NoError(t, err)
		require.Equal(t, u, twice)
	}
	assert.Greater(t, built, 500)
	t.Log(built, "were built")
}

// FuzzTyped: a Typed of strings reads and writes what its Pattern does, in each component.
func FuzzTyped(f *testing.F) {
	type pair struct{ A, B string }
	for which := range byte(5) {
		for _, text := range []string{"x#page 1", "x#c%41d", "c%41d#x", "a+b#a+b", "a:b#a:b", "%2f#%2F", "1#(", "#"} {
			f.Add(which, text)
		}
	}
	f.Fuzz(func(t *testing.T, which byte, text string) {
		patterns := [...]string{"urn:ex:{a}#{b}", "urn:ex:a#{a}:{b...}", "only urn:ex:{a}-{b...}", "raw urn:ex:{a,escape=:}#{b...}", "urn:ex:{a,plus}#{b,excluding=:}"}
		typed := MustFor[pair](patterns[int(which)%len(patterns)])
		p := typed.codec.pattern
		for _, name := range []string{"urn:ex:" + text, "urn:ex:a#" + text} {
			values, err := p.Parse(name)
			got, gotErr := typed.Parse(name)
			require.Equal(t, err, gotErr)
			if err == nil {
				require.Equal(t, values, []string{got.A, got.B}, "%s of %s", p, name)
			}
		}
		a, b, _ := strings.Cut(text, "#")
		built, err := p.Format(a, b)
		got, gotErr := typed.Format(pair{a, b})
		require.Equal(t, err, gotErr)
		require.Equal(t, built, got)
		if err == nil {
			again, err := typed.Parse(built)
			require.NoError(t, err)
			require.Equal(t, pair{a, b}, again, built)
		}
	})
}
