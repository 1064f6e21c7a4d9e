package flags

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// TestPatternsInterrupted: a signal ends the reading of a file of patterns.
func TestPatternsInterrupted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "own")
	if err := os.WriteFile(name, []byte("urn:ex:{a}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if ctx, err := WithPatterns(t.Context(), name); err != nil || isEmpty(Patterns(ctx)) {
		t.Fatalf("WithPatterns = %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stdio.Interrupted{Signal: syscall.SIGTERM})
	if _, err := WithPatterns(ctx, name); err != stdio.Signal+stdio.Status(syscall.SIGTERM) {
		t.Errorf("WithPatterns after a signal = %v", err)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		text string
		want int // 0: refused
		back string
	}{
		{"1", 1, "1"}, {"4096", 4096, "4K"}, {"64k", 64 << 10, "64K"}, {"16M", 16 << 20, "16M"}, {"1g", 1 << 30, "1G"},
		{"1025", 1025, "1025"}, {"1048576K", 1 << 30, "1G"},
		{"", 0, ""}, {"0", 0, ""}, {"-1", 0, ""}, {"1.5M", 0, ""}, {"2G", 0, ""}, {"1048577K", 0, ""}, {"M", 0, ""}, {"4294967297", 0, ""}, {"1 M", 0, ""},
	} {
		var f Size
		err := f.Set(c.text)
		if int(f) != c.want || (err == nil) != (c.want != 0) {
			t.Errorf("size %q = %d, %v; want %d", c.text, f, err, c.want)
		}
		if err == nil && f.String() != c.back {
			t.Errorf("size %q is shown as %q, want %q", c.text, f.String(), c.back)
		}
	}
}

func TestSizeZero(t *testing.T) {
	if got := new(Size).String(); got != "0" {
		t.Errorf("no size is shown as %q", got)
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		text        string
		least, most int
		want        int // -1: it is refused
	}{
		{"1", 1, 1<<31 - 1, 1}, {"3", 1, 1<<31 - 1, 3}, {"2147483647", 1, 1<<31 - 1, 1<<31 - 1},
		{"0", 1, 1<<31 - 1, -1}, {"-1", 1, 1<<31 - 1, -1}, {"2147483648", 1, 1<<31 - 1, -1}, {"", 1, 9, -1}, {"x", 1, 9, -1},
		{"0", 0, 1000, 0}, {"1000", 0, 1000, 1000}, {"1001", 0, 1000, -1}, {"-1", 0, 1000, -1}, {"x", 0, 1000, -1},
	} {
		n := -1
		f := number(&n, c.least, c.most, "", "")
		if err := f.Set(c.text); n != c.want || (err == nil) != (c.want >= 0) || f.String() != strconv.Itoa(c.want) {
			t.Errorf("%q is the number %d, %v; want %d", c.text, n, err, c.want)
		}
	}
}

func TestFields(t *testing.T) {
	const (
		empty     = "the name of the field is empty"
		forColumn = "--csv-separator and --csv-no-header are for --csv-column"
		noName    = "--csv-no-header is for the number of a column: without a header, columns have no names"
		oneByte   = "want one character of ASCII"
	)
	for _, c := range []struct {
		args      string // separated by spaces; "_" is a space
		number    int
		separator byte
		err       string // a part of it
	}{
		{"", 0, 0, ""},
		{"--csv-column=2", 2, 0, ""},
		{"--csv-column=urn", 0, 0, ""},
		{"--csv-column=1", 1, 0, ""},
		{"--csv-column=0", 0, 0, ""},
		{"--csv-column=-1", 0, 0, ""},
		{"--csv-column=99999999999999999999", 0, 0, ""},
		{"--csv-column=-99999999999999999999", 0, 0, ""},
		{"--csv-column=", 0, 0, empty},
		{"--json-field=a", 0, 0, ""},
		{"--json-field=", 0, 0, empty},
		{"--csv-no-header --csv-column=1", 1, 0, ""},
		{"--csv-no-header --csv-column=a", 0, 0, noName},
		{"--csv-no-header --csv-column=0", 0, 0, noName},
		{"--csv-no-header", 0, 0, forColumn},
		{"--csv-separator=;", 0, ';', forColumn},
		{"--csv-separator=; --json-field=a", 0, ';', forColumn},
		{"--csv-column=1 --csv-separator=;", 1, ';', ""},
		{"--csv-column=1 --csv-separator=tab", 1, '\t', ""},
		{`--csv-column=1 --csv-separator=\t`, 1, '\t', ""},
		{"--csv-column=1 --csv-separator=\t", 1, '\t', ""},
		{"--csv-column=1 --csv-separator=_", 1, ' ', ""},
		{"--csv-column=1 --csv-separator=~", 1, '~', ""},
		{"--csv-column=1 --csv-separator=", 1, 0, ""},
		{`--csv-column=1 --csv-separator="`, 1, 0, oneByte},
		{"--csv-column=1 --csv-separator=\x1f", 1, 0, oneByte},
		{"--csv-column=1 --csv-separator=\x7f", 1, 0, oneByte},
		{"--csv-column=1 --csv-separator=;;", 1, 0, oneByte},
		{"--csv-column=1 --csv-separator=é", 1, 0, oneByte},
	} {
		var f Fields
		cmd := &cobra.Command{}
		AddFields(cmd, &f)
		args := strings.Split(c.args, " ")
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "_", " ")
		}
		if err := cmd.ParseFlags(args); err != nil {
			t.Fatalf("%s: %v", c.args, err)
		}
		if f.Number() != c.number || f.Separator() != c.separator {
			t.Errorf("%s: number %d and separator %q, want %d and %q", c.args, f.Number(), f.Separator(), c.number, c.separator)
		}
		if csv, json := strings.Contains(c.args, "--csv-column"), strings.Contains(c.args, "--json-field"); f.IsCSV() != csv || f.IsJSON() != json {
			t.Errorf("%s: CSV %v and JSON %v, want %v and %v", c.args, f.IsCSV(), f.IsJSON(), csv, json)
		}
		if err := f.Check(false); (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.args, err, c.err)
		}
	}
	if f := new(Fields); f.IsCSV() || f.IsJSON() || f.Check(false) != nil {
		t.Error("fields of no command have a value")
	}
}

func TestChoice(t *testing.T) {
	value, cmd := "b", &cobra.Command{}
	AddChoice(cmd, &value, "to", "what", "", "a", "b")
	f := cmd.Flags().Lookup("to").Value
	if f.String() != "b" || f.Set("c") == nil || value != "b" || f.Set("a") != nil || f.Set("b") == nil || f.String() != "a" {
		t.Errorf("the value is %q, shown as %q", value, f)
	}
}
