package namespace

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

func TestBelow(t *testing.T) {
	own, err := IANA().With(Definition{NID: "dd", Normalize: strings.ToLower})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rules        *Registry
		name, parent string
		want         bool
	}{
		{IANA(), "urn:pulumi:org:acme", "urn:pulumi:org:", true},
		{IANA(), "urn:pulumi:org:acme", "urn:pulumi:org", true},
		{IANA(), "urn:pulumi:organization:acme", "urn:pulumi:org", false},
		{IANA(), "urn:pulumi:organization", "urn:pulumi:org:", false},
		{IANA(), "urn:pulumi:org", "urn:pulumi:org", false},
		{IANA(), "urn:pulumi:org:", "urn:pulumi:org:", false},
		{IANA(), "URN:Pulumi:org:acme?=a#b", "urn:PULUMI:org", true},
		{IANA(), "urn:pulumi:ORG:acme", "urn:pulumi:org", false},
		{IANA(), "urn:pulumi:org:acme", "urn:pulumi:", true},
		{IANA(), "urn:pulumi:org:acme", "urn:pulumi", true},
		{IANA(), "urn:pulum:org:acme", "urn:pulumi:", false},
		{IANA(), "urn:pulumis:org:acme", "urn:pulumi", false},
		{IANA(), "urn:ex:a/b", "urn:ex:a", true},
		{IANA(), "urn:ex:a/b", "urn:ex:a:", false},
		{IANA(), "urn:ex:a/b", "urn:ex:a/", true},
		{IANA(), "urn:ex:a::b", "urn:ex:a::", true},
		{IANA(), "urn:ex:a:b", "urn:ex:a::", false},
		{IANA(), "urn:ex::b", "URN:EX::", true},
		{IANA(), "urn:ex::::b", "urn:ex::", true},
		{IANA(), "urn:ex:b", "urn:ex::", false},
		{IANA(), "urn:ex::", "urn:ex::", false},
		{IANA(), "urn:ey::b", "urn:ex::", false},
		{IANA(), "urn:ex:a%2fb:c", "urn:ex:a%2Fb", true},
		{IANA(), "urn:ex:a%2Fb:c", "urn:ex:a%2", false},
		{IANA(), "urn:ex:a%3Ab", "urn:ex:a", false},
		{IANA(), "urn:iso:STD:iso:9999", "urn:ISO:std:", true},
		{new(Registry), "urn:iso:STD:iso:9999", "urn:ISO:std:", false},
		{IANA(), "urn:nbn:DE:101-X", "urn:nbn:de", true},
		{IANA(), "urn:nbn:de:A-b:C", "urn:nbn:DE:a-B", false},
		{own, "urn:dd:Apps:x", "urn:dd:aPPS", true},
		{IANA(), "urn:ex:a:b#c", "urn:ex:a", true},
		{IANA(), "urn:ex:a", "urn:", true},
		{new(Registry), "urn:ex:a", "URN:", true},
	} {
		if got, err := c.rules.Below(urn.MustParse(c.name), c.parent); got != c.want || (err != nil) != (c.parent == "urn:ex:a%2") {
			t.Errorf("Below(%s, %q) = %v, %v, want %v", c.name, c.parent, got, err, c.want)
		}
	}
	for _, parent := range []string{"", ":", "urn", "urn::", "url:ex:a", "urn:ex:a#", "urn:ex:a?=b", "urn:e x:", "urn:ex:a b", "urn:ex/"} {
		var e *urn.Error
		if below, err := IANA().Below(urn.MustParse("urn:ex:a:b"), parent); below || !errors.As(err, &e) || e.Offset > len(parent) || !strings.Contains(err.Error(), strconv.Quote(parent)) {
			t.Errorf("Below %q = %v, %v", parent, below, err)
		}
	}
}

// TestBelowLaws: what is equivalent to a name is below the same parents.
func TestBelowLaws(t *testing.T) {
	for _, name := range []string{"urn:iso:Std:iso:9999", "urn:nbn:De:x:101-X", "urn:isbn:0-395-36341-1", "urn:ietf:Params:scim:Api", "urn:ex:a:B:c/d", "urn:mrn:Iala:Aton:x"} {
		u := urn.MustParse(name)
		n := Normalize(u)
		for i := range len(name) {
			for _, v := range []urn.URN{u, n} {
				a, errA := IANA().Below(u, v.String()[:min(i, len(v.String()))])
				b, errB := IANA().Below(n, v.String()[:min(i, len(v.String()))])
				if errA != nil || errB != nil {
					continue
				}
				if v == n && a != b || a && !b && v == n {
					t.Errorf("%s and %s below %q: %v, %v", u, n, v.String()[:i], a, b)
				}
			}
		}
	}
}
