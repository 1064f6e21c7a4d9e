package pattern

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// namesOfNamespaces returns names of registered namespaces, by NID: those of the
// documents that register them, and for each further NID one of the test's own.
func namesOfNamespaces(t *testing.T) map[string][]string {
	b, err := os.ReadFile("../testdata/namespace/document_examples.tsv")
	require.NoError(t, err)
	names := map[string][]string{}
	for _, line := range strings.Split(strings.TrimRight(string(b), "\n"), "\n")[3:] {
		text, _, _ := strings.Cut(line, "\t")
		if u, err := urn.Parse(text); err == nil {
			nid := strings.ToLower(u.NID())
			names[nid] = append(names[nid], u.NSS())
		}
	}
	for e := range namespace.IANA().All() {
		if _, err := urn.Parse("urn:" + e.NID + ":x"); err == nil {
			names[e.NID] = append(names[e.NID], "ab:c-d:ef-x", "params:ab:1x", "std:ab:c", "gdd:bie:ab:c", "gdd:ab")
		}
	}
	names["ex"] = []string{"Ab:c-D:e"}
	return names
}

// patternOf draws a pattern that an NSS may match: some parts of it become fields, and
// the letters of the others get another case.
func (r random) patternOf(nid, nss string) string {
	var b strings.Builder
	b.WriteString("urn:" + nid + ":")
	fields := 0
	for i := 0; i < len(nss); {
		if n := 1 + r.IntN(8); fields < 4 && r.IntN(4) == 0 && !strings.HasSuffix(b.String(), "}") {
			b.WriteString("{" + string(rune('p'+fields)))
			fields++
			if n >= len(nss)-i && r.IntN(2) == 0 {
				b.WriteString("...")
			}
			if r.IntN(3) == 0 {
				b.WriteString(",fold")
			}
			b.WriteByte('}')
			i += n
			continue
		}
		c := nss[i]
		if ascii.IsLetter(c) && r.IntN(4) == 0 {
			c ^= caseBit
		}
		b.WriteByte(c)
		i++
	}
	return b.String()
}

// respelled returns s with letters in another case.
func (r random) respelled(s string) string {
	b := []byte(s)
	for i := range b {
		if ascii.IsLetter(b[i]) && r.IntN(3) == 0 {
			b[i] ^= caseBit
		}
	}
	return string(b)
}

// TestLawsOfNamespaces draws patterns of every namespace. Where a namespace compares
// letters in either case, the literals of a pattern do, too. The normal form of a valid
// name is valid, and its own normal form. What is built is parsed again.
func TestLawsOfNamespaces(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 6
	}
	r := random{rand.New(rand.NewPCG(27, 8))}
	drawn, matched, folded, valid, normal, refused := 0, 0, 0, 0, 0, 0
	for nid, names := range namesOfNamespaces(t) {
		for range rounds * 4 {
			name := names[r.IntN(len(names))]
			text := r.patternOf(nid, name)
			drawn++
			p, err := Compile(text)
			if err != nil {
				if strings.Contains(err.Error(), "in some names") {
					refused++
				}
				continue
			}
			rules, err := namespace.IANA().With(definitionOf(p))
			require.NoError(t, err)
			spelled := name
			for range 4 {
				u, err := urn.Parse("urn:" + nid + ":" + spelled)
				if err != nil {
					break
				}
				spelled = r.respelled(name)
				spans, ok := p.spans(u)
				if ok {
					matched++
					folded += r.holdsLiterals(t, p, u, spans)
					if values, err := p.ParseURN(u); err == nil {
						built, err := p.Build(values...)
						require.NoError(t, err, "%s: %s", text, u)
						again, err := p.ParseURN(built)
						require.NoError(t, err, "%s: %s", text, built)
						assert.Equal(t, values, again)
					}
				}
				n := rules.Normalize(u)
				require.Equal(t, n, rules.Normalize(n), "%s: %s", text, u)
				verdict, fault := rules.Validate(u)
				require.NotErrorIs(t, fault, namespace.BadDefinition, "%s: %s", text, u)
				if verdict == namespace.Valid {
					valid++
					if n != u {
						normal++
					}
					verdict, err := rules.Validate(n)
					require.Equal(t, namespace.Valid, verdict, "%s: %s is valid, its normal form %s is not: %v", text, u, n, err)
				}
			}
		}
	}
	t.Logf("%d patterns, %d refused, %d matches, %d with a literal in another case, %d valid, %d not in normal form", drawn, refused, matched, folded, valid, normal)
	// The test would prove little otherwise.
	assert.Greater(t, matched, drawn/4)
	assert.Greater(t, folded, drawn/20)
	assert.Greater(t, normal, drawn/20)
	assert.Greater(t, refused, drawn/200)
}

