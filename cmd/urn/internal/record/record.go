// Package record writes JSON records about URNs, and about texts that are not
// URNs: one object on a line, with its keys always in the same order.
//
//	{"file":"app.log","line":12,"offset":345,"input":"URN:ISBN:0-395-36341-1",
//	 "valid":true,"syntax":"rfc8141","nid":"ISBN","namespace":"isbn","nss":"0-395-36341-1",
//	 "r":null,"q":null,"f":null,"normalized":"urn:isbn:0-395-36341-1",
//	 "key":"urn:isbn:0-395-36341-1"}
//	{"line":13,"input":"urn:x:y","valid":false,"syntax":"rfc8141",
//	 "error":{"offset":5,"reason":"nid","message":"…"}}
//
// The command urn and the integrations write these objects with this package. So one
// program can read the output of all of them.
//
// # Keys
//
//   - file, line, offset: where the text was found; see [Place].
//   - input: the text as it was found.
//   - valid: whether it is a URN, and, where the rules of its namespace were
//     checked, whether the namespace allows it.
//   - syntax: the name of the syntax that the text was parsed under; see
//     [urn.Syntax.String].
//   - nid, nss, r, q, f: the components as written. A component that is absent is null.
//   - namespace: the NID in lower case.
//   - normalized, key: the normal form and the key.
//   - lines: the number of lines of the file that have a URN.
//   - found: in the record of a near miss, the URN that is a prefix of it.
//   - repaired: null for a text that is a URN. For a text that was repaired, the whole URN
//     and the changes; see [AddRepaired]. "valid" is then true.
//   - count: the number of times the key occurs, in the file if the record has one.
//   - context: the line that the text is in, or a part of the line around the text.
//   - column, length, rule, level, message, name, fix, count, files, more: see [Finding].
//   - error: offset, in bytes from the beginning of the input, reason, a stable
//     name, and message, a text for people that may change.
//
// JSON cannot hold bytes that are not UTF-8. If the value of "input" or "file" has such
// bytes, the value in the record is null. The key "input_base64" or "file_base64" follows
// it, and has the whole value in base64 (RFC 4648, section 4). So no byte is lost.
// Characters that are not printable are escaped, so that a record can be shown on a
// terminal.
//
// The functions append one object without a line end. The functions for a URN allocate only
// if dst has too little room. None of them uses encoding/json, which is several times as
// slow. Tests compare the results with encoding/json.
//
// The package is part of the library's module, because the command and each
// integration are modules of their own, and share only the library.
package record

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
)

// File is the beginning of a record, with the name of the file. The zero File is for
// records without a file.
type File string

// NewFile returns the File for a name, to be used for all records of the file.
func NewFile(name string) File {
	return File(append(appendBytes(nil, "file", name), ','))
}

// AppendLines appends the record of a file in which n lines have URNs.
func AppendLines(dst []byte, f File, n int64) []byte {
	dst = append(append(dst, '{'), f...)
	return append(appendInt(dst, `"lines":`, n), '}')
}

// Place is the position where a text was found. The zero Place adds nothing to a record.
type Place struct {
	File      File
	Line      int64 // from 1; 0: the record has no line
	Offset    int64 // of the text in the file, in bytes from 0
	HasOffset bool  // the record has Offset
}

func (p Place) append(dst []byte) []byte {
	dst = append(dst, '{')
	dst = append(dst, p.File...)
	if p.Line != 0 {
		dst = append(appendInt(dst, `"line":`, p.Line), ',')
	}
	if p.HasOffset {
		dst = append(appendInt(dst, `"offset":`, p.Offset), ',')
	}
	return dst
}

// AppendURN appends the record of a URN. Its normal form and key follow rules. nil
// means RFC 8141 without rules of namespaces.
func AppendURN(dst []byte, p Place, u urn.URN, rules *namespace.Registry) []byte {
	return appendForms(appendComponents(dst, p, u.Syntax(), u.String(), u.Offsets()), u, rules)
}

