package pattern

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/octet"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The slow matcher. It is written from the package documentation alone, and
// shares only the limits with the package. It takes each sentence literally: it
// tries every place where a field might end.

type slowField struct {
	name       string
	rest, fold bool
	flat       bool // of the pattern
	empty      bool
	plus       bool
	escapes    string
}

// slowPart is a literal, as units, or a field.
type slowPart struct {
	units []string
	field *slowField
}

type slowPattern struct {
	nid        string
	components [componentCount][]slowPart // NSS, f
	present    [componentCount]bool
	fields     []slowField
}

var errSlow = errors.New("no pattern")

// units returns the octets of s as they are written: a byte, or an escape in
// upper case.
func units(s string) []string {
	var list []string
	for s != "" {
		n := 1
		if s[0] == '%' && len(s) > 2 {
			n = 3
		}
		u := s[:n]
		if n == 3 {
			u = strings.ToUpper(u)
		}
		list = append(list, u)
		s = s[n:]
	}
	return list
}

func slowCompile(text string) (*slowPattern, error) {
	if len(text) > maxLen {
		return nil, errSlow
	}
	text, isFlat := strings.CutPrefix(text, "flat ")
	// The text with "\x00" for each field.
	var fields []slowField
	names := map[string]bool{}
	var flat strings.Builder
	for s := text; s != ""; {
		switch s[0] {
		case '}':
			return nil, errSlow
		case '{':
			end := strings.IndexByte(s, '}')
			if end < 0 || strings.Contains(s[1:end], "{") {
				return nil, errSlow
			}
			inside := s[1:end]
			s = s[end+1:]
			f := slowField{flat: isFlat}
			options, own, found := strings.Cut(inside, ",escape=")
			if f.escapes = own; found && own == "" {
				return nil, errSlow
			}
			for i, option := range strings.Split(options, ",") {
				set := map[string]*bool{"fold": &f.fold, "empty": &f.empty, "plus": &f.plus}[option]
				switch {
				case i == 0:
					inside = option
				case set == nil || *set:
					return nil, errSlow
				default:
					*set = true
				}
			}
			if cut, ok := strings.CutSuffix(inside, "..."); ok {
				inside, f.rest = cut, true
			}
			f.name = inside
			if f.rest && f.empty {
				return nil, errSlow
			}
			if inside == "" || '0' <= inside[0] && inside[0] <= '9' || names[inside] || len(fields) == maxFields {
				return nil, errSlow
			}
			for _, c := range inside {
				if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", c) {
					return nil, errSlow
				}
			}
			names[inside] = true
			fields = append(fields, f)
			flat.WriteByte(0)
			if s != "" && s[0] == '{' {
				return nil, errSlow
			}
		default:
			if s[0] == 0 {
				return nil, errSlow
			}
			flat.WriteByte(s[0])
			s = s[1:]
		}
	}
	// A literal that no URN can hold: with the fields filled in, the text is
	// not a URN.
	if _, err := urn.Parse(strings.ReplaceAll(flat.String(), "\x00", "x")); err != nil {
		return nil, errSlow
	}
	// With a field empty the same octets are in the same components.
	filled := func(empty int) string {
		i := -1
		return strings.Map(func(c rune) rune {
			if c != 0 {
				return c
			}
			if i++; i == empty {
				return -1
			}
			return 'x'
		}, flat.String())
	}
	for i, f := range fields {
		if !f.empty {
			continue
		}
		u := urn.MustParse(filled(-1))
		v, err := urn.Parse(filled(i))
		if err != nil || len(u.NSS())+len(u.R())+len(u.Q())+len(u.F())-1 != len(v.NSS())+len(v.R())+len(v.Q())+len(v.F()) {
			return nil, errSlow
		}
	}
	p := &slowPattern{fields: fields}
	nss := flat.String()[len("urn:"):]
	p.nid, nss, _ = strings.Cut(nss, ":")
	if strings.Contains(p.nid, "\x00") || strings.HasPrefix(flat.String(), "\x00") {
		return nil, errSlow
	}
	p.nid = strings.ToLower(p.nid)
	var texts [componentCount]string
	texts[0], texts[1], p.present[1] = strings.Cut(nss, "#")
	if p.present[0] = true; strings.Contains(texts[0], "?") {
		return nil, errSlow // an r- or q-component
	}
	next := 0
	for k, s := range texts {
		pieces := strings.Split(s, "\x00")
		for i, piece := range pieces {
			if i > 0 {
				p.components[k] = append(p.components[k], slowPart{field: &fields[next]})
				if fields[next].rest && (i < len(pieces)-1 || piece != "") {
					return nil, errSlow
				}
				if fields[next].plus && strings.HasPrefix(piece, "+") {
					return nil, errSlow
				}
				next++
				if len(piece) > maxDelimiter {
					return nil, errSlow
				}
			}
			if piece != "" {
				p.components[k] = append(p.components[k], slowPart{units: units(piece)})
			}
		}
	}
	// The limit holds for the text between two fields, in which the delimiters of
	// components count.
	for i, piece := range strings.Split(flat.String(), "\x00") {
		if i > 0 && len(piece) > maxDelimiter {
			return nil, errSlow
		}
	}
	return p, nil
}

