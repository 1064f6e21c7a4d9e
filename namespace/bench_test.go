package namespace

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// Each corpus has so many names that a branch predictor does not learn them.
const corpusSize = 1 << 14

func corpus(b *testing.B, name func(r *rand.Rand) string) []urn.URN {
	b.Helper()
	r := rand.New(rand.NewPCG(8141, 2141))
	list := make([]urn.URN, corpusSize)
	for i := range list {
		u, err := urn.Parse(name(r))
		if err != nil {
			b.Fatal(err)
		}
		if v, err := Validate(u); v != Valid {
			b.Fatalf("Validate(%q) = %v, %v", u, v, err)
		}
		list[i] = u
	}
	return list
}

func randomUUID(format string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		return fmt.Sprintf(format, r.Uint32(), uint16(r.Uint32()), uint16(r.Uint32()), uint16(r.Uint32()), r.Uint64()&(1<<48-1))
	}
}

// randomISBN13 spells an ISBN-13 with, or without, the hyphens of one grouping.
func randomISBN13(hyphens bool) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		digits := fmt.Sprintf("978%09d", r.Uint32N(1e9))
		sum := 0
		for i := range len(digits) {
			sum += int(digits[i]-'0') * (1 + 2*(i&1))
		}
		digits += string(rune('0' + (10-sum%10)%10))
		if hyphens {
			digits = digits[:3] + "-" + digits[3:4] + "-" + digits[4:8] + "-" + digits[8:12] + "-" + digits[12:]
		}
		return "urn:isbn:" + digits
	}
}

const (
	lowerUUID = "urn:uuid:%08x-%04x-%04x-%04x-%012x"
	upperUUID = "URN:UUID:%08X-%04X-%04X-%04X-%012X"
)

var corpora = []struct {
	name string
	make func(*rand.Rand) string
}{
	{"uuid", randomUUID(lowerUUID)},
	{"uuid-upper", randomUUID(upperUUID)},
	{"isbn", randomISBN13(false)},
	{"isbn-hyphens", randomISBN13(true)},
	{"sgtin", func(r *rand.Rand) string {
		return fmt.Sprintf("urn:epc:id:sgtin:%07d.%06d.%d", r.Uint32N(1e7), r.Uint32N(1e6), r.Uint32())
	}},
	{"oid", func(r *rand.Rand) string {
		return fmt.Sprintf("urn:oid:1.3.6.1.4.1.%d.%d.%d", r.Uint32N(60000), r.Uint32N(100), r.Uint32N(100))
	}},
}

func bench(b *testing.B, f func(u urn.URN)) {
	for _, c := range corpora {
		b.Run(c.name, func(b *testing.B) {
			list := corpus(b, c.make)
			size := 0
			for _, u := range list {
				size += len(u.String())
			}
			b.SetBytes(int64(size / len(list)))
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				f(list[i&(corpusSize-1)])
				i++
			}
		})
	}
}

func BenchmarkKey(b *testing.B)      { bench(b, func(u urn.URN) { Key(u) }) }
func BenchmarkValidate(b *testing.B) { bench(b, func(u urn.URN) { Validate(u) }) }

// BenchmarkParse is the measure to hold the others against.
func BenchmarkParse(b *testing.B) { bench(b, func(u urn.URN) { urn.Parse(u.String()) }) }

func BenchmarkEqual(b *testing.B) {
	lower, upper := corpus(b, randomUUID(lowerUUID)), corpus(b, randomUUID(upperUUID))
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if j := i & (corpusSize - 1); !Equal(lower[j], upper[j]) {
			b.Fatal(lower[j], upper[j])
		}
		i++
	}
}

func BenchmarkLookup(b *testing.B) {
	var nids []string
	for e := range IANA().All() {
		nids = append(nids, e.NID, "x"+e.NID)
	}
	r := rand.New(rand.NewPCG(8141, 2141))
	list := make([]string, corpusSize)
	for i := range list {
		list[i] = nids[r.IntN(len(nids))]
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		Lookup(list[i&(corpusSize-1)])
		i++
	}
}
