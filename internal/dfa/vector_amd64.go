//go:build gc && !purego

package dfa

import (
	"os"
	"strings"
)

// hasVector says that the processor and the system have 32-byte vectors, and that GODEBUG
// does not turn them off. useVector says that they are used.
var (
	hasVector = hasAVX2() && allowsAVX2(os.Getenv("GODEBUG"))
	useVector = hasVector
)

// first calls begin if vectors are used, and otherwise beginPortable. The choice is not
// made in RunFirst, because the compiler would not inline it: that costs a twentieth of the
// time of a short name.
//
//go:noescape
func first(s string, m *Machine, starts *Starts) (end int, state uint)

// begin is [Machine.RunFirst] with vectors. It takes the prefix, a counted run of up to 28
// bytes, and regions with the exits between them, as run does. It stops where run would
// have to step, and at the fourth special byte at the latest.
//
// It may load bytes before and after s in memory, but only from pages that hold a byte of
// s. window does the same.
//
//go:noescape
func begin(s string, m *Machine, starts *Starts) (end int, state uint)

// lines is [Machine.Lines]. It reads each line as begin reads a text.
//
//go:noescape
func lines(text string, m *Machine, to []Line, offset int, tag uint32) (n, consumed, undecided int)

// window implements look with vectors. It stores the result in w.
//
//go:noescape
func window(s string, i int, m *Machine, set uint64, w *masks)

// find is [Sets.Find]. Like begin, it may load bytes before and after s.
//
//go:noescape
func find(s string, i int, t *Sets) (first, second, third uint64)

// indexPrefix returns the position of the first prefix of m in s[i:]. It may instead return
// a position before which there is none, if s has fewer than PrefixRoom bytes from there
// on.
//
//go:noescape
func indexPrefix(s string, i int, m *Machine) int

// indexFour is [IndexFour]. It stops where fewer than 32 bytes are left.
//
//go:noescape
func indexFour(s []byte, i int, four *[4]byte) int

// hasAVX2 reports whether AVX2, BMI1, BMI2 and POPCNT can be used: the processor has them,
// and the system saves the registers.
func hasAVX2() bool {
	const (
		popcnt  = 1 << 23 // leaf 1, ECX
		osxsave = 1 << 27 // leaf 1, ECX
		avx     = 1 << 28 // leaf 1, ECX
		avx2    = 1 << 5  // leaf 7, EBX
		bmi     = 1<<3 | 1<<8
		ymm     = 1<<1 | 1<<2
	)
	if leaves, _, _ := cpuid(0); leaves < 7 {
		return false
	}
	if _, _, ecx := cpuid(1); ecx&(popcnt|osxsave|avx) != popcnt|osxsave|avx || xgetbv()&ymm != ymm {
		return false
	}
	_, ebx, _ := cpuid(7)
	return ebx&(avx2|bmi) == avx2|bmi
}

// allowsAVX2 reports whether a value of GODEBUG leaves AVX2 on. As in Go's own packages,
// cpu.avx2=off, cpu.avx=off and cpu.all=off turn it off, and the last of several settings
// of one name counts.
func allowsAVX2(godebug string) bool {
	off := map[string]bool{}
	for setting := range strings.SplitSeq(godebug, ",") {
		switch name, value, _ := strings.Cut(setting, "="); name {
		case "cpu.all", "cpu.avx", "cpu.avx2":
			off[name] = value == "off"
			if name == "cpu.all" {
				off["cpu.avx"], off["cpu.avx2"] = off[name], off[name]
			}
		}
	}
	return !off["cpu.avx"] && !off["cpu.avx2"]
}

// cpuid executes CPUID for a leaf, subleaf 0.
func cpuid(leaf uint32) (eax, ebx, ecx uint32)

// xgetbv returns the low half of XCR0.
func xgetbv() uint32

// UseVector turns the vector code on, if the processor has vectors, or off. It is for tests
// and benchmarks. It returns the previous setting. No other goroutine may use the package
// meanwhile.
func UseVector(on bool) (before bool) {
	before, useVector = useVector, on && hasVector
	return before
}
