// Package urnviper reads URNs from configuration with [github.com/spf13/viper].
//
//	var config struct {
//		Schema urn.URN
//		Trust  []urn.URN
//	}
//	err := viper.Unmarshal(&config, urnviper.DecodeHook())
//
// A flag of [github.com/spf13/pflag], and so one of cobra, needs nothing from this package:
//
//	flags.TextVar(&u, "schema", urn.URN{}, "the schema's `name`")
//
// # How verdicts differ
//
// Without the hook, [viper.Unmarshal] fails for a field of type [urn.URN], with a text that
// says nothing about URNs. A field of type string takes any text. With the hook, the error
// names the field, the offset and the characters that may occur there.
//
// Viper's own hook for lists cuts a string at ",", which may occur in a URN. This hook cuts
// a string for a list of a type that reads text at white space, which may not.
package urnviper

import (
	"encoding"
	"reflect"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"
)

// DecodeHook returns an option for [viper.Unmarshal] and its siblings. With it, every type
// that implements [encoding.TextUnmarshaler] is read from a string, among them
// [github.com/seed7b5a83f0/urn.URN], the types of other syntaxes, and
// [github.com/seed7b5a83f0/urn/pattern.Value]. Viper's own conversions of strings to a
// [time.Duration] and to lists of other types remain.
func DecodeHook() viper.DecoderConfigOption {
	return viper.DecodeHook(mapstructure.ComposeDecodeHookFunc(
		mapstructure.StringToTimeDurationHookFunc(),
		list,
		mapstructure.TextUnmarshallerHookFunc(),
	))
}

// list cuts a string that is read into a slice.
func list(from, to reflect.Type, data any) (any, error) {
	if from.Kind() != reflect.String || to.Kind() != reflect.Slice {
		return data, nil
	}
	s := reflect.ValueOf(data).String()
	text := reflect.TypeFor[encoding.TextUnmarshaler]()
	if elem := to.Elem(); reflect.PointerTo(to).Implements(text) {
		return data, nil // it reads the whole text itself
	} else if elem.Implements(text) || reflect.PointerTo(elem).Implements(text) {
		return strings.Fields(s), nil
	}
	if s == "" {
		return []string{}, nil
	}
	return strings.Split(s, ","), nil
}
