package namespace

import (
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/dfa"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
	"github.com/seed7b5a83f0/urn/namespace/internal/uuidtext"
)

// laws checks what doc.go promises of every URN.
func laws(t testing.TB, u urn.URN) {
	t.Helper()
	key := Key(u)
	n := Normalize(u)

	if v, err := u.Syntax().Parse(n.String()); err != nil || v != n {
		t.Errorf("Normalize(%q) = %q, which parses as %q, %v", u, n, v, err)
	}
	if nn := Normalize(n); nn != n {
		t.Errorf("Normalize(Normalize(%q)) = %q, want %q", u, nn, n)
	}
	if got := Key(n); got != key || n.Key() != key || n.AssignedName() != key {
		t.Errorf("Normalize(%q) = %q: Key %q, general key %q, want %q", u, n, got, n.Key(), key)
	}
	if n.R() != u.Normalize().R() || n.Q() != u.Normalize().Q() ||
		n.F() != u.Normalize().F() || n.Parts().HasF != u.Parts().HasF {
		t.Errorf("Normalize(%q) = %q, want the components of %q", u, n, u.Normalize())
	}
	if !Equal(u, n) || !Equal(n, u) || !Equal(u, u) {
		t.Errorf("Equal(%q, %q) = false, want true", u, n)
	}
	// A rule only sees what the general rule has made of a URN.
	if g := u.Normalize(); Key(g) != key || !Equal(g, u) {
		t.Errorf("Key(%q) = %q, but Key(%q) = %q: the rule splits what the general one merges", g, Key(g), u, key)
	}
	if got, want := strings.Count(key, "%"), strings.Count(u.AssignedName(), "%"); got != want {
		t.Errorf("Key(%q) = %q: %d escapes, want %d", u, key, got, want)
	}

	checkNormal(t, IANA(), u, n.String())
	res := resultOf(Validate(u))
	if e, invalid := fault(res.verdict, res.err); invalid {
		nss := u.Offsets().NSS()
		if e.Offset < nss.Start || e.Offset > nss.End || len(e.Error()) > 1024 {
			t.Errorf("Validate(%q) = %v, want an offset in %v", u, res, nss)
		}
	}
	if of := resultOf(Validate(n)); res.verdict != Invalid && of != res {
		t.Errorf("Validate(%q) = %v, but Validate(%q) = %v", u, res, n, of)
	}

	last := 0
	for a := range Lint(u) {
		if a.Span.Start < last || a.Span.End < a.Span.Start || a.Span.End > len(u.String()) || a.Clause == "" {
			t.Errorf("Lint(%q): %v at %v after %d", u, a, a.Span, last)
		}
		last = a.Span.Start
	}
}

// machineLaws: Match and the textbook loop agree, for every automaton.
func machineLaws(t testing.TB, s string) {
	t.Helper()
	check := func(name string, m *dfa.Matcher) {
		end, ok := m.Match(s)
		wantEnd, state := 0, int(m.Start/m.Width)
		for ; wantEnd < len(s); wantEnd++ {
			next := int(m.Next[state*int(m.Width)+int(m.Class[s[wantEnd]])] / m.Width)
			if next == 0 {
				break
			}
			state = next
		}
		if want := wantEnd == len(s) && state >= int(m.Final/m.Width); end != wantEnd || ok != want {
			t.Errorf("%s: Match(%q) = %d, %t, want %d, %t", name, s, end, ok, wantEnd, want)
		}
	}
	for p, row := range rows {
		for _, x := range row.all() {
			check(registered[p].NID+" "+x.prefix, x.machine)
		}
	}

	_, ok := uuidtext.Decode(s)
	if _, want := nssUUID.Match(s); ok != want {
		t.Errorf("uuidtext.Decode(%q) = %t, nssUUID says %t", s, ok, want)
	}
}

// mergers are the general law for two URNs: what u.Equal says, Equal says too, and
// Equal and Key agree.
func mergers(t testing.TB, a, b urn.URN) {
	t.Helper()
	equal := Equal(a, b)
	if a.Equal(b) && !equal {
		t.Errorf("%q and %q are URN-equivalent, but Equal = false", a, b)
	}
	if keys := Key(a) == Key(b); keys != equal || Equal(b, a) != equal {
		t.Errorf("Equal(%q, %q) = %t, keys %q and %q", a, b, equal, Key(a), Key(b))
	}
}

