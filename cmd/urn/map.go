package main

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/input"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
)

// target is what map makes of a URN.
type target string

const (
	toKey        target = "key"
	toNormalized target = "normalized"
	toJSON       target = "json"
	toNID        target = "nid"
)

var targets = []string{string(toKey), string(toNormalized), string(toJSON), string(toNID)}

func (t *target) Type() string   { return "what" }
func (t *target) String() string { return string(*t) }
func (t *target) Set(s string) error {
	return setOneOf((*string)(t), s, targets)
}

// mapJob makes exactly one line of every line.
type mapJob struct {
	job
	to        target
	null      string
	namespace bool
	errors    bool

	mapped, nulls atomic.Int64
}

func (a *app) mapCommand() *cobra.Command {
	m := &mapJob{null: `\N`}
	cmd := &cobra.Command{
		Use:   "map --to key|normalized|json|nid [flags] [file ...]",
		Short: "Answer every line with one line, for engines that run a program over rows",
		Long: `map writes exactly one line for every line it reads, in the same order, and
never waits for a line in order to answer the one before it. That is what the
executable functions of ClickHouse and TRANSFORM of Spark and Hive ask of a
program. It writes, for a URN,

  key         the normal form of its assigned-name: equal for equivalent URNs
  normalized  the normal form, r-, q- and f-component kept
  json        the object that parse --json writes, without a line number
  nid         the namespace identifier, in lower case

and for everything else, an empty line and a line that is too long included,
\N, which those engines read as NULL; --null changes that. With --errors and
--to json it writes an object that tells what is wrong. With --namespace the
key and the normal form are those of the namespace.

A line ends with LF or CR LF; a line that is written, with LF. No answer but
that of --errors holds a backslash or a tab, so that none needs an escape.
Standard input that is no file is taken as it is: it is not decompressed, and a
byte order mark is not dropped. Nothing is reported of lines that are not URNs,
and they make no difference to the exit status.

Exit status:
  0  every line has been answered
  2  wrong usage, or an input or output that failed`,
		Example: `  urn map --to key names.txt | paste - names.txt
  printf 'URN:ISBN:0-395-36341-1\n\nx\n' | urn map --to key --namespace
  urn map --to nid --null '' names.txt | sort | uniq -c
  urn map --to json --errors names.txt | jq -r .error.reason`,
	}
	cmd.RunE = func(cmd *cobra.Command, names []string) error {
		switch {
		case strings.Contains(m.null, "\n"):
			return errors.New("--null: a line feed would make two lines of it")
		case m.errors && m.to != toJSON:
			return errors.New("--errors is for --to json")
		}
		return m.run(cmd.Context(), names)
	}
	m.prepare(a)
	flags := cmd.Flags()
	flags.Var(&m.to, "to", strings.Join(targets, ", "))
	flags.StringVar(&m.null, "null", m.null, "write `text` for what is not a URN")
	flags.BoolVar(&m.namespace, "namespace", false, "go by the rules of equivalence of each URN's namespace")
	flags.BoolVar(&m.errors, "errors", false, "with --to json: write an object with the error for what is not a URN")
	addSyntax(cmd, &m.syntax)
	flags.BoolVarP(&m.quiet, "quiet", "q", false, "show no progress")
	flags.BoolVar(&m.stats, "stats", false, "write counts to standard error at the end")
	flags.Var((*sizeFlag)(&m.maxLine), "max-line", "length in `bytes` (or K, M, G) of the longest line; what is longer is not a URN")
	require(cmd, "to", targets)
	return cmd
}

func (m *mapJob) prepare(a *app) {
	m.app = a
	m.asIs = true
	m.maxLine = defaultMaxLine
	m.work = m.process
	m.counts = func() string { return fmt.Sprintf("mapped=%d nulls=%d", m.mapped.Load(), m.nulls.Load()) }
}

func (m *mapJob) process(b *pipeline.Block, out *pipeline.Output) error {
	dst := &out.Buf[toOutput]
	switch b.Part {
	case pipeline.Lines:
	case pipeline.Head:
		*dst = m.appendTooLong(*dst)
		m.nulls.Add(1)
		return nil
	default:
		return nil // the line has been answered
	}
	var mapped, nulls int64
	defer func() {
		m.mapped.Add(mapped)
		m.nulls.Add(nulls)
	}()
	data := string(b.Data)
	for l := (pipeline.Line{}); b.Next(&l); {
		start := l.Start
		if l.Number == 1 && b.Name == input.Stdin && m.stdinAsIs() {
			start = 0 // with its byte order mark
		}
		text := data[start:l.End]
		var u urn.URN
		var err error
		if len(text) > 0 || m.errors { // what is empty needs no error to say so
			u, err = m.syntax.Parse(text)
		}
		switch {
		case len(text) > m.maxLine:
			nulls++
			*dst = m.appendTooLong(*dst)
		case err == nil && !u.IsZero():
			mapped++
			*dst = append(m.appendAnswer(*dst, u), '\n')
		case m.errors:
			nulls++
			fault := faultOf(err)
			message := report.Message(b.Data[start:l.End], fault)
			*dst = append(record.AppendInvalid(*dst, record.Place{}, m.syntax, text, fault, message), '\n')
		default:
			nulls++
			*dst = append(append(*dst, m.null...), '\n')
		}
		if out.Full() {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *mapJob) appendAnswer(dst []byte, u urn.URN) []byte {
	switch m.to {
	case toKey:
		return appendKeyOf(dst, u, rulesOf(m.namespace))
	case toNormalized:
		dst, _ = rulesOf(m.namespace).AppendNormalized(dst, u) // IANA and General cannot fail
		return dst
	case toJSON:
		return record.AppendValidUnder(dst, record.Place{}, u, rulesOf(m.namespace))
	}
	start := len(dst)
	dst = append(dst, u.NID()...)
	for i, c := range dst[start:] {
		if 'A' <= c && c <= 'Z' {
			dst[start+i] = c | 0x20
		}
	}
	return dst
}

// appendTooLong appends the answer to a line that is longer than --max-line.
func (m *mapJob) appendTooLong(dst []byte) []byte {
	if !m.errors {
		return append(append(dst, m.null...), '\n')
	}
	fault := urn.Fault{Syntax: m.syntax, Offset: m.maxLine, Reason: urn.TooLong}
	return append(record.AppendUnheld(dst, record.Place{}, m.syntax, fault, tooLongMessage(m.maxLine)), '\n')
}
