package dfa

import (
	"strings"
	"testing"
	"unsafe"
)

// proof/Begin.v takes for granted that masks are right. These tests decide it. A set is
// 16 bytes of Shuffle, one for each low digit, and a byte looks up the one for its low
// digit. So the tests take each of the 256 values that this one may have, and let all
// other bytes of the table have the opposite. That covers all sets.

// withColumn makes table say of the bytes with the low digit of b what column says, and
// of all other bytes the opposite. It reports whether the table has b.
func withColumn(table *[16]uint8, b byte, column uint8) (in bool) {
	for l := range table {
		table[l] = ^column
	}
	table[b&15] = column
	return b < 0x80 && column>>(b>>4)&1 != 0
}

// other returns a byte that is in a set, or that is not.
func other(table *[16]uint8, in bool) (b byte, ok bool) {
	for c := 255; c >= 0; c-- {
		if (c < 0x80 && table[c&15]>>(c>>4)&1 != 0) == in {
			return byte(c), true
		}
	}
	return 0, false
}

// alias is the string that lies in b. It changes with b.
func alias(b []byte) string { return unsafe.String(&b[0], len(b)) }

// inPage returns a copy of s that begins where a page begins, so that begin reads it.
func inPage(s string) []byte {
	const page = 4096
	room := make([]byte, 2*page)
	at := -int(uintptr(unsafe.Pointer(&room[0]))) & (page - 1)
	return append(room[at:at], s...)
}

// columns is by how much columns are apart in a short run.
func columns(t *testing.T) int {
	if testing.Short() {
		return 51
	}
	return 1
}

// TestMasks decides for each byte, each place in a window and all sets that the masks
// which MEMBERS makes are right. The other bytes of the window are on the other side.
func TestMasks(t *testing.T) {
	if !useVector {
		t.Skip("no vectors")
	}
	for column := 0; column < 256; column += columns(t) {
		for b := range 256 {
			var table [16]uint8
			in := withColumn(&table, byte(b), uint8(column))
			rest, ok := other(&table, !in)
			if !ok {
				continue
			}
			// Each set has a place of its own in the machine.
			sets := []uint64{SetBody, SetFirst, SetSecond, 4, 5, 6, SetLead}
			if column%51 != 0 {
				sets = sets[:1]
			}
			for _, set := range sets {
				var m Machine
				m.Shuffle[SetHead], m.Shuffle[set] = table, table
				text := []byte(strings.Repeat(string([]byte{rest}), windowLen))
				for place := range text {
					text[place] = byte(b)
					want := uint64(1) << place
					if !in {
						want = ^want
					}
					var w masks
					if window(alias(text), 0, &m, set, &w); w.in != want || w.head != want {
						t.Fatalf("set %d with column %#x, byte %#x at %d among %#x: %#x, head %#x; want %#x", set, column, b, place, rest, w.in, w.head, want)
					}
					text[place] = rest
				}
			}
		}
	}
}

// TestEscapeMasks decides the same of the escapes: for each byte as Lead, and for each
// byte and all sets of its two digits.
func TestEscapeMasks(t *testing.T) {
	if !useVector {
		t.Skip("no vectors")
	}
	all := [16]uint8{}
	for l := range all {
		all[l] = 0xff
	}
	check := func(m *Machine, text []byte, place int, want bool) {
		t.Helper()
		var w masks
		window(alias(text), 0, m, SetBody, &w)
		var bits uint64
		if want && place < windowLen-2 {
			bits = 1 << place
		}
		if w.escapes != bits {
			t.Fatalf("%q, lead %#x: escapes %#x, want %#x", text, m.Lead, w.escapes, bits)
		}
	}
	var m Machine
	for b := range 256 {
		m.Shuffle[SetFirst], m.Shuffle[SetSecond] = all, all
		for lead := 0; lead < 256; lead += columns(t) {
			m.Lead = byte(lead)
			rest := byte(lead+1) & 0x7f // not Lead
			text := []byte(strings.Repeat(string([]byte{rest}), windowLen))
			for place := range text {
				text[place] = byte(b)
				check(&m, text, place, b == lead)
				text[place] = rest
			}
		}
		if b == 0x80 {
			continue // Lead is in no set
		}
		m.Lead = 0x80
		for column := 0; column < 256; column += columns(t) {
			for digit := range 2 {
				m.Shuffle[SetFirst], m.Shuffle[SetSecond] = all, all
				in := withColumn(&m.Shuffle[SetFirst+digit], byte(b), uint8(column))
				text := []byte(strings.Repeat("0", windowLen+2))
				for place := range windowLen {
					text[place], text[place+1+digit] = m.Lead, byte(b)
					check(&m, text[:windowLen], place, in)
					text[place], text[place+1+digit] = '0', '0'
				}
			}
		}
	}
}

