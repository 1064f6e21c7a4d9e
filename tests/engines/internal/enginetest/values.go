package enginetest

import (
	"fmt"
	"strings"

	"github.com/seed7b5a83f0/urn"
)

// Values are values of a column, with those that a format of lines may spoil. Nil is
// NULL.
var Values = []*string{
	new("\ufeffurn:example:a"), // the first, because some programs remove a byte order mark
	nil, new(""), new("URN:Example:a"), new("urn:example:it's"), new(`urn:example:it\'s`), new("urn:example:a\tb"),
	new("urn:example:a\nb"), new("urn:example:a\nurn:example:b"), new("urn:example:a\n"), new("\nurn:example:a"),
	new("urn:example:a\r"), new("urn:example:a\r\n"), new(`urn:example:a\b`), new(`\N`), new("NULL"), new(" urn:example:a"),
	new("urn:example:a "), new("urn:example:%c3%a9"), new("urn:example:é"), new("x"), new("urn:isbn:0-395-36341-1?+r?=q#f"),
	new("urn:ISBN:0395363411"), new("urn:example:\x00"), new("urn:example:\xff"), new("\xff\xfe"), new(`"urn:example:a"`),
	new("urn:example:aé=b"), // a URN, if é becomes ?
	new("urn:example:" + strings.Repeat("a", 1<<20)), new(strings.Repeat("x", 1<<20)), new("urn:example:(a,b)"), new("urn:Example:A~!*&=+$,;@"),
}

var forms = []string{"URN:Example:%d", "urn:example:it's-%d?+r#f", "not a URN %d", "", "urn:uuid:6E8BC430-9C3A-11D9-9669-%012d",
	`\N`, "urn:x:%d", "urn:ietf:rfc:%d", "uRn:nbn:de:%%c3%%a9-%d", "urn:isbn:%d"}

// Row returns value i of a column of many rows, and its key if it is a URN.
func Row(i int) (value, key string, ok bool) {
	value = forms[i%len(forms)]
	if strings.Contains(value, "%") {
		value = fmt.Sprintf(value, i)
	}
	u, err := urn.Parse(value)
	if err != nil {
		return value, "", false
	}
	return value, u.Key(), true
}
