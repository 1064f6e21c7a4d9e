package urn_test

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gourn "github.com/leodido/go-urn"
	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/few"
)

// The differential test: this library and go-urn v1.5.0 read the same inputs.
// Where they disagree, one of the divergences below must explain it. Each
// divergence must come up. One that does not is no longer true, and must be
// removed.

// divergence is a named way in which go-urn differs.
type divergence struct {
	name    string
	clause  string // what decides against go-urn
	doc     string
	syntax  urn.Syntax
	example string // an input under syntax, for docs/from-go-urn.md
}

var (
	divEscapeLetters = divergence{"escape-of-any-letters", "RFC 2141 section 2.3.1, RFC 8141 section 2 (pct-encoded of RFC 3986)",
		`go-urn takes any two letters or digits after "%"`, urn.RFC8141, "urn:example:%zz"}
	divSwallowedQ = divergence{"r-component-swallows-q-delimiter", "RFC 8141 section 2.3.1",
		`go-urn reads a "?=" without a q-component after it as part of the r-component, but the r-component ends there`, urn.RFC8141, "urn:example:a?+r?="}
	divUNID = divergence{"nid-of-u-and-colon", "RFC 2141 section 2.1",
		`go-urn refuses a name with a "u" directly after "urn:" and a ":" three octets later, to exclude the NID "urn"`, urn.RFC2141, "urn:uab:x"}
	divReserved = divergence{"reserved-octets-refused", "RFC 2141 sections 2.2 and 2.3.2",
		`go-urn refuses "/", "?" and "#"; the grammar derives them, and the prose says that they SHOULD NOT be used`, urn.RFC2141, "urn:example:a/b"}
	divRepeatedR = divergence{"repeated-r-delimiter-refused", "RFC 8141 sections 2 and 2.3.1",
		`go-urn refuses a "?+" in the r-component, where "?" and "+" are data, unless "/" follows`, urn.RFC8141, "urn:example:a?+b?+c"}
	divRepeatedQ = divergence{"repeated-q-delimiter-refused", "RFC 8141 sections 2 and 2.3.2",
		`go-urn refuses a "?=" in the q-component, where "?" and "=" are data, unless "/" follows`, urn.RFC8141, "urn:example:a?=b?=c"}
	divInformal = divergence{"informal-nid-refused", "RFC 8141 sections 2 and 5.2",
		`go-urn refuses an NID of "urn-" and a letter or "0"; section 5.2 does not register such an NID, but section 2 derives it`, urn.RFC8141, "urn:urn-a:b"}
	divLostF = divergence{"empty-f-component-lost", "RFC 8141 section 2 (f-component = fragment, which may be empty)",
		`go-urn's String drops a "#" at the end`, urn.RFC8141, "urn:example:a#"}
	divSchemeFromNID = divergence{"scheme-spelt-as-the-nid", "RFC 8141 section 2 (the scheme and the NID are two things)",
		`go-urn's String copies the case of the scheme from an NID that begins with "urn-"`, urn.RFC8141, "urn:URN-1:a"}
	divLowerEscapes = divergence{"normal-form-lower-case-escapes", "RFC 8141 section 3.1",
		`go-urn's normal form has the digits of an escape in lower case`, urn.RFC8141, "urn:example:a%2Fb"}
	divDroppedComponents = divergence{"normal-form-drops-components", "RFC 8141 section 3.1",
		`go-urn's normal form is the assigned-name alone; section 3.1 ignores the other components, it does not remove them`, urn.RFC8141, "urn:example:a?=q"}
)

var divergences = []divergence{
	divEscapeLetters, divSwallowedQ, divUNID, divReserved, divRepeatedR, divRepeatedQ,
	divInformal, divLostF, divSchemeFromNID, divLowerEscapes, divDroppedComponents,
}

// goURN has go-urn parse a copy of in: it writes to what it is given.
func goURN(x urn.Syntax, in string) (*gourn.URN, bool) {
	mode := gourn.RFC8141Only
	if x == urn.RFC2141 {
		mode = gourn.RFC2141Only
	}
	return gourn.Parse([]byte(in), gourn.WithParsingMode(mode))
}

// differential collects what comes up in one run.
type differential struct {
	t      testing.TB
	seen   map[string]int
	inputs int
	both   int // inputs that both take
}

func (d *differential) saw(which ...divergence) {
	for _, v := range which {
		d.seen[v.name]++
	}
}

// parse compares one input under one syntax.
func (d *differential) parse(x urn.Syntax, in string) {
	d.inputs++
	theirs, ok := goURN(x, in)
	ours, err := x.Parse(in)
	switch {
	case ok && err != nil:
		d.theyAccept(x, in, theirs)
	case !ok && err == nil:
		switch why := refusals(ours); len(why) {
		case 0:
			d.t.Errorf("%v.Parse(%q) takes it; go-urn does not, and nothing says why", x, in)
		case 1:
			d.saw(why...) // of several, go-urn stops at one, there is no telling which
		}
	case ok:
		d.both++
		if why := refusals(ours); len(why) > 0 {
			d.t.Errorf("%v.Parse(%q): go-urn takes it, though it falls under %s", x, in, why[0].name)
		}
		d.components(ours, theirs)
		d.normalForm(ours, theirs)
	}
}