// standsAt reports whether literal begins at text[i].
func standsAt(text []string, i int, literal []string, fold bool) bool {
	if len(text)-i < len(literal) {
		return false
	}
	for k, want := range literal {
		got := text[i+k]
		if got != want && !(fold && len(got) == 1 && strings.EqualFold(got, want)) {
			return false
		}
	}
	return true
}

// closed reports whether each parenthesis opened in text is closed, and whether
// there were ever more than maxDepth. In a flat pattern, none is opened.
func (f *slowField) closed(text []string) (yes, tooDeep bool) {
	if f.flat {
		return true, false
	}
	var open []int
	for i, u := range text {
		if u == "(" {
			open = append(open, i)
		} else if u == ")" && len(open) > 0 {
			open = open[:len(open)-1]
		}
		tooDeep = tooDeep || len(open) > maxDepth
	}
	return len(open) == 0, tooDeep
}

// holdsEscaped reports whether text has an octet that the field escapes. With the option
// plus, "+" is a space.
func (f *slowField) holdsEscaped(text []string) bool {
	return slices.ContainsFunc(text, func(u string) bool {
		return strings.Contains(f.escapes, u) && !(f.plus && u == "+")
	})
}

// slowMatch returns the texts of the fields of one component.
func slowMatch(parts []slowPart, text []string, fold bool) (fields []string, ok bool) {
	i := 0
	for k := range parts {
		part := parts[k]
		if part.field == nil {
			if !standsAt(text, i, part.units, fold) {
				return nil, false
			}
			i += len(part.units)
			continue
		}
		if k == len(parts)-1 {
			value := text[i:]
			if part.field.holdsEscaped(value) {
				return nil, false
			}
			if !part.field.rest {
				if len(value) == 0 && !part.field.empty {
					return nil, false
				}
				for j, u := range value {
					if yes, tooDeep := part.field.closed(value[:j]); u == ":" && yes && !tooDeep {
						return nil, false
					}
				}
			}
			return append(fields, strings.Join(value, "")), true
		}
		end := -1
		for j := i; j <= len(text); j++ {
			yes, tooDeep := part.field.closed(text[i:j])
			if tooDeep {
				break
			}
			if yes && standsAt(text, j, parts[k+1].units, fold) {
				end = j
				break
			}
		}
		if end < i || end == i && !part.field.empty || part.field.holdsEscaped(text[i:end]) {
			return nil, false
		}
		fields = append(fields, strings.Join(text[i:end], ""))
		i = end
	}
	return fields, i == len(text)
}

// match returns the texts of the fields of u, with the digits of escapes in
// upper case. foldNSS tells that the namespace compares NSSs in either case.
func (p *slowPattern) match(u urn.URN, foldNSS bool) (fields []string, ok bool) {
	if !strings.EqualFold(u.NID(), p.nid) {
		return nil, false
	}
	o := u.Offsets()
	for k, c := range []string{u.NSS(), u.F()} {
		if !p.present[k] {
			continue
		}
		if k > 0 && o.F() == (urn.Span{}) {
			return nil, false
		}
		list, ok := slowMatch(p.components[k], units(c), foldNSS && k == 0)
		if !ok {
			return nil, false
		}
		fields = append(fields, list...)
	}
	return fields, true
}