// holdsLiterals writes the letters of the literals of p in another case, one by one. The
// result matches if and only if it is equivalent. It returns how often it does.
func (r random) holdsLiterals(t *testing.T, p *Pattern, u urn.URN, spans []urn.Span) (folded int) {
	s, nss := u.String(), u.Offsets().NSS()
	at := nss.Start
	for i := 0; i <= len(spans); i++ {
		end := nss.End
		if i < len(spans) {
			end = spans[i].Start
		}
		for ; at < end; at++ {
			if s[at] == '%' {
				at += 2
				continue
			}
			if !ascii.IsLetter(s[at]) {
				continue
			}
			v := urn.MustParse(s[:at] + string(s[at]^caseBit) + s[at+1:])
			again, ok := p.spans(v)
			if want := namespace.Equal(u, v); ok != want && (want || equalSpans(spans, again)) {
				t.Fatalf("%s matches %s; it matches %s: %t; these are equivalent: %t", p, u, v, ok, want)
			} else if want {
				folded++
			}
		}
		if i < len(spans) {
			at = spans[i].End
		}
	}
	return folded
}

func equalSpans(a, b []urn.Span) bool {
	for i := range b {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

func TestConditionalLiterals(t *testing.T) {
	for _, c := range []struct {
		pattern, urn string
		want         bool
	}{
		{"urn:nbn:DE:{id}", "urn:nbn:de:101-X", true},
		{"urn:nbn:DE:{id}", "urn:nbn:DE:101-X", true},
		{"urn:nbn:DE:{id}", "urn:nbn:DE:101", true},
		{"urn:nbn:DE:{id}", "urn:nbn:de:101", false}, // without "-" case makes a difference
		{"urn:nbn:de:{a}-{id...}", "urn:nbn:DE:101-X:y", true},
		{"urn:mpeg:ABC{a...}", "urn:mpeg:abcx", false},
		{"urn:mpeg:ABC{a...}", "urn:mpeg:abcx:y", true},
	} {
		p := MustCompile(c.pattern)
		u := urn.MustParse(c.urn)
		_, ok := p.spans(u)
		assert.Equal(t, c.want, ok, "%s on %s", c.pattern, c.urn)
		rules, err := namespace.IANA().With(definitionOf(p))
		require.NoError(t, err)
		if verdict, _ := rules.Validate(u); c.want && strings.Contains(c.urn, "-") {
			assert.Equal(t, namespace.Valid, verdict, c.urn)
		}
	}
	for _, text := range []string{
		"urn:nbn:{cc}:A-{id,fold}", "urn:mpeg:{a}ABC:{b...}", "urn:mpeg:p:{a}ABC:{b...}", "urn:nbn:de-{a}ABC", "urn:urn-6:p{a}er:Evan", "urn:nbn:{a}ABC{b}", "urn:ietf:par{a}:x:{b}", "urn:smpte:{a}l:X{b}",
		"urn:issn:{a}-{b}X", "urn:isbn:{a}X",
	} {
		_, err := Compile(text)
		assert.ErrorContains(t, err, "in some names", text)
	}
	_, err := Compile("urn:nbn:{cc}:A-{id,fold}")
	assert.EqualError(t, err, `pattern "urn:nbn:{cc}:A-{id,fold}": column 14: in some names of the namespace "nbn" this letter is case-insensitive, in others it is not: it cannot follow a field`)
}

// definitionOf returns the definition of the namespace of p.
func definitionOf(p *Pattern) namespace.Definition {
	var s Set[struct{}]
	_ = s.Add(p, struct{}{}) // an empty set has nothing that p could conflict with
	return s.Definitions()[0]
}

// loadRules returns the rules of IANA with those of a file of patterns.
func loadRules(patterns string) (*namespace.Registry, error) {
	set, err := ReadSet(strings.NewReader(patterns))
	if err != nil {
		return nil, err
	}
	return namespace.IANA().With(set.Definitions()...)
}

// A name that only a pattern without the right to it matches is invalid.
func TestOwnedIsInvalid(t *testing.T) {
	const patterns = "raw urn:ex:{x...,nonempty}\nraw exclusive urn:ex:a:bc{x}\n"
	set, err := ReadSet(strings.NewReader(patterns))
	require.NoError(t, err)
	rules, err := loadRules(patterns)
	require.NoError(t, err)
	for name, want := range map[string]string{"urn:ex:a:bcd": "", "urn:ex:b:bcd": "", "urn:ex:a:zz": causeOwned} {
		_, err := rules.Validate(urn.MustParse(name))
		if want == "" {
			assert.NoError(t, err, name)
		} else {
			assert.ErrorContains(t, err, want, name)
		}
		_, _, _, err = set.Parse(name)
		assert.Equal(t, want == "", err == nil, name)
	}
}
