package lint

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/outfile"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// withoutFixable separates the findings that --fix or --diff mends from the others. They are in the
// order of the files. A file that is decoded, binary or not checked to its end is not rewritten.
func (w *work) withoutFixable(list []*Finding) (left, fixable []*Finding) {
	name, rewritten := input.Stdin, false
	for _, f := range list {
		if Rules[f.Rule].Fix && f.File != name {
			name = f.File
			st := w.stateOf(name)
			rewritten = (w.Fix || w.Diff) && name != input.Stdin && st.nul.Load() == 0 && !st.long.Load() && !isDecoded(name)
		}
		if rewritten && len(f.edits) > 0 {
			fixable = append(fixable, f)
		} else {
			left = append(left, f)
		}
	}
	return left, fixable
}

// isDecoded reports whether a file is compressed or in UTF-16. Such a file is not rewritten.
func isDecoded(name string) bool {
	f, err := input.OpenRegular(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, 64))
	return input.Recognised(head)
}

// mend rewrites the files that have fixable findings, or writes the differences. The
// findings are in the order of the files.
func (w *work) mend(out io.Writer, fixable []*Finding) error {
	for len(fixable) > 0 && w.ctx.Err() == nil {
		name, n := fixable[0].File, 1
		for n < len(fixable) && fixable[n].File == name {
			n++
		}
		mine := fixable[:n]
		fixable = fixable[n:]
		text, err := w.file(name, mine)
		switch {
		case err != nil:
			fmt.Fprintf(w.Err, "urn: %s: not rewritten: %s\n", input.Display(name), report.Visible(input.WithoutName(err).Error())) //nolint:errcheck // as other reports
			w.status = stdio.Trouble
			continue
		case w.Fix:
			for _, f := range mine {
				w.fixed += f.Count
				if one := *f; w.Form == Text {
					one.Message = "fixed: " + f.Fix
					text += string(w.appendText(nil, &one))
				}
			}
		default:
			w.status = max(w.status, stdio.No)
			if stdio.IsTerminal(w.Out) {
				text = string(report.AppendVisibleLines(nil, []byte(text))) // such a diff does not apply
			}
		}
		if !w.Quiet {
			if _, err := io.WriteString(out, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// file rewrites one file, or returns the difference. For the difference, it reads the whole file
// into memory. It fails if the file has changed since the tree was read.
func (w *work) file(name string, fixable []*Finding) (string, error) {
	st := w.stateOf(name)
	f, err := input.OpenRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if st.before == nil || !outfile.Unchanged(f, name, st.before) {
		return "", outfile.ErrChanged
	}
	var list []edit
	for _, f := range fixable {
		for _, p := range f.places() {
			list = append(list, p.edits...)
		}
	}
	slices.SortFunc(list, func(a, b edit) int { return cmp.Compare(a.offset, b.offset) })
	text := io.NewSectionReader(f, 0, st.before.Size())
	if w.Fix {
		return "", outfile.Rewrite(f, name, st.before, func(to io.Writer) error { return copyEdited(to, text, list) })
	}
	old, err := io.ReadAll(text)
	if err != nil {
		return "", err
	}
	var edited bytes.Buffer
	if err := copyEdited(&edited, bytes.NewReader(old), list); err != nil {
		return "", err
	}
	if !outfile.Unchanged(f, name, st.before) {
		return "", outfile.ErrChanged
	}
	return diff(name, string(old), edited.Bytes(), list)
}

// copyEdited copies r to w with the edits, which are in order. It fails if a byte that an edit
// changes no longer has the value that it had when the tree was read.
func copyEdited(w io.Writer, r io.Reader, edits []edit) error {
	from, to, at := bufio.NewReaderSize(r, 128<<10), bufio.NewWriterSize(w, 128<<10), int64(0)
	for _, e := range edits {
		io.CopyN(to, from, e.offset-at) //nolint:errcheck // ReadByte and Flush return the error
		old, err := from.ReadByte()
		if err == io.EOF || err == nil && old != e.old {
			return outfile.ErrChanged
		} else if err != nil {
			return err
		}
		to.WriteByte(e.new) //nolint:errcheck // Flush returns the error
		at = e.offset + 1
	}
	if _, err := io.Copy(to, from); err != nil {
		return err
	}
	return to.Flush()
}

// diff returns the changes as a unified diff for patch or git apply.
func diff(name, old string, text []byte, edits []edit) (string, error) {
	var list []udiff.Edit // one for each sequence of changed lines
	for _, e := range edits {
		at := int(e.offset)
		if n := len(list) - 1; n >= 0 && strings.Count(old[list[n].End:at], "\n") <= 1 {
			list[n].End = at + 1
		} else {
			list = append(list, udiff.Edit{Start: at, End: at + 1})
		}
	}
	for i := range list {
		list[i].New = string(text[list[i].Start:list[i].End])
	}
	shown := filepath.ToSlash(filepath.Clean(name))
	return udiff.ToUnified(gitName("a/"+shown), gitName("b/"+shown), old, list, udiff.DefaultContextLines)
}

// gitName returns the name of a file as Git writes it into a diff. A name with control
// characters, quotation marks, backslashes, or bytes that are not ASCII is in quotation
// marks, with escapes as in C. A name with spaces is followed by a tab, because GNU
// patch takes a space as the end of a name.
func gitName(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		if i := strings.IndexByte("\"\\\a\b\t\n\v\f\r", c); i >= 0 {
			b.WriteString(`\` + `"\abtnvfr`[i:i+1])
		} else if c < ' ' || c >= 0x7f {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	switch quoted := b.String(); {
	case quoted != name:
		return `"` + quoted + `"`
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}
