package lint

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/truncate"
)

// Form is how findings are written.
type Form uint8

const (
	Text  Form = iota // file:line:column: message [rule]
	JSON              // one record on each line
	SARIF             // SARIF 2.1.0: one document
)

var levelColor = [...]string{Note: "\x1b[36m", Warning: "\x1b[33m", Error: "\x1b[31m"}

// maxShown bounds how much of a name is in a line for people, in bytes.
const maxShown = 80

// report writes the findings and a summary.
func (w *work) report(out io.Writer, list []*Finding) error {
	b := bufio.NewWriterSize(out, 64<<10) // Flush returns the error of a Write
	var dst []byte
	if w.Form == SARIF {
		dst = w.sarifHead()
	}
	for i, f := range list {
		switch w.Form {
		case Text:
			dst = w.appendText(dst, f)
		case JSON:
			dst = appendJSON(dst, f)
		case SARIF:
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendSARIF(append(dst, '\n'), f)
		}
		b.Write(dst) //nolint:errcheck // see above
		dst = dst[:0]
	}
	switch w.Form {
	case Text:
		dst = w.summary(list)
	case SARIF:
		ok := w.Status() < stdio.Trouble && w.ctx.Err() == nil
		dst = fmt.Appendf(dst, "],\n\"invocations\":[{\"executionSuccessful\":%t}]}]}\n", ok)
	}
	b.Write(dst) //nolint:errcheck // see above
	if err := b.Flush(); err != nil {
		return err
	}
	var more int64
	for _, n := range w.table.more {
		more += n
	}
	for _, f := range list {
		more += max(0, f.Count-int64(1+len(f.more)))
	}
	if more > 0 {
		fmt.Fprintf(w.Err, "urn: %d places are not listed: there are too many\n", more) //nolint:errcheck // as other reports
	}
	return nil
}

// String returns the line about the names that are left out, or "".
func (l *leftOut) String() string {
	var list []string
	for i, where := range [...]string{
		besideWords: `beside words such as "invalid"`,
		inTests:     "in tests",
		ofOthers:    "in generated files and copies",
		uncertain:   "where the text does not show the whole name",
		unfinished:  "resembling a placeholder or a prefix",
	} {
		if i > 0 && l[i] > 0 {
			list = append(list, fmt.Sprintf("%d %s", l[i], where))
		}
	}
	if list == nil {
		return ""
	}
	return "urn: names left out: " + strings.Join(list, ", ") + "; --all reports them\n"
}

// summary returns how many findings there are by rule. A single finding has its line, and
// needs no summary.
func (w *work) summary(list []*Finding) []byte {
	rules := make([]int, len(Rules))
	var places int64
	for _, f := range list {
		rules[f.Rule]++
		places += f.Count
	}
	var byLevel, byRule []string
	for _, l := range [...]Level{Error, Warning, Note} {
		if n := w.counts[l]; n > 0 {
			byLevel = append(byLevel, rewrite.Count(n, l.String(), l.String()+"s"))
		}
	}
	for id, n := range rules {
		if n > 0 {
			byRule = append(byRule, fmt.Sprintf(" %s %d", Rules[id].Name, n))
		}
	}
	if len(list) < 2 {
		return nil
	}
	return fmt.Appendf(nil, "\n%s in %s:%s\n", strings.Join(byLevel, ", "), rewrite.Count(places, "place", "places"), strings.Join(byRule, ","))
}

// shownName returns a name for people.
func shownName(name string) []byte {
	if len(name) > maxShown {
		return append(report.AppendVisible(nil, []byte(name[:truncate.At(name, maxShown)])), "..."...)
	}
	return report.AppendVisible(nil, []byte(name))
}

// appendText appends the line of a finding, or with Places a line for each place.
func (w *work) appendText(dst []byte, f *Finding) []byte {
	var bold, level, end string
	if w.Color {
		bold, level, end = "\x1b[1m", levelColor[f.Level], "\x1b[0m"
	}
	places, times := f.places(), ""
	if !w.Places {
		places, times = places[:1], counted(f)
	}
	for _, p := range places {
		dst = fmt.Appendf(dst, "%s%s:%d:%d:%s %s%s:%s %s: %s%s [%s]\n", bold, input.Display(filepath.ToSlash(p.File)), p.Line, p.Column, end,
			level, f.Level, end, shownName(p.Name), report.Visible(f.text(p)), times, Rules[f.Rule].Name)
	}
	return dst
}

// text returns the message of a finding, with the suggestion for one of its places.
func (f *Finding) text(p Place) string {
	if f.Rule == Dialect && p.Fix != "" {
		return fmt.Sprintf("is %q meant? %s", report.Visible(p.Fix), f.Message)
	}
	return f.Message
}

