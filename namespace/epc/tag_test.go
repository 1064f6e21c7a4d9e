package epc

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace"
)

// TestTagPeers compares the encodings with those of another program.
func TestTagPeers(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	f, err := os.Open("../../testdata/typed/epc_tags.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]int{}
	in := bufio.NewScanner(f)
	for in.Scan() {
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		c := strings.Split(in.Text(), "\t")
		u := urn.MustParse(c[0])
		tag, err := TagFromURN(u)
		if err != nil || tag.String() != c[1] || tag.URN() != u {
			t.Errorf("TagFromURN(%q) = %s, %q, %v, want %s", c[0], tag, tag.URN(), err, c[1])
			continue
		}
		name, filter := tag.Encoding()
		seen[name]++
		if back, err := ParseTag(strings.ToLower(c[1])); err != nil || back != tag {
			t.Errorf("ParseTag(%s) = %v, %v, want %v", c[1], back, err, tag)
		}
		if got := tag.Identity().String(); got != c[2] {
			t.Errorf("the identity of %q is %q, want %q", c[0], got, c[2])
		}
		if again, err := NewTag(tag.Identity(), name, filter); err != nil || again != tag {
			t.Errorf("NewTag(%q, %s, %d) = %v, %v, want %v", tag.Identity(), name, filter, again, err, tag)
		}
		tagLaws(t, tag)
	}
	for _, e := range encodings {
		if seen[e.name] < 15 && e.name != "gdti-113" { // which the other program does not have
			t.Errorf("%d tags of %s", seen[e.name], e.name)
		}
	}
}

// tagLaws: both names of a tag, and its bits, are read as the same Tag.
func tagLaws(t testing.TB, tag Tag) {
	t.Helper()
	for _, u := range []urn.URN{tag.URN(), urn.MustParse(fmt.Sprint("urn:epc:raw:", 4*len(tag.String()), ".x", tag))} {
		if back, err := TagFromURN(u); err != nil || back != tag {
			t.Errorf("TagFromURN(%q) = %v, %v, want %v", u, back, err, tag)
		}
	}
	if back, err := ParseTag(tag.String()); err != nil || back != tag {
		t.Errorf("ParseTag(%q) = %v, %v, want %v", tag, back, err, tag)
	}
	name, _ := tag.Encoding()
	if known := strings.HasPrefix(tag.URN().NSS(), "tag:"); known != (name != "") || known == tag.Identity().IsZero() {
		t.Errorf("%q: encoding %q, identity %q", tag.URN(), name, tag.Identity())
	}
}

func TestTag(t *testing.T) {
	// The example of TDS 1.13 for SGTIN-96. The serial number of a GDTI-113 has a 1 before
	// it, and 15 zeros after it.
	for s, want := range map[string]string{
		"urn:epc:tag:sgtin-96:3.0614141.812345.6789": "3074257BF7194E4000001A85",
		"urn:epc:tag:gdti-113:1.0614141.12345.00":    "3A34257BF46072000000000000320000",
		// The tests of Fosstrak's and Havis' TDT, and of the Java package epcGS1coder.
		"urn:epc:tag:gdti-113:1.0123456789.01.3445678": "3A28075BCD1502000000006695170000",
		"urn:epc:tag:gdti-113:1.1234567890.12.0021458": "3A28499602D218000000004C75290000",
		"urn:epc:tag:gdti-113:0.0614141.12345.6847":    "3A14257BF46072000000000020E78000",
	} {
		tag, err := TagFromURN(urn.MustParse(s))
		if err != nil || tag.String() != want {
			t.Errorf("TagFromURN(%q) = %s, %v, want %s", s, tag, err, want)
		}
		tagLaws(t, tag)
	}
	// What is not an encoding is raw.
	for digits, want := range map[string]string{
		"3074257BF7194E4000001A85": "urn:epc:tag:sgtin-96:3.0614141.812345.6789",
		"307C257BF7194E4000001A85": "urn:epc:raw:96.x307C257BF7194E4000001A85", // partition 7
		"e2801160600002084b3a1c5f": "urn:epc:raw:96.xE2801160600002084B3A1C5F",
		"0000":                     "urn:epc:raw:16.x0000",
		"3174257BF4499602D2000001": "urn:epc:raw:96.x3174257BF4499602D2000001", // a reserved bit
		"3174257BF4499602D2000000": "urn:epc:tag:sscc-96:3.0614141.1234567890",
	} {
		tag, err := ParseTag(digits)
		if err != nil || tag.URN().String() != want {
			t.Errorf("ParseTag(%q) = %q, %v, want %q", digits, tag.URN(), err, want)
		}
		tagLaws(t, tag)
	}
	// Where a digit is missing or added, the tag would be another one.
	for digits, want := range map[string]string{"": "1", "x": "1", "30 74": "3", strings.Repeat("0", 125): "125", "3": "2", "000": "4",
		"3074257BF7194E4000001A8": "24", "3074257BF7194E400000": "21", "3074257BF7194E4000001A8500000000": "25", "urn:epc:raw:96.5": "13", "urn:epc:raw:16.x3000": "21"} {
		if tag, err := ParseTag(digits); err == nil || tag != (Tag{}) || !strings.HasSuffix(err.Error(), " at column "+want) {
			t.Errorf("ParseTag(%q) = %v, %v, want an error at column %s", digits, tag, err, want)
		}
	}
	for _, s := range []string{"urn:epc:id:sgtin:0614141.812345.6789", "urn:epc:tag:sgtin-64:3.1.2.3", "urn:epc:tag:sgtin-96:8.0614141.812345.6789", "urn:epc:raw:96.5",
		"urn:epc:raw:95.x3074257BF7194E4000001A85", "urn:epc:raw:96.x30", "urn:epc:raw:20.x30000", "urn:epc:raw:16.x3000.x3000", "urn:isbn:1", "urn:epc:stid:x806.x004.x12345678"} {
		tag, err := TagFromURN(urn.MustParse(s))
		var e *namespace.Error
		if !errors.As(err, &e) || tag != (Tag{}) {
			t.Errorf("TagFromURN(%q) = %v, %v", s, tag, err)
		}
	}
	for _, c := range []struct {
		identity, encoding string
		filter             int
		want               string
	}{
		{"urn:epc:id:sgtin:0614141.812345.6789", "sscc-96", 0, `parsing "urn:epc:id:sgtin:0614141.812345.6789": want urn:epc:id:sscc: for the encoding sscc-96 at column 1`},
		{"urn:epc:id:sgtin:0614141.812345.6789", "sgtin-95", 0, `no encoding "sgtin-95" in TDS 1.13`},
		{"urn:epc:id:sgtin:0614141.812345.6789", "sgtin-96", 8, "filter value 8 of sgtin-96; want 0 to 7"},
		{"urn:epc:id:sgtin:0614141.812345.6789", "sgtin-96", -1, "filter value -1 of sgtin-96; want 0 to 7"},
		{"urn:epc:id:sgtin:0614141.812345.A", "sgtin-96", 0, `parsing "urn:epc:id:sgtin:0614141.812345.A": malformed epc name at column 33: unexpected 'A' (EPC Tag Data Standard 1.13)`},
		{"urn:epc:id:gid:1.2.3", "gid-96", 1, "filter value 1 of gid-96; want 0 to 0"},
		{"urn:x-epc:id:gid:1.2.3", "gid-96", 0, `parsing "urn:x-epc:id:gid:1.2.3": want urn:epc:id:gid: for the encoding gid-96 at column 1`},
	} {
		if tag, err := NewTag(urn.MustParse(c.identity), c.encoding, c.filter); err == nil || tag != (Tag{}) || err.Error() != "namespace: "+c.want {
			t.Errorf("NewTag(%+v) = %v, %v", c, tag, err)
		}
	}
	var zero Tag
	if name, filter := zero.Encoding(); !zero.URN().IsZero() || !zero.Identity().IsZero() || zero.String() != "" || name != "" || filter != 0 {
		t.Error("the zero Tag is a tag")
	}
}

func FuzzTag(f *testing.F) {
	f.Add("3074257BF7194E4000001A85")
	f.Add("3B3085432D4DB2E123CD683309C543D738800700")
	f.Add("3D74257BF7194E4000001A8500000000")
	for header := range 0x1A {
		f.Add("2CE0" + strings.Repeat("0", header))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if tag, err := ParseTag(s); err == nil {
			tagLaws(t, tag)
		}
		if u, err := urn.Parse(s); err == nil {
			if tag, err := TagFromURN(u); err == nil {
				tagLaws(t, tag)
			}
		}
	})
}
