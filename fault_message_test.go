package urn

import "testing"

func TestFaultMessage(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{"urn:x:y", `malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit`},
		{"nru:x:y", `does not begin with "urn:": unexpected 'n'`},
		{"", `does not begin with "urn:": the input ends too early`},
		{"urn:example:", `malformed namespace-specific string: the input ends too early; a namespace-specific string has at least one character`},
		{"urn:example:a b", `malformed namespace-specific string: unexpected ' ' (U+0020); write it as %20`},
		{"urn:example:a\x00", `malformed namespace-specific string: unexpected U+0000; write it as %00`},
		{"urn:example:a'\"", `malformed namespace-specific string: unexpected '"'; write it as %22`},
		{`urn:example:\`, `malformed namespace-specific string: unexpected '\'; write it as %5C`},
		{"urn:example:é", `malformed namespace-specific string: unexpected 'é' (U+00E9); write it as %C3%A9`},
		{"urn:example:\u202e", `malformed namespace-specific string: unexpected U+202E; write it as %E2%80%AE`},
		{"urn:example:\u0301", `malformed namespace-specific string: unexpected U+0301; write it as %CC%81`},
		{"urn:example:\U0001f600", `malformed namespace-specific string: unexpected '😀' (U+1F600); write it as %F0%9F%98%80`},
		{"urn:example:\xe9", `malformed namespace-specific string: unexpected byte 0xE9; write it as %E9`},
		{"urn:example:\ufffd", "malformed namespace-specific string: unexpected '\ufffd' (U+FFFD); write it as %EF%BF%BD"},
		{"urn:example:%g", `malformed percent-encoding: unexpected 'g'; two hexadecimal digits follow a '%'; write a '%' that is data as %25`},
		{"\ufeffurn:a:b", `does not begin with "urn:": unexpected U+FEFF`},
	} {
		_, fault := RFC8141.Locate(c.input)
		if got := fault.Message(c.input); got != c.want {
			t.Errorf("message of %q = %s, want %s", c.input, got, c.want)
		}
	}
	for _, c := range []struct {
		x           Syntax
		input, want string
	}{
		{RFC2141, "urn:example:~", `malformed namespace-specific string: unexpected '~'; write it as %7E`},
		{RFC8141, "urn:example:%\x00", `malformed percent-encoding: unexpected U+0000; two hexadecimal digits follow a '%'; write a '%' that is data as %25`},
		{Draft2141bis, "urn:example:%0g", `malformed percent-encoding: unexpected 'g'; two hexadecimal digits follow a '%'; write a '%' that is data as %25`},
		{RFC8141, "urn:example:a?+b?<", `malformed r-component: unexpected '<'; write it as %3C`},
	} {
		_, fault := c.x.Locate(c.input)
		if got := fault.Message(c.input); got != c.want {
			t.Errorf("%v: message of %q = %s, want %s", c.x, c.input, got, c.want)
		}
	}
	// A Fault without a Reason is none, whatever the input.
	for _, input := range []string{"", "urn:ex:a", "x"} {
		if got, err := (Fault{Offset: 3}).Message(input), (Fault{Offset: 3}).Err(input); got != "" || err != nil {
			t.Errorf("no fault in %q: %q, %v", input, got, err)
		}
	}
	if got := (Fault{Offset: 3, Reason: TooLong}).Message(""); got != TooLong.words() {
		t.Errorf("Message of TooLong = %s, want %s", got, TooLong.words())
	}
}
