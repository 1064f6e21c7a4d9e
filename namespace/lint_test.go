package namespace

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/advice"
)

func TestLint(t *testing.T) {
	seen := map[string]bool{}
	for _, tt := range []struct {
		name, clause, urn string
		syntax            urn.Syntax
		want              []string // code, and the text it is about
	}{
		{name: "nothing", urn: "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
		{name: "nothing, escapes", urn: "urn:example:%E2%82%AC%2F%20%C3%A9"},
		{name: "unregistered", clause: "RFC 8141, section 5", urn: "urn:acme:a", want: []string{"unregistered-nid acme"}},
		{name: "informal, unregistered", clause: "RFC 8141, section 5", urn: "urn:urn-99:a", want: []string{"unregistered-nid urn-99"}},
		{name: "informal, registered", urn: "urn:URN-7:a"},
		{name: "experimental", clause: "RFC 6648", urn: "urn:X-acme:a", want: []string{"experimental-nid X-acme"}},
		{name: "country", clause: "RFC 8141, section 5.1", urn: "urn:de-bund:a", want: []string{"reserved-nid de-bund"}},
		{name: "label", clause: "RFC 8141, section 5.1", urn: "urn:xn--abc:a", want: []string{"reserved-nid xn--abc"}},
		{name: "too short", clause: "RFC 8141, section 5.1", urn: "urn:li:a", want: []string{"reserved-nid li"}},
		{name: "urn- and no number", clause: "RFC 8141, sections 5.1 and 5.2", urn: "urn:urn-x:a", want: []string{"reserved-nid urn-x"}},
		{name: "reserved characters", clause: "RFC 2141, section 2.3.2", urn: "urn:example:a/b?c#d", syntax: urn.RFC2141,
			want: []string{"reserved-character /", "reserved-character ?", "reserved-character #"}},
		{name: "slash of RFC 8141", urn: "urn:example:a/b"},
		{name: "nul", clause: "RFC 3986, section 7.3", urn: "urn:example:a%00", want: []string{"nul-escape %00"}},
		{name: "relaxed NID", clause: "RFC 8141, section 2", urn: "urn:a.b:c#d#e", syntax: urn.Relaxed,
			want: []string{"relaxed-nid a.b", "f-component d#e", "relaxed-number-sign #"}},
		{name: "relaxed syntax, strict name", clause: "RFC 8141, section 2", urn: "urn:isbn:0395363411", syntax: urn.Relaxed},
		{name: "relaxed NID of one letter", clause: "RFC 8141, section", urn: "urn:x:c", syntax: urn.Relaxed,
			want: []string{"relaxed-nid x", "reserved-nid x"}},
		{name: "relaxed NID of two letters", clause: "RFC 8141, section 5.1", urn: "urn:zz:c", syntax: urn.Relaxed,
			want: []string{"reserved-nid zz"}},
		{name: "relaxed NID of 32 letters", clause: "RFC 8141, section 5", urn: "urn:" + strings.Repeat("abcd", 8) + ":c", syntax: urn.Relaxed,
			want: []string{"unregistered-nid " + strings.Repeat("abcd", 8)}},
		{name: "relaxed NID of 33 letters", clause: "RFC 8141, section 2", urn: "urn:" + strings.Repeat("abc", 11) + ":c", syntax: urn.Relaxed,
			want: []string{"relaxed-nid " + strings.Repeat("abc", 11)}},
		{name: "relaxed NID with a hyphen at its end", clause: "RFC 8141, section", urn: "urn:example-:c", syntax: urn.Relaxed,
			want: []string{"relaxed-nid example-", "unregistered-nid example-"}},
		{name: "nul of RFC 2141", clause: "RFC 2141, section 2.4", urn: "urn:example:a%00", syntax: urn.RFC2141, want: []string{"nul-escape %00"}},
		{name: "needless escapes", clause: "RFC 3986, section 2.3", urn: "urn:example:%41%7E%30%2D",
			want: []string{"needless-escape %41", "needless-escape %7E", "needless-escape %30", "needless-escape %2D"}},
		{name: "tilde of RFC 2141", clause: "RFC 2141, section 2.3.1", urn: "urn:example:%41%7E", syntax: urn.RFC2141,
			want: []string{"needless-escape %41"}},
		{name: "escapes that may be needed", urn: "urn:example:%28%3A%25%7B"},
		{name: "lower-case hex", clause: "RFC 3986, section 2.1", urn: "urn:example:%2f%c3%A9%C3%a9",
			want: []string{"lower-case-hex %2f", "lower-case-hex %c3", "lower-case-hex %a9"}},
		{name: "lower-case hex, first of its letters", urn: "urn:example:%2a%C3%a0", want: []string{"lower-case-hex %2a", "lower-case-hex %a0"}},
		{name: "two advices at one place", urn: "urn:example:%5f", want: []string{"needless-escape %5f", "lower-case-hex %5f"}},
		{name: "not UTF-8: Latin-1", clause: "RFC 8141, section 2.2", urn: "urn:example:caf%E9", want: []string{"not-utf-8 %E9"}},
		{name: "not UTF-8: cut short", urn: "urn:example:%E2%82x", want: []string{"not-utf-8 %E2", "not-utf-8 %82"}},
		{name: "not UTF-8: continued by a letter", urn: "urn:example:%C3A9", want: []string{"not-utf-8 %C3"}},
		{name: "not UTF-8: surrogate", urn: "urn:example:%ED%A0%80", want: []string{"not-utf-8 %ED", "not-utf-8 %A0", "not-utf-8 %80"}},
		{name: "not UTF-8: overlong", urn: "urn:example:%C0%AF", want: []string{"not-utf-8 %C0", "not-utf-8 %AF"}},
		{name: "not UTF-8: split between components", urn: "urn:example:%C3?=%A9",
			want: []string{"not-utf-8 %C3", "q-component %A9", "not-utf-8 %A9"}},
		{name: "not UTF-8 of RFC 2141", clause: "RFC 2141, section 2.2", urn: "urn:example:%E9", syntax: urn.RFC2141, want: []string{"not-utf-8 %E9"}},
		{name: "UTF-8: the replacement character", urn: "urn:example:%EF%BF%BD"},
		{name: "UTF-8: four octets", urn: "urn:example:%F0%9F%98%80%F0%9F%98%80"},
		{name: "r-component", clause: "RFC 8141, section 2.3.1", urn: "urn:example:a?+b", want: []string{"r-component b"}},
		{name: "q-component", clause: "RFC 8141, section 2.3.2", urn: "urn:example:a?=b", want: []string{"q-component b"}},
		{name: "f-component", clause: "RFC 8141, section 2.3.3", urn: "urn:example:a#b", want: []string{"f-component b"}},
		{name: "f-component, empty", urn: "urn:example:a#", want: []string{"f-component "}},
		{name: "escape in a component", urn: "urn:example:a?+b?=c#%61", want: []string{"r-component b", "q-component c", "f-component %61", "needless-escape %61"}},
		{name: "components of the draft", clause: "draft-ietf-urnbis-rfc2141bis-urn-03", urn: "urn:example:a?b=c#d", syntax: urn.Draft2141bis,
			want: []string{"q-component b=c", "f-component d"}},
		{name: "component of a dev", urn: "urn:DEV:org:32473-foo#a", want: []string{"f-component a", "excluded-component a"}},
		{name: "upper case in a service", clause: "RFC 5031, section 3", urn: "urn:service:SOS.Fire", want: []string{"upper-case SOS"}},
		{name: "upper case in an escape of a service", urn: "urn:service:%2FsosA", want: []string{"upper-case A"}},
		{name: "upper case in an urn-7", clause: "RFC 6050, section 4.4", urn: "urn:urn-7:aB", want: []string{"upper-case B"}},
		{name: "component of an eurosystem", urn: "urn:eurosystem:xsd:a?=q#f", want: []string{"q-component q", "excluded-component q", "f-component f"}},
		{name: "component of a cdx", urn: "urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1?+r#f", want: []string{"r-component r", "excluded-component r", "f-component f"}},
		{name: "ow, CRC", urn: "urn:dev:ow:264437f5000000ed_humidity"},
		{name: "ow, another CRC", urn: "urn:dev:ow:10e2073a01080063"},
		{name: "service that IANA does not list", clause: "RFC 5031", urn: "urn:service:nosuch", want: []string{"unlisted-value nosuch"}},
		{name: "sub-service that IANA does not list", urn: "urn:service:sos.Fir", want: []string{"unlisted-value sos.Fir", "upper-case F"}},
		{name: "listed services", urn: "urn:service:counseling.mental-health"},
		{name: "listed service of a test", urn: "urn:service:test.sos.ecall"},
		{name: "a part of a list", urn: "urn:service:ecall.manual", want: []string{"unlisted-value ecall.manual"}},
		{name: "no service", urn: "urn:service:sos%20", want: nil},
		{name: "parameters that IANA does not list", clause: "RFC 3553", urn: "urn:ietf:Params:nosuch:a", want: []string{"unlisted-value nosuch"}},
		{name: "parameters in another case", urn: "urn:ietf:params:OAuth:a", want: []string{"unlisted-value OAuth"}},
		{name: "parameters alone that IANA does not list", urn: "urn:ietf:params:xm", want: []string{"unlisted-value xm"}},
		{name: "no parameters", urn: "urn:ietf:params:", want: []string{"incomplete "}},
		{name: "listed parameters", urn: "urn:ietf:params:oauth:grant-type:nosuch"},
		{name: "the last of the listed parameters", urn: "urn:ietf:params:unit:a"},
		{name: "no parameters", urn: "urn:ietf:rfc:2141"},
		{name: "IMO number", urn: "urn:mrn:imo:imo-number:9743368"},
		{name: "wrong IMO number", clause: "IANA template of urn:mrn", urn: "urn:mrn:IMO:IMO-number:9743386", want: []string{"wrong-check-digit 6"}},
		{name: "GLN", urn: "urn:epcglobal:cbv:bt:5200001000008:A12345"},
		{name: "a definition without its version", clause: "OGC 07-092r3, clause 7.2", urn: "urn:ogc:def:crs:EPSG:4326", want: []string{"incomplete "}},
		{name: "a definition with an empty version", urn: "urn:ogc:def:crs:EPSG::4326"},
		{name: "compound definition", urn: "urn:ogc:def:crs,crs:EPSG::4269,crs:EPSG::5713"},
		{name: "another resource", urn: "urn:ogc:defs:crs"},
		{name: "no identifier", clause: "RFC 3688", urn: "urn:ietf:params:xml:ns", want: []string{"incomplete "}},
		{name: "only the prefix", urn: "urn:ietf:params:xml:ns:#a", want: []string{"incomplete ", "f-component a"}},
		{name: "with identifier", urn: "urn:ietf:params:xml:ns:yang:ietf-interfaces"},
		{name: "capability without version", clause: "RFC 6241, section 8", urn: "urn:ietf:params:netconf:capability:candidate", want: []string{"incomplete "}},
		{name: "the prefix of OAuth", clause: "RFC 6755", urn: "urn:ietf:params:oauth", want: []string{"incomplete "}},
		{name: "grant type", urn: "urn:ietf:params:oauth:grant-type:jwt-bearer"},
		{name: "no module", clause: "urn:onf", urn: "urn:onf:otcc:tapi:yang", want: []string{"incomplete "}},
		{name: "only a prefix", clause: "RFC 4358, section 2", urn: "urn:oma:xml:", want: []string{"incomplete "}},
		{name: "a prefix of no registered namespace", urn: "urn:li:dataset:", want: []string{"reserved-nid li"}},
		{name: "wrong GLN", clause: "GS1 Core Business Vocabulary", urn: "urn:epcglobal:cbv:BT:5200001000009:A12345", want: []string{"wrong-check-digit 9"}},
		{name: "no GLN", urn: "urn:epcglobal:cbv:bt:520000100000x:A12345"},
		{name: "GLN of another length", urn: "urn:epcglobal:cbv:bt:520000100000:A12345"},
		{name: "no IMO number", urn: "urn:mrn:imo:imo-number:974336x"},
		{name: "IMO number of another length", urn: "urn:mrn:imo:imo-number:97433681"},
		{name: "container", urn: "urn:mrn:bic:container-id:csqu3054383"},
		{name: "wrong container", clause: "ISO 6346", urn: "urn:mrn:bic:Container-id:CSQU3054384", want: []string{"wrong-check-digit 4"}},
		{name: "no container", urn: "urn:mrn:bic:container-id:csqu305438x"},
		{name: "other maritime name", urn: "urn:mrn:imo:publications:9743386"},
		{name: "nbn of Germany", urn: "urn:nbn:de:gbv:089-3321752945"},
		{name: "nbn of Germany in upper case", urn: "URN:NBN:DE:GBV:089-3321752945"},
		{name: "nbn of Germany, wrong check digit", clause: "Deutsche Nationalbibliothek", urn: "urn:nbn:de:gbv:089-3321752955", want: []string{"wrong-check-digit 5"}},
		{name: "nbn of Germany, check digit after a hyphen", urn: "urn:nbn:de:bvb:12-bsb00103137-3"},
		{name: "nbn of Germany, every character", urn: "urn:nbn:de:0123-456789abcdefghijklmnopqrstuvwxyz2"},
		{name: "nbn of Germany, no check digit", urn: "urn:nbn:de:bvb:12-opus-812x", want: []string{"wrong-check-digit x"}},
		{name: "nbn of Germany, no number for a character", urn: "urn:nbn:de:bvb:12-a~1"},
		{name: "nbn of the German library itself", urn: "urn:nbn:de:101:1-2019072802401757702913"},
		{name: "nbn of another country", urn: "urn:nbn:fi-fe201003181510"},
		{name: "nbn of no name", urn: "urn:nbn:de:x"},
		{name: "ow, wrong CRC", clause: "RFC 9039, section 4.2", urn: "urn:dev:ow:264437f5000000ee_humidity", want: []string{"wrong-crc ee"}},
		{name: "ow, wrong CRC in upper case", urn: "urn:dev:ow:264437F5000000EE", want: []string{"upper-case F", "wrong-crc EE"}},
		{name: "ow, wrong CRC before upper case", urn: "urn:dev:ow:264437f5000000eE", want: []string{"wrong-crc eE", "upper-case E"}},
		{name: "ow, too short for a CRC", urn: "urn:dev:ow:10e2"},
		{name: "published", clause: "RFC 8141, section 5", urn: "urn:pulumi:dev::app::aws:s3/bucket:Bucket::b", want: []string{"unregistered-nid pulumi"}},
		{name: "upper case in a mac", clause: "RFC 9039, section 3.2.1", urn: "urn:dev:mac:0024BEfffe804ff1_Temp", want: []string{"upper-case BE"}},
		{name: "upper case in the component of a mac", urn: "urn:dev:mac:0024befffe804ff1_Temp"},
		{name: "upper case elsewhere in a dev", urn: "urn:dev:ops:32473-Fridge-1"},
		{name: "reso", clause: "IANA template of urn:reso, 3.4", urn: "urn:reso:metadata:1.7:rid:12385:3400000"},
		{name: "reso, another structure", clause: "IANA template of urn:reso, 3.4", urn: "urn:reso:upi", want: []string{"unlisted-value upi"}},
		{name: "itu", clause: "IANA template of urn:itu, Syntax", urn: "urn:itu:r:a:b"},
		{name: "itu, another sector", clause: "IANA template of urn:itu, Syntax", urn: "urn:itu:x:a:b", want: []string{"unlisted-value x"}},
		{name: "itu, two sectors", clause: "IANA template of urn:itu, Syntax", urn: "urn:itu:rt:a:b", want: []string{"unlisted-value rt"}},
		{name: "wmo", clause: "IANA template of urn:wmo, Syntax", urn: "urn:wmo:md:a:b"},
		{name: "wmo, another type", clause: "IANA template of urn:wmo, Syntax", urn: "urn:wmo:mx:a:b", want: []string{"unlisted-value mx"}},
		{name: "urn-5, 27 characters", clause: "IANA template of urn:urn-5, Validation mechanism", urn: "urn:urn-5:JtTCacwJ1e1N0yqTULRG7C1GLq8:4"},
		{name: "urn-5, 26 characters", clause: "IANA template of urn:urn-5, Validation mechanism", urn: "urn:urn-5:JtTCacwJ1e1N0yqTULRG7C1GLq:4", want: []string{"unlisted-value JtTCacwJ1e1N0yqTULRG7C1GLq"}},
		{name: "gvat, a component", urn: "urn:gvat:10001/a#b", want: []string{"f-component b", "excluded-component b"}},
		{name: "oid", urn: "urn:oid:2.999.1"},
		{name: "oid, the last arc below 1", urn: "urn:oid:1.39.40"},
		{name: "oid, a top arc that there is not", clause: "RFC 3061, section 2", urn: "urn:oid:3.1", want: []string{"unlisted-value 3"}},
		{name: "oid, a top arc of two digits", clause: "RFC 3061, section 2", urn: "urn:oid:10", want: []string{"unlisted-value 10"}},
		{name: "oid, an arc that no encoding has", urn: "urn:oid:1.40", want: []string{"unlisted-value 40"}},
		{name: "oid, not valid", urn: "urn:oid:3..1"},
		{name: "doi", clause: "IANA template of urn:doi, Syntax", urn: "urn:doi:10.1000/a"},
		{name: "doi, a prefix with letters", clause: "IANA template of urn:doi, Syntax", urn: "urn:doi:10.X1/a", want: []string{"unlisted-value 10.X1"}},
		{name: "doi, not valid", clause: "IANA template of urn:doi, Syntax", urn: "urn:doi:x"},
		{name: "bic", clause: "EPC Tag Data Standard 1.13; ISO 6346", urn: "urn:epc:id:bic:CSQU3054383"},
		{name: "bic, an owner with O", clause: "EPC Tag Data Standard 1.13; ISO 6346", urn: "urn:epc:id:bic:OOLU1200016", want: []string{"unlisted-value O"}},
		{name: "bic, an owner with I", clause: "EPC Tag Data Standard 1.13; ISO 6346", urn: "urn:epc:id:bic:TRIU0542010", want: []string{"unlisted-value I"}},
		{name: "imei, spare digit", urn: "urn:gsma:imei:90420156-025763-0"},
		{name: "imei, check digit", clause: "RFC 7254, section 4.2.3", urn: "urn:gsma:IMEI:49015420-323751-8;svn=42", want: []string{"spare-digit 8"}},
		{name: "imei, neither", clause: "RFC 7254, section 4.2.3", urn: "urn:gsma:imei:90420156-025763-5", want: []string{"spare-digit 5"}},
		{name: "imei, not one", urn: "urn:gsma:imei:9"},
		{name: "iso, listed", urn: "urn:iso:std:ISO-IEC:tr:9999:-1:stage-30.60.v2:ed-1:v1-amd1.v1:en,fr:amd:2:v2:en:clause:3.1,a.2-b.9:tech:xsd"},
		{name: "iso, another originator", clause: "RFC 5141, section 2.4.1", urn: "urn:iso:std:acme:9999", want: []string{"unlisted-value acme"}},
		{name: "iso, originator of three", urn: "urn:iso:std:iso-iec-ieee:26512", want: []string{"unlisted-value iso-iec-ieee"}},
		{name: "iso, beginning of an originator", urn: "urn:iso:std:is:1", want: []string{"unlisted-value is"}},
		{name: "iso, another type", urn: "urn:iso:std:iso:dir:1", want: []string{"unlisted-value dir"}},
		{name: "iso, another stage", urn: "urn:iso:std:iec:60086:-3:stage-published", want: []string{"unlisted-value stage-published"}},
		{name: "iso, part without hyphen, as in an example", urn: "urn:iso:std:iso:9999:1:ed-2:en,fr:amd:2:en", want: []string{"unlisted-value 1"}},
		{name: "iso, no standard", urn: "urn:iso:doc:iso:tc:46:3064"},
		{name: "fdc, reserved date", clause: "RFC 4198, section 3", urn: "urn:fdc:example.com:123:x", want: []string{"reserved-value 123"}},
		{name: "fdc, year", urn: "urn:fdc:example.com:2002:x"},
		{name: "fdc, no date", urn: "urn:fdc:example.com::x"},
		{name: "in the order of the text", urn: "urn:acme:%61#b", want: []string{"unregistered-nid acme", "needless-escape %61", "f-component b"}},
	} {
		u, err := tt.syntax.Parse(tt.urn)
		for a := range Lint(u) {
			seen[a.Text] = true
		}
		t.Run(tt.name, func(t *testing.T) {
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for a := range Lint(u) {
				got = append(got, a.Code+" "+tt.urn[a.Span.Start:a.Span.End])
				if tt.clause != "" && !strings.Contains(a.Clause, tt.clause) {
					t.Errorf("Lint(%q): clause %q, want %q", tt.urn, a.Clause, tt.clause)
				}
				if want := fmt.Sprintf("at column %d: ", a.Span.Start+1); !strings.HasPrefix(a.String(), want) || !strings.HasSuffix(a.String(), "("+a.Clause+")") {
					t.Errorf("String() = %q", a)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("Lint(%q) = %q, want %q", tt.urn, got, tt.want)
			}
		})
	}
	for _, x := range longer {
		if !seen[x.want] {
			t.Errorf("no case has the advice %q", x.want)
		}
	}
	if got := slices.Collect(Lint(urn.URN{})); got != nil {
		t.Errorf("Lint of the zero URN = %v", got)
	}
}

// hostileURN returns a URN of about n bytes in each of the shapes that give Lint most
// to say.
func hostileURNs(t *testing.T, n int) []urn.URN {
	t.Helper()
	var list []urn.URN
	for _, tt := range []struct {
		syntax             urn.Syntax
		before, unit, tail string
	}{
		{urn.RFC8141, "urn:acme:", "%aa", ""}, {urn.RFC8141, "urn:acme:", "%61", ""}, {urn.RFC8141, "urn:acme:", "%6a%c3%a9", ""},
		{urn.RFC2141, "urn:acme:a", "/", ""}, {urn.RFC2141, "urn:acme:a", "#%00", ""}, {urn.RFC8141, "urn:acme:a?=", "%e9", "#%e9"},
		{urn.RFC8141, "urn:acme:a?+", "%F0%9F%98", ""}, {urn.Draft2141bis, "urn:acme:a?", "k=%e9&", "k=v"}, {urn.RFC8141, "urn:service:", "aB", ""},
		{urn.RFC8141, "urn:urn-7:", "%aa", "B"}, {urn.RFC8141, "urn:dev:mac:", "Aa", "_b"}, {urn.RFC8141, "urn:gsma:imei:", "0-", ""},
		{urn.RFC8141, "urn:iso:std:iso:1:", "a:", "b"}, {urn.RFC8141, "urn:fdc:", "a:", "b"}, {urn.RFC8141, "urn:lex:", "a:", "b"},
	} {
		s := tt.before + strings.Repeat(tt.unit, n/len(tt.unit)) + tt.tail
		u, err := tt.syntax.Parse(s)
		if err != nil {
			t.Fatalf("%.60q…: %v", s, err)
		}
		list = append(list, u)
	}
	return list
}

// TestLintBounded: there are at most two pieces of advice for an escape, one for any
// other byte and some for the whole, in the order of the text, and none is stored.
func TestLintBounded(t *testing.T) {
	for _, u := range hostileURNs(t, 1<<18) {
		n, last := 0, 0
		for a := range Lint(u) {
			if n++; a.Span.Start < last {
				t.Errorf("%.20q…: %v after %d", u, a, last)
			}
			last = a.Span.Start
		}
		escapes := strings.Count(u.String(), "%")
		if limit := 10 + 2*escapes + len(u.String()) - 3*escapes; n > limit {
			t.Errorf("%.20q…: %d pieces of advice, want %d at most", u, n, limit)
		}
		if got := testing.AllocsPerRun(1, func() {
			for range Lint(u) {
				continue
			}
		}); got != 0 {
			t.Errorf("%.20q…: %v allocations, want none", u, got)
		}
		// It ends where it is told to.
		for stop := range 12 {
			i := 0
			for range Lint(u) {
				if i++; i > stop {
					break
				}
			}
			if i != min(stop+1, n) {
				t.Errorf("%.20q…: %d pieces of advice after a stop at %d", u, i, stop+1)
			}
		}
	}
}

// TestLintLinear: Lint, Validate, Key and Normalize take linear time.
func TestLintLinear(t *testing.T) {
	// Linear time is 16 times as long for 16 times the length, quadratic time 256.
	const small, factor, limit = 16 << 10, 16, 100
	fastest := func(times int, f func()) time.Duration {
		best := time.Hour
		for range 3 {
			start := time.Now()
			for range times {
				f()
			}
			best = min(best, time.Since(start)/time.Duration(times))
		}
		return best
	}
	// A busy machine may slow down one measurement, but not ten.
	const attempts = 10
	short, long := hostileURNs(t, small), hostileURNs(t, factor*small)
	for name, work := range map[string]func(u urn.URN){
		"Lint": func(u urn.URN) {
			for range Lint(u) {
				continue
			}
		},
		"Validate":  func(u urn.URN) { Validate(u) },
		"Key":       func(u urn.URN) { Key(u) },
		"Normalize": func(u urn.URN) { Normalize(u) },
	} {
		for i := range short {
			var a, b time.Duration
			linear := false
			for n := 0; n < attempts && !linear; n++ {
				a, b = fastest(factor, func() { work(short[i]) }), fastest(1, func() { work(long[i]) })
				linear = b <= limit*max(a, 4*time.Microsecond)
			}
			if !linear {
				t.Errorf("%s(%.20q…): %v for %d bytes, %v for %d", name, short[i], a, len(short[i].String()), b, len(long[i].String()))
			}
		}
	}
}

// TestLintOrder: what the rules of a namespace advise comes at its place in the text,
// whatever they find.
func TestLintOrder(t *testing.T) {
	for s, want := range map[string]string{
		"urn:service:%61A%61":  "needless-escape 12, upper-case 15, needless-escape 16",
		"urn:service:A%61":     "upper-case 12, needless-escape 13",
		"urn:service:a%2fB":    "lower-case-hex 13, upper-case 16",
		"urn:service:a%2fB?+b": "lower-case-hex 13, upper-case 16, r-component 19",
	} {
		var got []string
		for a := range Lint(urn.MustParse(s)) {
			got = append(got, fmt.Sprint(a.Code, " ", a.Span.Start))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("Lint(%q) = %q, want %q", s, got, want)
		}
	}
}

// TestLintOwn: a definition may advise. Its spans are brought into the URN, its code
// and clause are filled in, and it stops when it is told to.
func TestLintOwn(t *testing.T) {
	calls := 0
	own := func(list ...Advice) func(urn.URN) iter.Seq[Advice] {
		return func(u urn.URN) iter.Seq[Advice] {
			if u.NSS() == "none" {
				return nil
			}
			return func(yield func(Advice) bool) {
				for _, a := range list {
					if calls++; !yield(a) {
						return
					}
				}
			}
		}
	}
	long := strings.Repeat("\xff", 9999)
	below, err := new(Registry).With(Definition{NID: "acme", Lint: own(Advice{Code: advice.NULEscape, Clause: "below"})})
	if err != nil {
		t.Fatal(err)
	}
	r, err := below.With(Definition{NID: "acme", Reference: "handbook", Lint: own(
		Advice{Span: urn.Span{Start: -5, End: -9}}, Advice{Span: urn.Span{Start: 5, End: 3}, Text: "two words", Clause: "page 2"},
		Advice{Span: urn.Span{Start: 99, End: 999}, Text: long, Clause: long})})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Collect(r.Lint(urn.MustParse("urn:acme:none"))); got != nil {
		t.Errorf("Lint = %v where the functions return nil", got)
	}
	u := urn.MustParse("urn:acme:%61")
	list := slices.Collect(r.Lint(u))
	size := len(u.String())
	want := []Advice{
		{Code: advice.NeedlessEscape, Span: urn.Span{Start: 9, End: 12}, Clause: "RFC 3986, section 2.3"},
		{Code: advice.Own, Clause: "handbook"},
		{Code: advice.Own, Span: urn.Span{Start: 5, End: 5}, Text: "two words", Clause: "page 2"},
		{Code: advice.Own, Span: urn.Span{Start: size, End: size}, Text: long, Clause: long},
		{Code: advice.NULEscape, Clause: "below"},
	}
	if !slices.Equal(list, want) {
		t.Errorf("Lint = %v, want %v", list, want)
	}
	if got, want := list[2].String(), "at column 6: two words (page 2)"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	if s := list[3].String(); len(s) > 1024 || !utf8.ValidString(s) {
		t.Errorf("the text has %d bytes", len(s))
	}
	for stop := range len(want) {
		n := 0
		calls = 0
		for range r.Lint(u) {
			if n++; n > stop {
				break
			}
		}
		if n != stop+1 || calls > stop {
			t.Errorf("after a stop at %d: %d pieces, %d calls", stop+1, n, calls)
		}
	}
	if got := slices.Collect(r.Lint(urn.MustParse("urn:other:a"))); got != nil {
		t.Errorf("Lint of another namespace = %v", got)
	}
	if got := slices.Collect(r.Lint(urn.URN{})); got != nil {
		t.Errorf("Lint of the zero URN = %v", got)
	}
}

// TestLintOwnNamespace: what the owner defines is not unregistered, but its NID may
// still be one that should not be written.
func TestLintOwnNamespace(t *testing.T) {
	r, err := IANA().With(Definition{NID: "acme"}, Definition{NID: "x-acme"})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Collect(r.Lint(urn.MustParse("urn:ACME:a"))); got != nil {
		t.Errorf("Lint(urn:ACME:a) = %v, want nothing", got)
	}
	if got := slices.Collect(r.Lint(urn.MustParse("urn:x-acme:a"))); len(got) != 1 || got[0].Code != advice.ExperimentalNID {
		t.Errorf("Lint(urn:x-acme:a) = %v, want the experimental NID", got)
	}
}

// TestRightCheckDigit: the digit in the words of the advice makes the name right.
func TestRightCheckDigit(t *testing.T) {
	for _, name := range []string{
		"urn:nbn:de:gbv:089-3321752955", "urn:mrn:imo:imo-number:9743386", "urn:mrn:bic:container-id:CSQU3054384", "urn:epcglobal:cbv:bt:5200001000009:A12345",
	} {
		found := 0
		for a := range Lint(urn.MustParse(name)) {
			_, text, _ := strings.Cut(a.Message(), "it should be '")
			right := name[:a.Span.Start] + text[:min(1, len(text))] + name[a.Span.End:]
			for b := range Lint(urn.MustParse(right)) {
				t.Errorf("%s: %s; of %s: %s", name, a, right, b)
			}
			found++
		}
		if found != 1 {
			t.Errorf("%s: %d pieces of advice", name, found)
		}
	}
}
