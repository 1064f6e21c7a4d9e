package gs1

import (
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/internal/gs1ai"
	"github.com/seed7b5a83f0/urn/namespace/internal/typed"
)

// Element is one element of a GS1 element string: an application identifier and its value.
// The AI has two to four digits. It is a string because leading zeros and the number of
// digits matter, GS1 adds identifiers every year, and programs compare it with constants
// such as "01". [New] and [ParseElements] check it.
type Element struct {
	AI    string
	Value string
}

// Elements are the elements of a GS1 element string, in their order.
type Elements []Element

// String returns the element string with its application identifiers in brackets, such as
// "(01)04012345111118(21)987". If a "(" in a value could be mistaken for the beginning of
// an application identifier, String puts a "\" before it. String does not check the
// elements.
func (list Elements) String() string { return list.source().text }

// source is the text that elements were read from, or are written as, with the offset of each
// value.
type source struct {
	text string
	at   []int
}

func (list Elements) source() (src source) {
	var b strings.Builder
	for _, x := range list {
		b.WriteByte('(')
		b.WriteString(x.AI)
		b.WriteByte(')')
		src.at = append(src.at, b.Len())
		for i := 0; i < len(x.Value); i++ {
			if bracketed(x.Value[i:]) != "" {
				b.WriteByte('\\')
			}
			b.WriteByte(x.Value[i])
		}
	}
	src.text = b.String()
	return src
}

const separator = "\x1d"

