package bento

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/repair"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/warpstreamlabs/bento/public/service"
)

const (
	toField       = "to"
	validateField = "validate"
	repairField   = "repair"
	metaRejects   = "urn_rejects"
	metaRepaired  = "urn_repaired"
	// The values of the field repair.
	repairNone, repairOctets, repairPercent = "none", "octets", "percent"
	// The values of the field to.
	toNormalized, toKey = "normalized", "key"
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
	syntax                       urn.Syntax
	rules                        *namespace.Registry
	validate, key, repairs       bool
	repair                       repair.Repairer
	accepted, rejected, repaired *service.MetricCounter // repaired: of those accepted
	rejecting                    *atomic.Bool           // most lines of the last message were rejects
}

func newNormalize(conf *service.ParsedConfig, res *service.Resources) (service.Processor, error) {
	n := normalize{
		accepted:  res.Metrics().NewCounter("urn_lines_accepted"),
		rejected:  res.Metrics().NewCounter("urn_lines_rejected"),
		repaired:  res.Metrics().NewCounter("urn_lines_repaired"),
		rejecting: new(atomic.Bool),
	}
	var errRules, errValidate error
	n.syntax, n.rules, errRules = rulesOf(conf)
	n.validate, errValidate = conf.FieldBool(validateField)
	to, errTo := conf.FieldString(toField)
	how, errRepair := conf.FieldString(repairField)
	if err := errors.Join(errRules, errValidate, errTo, errRepair); err != nil {
		return nil, err
	}
	n.key, n.repairs = to != toNormalized, how != repairNone
	n.repair = repair.Repairer{Syntax: n.syntax, EscapePercent: how == repairPercent}
	return processor(n.process), nil
}

func (n normalize) process(msg *service.Message, content []byte) (service.MessageBatch, error) {
	file, line, _ := place(msg)
	rejects := rejecters.Get().(*rejects)
	defer rejecters.Put(rejects)
	rejects.file, rejects.records, rejects.n, rejects.size = file, nil, 0, sizeHint(rejects.size, content)
	out := make([]byte, 0, len(content)+len(newline))
	var accepted, repaired int64
	plain := n.rules == nil && !n.validate
	line--
	add := func(name []byte, at urn.Offsets, fault urn.Fault) {
		line++
		isURN := at != (urn.Offsets{})
		if !isURN && fault.Reason == 0 {
			_, fault = n.syntax.LocateBytes(name)
		}
		switch {
		case len(name) == 0:
			return
		case !isURN && !n.repairs:
			rejects.add(line, name, fault, nil)
			return
		case isURN && plain && n.key:
			out = at.AppendKey(out, name)
		case isURN && plain:
			out = at.AppendNormalized(out, name)
		default:
			r, fault, refusal := n.parse(string(name))
			switch {
			case fault.Reason != 0:
				rejects.add(line, name, fault, nil)
				return
			case refusal != nil:
				rejects.add(line, []byte(r.URN().String()), urn.Fault{Syntax: n.syntax}, refusal)
				return
			case n.key:
				out = n.rules.AppendKey(out, r.URN())
			default:
				out = n.rules.AppendNormalized(out, r.URN())
			}
			if r.URN().String() != r.Input() {
				repaired++
			}
		}
		out = append(out, '\n')
		accepted++
	}
	text := bytes.TrimSuffix(content, []byte{'\r'}) // the last line may have no line feed
	// Lines reads most of a line that is not a URN, but not its Fault.
	for more := n.rejecting.Load(); more; {
		var name []byte
		if name, text, more = bytes.Cut(text, newline); more {
			name = bytes.TrimSuffix(name, []byte{'\r'})
		}
		at, fault := n.syntax.LocateBytes(name)
		add(name, at, fault)
	}
	for name, at := range scan.Lines(n.syntax, text) {
		add(name, at, urn.Fault{})
	}
	rejects.size = len(rejects.records)
	n.rejecting.Store(rejects.n > accepted)
	n.accepted.Incr(accepted)
	n.rejected.Incr(rejects.n)
	n.repaired.Incr(repaired)

	ended := bytes.HasSuffix(content, newline)
	var batch service.MessageBatch
	if accepted > 0 {
		m := msg.Copy()
		m.SetBytes(endAs(out, ended))
		if n.repairs {
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

// parse parses a line, after a repair if it needs one. A refusal is about the repaired name.
func (n normalize) parse(line string) (r repair.Repaired, f urn.Fault, refusal *namespace.Error) {
	r, err := n.repair.Parse(line)
	if e, failed := err.(*urn.Error); failed {
		return r, urn.Fault{Syntax: n.syntax, Offset: e.Offset, Reason: e.Reason}, nil
	}
	if n.validate {
		_, err = namespace.Validate(r.URN())
		errors.As(err, &refusal)
	}
	return r, f, refusal
}

// sizeHint returns the size to make a result with, given that of the last one: to grow it takes twice the time of
// everything else. It is at most 16 times that of the content, as a record is about 8 times as long as its line.
func sizeHint(last int, content []byte) int { return 16 * min((last+last/8)/16, len(content)) }

// endAs removes the line end from the last of lines if the last line of their
// message had none. It copies lines if most of their memory is unused.
func endAs(lines []byte, ended bool) []byte {
	if !ended {
		lines = bytes.TrimSuffix(lines, newline)
	}
	if cap(lines) > 2*len(lines) {
		return bytes.Clone(lines)
	}
	return lines
}

// rejects are the lines of a message that are not URNs. They are reused, with their memory.
type rejects struct {
	file    string // the beginning of the records
	records []byte
	n       int64
	line    int64 // the first
	err     error // the first
	size    int
	known   map[string]string // results of why, by what they depend on
}

var rejecters = sync.Pool{New: func() any { return new(rejects) }}

// add adds a line that has a fault, or that is a URN that the rules of its namespace refuse.
func (r *rejects) add(line int64, text []byte, f urn.Fault, refusal *namespace.Error) {
	if r.n == 0 {
		r.records = make([]byte, 0, r.size)
		r.line, r.err = line, f.Err(string(text))
		if refusal != nil {
			r.err = refusal
		}
	}
	r.n++
	r.records = appendText(appendPlace(r.records, r.file, line), "input", text)
	if refusal != nil {
		r.records = appendFault(r.records, f.Syntax, refusal.Offset, whyRefused(refusal))
	} else {
		r.records = appendFault(r.records, f.Syntax, f.Offset, r.why(f, text))
	}
	r.records = append(r.records, '\n')
}

// why returns what appendWhy appends for f. Most rejects have one of a few messages. To write each
// again took two fifths of their time. [urn.Fault.Message] says what a message depends on.
func (r *rejects) why(f urn.Fault, text []byte) string {
	at := min(f.Offset, len(text))
	start, end := max(at-2, 0), at
	if at < len(text) && text[at] == ' ' {
		end = len(text) - len(bytes.TrimLeftFunc(text[at:], unicode.IsSpace))
	}
	_, size := utf8.DecodeRune(text[end:])
	var room [32]byte
	of := append(append(room[:0], byte(f.Syntax), byte(f.Reason), byte(at-start)), text[start:end+size]...)
	why, ok := r.known[string(of)]
	if !ok {
		why = string(appendWhy(nil, f.Reason.String(), f.Message(string(text))))
		if len(r.known)%(1<<12) == 0 {
			r.known = map[string]string{}
		}
		if len(of) <= len(room) {
			r.known[string(of)] = why
		}
	}
	return why
}
