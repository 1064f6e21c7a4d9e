package isbn_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
)

// An ISBN-10 and the ISBN-13 that replaces it are one value.
func ExampleFromURN() {
	a, _ := isbn.FromURN(urn.MustParse("urn:isbn:0-8044-2957-X"))
	b, _ := isbn.FromURN(urn.MustParse("urn:isbn:978-0-8044-2957-3"))
	fmt.Println(a, a == b)
	// Output: 9780804429573 true
}

func ExampleParse() {
	b, err := isbn.Parse("978-0-395-36341-6")
	fmt.Println(b.URN(), err)
	_, err = isbn.Parse("978-0-395-36341-7")
	fmt.Println(err)
	// Output:
	// urn:isbn:9780395363416 <nil>
	// namespace: parsing "978-0-395-36341-7": wrong check digit at column 17: it should be '6' (IANA template of urn:isbn, Syntax)
}

func ExampleISBN_ISBN10() {
	for _, s := range []string{"978-0-8044-2957-3", "979-10-90636-07-1"} {
		b, _ := isbn.Parse(s)
		fmt.Println(b.ISBN10())
	}
	// Output:
	// 080442957X true
	//  false
}

func ExampleISBN_Hyphenated() {
	b, _ := isbn.Parse("080442957X")
	fmt.Println(b.Hyphenated())
	// Output: 978-0-8044-2957-3 true
}
