package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/report"
	"github.com/seed7b5a83f0/urn/namespace"
)

// setOneOf sets a flag to one of the values there are.
func setOneOf(to *string, s string, values []string) error {
	if !slices.Contains(values, s) {
		return fmt.Errorf("want %s", strings.Join(values, ", "))
	}
	*to = s
	return nil
}

// require makes a flag of a command one that has to be given, and completes its
// values.
func require(cmd *cobra.Command, flag string, values []string) {
	err := errors.Join(cmd.MarkFlagRequired(flag), completeFlag(cmd, flag, values))
	if err != nil {
		panic(err) // there is such a flag: the caller has added it
	}
}

func completeFlag(cmd *cobra.Command, flag string, values []string) error {
	return cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// keyFlag is the value of --key: whose rules of equivalence the key is by. It is
// "" if there is to be no key.
type keyFlag string

const (
	keyOfURN       keyFlag = "urn"
	keyOfNamespace keyFlag = "namespace"
)

var keyFlags = []string{string(keyOfURN), string(keyOfNamespace)}

func (f *keyFlag) Type() string       { return "rules" }
func (f *keyFlag) String() string     { return string(*f) }
func (f *keyFlag) Set(s string) error { return setOneOf((*string)(f), s, keyFlags) }

// add adds --key to a command. Without a value it stands for --key=urn.
func (f *keyFlag) add(cmd *cobra.Command, usage string) {
	cmd.Flags().Var(f, "key", usage)
	cmd.Flags().Lookup("key").NoOptDefVal = string(keyOfURN)
	if err := completeFlag(cmd, "key", keyFlags); err != nil {
		panic(err) // there is such a flag: it was added above
	}
}

// rulesOf returns the rules of namespaces if they are wanted, and the general rule
// alone otherwise.
func rulesOf(namespaces bool) *namespace.Registry {
	if namespaces {
		return namespace.IANA
	}
	return namespace.General
}

// appendKeyOf appends the key of u under rules that cannot fail: IANA or General.
func appendKeyOf(dst []byte, u urn.URN, rules *namespace.Registry) []byte {
	dst, _ = rules.AppendKey(dst, u)
	return dst
}

// examiner is what check looks at in a URN besides its syntax.
type examiner struct {
	namespace bool // the rules of its namespace
	lint      bool // advice
	strict    bool // advice makes the exit status 1

	unchecked, advised, advice atomic.Int64
}

// maxLint is the length in bytes of the longest URN that advice is given for.
// Advice takes many times the memory of the escape it is about.
const maxLint = 16 << 10

// add adds the flags to check, and lets j examine what they ask for when it
// runs.
func (x *examiner) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&x.namespace, "namespace", false, "hold every URN to the syntax and the check digits of its namespace, if they are known")
	flags.BoolVar(&x.lint, "lint", false, "advise on standard error what is better written otherwise")
	flags.BoolVar(&x.strict, "strict", false, "with --lint: exit with status 1 if there is advice")
}

func (x *examiner) apply(j *lineJob) error {
	if x.strict && !x.lint {
		return errors.New("--strict is for --lint")
	}
	if !x.namespace && !x.lint {
		return nil
	}
	j.examine = x.examine
	counts := j.counts
	j.counts = func() string {
		s := counts()
		if x.namespace {
			s += fmt.Sprintf(" unchecked=%d", x.unchecked.Load())
		}
		if x.lint {
			s += fmt.Sprintf(" advised=%d advice=%d", x.advised.Load(), x.advice.Load())
		}
		return s
	}
	return nil
}

// examine deals with a URN, and reports whether it passes.
func (x *examiner) examine(w *lineBlock, u urn.URN, text, raw []byte) bool {
	checked := false
	if x.namespace {
		res := namespace.Validate(u)
		if fault, invalid := res.Fault(); invalid {
			w.refuse(u, text, raw, fault)
			return false
		}
		if checked = res.Verdict() != namespace.Unknown; !checked {
			x.unchecked.Add(1)
		}
	}
	var advice []namespace.Advice
	tooLong := false
	if x.lint {
		if tooLong = len(u.String()) > maxLint; !tooLong {
			advice = slices.Collect(namespace.Lint(u))
		}
		if len(advice) > 0 {
			x.advised.Add(1)
			x.advice.Add(int64(len(advice)))
			if x.strict {
				w.no.Store(true)
			}
		}
		if !w.quiet {
			w.advise(text, advice, tooLong)
		}
	}

	dst := &w.out.Buf[toOutput]
	switch {
	case w.json:
		*dst = record.AppendValidUnder(*dst, w.place.Place, u, rulesOf(x.namespace))
		if x.namespace {
			*dst = record.AddChecked(*dst, checked)
		}
		if x.lint {
			*dst = record.AddAdvice(*dst, advice, tooLong)
		}
		*dst = append(*dst, '\n')
	case w.text != nil:
		*dst = w.text(*dst, w.place, u)
		if x.namespace && !checked {
			*dst = append((*dst)[:len(*dst)-1], ", but nothing is known of its namespace\n"...)
		}
	}
	return true
}

// refuse deals with a URN that is no name of its namespace.
func (w *lineBlock) refuse(u urn.URN, text, raw []byte, e *namespace.Error) {
	w.no.Store(true)
	message := ""
	if w.json || !w.quiet {
		message = e.Message()
	}
	if w.json {
		dst := &w.out.Buf[toOutput]
		*dst = append(record.AppendRefused(*dst, w.place.Place, u, e, message), '\n')
	}
	if !w.quiet {
		dst := &w.out.Buf[toReports]
		*dst = report.Append(*dst, w.place.name, w.place.Line, text, e.Offset, message)
	}
	w.keep(raw)
	w.endReject(raw)
}

// advise reports the first advice of every kind, and how much more there is.
func (w *lineBlock) advise(text []byte, advice []namespace.Advice, tooLong bool) {
	dst := &w.out.Buf[toReports]
	tell := func(offset int, message string) {
		*dst = report.Append(*dst, w.place.name, w.place.Line, text, offset, "advice: "+message)
	}
	if tooLong {
		tell(maxLint, fmt.Sprintf("longer than %d bytes: not looked at for advice", maxLint))
	}
	var count [1 << 8]int32
	for _, a := range advice {
		count[a.Code]++
	}
	for _, a := range advice {
		n := count[a.Code]
		if n == 0 {
			continue // told already
		}
		count[a.Code] = 0
		message := a.Message() + " [" + a.Code.String() + "]"
		if n > 1 {
			message += fmt.Sprintf(", and %d more", n-1)
		}
		tell(a.Span.Start, message)
	}
}
