package notation_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/scan"
)

func ExampleText() {
	src := []byte(`{"id": "urn:example:a\u0026b"}`)
	var text notation.Text
	text.Decode(notation.JSON, src, true)
	for m := range (scan.Finder{}).All(text.Bytes) {
		start, end := text.Input(m.Start, m.End)
		fmt.Printf("%s is %s\n", src[start:end], text.Bytes[m.Start:m.End])
	}
	// Output: urn:example:a\u0026b is urn:example:a&b
}
