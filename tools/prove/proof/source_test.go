package proof

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// module writes a module with the repository's own internal/dfa, changed as
// asked, and a file of tables in a directory of it, and returns the file.
func module(t *testing.T, tables string, change ...string) string {
	t.Helper()
	swap := strings.NewReplacer(change...)
	dir := t.TempDir()
	file := filepath.Join(dir, "sub", "machine.go")
	files := map[string]string{
		filepath.Join(dir, "go.mod"):                             "module example.test/m\n\ngo 1.24\n",
		filepath.Join(dir, "internal", "dfa", "dfa_own_test.go"): "package nonsense",
		file: tables,
	}
	sources, err := filepath.Glob("../../../internal/dfa/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no internal/dfa: %v", err)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") {
			files[filepath.Join(dir, "internal", "dfa", filepath.Base(name))] = swap.Replace(string(text))
		}
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

const header = "package m\n\nimport \"example.test/m/internal/dfa\"\n\n"

func TestRead(t *testing.T) {
	src, err := Read(module(t, header+`
const (
	markA = iota + 1
	markB
	tagC = 0x7
	text = "not a number"
)

var one, two = dfa.Machine{
	Class:  [256]uint8{'a': 1, 2, 0xff: 3},
	Sets:   [256]uint8{1},
	Next:   []uint16{0, 1 << 5, 5: 2<<5 | markB, 7},
	Accel:  []uint8{2: dfa.SetBody | dfa.Escapes},
	Info:   []uint8{0, dfa.Accept | tagC},
	Shuffle: [dfa.MaxSets][16]uint8{1: {2, 15: 3}},
	Lanes:   [256]uint64{'a': 1 << 32, 1},
	Head:    dfa.Head{Last: 4, Chain: 'c'},
	Exits:   []dfa.Exit{1: {State: 5, Mark: markA}},
	Prefix:  1<<32 - 1,
	Start:   1,
	Begin:   markB,
}, dfa.Matcher{Start: 3}

var three dfa.Machine

var four, five = 4, func() int { return 5 }
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &Tables{Next: []uint16{0, 32, 0, 0, 0, 66, 7}, Accel: []uint8{0, 0, 11}, Exits: []Exit{{}, {State: 5, Mark: 1}}, Info: []uint8{0, 0x87}, Prefix: 0xffffffff, Start: 1, Begin: 2}
	want.Class['a'], want.Class['b'], want.Class[0xff], want.Sets[0] = 1, 2, 3, 1
	want.Shuffle[1][0], want.Shuffle[1][15] = 2, 3
	want.Lanes['a'], want.Lanes['b'] = 1<<32, 1
	want.Head = Head{Chain: 'c', Last: 4}
	if got := src.Machines["one"]; !reflect.DeepEqual(got, want) {
		t.Errorf("one = %+v, want %+v", got, want)
	}
	if got, ok := src.Machines["two"].(*Matcher); !ok || got.Start != 3 || got.Next != nil {
		t.Errorf("two = %+v, want Start 3 alone", got)
	}
	if len(src.Machines) != 2 {
		t.Errorf("%d tables, want one and two", len(src.Machines))
	}
	if c := src.Constants; len(c) != 3 || c["markA"] != 1 || c["markB"] != 2 || c["tagC"] != 7 {
		t.Errorf("the constants are %v, want markA 1, markB 2, tagC 7", c)
	}
}

func TestReadErrors(t *testing.T) {
	tests := []struct {
		name, text string
		change     []string
		want       string
	}{
		{"does not parse", "package", nil, "expected 'IDENT'"},
		{"does not compile", header + "var a = dfa.Machine{Start: 1 << 16}", nil, "overflows"},
		{"does not import the form", "package m\n", nil, "does not import internal/dfa"},
		{"imports something else", header + "import \"fmt\"\nvar a = fmt.Sprint()\nvar b dfa.Machine", nil, "fmt is imported"},
		{"form of another module", "package m\nimport \"example.test/n/internal/dfa\"\nvar a = dfa.Machine{}", nil, "is not in the module"},
		{"not a constant", header + "var n = uint16(1)\nvar a = dfa.Machine{Start: n}", nil, "not a constant"},
		{"tables made by a function", header + "func f() dfa.Machine { return dfa.Machine{} }\nvar a = f()", nil, "not a constant"},
		{"fields without names", header + "var a = dfa.Matcher{[256]uint8{}, nil, 0, 0, 0}", nil, "without its name"},
		{"wider rows", header + "var a = dfa.Machine{}", []string{"rowBits = 5", "rowBits = 6"}, "rowBits is 6"},
		{"more marks", header + "var a = dfa.Machine{}", []string{"MaxMarks = 8", "MaxMarks = 16"}, "MaxMarks is 16"},
		{"another place of a set", header + "var a = dfa.Machine{}", []string{"SetBody = 3", "SetBody = 4"}, "SetBody is 4"},
		{"another bit to accept", header + "var a = dfa.Machine{}", []string{"Accept = 0x80", "Accept = 0x40"}, "Accept is 64"},
		{"no width of rows", header + "var a = dfa.Machine{}", []string{"rowBits = 5", "rawBits = 5"}, "no constant rowBits"},
		{"another field", header + "var a = dfa.Machine{}", []string{"Accel []uint8", "Accel []uint8\n\tFail []uint16"}, "Fail []uint16"},
		{"another field of the head", header + "var a = dfa.Machine{}", []string{"Chain, Broken uint16", "Chain, Broken, Most uint16"}, "Most uint16"},
		{"another field of a Matcher", header + "var a = dfa.Matcher{}", []string{"Width, Start, Final uint16", "Width, Start, Final, Most uint16"}, "Most uint16"},
		{"a field of another type", header + "var a = dfa.Machine{}", []string{"Accel []uint8", "Accel []uint32"}, "Accel []uint32"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(module(t, tt.text, tt.change...))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Read(%q) = %v, want … %s …", tt.text, err, tt.want)
			}
		})
	}
	t.Run("no file", func(t *testing.T) {
		if _, err := Read(filepath.Join(t.TempDir(), "none.go")); err == nil {
			t.Error("Read has no error")
		}
	})
	t.Run("no module", func(t *testing.T) {
		file := module(t, header+"var a = dfa.Machine{}")
		if err := os.Remove(filepath.Join(filepath.Dir(file), "..", "go.mod")); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(file); err == nil {
			t.Error("Read has no error")
		}
	})
}

func TestReadCommitted(t *testing.T) {
	src, err := Read("../../../machine.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rfc8141", "rfc2141", "draft2141bis", "relaxed"} {
		m, ok := src.Machines[name].(*Tables)
		if !ok || m.states() < 40 || len(m.Next) != m.states()<<rowBits || m.Prefix != 'u'|'r'<<8|'n'<<16|':'<<24 {
			t.Errorf("%s is %+v", name, m)
		}
	}
	if len(src.Machines) != 4 {
		t.Errorf("%d tables, want 4", len(src.Machines))
	}
}
