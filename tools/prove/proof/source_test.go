package proof

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// written writes a file of tables, and returns its name.
func written(t *testing.T, tables string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "machine.go")
	if err := os.WriteFile(file, []byte(tables), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

const header = "package m\n\nimport \"github.com/seed7b5a83f0/urn/internal/dfa\"\n\n"

func TestRead(t *testing.T) {
	src, err := Read(written(t, header+`
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
	want := &Tables{Next: []uint16{0, 32, 0, 0, 0, 66, 7}, Accel: []uint8{0, 0, 11}, Exits: []dfa.Exit{{}, {State: 5, Mark: 1}}, Info: []uint8{0, 0x87}, Prefix: 0xffffffff, Start: 1, Begin: 2}
	want.Class['a'], want.Class['b'], want.Class[0xff], want.Sets[0] = 1, 2, 3, 1
	want.Shuffle[1][0], want.Shuffle[1][15] = 2, 3
	want.Lanes['a'], want.Lanes['b'] = 1<<32, 1
	want.Head = dfa.Head{Chain: 'c', Last: 4}
	if got := src.Machines["one"]; !reflect.DeepEqual(got, want) {
		t.Errorf("one = %+v, want %+v", got, want)
	}
	if got, ok := src.Machines["two"].(*Matcher); !ok || got.Start != 3 || got.Next != nil {
		t.Errorf("two = %+v, want Start 3 alone", got)
	}
	if len(src.Machines) != 3 {
		t.Errorf("%d tables, want one, two and three", len(src.Machines))
	}
	if c := src.Constants; len(c) != 3 || c["markA"] != 1 || c["markB"] != 2 || c["tagC"] != 7 {
		t.Errorf("the constants are %v, want markA 1, markB 2, tagC 7", c)
	}
}

func TestReadErrors(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"does not parse", "package", "expected 'IDENT'"},
		{"does not compile", header + "var a = dfa.Machine{Start: 1 << 16}", "overflows"},
		{"form of another module", "package m\nimport \"example.test/n/internal/dfa\"\nvar a = dfa.Machine{}", "is imported"},
		{"imports something else", header + "import \"fmt\"\nvar a = fmt.Sprint()\nvar b dfa.Machine", "fmt is imported"},
		{"not a constant", header + "var n = uint16(1)\nvar a = dfa.Machine{Start: n}", "not a constant"},
		{"tables made by a function", header + "func f() dfa.Machine { return dfa.Machine{} }\nvar a = f()", "not a constant"},
		{"fields without names", header + "var a = dfa.Matcher{[256]uint8{}, nil, 0, 0, 0}", "without its name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(written(t, tt.text))
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
}

// TestFields: who adds a field to the tables proves it, too, and adds it here.
func TestFields(t *testing.T) {
	for _, c := range []struct{ have, want any }{
		{dfa.Machine{}, struct {
			Class              [256]uint8
			Next               []uint16
			Info               []uint8
			Start, Begin       uint16
			Prefix, PrefixFold uint32
			Sets               [256]uint8
			Shuffle            [8][16]uint8
			Lanes              [256]uint64
			Lead               uint8
			Accel              []uint8
			Head               dfa.Head
			Delim              [256]uint8
			Exits              []dfa.Exit
		}{}},
		{dfa.Head{}, struct {
			Max, Last          uint8
			Chain, Broken      uint16
			Delimiter, Region  uint16
			Except, ExceptFold uint32
			End                uint8
			Lengths            uint32
		}{}},
		{dfa.Exit{}, struct {
			State                     uint16
			Width, Mark, First, Accel uint8
		}{}},
		{dfa.Matcher{}, struct {
			Class               [256]uint8
			Next                []uint16
			Width, Start, Final uint16
		}{}},
	} {
		if have := reflect.TypeOf(c.have); !have.ConvertibleTo(reflect.TypeOf(c.want)) {
			t.Errorf("%s has other fields than those that are proved", have)
		}
	}
}

func TestReadCommitted(t *testing.T) {
	src, err := Read("../../../machine.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rfc8141", "rfc2141", "draft2141bis", "relaxed"} {
		m, ok := src.Machines[name].(*Tables)
		if !ok || m.states() < 40 || len(m.Next) != m.states()*dfa.Row || m.Prefix != 'u'|'r'<<8|'n'<<16|':'<<24 {
			t.Errorf("%s is %+v", name, m)
		}
	}
	if len(src.Machines) != 4 {
		t.Errorf("%d tables, want 4", len(src.Machines))
	}
}
