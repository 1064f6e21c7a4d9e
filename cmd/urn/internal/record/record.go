// Package record writes what the command says of a URN as JSON: one object a
// line, its keys always in the same order.
//
//	{"file":"app.log","line":12,"offset":345,"input":"URN:ISBN:0-395-36341-1",
//	 "valid":true,"syntax":"rfc8141","nid":"ISBN","nss":"0-395-36341-1",
//	 "r":null,"q":null,"f":null,"normalized":"urn:isbn:0-395-36341-1",
//	 "key":"urn:isbn:0-395-36341-1"}
//	{"line":13,"input":"urn:x:y","valid":false,"syntax":"rfc8141",
//	 "error":{"offset":5,"reason":"nid","message":"…"}}
//
// JSON cannot hold bytes that are not UTF-8. Where the value of "input" or
// "file" would have such bytes it is null, and the key "input_base64" or
// "file_base64" that follows it has them all in base64 (RFC 4648, section 4).
// Nothing is replaced.
//
// The objects are put together by hand, which is several times as fast as
// encoding/json; tests compare the two.
package record

import (
	"encoding/base64"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// File is the beginning of a record that tells the input's name. The zero File
// tells none.
type File string

// NewFile makes a File, once for all records of an input.
func NewFile(name string) File {
	return File(append(appendBytes(nil, "file", name), ','))
}

// Place says where a URN was found.
type Place struct {
	File      File
	Line      int64 // from 1; 0: not told
	Offset    int64 // of the URN in the input, in bytes
	HasOffset bool  // tell Offset
}

func (p Place) append(dst []byte) []byte {
	dst = append(dst, '{')
	dst = append(dst, p.File...)
	if p.Line != 0 {
		dst = append(dst, `"line":`...)
		dst = strconv.AppendInt(dst, p.Line, 10)
		dst = append(dst, ',')
	}
	if p.HasOffset {
		dst = append(dst, `"offset":`...)
		dst = strconv.AppendInt(dst, p.Offset, 10)
		dst = append(dst, ',')
	}
	return dst
}

// AppendValid appends the record of a URN, without a newline. It allocates
// only if dst has too little room.
func AppendValid(dst []byte, p Place, u urn.URN) []byte {
	return AppendValidUnder(dst, p, u, namespace.General)
}

// AppendValidUnder is [AppendValid] with the normal form and the key under rules
// that cannot fail: namespace.General or namespace.IANA.
func AppendValidUnder(dst []byte, p Place, u urn.URN, rules *namespace.Registry) []byte {
	dst, _ = rules.AppendNormalized(appendComponents(dst, p, u), u)
	dst = append(dst, `","key":"`...)
	dst, _ = rules.AppendKey(dst, u)
	return append(dst, `"}`...)
}

// appendComponents appends the record of a URN up to its normal form.
func appendComponents(dst []byte, p Place, u urn.URN) []byte {
	// No URN holds a byte that JSON has to escape.
	s, o := u.String(), u.Offsets()
	// It is in there up to four times. Growing at once spares a URN of many
	// megabytes the copies that growing step by step leaves behind.
	dst = slices.Grow(p.append(dst), 4*len(s)+256)
	dst = append(dst, `"input":"`...)
	dst = append(dst, s...)
	dst = append(dst, `","valid":true,"syntax":"`...)
	dst = append(dst, u.Syntax().String()...)
	dst = append(dst, `","nid":"`...)
	dst = append(dst, u.NID()...)
	dst = append(dst, `","nss":"`...)
	dst = append(dst, u.NSS()...)
	dst = append(dst, '"')
	dst = appendPart(dst, `,"r":`, s, o.R())
	dst = appendPart(dst, `,"q":`, s, o.Q())
	dst = appendPart(dst, `,"f":`, s, o.F())
	return append(dst, `,"normalized":"`...)
}

func appendPart(dst []byte, key, s string, part urn.Span) []byte {
	dst = append(dst, key...)
	if part == (urn.Span{}) {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = append(dst, s[part.Start:part.End]...)
	return append(dst, '"')
}

// AppendInvalid appends the record of an input that is not a URN of syntax x,
// without a newline.
func AppendInvalid(dst []byte, p Place, x urn.Syntax, input string, f urn.Fault, message string) []byte {
	dst = appendBytes(p.append(dst), "input", input)
	return appendError(dst, x, f, message)
}

// AppendUnheld is [AppendInvalid] for an input that is too long to be held:
// "input" is null.
func AppendUnheld(dst []byte, p Place, x urn.Syntax, f urn.Fault, message string) []byte {
	dst = append(p.append(dst), `"input":null`...)
	return appendError(dst, x, f, message)
}

func appendError(dst []byte, x urn.Syntax, f urn.Fault, message string) []byte {
	dst = append(dst, `,"valid":false,"syntax":"`...)
	dst = append(dst, x.String()...)
	dst = append(dst, `","error":{"offset":`...)
	dst = strconv.AppendInt(dst, int64(f.Offset), 10)
	dst = append(dst, `,"reason":"`...)
	dst = append(dst, f.Reason.String()...)
	dst = append(dst, `","message":`...)
	dst = AppendString(dst, message)
	return append(dst, "}}"...)
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

const hexDigits = "0123456789abcdef"

// AppendString appends s, which is UTF-8, as a JSON string. Beyond what JSON
// demands, it escapes every character that is not printable, so that a
// terminal can be shown the result.
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
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
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
