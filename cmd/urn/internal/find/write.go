package find

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/scan"
)

// at sets place to the place of byte i of the block.
func (w *block) at(i int) {
	if w.LineNumber || w.Form == JSON || w.Form == CSV {
		w.place.Line += int64(bytes.Count(w.b.Data[w.lineAt:i], []byte{'\n'}))
		w.lineAt = i
	}
	w.place.Offset = w.b.Offset + int64(i)
}

// write writes a match.
func (w *block) write(m scan.Match) error {
	if m.End-m.Start > w.MaxURN {
		w.tooLong(m)
		return nil
	}
	if w.Form == Context {
		return w.inContext(m)
	}
	start, _ := w.span(m)
	w.at(start)
	dst := w.out.Buf[job.ToOutput]
	if w.Form == Text {
		dst = w.appendPrefix(dst, ':')
		if !w.Normalize {
			dst = append(dst, w.text[m.Start:m.End]...)
		} else if w.general() {
			dst = m.Offsets.AppendNormalized(dst, w.text[m.Start:m.End])
		} else {
			u, err := w.urn(m)
			if err != nil {
				return err
			}
			dst = w.Rules.AppendNormalized(dst, u)
		}
		w.out.Buf[job.ToOutput] = append(dst, '\n')
		return w.out.FlushIfFull()
	}
	u, err := w.urn(m)
	if err != nil {
		return err
	}
	if w.Normalize {
		u = w.Rules.Normalize(u)
	}
	if w.Form == CSV {
		dst = w.appendCSV(dst, u)
	} else {
		dst = record.AppendURN(dst, w.place, u, w.Rules)
	}
	dst = w.appendLine(dst, m)
	w.out.Buf[job.ToOutput] = append(dst, '\n')
	return w.out.FlushIfFull()
}

// name returns the name of the input for people. Most inputs of a tree hold no URN,
// so it is not made before it is needed.
func (w *block) name() string {
	if w.shownName == "" {
		w.shownName = input.Display(w.b.Name)
	}
	return w.shownName
}

// appendPrefix appends the file name, line number and offset, as WithName, LineNumber and
// ByteOffset say, each with end after it.
func (w *block) appendPrefix(dst []byte, end byte) []byte {
	if w.WithName {
		dst = append(append(dst, w.name()...), end)
	}
	if w.LineNumber {
		dst = append(strconv.AppendInt(dst, w.place.Line, 10), end)
	}
	if w.ByteOffset {
		dst = append(strconv.AppendInt(dst, w.place.Offset, 10), end)
	}
	return dst
}

// The colour of a match, and its end, as grep(1) has them.
const (
	ColorOn  = "\x1b[01;31m"
	ColorOff = "\x1b[m"
	cutMark  = "..."
)

// inContext writes the line of a match up to the end of the match. If a part of the line
// has been written, it continues after that part.
func (w *block) inContext(m scan.Match) error {
	text, c := w.b.Data, &w.shown
	start, end := w.span(m)
	if start >= c.end {
		if err := w.endContext(); err != nil {
			return err
		}
		c.start = c.end + bytes.LastIndexByte(text[c.end:start], '\n') + 1
		c.done, c.end = c.start, len(text)
		if i := bytes.IndexByte(text[end:], '\n'); i >= 0 {
			c.end = end + i + 1
		}
		w.at(c.start)
		w.out.Buf[job.ToOutput] = w.appendPrefix(w.out.Buf[job.ToOutput], ':')
		if c.start == 0 && w.b.Inside {
			w.out.Buf[job.ToOutput] = append(w.out.Buf[job.ToOutput], cutMark...)
		}
	}
	dst := w.appendText(w.out.Buf[job.ToOutput], text[c.done:start])
	if w.Highlight {
		dst = append(dst, ColorOn...)
	}
	dst = append(dst, text[start:end]...)
	if w.Highlight {
		dst = append(dst, ColorOff...)
	}
	w.out.Buf[job.ToOutput] = dst
	c.done = end
	return w.out.FlushIfFull()
}

