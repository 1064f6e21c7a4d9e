package dfa

import (
	"math"
	"math/bits"
	"runtime"
	"strings"
)

// Starts records captures: Starts[m] is one past the position of the byte that
// carried mark m. Element 0 takes the stores of the steps that mark nothing, so
// that a step needs no branch.
type Starts [MaxMarks]uint32

// Run steps m through s from its start. It returns the position of the first
// byte that has no transition, or len(s), and the state there. The input is
// accepted if end is len(s) and m.Info[state] has Accept. Where two states
// differ on no continuation of s, state may be either of them. Captures are
// recorded in starts, which must be zero. len(s) must be below 1<<31.
func (m *Engine) Run(s string, starts *Starts) (end int, state uint) {
	if end, state = m.RunFirst(s, starts); end != len(s) {
		return m.RunRest(s, end, state, starts)
	}
	return end, state
}

// RunFirst is the first half of [Engine.Run]. For most texts there is no second half: if
// end is len(s), m accepts s. Otherwise, pass end and state to [Engine.RunRest].
//
// If end is -1, RunFirst has decided nothing. This is so for every text of 2 GiB or
// more. If end is at least 0, s[end:] leads from state to the same state as from the
// state in which m reaches s[end].
func (m *Engine) RunFirst(s string, starts *Starts) (end int, state uint) {
	return begin(s, m, starts)
}

// RunLine is Run for the first line of text, which ends before LF or CR LF. It also
// returns the length of the line without its end, or -1 if the end is not in text.
// For a line longer than [math.MaxInt32] bytes, end and state are 0.
func (m *Engine) RunLine(text string, starts *Starts) (n, end int, state uint) {
	if useBegin && useVector && len(text) >= lineRoom {
		if end, state, n = beginLine(text, m, starts); n >= 0 {
			if end != n {
				end, state = m.RunRest(text[:n], end, state, starts)
			}
			return n, end, state
		}
	}
	n = strings.IndexByte(text, '\n')
	if n < 0 {
		return n, 0, 0
	}
	if n > 0 && text[n-1] == '\r' {
		n--
	}
	if n <= math.MaxInt32 {
		end, state = m.Run(text[:n], starts)
	}
	return n, end, state
}

// RunRest is the second half of [Engine.Run]. end and state are from RunFirst. len(s)
// must be below 1<<31.
func (m *Engine) RunRest(s string, end int, state uint, starts *Starts) (int, uint) {
	if !useVector {
		return m.portable(s, starts)
	}
	if end < 0 {
		end, state = 0, uint(m.Start)
		if len(s) >= PrefixLen && load32(s)|m.PrefixFold == m.Prefix {
			end, state = PrefixLen, uint(m.Begin)
		}
		return m.rest(s, end, state, starts)
	}
	if len(s) > beginLen && end > PrefixLen {
		end, state = m.regions(s, end, starts)
	}
	// Most often m has no transition on the next byte, or on one soon after it.
	from, before := end, state
	for uint(end) < uint(len(s)) {
		e := uint(m.Next[state<<rowBits|uint(m.Class[s[end]])])
		if e == 0 {
			break
		}
		if end == from+fewSteps {
			return m.rest(s, from, before, starts)
		}
		end++
		starts[e%MaxMarks] = uint32(end)
		state = e >> rowBits
		if m.Accel[state] != 0 && m.Accel[state] != Counted {
			return m.rest(s, end, state, starts)
		}
	}
	return end, state
}

// fewSteps is how many bytes RunRest takes one at a time. A name refused in its
// first bytes then takes 0.75 of the time that run takes for it.
const fewSteps = 8

// rest runs m through s[i:] from a state on.
func (m *Engine) rest(s string, i int, state uint, starts *Starts) (end int, last uint) {
	var w masks
	end, last, _ = m.run(s, i, state<<rowBits, 0, starts, &w, -windowLen)
	return end, last >> rowBits
}

// regions runs m through the regions of s[i:], of which the first one is
// Head.Region. It stops at a byte that is special and no delimiter between regions
// of m.exits, or where it cannot see the first byte of the other region.
func (m *Engine) regions(s string, i int, starts *Starts) (end int, state uint) {
	var special regionBits
	base, limit, row := i, i, uint(m.region/exitRow)
	for {
		if i >= limit {
			base, limit = i, i+special.fill(s[i:], m)
		}
		i += special.zeros(i - base)
		if i >= limit {
			i = limit
			if i == len(s) {
				break
			}
			continue
		}
		var second uint8
		if i+1 < len(s) {
			second = m.Delim[s[i+1]]
		}
		x := &m.exits[row<<4|uint(m.Delim[s[i]]&0xc|second&3)]
		next := i + int(x.width)
		if x.need == noExit || next > len(s) {
			break
		}
		if x.first != 0 && (special.at(next-base)&1 != 0 || m.Delim[s[next]]&x.first != 0) {
			break
		}
		i = next
		starts[x.mark%MaxMarks] = uint32(i)
		row = uint(x.row / exitRow)
	}
	return i, uint(m.states[row%maxRows])
}

