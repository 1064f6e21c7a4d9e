package oracles

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/namespace/gs1"
)

const (
	values = 20_000 // of single elements
	sets   = 5_000  // of elements with a key
)

// askBWIPP compares package gs1 with the encoder of GS1 symbols of BWIPP, which has the
// GS1 Syntax Dictionary and its tests too, as its authors wrote them in PostScript.
func askBWIPP(folder string, seed uint64) (version string, results []result, err error) {
	g, err := newGenerator(seed)
	if err != nil {
		return "", nil, err
	}
	single := result{question: "values, of which about half were changed on purpose", notAskedCause: "what it cannot judge"}
	several := result{question: "elements of a key and up to three others, each valid by itself"}
	var texts []string
	for len(texts) < values {
		ai := g.names[g.r.IntN(len(g.names))]
		s := "(" + ai + ")" + g.changed(g.value(ai))
		if strings.Count(s, "(") > 1 || g.laxer(s) {
			single.notAsked++
			continue
		}
		texts = append(texts, s)
	}
	for range sets {
		texts = append(texts, g.set())
	}
	cmd, err := node("bwip-js")(folder)
	if err != nil {
		return "", nil, err
	}
	version, answers, err := ask(cmd, "gs1\t"+strings.Join(texts, "\ngs1\t")+"\n", len(texts))
	for i, answer := range answers {
		// What goes together is asked for below.
		together := answer == "GS1missingAIs" || answer == "GS1exclusiveAIs"
		r, fault, valid := &single, error(nil), answer == "ok" || together
		if i < values {
			_, fault = gs1.ParseElements(texts[i])
		} else {
			r, valid = &several, answer == "ok"
			_, fault = gs1.Parse(texts[i])
		}
		r.asked++
		if fault == nil {
			r.valid++
		}
		if (fault == nil) != valid {
			r.differences = append(r.differences, fmt.Sprintf("%s: %s; here: %v", texts[i], answer, fault))
		}
	}
	return version, []result{single, several}, err
}

// laxer reports whether BWIPP tests an element less, or by an older list, than GS1: GS1's own
// test asks for four digits at the beginning of a company prefix, BWIPP's for fewer; and
// BWIPP's list of currencies lacks 179, 924 and 926, and has 932, which is withdrawn; that
// of package types lacks AT.
func (g *generator) laxer(s string) bool {
	ai, value, _ := strings.Cut(s[1:], ")")
	specs := strings.Join(g.specs[ai], " ")
	if strings.Contains(specs, "gcppos") && strings.Trim(value[:min(len(value), 5)], digits) != "" || strings.Contains(specs, "gcppos") && len(value) < 5 {
		return true
	}
	if ai == "7041" && value == "AT" {
		return true
	}
	return strings.Contains(specs, "iso4217") && slices.Contains([]string{"179", "924", "926", "932"}, value[:min(len(value), 3)])
}

// generator makes element strings from the dictionary.
type generator struct {
	r       *rand.Rand
	names   []string            // application identifiers, in their order
	specs   map[string][]string // the parts of their values
	keys    []string
	inNames []string // qualifiers and attributes
	lists   map[string][]string
}

func newGenerator(seed uint64) (*generator, error) {
	b, err := os.ReadFile("../../namespace/internal/gs1ai/dictionary.txt")
	if err != nil {
		return nil, err
	}
	g := &generator{r: rand.New(rand.NewPCG(seed, 2026)), specs: map[string][]string{}, lists: map[string][]string{}}
	for line := range strings.Lines(string(b)) {
		fields := strings.Fields(line)
		if name, ok := strings.CutPrefix(fields[0], "!"); ok {
			g.lists[name] = fields[1:]
		}
		if strings.ContainsAny(fields[0][:1], "#!") || strings.Contains(line, "coupon") {
			continue
		}
		first, last, ranged := strings.Cut(fields[0], "-")
		for ai := []byte(first); ; ai[len(ai)-1]++ {
			name := string(ai)
			g.names = append(g.names, name)
			for _, f := range fields[2:] {
				if strings.HasPrefix(f, "dlpkey") {
					g.keys = append(g.keys, name)
				} else if !strings.Contains(f, "=") {
					g.specs[name] = append(g.specs[name], f)
				}
			}
			if strings.Contains(fields[1], "?") {
				g.inNames = append(g.inNames, name)
			}
			if !ranged || name == last {
				break
			}
		}
	}
	return g, nil
}

