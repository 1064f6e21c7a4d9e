package namespace

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

func TestLint(t *testing.T) {
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
		{name: "upper case in a mac", clause: "RFC 9039, section 3.2", urn: "urn:dev:mac:0024BEfffe804ff1_Temp", want: []string{"upper-case BE"}},
		{name: "upper case in the component of a mac", urn: "urn:dev:mac:0024befffe804ff1_Temp"},
		{name: "upper case elsewhere in a dev", urn: "urn:dev:ops:32473-Fridge-1"},
		{name: "imei, spare digit", urn: "urn:gsma:imei:90420156-025763-0"},
		{name: "imei, check digit", urn: "urn:gsma:IMEI:90420156-025763-7;svn=42"},
		{name: "imei, check digit, fives doubled", urn: "urn:gsma:imei:35000000-000005-5"},
		{name: "imei, neither", clause: "3GPP TS 23.003, section 6.2.1", urn: "urn:gsma:imei:90420156-025763-5", want: []string{"spare-digit 5"}},
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
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.syntax.Parse(tt.urn)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for a := range Lint(u) {
				got = append(got, a.Code.String()+" "+tt.urn[a.Span.Start:a.Span.End])
				if tt.clause != "" && !strings.Contains(a.Clause, tt.clause) {
					t.Errorf("Lint(%q): clause %q, want %q", tt.urn, a.Clause, tt.clause)
				}
				if want := fmt.Sprintf("at byte %d: ", a.Span.Start); !strings.HasPrefix(a.String(), want) || !strings.HasSuffix(a.String(), "("+a.Clause+")") {
					t.Errorf("String() = %q", a)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("Lint(%q) = %q, want %q", tt.urn, got, tt.want)
			}
		})
	}
	if got := slices.Collect(Lint(urn.URN{})); got != nil {
		t.Errorf("Lint of the zero URN = %v", got)
	}
}

// TestLintOwnNamespace: what the owner defines is not unregistered, but its NID may
// still be one that should not be written.
func TestLintOwnNamespace(t *testing.T) {
	r, err := NewRegistry(Definition{NID: "acme"}, Definition{NID: "x-acme"})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Collect(r.Lint(urn.MustParse("urn:ACME:a"))); got != nil {
		t.Errorf("Lint(urn:ACME:a) = %v, want nothing", got)
	}
	if got := slices.Collect(r.Lint(urn.MustParse("urn:x-acme:a"))); len(got) != 1 || got[0].Code != ExperimentalNID {
		t.Errorf("Lint(urn:x-acme:a) = %v, want the experimental NID", got)
	}
}
