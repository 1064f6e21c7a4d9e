// Package find finds URNs in text for the command. It decides which of them are
// wanted, how they are written, and how they are counted.
package find

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/pattern"
	"github.com/seed7b5a83f0/urn/scan"
)

// Form is how URNs are written.
type Form uint8

const (
	Text    Form = iota // one on each line
	JSON                // one record on each line
	CSV                 // one record on each line, after [CSVHeader]
	Context             // the lines that hold URNs
)

// Options select the URNs and the form of the output.
type Options struct {
	Finder scan.Finder
	Form   Form
	// With Text and Context, parts of the prefix of a URN or a line.
	WithName, LineNumber, ByteOffset bool

	// With Context, how many lines before and after a line that holds a URN are
	// written too.
	Before, After int

	Normalize bool // write URNs in normal form
	Count     bool // write how often each URN occurs, at the end; with WithName, in each file
	Top       int  // with Count, only so many URNs, unless it is 0
	// By is what Count counts: URNs by their key if it is "", [ByNID] or [ByFile].
	By       string
	WithLine bool // with JSON and CSV, write the line of each URN too
	Unique   bool // write only the first of equivalent URNs
	// Rules are the rules for the normal form and the key. Nil means
	// RFC 8141 without rules of namespaces.
	Rules *namespace.Registry
	// CountLines writes how many lines of each input hold a URN, and ListFiles which inputs
	// do: with JSON, also how many lines. Names are the inputs, unless Recursive is set.
	CountLines, ListFiles, Recursive bool
	Names                            []string
	// Patterns, if there are any, select the URNs that match one of them.
	Patterns []*pattern.Pattern
	Below    string // if it is not "", only URNs below it are wanted; see [namespace.Registry.Below]
	// NIDs, if there are any, are the only ones that are wanted.
	NIDs nids

	Near bool // write near misses, and no URNs

	MaxURN    int // length in bytes of the longest URN that is written
	MaxMemory int // in bytes, for Count and Unique

	Quiet     bool // write nothing, and stop at the first URN
	Highlight bool // with Context: write the URNs in colour
	Visible   bool // write characters that are not printable as escapes
}

// The values of By.
const (
	ByNID  = "nid"  // in lower case
	ByFile = "file" // also with WithName
)

// nids are the namespace identifiers that are wanted; none: all.
type nids []string

// selected reports whether URNs of that NID are wanted.
func (n nids) selected(nid []byte) bool {
	return len(n) == 0 || slices.ContainsFunc(n, func(one string) bool { return ascii.EqualFold(one, nid) })
}

// selectedIn is selected for a text that begins with a URN, or as one does.
func (n nids) selectedIn(text []byte) bool {
	nid, _, _ := bytes.Cut(text[min(len("urn:"), len(text)):], []byte{':'})
	return n.selected(nid)
}

// Work finds URNs. It is a [job.Work].
type Work struct {
	Options
	hidden   hidden
	around   around
	inputs   perInput
	distinct *table // for Count and Unique
	plain    bool   // nothing is asked for but the URNs

	found, truncated, near atomic.Int64
	causes                 causes // of near
}

// New returns a Work.
func New(o Options) *Work {
	w := &Work{Options: o}
	if (o.Count || o.Unique) && !o.Quiet {
		w.distinct = newTable(o.MaxMemory)
	}
	w.plain = o.Form == Text && !o.Normalize && w.distinct == nil &&
		!o.WithName && !o.LineNumber && !o.ByteOffset && w.NIDs == nil && !o.Near && o.Patterns == nil && o.Below == "" && !o.CountLines && !o.ListFiles
	return w
}

// End writes the counts, if they are asked for.
func (w *Work) End(out io.Writer) error {
	if (w.CountLines || w.ListFiles) && !w.Quiet {
		return w.endInputs(out)
	}
	if w.distinct == nil || !w.Count {
		return nil
	}
	return w.distinct.write(out, w.Options)
}

