package urnarrow_test

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	urnarrow "github.com/seed7b5a83f0/urn/integrations/arrow"
	"github.com/seed7b5a83f0/urn/namespace"
)

func Example() {
	b := array.NewStringBuilder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues([]string{"URN:Example:a%2fb#top", "http://host.example/", "urn:isbn:0-395-36341-1"}, nil)
	b.AppendNull()
	names := b.NewArray()
	defer names.Release()

	valid, _ := urnarrow.Valid(names)
	keys, _ := urnarrow.Key(names)
	books, _ := urnarrow.Options{Namespaces: namespace.IANA()}.Key(names)
	spans, _ := urnarrow.Offsets(names)
	fmt.Println(valid)
	fmt.Println(keys)
	fmt.Println(books)
	fmt.Println(spans.(*array.Struct).Field(3), "are the ends of the NSS")
	for _, a := range []interface{ Release() }{valid, keys, books, spans} {
		a.Release()
	}
	// Output:
	// [true false true (null)]
	// ["urn:example:a%2Fb" (null) "urn:isbn:0-395-36341-1" (null)]
	// ["urn:example:a%2Fb" (null) "urn:isbn:9780395363416" (null)]
	// [17 (null) 22 (null)] are the ends of the NSS
}
