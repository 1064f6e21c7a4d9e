package lines

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/seed7b5a83f0/urn/namespace"
)

// CheckOptions say what a [Checker] checks in addition to the syntax of URNs.
type CheckOptions struct {
	Namespace bool // the rules of the URN's namespace
	Lint      bool // advice
	Strict    bool // advice makes the exit status 1
	Verbose   bool // write a line for each URN that is accepted
	// Rules are the rules of namespaces. They never return an error.
	Rules *namespace.Registry
}

// MaxLint is the length in bytes of the longest URN that advice is given for.
// A piece of advice takes many times the memory of the escape that it is about.
const MaxLint = 16 << 10

// Checker is a Handler that checks URNs by the rules of their namespaces and gives
// advice.
type Checker struct {
	CheckOptions
	unchecked, advised, advice atomic.Int64
}

// counts returns the text of --stats about the URNs.
func (c *Checker) counts() string {
	s := ""
	if c.Namespace {
		s += fmt.Sprintf(" unchecked=%d", c.unchecked.Load())
	}
	if c.Lint {
		s += fmt.Sprintf(" advised=%d advice=%d", c.advised.Load(), c.advice.Load())
	}
	return s
}

func (c *Checker) URN(b *Block, n *Name) bool {
	u := n.URN()
	checked := false
	if c.Namespace {
		verdict, err := c.Rules.Validate(u)
		if err != nil {
			refuse(b, n, u, err.(*namespace.Error))
			return false
		}
		if checked = verdict != namespace.Unknown; !checked {
			c.unchecked.Add(1)
		}
	}
	var advice []namespace.Advice
	tooLong := false
	if c.Lint {
		if tooLong = len(n.Text) > MaxLint; !tooLong {
			if c.Rules == namespace.IANA() {
				advice = slices.Collect(namespace.Lint(u)) // which allocates nothing if there is none
			} else {
				advice = slices.Collect(c.Rules.Lint(u))
			}
		}
		if len(advice) > 0 {
			c.advised.Add(1)
			c.advice.Add(int64(len(advice)))
		}
		advise(b, n, advice, tooLong)
	}

	dst := b.Output()
	switch {
	case b.JSON:
		if c.Namespace {
			*dst = record.AddChecked(record.AppendURN(*dst, n.Place, u, c.Rules), checked)
		} else {
			*dst = record.AppendURN(*dst, n.Place, u, nil)
		}
		if c.Lint {
			*dst = record.AddAdvice(*dst, advice, tooLong)
		}
		*dst = append(*dst, '\n')
	case c.Verbose:
		*dst = OK(*dst, n)
		if c.Namespace && !checked {
			*dst = append(*dst, ", but nothing is known of its namespace"...)
		}
		*dst = append(*dst, '\n')
	}
	return true
}

// refuse deals with a URN that its namespace refuses.
func refuse(b *Block, n *Name, u urn.URN, e *namespace.Error) {
	message := e.Message()
	if b.JSON {
		dst := b.Output()
		*dst = append(record.AppendRefusal(*dst, n.Place, u, e, message), '\n')
	}
	b.count(e.Reason.String(), nil, false)
	b.Report(n, e.Offset, message)
	b.Reject(n)
}

// advise reports the first advice of every kind, and how much more there is.
func advise(b *Block, n *Name, advice []namespace.Advice, tooLong bool) {
	if b.Quiet {
		return
	}
	if tooLong {
		b.Report(n, MaxLint, fmt.Sprintf("advice: longer than %d bytes: not looked at for advice", MaxLint))
	}
	count := map[string]int{}
	for _, a := range advice {
		count[a.Code]++
	}
	for _, a := range advice {
		of := count[a.Code]
		if of == 0 {
			continue // told already
		}
		count[a.Code] = 0
		message := "advice: " + a.Message() + " [" + a.Code + "]"
		if of > 1 {
			message += fmt.Sprintf(", and %d more", of-1)
		}
		b.Report(n, a.Span.Start, message)
	}
}