// Counts returns the number of URNs that were found, of those that were too long, of
// distinct URNs, and of near misses, as text.
func (w *Work) Counts() string {
	s := fmt.Sprintf("found=%d truncated=%d", w.found.Load(), w.truncated.Load())
	if !w.Quiet {
		s += fmt.Sprintf(" near=%d", w.near.Load())
	}
	if w.distinct != nil {
		s += fmt.Sprintf(" distinct=%d", w.distinct.len())
	}
	return s
}

// Status is OK if a URN was found, and Trouble if a URN was too long to be written. With
// Near it is OK if there was a near miss.
func (w *Work) Status() stdio.Status {
	switch {
	case w.truncated.Load() > 0:
		return stdio.Trouble
	case w.Near && w.near.Load() == 0, !w.Near && w.found.Load() == 0:
		return stdio.No
	}
	return stdio.OK
}

// foundMore counts n more findings.
func (w *Work) foundMore(n int64) {
	if n > 0 {
		w.found.Add(n)
	}
}

// block is a block that is being searched.
type block struct {
	*Work
	b     *pipeline.Block
	out   *pipeline.Output
	place record.Place

	text   []byte         // the text that is searched: the block with its escapes undone
	undone *notation.Text // which has text; nil if the block is searched as it is
	data   string         // a copy of text, once a URN has been made of it

	shownName string                         // the name of the input for people, once it is needed
	lineAt    int                            // place.Line is the number of the line that holds this byte
	shown     struct{ start, done, end int } // of the line that Context is writing
}

func (w *Work) Block(b *pipeline.Block, out *pipeline.Output) error {
	t := block{Work: w, b: b, out: out, text: b.Data}
	t.place.Line = b.Line
	if t.undone = b.Decoded(); t.undone != nil {
		defer b.Release()
		t.text = t.undone.Bytes
		for i, n := range t.undone.Left() {
			w.hidden.left[i].Add(int64(n))
		}
	}
	if !w.Quiet && !w.Near && w.found.Load() == 0 {
		w.hidden.look(b.In, b.Data, maxLooked)
	}
	if w.plain && !w.Quiet && b.Part == pipeline.Text {
		return t.plainly()
	}
	t.place.HasOffset = true
	if w.Form == JSON && b.Name != input.Stdin {
		t.place.File = record.NewFile(b.Name)
	}
	switch {
	case (w.CountLines || w.ListFiles) && !w.Quiet:
		return t.countLines()
	case w.Near:
		return t.nearMisses()
	case b.Part == pipeline.Truncated:
		return t.whole()
	case w.distinct != nil:
		return t.distinctly()
	}
	return t.all()
}

// span returns the position of a match in the block.
func (w *block) span(m scan.Match) (start, end int) {
	if w.undone == nil {
		return m.Start, m.End
	}
	return w.undone.Input(m.Start, m.End)
}

// plainly writes the URNs and nothing else. Lines that are URNs and nothing else are copied
// together.
func (w *block) plainly() error {
	text, found := w.text, int64(0)
	var near nearCount
	dst := w.out.Buf[job.ToOutput]
	start, end := 0, 0 // text[start:end] and a line end are to be written
	for m := range w.b.Find(w.Finder, w.undone, nil) {
		switch {
		case m.Kind != scan.MatchName:
			near.add(m)
			continue
		case m.End-m.Start > w.MaxURN:
			w.tooLong(m)
		case m.Start == end+1 && text[end] == '\n' && end > start:
			end = m.End
		default:
			if end > start {
				dst = append(append(dst, text[start:end]...), '\n')
			}
			start, end = m.Start, m.End
		}
		found++
	}
	if end > start {
		dst = append(append(dst, text[start:end]...), '\n')
	}
	w.out.Buf[job.ToOutput] = dst
	w.addNear(&near)
	w.foundMore(found)
	return nil
}

