package compat

import (
	"encoding/xml"
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/relaxed"
	"github.com/seed7b5a83f0/urn/rfc2141"
)

var (
	_ bson.ValueMarshaler   = urn.URN{}
	_ bson.ValueMarshaler   = rfc2141.URN{}
	_ bson.ValueMarshaler   = draft2141bis.URN{}
	_ bson.ValueMarshaler   = relaxed.URN{}
	_ bson.ValueUnmarshaler = (*urn.URN)(nil)
	_ bson.ValueUnmarshaler = (*rfc2141.URN)(nil)
	_ bson.ValueUnmarshaler = (*draft2141bis.URN)(nil)
	_ bson.ValueUnmarshaler = (*relaxed.URN)(nil)
	_ bson.Zeroer           = urn.URN{}
)

type document struct {
	Name urn.URN          `bson:"name"`
	Old  rfc2141.URN      `bson:"old"`
	Bis  draft2141bis.URN `bson:"bis"`
	Wild relaxed.URN      `bson:"wild"`
	None urn.URN          `bson:"none"`
	Left urn.URN          `bson:"left,omitempty"`
	Ptr  *urn.URN         `bson:"ptr"`
	List []urn.URN        `bson:"list"`
}

// TestMongoDB: what is written through the driver is a string, and comes back.
func TestMongoDB(t *testing.T) {
	p := urn.MustParse("urn:example:p")
	v := document{
		Name: urn.MustParse("URN:Example:a%2f?=q#f"),
		Old:  rfc2141.URN(urn.RFC2141.MustParse("urn:ex:a#b")),
		Bis:  draft2141bis.URN(urn.Draft2141bis.MustParse("urn:ex:a?k=v")),
		Wild: relaxed.URN(urn.Relaxed.MustParse("urn:a.b:c#d#e")),
		Ptr:  &p,
		List: []urn.URN{p, {}},
	}
	data, err := bson.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var m bson.M
	if err := bson.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	want := bson.M{
		"name": "URN:Example:a%2f?=q#f", "old": "urn:ex:a#b", "bis": "urn:ex:a?k=v", "wild": "urn:a.b:c#d#e", "none": nil,
		"ptr": "urn:example:p", "list": bson.A{"urn:example:p", nil},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("the document is %v, want %v", m, want)
	}
	var back document
	if err := bson.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, v) {
		t.Errorf("%+v comes back as %+v, %v", v, back, err)
	}
}

// TestMongoDBErrors: what is not a URN, or would be another name, is an error.
func TestMongoDBErrors(t *testing.T) {
	_, err := bson.Marshal(bson.M{"name": urn.RFC2141.MustParse("urn:ex:a#b")})
	if !errors.Is(err, urn.OtherSyntax) {
		t.Errorf("Marshal of a name of RFC 2141: %v", err)
	}
	if _, err := bson.Marshal(bson.M{"name": urn.Relaxed.MustParse("urn:a.b:c")}); !errors.Is(err, urn.OtherSyntax) {
		t.Errorf("Marshal of a relaxed name: %v", err)
	}
	for name, v := range map[string]any{"a string": "urn:x:y", "a number": 42, "a document": bson.M{}, "an array": bson.A{}} {
		data, err := bson.Marshal(bson.M{"name": v})
		if err != nil {
			t.Fatal(err)
		}
		var doc document
		var se *urn.SyntaxError
		if err := bson.Unmarshal(data, &doc); !errors.As(err, &se) || !doc.Name.IsZero() {
			t.Errorf("%s: Unmarshal gives %q, %v, want a *SyntaxError", name, doc.Name, err)
		}
	}
	data, err := bson.Marshal(bson.M{"name": nil})
	if err != nil {
		t.Fatal(err)
	}
	doc := document{Name: urn.MustParse("urn:example:was")}
	if err := bson.Unmarshal(data, &doc); err != nil || !doc.Name.IsZero() {
		t.Errorf("null gives %q, %v, want the zero URN", doc.Name, err)
	}
}

// TestGoCmp is the advice of URN's comment: cmp uses Equal, so that a changed
// q-component is no difference; with an option that compares with ==, it is.
func TestGoCmp(t *testing.T) {
	a, b := urn.MustParse("urn:example:a?=page=1"), urn.MustParse("URN:example:a?=page=2")
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("cmp.Diff of equivalent names = %s, want none", diff)
	}
	sameSpelling := cmp.Comparer(func(a, b urn.URN) bool { return a == b })
	if cmp.Equal(a, b, sameSpelling) || !cmp.Equal(a, a, sameSpelling) {
		t.Error("with a Comparer of ==, spellings are not what is compared")
	}
	type record struct{ Name urn.URN }
	if cmp.Equal(record{a}, record{b}, sameSpelling) || !cmp.Equal(record{a}, record{b}) {
		t.Error("a field is not compared as a URN by itself")
	}
}

// TestXMLOmitempty is the advice of MarshalText's comment.
func TestXMLOmitempty(t *testing.T) {
	type record struct {
		XMLName xml.Name `xml:"r"`
		Value   urn.URN  `xml:"value,attr,omitempty"`
		Pointer *urn.URN `xml:"pointer,attr,omitempty"`
		Element *urn.URN `xml:"element,omitempty"`
	}
	got, err := xml.Marshal(record{})
	if want := `<r value=""></r>`; string(got) != want || err != nil {
		t.Errorf("xml.Marshal = %s, %v, want %s", got, err, want)
	}
}