// plainMachine has a head of any length, and after it one region that is SetBody. The
// captures of begin then say what HEAD has counted, and its end where the first special
// byte is.
func plainMachine() *Machine {
	const begin, after, region = 1, 62, 63
	m := &Machine{Start: 1, Begin: begin, Prefix: 0x3a6e7275, PrefixFold: 0x202020, Lead: 0x81}
	m.Next = make([]uint16, (region+1)*Row)
	m.Info = make([]uint8, region+1)
	m.Accel = make([]uint8, region+1)
	m.Head = Head{Max: 60, Last: 4, Chain: begin, Delimiter: after<<rowBits | 1, Region: region, Except: 1, ExceptFold: 0xffffffff,
		End: ':', Lengths: 0xffffffff}
	for n := range after {
		m.Next[n<<rowBits] = m.Head.Delimiter
	}
	m.Next[after<<rowBits] = region << rowBits
	m.Next[region<<rowBits] = region << rowBits
	m.Info[region] = Accept
	m.Accel[region] = SetBody | Escapes
	for b := range m.Sets {
		m.Sets[b] = 1 << m.Head.Last
		m.Delim[b] = BeginsRun | EndsRun | BeginsRegion
	}
	return m
}

// TestHeadMasks decides for each byte, each place in the run and all sets that HEAD counts
// what is in SetHead, in begin and in lines.
func TestHeadMasks(t *testing.T) {
	if !useVector {
		t.Skip("no vectors")
	}
	const most = 28 // bytes of a run
	m := plainMachine()
	for l := range m.Shuffle[SetBody] {
		m.Shuffle[SetBody][l] = 0xff &^ 1 // all but the control characters below 0x10
	}
	for column := 0; column < 256; column += columns(t) {
		for b := range 256 {
			in := withColumn(&m.Shuffle[SetHead], byte(b), uint8(column))
			rest, ok := other(&m.Shuffle[SetHead], true)
			if !ok {
				continue
			}
			text := inPage("urn:" + strings.Repeat(string([]byte{rest}), most) + strings.Repeat("~", 30) + "\n" + strings.Repeat("~", 160))
			for place := range most {
				text[PrefixLen+place] = byte(b)
				n := place
				if in {
					n = most
				}
				m.Head.End = text[PrefixLen+n]
				var starts Starts
				begin(alias(text[:62]), m, &starts)
				if want := uint32(PrefixLen + n + 1); starts[1] != want {
					t.Fatalf("%q, column %#x: the head has %d bytes, want %d", text[:62], column, starts[1], want)
				}
				var to [2]Line
				if b >= 0x10 && rest >= 0x10 {
					if k, _, undecided := lines(alias(text), m, to[:], 0, 0); k != 1 || undecided == 0 && to[0].Marks[0] != starts[1] || undecided != 0 && n > place {
						t.Fatalf("%q, column %#x: lines takes %d lines, %d undecided, and a head of %d bytes, want %d", text, column, k, undecided, to[0].Marks[0], starts[1])
					}
				}
				text[PrefixLen+place] = rest
			}
		}
	}
}

// TestBodyMasks decides for each byte, each place in a text of one block, of two blocks and
// of three, and all sets, that begin stops at the first byte that is not in SetBody.
func TestBodyMasks(t *testing.T) {
	if !useVector {
		t.Skip("no vectors")
	}
	m := plainMachine()
	for l := range m.Shuffle[SetHead] {
		m.Shuffle[SetHead][l] = 0x10 // @ to O
	}
	for _, size := range []int{40, 64, 65, 128, 150} {
		step := columns(t)
		if size > 64 && step == 1 {
			step = 5
		}
		for column := 0; column < 256; column += step {
			for b := range 256 {
				in := withColumn(&m.Shuffle[SetBody], byte(b), uint8(column))
				rest, ok := other(&m.Shuffle[SetBody], true)
				if !ok {
					continue
				}
				text := inPage("urn:A:" + strings.Repeat(string([]byte{rest}), size-6))
				for place := 7; place < size; place++ {
					text[place] = byte(b)
					want := size
					if !in {
						want = place
					}
					var starts Starts
					if end, state := begin(alias(text), m, &starts); end != want || state != uint(m.Head.Region) {
						t.Fatalf("%q, column %#x: begin stops at %d in state %d, want %d", text, column, end, state, want)
					}
					text[place] = rest
				}
			}
		}
	}
}
