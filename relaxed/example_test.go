package relaxed_test

import (
	"flag"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/relaxed"
)

func ExampleURN() {
	var name relaxed.URN
	flags := flag.NewFlagSet("example", flag.ContinueOnError)
	flags.TextVar(&name, "name", relaxed.URN{}, "a name")
	err := flags.Parse([]string{"-name", "urn:eu.europa.ec.eudi:pid:1"})
	fmt.Println(name.NID(), err)
	// Output: eu.europa.ec.eudi <nil>
}

func ExampleURN_MarshalText() {
	b, err := relaxed.URN{URN: urn.Relaxed.MustParse("urn:eu.europa.ec.eudi:pid:1")}.MarshalText()
	fmt.Printf("%s %v\n", b, err)
	// Output: urn:eu.europa.ec.eudi:pid:1 <nil>
}

func ExampleURN_AppendText() {
	b, err := relaxed.URN{URN: urn.Relaxed.MustParse("urn:eu.europa.ec.eudi:pid:1")}.AppendText([]byte("name="))
	fmt.Printf("%s %v\n", b, err)
	// Output: name=urn:eu.europa.ec.eudi:pid:1 <nil>
}

func ExampleURN_UnmarshalText() {
	var name relaxed.URN
	err := name.UnmarshalText([]byte("urn:eu.europa.ec.eudi:pid:1"))
	fmt.Println(name.NID(), err)
	// Output: eu.europa.ec.eudi <nil>
}

func ExampleURN_Scan() {
	var name relaxed.URN
	err := name.Scan([]byte("urn:eu.europa.ec.eudi:pid:1"))
	fmt.Println(name.NID(), err)
	// Output: eu.europa.ec.eudi <nil>
}

func ExampleURN_Value() {
	v, err := relaxed.URN{}.Value() // NULL
	fmt.Println(v, err)
	// Output: <nil> <nil>
}

func ExampleURN_MarshalBSONValue() {
	typ, data, err := relaxed.URN{}.MarshalBSONValue() // null
	fmt.Printf("%#x %q %v\n", typ, data, err)
	// Output: 0xa "" <nil>
}

func ExampleURN_UnmarshalBSONValue() {
	name := relaxed.URN{URN: urn.Relaxed.MustParse("urn:eu.europa.ec.eudi:pid:1")}
	err := name.UnmarshalBSONValue(0x0a, nil) // null
	fmt.Println(name.IsZero(), err)
	// Output: true <nil>
}