// agree holds a pattern and a URN against the slow matcher, and against the
// laws of the documentation. It reports whether the URN matched.
func agree(t *testing.T, pattern, text string) bool {
	slow, slowErr := slowCompile(pattern)
	p, err := Compile(pattern)
	if (slowErr == nil) != (err == nil) {
		t.Fatalf("Compile(%q): %v; the slow one: %v", pattern, err, slowErr)
	}
	if err != nil {
		var e *Error
		require.ErrorAs(t, err, &e)
		if e.Offset < 0 || e.Offset > len(pattern) || e.Reason != BadPattern {
			t.Fatalf("%q: %v at offset %d", pattern, e.Reason, e.Offset)
		}
		return false
	}
	u, err := urn.Parse(text)
	if err != nil {
		return false
	}
	fold := p.nid == "uuid"
	if e, _ := namespace.Lookup(p.nid); e.NID != "" && !fold {
		return false // the slow matcher does not know the rules of equivalence
	}
	want, ok := slow.match(u, fold)
	spans, got := p.spans(u)
	if ok != got {
		t.Fatalf("%q on %q: %v, want %v", pattern, text, got, ok)
	}
	if err := p.explain(u); (err == nil) != ok {
		t.Fatalf("%q on %q: Explain: %v", pattern, text, err)
	}
	if accepted := p.automata(u); accepted != ok {
		t.Fatalf("%q on %q: the automata say %v", pattern, text, accepted)
	}
	if !ok {
		return false
	}
	require.Len(t, spans, len(slow.fields))
	for i, s := range spans {
		if raw := strings.Join(units(u.String()[s.Start:s.End]), ""); raw != want[i] {
			t.Fatalf("%q on %q: field %d is %q, want %q", pattern, text, i, raw, want[i])
		}
	}
	values, err := p.ParseURN(u)
	if err != nil {
		if !strings.Contains(text, "%") && !strings.Contains(pattern, ",fold") {
			t.Fatalf("%q on %q: %v", pattern, text, err)
		}
		return true
	}
	built, err := p.Build(values...)
	if err != nil {
		t.Fatalf("%q: Values(%q) are %q: %v", pattern, text, values, err)
	}
	equal := namespace.Equal(u, built)
	folds := false
	for _, f := range slow.fields {
		folds = folds || f.fold
	}
	if folds {
		equal = strings.EqualFold(namespace.Key(u), namespace.Key(built))
	}
	// Equivalence compares the NSS alone (RFC 8141, section 3.1).
	a, b := strings.Join(units(u.F()), ""), strings.Join(units(built.F()), "")
	if p.templates[componentF] != nil && a != b && !(folds && strings.EqualFold(a, b)) {
		equal = false
	}
	if !equal {
		t.Fatalf("%q: Build(Values(%q)) is %q", pattern, text, built)
	}
	return true
}

// automata reports whether the automata of all templates accept u.
func (p *Pattern) automata(u urn.URN) bool {
	if !strings.EqualFold(u.NID(), p.nid) {
		return false
	}
	spans := components(u.Offsets())
	for k, t := range p.templates {
		if t == nil {
			continue
		}
		if spans[k] == (urn.Span{}) {
			return false
		}
		a := newAutomaton(p, t, k)
		s := a.start()
		for _, x := range units(u.String()[spans[k].Start:spans[k].End]) {
			c := symbol(x[0])
			if len(x) == 3 {
				c = escaped | symbol(octet.Escaped(x, 0))
			}
			s = a.next(s, c)
		}
		if !a.accepts(s) {
			return false
		}
	}
	return true
}

// builds holds the law Values(Build(v)) == v.
func builds(t *testing.T, pattern string, values []string) bool {
	p, err := Compile(pattern)
	if err != nil {
		return false
	}
	for len(values) < len(p.fields) {
		values = append(values, "v")
	}
	values = values[:len(p.fields)]
	u, err := p.Build(values...)
	if err != nil {
		var e *Error
		require.ErrorAs(t, err, &e)
		if e.Field == "" || e.excerpt != "" {
			t.Fatalf("%q: Build(%q): %v names no field, or an offset", pattern, values, err)
		}
		return false
	}
	again, err := p.ParseURN(u)
	if err != nil || !slices.Equal(values, again) {
		t.Fatalf("%q: Build(%q) is %q, whose values are %q, %v", pattern, values, u, again, err)
	}
	return true
}

// random makes patterns and URNs of few pieces, so that they match often.
type random struct{ *rand.Rand }

var literalPieces = []string{"+", "+:", "x,", ":", "::", ",", "(", ")", "a", "A", "%2F", "%2f", "%28", "/", "-", ":a:", "a:", "ab", "2", "F", "x=", "."}

