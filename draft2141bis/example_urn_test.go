package draft2141bis_test

import (
	"flag"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
)

// A flag of the draft's syntax.
func ExampleURN() {
	var name draft2141bis.URN
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	flags.TextVar(&name, "name", draft2141bis.URN{}, "a name")
	err := flags.Parse([]string{"-name", "urn:example:a?s=I2L"})
	fmt.Println(name.Q(), err)
	// Output: s=I2L <nil>
}

func ExampleURN_MarshalText() {
	b, err := draft2141bis.URN{URN: urn.Draft2141bis.MustParse("urn:example:a?s=I2L")}.MarshalText()
	fmt.Printf("%s %v\n", b, err)
	// Output: urn:example:a?s=I2L <nil>
}

func ExampleURN_AppendText() {
	b, err := draft2141bis.URN{URN: urn.Draft2141bis.MustParse("urn:example:a?s=I2L")}.AppendText([]byte("name="))
	fmt.Printf("%s %v\n", b, err)
	// Output: name=urn:example:a?s=I2L <nil>
}

func ExampleURN_UnmarshalText() {
	var name draft2141bis.URN
	err := name.UnmarshalText([]byte("urn:example:a?s=I2L"))
	fmt.Println(name.Q(), err)
	// Output: s=I2L <nil>
}

func ExampleURN_Scan() {
	var name draft2141bis.URN
	err := name.Scan([]byte("urn:example:a?s=I2L"))
	fmt.Println(name.Q(), err)
	// Output: s=I2L <nil>
}

func ExampleURN_Value() {
	v, err := draft2141bis.URN{}.Value() // NULL
	fmt.Println(v, err)
	// Output: <nil> <nil>
}

func ExampleURN_MarshalBSONValue() {
	typ, data, err := draft2141bis.URN{}.MarshalBSONValue() // null
	fmt.Printf("%#x %q %v\n", typ, data, err)
	// Output: 0xa "" <nil>
}

func ExampleURN_UnmarshalBSONValue() {
	name := draft2141bis.URN{URN: urn.Draft2141bis.MustParse("urn:example:a?s=I2L")}
	err := name.UnmarshalBSONValue(0x0a, nil) // null
	fmt.Println(name.IsZero(), err)
	// Output: true <nil>
}

func ExampleResolutionKey() {
	u, err := urn.Draft2141bis.Parse("URN:ISBN:0395363411?s=I2L&c=ToC#p3")
	fmt.Println(draft2141bis.ResolutionKey(u), err)
	// Output: urn:isbn:0395363411?c=ToC&s=I2L <nil>
}
