// Package urnmongo writes names as BSON strings, and reads them, with version 2 of the official
// MongoDB driver (go.mongodb.org/mongo-driver/v2).
//
//	registry := bson.NewRegistry()
//	urnmongo.Register(registry)
//	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetRegistry(registry))
//
// The driver does not call MarshalText. Without [Register] it writes a [urn.URN] as the empty document
// {} without an error, so the name is lost; a typed value becomes {} or binary data. It reads no
// string as one of them.
// [bson.Marshal] and [bson.Unmarshal] always use the default registry. Use a [bson.Encoder] and a
// [bson.Decoder] with SetRegistry instead.
package urnmongo

import (
	"encoding"
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/seed7b5a83f0/urn"
)

type (
	written interface {
		encoding.TextMarshaler
		URN() urn.URN
	}
	read interface {
		encoding.TextUnmarshaler
		URN() urn.URN
	}
)

// Register has r write these types as the BSON string of their text, and read them from one:
// [urn.URN], the types of fields for other syntaxes such as rfc2141.URN, typed values such as
// isbn.ISBN, and every other type with the methods MarshalText, UnmarshalText and URN. further has
// a value of each further type with the first two, such as pattern.Value[Runner]{}.
//
// A value without text is null, and null and "" are the zero value. With omitempty, a zero URN is left
// out. Errors are those of MarshalText and UnmarshalText; that of another BSON value than these is
// [urn.NotText].
//
// Call Register before r is used.
func Register(r *bson.Registry, further ...encoding.TextMarshaler) {
	r.RegisterInterfaceEncoder(reflect.TypeFor[written](), bson.ValueEncoderFunc(encode))
	r.RegisterInterfaceDecoder(reflect.TypeFor[read](), bson.ValueDecoderFunc(decode))
	for _, v := range append(further, urn.URN{}) {
		r.RegisterTypeEncoder(reflect.TypeOf(v), bson.ValueEncoderFunc(encode))
		r.RegisterTypeDecoder(reflect.TypeOf(v), bson.ValueDecoderFunc(decode))
	}
}

func encode(_ bson.EncodeContext, w bson.ValueWriter, v reflect.Value) error {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return w.WriteNull()
	}
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	switch {
	case err != nil:
		return err
	case len(text) == 0:
		return w.WriteNull()
	}
	return w.WriteString(string(text))
}

func decode(_ bson.DecodeContext, r bson.ValueReader, v reflect.Value) error {
	var text string
	var err error
	switch t := r.Type(); t {
	case bson.TypeString:
		text, err = r.ReadString()
	case bson.TypeNull:
		err = r.ReadNull()
	default:
		return fmt.Errorf("urnmongo: a BSON %v for a %v: %w", t, v.Type(), urn.NotText)
	}
	if err != nil || text == "" {
		v.SetZero()
		return err
	}
	if v.Kind() != reflect.Pointer {
		v = v.Addr()
	} else if v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
	return v.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
}
