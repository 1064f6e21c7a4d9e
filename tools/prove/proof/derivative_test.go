package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/tools/internal/abnf"
)

// A second way from a grammar to an automaton, which shares nothing with the
// first but the reader: Brzozowski's derivatives. The derivative of a language
// by a byte is the language of what may follow that byte. A restriction is a
// difference, and the derivative of a difference is the difference of the
// derivatives.

// expr is an expression. Equal expressions are the same pointer.
type expr struct {
	op       byte // '0' no word, '1' the empty word, 's' a byte of set, '.', '|', '*', '-'
	set      [256]bool
	sub      []*expr
	id       int
	nullable bool
}

type exprs struct {
	grammar *abnf.Grammar
	known   map[string]*expr
	derived map[[2]int]*expr
}

func (x *exprs) make(op byte, set [256]bool, nullable bool, sub ...*expr) *expr {
	var key strings.Builder
	key.WriteByte(op)
	if op == 's' {
		fmt.Fprint(&key, set)
	}
	for _, s := range sub {
		fmt.Fprintf(&key, " %d", s.id)
	}
	if e := x.known[key.String()]; e != nil {
		return e
	}
	e := &expr{op, set, sub, len(x.known), nullable}
	x.known[key.String()] = e
	return e
}

func (x *exprs) none() *expr  { return x.make('0', [256]bool{}, false) }
func (x *exprs) empty() *expr { return x.make('1', [256]bool{}, true) }

func (x *exprs) cat(a, b *expr) *expr {
	switch {
	case a.op == '0' || b.op == '0':
		return x.none()
	case a.op == '1':
		return b
	case b.op == '1':
		return a
	case a.op == '.':
		return x.cat(a.sub[0], x.cat(a.sub[1], b))
	}
	return x.make('.', [256]bool{}, a.nullable && b.nullable, a, b)
}

func (x *exprs) alt(all ...*expr) *expr {
	var flat []*expr
	nullable := false
	for _, e := range all {
		switch e.op {
		case '0':
		case '|':
			flat = append(flat, e.sub...)
		default:
			flat = append(flat, e)
		}
		nullable = nullable || e.nullable
	}
	slices.SortFunc(flat, func(a, b *expr) int { return a.id - b.id })
	flat = slices.Compact(flat)
	switch len(flat) {
	case 0:
		return x.none()
	case 1:
		return flat[0]
	}
	return x.make('|', [256]bool{}, nullable, flat...)
}

func (x *exprs) star(a *expr) *expr {
	if a.op == '0' || a.op == '1' {
		return x.empty()
	}
	return x.make('*', [256]bool{}, true, a)
}

func (x *exprs) minus(a, b *expr) *expr {
	switch {
	case a.op == '0' || a == b:
		return x.none()
	case b.op == '0':
		return a
	}
	return x.make('-', [256]bool{}, a.nullable && !b.nullable, a, b)
}

func (x *exprs) derive(e *expr, b byte) *expr {
	key := [2]int{e.id, int(b)}
	if d := x.derived[key]; d != nil {
		return d
	}
	d := x.none()
	switch e.op {
	case 's':
		if e.set[b] {
			d = x.empty()
		}
	case '.':
		d = x.cat(x.derive(e.sub[0], b), e.sub[1])
		if e.sub[0].nullable {
			d = x.alt(d, x.derive(e.sub[1], b))
		}
	case '|':
		var all []*expr
		for _, s := range e.sub {
			all = append(all, x.derive(s, b))
		}
		d = x.alt(all...)
	case '*':
		d = x.cat(x.derive(e.sub[0], b), e)
	case '-':
		d = x.minus(x.derive(e.sub[0], b), x.derive(e.sub[1], b))
	}
	x.derived[key] = d
	return d
}

func (x *exprs) bytes(in func(b byte) bool) *expr {
	var set [256]bool
	for b := range 256 {
		set[b] = in(byte(b))
	}
	return x.make('s', set, false)
}

func (x *exprs) of(n abnf.Node) *expr {
	switch n := n.(type) {
	case abnf.Alternation:
		var all []*expr
		for _, s := range n {
			all = append(all, x.of(s))
		}
		return x.alt(all...)
	case abnf.Concatenation:
		e := x.empty()
		for _, s := range slices.Backward(n) {
			e = x.cat(x.of(s), e)
		}
		return e
	case abnf.Repetition:
		one := x.of(n.Node)
		e := x.star(one)
		if n.Max >= 0 {
			e = x.empty()
			for range n.Max - n.Min { // one of them in the other
				e = x.alt(x.empty(), x.cat(one, e))
			}
		}
		for range n.Min {
			e = x.cat(one, e)
		}
		return e
	case abnf.Reference:
		r := x.grammar.Rule(n.Name)
		e := x.of(r.Node)
		for _, without := range r.Without {
			e = x.minus(e, x.of(without.Node))
		}
		return e
	case abnf.Range:
		return x.bytes(func(b byte) bool { return n.First <= b && b <= n.Last })
	case abnf.Text:
		e := x.empty()
		for i := len(n.Value) - 1; i >= 0; i-- {
			one := n.Value[i : i+1]
			e = x.cat(x.bytes(func(b byte) bool {
				return string([]byte{b}) == one || n.Fold && b < 0x80 && strings.EqualFold(string(rune(b)), one)
			}), e)
		}
		return e
	}
	panic(fmt.Sprintf("%T", n))
}