// run is the one loop of a Machine. It steps m through s[i:] from the state of
// row. It returns three values. The first is the position of the first byte
// that has no transition, or len(s). The second is the row of the state there.
// The third is the last position before that at which m was seen to accept, or
// -1. Captures are recorded with offset added. w is the window that begins at
// s[base], if base is not below 0.
//
// run is for processors with vectors. runPortable is for those without.
//
// The textbook loop takes one byte and one transition at a time. The end of run
// does just that. Four shortcuts before it lead to the same result:
//
//  1. A window decides for 64 bytes at once which sets each byte is in.
//  2. The counted run from Begin is one count of trailing zeros. The delimiter
//     after it and the first byte of a region are only compared with the
//     tables, so nothing waits for a table look-up.
//  3. In an accelerated state, the bytes before the next special byte are
//     skipped. A byte is special if it is neither in the set of the state nor
//     part of a whole escape.
//  4. A delimiter between two regions leads straight to the other region, whose
//     special bytes are found in the same window. The loop does not take this
//     shortcut if only the first of the two regions has escapes.
func (m *Machine) run(s string, i int, row uint, offset uint32, starts *Starts, w *masks, base int) (end int, last uint, accepted int) {
	accepted = -1
	for i < len(s) {
		accel := m.Accel[row>>rowBits]
		if accel != 0 && i-base >= windowLen-2 {
			// An escape that begins in the last two bytes of a window is not
			// seen as a whole.
			base = i
			window(s, base, m, w)
		}
		if accel == Counted {
			h := &m.Head
			n := min(zeros(^(w.head >> (uint(i-base) % windowLen))), int(h.Max))
			if m.Next[row|uint(m.Class[s[i]])] != 0 && i+n < len(s) && i+4 <= len(s) && load32(s[i:])|h.ExceptFold != h.Except {
				i += n
				run := uint(h.Chain)
				if m.Sets[s[i-1]]>>h.Last&1 == 0 {
					run = uint(h.Broken)
				}
				row = (run + uint(n)) << rowBits
				if m.Next[row|uint(m.Class[s[i]])] != h.Delimiter {
					continue
				}
				i++
				starts[h.Delimiter%MaxMarks] = offset + uint32(i)
				row = uint(h.Delimiter) &^ rowMask
				if i >= len(s) || m.Next[row|uint(m.Class[s[i]])] == 0 {
					continue
				}
				if i-base >= windowLen-2 || (w.body|w.escapes)>>(uint(i-base)%windowLen)&1 == 0 {
					continue
				}
				row = uint(h.Region) << rowBits
				accel = m.Accel[h.Region]
			}
		}
		if accel != 0 && accel != Counted {
			skip := w.body
			if set := accel & SetMask; set != SetBody {
				if !w.all {
					windowRest(s, base, m, w)
				}
				skip = w.rest[set-SetBody-1]
			}
			if accel&Escapes != 0 {
				skip |= w.escapes
			}
			special := ^skip
			limit := min(len(s)-1, base+windowLen-2)
			for {
				from := uint(i-base) % windowLen
				i = base + zeros(special>>from<<from)
				if i >= limit || accel < Region {
					break
				}
				x := &m.Exits[uint(accel/Region-1)<<4|uint(m.Delim[s[i]]&0xc)|uint(m.Delim[s[i+1]]&3)]
				next := i + int(x.Width)
				first := s[min(next, len(s)-1)]
				blocked := m.Delim[first] | uint8(special>>(uint(next-base)%windowLen))<<4
				if x.Width == 0 || x.First&blocked != 0 || accel&^x.Accel&Escapes != 0 {
					break
				}
				i = next
				starts[x.Mark%MaxMarks] = offset + uint32(i)
				row = uint(x.State) << rowBits
				accel = x.Accel
			}
			if i >= len(s) {
				return i, row, accepted
			}
			if i-base >= windowLen-2 {
				continue
			}
		}
		if m.Info[row>>rowBits]&Accept != 0 {
			accepted = i
		}
		e := uint(m.Next[row|uint(m.Class[s[i]])])
		if e == 0 {
			break
		}
		i++
		starts[e%MaxMarks] = offset + uint32(i)
		row = e &^ rowMask
	}
	return i, row, accepted
}

// zeros returns the number of trailing zeros of x. On amd64, the instruction that
// bits.TrailingZeros64 compiles to waits for the former value of its result
// register: that makes one name wait for the one before it, and costs 17 ns.
func zeros(x uint64) int {
	if runtime.GOARCH == "amd64" {
		return bits.OnesCount64((x - 1) &^ x)
	}
	return bits.TrailingZeros64(x)
}

func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
