package dictionary

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

func TestNearest(t *testing.T) {
	for name, want := range map[string]string{
		"urn:ietf:params:xml:ns:epp-1.0":                            "urn:ietf:params:xml:ns:epp-1.0",
		"urn:ietf:params:xml:ns:rmli":                               "urn:ietf:params:xml:ns:rlmi", // two letters that have changed places
		"urn:ietf:params:xml:ns:rlmii":                              "urn:ietf:params:xml:ns:rlmi",
		"urn:ietf:params:xml:ns:rlxi":                               "urn:ietf:params:xml:ns:rlmi",
		"urn:ietf:params:xml:ns:rlxx":                               "",                               // a short word
		"urn:ietf:params:xml:ns:epp-1.1":                            "urn:ietf:params:xml:ns:epp-1.0", // a note
		"urn:xmpp:mam:1":                                            "",                               // another version
		"urn:ietf:params:xmlns:epp-1.0":                             "urn:ietf:params:xml:ns:epp-1.0",
		"urn:ietf:xml:params:ns:xmpp-stanzas":                       "urn:ietf:params:xml:ns:xmpp-stanzas",
		"urn:oasis:names:tc:SAML:2.0:ac:classes:passwordprotected":  "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport", // a note
		"urn:oasis:names:tc:SAML:2.0:status:RequestVersionToo":      "",                                                                  // two names begin like this
		"urn:oasis:names:tc:saml:2.0:ac:classes:Password":           "urn:oasis:names:tc:SAML:2.0:ac:classes:Password",
		"urn:oasis:names:tc:SAML:2.0:attrname-frmta:uri":            "urn:oasis:names:tc:SAML:2.0:attrname-format:uri", // two mistakes
		"urn:oasis:names:tc:SAML:2.0:attrname-frm:uri":              "",
		"urn:mace:dir:attribute-def:eduPersonTargetedId":            "urn:mace:dir:attribute-def:eduPersonTargetedID",
		"urn:mace:dir:attribute-def:cm":                             "",
		"urn:mpeg:dash:profile:iofff-live:2011":                     "urn:mpeg:dash:profile:isoff-live:2011",
		"urn:oasis:names:tc:SAML:2.0:" + strings.Repeat("a", 1<<10): "",
		"urn:schemas-upnp-org:serviceId:RenderingControl":           "urn:upnp-org:serviceId:RenderingControl",
		"urn:oasis:names:tc:SAML:2.0:2.0:attrname-format:uri":       "urn:oasis:names:tc:SAML:2.0:attrname-format:uri",
		"urn:oasis:names:tc:SAML:2.0:own:attrname-format:uri":       "",
		"urn:oasis:names:tc:SAML:2.0:metadata:algsupport":           "urn:oasis:names:tc:SAML:metadata:algsupport", // a part of other names
		"urn:ietf:params:scim:schemas:core:2.0:User.manager":        "urn:ietf:params:scim:schemas:core:2.0:User:manager",
		"urn:ietf:params:scim:schemas:core:2.0:User.2":              "",
		"urn:oasis:names:tc:saml:2.0:own:thing":                     "urn:oasis:names:tc:SAML:2.0:own:thing",
		"urn:oasis:names:tc:SAML:2.0:own:thing":                     "",
		"urn:oasis:names:SAML:2.0:own:thing":                        "urn:oasis:names:tc:SAML:2.0:own:thing",
		"urn:x":                                                     "",
		"urn:xmpp:occupan":                                          "", // urn:xmpp:occupant-id:0 is published, but the family grows
		"urn:oasis:NAMES:TC:SAML:2.0:OWN:THING":                     "",
		"urn:xmpp:gallery:0":                                        "", // urn:xmpp:pubsub-social-feed:gallery:0 is published, but the family grows
	} {
		if got, _ := published().nearest(name); got != want {
			t.Errorf("nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

// If several published names could be meant, none is returned.
func TestSeveral(t *testing.T) {
	likes, begins := 0, 0
	for l, name := range resembling().like {
		if l.kind != onePartLess || name != several {
			continue
		}
		likes++
		if got, _ := published().nearest(l.text); got == several {
			t.Errorf("nearest(%q) = %q", l.text, got)
		}
	}
	for begin, spelt := range resembling().begins {
		if spelt != several {
			continue
		}
		begins++
		at := len(begin) - len(afterNID(begin)) // neither of the spellings
		name := begin[:at] + strings.ToUpper(begin[at:at+1]) + begin[at+1:] + "own:x"
		if got, _ := published().nearest(name); got != "" {
			t.Errorf("nearest(%q) = %q", name, got)
		}
	}
	if likes == 0 || begins == 0 {
		t.Errorf("%d names and %d beginnings have been tested", likes, begins)
	}
	for _, name := range []string{"urn:xmpp:mix:0", "urn:oasis:names:tc:xacml:function:own"} {
		if got, _ := published().nearest(name); got != "" {
			t.Errorf("nearest(%q) = %q", name, got)
		}
	}
}

// The search that skips finds what a comparison with every name finds.
func TestNearestSkips(t *testing.T) {
	testhelp.Slow(t)
	d, every := published(), 101
	if testhelp.IsLong() {
		every = 37
	}
	for i, name := range d.folded {
		if i%every != 0 || len(name) < 24 {
			continue
		}
		at := len(name) - len(afterNID(name)) + 3
		changed := name[:at] + "q" + name[at+1:]
		meant := ""
		for most := 1; most <= 2 && meant == ""; most++ {
			for _, other := range d.folded {
				if distance(other, changed) == most && Mistakes(other, changed, most) == most {
					meant = d.exact[other]
					break
				}
			}
		}
		if got, _ := d.nearest(changed); got != meant && d.exact[changed] == "" {
			t.Errorf("nearest(%q) = %q, want %q", changed, got, meant)
		}
	}
}

// distance is the number of letters by which a and b differ, without a bound.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j], rows[i][j-1], rows[i-1][j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					rows[i][j] = min(rows[i][j], 1+rows[i-2][j-2])
				}
			}
		}
	}
	return rows[len(a)][len(b)]
}

