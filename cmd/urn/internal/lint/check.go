package lint

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/internal/find"
)

// Place is the position of a finding, and the name there.
type Place struct {
	File       string
	Name       string // the URN, or the text in its place
	Offset     int64  // in the file, in bytes
	Length     int    // in bytes
	Line       int64  // from 1
	Column     int    // in bytes from 1
	Runes, End int    // columns of the beginning and the end in characters, from 1

	Fix   string // the name as it should be, or ""
	edits []edit // the changes of --fix
}

// Finding is something to report.
type Finding struct {
	Place
	Rule    RuleID
	Level   Level
	Count   int64 // how often it occurs in the tree
	Files   int   // in how many files
	Message string

	more []Place // after the first
	// key is compared with a baseline. It is the normal form of the URN, so that a
	// fix changes no baseline.
	key string
	// group is the same for all names that are wrong in the same way, or "".
	group string
	// cause is the same for all names that are wrong for the same reason, or "".
	cause string
	apart bool   // it is not merged with findings about other names or in other files
	begin string // of a name for the dialect, to the end of the part that may be wrong
	why   int    // if not 0, it is left out, for this reason
	known int64  // how many more the baseline has
}

// places returns the first place and the others.
func (f *Finding) places() []Place { return append([]Place{f.Place}, f.more...) }

// edit is a byte that --fix changes.
type edit struct {
	offset   int64
	old, new byte
}

// checker checks one file, piece by piece.
type checker struct {
	*tree
	class      class // of the file
	file       string
	findings   []Finding
	suppressed int64
	left       leftOut
}

// leftOut counts names by the reason why they are left out, and at 0 those that are reported.
type leftOut [undecoded + len(notation.Left)]int64

const (
	besideWords = iota + 1
	inTests
	ofOthers
	uncertain
	unfinished
	undecoded // the first of notation.Left
)

// piece is the part of a file that is being checked: whole lines.
type piece struct {
	*checker
	raw     []byte
	text    []byte         // raw with its escapes undone
	decoded *notation.Text // the places of text in raw, or nil if they are the same
	offset  int64          // of raw in the file
	from    int            // the beginning of a line in text
	bom     int            // length of the byte order mark that raw begins with
	before  []byte         // the line before raw, or nil
	marks   marks

	// A line may have many findings, but is read only once: text[from:sought] is known to
	// have no line end. The line of that number begins at raw[begin], and the characters
	// of raw[begin:counted] have been counted.
	sought                int
	line                  int64
	begin, counted, runes int
}

var byteOrderMark = []byte("\ufeff")

// check checks a part of a file that begins and ends with whole lines.
func (c *checker) check(b *pipeline.Block) {
	p := piece{checker: c, raw: b.Data, text: b.Data, decoded: b.Decoded(), offset: b.Offset, line: b.Line, before: b.Before}
	defer b.Release()
	if p.decoded != nil {
		p.text = p.decoded.Bytes
		for i, n := range p.decoded.Left() {
			p.left[undecoded+i] += int64(n)
		}
	}
	n := len(c.findings)
	if p.offset == 0 && bytes.HasPrefix(p.raw, byteOrderMark) {
		p.bom = len(byteOrderMark)
		p.begin, p.counted = p.bom, p.bom
	}
	text := p.text
	for g := range find.All(find.Finder{Syntax: uint8(c.Syntax)}, text) {
		around := p.place(g)
		switch g.Kind {
		case find.Nothing:
			p.nothing(&around)
		case find.Prefix, find.Template:
			if percentage.Match(around.name) {
				p.near(&around)
			} else {
				p.partial(&around)
			}
		case find.NearMiss:
			if !p.spaced(&around) && !p.misplaced(&around) {
				p.near(&around)
			}
		case find.Name:
			p.name(&around)
		}
	}
	slices.SortStableFunc(c.findings[n:], func(a, b Finding) int { return cmp.Compare(a.Offset, b.Offset) })
}