// ParseElements returns the elements of an element string, with brackets or without. A
// string that begins with "(" has brackets. Without brackets, it may begin with a symbology
// identifier such as "]C1" and with a group separator. Each value must follow the GS1
// Syntax Dictionary. If an application identifier is not in the dictionary, its value may
// have only the 82 characters of GS1. A value shares memory with s, unless it has a "\"
// before a "(".
func ParseElements(s string) (Elements, error) {
	list, src, err := parse(s)
	if err == nil {
		err = check(list, src)
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

// parse is ParseElements without a check of the values.
func parse(s string) (Elements, source, error) {
	if strings.HasPrefix(s, "(") {
		return parseBrackets(s)
	}
	return parseFNC1(s)
}

// check reports the first element whose value is wrong.
func check(list Elements, src source) error {
	seen := make(map[string]string, len(list))
	for i, x := range list {
		fault := func(at int, reason namespace.Reason, problem string) error {
			if !strings.HasPrefix(src.text[src.at[i]:], x.Value) {
				at = 0 // the value has escapes in the text
			}
			return typed.Text(src.text, src.at[i]+at, reason, x.AI, problem)
		}
		if n := fixedLength(x.AI); n != 0 && len(x.Value) != n {
			return fault(min(n, len(x.Value)), namespace.BadSyntax, "value of "+strconv.Itoa(len(x.Value))+" characters, want "+strconv.Itoa(n)+" digits")
		}
		value := []byte(x.Value)
		at := gs1ai.Value(x.AI, value, false)
		switch {
		case x.Value == "" || !gs1ai.Known(x.AI) && !gs1ai.In('X', x.Value):
			return fault(0, namespace.BadSyntax, "value is empty or has a character that GS1 does not allow in it")
		case !gs1ai.Known(x.AI):
		case at >= 0:
			return fault(at, namespace.BadSyntax, "value does not match the GS1 definition")
		case gs1ai.Value(x.AI, value, true) >= 0:
			at := gs1ai.Value(x.AI, value, true)
			return fault(at, namespace.BadCheckDigit, "wrong check digit or check character"+right(x.AI, value, at))
		}
		if value, ok := seen[x.AI]; ok && value != x.Value {
			return fault(0, namespace.BadSyntax, "second value of the same application identifier; remove one of them")
		}
		seen[x.AI] = x.Value
	}
	return nil
}

// right says which digit makes the check digit at an offset into a value right, if one does.
func right(ai string, value []byte, at int) string {
	for value[at] = '0'; value[at] <= '9'; value[at]++ {
		if next := gs1ai.Value(ai, value, true); next < 0 || next > at {
			return ": it should be '" + string(rune(value[at])) + "'"
		}
	}
	return ""
}

// bracketed returns the application identifier in brackets at the start of s, or "".
func bracketed(s string) string {
	if s == "" || s[0] != '(' {
		return ""
	}
	end := strings.IndexByte(s[:min(len(s), len("(0000)"))], ')')
	if end < len("(00") || !ascii.AllDigits(s[1:end]) {
		return ""
	}
	return s[1:end]
}

func parseBrackets(s string) (Elements, source, error) {
	var list []Element
	src := source{text: s}
	for rest := s; rest != ""; {
		ai := bracketed(rest)
		if ai == "" {
			return nil, src, typed.Text(s, len(s)-len(rest), namespace.BadSyntax, "", "want an application identifier of two to four digits in brackets")
		}
		rest = rest[len(ai)+2:]
		src.at = append(src.at, len(s)-len(rest))
		end, escaped := 0, false
		for ; end < len(rest) && bracketed(rest[end:]) == ""; end++ {
			if rest[end] == '\\' && end+1 < len(rest) && rest[end+1] == '(' {
				end, escaped = end+1, true
			}
		}
		value := rest[:end]
		if escaped {
			value = strings.ReplaceAll(value, `\(`, "(")
		}
		list, rest = append(list, Element{ai, value}), rest[end:]
	}
	return list, src, nil
}

func parseFNC1(s string) (Elements, source, error) {
	rest, src := s, source{text: s}
	for _, symbology := range []string{"]C1", "]d2", "]e0", "]J1", "]Q3"} {
		if after, ok := strings.CutPrefix(rest, symbology); ok {
			rest = after
			break
		}
	}
	rest = strings.TrimPrefix(rest, separator)
	if rest == "" {
		return nil, src, typed.Text(s, len(s), namespace.BadSyntax, "", "no element; want an element string such as (01)04012345111118(21)987, with or without its brackets")
	}
	var list []Element
	for rest != "" {
		n := aiLength(rest)
		if n == 0 {
			return nil, src, typed.Text(s, len(s)-len(rest), namespace.BadSyntax, "", "no application identifier that is known; put brackets around application identifiers")
		}
		ai := rest[:n]
		rest = rest[n:]
		src.at = append(src.at, len(s)-len(rest))
		end := strings.IndexByte(rest, separator[0])
		if end < 0 {
			end = len(rest)
		}
		if n := fixedLength(ai); n != 0 && n < end {
			end = n
		}
		list, rest = append(list, Element{ai, rest[:end]}), strings.TrimPrefix(rest[end:], separator)
	}
	return list, src, nil
}

// aiLengths has the lengths of application identifiers, by their first two digits.
const aiLengths = "2222200000" + "2222222222" + "2223330000" + "2444444204" + "3334000000" +
	"0000000000" + "0000000000" + "4340000000" + "4440000000" + "2222222222"

// aiLength returns the length of the application identifier at the start of s, or 0.
func aiLength(s string) int {
	if len(s) < 2 || !ascii.AllDigits(s[:2]) {
		return 0
	}
	n := int(aiLengths[firstTwo(s)] - '0')
	if n > len(s) || !ascii.AllDigits(s[:n]) {
		return 0
	}
	return n
}

// fixedLengths has the lengths of values that need no separator after them, by the first
// two digits of their application identifiers. GS1 makes no additions to this list.
var fixedLengths = [...]uint8{
	0: 18, 1: 14, 2: 14, 3: 14, 4: 16, 11: 6, 12: 6, 13: 6, 14: 6, 15: 6, 16: 6, 17: 6, 18: 6, 19: 6,
	20: 2, 31: 6, 32: 6, 33: 6, 34: 6, 35: 6, 36: 6, 41: 13,
}

// fixedLength returns the length in fixedLengths for an application identifier, or 0.
func fixedLength(ai string) int {
	if len(ai) < 2 || firstTwo(ai) < 0 || firstTwo(ai) >= len(fixedLengths) {
		return 0
	}
	return int(fixedLengths[firstTwo(ai)])
}

func firstTwo(digits string) int { return 10*int(digits[0]-'0') + int(digits[1]-'0') }