// automaton returns every derivative of e, and whether some word completes it.
func (x *exprs) automaton(e *expr) map[*expr]bool {
	from := make(map[*expr][]*expr)
	all := []*expr{e}
	seen := map[*expr]bool{e: true}
	for i := 0; i < len(all); i++ {
		for b := range 256 {
			d := x.derive(all[i], byte(b))
			from[d] = append(from[d], all[i])
			if !seen[d] {
				seen[d] = true
				all = append(all, d)
			}
		}
	}
	live := make(map[*expr]bool)
	var todo []*expr
	for _, d := range all {
		live[d] = d.nullable
		if d.nullable {
			todo = append(todo, d)
		}
	}
	for len(todo) > 0 {
		d := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range from[d] {
			if !live[p] {
				live[p] = true
				todo = append(todo, p)
			}
		}
	}
	return live
}

// compare decides whether derivatives and the language agree on every string:
// whether it is accepted, and whether it begins one that is.
func (x *exprs) compare(root *expr, l *Language) (pairs int, err error) {
	live := x.automaton(root)
	type pair struct {
		e *expr
		n int
	}
	queue := []pair{{root, 0}}
	how := []string{""}
	seen := map[pair]bool{queue[0]: true}
	for i := 0; i < len(queue); i++ {
		p := queue[i]
		if p.e.nullable != l.seq[p.n].accept {
			return 0, fmt.Errorf("%q: accepted by the derivatives: %t, by the automaton: %t", how[i], p.e.nullable, !p.e.nullable)
		}
		for b := range 256 {
			next := pair{x.derive(p.e, byte(b)), l.seq[p.n].next[b].to}
			text := how[i] + string([]byte{byte(b)})
			if live[next.e] != (next.n >= 0) {
				return 0, fmt.Errorf("%q: begins a string by the derivatives: %t, by the automaton: %t", text, live[next.e], next.n >= 0)
			}
			if next.n >= 0 && !seen[next] {
				seen[next] = true
				queue = append(queue, next)
				how = append(how, text)
			}
		}
	}
	return len(queue), nil
}

func TestDerivatives(t *testing.T) {
	read := func(names ...string) *abnf.Grammar {
		var sources []abnf.Source
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join("../../../testdata/abnf", name))
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, abnf.Source{Name: name, Text: string(text)})
		}
		g, err := abnf.Parse(sources...)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	rfc8141 := read("rfc8141.abnf", "rfc8141.rules")
	rfc2141 := read("rfc2141.abnf", "rfc2141.rules")
	draft := read("draft2141bis.abnf", "draft2141bis.rules")
	small := grammar(t, `a = *("x" / "yz") *3"y" 2*%x00-FF
b = a
b =- *OCTET "yx" *OCTET ; one
b =- *ALPHA             ; two
c = *b "x"
d = *( *"x" ["y"] ) %s"z" %d0.255
e = 3*5( b / "" )
`)
	for _, tt := range []struct {
		g    *abnf.Grammar
		rule string
	}{
		{rfc8141, "namestring"},
		{rfc8141, "namestring-prose"},
		{rfc8141, "InformalNamespaceName"},
		{read("rfc8141.abnf"), "namestring"},
		{rfc2141, "URN"},
		{rfc2141, "URN-prose"},
		{rfc2141, "URN-strict"},
		{rfc2141, "excluded"},
		{read("rfc2141.abnf"), "URN"},
		{draft, "urn-reference"},
		{draft, "assigned-urn"},
		{draft, "NID-appendix-b"},
		{grammar(t, toyText), "toy"},
		{small, "a"},
		{small, "b"},
		{small, "c"},
		{small, "d"},
		{small, "e"},
	} {
		l, err := Compile(tt.g, &Spec{Rule: tt.rule})
		if err != nil {
			t.Errorf("Compile(%s) = %v", tt.rule, err)
			continue
		}
		x := &exprs{tt.g, make(map[string]*expr), make(map[[2]int]*expr)}
		pairs, err := x.compare(x.of(abnf.Reference{Name: tt.rule}), l)
		if err != nil {
			t.Errorf("%s: %v", tt.rule, err)
		}
		t.Logf("%s: %d states, %d pairs", tt.rule, len(l.seq), pairs)
	}

	t.Run("notices a difference", func(t *testing.T) {
		l := compileText(t, "a = *\"x\"\n", &Spec{Rule: "a"})
		for _, other := range []string{"a = *%s\"x\"\n", "a = 1*\"x\"\n", "a = *5\"x\"\n"} {
			x := &exprs{grammar(t, other), make(map[string]*expr), make(map[[2]int]*expr)}
			if _, err := x.compare(x.of(abnf.Reference{Name: "a"}), l); err == nil {
				t.Errorf("*\"x\" is taken for %q", other)
			}
		}
	})
}