const (
	digits = "0123456789"
	set82  = `!"%&'*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz` // without "(" and ")"
	set39  = "#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	set64  = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

func (g *generator) text(set string, n int) string { return pick(g.r, set, n) }

// value returns a value that the dictionary allows for an application identifier, or
// nearly: the oracle says.
func (g *generator) value(ai string) string {
	var b strings.Builder
	for _, spec := range g.specs[ai] {
		part, optional := strings.CutPrefix(spec, "[")
		if optional && g.r.IntN(2) == 0 {
			break
		}
		tests := strings.Split(strings.TrimSuffix(strings.Replace(part, "]", "", 1), "]"), ",")
		set := map[byte]string{'N': digits, 'X': set82, 'Y': set39, 'Z': set64}[tests[0][0]]
		size, ranged := strings.CutPrefix(tests[0][1:], "..")
		n := 0
		fmt.Sscan(size, &n)
		if ranged {
			n = 1 + g.r.IntN(n)
		}
		s := g.text(set, n)
		for _, t := range tests[1:] {
			s = g.fix(t, s)
		}
		b.WriteString(s)
	}
	return b.String()
}

// fix makes a part of a value one that passes a test of the dictionary, most of the time.
func (g *generator) fix(test, s string) string {
	two := func(n int) string { return fmt.Sprintf("%02d", g.r.IntN(n)) }
	switch test {
	case "gcppos1":
		if len(s) > 4 && strings.Trim(s[:4], digits) == "" {
			return s
		}
		return g.text(digits, min(4, len(s))) + s[min(4, len(s)):]
	case "csum":
		c, _ := gs1.CheckDigit(s[:len(s)-1])
		return s[:len(s)-1] + string(c)
	case "csumalpha":
		if len(s) < 6 {
			s = "1987654A"
		}
		s = g.text(digits, 4) + s[4:] // of the company prefix
		if pair, ok := checkPair(s[:len(s)-2]); ok {
			return s[:len(s)-2] + pair
		}
		return s
	case "iban":
		return "GB33BUKB20201555555555"
	case "yymmd0", "yymmdd":
		return two(100) + fmt.Sprintf("%02d", 1+g.r.IntN(12)) + two(32)
	case "yyyymmdd":
		return "19" + two(100) + fmt.Sprintf("%02d", 1+g.r.IntN(12)) + two(32)
	case "hhmi":
		return two(25) + two(61)
	case "hh":
		return two(25)
	case "mi", "ss":
		return two(61)
	case "iso3166", "iso3166alpha2", "iso4217", "packagetype":
		list := g.lists[test]
		return list[g.r.IntN(len(list))]
	case "iso3166999":
		return "999"
	case "pieceoftotal":
		return two(5) + two(5)
	case "zero":
		return "0"
	case "hyphen":
		return "-"
	case "latitude", "longitude":
		return string("0123"[g.r.IntN(4)]) + s[1:]
	case "posinseqslash":
		return g.text(digits, 1) + "/" + g.text(digits, 1)
	case "pcenc":
		return strings.ReplaceAll(s, "%", "")
	}
	return s
}

// checkPair finds the check characters of a GMN by trying all.
func checkPair(s string) (string, bool) {
	const set = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	for _, a := range set {
		for _, b := range set {
			if _, err := gs1.ParseElements("(8013)" + s + string(a) + string(b)); err == nil {
				return string(a) + string(b), true
			}
		}
	}
	return "", false
}

// changed returns s, or s with a character changed, missing, added or moved, or with a few
// more.
func (g *generator) changed(s string) string {
	set := []string{digits, set82, set39 + " ~$^@", digits}[g.r.IntN(4)]
	if s == "" || g.r.IntN(5) == 0 {
		return s + g.text(set, g.r.IntN(4))
	}
	return change(g.r, s, set)
}

// set returns the elements of a key and of others that may be in a name with it.
func (g *generator) set() string {
	key := g.keys[g.r.IntN(len(g.keys))]
	list := gs1.Elements{g.valid(key)}
	for range g.r.IntN(4) {
		ai := g.inNames[g.r.IntN(len(g.inNames))]
		if !slices.ContainsFunc(list, func(x gs1.Element) bool { return x.AI == ai }) {
			list = append(list, g.valid(ai))
		}
	}
	return list.String()
}

// valid returns an element that the library accepts.
func (g *generator) valid(ai string) gs1.Element {
	for range 10_000 {
		x := gs1.Element{AI: ai, Value: g.value(ai)}
		if list, err := gs1.ParseElements(gs1.Elements{x}.String()); err == nil && len(list) == 1 {
			return x
		}
	}
	panic("no valid value of " + ai)
}
