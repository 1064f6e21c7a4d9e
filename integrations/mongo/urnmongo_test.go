package urnmongo

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/relaxed"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

var registry = func() *bson.Registry {
	r := bson.NewRegistry()
	Register(r, pattern.Value[runner]{})
	return r
}()

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := bson.NewEncoder(bson.NewDocumentWriter(&b))
	e.SetRegistry(registry)
	err := e.Encode(v)
	return b.Bytes(), err
}

func unmarshal(data []byte, v any) error {
	d := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(data)))
	d.SetRegistry(registry)
	return d.Decode(v)
}

type runner struct{ Region, Org string }

func (runner) URNPattern() string { return "urn:dd:apps:{region}:{org}" }

type document struct {
	Name   urn.URN               `bson:"name"`
	Old    rfc2141.URN           `bson:"old"`
	Bis    draft2141bis.URN      `bson:"bis"`
	Wild   relaxed.URN           `bson:"wild"`
	Book   isbn.ISBN             `bson:"book"`
	NoBook isbn.ISBN             `bson:"nobook"`
	ID     *uuid.UUID            `bson:"id"`
	NoID   *uuid.UUID            `bson:"noid"`
	Runner pattern.Value[runner] `bson:"runner"`
	None   urn.URN               `bson:"none"`
	Left   urn.URN               `bson:"left,omitempty"`
	Ptr    *urn.URN              `bson:"ptr"`
	List   []urn.URN             `bson:"list"`
	Map    map[string]rfc2141.URN
	Keys   map[urn.URN]int `bson:"keys"`
}

// TestRoundTrip: what is written through the driver is a string, and comes back.
func TestRoundTrip(t *testing.T) {
	p := urn.MustParse("urn:example:p")
	book, err := isbn.Parse("0-395-36341-1")
	if err != nil {
		t.Fatal(err)
	}
	id, err := uuid.Parse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
	if err != nil {
		t.Fatal(err)
	}
	v := document{
		Name:   urn.MustParse("URN:Example:a%2f?=q#f"),
		Old:    rfc2141.URN(urn.RFC2141.MustParse("urn:ex:a#b")),
		Bis:    draft2141bis.URN(urn.Draft2141bis.MustParse("urn:ex:a?k=v")),
		Wild:   relaxed.URN(urn.Relaxed.MustParse("urn:a.b:c#d#e")),
		Book:   book,
		ID:     &id,
		Runner: pattern.Value[runner]{V: runner{"us1", "acme"}},
		Ptr:    &p,
		List:   []urn.URN{p, {}},
		Map:    map[string]rfc2141.URN{"k": rfc2141.URN(urn.RFC2141.MustParse("urn:a:b"))},
		Keys:   map[urn.URN]int{p: 1},
	}
	data, err := marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var m bson.M
	if err := unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	want := bson.M{
		"name": "URN:Example:a%2f?=q#f", "old": "urn:ex:a#b", "bis": "urn:ex:a?k=v", "wild": "urn:a.b:c#d#e", "none": nil,
		"book": book.String(), "nobook": nil, "id": id.String(), "noid": nil, "runner": "urn:dd:apps:us1:acme",
		"ptr": "urn:example:p", "list": bson.A{"urn:example:p", nil},
		"map": bson.D{{Key: "k", Value: "urn:a:b"}}, "keys": bson.D{{Key: "urn:example:p", Value: int32(1)}},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("the document is %v, want %v", m, want)
	}
	back := document{NoID: &id, NoBook: book, None: p}
	if err := unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%+v comes back as %+v, %v", v, back, err)
	}
}

// TestErrors: what is not a URN, or would be another name, is an error.
func TestErrors(t *testing.T) {
	for _, u := range []urn.URN{urn.RFC2141.MustParse("urn:ex:a#b"), urn.Relaxed.MustParse("urn:a.b:c")} {
		if _, err := marshal(bson.M{"name": u}); !errors.Is(err, urn.OtherSyntax) {
			t.Errorf("Marshal of %v: %v", u, err)
		}
	}
	for _, c := range []struct {
		name string
		v    any
		want error
	}{
		{"a string", "urn:x:y", urn.BadNID}, {"a number", 42, urn.NotText}, {"a document", bson.M{}, urn.NotText},
		{"an array", bson.A{}, urn.NotText}, {"null", nil, nil}, {"an empty string", "", nil},
	} {
		data, err := marshal(bson.M{"name": c.v, "old": c.v})
		if err != nil {
			t.Fatal(err)
		}
		var doc struct{ Name urn.URN }
		var old struct{ Old rfc2141.URN }
		if err := unmarshal(data, &doc); !errors.Is(err, c.want) || !doc.Name.IsZero() {
			t.Errorf("%s: %q, %v, want %v", c.name, doc.Name, err, c.want)
		}
		if err := unmarshal(data, &old); c.want != urn.BadNID && !errors.Is(err, c.want) {
			t.Errorf("%s for RFC 2141: %q, %v, want %v", c.name, old.Old, err, c.want)
		}
	}
}

// TestWithout is what a program without this package gets, as the package comment says.
func TestWithout(t *testing.T) {
	data, err := bson.Marshal(bson.M{"name": urn.MustParse("urn:example:a")})
	if err != nil {
		t.Fatal(err)
	}
	if got := bson.Raw(data).String(); got != `{"name": {}}` {
		t.Errorf("the driver by itself writes %s", got)
	}
	data, err = bson.Marshal(bson.M{"name": "urn:example:a"})
	if err != nil {
		t.Fatal(err)
	}
	var doc struct{ Name urn.URN }
	if err := bson.Unmarshal(data, &doc); err == nil {
		t.Errorf("the driver by itself reads a string as %q", doc.Name)
	}
}

func Example() {
	registry := bson.NewRegistry()
	Register(registry)
	var data bytes.Buffer
	e := bson.NewEncoder(bson.NewDocumentWriter(&data))
	e.SetRegistry(registry)
	err := e.Encode(struct{ Name urn.URN }{urn.MustParse("urn:example:a")})
	fmt.Println(bson.Raw(data.Bytes()), err)
	// Output: {"name": "urn:example:a"} <nil>
}