func (r random) pick(list []string) string { return list[r.IntN(len(list))] }

func (r random) pattern(nids ...string) string {
	var b strings.Builder
	if r.IntN(8) == 0 {
		b.WriteString("flat ")
	}
	b.WriteString("urn:" + r.pick(nids) + ":")
	n := 0
	component := func(size int) {
		field := false
		for i := range size {
			if field || r.IntN(3) == 0 {
				b.WriteString(r.pick(literalPieces))
				field = false
				continue
			}
			b.WriteString("{" + string(rune('p'+n)))
			n++
			if i == size-1 && r.IntN(3) == 0 {
				b.WriteString("...")
			}
			for _, option := range []string{",fold", ",empty", ",plus", ",escape=:(", ",escape=,()", ",escape=A+x"} {
				if r.IntN(14) == 0 {
					b.WriteString(option)
					if strings.HasPrefix(option, ",escape") {
						break
					}
				}
			}
			b.WriteByte('}')
			field = true
		}
	}
	component(1 + r.IntN(6))
	if r.IntN(4) == 0 {
		b.WriteString(r.pick([]string{"#", "#", "#", "?=", "?+"}))
		component(1 + r.IntN(3))
	}
	return b.String()
}

var fieldPieces = []string{"+", "x", "b", "y", "a", "A", "(", ")", "(,)", "%2F", "%41", "2", "a", "1"}

// urn returns a URN near to a pattern: its fields are filled with pieces, and
// sometimes a piece of it is changed.
func (r random) urn(pattern string) string {
	var b strings.Builder
	for s := strings.TrimPrefix(pattern, "flat "); s != ""; {
		before, after, found := strings.Cut(s, "{")
		if r.IntN(8) == 0 && len(before) > 0 && !strings.HasPrefix(before, "urn:") {
			before = r.pick(literalPieces)
		} else if r.IntN(8) == 0 {
			before = strings.ToUpper(before)
		}
		b.WriteString(before)
		if !found {
			break
		}
		for n := r.IntN(5); n > 0; n-- {
			if r.IntN(4) == 0 {
				b.WriteString(r.pick(literalPieces))
			} else {
				b.WriteString(r.pick(fieldPieces))
			}
		}
		_, s, _ = strings.Cut(after, "}")
	}
	if r.IntN(16) == 0 {
		b.WriteString(r.pick([]string{"?=q", "?+r", "#f", "#", ")", ":"}))
	}
	return b.String()
}

var valuePieces = []string{"x", "a", "A", "(", ")", ":", ",", "/", "%2F", "%", "?", "=", "?=", "+", "#", " ", "é", "\x00", "\xff", "2", "F", "~"}

func (r random) value() string {
	var b strings.Builder
	for range r.IntN(5) {
		b.WriteString(r.pick(valuePieces))
	}
	return b.String()
}

func TestSlowMatcher(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 4000
	}
	r := random{rand.New(rand.NewPCG(15, 1))}
	matched, built := 0, 0
	for range n {
		p := r.pattern("ex", "ex", "uuid")
		if agree(t, p, r.urn(p)) {
			matched++
		}
		agree(t, p, r.urn(r.pattern("ex")))
		if builds(t, p, []string{r.value(), r.value(), r.value(), r.value()}) {
			built++
		}
	}
	// The test would prove little if few matched.
	assert.Greater(t, matched, n/10)
	assert.Greater(t, built, n/10)
	t.Logf("%d of %d matched, %d were built", matched, n, built)
}

func FuzzMatch(f *testing.F) {
	f.Add("urn:ex:{a,escape={}b", "urn:ex:b")
	r := random{rand.New(rand.NewPCG(15, 2))}
	for range 200 {
		p := r.pattern("ex", "uuid")
		f.Add(p, r.urn(p))
	}
	f.Add("urn:ex:{a}#{b}", "urn:ex:a?+b?=c#d")
	f.Add("urn:ex:{a", "urn:ex:a")
	f.Fuzz(func(t *testing.T, pattern, text string) { agree(t, pattern, text) })
}

func FuzzBuild(f *testing.F) {
	r := random{rand.New(rand.NewPCG(15, 3))}
	for range 200 {
		f.Add(r.pattern("ex", "uuid"), r.value(), r.value(), r.value())
	}
	f.Fuzz(func(t *testing.T, pattern, a, b, c string) { builds(t, pattern, []string{a, b, c}) })
}

