package repair

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
)

// wildVector is a line of testdata/wild/vectors.jsonl.
type wildVector struct {
	Name, Source string
	Text         string   // with the name in it, in the notation of its source
	Wild         string   // the name
	Found        []string // the URNs in the text
	Near         []struct {
		Text   string // the near miss or the part
		Prefix string // the longest prefix of it that begins a URN
		Reason string // the name of its Reason, or "partial"
	}
	Relaxed         *struct{ NID, NSS, R, Q, F string } // or null if it is not a URN of Relaxed
	Repaired        repairedVector
	RepairedRelaxed repairedVector  `json:"repaired_relaxed"`
	RepairedPercent *repairedVector `json:"repaired_percent"`
	Note            string
}

// repairedVector is a URN or a fault.
type repairedVector struct {
	URN    string
	Prefix string
	Reason reasonName
}

func (r *repairedVector) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &r.URN)
	}
	type fields repairedVector
	return json.Unmarshal(data, (*fields)(r))
}

func readWildVectors(t testing.TB) (list []wildVector) {
	t.Helper()
	data, err := os.ReadFile("../testdata/wild/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var v wildVector
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, v)
	}
	return list
}

// TestWildVectors: names as they are in use, and their results. None of the expected
// results is computed by the library.
func TestWildVectors(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range readWildVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			if seen[v.Name] || v.Source == "" || !strings.HasPrefix(v.Wild, "urn:") {
				t.Fatal("the name is taken, or there is no source, or no name")
			}
			seen[v.Name] = true
			var found []string
			near := v.Near[:0:0]
			for m := range (scan.Finder{Mode: scan.ModeNear}).All([]byte(v.Text)) {
				fault := m.Fault
				text := v.Text[m.Start:m.End]
				reason := fault.Reason.String()
				switch m.Kind {
				case scan.MatchName:
					found = append(found, text)
					continue
				case scan.MatchPart:
					if reason = "partial"; fault.Reason == 0 {
						fault.Offset = len(text)
					}
				}
				near = append(near, struct{ Text, Prefix, Reason string }{text, text[:fault.Offset], reason})
			}
			if !slices.Equal(found, v.Found) || !slices.Equal(near, v.Near) {
				t.Errorf("in %q, found %q, near misses %q; want %q, %q", v.Text, found, near, v.Found, v.Near)
			}

			u, err := urn.Relaxed.Parse(v.Wild)
			switch {
			case (err == nil) != (v.Relaxed != nil):
				t.Errorf("Relaxed.Parse(%q): %v", v.Wild, err)
			case err == nil && *v.Relaxed != struct{ NID, NSS, R, Q, F string }{u.NID(), u.NSS(), u.R(), u.Q(), u.F()}:
				t.Errorf("Relaxed.Parse(%q) has the parts %+v, want %+v", v.Wild, u.Parts(), *v.Relaxed)
			}
			v.Repaired.check(t, Repairer{}, v.Wild)
			v.RepairedRelaxed.check(t, Repairer{Syntax: urn.Relaxed}, v.Wild)
			if v.RepairedPercent != nil {
				v.RepairedPercent.check(t, Repairer{EscapePercent: true}, v.Wild)
			}
			if v.Relaxed == nil && v.Repaired.URN == "" && v.RepairedPercent == nil && v.Note == "" {
				t.Error("nothing makes a URN of it, and there is no note that says why")
			}
		})
	}
	if len(seen) < 20 {
		t.Errorf("%d vectors", len(seen))
	}
}

func (want repairedVector) check(t *testing.T, r Repairer, s string) {
	t.Helper()
	got, err := r.Parse(s)
	var e *urn.Error
	switch {
	case want.URN != "":
		if err != nil || got.URN().String() != want.URN {
			t.Errorf("%+v.Parse(%q) = %q, %v, want %q", r, s, got.URN(), err, want.URN)
		}
	case !errors.As(err, &e) || e.Offset != len(want.Prefix) || !strings.HasPrefix(s, want.Prefix) || e.Reason != urn.Reason(want.Reason):
		t.Errorf("%+v.Parse(%q) = %q, %v, want the reason %v at %d", r, s, got.URN(), err, urn.Reason(want.Reason), len(want.Prefix))
	}
	checkRepair(t, r, s)
	checkShown(t, r, s)
}