// all writes the URNs that are selected. With Quiet, it stops at the first.
func (w *block) all() error {
	if w.Form == Context && w.Before+w.After > 0 && !w.Quiet {
		return w.linesAround()
	}
	found := int64(0)
	defer func() { w.foundMore(found) }()
	for m := range w.matches(w.text) {
		if !w.wanted(m) {
			continue
		}
		found++
		if w.Quiet {
			return job.ErrEnough
		}
		if err := w.write(m); err != nil {
			return err
		}
	}
	return w.endContext()
}

// scratch holds the data that distinctly and nearMisses collect from a block.
type scratch struct {
	matches []scan.Match
	keys    keys
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// distinctly counts the URNs, or writes the URNs that have not been seen before.
func (w *block) distinctly() error {
	c := scratches.Get().(*scratch)
	defer scratches.Put(c)
	c.matches = c.matches[:0]
	c.keys.reset()
	found := int64(0)
	defer func() { w.foundMore(found) }()
	for m := range w.matches(w.text) {
		if !w.wanted(m) {
			continue
		}
		found++
		if m.End-m.Start > w.MaxURN {
			w.tooLong(m)
			continue
		}
		if err := w.appendKey(&c.keys, m); err != nil {
			return err
		}
		if w.Unique {
			c.matches = append(c.matches, m)
		}
	}
	return w.addKeys(c, w.write)
}

// addKeys counts keys, or, with Unique, has the matches written that have not been seen before.
func (w *block) addKeys(c *scratch, write func(scan.Match) error) error {
	if c.keys.len() == 0 {
		return nil
	}
	if !w.Unique {
		return w.distinct.add(&c.keys)
	}
	w.out.Turn() // so the URN that is kept is the first in the input
	fresh, err := w.distinct.addNew(&c.keys)
	for _, i := range fresh {
		if err := write(c.matches[i]); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return w.endContext()
}

// appendKey appends the key of a match.
func (w *block) appendKey(k *keys, m scan.Match) error {
	switch {
	case w.By != "":
		w.appendGroup(k, w.nid(m))
	case w.general():
		k.text = m.Offsets.AppendKey(k.text, w.text[m.Start:m.End])
	default:
		u, err := w.urn(m)
		if err != nil {
			return err
		}
		k.text = w.Rules.AppendKey(k.text, u)
	}
	w.endKey(k)
	return nil
}

// general reports whether equivalence follows RFC 8141 without rules of namespaces.
func (w *Work) general() bool { return w.Rules == nil }

// wanted reports whether a match is wanted.
func (w *block) wanted(m scan.Match) bool {
	if w.NIDs != nil && !w.NIDs.selected(w.nid(m)) {
		return false
	}
	if len(w.Patterns) == 0 && w.Below == "" {
		return true
	}
	u, err := w.urn(m)
	if err != nil {
		return false
	}
	if w.Below != "" {
		if below, err := w.Rules.Below(u, w.Below); !below || err != nil {
			return false
		}
	}
	if len(w.Patterns) == 0 {
		return true
	}
	return slices.ContainsFunc(w.Patterns, func(p *pattern.Pattern) bool { return p.MatchURN(u) })
}

func (w *block) nid(m scan.Match) []byte {
	nid := m.Offsets.NID()
	return w.text[m.Start+nid.Start : m.Start+nid.End]
}

// urn makes a URN of a match.
func (w *block) urn(m scan.Match) (urn.URN, error) {
	if w.data == "" {
		// One string for the whole block takes far less time than a string for each URN.
		w.data = string(w.text)
	}
	return w.Finder.Syntax.Parse(w.data[m.Start:m.End])
}

// whole deals with a URN that is not written, because it is longer than MaxURN or
// reading failed in it. Its beginning is the block.
func (w *block) whole() error {
	if !w.NIDs.selectedIn(w.text) {
		return nil
	}
	if w.b.Err == nil {
		w.foundMore(1)
		if w.Quiet && !w.Near {
			return job.ErrEnough
		}
	}
	w.leftOut(0, w.text, w.b.Length)
	return nil
}
