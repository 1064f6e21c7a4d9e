package find

import (
	"bytes"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/scan"
)

// endKey ends a key of the table. With WithName it has the name of the file too, after a tab,
// which no key has.
func (w *block) endKey(k *keys) {
	if w.Count && w.WithName {
		k.text = append(append(k.text, '\t'), w.b.Name...)
	}
	k.end()
}

// appendGroup appends the key of all URNs that By counts together.
func (w *block) appendGroup(k *keys, nid []byte) {
	if k.text = append(k.text, scheme...); w.By == ByNID {
		k.text = append(k.text, bytes.ToLower(nid)...)
	}
}

// more is how many rows of the table Top leaves out.
func (w *Work) more() int {
	if w.distinct == nil || !w.Count || w.Top == 0 {
		return 0
	}
	return max(0, w.distinct.len()-w.Top)
}

// aroundURN is how much of a line WithLine writes before a URN and after it, in bytes, so
// that a long line with many URNs is not written many times.
const aroundURN = 2 << 10

// appendLine appends the line of m to its record, if it is asked for.
func (w *block) appendLine(dst []byte, m scan.Match) []byte {
	if !w.WithLine || w.Form != JSON && w.Form != CSV {
		return dst
	}
	start, end := w.span(m)
	text := w.b.Data
	from, to := max(0, start-aroundURN), min(len(text), end+aroundURN)
	if i := bytes.LastIndexByte(text[from:start], '\n'); i >= 0 {
		from += i + 1
	}
	if i := bytes.IndexByte(text[end:to], '\n'); i >= 0 {
		to = end + i
	}
	line := bytes.TrimSuffix(text[from:to], []byte{'\r'})
	if w.Form == CSV {
		if w.Visible {
			line = report.AppendVisible(nil, line)
		}
		return appendCSVField(append(dst, ','), string(line))
	}
	return record.AddContext(dst, string(line))
}