// theyAccept explains an input that go-urn alone takes. Escapes that are none
// are put right, as often as there are any, and then nothing but a swallowed
// delimiter may be left.
func (d *differential) theyAccept(x urn.Syntax, in string, theirs *gourn.URN) {
	repaired, n := repairEscapes(in)
	_, fault := x.Locate(repaired)
	_, before := x.Locate(in)
	if n > 0 && before.Reason == urn.BadEscape {
		d.saw(divEscapeLetters)
		if fault.Reason == 0 {
			return
		}
	}
	if x == urn.RFC8141 && fault.Reason == urn.BadQ && strings.HasSuffix(repaired[:fault.Offset], "?=") &&
		strings.Contains(theirs.RComponent(), "?=") {
		d.saw(divSwallowedQ)
		return
	}
	d.t.Errorf("%v.Parse(%q): fault %+v; go-urn takes it, and nothing says why", x, in, before)
}

// repairEscapes puts "%41" for each "%" with two letters or digits that are
// not both hexadecimal, and says how many there were.
func repairEscapes(in string) (string, int) {
	b, n := []byte(in), 0
	for i := 0; i+2 < len(b); i++ {
		if b[i] != '%' {
			continue
		}
		if isAlphanumeric(b[i+1]) && isAlphanumeric(b[i+2]) {
			if !isHexDigit(b[i+1]) || !isHexDigit(b[i+2]) {
				copy(b[i:], "%41")
				n++
			}
			i += 2
		}
	}
	return string(b), n
}

func isHexDigit(c byte) bool { return refHEXDIG[c] }

func isAlphanumeric(c byte) bool { return refAlphanum[c] }

// refusals lists why go-urn refuses what this library takes; it is empty for
// exactly those URNs that both take.
func refusals(ours urn.URN) []divergence {
	nid := strings.ToLower(ours.NID())
	var why []divergence
	if ours.Syntax() == urn.RFC2141 {
		if s := ours.String(); nid[0] == 'u' && len(s) > 7 && s[7] == ':' {
			why = append(why, divUNID)
		}
		if strings.ContainsAny(ours.NSS(), "/?#") {
			why = append(why, divReserved)
		}
	} else {
		if rest, ok := strings.CutPrefix(nid, "urn-"); ok && (rest[0] == '0' || 'a' <= rest[0] && rest[0] <= 'z') {
			why = append(why, divInformal)
		}
		if repeats(ours.R(), "?+") {
			why = append(why, divRepeatedR)
		}
		if repeats(ours.Q(), "?=") {
			why = append(why, divRepeatedQ)
		}
	}
	return why
}

// repeats reports whether delimiter stands in a component where go-urn refuses it.
// Before "/", which no component begins with, it does not.
func repeats(component, delimiter string) bool {
	_, rest, ok := strings.Cut(component, delimiter)
	return ok && (!strings.HasPrefix(rest, "/") || repeats(rest, delimiter))
}

func (d *differential) components(ours urn.URN, theirs *gourn.URN) {
	for _, c := range []struct{ name, ours, theirs string }{
		{"NID", ours.NID(), theirs.ID},
		{"NSS", ours.NSS(), theirs.SS},
		{"r-component", ours.R(), theirs.RComponent()},
		{"q-component", ours.Q(), theirs.QComponent()},
		{"f-component", ours.F(), theirs.FComponent()},
	} {
		if c.ours != c.theirs {
			d.t.Errorf("%v.Parse(%q): its %s is %q, go-urn's %q", ours.Syntax(), ours, c.name, c.ours, c.theirs)
		}
	}
	want := ours.String()
	if nid := ours.NID(); ours.Syntax() == urn.RFC8141 && strings.HasPrefix(strings.ToLower(nid), "urn-") && nid[:3] != want[:3] {
		d.saw(divSchemeFromNID)
		want = nid[:3] + want[3:]
	}
	if ours.HasF() && ours.F() == "" {
		d.saw(divLostF)
		want = strings.TrimSuffix(want, "#")
	}
	if got := theirs.String(); got != want {
		d.t.Errorf("%v.Parse(%q).String() = %q; go-urn's is %q, want %q", ours.Syntax(), ours, ours, got, want)
	}
}

func (d *differential) normalForm(ours urn.URN, theirs *gourn.URN) {
	want := ours.Normalize().String()
	if key := ours.Key(); want != key {
		d.saw(divDroppedComponents)
		want = key
	}
	if lower := lowerEscapes(want); want != lower {
		d.saw(divLowerEscapes)
		want = lower
	}
	if got := theirs.Normalize().String(); got != want {
		d.t.Errorf("%v.Parse(%q).Normalize() = %q; go-urn's is %q, want %q", ours.Syntax(), ours, ours.Normalize(), got, want)
	}
}

