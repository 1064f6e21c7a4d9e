package lint

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strconv"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/internal/record"
)

// Form is how findings are written.
type Form uint8

const (
	Text  Form = iota // file:line:column: message [rule]
	JSON              // one record a line
	SARIF             // SARIF 2.1.0: one document
)

const (
	colorOff = "\x1b[0m"
	bold     = "\x1b[1m"
)

var levelColor = [...]string{Note: "\x1b[36m", Warning: "\x1b[33m", Error: "\x1b[31m"}

// maxShown bounds how much of a name is in a line for people, in bytes.
const maxShown = 80

func appendText(dst []byte, name string, f *Finding, color bool) []byte {
	on := func(code string) {
		if color {
			dst = append(dst, code...)
		}
	}
	on(bold)
	dst = append(dst, input.Display(name)...)
	dst = fmt.Appendf(dst, ":%d:%d:", f.Line, f.Column)
	on(colorOff)
	dst = append(dst, ' ')
	shown := []byte(f.Name)
	if len(shown) > maxShown {
		dst = append(report.AppendVisible(dst, shown[:maxShown]), "..."...)
	} else {
		dst = report.AppendVisible(dst, shown)
	}
	dst = append(dst, ": "...)
	dst = report.AppendVisible(dst, []byte(f.Message))
	dst = append(dst, ' ')
	on(levelColor[f.Level])
	dst = append(append(append(dst, '['), Rules[f.Rule].Name...), ']')
	on(colorOff)
	return append(dst, '\n')
}

func appendJSON(dst []byte, file record.File, f *Finding) []byte {
	dst = record.AppendFinding(dst, record.Place{File: file, Line: f.Line, Offset: f.Offset, HasOffset: true}, record.Finding{
		Column: f.Column, Length: f.Length, Rule: Rules[f.Rule].Name, Level: f.Level.String(),
		Message: f.Message, Name: f.Name, Fix: f.Fix,
	})
	return append(dst, '\n')
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifHead writes the beginning of a document, up to the list of results.
func sarifHead(w io.Writer, version string, levels []Level) error {
	dst := []byte(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{"tool":{"driver":{"name":"urn lint","version":`)
	dst = record.AppendString(dst, version)
	dst = append(dst, `,"informationUri":"https://github.com/seed7b5a83f0/urn","rules":[`...)
	for i, r := range Rules {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = record.AppendString(append(dst, "\n"+`{"id":`...), r.Name)
		dst = record.AppendString(append(dst, `,"shortDescription":{"text":`...), r.Text)
		dst = append(dst, `},"defaultConfiguration":{"enabled":`...)
		dst = strconv.AppendBool(dst, levels[i] != Off)
		if levels[i] != Off {
			dst = record.AppendString(append(dst, `,"level":`...), levels[i].String())
		}
		dst = append(dst, "}}"...)
	}
	_, err := w.Write(append(dst, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":["...))
	return err
}

// sarifTail writes the end of a document.
func sarifTail(w io.Writer, ok bool) error {
	_, err := fmt.Fprintf(w, "],\n\"invocations\":[{\"executionSuccessful\":%t}]}]}\n", ok)
	return err
}

// appendSARIF appends a result. Each begins with a comma and a line end, and the
// comma of the first one is not written. n is the number of equal findings of the
// file before this one.
func appendSARIF(dst []byte, name string, f *Finding, n int) []byte {
	dst = record.AppendString(append(dst, ",\n{\"ruleId\":"...), Rules[f.Rule].Name)
	dst = fmt.Appendf(dst, `,"ruleIndex":%d,"level":"%s","message":{"text":`, f.Rule, f.Level)
	dst = record.AppendString(dst, report.Visible(f.Name)+": "+f.Message)
	dst = append(dst, `},"locations":[{"physicalLocation":{"artifactLocation":`...)
	dst = appendArtifact(dst, name)
	region := fmt.Sprintf(`{"startLine":%d,"startColumn":%d,"endColumn":%d,"byteOffset":%d,"byteLength":%d}`,
		f.Line, f.Runes, f.End, f.Offset, f.Length)
	dst = append(append(dst, `,"region":`...), region...)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", Rules[f.Rule].Name, f.key, n))
	dst = fmt.Appendf(dst, `}}],"partialFingerprints":{"urnLint/v1":"%x"}`, sum[:16])
	if len(f.edits) > 0 {
		dst = appendFix(dst, name, f)
	}
	return append(dst, '}')
}

// appendFix appends the fix of a finding: the part of the name that the rule is
// about, from the first byte that changes to the last.
func appendFix(dst []byte, name string, f *Finding) []byte {
	first, last := f.edits[0].offset, f.edits[len(f.edits)-1].offset
	at := f.nameOffset
	start, end := int(first-at), int(last-at)+1
	text := []byte(f.Name[start:end])
	for _, e := range f.edits {
		text[e.offset-first] = e.new
	}
	column := f.nameRunes + start // a name is ASCII
	dst = append(dst, `,"fixes":[{"description":{"text":"write it in normal form"},"artifactChanges":[{"artifactLocation":`...)
	dst = appendArtifact(dst, name)
	dst = fmt.Appendf(dst, `,"replacements":[{"deletedRegion":{"startLine":%d,"startColumn":%d,"endColumn":%d},"insertedContent":{"text":`,
		f.Line, column, column+end-start)
	dst = record.AppendString(dst, string(text))
	return append(dst, "}}]}]}]"...)
}

// appendArtifact appends where a file is, as a URI: a relative one for a relative
// name.
func appendArtifact(dst []byte, name string) []byte {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
		if u.Path[0] != '/' { // of Windows
			u.Path = "/" + u.Path
		}
	}
	dst = append(dst, `{"uri":`...)
	dst = record.AppendString(dst, u.String())
	return append(dst, '}')
}