// appendForms appends the values of "normalized" and "key".
func appendForms(dst []byte, u urn.URN, rules *namespace.Registry) []byte {
	dst = rules.AppendNormalized(dst, u)
	dst = append(dst, `","key":"`...)
	dst = rules.AppendKey(dst, u)
	return append(dst, `"}`...)
}

// AppendText is [AppendURN] for a text that was located and not parsed: o is what
// [urn.Syntax.LocateBytes] of syntax x returns for it. The normal form and the key follow
// RFC 8141.
func AppendText(dst []byte, p Place, x urn.Syntax, text []byte, o urn.Offsets) []byte {
	dst = appendComponents(dst, p, x, text, o)
	dst = o.AppendNormalized(dst, text)
	dst = append(dst, `","key":"`...)
	dst = o.AppendKey(dst, text)
	return append(dst, `"}`...)
}

// appendComponents appends a record up to the value of "normalized". No URN holds
// a byte that JSON has to escape.
func appendComponents[T string | []byte](dst []byte, p Place, x urn.Syntax, s T, o urn.Offsets) []byte {
	// The text is in the record up to four times. Growing dst once avoids repeated copies
	// of a URN of many megabytes.
	dst = slices.Grow(p.append(dst), 4*len(s)+256)
	dst = append(dst, `"input":"`...)
	dst = append(dst, s...)
	dst = append(dst, '"')
	return appendAfterInput(dst, x, s, o)
}

// appendAfterInput appends the part of a record after the value of "input" and before the
// value of "normalized".
func appendAfterInput[T string | []byte](dst []byte, x urn.Syntax, s T, o urn.Offsets) []byte {
	dst = append(dst, `,"valid":true,"syntax":"`...)
	dst = append(dst, x.String()...)
	dst = append(dst, `","nid":"`...)
	nid, nss := o.NID(), o.NSS()
	dst = append(dst, s[nid.Start:nid.End]...)
	dst = append(dst, `","namespace":"`...)
	for _, c := range []byte(s[nid.Start:nid.End]) { // without a copy: nothing is written to it
		dst = append(dst, ascii.Lower(c))
	}
	dst = append(dst, `","nss":"`...)
	dst = append(dst, s[nss.Start:nss.End]...)
	dst = append(dst, '"')
	dst = appendPart(dst, `,"r":`, s, o.R())
	dst = appendPart(dst, `,"q":`, s, o.Q())
	dst = appendPart(dst, `,"f":`, s, o.F())
	return append(dst, `,"normalized":"`...)
}