// endContext writes the rest of the line that inContext has begun.
func (w *block) endContext() error {
	c := &w.shown
	if c.end == 0 {
		return nil
	}
	rest := bytes.TrimSuffix(w.b.Data[c.done:c.end], []byte{'\n'})
	if w.Visible {
		rest = bytes.TrimSuffix(rest, []byte{'\r'})
	}
	dst := w.appendText(w.out.Buf[job.ToOutput], rest)
	if c.end == len(w.b.Data) && w.b.GoesOn {
		dst = append(dst, cutMark...)
	}
	w.out.Buf[job.ToOutput] = append(dst, '\n')
	return w.out.FlushIfFull()
}

// appendText appends text around a match. With Visible it is safe to be shown on
// a terminal.
func (w *block) appendText(dst, text []byte) []byte {
	if !w.Visible {
		return append(dst, text...)
	}
	for i, part := range bytes.Split(text, []byte{'\t'}) {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = report.AppendVisible(dst, part)
	}
	return dst
}

// tooLong reports that a match is not written.
func (w *block) tooLong(m scan.Match) {
	start, _ := w.span(m)
	w.leftOut(start, w.text[m.Start:m.End], int64(m.End-m.Start))
}

// leftOut reports that a URN of n bytes is not written. It begins at byte i of the
// block, and with text.
func (w *block) leftOut(i int, text []byte, n int64) {
	w.truncated.Add(1)
	if w.Quiet {
		return
	}
	place := w.place
	place.Line += int64(bytes.Count(w.b.Data[w.lineAt:i], []byte{'\n'}))
	place.Offset = w.b.Offset + int64(i)
	shown := text[:min(len(text), 40)]
	dst := fmt.Appendf(w.out.Buf[job.ToReports], "urn: %s:%d: ", w.name(), place.Line)
	if w.b.Part == pipeline.Truncated && w.b.Err != nil {
		dst = fmt.Appendf(dst, "reading failed in %s..., at offset %d: it is left out\n", shown, place.Offset)
	} else {
		message := fmt.Sprintf("a URN of %d bytes, longer than %d (see --max-urn)", n, w.MaxURN)
		dst = fmt.Appendf(dst, "%s, at offset %d: %s... is left out\n", message, place.Offset, shown)
		if w.Form == JSON && w.distinct == nil && !w.CountLines && !w.ListFiles {
			fault := urn.Fault{Syntax: w.Finder.Syntax, Offset: w.MaxURN, Reason: urn.TooLong}
			w.out.Buf[job.ToOutput] = append(record.AppendTooLong(w.out.Buf[job.ToOutput], place, fault, message), '\n')
		}
	}
	w.out.Buf[job.ToReports] = dst
}

// CSVHeader is the first line of CSV output without counts.
const CSVHeader = "file,line,offset,input,nid,nss,r,q,f,normalized,key\n"

// appendCSV appends a record of CSV (RFC 4180, except for the line end).
func (w *block) appendCSV(dst []byte, u urn.URN) []byte {
	s, o := u.String(), u.Offsets()
	dst = w.appendPlaceCSV(dst)
	for _, field := range []string{s, u.NID(), u.NSS()} {
		dst = append(dst, ',')
		dst = appendCSVField(dst, field)
	}
	for _, span := range []urn.Span{o.R(), o.Q(), o.F()} {
		dst = append(dst, ',')
		if span != (urn.Span{}) {
			dst = appendCSVField(dst, s[span.Start:span.End])
		}
	}
	dst = append(dst, ',')
	dst = appendCSVField(dst, string(w.Rules.AppendNormalized(nil, u)))
	dst = append(dst, ',')
	return appendCSVField(dst, string(w.Rules.AppendKey(nil, u)))
}

// appendPlaceCSV appends the first three fields of a record.
func (w *block) appendPlaceCSV(dst []byte) []byte {
	if name := w.b.Name; name != input.Stdin {
		if w.Visible {
			name = w.name()
		}
		dst = appendCSVField(dst, name)
	}
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, w.place.Line, 10)
	dst = append(dst, ',')
	return strconv.AppendInt(dst, w.place.Offset, 10)
}

// appendCSVField appends a field, in quotes if it needs them. An empty field is in quotes,
// which distinguishes it from a field that is absent.
func appendCSVField(dst []byte, s string) []byte {
	if s != "" && !strings.ContainsAny(s, ",\"\n\r") {
		return append(dst, s...)
	}
	return append(notation.AppendQuoted(append(dst, '"'), []byte(s)), '"')
}