// TestNoNameDisappears passes names that were found in public code and data to the
// finder, with near misses and in several notations, to Parse, to Relaxed and to
// Repair. Each is found as a whole or reported where it begins, and each is a URN,
// or is one of Relaxed, or can be repaired, or is known not to be repairable.
func TestNoNameDisappears(t *testing.T) {
	data, err := os.ReadFile("../testdata/namespace/real_urns.tsv")
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	var names []string
	for _, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n")[4:] {
		name, _, _ := strings.Cut(line, "\t")
		names = append(names, name)
	}
	lost := map[string]bool{} // it has no URN
	spaced := map[string]bool{}
	for _, v := range readWildVectors(t) {
		names = append(names, v.Wild)
		lost[v.Wild] = v.Relaxed == nil && v.Repaired.URN == "" && v.RepairedPercent == nil
		spaced[v.Wild] = strings.HasPrefix(v.Name, "white space/not in brackets") ||
			strings.HasPrefix(v.Name, "backslash/a control") || strings.HasPrefix(v.Name, "excluded octet/bar")
	}
	for _, name := range names {
		strict := urn.Valid(name)
		relaxed := urn.Relaxed.Valid(name)
		repaired, err := Parse(name)
		switch {
		case strict:
			count["URN"]++
			if !relaxed || err != nil || repaired.urn.String() != repaired.input {
				t.Errorf("%q is a URN; of Relaxed: %v; repaired: %v, %v", name, relaxed, repaired.URN(), err)
			}
		case relaxed:
			count["Relaxed"]++
		case err == nil:
			count["Repair"]++
		default:
			if _, err := (Repairer{EscapePercent: true}).Parse(name); err == nil {
				count["Repair, with Percent"]++
			} else if count["none"]++; !lost[name] {
				t.Errorf("nothing makes a URN of %q: %v", name, err)
			}
		}
		for _, c := range [][2]string{
			{"", ""}, {"", "\n"}, {`{"u":"`, `"}`}, {"<a>", "</a>"}, {"see ", ", and"}, {"(", ")"}, {"'", "'"}, {"\t", "\t"},
		} {
			text := c[0] + name + c[1]
			// Where nothing shows the end of it, a name with a space in its NID, or without
			// an NSS, is not told from a program.
			nid, _, _ := strings.Cut(name[len("urn:"):], ":")
			bare := !slices.Contains([]string{`"}`, "</a>", "'"}, c[1]) && (strings.Contains(nid, " ") || nid == name[len("urn:"):])
			first, ok := scan.Match{}, false
			for m := range (scan.Finder{Mode: scan.ModeNear}).All([]byte(text)) {
				first, ok = m, true
				break
			}
			whole := strings.TrimRight(text[:max(first.End, 0)], ".,;:!?'")
			lost := len(whole) < len(strings.TrimRight(c[0]+name, ".,;:!?'")) && !strings.HasPrefix(text[first.End:], ",urn:")
			if !bare && (!ok || first.Start != len(c[0]) || lost && first.Kind == scan.MatchName && !spaced[name]) {
				t.Errorf("the first candidate in %q is %s", text, fmt.Sprintf("%+v", first))
			}
			if strict && !lost && c[0] == "<a>" && !strings.Contains(name, ",urn:") && first.End != len(c[0])+len(name) {
				t.Errorf("in %q, the match ends at %d", text, first.End)
			}
		}
	}
	t.Logf("of %d names: %v", len(names), count)
	if count["URN"] < 302 || count["Relaxed"] < 10 || count["Repair"] < 8 || count["none"] > 3 {
		t.Errorf("of %d names: %v", len(names), count)
	}
}

// reasonName is a Reason that data has under its name.
type reasonName urn.Reason

func (r *reasonName) UnmarshalText(text []byte) error {
	for reason := urn.BadScheme; reason <= urn.OtherSyntax; reason++ {
		if reason.String() == string(text) {
			*r = reasonName(reason)
			return nil
		}
	}
	return fmt.Errorf("no reason is called %q", text)
}
