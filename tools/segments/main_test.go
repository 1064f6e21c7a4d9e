package main

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// memory returns what the data sections of a program put into memory, and how many
// segments there are.
func memory(t *testing.T, b []byte) (image []byte, count uint64) {
	t.Helper()
	for b = b[header:]; len(b) > 0; {
		size, n := binary.Uvarint(b[1:])
		body, id := b[1+n:][:size], b[0]
		if b = b[1+n+int(size):]; id != dataSection {
			continue
		}
		count, n = binary.Uvarint(body)
		for body = body[n:]; len(body) > 0; {
			at, n := signed(body[2:])
			size, m := binary.Uvarint(body[3+n:])
			data := body[3+n+m:][:size]
			body = body[3+n+m+int(size):]
			if more := int(at) + len(data) - len(image); more > 0 {
				image = append(image, make([]byte, more)...)
			}
			copy(image[at:], data)
		}
	}
	return image, count
}

func section(id byte, body []byte) []byte {
	return append(binary.AppendUvarint([]byte{id}, uint64(len(body))), body...)
}

// TestDataCount: a program that has the number of its segments is refused.
func TestDataCount(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("its number would be wrong")
		}
	}()
	join(append([]byte("\x00asm\x01\x00\x00\x00"), section(dataCount, []byte{10})...))
}

// TestJoin: the memory is the same with fewer segments, and other sections are as they were.
func TestJoin(t *testing.T) {
	var data []byte
	n := 0
	// Far apart, near, overlapping, adjacent, before the others, and on both sides of another.
	for _, at := range []int32{5000, 5010, 5011, 5014, 70_000, 70_300, 100, 1 << 20, 4990, 5020} {
		data = append(appendSigned(append(data, 0, i32Const), at), end, 3, byte(at), byte(at>>8)|1, byte(at>>16)|2)
		n++
	}
	program := append([]byte("\x00asm\x01\x00\x00\x00"), section(1, []byte{1, 2, 3})...)
	program = append(program, section(dataSection, append(binary.AppendUvarint(nil, uint64(n)), data...))...)
	program = append(program, section(0, bytes.Repeat([]byte{7}, 300))...)

	joined := join(program)
	want, _ := memory(t, program)
	have, count := memory(t, joined)
	if !bytes.Equal(have, want) {
		t.Error("the memory differs")
	}
	// 5010 and 5014 are joined to what is before them.
	if count != 8 {
		t.Errorf("%d segments, want 8", count)
	}
	if !bytes.HasPrefix(joined, program[:header+5]) || !bytes.HasSuffix(joined, section(0, bytes.Repeat([]byte{7}, 300))) {
		t.Error("other sections differ")
	}
	for _, v := range []int32{0, 1, -1, 63, 64, -64, -65, 8191, 8192, 1<<31 - 1, -1 << 31} {
		b := appendSigned(nil, v)
		if have, n := signed(b); have != v || n != len(b) {
			t.Errorf("%d is read as %d", v, have)
		}
	}
}
