package namespace

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
)

// judgment is a line of testdata/namespace/second_reading*.jsonl: what somebody who has
// read the document of a namespace, but not this package, says of a name.
type judgment struct {
	Name    string // the URN
	Verdict string // "valid" or "invalid"
	Clause  string // document and section
	// Equivalent and Distinct are URNs that are, or are not, equivalent to Name.
	Equivalent, Distinct string
	// Decided is the sentence of the document by which a line does not count. The test
	// then wants the opposite of Verdict.
	Decided string
}

// differs says how this package differs from a judgment, or returns "".
func (j judgment) differs() string {
	u, err := urn.Parse(j.Name)
	if err != nil {
		if j.Verdict == "invalid" {
			return ""
		}
		return err.Error()
	}
	verdict, err := Validate(u)
	want := map[string]Verdict{"valid": Valid, "invalid": Invalid}[j.Verdict]
	if j.Decided != "" {
		want = Valid + Invalid - want
	}
	if verdict != want {
		text := verdict.String() + ", want " + want.String()
		if err != nil {
			text += ": " + err.Error()
		}
		return text
	}
	for other, equal := range map[string]bool{j.Equivalent: true, j.Distinct: false} {
		if other == "" {
			continue
		}
		v, err := urn.Parse(other)
		if err != nil {
			return err.Error()
		}
		if Equal(u, v) != equal {
			return "keys " + Key(u) + " and " + Key(v)
		}
	}
	return ""
}

// TestSecondReading holds the package against every judgment.
func TestSecondReading(t *testing.T) {
	files, err := filepath.Glob("../testdata/namespace/second_reading*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("nobody has written a second reading yet")
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for lines := bufio.NewScanner(f); lines.Scan(); n++ {
			var j judgment
			d := json.NewDecoder(strings.NewReader(lines.Text()))
			d.DisallowUnknownFields()
			if err := d.Decode(&j); err != nil || j.Clause == "" || j.Verdict != "valid" && j.Verdict != "invalid" {
				t.Fatalf("%s:%d: %v, or no clause or verdict: %s", file, n+1, err, lines.Text())
			}
			if how := j.differs(); how != "" {
				t.Errorf("%s:%d: %s is %s (%s)", file, n+1, j.Name, how, j.Clause)
			}
		}
		if n == 0 {
			t.Errorf("%s is empty", file)
		}
	}
}
