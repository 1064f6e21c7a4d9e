package find

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"sync"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/notation"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/suggest"
	"github.com/seed7b5a83f0/urn/scan"
)

// matches yields the URNs in text. It counts the near misses, unless nothing is written. In
// text without names, that takes no time. In a log with a name on each line, the search
// takes 5% longer.
func (w *block) matches(text []byte) iter.Seq[scan.Match] {
	if w.Quiet && w.b.Around == nil && w.undone == nil {
		return w.Finder.All(text)
	}
	return func(yield func(scan.Match) bool) {
		var near nearCount
		for m := range w.b.Find(w.Finder, w.undone, nil) {
			if m.Kind == scan.MatchName {
				if !yield(m) {
					break
				}
			} else if w.isWantedNear(text[m.Start:m.End]) {
				near.add(m)
			}
		}
		if !w.Quiet {
			w.addNear(&near)
		}
	}
}

// isWantedNear reports whether the near miss at the start of text is selected by the text
// in the place of its NID.
func (w *Work) isWantedNear(text []byte) bool {
	return w.NIDs == nil || bytes.IndexByte(text[len("urn:"):], ':') >= 0 && w.NIDs.selectedIn(text)
}

// nearCount counts the near misses of a block, by reason.
type nearCount struct {
	n       int64
	parts   int64     // of names, which n does not count
	reasons [16]int64 // by urn.Reason
}

func (c *nearCount) add(m scan.Match) {
	if m.Kind == scan.MatchPart {
		c.parts++
		return
	}
	c.n++
	c.reasons[int(m.Fault.Reason)%len(c.reasons)]++
}

// causes is a nearCount of all blocks.
type causes struct {
	mu sync.Mutex
	nearCount
}

func (w *Work) addNear(c *nearCount) {
	if c.n+c.parts == 0 {
		return
	}
	w.near.Add(c.n)
	w.causes.mu.Lock()
	defer w.causes.mu.Unlock()
	w.causes.parts += c.parts
	for i, n := range c.reasons {
		w.causes.reasons[i] += n
	}
}

// Remark returns a text for people: the number of near misses by reason and, if nothing was
// found, a suggestion. It is "" if there is nothing to say.
func (w *Work) Remark() string {
	if w.Quiet {
		return ""
	}
	var says []string
	if n := w.near.Load(); n > 0 && !w.Near {
		var by []string
		for r, n := range w.causes.reasons {
			if n > 0 {
				words, _, _ := strings.Cut(urn.Fault{Reason: urn.Reason(r)}.Message(""), ": ")
				by = append(by, fmt.Sprintf("%d %s", n, words))
			}
		}
		if n == 1 {
			says = append(says, "1 near miss: a name that is not a URN (--near shows it): "+by[0][2:])
		} else {
			says = append(says, fmt.Sprintf("%d near misses: names that are not URNs (--near shows them): %s", n, strings.Join(by, ", ")))
		}
	}
	if n := w.causes.parts; w.Near && n > 0 {
		says = append(says, rewrite.Count(w.near.Load()-n, "near miss", "near misses")+", and "+rewrite.Count(n, "part of a name, such as a prefix or a pattern", "parts of names, such as prefixes and patterns"))
	}
	if more := w.more(); more > 0 {
		says = append(says, rewrite.Count(int64(more), "more is left out (--top)", "more are left out (--top)"))
	}
	left := len(says)
	for i, like := range notation.Left {
		if n := w.hidden.left[i].Load(); n > 0 {
			says = append(says, rewrite.Count(n, "name begins", "names begin")+" with "+like.Says)
		}
	}
	if w.found.Load() == 0 && !w.Near {
		if h := w.hidden.hint.Load(); h != nil && left == len(says) {
			says = append(says, "no URN was found, but a name that begins with "+*h)
		}
		if n := w.causes.parts; n > 0 {
			says = append(says, "no URN was found, but "+rewrite.Count(n, "part of a name (--near shows it)", "parts of names (--near shows them)"))
		}
		if w.hidden.wide.Load() {
			says = append(says, "no URN was found, but one in UTF-16 or UTF-32 without a byte order mark: convert the text to UTF-8 first")
		}
		for _, nid := range w.NIDs {
			if meant := suggest.NID(nid); meant != "" {
				says = append(says, fmt.Sprintf("no URN of %s, which is not registered: did you mean %s?", nid, meant))
			}
		}
	}
	return strings.Join(says, "\nurn: ")
}

