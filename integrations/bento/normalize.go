package bento

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/programs/linescan"
	"github.com/seed7b5a83f0/urn/internal/programs/record"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/repair"
	"github.com/warpstreamlabs/bento/public/service"
)

const (
	toField       = "to"
	validateField = "validate"
	repairField   = "repair"
)

// The values of the field repair.
const (
	repairNone    = "none"
	repairOctets  = "octets"
	repairPercent = "percent"
)

// The values of the field to.
const (
	toNormalized = "normalized"
	toKey        = "key"
	toKeyWithF   = "key_with_f_component"
)

const (
	metaRejects  = "urn_rejects"
	metaRepaired = "urn_repaired"
)

var (
	//go:embed components/urn_normalize.md
	normalizeText string
	//go:embed components/urn_normalize.yaml
	normalizeExample string
)

func normalizeSpec() *service.ConfigSpec {
	return service.NewConfigSpec().
		Stable().
		Categories("Mapping").
		Summary("Normalise URNs, one a line.").
		Description(normalizeText).
		Example("File to File", "Write all URNs of some files in normal form, and the lines that are not URNs to another file.", normalizeExample).
		Fields(rulesFields(texts["normalize_urn"].Namespace)...).
		Fields(
			service.NewStringAnnotatedEnumField(toField, map[string]string{
				toNormalized: "The URN in normal form, with its r-, q- and f-component.",
				toKey:        "The URN in normal form without them. Keys are equal if and only if the URNs are equivalent.",
				toKeyWithF:   "The same with the f-component, for names whose f-component names something of its own. RFC 8141 calls such names equivalent; these keys do not.",
			}).Description("What to write.").Default(toNormalized),
			service.NewBoolField(validateField).
				Description("Also reject a URN that the rules of its namespace refuse, such as an `isbn` with a wrong check digit. The reason is then `syntax` or `check-digit`.").
				Default(false),
			service.NewStringAnnotatedEnumField(repairField, map[string]string{
				repairNone:    "Nothing.",
				repairOctets:  texts["repair_urn"].Repair,
				repairPercent: "The same, and a `%` that two hexadecimal digits do not follow becomes `%25`.",
			}).Description("Which octets to escape in a line that is not a URN, to make it a URN.").Default(repairNone),
		)
}

type normalize struct {
	syntax             urn.Syntax
	rules              *namespace.Registry
	validate           bool
	form               linescan.Form
	repair             *repair.Repairer // or nil
	accepted, rejected *service.MetricCounter
	repaired           *service.MetricCounter // of those accepted
}

func newNormalize(conf *service.ParsedConfig, res *service.Resources) (service.Processor, error) {
	n := normalize{
		accepted: res.Metrics().NewCounter("urn_lines_accepted"),
		rejected: res.Metrics().NewCounter("urn_lines_rejected"),
		repaired: res.Metrics().NewCounter("urn_lines_repaired"),
	}
	var errRules, errValidate error
	n.syntax, n.rules, errRules = rulesOf(conf)
	n.validate, errValidate = conf.FieldBool(validateField)
	to, errTo := conf.FieldString(toField)
	how, errRepair := conf.FieldString(repairField)
	if err := errors.Join(errRules, errValidate, errTo, errRepair); err != nil {
		return nil, err
	}
	if to == toKey || to == toKeyWithF {
		n.form = linescan.Key
	}
	if to == toKeyWithF {
		n.rules = n.rules.WithFComponent()
	}
	if how != repairNone {
		n.repair = &repair.Repairer{Syntax: n.syntax, Percent: how == repairPercent}
	}
	return n, nil
}

func (n normalize) Process(_ context.Context, msg *service.Message) (service.MessageBatch, error) {
	if msg.GetError() != nil {
		return service.MessageBatch{msg}, nil
	}
	content, err := msg.AsBytes()
	if err != nil {
		return nil, err
	}
	line, _ := place(msg)
	rejects := rejects{syntax: n.syntax, path: path(msg)}
	out := make([]byte, 0, len(content)+len(newline))
	var accepted, repaired int64
	plain := n.rules == namespace.General() && !n.validate // Append then takes all URNs but the last
	for l := linescan.New(content, n.syntax, line, false); ; {
		for lines := int64(1); plain && lines > 0; accepted += lines {
			out, lines = l.Append(out, n.form, math.MaxInt)
		}
		if !l.Line() {
			break
		}
		text := l.Text
		if len(l.Raw) == len(text) { // the last line has no line feed
			text = bytes.TrimSuffix(text, []byte{'\r'})
		}
		if len(text) == 0 {
			continue
		}
		name := string(text)
		u, changed, err := n.parse(name)
		if changed {
			name = u.String()
		}
		if err != nil {
			rejects.add(l.Number, name, err)
			continue
		}
		if n.form == linescan.Key {
			out = n.rules.AppendKey(out, u)
		} else {
			out = n.rules.AppendNormalized(out, u)
		}
		out = append(out, '\n')
		accepted++
		if changed {
			repaired++
		}
	}
	n.accepted.Incr(accepted)
	n.rejected.Incr(rejects.n)
	n.repaired.Incr(repaired)

	ended := bytes.HasSuffix(content, newline)
	var batch service.MessageBatch
	if accepted > 0 {
		m := msg.Copy()
		m.SetBytes(endAs(out, ended))
		if n.repair != nil {
			m.MetaSetMut(metaRepaired, repaired)
		}
		batch = append(batch, m)
	}
	if rejects.n > 0 {
		m := msg.Copy()
		m.SetBytes(endAs(rejects.records, ended))
		m.MetaSetMut(metaRejects, rejects.n)
		m.SetError(fmt.Errorf("not a URN in %d of %d lines, first in line %d: %w",
			rejects.n, rejects.n+accepted, rejects.line, explain(rejects.err)))
		batch = append(batch, m)
	}
	return batch, nil
}

// parse parses a line, after a repair if it needs one. The error may be about the repaired name.
func (n normalize) parse(line string) (u urn.URN, repaired bool, err error) {
	u, err = n.syntax.Parse(line)
	if err != nil && n.repair != nil {
		var r repair.Repaired
		r, err = n.repair.Parse(line)
		u, repaired = r.URN(), err == nil
	}
	if err == nil && n.validate {
		_, err = namespace.Validate(u)
	}
	return u, repaired, err
}

func (normalize) Close(context.Context) error { return nil }

// endAs removes the line end from the last of lines if the last line of their
// message had none.
func endAs(lines []byte, ended bool) []byte {
	if ended {
		return lines
	}
	return bytes.TrimSuffix(lines, newline)
}

// rejects are the lines of a message that are not URNs.
type rejects struct {
	syntax  urn.Syntax
	path    string
	file    record.File
	records []byte
	n       int64
	line    int64 // the first
	err     error // the first
}

// add adds a line, given the error of parsing it.
func (r *rejects) add(line int64, text string, err error) {
	if r.n == 0 {
		r.file, r.line, r.err = newFile(r.path), line, err
	}
	r.n++
	at := record.Place{File: r.file, Line: line}
	r.records = append(appendRejected(r.records, at, r.syntax, text, err), '\n')
}
