package bento

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// Records are the objects that the command urn writes with --json, with the
// same keys in the same order, so that the output of either can be fed to the
// same programs. They are put together by hand, which is several times as
// fast as encoding/json.

// recordFile is the beginning of a record that tells the file's name. "" tells
// none.
type recordFile string

func newRecordFile(name string) recordFile {
	if name == "" {
		return ""
	}
	return recordFile(append(appendBytes(nil, "file", []byte(name)), ','))
}

// recordPlace is where something was found.
type recordPlace struct {
	file      recordFile
	line      int64
	offset    int64
	hasOffset bool
}

func (p recordPlace) append(dst []byte) []byte {
	dst = append(dst, '{')
	dst = append(dst, p.file...)
	dst = append(dst, `"line":`...)
	dst = strconv.AppendInt(dst, p.line, 10)
	if p.hasOffset {
		dst = append(dst, `,"offset":`...)
		dst = strconv.AppendInt(dst, p.offset, 10)
	}
	return append(dst, ',')
}

// appendValid appends the record of a URN.
func appendValid(dst []byte, p recordPlace, r *namespace.Registry, u urn.URN) ([]byte, error) {
	// No URN holds a byte that JSON has to escape.
	o := u.Offsets()
	dst = append(p.append(dst), `"input":"`...)
	dst = append(dst, u.String()...)
	dst = append(dst, `","valid":true,"syntax":"`...)
	dst = append(dst, u.Syntax().String()...)
	dst = append(dst, `","nid":"`...)
	dst = append(dst, u.NID()...)
	dst = append(dst, `","nss":"`...)
	dst = append(dst, u.NSS()...)
	dst = append(dst, '"')
	dst = appendComponent(dst, `,"r":`, u, o.R())
	dst = appendComponent(dst, `,"q":`, u, o.Q())
	dst = appendComponent(dst, `,"f":`, u, o.F())
	dst = append(dst, `,"normalized":"`...)
	dst, err := r.AppendNormalized(dst, u)
	if err != nil {
		return dst, err
	}
	dst = append(dst, `","key":"`...)
	if dst, err = r.AppendKey(dst, u); err != nil {
		return dst, err
	}
	return append(dst, `"}`...), nil
}

func appendComponent(dst []byte, key string, u urn.URN, s urn.Span) []byte {
	dst = append(dst, key...)
	if s == (urn.Span{}) {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = append(dst, u.String()[s.Start:s.End]...)
	return append(dst, '"')
}

// appendInvalid appends the record of a line that is not a URN of syntax x, or
// one that its namespace refuses.
func appendInvalid(dst []byte, p recordPlace, x urn.Syntax, line []byte, f fault) []byte {
	dst = appendBytes(p.append(dst), "input", line)
	dst = append(dst, `,"valid":false,"syntax":"`...)
	dst = append(dst, x.String()...)
	return appendFault(append(dst, '"'), f)
}

// appendTooLong appends the record of a line that is longer than limit.
func appendTooLong(dst []byte, p recordPlace, limit int) []byte {
	dst = append(p.append(dst), `"input":null,"valid":false`...)
	return appendFault(dst, fault{limit, urn.TooLong.String(), fmt.Sprintf("longer than %d bytes (see max_line)", limit)})
}

func appendFault(dst []byte, f fault) []byte {
	dst = append(dst, `,"error":{"offset":`...)
	dst = strconv.AppendInt(dst, int64(f.offset), 10)
	dst = append(dst, `,"reason":"`...)
	dst = append(dst, f.reason...)
	dst = append(dst, `","message":`...)
	dst = appendString(dst, f.message)
	return append(dst, "}}"...)
}

// appendBytes appends a key and its value, which may be any bytes. JSON cannot
// hold bytes that are not UTF-8: of such a value all is put in base64 under
// another key, and nothing is replaced.
func appendBytes(dst []byte, key string, value []byte) []byte {
	dst = append(dst, '"')
	dst = append(dst, key...)
	dst = append(dst, `":`...)
	if utf8.Valid(value) {
		return appendString(dst, string(value))
	}
	dst = append(dst, `null,"`...)
	dst = append(dst, key...)
	dst = append(dst, `_base64":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, value)
	return append(dst, '"')
}

// appendString appends s, which is UTF-8, as a JSON string. What needs an
// escape is rare enough for encoding/json to do it.
func appendString(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(s) // no string is refused
			return append(dst, quoted...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}