func appendPart[T string | []byte](dst []byte, key string, s T, part urn.Span) []byte {
	dst = append(dst, key...)
	if part == (urn.Span{}) {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = append(dst, s[part.Start:part.End]...)
	return append(dst, '"')
}

// AppendFault appends the record of an input that is not a URN. message is the
// text for people, such as [urn.Fault.Message] returns.
func AppendFault(dst []byte, p Place, input string, f urn.Fault, message string) []byte {
	dst = appendBytes(p.append(dst), "input", input)
	return appendFault(dst, f, message)
}

// Error is the object "error" of a record, and the syntax that the input was parsed under.
type Error struct {
	Syntax          urn.Syntax
	Offset          int
	Reason, Message string
}

// ErrorOf returns the Error for m, a match in text that is not a URN of x.
func ErrorOf(x urn.Syntax, text []byte, m scan.Match) Error {
	name := string(text[m.Start:m.End])
	if m.Kind != scan.MatchPart {
		return Error{x, m.Fault.Offset, m.Fault.Reason.String(), m.Fault.Message(name)}
	}
	e := Error{x, m.Fault.Offset, "partial", "a prefix, template or pattern, not a name"}
	if m.Fault.Reason == 0 {
		e.Offset = len(name)
	}
	return e
}

// AppendNear appends the record of a near miss or a part; see [scan.MatchKind]. It is the
// record of [AppendFault] with one more key, "found": the URN that is a prefix of the near
// miss, or null if found is empty. input begins with the "urn:".
func AppendNear(dst []byte, p Place, input, found string, e Error) []byte {
	dst = appendBytes(p.append(dst), "input", input)
	if found == "" {
		dst = append(dst, `,"found":null`...)
	} else {
		dst = appendValue(dst, `,"found":`, found)
	}
	return append(appendError(dst, e), "}}"...)
}

// AppendTooLong is [AppendFault] for an input that is too long to be held:
// "input" is null.
func AppendTooLong(dst []byte, p Place, f urn.Fault, message string) []byte {
	dst = append(p.append(dst), `"input":null`...)
	return appendFault(dst, f, message)
}

func appendFault(dst []byte, f urn.Fault, message string) []byte {
	return append(appendError(dst, Error{f.Syntax, f.Offset, f.Reason.String(), message}), "}}"...)
}

// appendError appends the part of a record after "input" for an input that is not valid. It
// does not close the object "error" and the record.
func appendError(dst []byte, e Error) []byte {
	dst = append(dst, `,"valid":false,"syntax":"`...)
	dst = append(dst, e.Syntax.String()...)
	dst = appendInt(dst, `","error":{"offset":`, e.Offset)
	dst = append(dst, `,"reason":"`...)
	dst = append(dst, e.Reason...)
	return appendValue(dst, `","message":`, e.Message)
}

// AppendCount appends the record of a value, such as a key, and the number of times that it
// occurs, in one file or in all files. Without a name, the record has no value.
func AppendCount(dst []byte, count int64, f File, name, value string) []byte {
	dst = append(appendInt(dst, `{"count":`, count), ',')
	dst = append(dst, f...)
	if name == "" {
		return append(bytes.TrimSuffix(dst, []byte{','}), '}')
	}
	return append(AppendString(append(append(append(dst, '"'), name...), `":`...), value), '}')
}

// AddContext adds the key "context" to the record that dst ends with.
func AddContext(dst []byte, line string) []byte {
	dst = append(dst[:len(dst)-len("}")], ',')
	return append(appendBytes(dst, "context", line), '}')
}

// AppendEqual appends the record of a comparison: whether two names are equal, and their
// records. "equal" is null if one of them is not a URN.
func AppendEqual(dst []byte, valid, equal bool, a, b []byte) []byte {
	dst = append(dst, `{"equal":`...)
	if valid {
		dst = strconv.AppendBool(dst, equal)
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(append(dst, `,"a":`...), a...)
	dst = append(append(dst, `,"b":`...), b...)
	return append(dst, '}')
}

// appendBytes appends a key and its value, which may be any bytes.
func appendBytes(dst []byte, key, value string) []byte {
	dst = append(dst, '"')
	dst = append(dst, key...)
	dst = append(dst, `":`...)
	if utf8.ValidString(value) {
		return AppendString(dst, value)
	}
	dst = append(dst, `null,"`...)
	dst = append(dst, key...)
	dst = append(dst, `_base64":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, []byte(value))
	return append(dst, '"')
}

// appendInt appends the text before a number, and the number.
func appendInt[T int | int64](dst []byte, before string, n T) []byte {
	return strconv.AppendInt(append(dst, before...), int64(n), 10)
}

// appendValue appends the text before a string, and the string, which must be UTF-8.
func appendValue(dst []byte, before, s string) []byte {
	return AppendString(append(dst, before...), s)
}

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string. It escapes the characters that JSON requires to
// be escaped, and every character that is not printable. s must be UTF-8.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0 // s[:from] has been appended
	for i := 0; i < len(s); {
		c := s[i]
		if ' ' <= c && c <= '~' && c != '"' && c != '\\' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if c != '"' && c != '\\' && strconv.IsPrint(r) {
			i += size
			continue
		}
		dst = append(dst, s[from:i]...)
		switch r {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b', '\f', '\n', '\r', '\t':
			dst = append(dst, '\\', "btn\x00fr"[r-'\b'])
		default:
			if r > 0xffff {
				r -= 0x10000
				dst = appendUnit(dst, 0xd800+r>>10)
				r = 0xdc00 + r&0x3ff
			}
			dst = appendUnit(dst, r)
		}
		i += size
		from = i
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// appendUnit appends one UTF-16 code unit as an escape.
func appendUnit(dst []byte, u rune) []byte {
	return append(dst, '\\', 'u', hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}