func lowerEscapes(s string) string {
	b := []byte(s)
	for i := range b {
		if i > 0 && b[i-1] == '%' || i > 1 && b[i-2] == '%' {
			b[i] = strings.ToLower(string(b[i]))[0]
		}
	}
	return string(b)
}

// equal compares the equivalence of two inputs. There is no divergence in it:
// go-urn's normal form, other though it is, tells the same names apart.
func (d *differential) equal(x urn.Syntax, a, b string) {
	u, err := x.Parse(a)
	v, err2 := x.Parse(b)
	p, ok := goURN(x, a)
	q, ok2 := goURN(x, b)
	if err != nil || err2 != nil || !ok || !ok2 {
		return
	}
	d.both++
	if u.Equal(v) != p.Equal(q) {
		d.t.Errorf("%v: %q.Equal(%q) = %v, go-urn says %v", x, a, b, u.Equal(v), p.Equal(q))
	}
}

// knownInputs are the vectors, the peers' inputs and the corpus.
func knownInputs(t testing.TB) []string {
	var list []string
	for _, v := range readVectors(t) {
		list = append(list, v.input)
	}
	paths, err := filepath.Glob("testdata/peers/*.jsonl")
	require.NoError(t, err)
	for _, path := range paths {
		if filepath.Base(path) != "exceptions.jsonl" {
			for _, row := range readJSONL[peerRow](t, path) {
				list = append(list, row.In)
			}
		}
	}
	f, err := os.Open("testdata/corpus.txt")
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		list = append(list, lines.Text())
	}
	return list
}

func TestDifferential(t *testing.T) {
	d := &differential{t: few.Of(t), seen: map[string]int{}}
	inputs := knownInputs(t)
	for _, in := range inputs {
		d.parse(urn.RFC8141, in)
		d.parse(urn.RFC2141, in)
	}
	m := mutator{rand.New(rand.NewPCG(2141, 8141)), inputs}
	n := 200_000
	if testing.Short() || raceEnabled {
		n = 40_000
	}
	for range n {
		in := m.next()
		d.parse(urn.RFC8141, in)
		d.parse(urn.RFC2141, in)
	}
	for _, v := range divergences {
		if d.seen[v.name] == 0 {
			t.Errorf("the divergence %s (%s: %s) did not come up", v.name, v.clause, v.doc)
		}
		t.Logf("%6d %s", d.seen[v.name], v.name)
	}
	t.Logf("%6d inputs, %d of them taken by both", d.inputs, d.both)
	if d.both < d.inputs/4 {
		t.Errorf("both take %d inputs of %d: too few to compare anything but verdicts", d.both, d.inputs)
	}
}

func TestDifferentialEqual(t *testing.T) {
	d := &differential{t: few.Of(t)}
	for _, e := range readEquivalence(t) {
		d.equal(urn.RFC8141, e.A, e.B)
		d.equal(urn.RFC2141, e.A, e.B)
	}
	inputs := knownInputs(t)
	m := mutator{rand.New(rand.NewPCG(3, 1)), inputs}
	for i, in := range inputs {
		a, b := m.otherCase(in), m.otherCase(in)
		d.equal(urn.RFC8141, a, b)
		d.equal(urn.RFC2141, a, b)
		d.equal(urn.RFC8141, in, inputs[(i+1)%len(inputs)])
	}
	if d.both < len(inputs) {
		t.Errorf("%d pairs compared, of %d inputs", d.both, len(inputs))
	}
}

// mutator makes inputs that are nearly URNs.
type mutator struct {
	*rand.Rand
	inputs []string
}

var mutatorTokens = []string{
	"?+", "?=", "?", "#", "/", "%", "%2", "%zz", "%2f", "%AF", "%00", ":", "::", "-", "urn:", "URN:", "urn-", "u", "uab:", "&", "~",
	"a", "Z", "0", "=", "+", " ", "\x00", "\x7f", "\x80", "é", "\n", "\r\n", "urn:urn:", "??", "?=?", "#?", "%g1", "%1g",
}

// next gives one of the inputs with one to three changes.
func (m mutator) next() string {
	s := m.inputs[m.IntN(len(m.inputs))]
	for range 1 + m.IntN(3) {
		at := m.IntN(len(s) + 1)
		to := min(len(s), at+m.IntN(4))
		switch token := mutatorTokens[m.IntN(len(mutatorTokens))]; m.IntN(7) {
		case 0, 1:
			s = s[:at] + token + s[at:]
		case 2:
			s = s[:at] + token + s[to:]
		case 3:
			s = s[:at] + s[to:]
		case 4:
			s = s[:to] + s[at:]
		case 5:
			s = m.otherCase(s)
		case 6:
			other := m.inputs[m.IntN(len(m.inputs))]
			s = s[:at] + other[m.IntN(len(other)+1):]
		}
	}
	return s
}

// otherCase flips the case of some letters.
func (m mutator) otherCase(s string) string {
	b := []byte(s)
	for i, c := range b {
		if refALPHA[c] && m.IntN(4) == 0 {
			b[i] = c ^ 0x20
		}
	}
	return string(b)
}
