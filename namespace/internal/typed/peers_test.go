package typed_test

import (
	"bufio"
	"encoding/asn1"
	"encoding/hex"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace/cdx"
	"github.com/seed7b5a83f0/urn/namespace/eic"
	"github.com/seed7b5a83f0/urn/namespace/gsma"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/isni"
	"github.com/seed7b5a83f0/urn/namespace/issn"
	"github.com/seed7b5a83f0/urn/namespace/lei"
	"github.com/seed7b5a83f0/urn/namespace/ogc"
	"github.com/seed7b5a83f0/urn/namespace/oid"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

// The files of testdata/typed hold what programs that are not of this project say. Each
// has their names and versions in its first line.

// peer reads a file and calls row for each line with its columns.
func peer(t *testing.T, name string, columns int, row func(t testing.TB, c []string)) {
	t.Helper()
	f, err := os.Open("../../../testdata/typed/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	if !in.Scan() || !strings.HasPrefix(in.Text(), "# ") {
		t.Fatalf("%s: the first line does not say who wrote the file", name)
	}
	some := testhelp.FirstFailures(t)
	n := 0
	for in.Scan() {
		c := strings.Split(in.Text(), "\t")
		if len(c) != columns {
			t.Fatalf("%s: %q has %d columns, want %d", name, in.Text(), len(c), columns)
		}
		row(some, c)
		n++
	}
	if n != 500 {
		t.Errorf("%s: %d values, want 500", name, n)
	}
}

// textOf returns the text of a value, or "" if there is none.
func textOf[T interface{ String() string }](v T, err error) string {
	if err != nil {
		return ""
	}
	return v.String()
}

// renewed are the numbers in ranges that the Agency assigned or divided anew since the
// lists of the other two programs, as isbn3 2.0.11 of September 2026 hyphenates them.
var renewed = map[string]string{
	"9781046054240": "978-1-0460-5424-0",
	"9783686893456": "978-3-68689-345-6",
	"9788166792045": "978-81-6679-204-5",
	"9798965965083": "979-8-965965-08-3",
}

func TestISBNPeers(t *testing.T) {
	for _, name := range []string{"isbn.tsv", "isbn2.tsv"} {
		hyphens := 0
		peer(t, name, 4, func(t testing.TB, c []string) {
			b, err := isbn.Parse(c[0])
			ten, _ := b.ISBN10()
			if got := textOf(b, err); got != c[1] || ten != c[2] {
				t.Errorf("%s: %q is %q, %q, want %q, %q", name, c[0], got, ten, c[1], c[2])
			}
			// The second program has the ranges of 2023. Since then the Agency has added ranges.
			old := name == "isbn2.tsv" && c[3] == ""
			want := c[3]
			if s, ok := renewed[c[1]]; ok {
				want = s
			}
			if got, _ := b.Hyphenated(); got != want && !old {
				t.Errorf("%s: %q with hyphens is %q, want %q", name, c[0], got, want)
			}
			if c[3] != "" {
				hyphens++
				if with, err := isbn.Parse(c[3]); err != nil || with != b {
					t.Errorf("%s: %q is %v, %v, want %v", name, c[3], with, err, b)
				}
			}
		})
		if hyphens < 150 {
			t.Errorf("%s: %d values with hyphens", name, hyphens)
		}
	}
}

func TestCodePeers(t *testing.T) {
	peer(t, "issn.tsv", 2, func(t testing.TB, c []string) {
		if got := textOf(issn.Parse(c[0])); got != c[1] {
			t.Errorf("ISSN %q is %q, want %q", c[0], got, c[1])
		}
	})
	peer(t, "lei.tsv", 2, func(t testing.TB, c []string) {
		if got := textOf(lei.Parse(c[0])); got != c[1] {
			t.Errorf("LEI %q is %q, want %q", c[0], got, c[1])
		}
	})
	peer(t, "isni.tsv", 3, func(t testing.TB, c []string) {
		s, err := isni.Parse(c[0])
		if textOf(s, err) != c[1] || s.Display() != c[2] {
			t.Errorf("ISNI %q is %q, %q, want %q, %q", c[0], textOf(s, err), s.Display(), c[1], c[2])
		}
		if c[2] != "" && textOf(isni.Parse(c[2])) != c[1] {
			t.Errorf("ISNI %q is refused", c[2])
		}
	})
	peer(t, "eic.tsv", 2, func(t testing.TB, c []string) {
		if got := textOf(eic.Parse(c[0])); got != c[1] {
			t.Errorf("EIC %q is %q, want %q", c[0], got, c[1])
		}
	})
	peer(t, "imei.tsv", 6, func(t testing.TB, c []string) {
		m, err := gsma.Parse(c[0])
		if len(c[0]) == 14 { // the other program reads an IMEI without its check digit
			if err == nil {
				t.Errorf("IMEI %q of 14 digits is %v", c[0], m)
			}
			return
		}
		want := gsma.Parts{TAC: c[2], Serial: c[3], CheckDigit: c[4], SoftwareVersion: c[5]}
		if (err == nil) != (c[1] != "") || err == nil && m.Parts() != want {
			t.Errorf("IMEI %q: %+v, %v, want %+v", c[0], m.Parts(), err, want)
		}
	})
}

func TestUUIDPeers(t *testing.T) {
	times := map[int]int{}
	gregorian := time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC).Unix()
	peer(t, "uuid.tsv", 6, func(t testing.TB, c []string) {
		id, err := uuid.Parse(c[0])
		if err != nil || hex.EncodeToString(id[:]) != c[1] || id.URN().String() != c[2] || (id.Version() != 0) != (c[3] == "RFC 9562" && c[4] != "0") || strconv.Itoa(id.Version()) != c[4] {
			t.Errorf("UUID %q is %x, %q, %d, %v, want %q", c[0], id[:], id.URN(), id.Version(), err, c[1:])
		}
		at, ok := id.Time()
		if ok != (c[5] != "") {
			t.Fatalf("UUID %q has the time %v, %t, want %q", c[0], at, ok, c[5])
		}
		if !ok {
			return
		}
		times[id.Version()]++
		count := at.UnixMilli()
		if id.Version() != 7 {
			count = (at.Unix()-gregorian)*10_000_000 + int64(at.Nanosecond()/100)
		}
		if want, err := strconv.ParseInt(c[5], 10, 64); err != nil || count != want {
			t.Errorf("UUID %q: %v is the count %d, want %s", c[0], at, count, c[5])
		}
	})
	for _, v := range []int{1, 6, 7} {
		if times[v] < 40 {
			t.Errorf("%d UUIDs of version %d have a time", times[v], v)
		}
	}
}

