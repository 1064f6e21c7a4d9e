package bento

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Records are JSON objects with the keys that the command urn writes with --json, in the same
// order. encoding/json would take several times as long.

// fileOf returns the beginning of the records of a file. Without a name, records have no file.
func fileOf(name string) string {
	if name == "" {
		return "{"
	}
	return string(append(appendText([]byte("{"), "file", []byte(name)), ','))
}

// appendPlace appends what fileOf returned, and the number of the line.
func appendPlace(dst []byte, file string, line int64) []byte {
	dst = append(append(dst, file...), `"line":`...)
	return append(strconv.AppendInt(dst, line, 10), ',')
}

// appendURN appends a record from "input" on. No octet of a URN is escaped in JSON.
func appendURN(dst []byte, u urn.URN, rules *namespace.Registry) []byte {
	s, o := u.String(), u.Offsets()
	dst = append(slices.Grow(dst, 4*len(s)+256), `"input":"`...) // the text is there up to four times
	dst = append(append(dst, s...), `","valid":true,"syntax":"`...)
	dst = append(append(dst, u.Syntax().String()...), '"')
	for _, c := range []struct {
		key  string
		span urn.Span
	}{{"nid", o.NID()}, {"nss", o.NSS()}, {"r", o.R()}, {"q", o.Q()}, {"f", o.F()}} {
		dst = append(append(append(dst, `,"`...), c.key...), `":`...)
		if c.span == (urn.Span{}) {
			dst = append(dst, "null"...)
		} else {
			dst = append(append(append(dst, '"'), s[c.span.Start:c.span.End]...), '"')
		}
	}
	dst = rules.AppendNormalized(append(dst, `,"normalized":"`...), u)
	dst = rules.AppendKey(append(dst, `","key":"`...), u)
	return append(dst, `"}`...)
}

// appendFault appends a record from the key after "input" on. why is what appendWhy appends.
func appendFault(dst []byte, x urn.Syntax, offset int, why string) []byte {
	dst = append(append(dst, `,"valid":false,"syntax":"`...), x.String()...)
	dst = strconv.AppendInt(append(dst, `","error":{"offset":`...), int64(offset), 10)
	return append(append(dst, why...), "}}"...)
}

// appendWhy appends the keys of an error after "offset".
func appendWhy(dst []byte, reason, message string) []byte {
	return appendText(append(append(append(dst, `,"reason":"`...), reason...), `",`...), "message", []byte(message))
}

// whyRefused is what appendWhy appends, and more, for a URN that the rules of its namespace refuse.
func whyRefused(e *namespace.Error) string {
	dst := appendText(append(appendWhy(nil, e.Reason.String(), e.Message()), ','), "namespace", []byte(e.NID))
	return string(appendText(append(dst, ','), "document", []byte(e.Document)))
}

// appendText appends a key and its value. A value that is not UTF-8 is null, and in base64 after that.
func appendText(dst []byte, key string, value []byte) []byte {
	n := printable(value)
	dst = append(append(dst, '"'), key...)
	if !utf8.Valid(value[n:]) {
		dst = append(append(append(dst, `":null,"`...), key...), `_base64":"`...)
		return append(base64.StdEncoding.AppendEncode(dst, value), '"')
	}
	dst = append(append(dst, `":"`...), value[:n]...)
	for rest := value[n:]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case strconv.IsPrint(r):
			dst = append(dst, rest[:size]...)
		default:
			for _, unit := range utf16.AppendRune(nil, r) { // a terminal might obey it
				dst = fmt.Appendf(dst, `\u%04x`, unit)
			}
		}
		n = printable(rest[size:])
		dst = append(dst, rest[size:size+n]...)
		rest = rest[size+n:]
	}
	return append(dst, '"')
}

// printable returns the number of bytes at the beginning of s that JSON writes as they are, and
// that are printable ASCII. It compares eight bytes at once, which is four times as fast.
func printable(s []byte) (n int) {
	const each = ^uint64(0) / 255
	for ; n+8 <= len(s); n += 8 {
		// The high bit becomes set in a byte of another kind. Only from such a byte is there a carry.
		c := binary.LittleEndian.Uint64(s[n:])
		other := (c - each*' ') | (c + each) | ((c ^ each*'"') - each) | ((c ^ each*'\\') - each)
		if other&(each<<7) != 0 {
			break
		}
	}
	for n < len(s) && ' ' <= s[n] && s[n] <= '~' && s[n] != '"' && s[n] != '\\' {
		n++
	}
	return n
}