// nearMisses writes or counts the near misses.
func (w *block) nearMisses() error {
	if w.b.Part == pipeline.Truncated {
		return w.whole()
	}
	c := scratches.Get().(*scratch)
	defer scratches.Put(c)
	c.matches = c.matches[:0]
	c.keys.reset()
	var parts int64
	defer func() { w.addNear(&nearCount{parts: parts}) }()
	for m := range w.b.Find(w.Finder, w.undone, nil) {
		if m.Kind == scan.MatchName {
			if w.NIDs.selected(w.nid(m)) {
				w.foundMore(1)
			}
			continue
		}
		if !w.isWantedNear(w.text[m.Start:m.End]) {
			continue
		}
		w.near.Add(1)
		if m.Kind == scan.MatchPart {
			parts++
		}
		switch {
		case w.Quiet:
			return job.ErrEnough
		case w.distinct != nil:
			if text := w.text[m.Start:m.End]; w.By != "" {
				nid, _, _ := bytes.Cut(text[len(scheme):], []byte{':'})
				w.appendGroup(&c.keys, report.AppendVisible(nil, nid))
			} else {
				c.keys.text = report.AppendVisible(c.keys.text, text)
			}
			w.endKey(&c.keys)
			if w.Unique {
				c.matches = append(c.matches, m)
			}
		default:
			if err := w.writeNear(m); err != nil {
				return err
			}
		}
	}
	if err := w.addKeys(c, w.writeNear); err != nil {
		return err
	}
	return w.endContext()
}

// writeNear writes a near miss.
func (w *block) writeNear(m scan.Match) error {
	if w.Form == Context {
		return w.inContext(m)
	}
	shown := w.text[m.Start:m.End]
	e := record.ErrorOf(w.Finder.Syntax, w.text, m)
	found := shown[:longest(w.Finder.Syntax, shown)]
	start, _ := w.span(m)
	w.at(start)
	dst := w.out.Buf[job.ToOutput]
	switch w.Form {
	case JSON:
		dst = record.AppendNear(dst, w.place, string(shown), string(found), e)
	case CSV:
		dst = w.appendNearCSV(dst, shown, found, e)
	default:
		dst = w.appendPrefix(dst, ':')
		dst = report.AppendVisible(dst, shown)
		dst = append(dst, '\t')
		dst = append(dst, found...)
		dst = append(append(dst, '\t'), e.Message...)
	}
	w.out.Buf[job.ToOutput] = append(w.appendLine(dst, m), '\n')
	return w.out.FlushIfFull()
}

// NearCSVHeader is [CSVHeader] for near misses.
const NearCSVHeader = "file,line,offset,input,found,fault,reason,message\n"

// appendNearCSV appends a record of CSV. The field found is empty if nothing was.
func (w *block) appendNearCSV(dst, shown, found []byte, e record.Error) []byte {
	dst = w.appendPlaceCSV(dst)
	dst = appendCSVField(append(dst, ','), string(report.AppendVisible(nil, shown)))
	dst = append(dst, ',')
	if len(found) > 0 {
		dst = appendCSVField(dst, string(found))
	}
	dst = strconv.AppendInt(append(dst, ','), int64(e.Offset), 10)
	dst = append(append(dst, ','), e.Reason...)
	return appendCSVField(append(dst, ','), e.Message)
}

// longest returns the length of the longest prefix of text that is a URN.
func longest(x urn.Syntax, text []byte) int {
	if m, ok := (scan.Finder{Syntax: x, Mode: scan.ModeExact}).Next(text, 0); ok && m.Start == 0 {
		return m.End
	}
	return 0
}