func TestOIDPeers(t *testing.T) {
	small, large := 0, 0
	peer(t, "oid.tsv", 2, func(t testing.TB, c []string) {
		id, err := oid.Parse(c[0])
		if err != nil || id.String() != c[0] {
			t.Fatalf("OID %q is %v, %v", c[0], id, err)
		}
		list, err := id.ASN1()
		if err != nil {
			large++ // an arc exceeds an int
			for arc := range id.Arcs() {
				if _, err := strconv.Atoi(arc); err != nil {
					return
				}
			}
			t.Errorf("OID %q: %v", c[0], err)
			return
		}
		small++
		der, err := asn1.Marshal(list)
		if err != nil || hex.EncodeToString(der) != c[1] {
			t.Errorf("OID %q is %x in DER, %v, want %s", c[0], der, err, c[1])
		}
		if back, err := oid.FromASN1(list); err != nil || back != id {
			t.Errorf("OID %q from ASN.1 is %v, %v", c[0], back, err)
		}
	})
	least := 300
	if math.MaxInt == math.MaxInt32 { // more arcs exceed an int
		least = 50
	}
	if small < least || large < 100 {
		t.Errorf("%d small and %d large", small, large)
	}
}

func TestLinkPeers(t *testing.T) {
	peer(t, "cdx.tsv", 3, func(t testing.TB, c []string) {
		serial, err := uuid.Parse(c[0])
		if err != nil {
			t.Fatal(err)
		}
		version, _ := strconv.Atoi(c[1])
		b, err := cdx.New(cdx.Parts{Serial: serial, Version: version})
		if err != nil || b.URN().String() != c[2] {
			t.Errorf("BOM %s %s is %q, %v, want %q", c[0], c[1], b.URN(), err, c[2])
		}
		if back, err := cdx.FromURN(urn.MustParse(c[2])); err != nil || back != b {
			t.Errorf("%q is %+v, %v, want %+v", c[2], back, err, b)
		}
	})
	peer(t, "crs.tsv", 3, func(t testing.TB, c []string) {
		s, err := ogc.FromURN(urn.MustParse(c[0]))
		if want := (ogc.Parts{Authority: c[1], Code: c[2]}); err != nil || s.Parts() != want {
			t.Errorf("%q is %+v, %v, want %+v", c[0], s.Parts(), err, want)
		}
		if v, err := ogc.New(s.Parts()); err != nil || v.URN().String() != c[0] {
			t.Errorf("the URN of %+v is %q, %v, want %q", s.Parts(), v.URN(), err, c[0])
		}
	})
}