// counted returns how often a finding occurs, if it does more than once.
func counted(f *Finding) string {
	if f.Count < 2 {
		return ""
	}
	names, files := "", ""
	if n, _ := f.names(); n > 1 {
		names = fmt.Sprintf("%d names, ", n)
	}
	if f.Files > 1 {
		files = fmt.Sprintf(" in %d files", f.Files)
	}
	return fmt.Sprintf(" (%s%d times%s)", names, f.Count, files)
}

func appendJSON(dst []byte, f *Finding) []byte {
	one := record.Finding{
		Column: f.Column, Length: f.Length, Rule: Rules[f.Rule].Name, Level: f.Level.String(),
		Message: f.text(f.Place), Name: f.Name, Fix: f.Fix, Count: f.Count, Files: f.Files,
	}
	one.More = make([]record.Spot, 0, len(f.more))
	for _, m := range f.more {
		one.More = append(one.More, record.Spot{Place: recordPlace(m), Column: m.Column, Length: m.Length, Name: m.Name, Fix: m.Fix})
	}
	return append(record.AppendFinding(dst, recordPlace(f.Place), one), '\n')
}

func recordPlace(p Place) record.Place {
	var file record.File
	if p.File != input.Stdin {
		file = record.NewFile(filepath.ToSlash(p.File))
	}
	return record.Place{File: file, Line: p.Line, Offset: p.Offset, HasOffset: true}
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifHead returns the beginning of a document, up to the list of results.
func (w *work) sarifHead() []byte {
	dst := fmt.Appendf(nil, `{"$schema":"%s","version":"2.1.0","runs":[{"tool":{"driver":{"name":"urn lint","version":%s,`+
		`"informationUri":"https://github.com/seed7b5a83f0/urn","rules":[`, sarifSchema, quoted(w.Version))
	for i, r := range Rules {
		level := Off // the highest of all trees
		for _, t := range w.trees {
			level = max(level, t.Levels[i])
		}
		enabled := "false"
		if level != Off {
			enabled = fmt.Sprintf(`true,"level":"%s"`, level)
		}
		dst = fmt.Appendf(dst, "\n"+`{"id":"%s","shortDescription":{"text":%s},"defaultConfiguration":{"enabled":%s}},`,
			r.Name, quoted(r.Text), enabled)
	}
	return append(dst[:len(dst)-1], "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":["...)
}

// quoted returns a string of JSON.
func quoted(s string) []byte { return record.AppendString(nil, s) }

// appendSARIF appends a result. The comma after the last element of a list is cut off.
func appendSARIF(dst []byte, f *Finding) []byte {
	dst = fmt.Appendf(dst, `{"ruleId":"%s","ruleIndex":%d,"level":"%s","message":{"text":%s},"locations":[`,
		Rules[f.Rule].Name, f.Rule, f.Level, quoted(report.Visible(f.Name)+": "+f.text(f.Place)+counted(f)))
	for _, p := range f.places() {
		dst = fmt.Appendf(dst, `{"physicalLocation":{"artifactLocation":{"uri":%s},"region":{"startLine":%d,"startColumn":%d,"endColumn":%d,"byteOffset":%d,"byteLength":%d}}},`,
			quoted(uri(p.File)), p.Line, p.Runes, p.End, p.Offset, p.Length)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x000", Rules[f.Rule].Name, f.key))
	dst = fmt.Appendf(dst[:len(dst)-1], `],"occurrenceCount":%d,"partialFingerprints":{"urnLint/v1":"%x"}`, f.Count, sum[:16])
	if len(f.edits) > 0 && f.File != input.Stdin && !isDecoded(f.File) {
		dst = fmt.Appendf(dst, `,"fixes":[{"description":{"text":"write it in normal form"},"artifactChanges":[{"artifactLocation":{"uri":%s},"replacements":[`, quoted(uri(f.File)))
		for _, e := range f.edits {
			column := f.Runes + int(e.offset-f.Offset) // a name is ASCII
			dst = fmt.Appendf(dst, `{"deletedRegion":{"startLine":%d,"startColumn":%d,"endColumn":%d},"insertedContent":{"text":"%c"}},`, f.Line, column, column+1, e.new)
		}
		dst = append(dst[:len(dst)-1], "]}]}]"...)
	}
	return append(dst, '}')
}

// uri returns the URI of a file, which is relative if the name is relative.
func uri(name string) string {
	u := url.URL{Path: filepath.ToSlash(fileName(name))}
	if filepath.IsAbs(name) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/") // without "/" on Windows
	}
	return u.String()
}
