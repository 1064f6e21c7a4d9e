package lint

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/programs/notation"
	"github.com/seed7b5a83f0/urn/internal/programs/outfile"
)

// withoutFixable separates the findings that --fix mends from the others.
func (w *work) withoutFixable(list []*Finding) (left, fixable []*Finding) {
	decoded := map[string]bool{} // or binary, or not checked to its end
	for _, f := range list {
		if !Rules[f.Rule].Fix || f.File == input.Stdin {
			left = append(left, f)
			continue
		}
		is, known := decoded[f.File]
		if !known {
			st := w.stateOf(f.File)
			is = st.nul.Load() != 0 || st.long.Load() || isDecoded(f.File)
			decoded[f.File] = is
		}
		if is {
			left = append(left, f)
		} else {
			fixable = append(fixable, f)
		}
	}
	return left, fixable
}

// isDecoded reports whether a file is compressed or in UTF-16. Such a file is not
// rewritten.
func isDecoded(name string) bool {
	f, err := input.OpenRegular(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 64)
	n, _ := io.ReadFull(f, head)
	return input.Recognised(head[:n])
}

// mend rewrites the files that have fixable findings, or writes what would change. The
// findings are in the order of the files.
func (w *work) mend(out io.Writer, fixable []*Finding) error {
	for len(fixable) > 0 && w.ctx.Err() == nil {
		name := fixable[0].File
		n := slices.IndexFunc(fixable, func(f *Finding) bool { return f.File != name })
		if n < 0 {
			n = len(fixable)
		}
		mine := fixable[:n]
		fixable = fixable[n:]
		text, err := w.file(name, mine)
		if err != nil {
			w.warn(name, fmt.Errorf("not rewritten: %w", reason(err)))
			w.status = stdio.Trouble
			continue
		}
		if w.Fix {
			var dst []byte
			for _, f := range mine {
				w.fixed += f.Count
				one := *f
				one.Message = "fixed: " + f.Fix
				dst = w.appendText(dst, &one)
			}
			if w.Form == Text && !w.Quiet {
				if _, err := out.Write(dst); err != nil {
					return err
				}
			}
			continue
		}
		w.status = max(w.status, stdio.No)
		if !w.Quiet {
			if stdio.IsTerminal(w.Out) {
				text = string(report.AppendVisibleLines(nil, []byte(text))) // such a diff does not apply
			}
			if _, err := io.WriteString(out, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// file rewrites one file, or returns the difference. The file is read again for that:
// once to know what to change, and once to change it. Both must read the same bytes,
// and the file must be what it was before the tree was read.
func (w *work) file(name string, fixable []*Finding) (string, error) {
	st := w.stateOf(name)
	f, err := input.OpenRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	now, err := f.Stat()
	if err != nil {
		return "", err
	}
	if st.before == nil || !outfile.Same(st.before, now) {
		return "", outfile.ErrChanged
	}
	var hash maphash.Hash
	edits, err := w.edits(io.TeeReader(f, &hash), st, name, fixable)
	if err != nil {
		return "", err
	}
	if w.Diff {
		text, err := diff(f, name, edits)
		if err == nil && !outfile.Unchanged(f, name, st.before) {
			err = outfile.ErrChanged
		}
		return text, err
	}
	return "", outfile.Rewrite(f, name, st.before, func(to io.Writer) error {
		var again maphash.Hash
		again.SetSeed(hash.Seed())
		size := st.before.Size()
		if err := copyEdited(to, io.TeeReader(io.NewSectionReader(f, 0, size), &again), edits); err != nil {
			return err
		}
		if again.Sum64() != hash.Sum64() {
			return outfile.ErrChanged
		}
		return nil
	})
}

// edits returns what to change in a file, in order. The findings that a baseline knows
// are the first ones of their name.
func (w *work) edits(r io.Reader, st *state, name string, fixable []*Finding) ([]edit, error) {
	left := map[known]int64{} // how often each is to be mended
	for _, f := range fixable {
		left[known{rule: Rules[f.Rule].Name, name: f.key}] += f.Count
	}
	total := map[known]int64{}
	var found []Finding
	var in notation.Notation
	err := pieces(r, w.MaxLine, func(text []byte, offset, line int64, before []byte) {
		if nul := st.nul.Load(); nul != 0 && offset+int64(len(text)) >= nul {
			return
		}
		if offset == 0 && w.InOf != nil {
			in = w.InOf(name, text)
		}
		text, in = in.Cells(text), in.After(text)
		c := checker{Config: st.Config, registry: st.registry, all: st.all, class: st.class, spelling: &w.spelling, file: name}
		c.check(text, offset, line, before)
		for _, f := range c.findings {
			if k := (known{rule: Rules[f.Rule].Name, name: f.key}); Rules[f.Rule].Fix && left[k] > 0 {
				total[k]++
				found = append(found, Finding{Rule: f.Rule, key: f.key, edits: f.edits})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var list []edit
	for _, f := range found {
		k := known{rule: Rules[f.Rule].Name, name: f.key}
		if total[k] > left[k] {
			total[k]-- // the baseline knows it
			continue
		}
		list = append(list, f.edits...)
	}
	slices.SortFunc(list, func(a, b edit) int { return cmp.Compare(a.offset, b.offset) })
	return list, nil
}

// pieces passes on the text of a reader in pieces of whole lines. Lines of more than
// maxLine bytes are left out.
func pieces(r io.Reader, maxLine int, yield func(text []byte, offset, line int64, before []byte)) error {
	buf := make([]byte, blockSize)
	have, offset, line := 0, int64(0), int64(1)
	var before []byte
	for {
		n, err := io.ReadFull(r, buf[have:])
		have += n
		last := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !last {
			return err
		}
		cut := have
		if !last {
			cut = bytes.LastIndexByte(buf[:have], '\n') + 1
		}
		if cut == 0 && !last {
			if have > maxLine {
				return errors.New("a line is longer than --max-line")
			}
			buf = append(make([]byte, 0, 2*len(buf)), buf...)[:2*len(buf)]
			continue
		}
		if cut > 0 {
			yield(buf[:cut], offset, line, before)
			line += int64(bytes.Count(buf[:cut], newline))
			text := bytes.TrimSuffix(buf[:cut], newline)
			before = bytes.Clone(text[bytes.LastIndexByte(text, '\n')+1:])
		}
		if last {
			return nil
		}
		offset += int64(cut)
		have = copy(buf, buf[cut:have])
	}
}

// copyEdited copies r to w with the edits, which are in order. It fails if a byte is
// not what it was.
func copyEdited(w io.Writer, r io.Reader, edits []edit) error {
	buf := make([]byte, 128<<10)
	for offset := int64(0); ; {
		n, err := io.ReadFull(r, buf)
		for len(edits) > 0 && edits[0].offset < offset+int64(n) {
			e := edits[0]
			if buf[e.offset-offset] != e.old {
				return outfile.ErrChanged
			}
			buf[e.offset-offset] = e.new
			edits = edits[1:]
		}
		if _, err := w.Write(buf[:n]); err != nil {
			return err
		}
		offset += int64(n)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			if len(edits) > 0 {
				return outfile.ErrChanged
			}
			return nil
		case err != nil:
			return err
		}
	}
}

// diff returns what rewriting would change, as a unified diff that patch and git apply
// take. The file is in memory for that.
func diff(f *os.File, name string, edits []edit) (string, error) {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<62))
	if err != nil {
		return "", err
	}
	old := string(text)
	var list []udiff.Edit // one for each run of lines that change
	for _, e := range edits {
		at := int(e.offset)
		if at >= len(text) || text[at] != e.old {
			return "", outfile.ErrChanged
		}
		text[at] = e.new
		if n := len(list) - 1; n >= 0 && strings.Count(old[list[n].End:at], "\n") <= 1 {
			list[n].End = at + 1
		} else {
			list = append(list, udiff.Edit{Start: at, End: at + 1})
		}
	}
	for i := range list {
		list[i].New = string(text[list[i].Start:list[i].End])
	}
	const a, b = "a", "b"
	unified, err := udiff.ToUnified(a, b, old, list, udiff.DefaultContextLines)
	if err != nil {
		return "", err
	}
	shown := filepath.ToSlash(filepath.Clean(name))
	hunks, ok := strings.CutPrefix(unified, "--- "+a+"\n+++ "+b+"\n")
	if !ok {
		return "", fmt.Errorf("a diff without a head: %.20q", unified)
	}
	return "--- " + gitName("a/"+shown) + "\n+++ " + gitName("b/"+shown) + "\n" + hunks, nil
}

// gitName returns the name of a file as Git writes it into a diff. A name with control
// characters, quotation marks, backslashes, or bytes that are not ASCII is in quotation
// marks, with escapes as in C. A name with spaces is followed by a tab, because GNU
// patch takes a space as the end of a name.
func gitName(name string) string {
	quoted := false
	var b strings.Builder
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
			quoted = true
		case c < ' ' || c >= 0x7f:
			quoted = true
			if i := strings.IndexByte("\a\b\t\n\v\f\r", c); i >= 0 {
				b.WriteByte('\\')
				b.WriteByte("abtnvfr"[i])
			} else {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteByte(c)
		}
	}
	switch {
	case quoted:
		return `"` + b.String() + `"`
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}
