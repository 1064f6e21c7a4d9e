package lint

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// uncertain reports a finding if it is certain, and counts it otherwise. It returns the
// reported finding, or nil.
func (p *piece) uncertain(rule RuleID, at, size int, name []byte, message string, certain bool, around *place) *Finding {
	if !p.admits(rule, certain, around) {
		return nil
	}
	nid, _, _ := bytes.Cut(name[len("urn:"):], []byte{':'})
	return p.report(rule, at, at+size, name, message, string(name)).causedBy(nid, message)
}

// admits reports whether to report a finding, and counts it otherwise.
func (p *piece) admits(rule RuleID, certain bool, around *place) bool {
	why := p.why(certain, around)
	p.leave(rule, why)
	return why == 0 && p.Levels[rule] != Off
}

// why returns why a finding is left out, or 0.
func (p *piece) why(certain bool, around *place) int {
	switch {
	case p.all:
	case !certain:
		return uncertain
	case p.class&foreign != 0:
		return ofOthers
	case p.class&testFile != 0:
		return inTests
	case around.says("fail"):
		return besideWords
	}
	return 0
}

// leave counts a name that is left out and would be more than a note.
func (p *piece) leave(rule RuleID, why int) {
	if p.Levels[rule] >= Warning {
		p.left[why]++
	}
}

// causedBy sets the cause of a finding, which may be nil. Names of an NID with the same cause
// are merged into one finding.
func (f *Finding) causedBy(nid []byte, cause string) *Finding {
	if f != nil {
		f.cause = strings.ToLower(string(nid)) + "\x00" + cause
	}
	return f
}

// soften makes a finding, which may be nil, a note.
func (f *Finding) soften() {
	if f != nil {
		f.Level = min(f.Level, Note)
	}
}

// report adds a finding about text[start:end], and returns the finding. It returns nil if the
// rule is off, or if the line suppresses the finding.
func (p *piece) report(rule RuleID, start, end int, name []byte, message, key string) *Finding {
	if p.Levels[rule] == Off {
		return nil
	}
	if p.seek(start); p.suppresses(rule) {
		p.suppressed++
		return nil
	}
	if remedy := Rules[rule].Remedy; remedy != "" {
		message += "; " + remedy
	}
	p.findings = append(p.findings, p.at(rule, start, end, name, message, key))
	return &p.findings[len(p.findings)-1]
}

// seek moves to the line of an offset in text.
func (p *piece) seek(at int) {
	from := max(p.from, p.sought)
	if at <= from {
		return
	}
	p.sought = at
	if i := bytes.LastIndexByte(p.text[from:at], '\n'); i >= 0 {
		p.from = from + i + 1
		p.marks.known = false
	}
}

var newline = []byte{'\n'}

// source returns where text[start:end] is in the file's text with its escapes, raw.
func (p *piece) source(start, end int) (int, int) {
	if p.decoded == nil {
		return start, end
	}
	return p.decoded.Input(start, end)
}

// at returns a finding about text[start:end].
func (p *piece) at(rule RuleID, start, end int, name []byte, message, key string) Finding {
	start, end = p.source(start, end)
	if start < p.counted {
		p.counted = max(p.bom, bytes.LastIndexByte(p.raw[:start], '\n')+1)
		p.line -= int64(bytes.Count(p.raw[min(p.counted, p.begin):p.begin], newline))
		p.begin, p.runes = p.counted, 0
	} else if i := bytes.LastIndexByte(p.raw[p.counted:start], '\n'); i >= 0 {
		p.line += int64(bytes.Count(p.raw[p.counted:p.counted+i+1], newline))
		p.counted += i + 1
		p.begin, p.runes = p.counted, 0
	}
	runes := p.runes + utf8.RuneCount(p.raw[p.counted:start])
	if start < len(p.raw) && utf8.RuneStart(p.raw[start]) {
		p.counted, p.runes = start, runes
	}
	runes++
	return Finding{
		Place: Place{
			File: p.file, Name: string(name),
			Offset: p.offset + int64(start), Length: end - start,
			Line: p.line, Column: start - p.begin + 1,
			Runes: runes, End: runes + utf8.RuneCount(p.raw[start:end]),
		},
		Count: 1, Files: 1, Rule: rule, Level: p.Levels[rule],
		Message: message, key: key, apart: p.all,
	}
}
