package urnviper

import (
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

type runner struct{ Region, Org string }

func (runner) URNPattern() string { return "urn:dd:apps:{region}:{org}" }

type config struct {
	Schema  urn.URN
	Pointer *urn.URN
	Old     rfc2141.URN
	Trust   []urn.URN
	Line    []urn.URN
	Names   []string
	Wait    time.Duration
	Address net.IP
	Runner  pattern.Value[runner]
	None    urn.URN
}

const file = `
schema: urn:example:a,b
pointer: urn:example:p
old: urn:ex:a#b
trust: [ "urn:example:a,b", "urn:example:c" ]
line: " urn:example:a,b  urn:example:c "
names: a,b
wait: 3s
address: 192.0.2.1
runner: urn:dd:apps:us1:acme
none: ""
`

func read(t testing.TB, text string) *viper.Viper {
	t.Helper()
	v := viper.New()
	v.SetConfigType("yaml")
	if err := v.ReadConfig(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestUnmarshal(t *testing.T) {
	var got config
	if err := read(t, file).Unmarshal(&got, DecodeHook()); err != nil {
		t.Fatal(err)
	}
	p := urn.MustParse("urn:example:p")
	list := []urn.URN{urn.MustParse("urn:example:a,b"), urn.MustParse("urn:example:c")}
	want := config{
		Schema: list[0], Pointer: &p, Old: rfc2141.URN(urn.RFC2141.MustParse("urn:ex:a#b")), Trust: list, Line: list,
		Names: []string{"a", "b"}, Wait: 3 * time.Second, Address: net.ParseIP("192.0.2.1"), Runner: pattern.Value[runner]{V: runner{"us1", "acme"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestVerdicts: a text that is not a URN is an error that names the field and the
// reason.
func TestVerdicts(t *testing.T) {
	var got config
	err := read(t, "schema: urn:x:y").Unmarshal(&got, DecodeHook())
	if err == nil || !strings.Contains(strings.ToLower(err.Error()), "schema") || !strings.Contains(err.Error(), "malformed namespace identifier") {
		t.Errorf("Unmarshal = %v", err)
	}
	// The package comment says what happens without the hook.
	if err := read(t, "schema: urn:example:a").Unmarshal(&got); err == nil || strings.Contains(err.Error(), "namespace") {
		t.Errorf("without the hook: %v", err)
	}
	var text struct{ Schema string }
	if err := read(t, "schema: no URN").Unmarshal(&text); err != nil {
		t.Errorf("a string, without the hook: %v", err)
	}
	var cut struct{ Line []string }
	if err := read(t, "line: urn:example:a,b").Unmarshal(&cut); err != nil || len(cut.Line) != 2 {
		t.Errorf("viper's own hook gives %q, %v, want a URN cut in two", cut.Line, err)
	}
}

func TestPflag(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var u urn.URN
	flags.TextVar(&u, "schema", urn.MustParse("urn:example:default"), "the schema's `name`")
	v := viper.New()
	if err := v.BindPFlags(flags); err != nil {
		t.Fatal(err)
	}
	var got config
	if err := v.Unmarshal(&got, DecodeHook()); err != nil || got.Schema.String() != "urn:example:default" {
		t.Errorf("the default is %v, %v", got.Schema, err)
	}
	if err := flags.Parse([]string{"--schema", "urn:example:a"}); err != nil || u.String() != "urn:example:a" {
		t.Errorf("Parse sets %v, %v", u, err)
	}
	if err := v.Unmarshal(&got, DecodeHook()); err != nil || got.Schema != u {
		t.Errorf("viper has %v, %v, want the flag's %v", got.Schema, err, u)
	}
	err := flags.Parse([]string{"--schema", "urn:x:y"})
	if err == nil || !strings.Contains(err.Error(), "malformed namespace identifier") {
		t.Errorf("Parse = %v", err)
	}
	var se *urn.Error
	if errors.As(err, &se) && se.Reason != urn.BadNID {
		t.Errorf("the reason is %v", se.Reason)
	}
}

func Example() {
	v := viper.New()
	v.SetConfigType("yaml")
	_ = v.ReadConfig(strings.NewReader("schema: urn:ietf:params:scim:schemas:core:2.0:User\ntrust: urn:example:a,b urn:example:c\n"))
	var config struct {
		Schema urn.URN
		Trust  []urn.URN
	}
	err := v.Unmarshal(&config, DecodeHook())
	fmt.Println(config.Schema.NID(), config.Trust, err)
	// Output:
	// ietf [urn:example:a,b urn:example:c] <nil>
}

func Example_pflag() {
	flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
	var u urn.URN
	flags.TextVar(&u, "schema", urn.URN{}, "the schema's `name`")
	err := flags.Parse([]string{"--schema=urn:example:a"})
	fmt.Println(u, err)
	// Output:
	// urn:example:a <nil>
}
