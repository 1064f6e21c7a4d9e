package namespace

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// vector is a line of testdata/namespace/vectors.jsonl.
type vector struct {
	Name    string
	Clause  string
	URN     string
	Syntax  urn.Syntax // the zero one if absent
	Checked bool       // whether the syntax of the namespace is known
	Valid   bool
	Offset  int    // of the fault
	Reason  string // of the fault
	Key     string // under the rules of the namespace; "" if the vector does not say
}

func (v vector) parse(t testing.TB) urn.URN {
	t.Helper()
	u, err := v.Syntax.Parse(v.URN)
	if err != nil {
		t.Fatalf("%s: %v.Parse(%q): %v", v.Name, v.Syntax, v.URN, err)
	}
	return u
}

func vectors(t testing.TB) []vector {
	t.Helper()
	f, err := os.Open("../testdata/namespace/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []vector
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", lines.Bytes(), err)
		}
		list = append(list, v)
	}
	if len(list) < 200 {
		t.Fatalf("only %d vectors", len(list))
	}
	return list
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			u := v.parse(t)
			res := resultOf(Validate(u))
			if (res.verdict != Unknown) != v.Checked || (res.verdict == Invalid) == v.Valid {
				t.Errorf("Validate(%q) = %v, want %t and valid %t (%s)", v.URN, res, v.Checked, v.Valid, v.Clause)
			}
			if e, invalid := fault(res.verdict, res.err); invalid {
				if e.Offset != v.Offset || e.Reason.String() != v.Reason {
					t.Errorf("Validate(%q) = %s at %d, want %s at %d (%s)", v.URN, e.Reason, e.Offset, v.Reason, v.Offset, v.Clause)
				}
				if e.Document == "" || e.NID != u.Normalize().NID() {
					t.Errorf("Validate(%q) = %+v, want a document and the NID", v.URN, e)
				}
			}
			if key := Key(u); v.Key != "" && key != v.Key {
				t.Errorf("Key(%q) = %q, want %q (%s)", v.URN, key, v.Key, v.Clause)
			}
			laws(t, u)
		})
	}
}

// TestVectorsCoverEveryNamespace wants a name that passes and one that does not
// of each namespace whose syntax is known, and a key of each that has a rule.
func TestVectorsCoverEveryNamespace(t *testing.T) {
	type cover struct{ valid, invalid, badDigit, folded bool }
	seen := map[string]*cover{}
	for i := range registered {
		seen[registered[i].NID] = new(cover)
	}
	for _, v := range vectors(t) {
		u := v.parse(t)
		c := seen[u.Normalize().NID()]
		if c == nil {
			continue
		}
		c.valid = c.valid || v.Valid && v.Checked
		c.invalid = c.invalid || v.Reason == "syntax"
		c.badDigit = c.badDigit || v.Reason == "check-digit"
		c.folded = c.folded || v.Key != "" && v.Key != u.Key()
	}
	for p, row := range rows {
		list := row.all()
		nid := registered[p].NID
		c := seen[nid]
		if list != nil && (!c.valid || !c.invalid) {
			t.Errorf("%s: valid name %t, name of wrong syntax %t, want both", nid, c.valid, c.invalid)
		}
		for _, x := range list {
			if x.digits != nil && !c.badDigit {
				t.Errorf("%s: no name with a wrong check digit", nid)
			}
		}
		if row.fold != foldNone && !c.folded {
			t.Errorf("%s: no key that differs from the general one", nid)
		}
	}
}

// TestEverySyntaxHasAVector wants each automaton to have accepted and refused
// some vector.
func TestEverySyntaxHasAVector(t *testing.T) {
	accepted, refused := map[*syntax]bool{}, map[*syntax]bool{}
	for _, v := range vectors(t) {
		u := v.parse(t)
		if p := place(u.NID()); p >= 0 {
			if x := syntaxOf(p, u.NSS()); x != nil {
				_, ok := x.match(u.NSS())
				accepted[x] = accepted[x] || ok
				refused[x] = refused[x] || !ok
			}
		}
	}
	for p := range rows {
		for _, x := range rows[p].all() {
			// Only names that no scheme of the EPC Tag Data Standard has come to
			// epcScheme.
			if x.machine == &epcScheme {
				accepted[x] = true
			}
			// Everything that may follow "urn:smpte:" is valid, except for "~"
			// and "&".
			if !accepted[x] || !refused[x] && p != idGSMA && p != idSMPTE && p != id3GPP2 {
				t.Errorf("%s, prefix %q: accepted a vector %t, refused one %t", registered[p].NID, x.prefix, accepted[x], refused[x])
			}
		}
	}
}
