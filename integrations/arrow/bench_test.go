package urnarrow

import (
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/seed7b5a83f0/urn"
)

// BenchmarkRows has the time of a row beside Parse of the same names.
func BenchmarkRows(b *testing.B) {
	list := names(b)
	rows := make([]row, len(list))
	for i := range rows {
		rows[i].text = list[i]
	}
	perRow := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(rows)), "ns/row")
	}
	b.Run("Parse", func(b *testing.B) {
		for b.Loop() {
			for _, s := range list {
				if _, err := urn.Parse(s); err != nil {
					b.Fatal(err)
				}
			}
		}
		perRow(b)
	})
	for _, typ := range []arrow.DataType{arrow.BinaryTypes.String, arrow.BinaryTypes.StringView, dictionaryOf(arrow.PrimitiveTypes.Int32, arrow.BinaryTypes.String)} {
		a := column(memory.DefaultAllocator, typ, rows)
		for _, f := range []struct {
			name string
			call func(arrow.Array) (arrow.Array, error)
		}{{"Valid", Valid}, {"Key", Key}, {"Normalized", Normalized}, {"NID", NID}, {"Offsets", Offsets}} {
			b.Run(typ.String()+"/"+f.name, func(b *testing.B) {
				for b.Loop() {
					got, err := f.call(a)
					must(err)
					got.Release()
				}
				perRow(b)
			})
		}
	}
}
