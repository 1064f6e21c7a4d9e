package command

import (
	"strings"
	"testing"
	"time"
)

// TestDataAge: no table is older than a year. "make generate" renews them from files that are
// downloaded by hand.
func TestDataAge(t *testing.T) {
	for _, x := range tables {
		date, err := time.Parse(time.DateOnly, x.date)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if days := time.Since(date).Hours() / 24; days > 365 {
			t.Errorf("%s is of %s, %.0f days old: renew it with \"make generate\" and the file", x.name, x.date, days)
		}
	}
}

func TestVersionData(t *testing.T) {
	got := command(t, nil, "", "version", "--data")
	lines := strings.Split(strings.TrimSuffix(got.stdout, "\n"), "\n")
	if got.status != 0 || len(lines) != 1+len(tables) || lines[1] != tables[0].date+"  "+tables[0].name {
		t.Errorf("version --data: %d, %q", got.status, got.stdout)
	}
}

// TestNSURL: a URN among the arguments has its URLs printed.
func TestNSURL(t *testing.T) {
	got := command(t, nil, "", "ns", "URN:DOI:10.1000/182", "urn:ietf:rfc:8141")
	if want := "https://doi.org/10.1000/182\nhttps://www.rfc-editor.org/rfc/rfc8141\n"; got.status != 0 || got.stdout != want || got.stderr != "" {
		t.Errorf("%d, %q, %q, want %q", got.status, got.stdout, got.stderr, want)
	}
	got = command(t, nil, "", "ns", "urn:example:a")
	if want := "urn: no resolver is known for urn:example:a; urn ns example describes the namespace\n"; got.status != 1 || got.stdout != "" || got.stderr != want {
		t.Errorf("%d, %q, %q, want %q", got.status, got.stdout, got.stderr, want)
	}
	if got = command(t, nil, "", "ns", "urn:x:y"); got.status != 2 || got.stdout != "" {
		t.Errorf("%d, %q, %q, want status 2", got.status, got.stdout, got.stderr)
	}
}
