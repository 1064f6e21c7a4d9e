package record

import (
	"encoding/json"
	"testing"
)

func TestAppendFinding(t *testing.T) {
	p := Place{File: NewFile("a.go"), Line: 3, Offset: 40, HasOffset: true}
	f := Finding{Column: 5, Length: 2, Rule: "malformed", Level: "error", Message: "say \"x\"", Name: "urn:\x1b:a"}
	for _, c := range []struct{ name, fix, want string }{
		{"urn:\x1b:a", "", `{"file":"a.go","line":3,"offset":40,"column":5,"length":2,"rule":"malformed","level":"error","message":"say \"x\"","name":"urn:\u001b:a"}`},
		{"URN:ab:c", "urn:ab:c", `{"file":"a.go","line":3,"offset":40,"column":5,"length":2,"rule":"malformed","level":"error","message":"say \"x\"","name":"URN:ab:c","fix":"urn:ab:c"}`},
		{"urn:\xff", "", `{"file":"a.go","line":3,"offset":40,"column":5,"length":2,"rule":"malformed","level":"error","message":"say \"x\"","name":null,"name_base64":"dXJuOv8="}`},
	} {
		f.Name, f.Fix = c.name, c.fix
		if got := string(AppendFinding(nil, p, f)); got != c.want || !json.Valid([]byte(got)) {
			t.Errorf("AppendFinding(%q) = %s, want %s", c.name, got, c.want)
		}
	}
	f = Finding{More: []Spot{{Place: p, Column: 1, Length: 2, Name: "a"}, {Place: p, Name: "b", Fix: "c"}}}
	if got, want := string(AppendFinding(nil, Place{}, f)), `{"column":0,"length":0,"rule":"","level":"","message":"","name":"","more":[`+
		`{"file":"a.go","line":3,"offset":40,"column":1,"length":2,"name":"a"},{"file":"a.go","line":3,"offset":40,"column":0,"length":0,"name":"b","fix":"c"}]}`; got != want {
		t.Errorf("AppendFinding of several places = %s, want %s", got, want)
	}
	if got, want := string(AppendFinding([]byte("x"), Place{}, Finding{})), `x{"column":0,"length":0,"rule":"","level":"","message":"","name":""}`; got != want {
		t.Errorf("AppendFinding of nothing = %s, want %s", got, want)
	}
}