// setAgrees holds a set of patterns against the patterns one by one, and
// specificity against the laws of a strict order.
func setAgrees(t *testing.T, patterns, urns []string) (conflicts, matches int) {
	var s Set[string]
	var in []*Pattern
	for _, text := range patterns {
		p, err := Compile(text)
		if err != nil {
			continue
		}
		if err := s.Add(p, text); err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, err, Conflict)
			conflicts++
			if e.witness == "" {
				continue
			}
			u, err := urn.Parse(e.witness)
			require.NoError(t, err, "%v", e)
			require.NoError(t, MustCompile(e.Pattern).explain(u), "%v", e)
			require.NoError(t, MustCompile(e.Other).explain(u), "%v", e)
			continue
		}
		in = append(in, p)
	}
	require.Equal(t, len(in), len(s.entries))
	narrower := func(p, q *Pattern) bool {
		r := compared(p, q)
		require.False(t, r.undecided, "%s and %s", p, q)
		back := compared(q, p)
		require.Equal(t, r.both, back.both, "%s and %s", p, q)
		if r.both {
			require.Equal(t, []bool{r.onlyP, r.onlyQ}, []bool{back.onlyQ, back.onlyP}, "%s and %s", p, q)
		}
		if r.both {
			found := false
			s.roots[p.nid].similar(&comparer{}, p, func(i int) bool {
				found = found || s.entries[i].pattern == q
				return true
			})
			require.True(t, found, "%s and %s both match %s, and are not compared", p, q, r.witness)
		}
		return r.both && !r.onlyP && r.onlyQ
	}
	order := make([][]bool, len(in))
	for i := range in {
		order[i] = make([]bool, len(in))
		for j := range in {
			order[i][j] = narrower(in[i], in[j])
		}
	}
	for i := range in {
		require.False(t, order[i][i], "%s", in[i])
		for j := range in {
			require.False(t, order[i][j] && order[j][i], "%s and %s", in[i], in[j])
			for k := range in {
				if order[i][j] && order[j][k] && !order[i][k] {
					t.Fatalf("%s is more specific than %s, and that than %s", in[i], in[j], in[k])
				}
			}
		}
	}
	for _, text := range urns {
		u, err := urn.Parse(text)
		if err != nil {
			continue
		}
		best := -1
		for i := range in {
			if in[i].explain(u) == nil && (best < 0 || order[i][best]) {
				best = i
			}
		}
		p, value, ok := s.MatchURN(u)
		if ok != (best >= 0) || ok && (p != in[best] || value != in[best].text) {
			t.Fatalf("set of %q on %q: %v, want %v", patterns, text, p, best)
		}
		if !ok {
			continue
		}
		matches++
		for i := range in {
			if i != best && in[i].explain(u) == nil {
				require.True(t, order[best][i], "%s wins over %s: %q %q", p, in[i], in, text)
			}
		}
	}
	return conflicts, matches
}

func TestSetOneByOne(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 20
	}
	r := random{rand.New(rand.NewPCG(15, 4))}
	conflicts, matches := 0, 0
	for range n {
		var patterns, urns []string
		word := r.pick([]string{"", "", "flat "}) // of all of them
		for range 2 + r.IntN(14) {
			patterns = append(patterns, word+strings.TrimPrefix(r.pattern("ex"), "flat "))
		}
		for _, p := range patterns {
			urns = append(urns, r.urn(p))
		}
		c, m := setAgrees(t, patterns, urns)
		conflicts, matches = conflicts+c, matches+m
	}
	assert.Greater(t, conflicts, n)
	assert.Greater(t, matches, n)
	t.Logf("%d conflicts, %d matches", conflicts, matches)
}

func FuzzSet(f *testing.F) {
	r := random{rand.New(rand.NewPCG(15, 5))}
	for range 100 {
		a, b, c := r.pattern("ex"), r.pattern("ex"), r.pattern("ex")
		f.Add(a, b, c, r.urn(a))
	}
	f.Fuzz(func(t *testing.T, a, b, c, text string) {
		for _, p := range []string{a, b, c} {
			if len(p) > 200 {
				return // comparing takes long: Set says so in the end, and narrower does not
			}
		}
		setAgrees(t, []string{a, b, c}, []string{text})
	})
}
