// Command segments joins the data segments of a program in WebAssembly that Go has
// linked, so that it compresses better.
//
//	segments in.wasm out.wasm
//
// The linker leaves out each run of 8 zero bytes. The table that finds a function by its
// address (runtime.findfunctab) has 20 bytes for each 4 KiB of addresses, of which 2 are
// not zero, and WebAssembly gives each function 64 KiB. So 9 in 10 segments are 2 bytes
// of data and 6 of address, which compress badly. Zero bytes compress well.
package main

import (
	"encoding/binary"
	"fmt"
	"os"
)

const (
	header      = 8 // the magic bytes and the version
	dataSection = 11
	dataCount   = 12 // the section with the number of segments
	i32Const    = 0x41
	end         = 0x0B
	gap         = 256 // between segments that are joined, in bytes
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: segments in.wasm out.wasm")
		os.Exit(2)
	}
	b, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[2], join(b), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// join returns the program b with fewer segments. It panics if b is not a program, or has a
// section DataCount, whose number would be wrong.
func join(b []byte) []byte {
	out := append([]byte(nil), b[:header]...)
	for b = b[header:]; len(b) > 0; {
		id := b[0]
		size, n := binary.Uvarint(b[1:])
		body := b[1+n:][:size]
		b = b[1+n+int(size):]
		if id == dataCount {
			panic("a section with the number of segments, which Go's linker does not write")
		}
		if id == dataSection {
			body = segments(body)
		}
		out = binary.AppendUvarint(append(out, id), uint64(len(body)))
		out = append(out, body...)
	}
	return out
}

// segments returns a data section with fewer segments.
func segments(b []byte) []byte {
	type segment struct {
		at   int32
		data []byte
	}
	var list []segment
	highest := 0 // the end of the segments so far
	count, n := binary.Uvarint(b)
	b = b[n:]
	for range count {
		if b[0] != 0 || b[1] != i32Const {
			panic("a segment that is not at a constant address of the only memory")
		}
		at, n := signed(b[2:])
		size, m := binary.Uvarint(b[2+n+1:]) // after the end of the expression
		data := b[2+n+1+m:][:size]
		b = b[2+n+1+m+int(size):]
		// The zeros in between may not overwrite another segment.
		if k := len(list) - 1; k >= 0 && int(list[k].at)+len(list[k].data) == highest {
			if free := int(at) - highest; 0 <= free && free < gap {
				highest = int(at) + len(data)
				list[k].data = append(append(list[k].data, make([]byte, free)...), data...)
				continue
			}
		}
		list = append(list, segment{at, append([]byte(nil), data...)})
		highest = max(highest, int(at)+len(data))
	}
	out := binary.AppendUvarint(nil, uint64(len(list)))
	for _, s := range list {
		out = append(appendSigned(append(out, 0, i32Const), s.at), end)
		out = append(binary.AppendUvarint(out, uint64(len(s.data))), s.data...)
	}
	return out
}

// signed reads a number in the signed form of LEB128, and returns its length.
func signed(b []byte) (v int32, n int) {
	for shift := 0; ; shift += 7 {
		c := b[n]
		n++
		v |= int32(c&0x7F) << shift
		if c < 0x80 {
			if shift < 25 && c&0x40 != 0 {
				v |= -1 << (shift + 7)
			}
			return v, n
		}
	}
}

func appendSigned(dst []byte, v int32) []byte {
	for {
		c := byte(v & 0x7F)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(dst, c)
		}
		dst = append(dst, c|0x80)
	}
}
