//go:build !race

package typed_test

import (
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/doi"
	"github.com/seed7b5a83f0/urn/namespace/eic"
	"github.com/seed7b5a83f0/urn/namespace/gsma"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/isni"
	"github.com/seed7b5a83f0/urn/namespace/issn"
	"github.com/seed7b5a83f0/urn/namespace/mrn"
	"github.com/seed7b5a83f0/urn/namespace/ogc"
	"github.com/seed7b5a83f0/urn/namespace/oid"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

// TestAllocations: what the documentation says of allocations.
func TestAllocations(t *testing.T) {
	parse := urn.MustParse
	var (
		isbnURN = parse("urn:isbn:0-395-36341-1")
		issnURN = parse("urn:issn:2434561x")
		isniURN = parse("urn:isni:0000000121241960")
		doiURN  = parse("urn:doi:10.1000/456%23789-and-more-than-32-bytes")
		eicURN  = parse("urn:eic:22XWATTPLUS----G")
		imeiURN = parse("urn:gsma:imei:90420156-025763-0;svn=42")
		oidURN  = parse("urn:oid:1.3.6.1.4.1")
		uuidURN = parse("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6")
		crsURN  = parse("urn:ogc:def:crs:EPSG::4326")
		mrnURN  = parse("urn:mrn:imo:imo-number:9743368")
	)
	for _, tt := range []struct {
		name string
		want float64
		f    func() error
	}{
		{"isbn.FromURN", 0, func() error { _, err := isbn.FromURN(isbnURN); return err }},
		{"issn.FromURN", 0, func() error { _, err := issn.FromURN(issnURN); return err }},
		{"isni.FromURN", 0, func() error { _, err := isni.FromURN(isniURN); return err }},
		{"doi.FromURN", 3, func() error { _, err := doi.FromURN(doiURN); return err }},
		{"eic.FromURN", 0, func() error { _, err := eic.FromURN(eicURN); return err }},
		{"gsma.FromURN", 0, func() error { _, err := gsma.FromURN(imeiURN); return err }},
		{"uuid.FromURN", 0, func() error { _, err := uuid.FromURN(uuidURN); return err }},
		{"uuid.Parse", 0, func() error { _, err := uuid.Parse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"); return err }},
		{"uuid.UUID.URN", 1, func() error { uuid.UUID{1}.URN(); return nil }},
		{"ogc.FromURN", 0, func() error { _, err := ogc.FromURN(crsURN); return err }},
		{"mrn.FromURN, Parts", 0, func() error { m, err := mrn.FromURN(mrnURN); m.Parts(); return err }},
		{"oid.FromURN, Arcs", 0, func() error {
			id, err := oid.FromURN(oidURN)
			for range id.Arcs() {
				continue
			}
			return err
		}},
	} {
		if err := tt.f(); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if got := testing.AllocsPerRun(100, func() { _ = tt.f() }); got > tt.want {
			t.Errorf("%s allocates %v times, want %v", tt.name, got, tt.want)
		}
	}
}
