// Package bson writes and reads two kinds of BSON values (version 1.1, bsonspec.org): a
// string, and null for "".
package bson

import (
	"encoding/binary"
	"fmt"
)

// Types of values.
const (
	typeString = 0x02
	typeNull   = 0x0a
)

// lengthSize is the number of bytes of a length.
const lengthSize = 4

// Value returns the type and the data of s, or of null if s is "". The length of s with a
// NUL must fit in 31 bits.
func Value(s string) (typ byte, data []byte) {
	if s == "" {
		return typeNull, nil
	}
	data = make([]byte, 0, lengthSize+len(s)+1)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(s)+1))
	data = append(data, s...)
	return typeString, append(data, 0)
}

// Text returns the text of a string, which shares memory with data, or nothing for null.
// If the value is neither, problem describes it.
func Text(typ byte, data []byte) (text []byte, problem string) {
	switch typ {
	case typeNull:
		return nil, ""
	case typeString:
		if len(data) > lengthSize && uint64(binary.LittleEndian.Uint32(data)) == uint64(len(data)-lengthSize) && data[len(data)-1] == 0 {
			return data[lengthSize : len(data)-1], ""
		}
		return nil, "a malformed BSON string"
	}
	return nil, fmt.Sprintf("a BSON value of type 0x%02X", typ)
}
