package bento

import (
	"bytes"
	_ "embed"
	"errors"
	"strconv"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/warpstreamlabs/bento/public/service"
)

const asField, asJSON, asText = "as", "json", "text" // a field and its values

var (
	//go:embed components/urn_extract.md
	extractText string
	//go:embed components/urn_extract.yaml
	extractExample string
)

func extractSpec() *service.ConfigSpec {
	return service.NewConfigSpec().
		Stable().
		Categories("Parsing").
		Summary("Extract the URNs in running text, one a line.").
		Description(extractText).
		Example("Logs to JSON", "Write all URNs in some log files as JSON Lines.", extractExample).
		Fields(rulesFields("Follow the rules of the URN's namespace, in normal form and key, and leave out names that they refuse.")...).
		Fields(
			service.NewBoolField(exactParam).Description(exactText).Default(false),
			service.NewStringAnnotatedEnumField(asField, map[string]string{
				asJSON: "A JSON object.",
				asText: "The URN as it is written in the text.",
			}).Description("What to write.").Default(asJSON),
		)
}

type extract struct {
	rules   *namespace.Registry
	finder  scan.Finder
	text    bool
	matches *service.MetricCounter
	size    *atomic.Int64 // of the last result
}

// modeOf returns the mode for the parameter exact.
func modeOf(exact bool) scan.Mode {
	if exact {
		return scan.ModeExact
	}
	return scan.ModeNames
}

func newExtract(conf *service.ParsedConfig, res *service.Resources) (service.Processor, error) {
	e := extract{matches: res.Metrics().NewCounter("urn_matches"), size: new(atomic.Int64)}
	var errRules error
	e.finder.Syntax, e.rules, errRules = rulesOf(conf)
	exact, errExact := conf.FieldBool(exactParam)
	e.finder.Mode = modeOf(exact)
	as, errAs := conf.FieldString(asField)
	e.text = as == asText
	return processor(e.process), errors.Join(errRules, errExact, errAs)
}

func (e extract) process(msg *service.Message, content []byte) (_ service.MessageBatch, err error) {
	var out []byte
	var matches int64
	file, line, offset := place(msg)
	counted := 0 // line ends before here are in line
	for m := range e.finder.All(content) {
		found := content[m.Start:m.End]
		var u urn.URN
		if !e.text || e.rules != nil {
			if u, err = e.finder.Syntax.ParseBytes(found); err != nil {
				return nil, err
			}
			if _, err := e.rules.Validate(u); err != nil {
				continue
			}
		}
		if matches++; matches == 1 {
			out = make([]byte, 0, sizeHint(int(e.size.Load()), content))
		}
		if e.text {
			out = append(append(out, found...), '\n')
			continue
		}
		line += int64(bytes.Count(content[counted:m.Start], newline))
		counted = m.Start
		out = append(appendPlace(out, file, line), `"offset":`...)
		out = append(strconv.AppendInt(out, offset+int64(m.Start), 10), ',')
		out = append(appendURN(out, u, e.rules), '\n')
	}
	e.size.Store(int64(len(out)))
	e.matches.Incr(matches)
	if matches == 0 {
		return nil, nil
	}
	m := msg.Copy()
	m.SetBytes(endAs(out, bytes.HasSuffix(content, newline)))
	return service.MessageBatch{m}, nil
}