func TestPublished(t *testing.T) {
	for name, want := range map[string]bool{
		"urn:ietf:params:xml:ns:epp-1.0": true, "urn:ietf:params:xml:ns": true, "urn:ietf:params:xml:n": false,
		"urn:oasis:names:tc:SAML:2.0": true, "urn:oasis:names:tc:SAML:2.0:ac:classes:password": false,
	} {
		if got := Has(name); got != want {
			t.Errorf("has(%q) = %t", name, got)
		}
	}
	if !IsBelow("urn:ietf:params:xml:ns:rlmi:a:b") || IsBelow("urn:ietf:params:xml:ns:rlmi") {
		t.Error("isBelow")
	}
	const most = 300 << 10
	if len(namesText) > most {
		t.Errorf("names.txt has %d bytes, want at most %d", len(namesText), most)
	}
	lines := strings.Split(strings.TrimSuffix(namesText, "\n"), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "#") })
	if !slices.IsSorted(lines) || len(lines) < 2000 {
		t.Errorf("%d names, want more, in order", len(lines))
	}
	for _, l := range lines {
		if !strings.HasPrefix(l, "urn:") || strings.ContainsAny(l, " \r\t") {
			t.Errorf("%q is no name", l)
		}
	}
}

// TestHasFolded: "İ" takes fewer bytes in lower case, so a name may be longer than the only
// published name that begins with it.
func TestHasFolded(t *testing.T) {
	Has("urn:ietf:params:xml:ns:pİdf:geoprİv10:cİvİcaddr") // and :ext
	if Has("urn:İ") {
		t.Error("urn:İ is published")
	}
}