func FuzzLaws(f *testing.F) {
	testhelp.Slow(f)
	list := vectors(f)
	for i, v := range list {
		f.Add(v.URN, list[(i+1)%len(list)].URN, uint8(v.Syntax))
		f.Add(v.URN, strings.ToUpper(v.URN), uint8(v.Syntax))
		f.Add(v.URN+"?+r?=q#f", v.Key, uint8(0))
	}
	for e := range IANA().All() {
		f.Add("urn:"+e.NID+":%4a-%00-Xx;vers=0:1N", "urn:"+e.NID+":%4A--params:ul:imei:", uint8(0))
	}
	// What only unregistered and doubtful names reach in Lint and Lookup.
	f.Add("urn:00:0", "urn:AA-0:0", uint8(1))
	f.Add("urn:00:0", "0", uint8(2))
	f.Add("urn:0:0:A", "urn:0:%00", uint8(3))
	f.Add("urn:0:%00", "urn:00:0", uint8(1))
	f.Add("urn:isbn:0395363411", "URN:ISBN:039536341#U1", uint8(3))
	f.Fuzz(func(t *testing.T, s, s2 string, x uint8) {
		u, err := urn.Syntax(x % 4).Parse(s)
		if err != nil {
			return
		}
		laws(t, u)
		checkNormal(t, new(Registry), u, u.Normalize().String())
		mergers(t, u, u.Normalize())
		machineLaws(t, u.NSS())
		if v, err := urn.Syntax(x % 4).Parse(s2); err == nil {
			laws(t, v)
			mergers(t, u, v)
		}
		// The same NSS in every namespace.
		p := u.Parts()
		for e := range IANA().All() {
			p.NID = e.NID
			if v, err := u.Syntax().Build(p); err == nil {
				laws(t, v)
			}
		}
	})
}

// TestMergers compares every vector with every other one, so that a rule that
// merges too much or too little shows.
func TestMergers(t *testing.T) {
	testhelp.Slow(t)
	list := vectors(t)
	urns := make([]urn.URN, len(list))
	for i, v := range list {
		urns[i] = v.parse(t)
	}
	for i, v := range list {
		for j, w := range list {
			mergers(t, urns[i], urns[j])
			if equal := Equal(urns[i], urns[j]); v.Key != "" && w.Key != "" && equal != (v.Key == w.Key) {
				t.Errorf("Equal(%q, %q) = %t, want %t", v.URN, w.URN, equal, !equal)
			}
		}
	}
}

func TestZeroURN(t *testing.T) {
	var zero urn.URN
	if res := resultOf(Validate(zero)); res != (result{}) {
		t.Errorf("Validate(zero) = %v", res)
	}
	if Key(zero) != "" || Normalize(zero) != zero || !Equal(zero, zero) || Equal(zero, urn.MustParse("urn:uuid:a")) {
		t.Errorf("Key(zero) = %q, Normalize(zero) = %q", Key(zero), Normalize(zero))
	}
	for e := range IANA().All() {
		for _, nss := range []string{"a", "1", "A:b"} {
			if u, err := urn.Parse("urn:" + e.NID + ":" + nss); err == nil && (Equal(u, zero) || Equal(zero, u)) {
				t.Errorf("%v equals the zero URN", u)
			}
		}
	}
}

// TestLower compares the eight bytes at a time with one at a time.
func TestLower(t *testing.T) {
	for c := range 0x80 {
		for n := range 20 {
			for at := range n {
				s := strings.Repeat("a", at) + string(rune(c)) + strings.Repeat("z", n-at-1)
				b := []byte(s)
				lower(b)
				want := strings.ToLower(s)
				if string(b) != want {
					t.Fatalf("lower(%q) = %q, want %q", s, b, want)
				}
			}
		}
	}
}

// TestDecodeUUIDBytes puts every byte at every place of a UUID, and ends it at every
// length.
func TestDecodeUUIDBytes(t *testing.T) {
	const valid = "f81d4fae-7dec-11d0-A765-00a0c91e6bf6"
	for i := range len(valid) {
		machineLaws(t, valid[:i])
		for c := range 256 {
			machineLaws(t, valid[:i]+string([]byte{byte(c)})+valid[i+1:])
		}
	}
	machineLaws(t, valid+"0")
}
