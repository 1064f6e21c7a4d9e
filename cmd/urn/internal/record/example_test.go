package record_test

import (
	"errors"
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/namespace"
)

func ExampleAppendURN() {
	place := record.Place{File: record.NewFile("app.log"), Line: 12}
	u := urn.MustParse("URN:ISBN:0-395-36341-1")
	fmt.Println(string(record.AppendURN(nil, place, u, namespace.IANA())))
	// Output:
	// {"file":"app.log","line":12,"input":"URN:ISBN:0-395-36341-1","valid":true,"syntax":"rfc8141","nid":"ISBN","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,"normalized":"urn:isbn:9780395363416","key":"urn:isbn:9780395363416"}
}

func ExampleAppendText() {
	text := []byte("URN:Example:a%2fb")
	if o, fault := urn.RFC8141.LocateBytes(text); fault.Reason == 0 {
		fmt.Println(string(record.AppendText(nil, record.Place{Line: 12}, urn.RFC8141, text, o)))
	}
	// Output:
	// {"line":12,"input":"URN:Example:a%2fb","valid":true,"syntax":"rfc8141","nid":"Example","namespace":"example","nss":"a%2fb","r":null,"q":null,"f":null,"normalized":"urn:example:a%2Fb","key":"urn:example:a%2Fb"}
}

func ExampleAppendFault() {
	const input = "URN:x:y"
	_, fault := urn.RFC8141.Locate(input)
	fmt.Println(string(record.AppendFault(nil, record.Place{Line: 3}, input, fault, "malformed NID")))
	// Output:
	// {"line":3,"input":"URN:x:y","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed NID"}}
}

func ExampleAppendTooLong() {
	fault := urn.Fault{Syntax: urn.RFC8141, Offset: 4096, Reason: urn.TooLong}
	fmt.Println(string(record.AppendTooLong(nil, record.Place{Line: 3}, fault, "longer than 4096 bytes")))
	// Output:
	// {"line":3,"input":null,"valid":false,"syntax":"rfc8141","error":{"offset":4096,"reason":"too-long","message":"longer than 4096 bytes"}}
}

func ExampleAppendRefusal() {
	u := urn.MustParse("urn:isbn:0-395-36341-2")
	_, err := namespace.Validate(u)
	var fault *namespace.Error
	if errors.As(err, &fault) {
		fmt.Println(string(record.AppendRefusal(nil, record.Place{}, u, fault, "wrong check digit")))
	}
	// Output:
	// {"input":"urn:isbn:0-395-36341-2","valid":false,"syntax":"rfc8141","error":{"offset":21,"reason":"check-digit","message":"wrong check digit","namespace":"isbn","document":"IANA template of urn:isbn, Syntax"}}
}
