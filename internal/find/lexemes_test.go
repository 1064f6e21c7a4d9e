package find

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn/internal/dfa"
)

// lexemes are the machines of lexemes.go.rl, written a second time as regular expressions.
// A "[name]" stands for the part of that name in lexemeParts. A lexeme is a text that matches
// the first expression and not the second. Those that the rule reads from right to left are
// written so.
var lexemes = []struct {
	name        string
	m           *dfa.Matcher
	is, without string
}{
	{"entity", &lexEntity, `[reference]`, ``},
	{"part", &lexPart, `.(\{|[class]|\x{e2}\x{80}\x{a6}|(?i:&hellip;)|[verb]|[pattern])|[:/#.\-_=@~][word]|[:/#\-_=@~(][hole]|\.[hole][:/#.\-_=@<&]`,
		`.\[[0-9]+\]`},
	{"after", &lexAfter, "[\x00-\x20\x7f\"'`>\\]}|^(),.;:!\\[<]|[reference]|[escaped]|([dash]|[slip])[^A-Za-z0-9]|\\?([^A-Za-z0-9+=/%]|(?i:urn:))", ``},
	{"dash", &lexDash, `[dash][A-Za-z]`, ``},
	{"slip", &lexSlip, `[dash]|[slip]`, ``},
	{"unicode", &lexUnicode, `[unicode][hex]{4}`, ``},
	{"odd", &lexOdd, `[:/]\$([({]|[0-9]-|([0-9]|[A-Za-z_]\w*)([:/?#,;!')&]|\.[^0-9]|[other]))|[0-9_\-]\$[a-z]\w*["` + "`" + `]|[:/]\*[^\w.\-*%]|.\((\?|\.[*+])`, ``},
	{"repeat", &lexRepeat, `[:/]\.[*+]|[A-Za-z]\.[*+]["'` + "`" + `<?&$)\\]|.[:/(,]\*\*\*`, ``},
	{"separator", &lexSeparator, `[,;](?i:urn:[a-z0-9]|[a-z0-9]{1,6}://)|;[A-Za-z]+=https?://|\+(?i:urn:[a-z0-9\-]+:)|\+(openid|profile|email|offline_access)[^\w.\-]|,((CN|OU|DC|ST|[OCL])=|(DNS|IP|URI|email):)|'(,'|[ \t]{0,8}(\+|\. ?\$))|%20(?i:urn:[a-z0-9])`, `[,;](?i:urn)://|\+(?i:urn:publicid:)`},
	{"plus", &lexPlus, `[ \t]{0,8}(\+[ \t]{0,8}([^"' \t]|["'][^&]|[ \t]{9})|\. ?\$)`, ``},
	{"join", &lexJoin, `\$|[ \t]{0,8}(~|\|\||<>|& |\.[ $."']|, ?([A-Za-z_]\w*[(.\[)/]|""|''|[0-9]+\))|in |(namespace|prefix|followed)\W)`, ``},
	{"template", &lexTemplate, `[{<$%\[\\(*]|#\{|[reference]|\x{e2}\x{80}\x{a6}`, ``},
	{"dummy", &lexDummy, `([xX]{2,}(-[xX]+)+|(?i:yyyy-mm(-dd)?))[^\w\-]|[xX]{3}[^\w\-]|[xX]{4,}\W|\.\.\.[:/]|\*[^A-Za-z0-9.\-_*%:/]|%0[1-9][0-9]?[xXdu]`, ``},
	{"remark", &lexRemark, `\([A-Za-z]+: `, ``},
	{"tag", &lexTag, `,[0-9]{4}(-[0-9]{2}){0,2}:`, ``},
	{"spaced", &lexSpaced, `( [\w.\-]+:){2,} [\w.\-]+\|| (?i:nbn:)[A-Za-z]{2}[:\-][\w:\-]+[^\w:\-]`, ``},
	{"word", &lexWord, `[\w.\-]*[^\w.\-]`, ``},
	{"NID", &lexNID, `(<[\w\-]+>|\{[\w\-]+\}):`, ``},
	{"path", &lexPath, `(::([A-Za-z_]\w*)?)+[^\w:]`, ``},
	{"element", &lexElement, "[^ \t\\\\]|\\\\[^t]|([ \t]|\\\\t){9}|([ \t]|\\\\t){1,8}([\x00-\x08\x0a-\x1f]|[A-Zb-z0-9]|a[^ ])", ``},
	{"phrase", &lexPhrase, `( [A-Za-z0-9][\w-]*|(( the)? [A-Z0-9][\w-]*)+|([\w-]|[ :][A-Za-z0-9])*:[A-Za-z0-9]([\w-]|[ :][A-Za-z0-9])*)[^\w\- :]`, `.*[^A-Za-z0-9](?i:urn:).*`},
	{"escape", &lexEscape, `[escape]`, ``},
	{"asks", &lexAsks, `[asks]`, ``},
	{"assigns", &lexAssigns, ` =[ :]`, ``},
	{"DOI", &lexDOI, `/[0-9]{1,9}\.01:`, ``},
	{"filler", &lexFiller, `[.,;:!?'#*]*([xX]{4,}|N{4,}|DD-MM-YYYY|DI[_\-][A-Z_\-]*RUOY)[:/.\-]`, ``},
	{"doubt", &lexDoubt, "[\"`'<]('|[asks])|>([\\-=>]|[asks])|[^\"`'<>][!:=?]", ``},
	{"says", &lexSays, `[^\n]*((?i:xiferp|trats|tacnoc)|(?i::nru) +xiferp@)`, `.*(?i::nru).*((?i:xiferp|trats|tacnoc)|(?i::nru) +xiferp@)`},
	{"key", &lexKey, `=|[:/][A-Za-z0-9].{5}| ((?i:ecapseman|iru)|(?i:snlmx|nru)([^A-Za-z0-9]|[escape]))|/ (TEG|DAEH|TSOP|TUP|HCTAP|ETELED)`, `[:/][escape].*`},
	{"regex", &lexRegex, `\^[^^]|:\?|[!=]\?\(|\([!:=]\?`, ``},
	{"query", &lexQuery, `([url]|[/:])*\?|=[\w.\-]+[&;]|=(usn|uvs)`, ``},
	{"form", &lexForm, `=|[hex][hex]%`, ``},
	{"parameter", &lexParameter, `;[A-Za-z+][\w.\-]*=|%20((eq|ne|co|sw|ew|gt|ge|lt|le)%20|pr\W)|\+((eq|ne|co|sw|ew|gt|ge|lt|le)\+|pr\W)`, ``},
	{"URL", &lexURL, `([before][url]*)?/([^/]|/[A-Za-z0-9])`, ``},
}

// A part may have those after it.
var lexemeParts = []string{
	"asks", ` {1,8}(?i:xiferp)| {0,8}([with]|(,[^(":;{}\n]*)?\(([with]|(?i:xiferp))|(:|={1,3} {0,8})["']?(?i:xiferp|nrettap|xeger))`,
	"with", `(?i:htiw.{0,5}(trats|nigeb))`,
	"reference", `(?i:&(#[a-z0-9]{1,4}|lt|gt|quot|apos|nbsp|[lr][dsa]quo|hellip);)`,
	"class", `\[(\^|[in]*[A-Za-z0-9]-[A-Za-z0-9][in]*\]|[in]*\][{+*])`,
	"in", "[^\x00-\x20\"'=\\[\\]]",
	"word", `\[[A-Za-z0-9][\w\-|]*\]`,
	"hole", `(<{1,2}|(?i:&lt;){1,2}|\\u003[cC])[\w${\x{80}-\x{ff}][ \w\-.${}\[\]\\\x{80}-\x{ff}]*/?(>|(?i:&gt;)|\\u003[eE])`,
	"verb", `%([({<%"'@]|[-+ #0-9.*$lhz]{0,6}[sdvqxXufFgGeEicpotTUb][^A-Za-z0-9])`,
	"escape", `([abefnrtv]\\|[0-7]{1,3}\\|[0-7]{2}0#|[sdv]%|[hex]{2}(%|x\\|[hex]{2}u\\)|[mK][0-9;:]*\[)`,
	"escaped", "\\\\{1,8}([\"'`nrt0 \n\r\t\x00]|u\\{0{0,4}[01]?[hex]\\}|u00(0[9adAD]|2[02]|3[ceCE]|5[b-eB-E]|60|7[b-dfB-DF]))|\\\\{9}",
	"pattern", "\\\\[^\"'`\\\\nrt0 \n\r\t/u_\x00]|\\\\{1,8}u([^0-9A-Fa-f{]|[hex]{1,3}[^0-9A-Fa-f])",
	"dash", `(\x{e2}\x{80}[\x{92}-\x{95}]|\x{c2}\x{a0}|[unicode](201[2-5]|00[aA]0))`,
	"slip", `(\x{e2}\x{80}[\x{90}\x{91}\x{8b}]|\x{e2}\x{88}\x{92}|\x{c2}\x{ad}|\x{ef}\x{bb}\x{bf}|[unicode](201[01]|2212|00[aA][dD]|200[bB]|[fF][eE][fF]{2}))`,
	"unicode", `\\{1,8}u`,
	"hex", `[0-9A-Fa-f]`,
	"other", `[^\w\-.~!$&'()*+,;=:@/?#%]`,
	"url", `[\w\-.~!$&()*+,;=@#%\x{80}-\x{ff}]`,
	"before", `[\w\-.~!$&()*+@#%\x{80}-\x{ff}]`,
}

// lexemeProgram compiles an expression about bytes. It has no program for an empty one.
func lexemeProgram(t *testing.T, expression string) *syntax.Prog {
	if expression == "" {
		return new(syntax.Prog)
	}
	for i := 0; i < len(lexemeParts); i += 2 {
		expression = strings.ReplaceAll(expression, "["+lexemeParts[i]+"]", "("+lexemeParts[i+1]+")")
	}
	e, err := syntax.Parse(expression, syntax.Perl|syntax.DotNL)
	if err != nil {
		t.Fatal(err)
	}
	p, err := syntax.Compile(e.Simplify())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// reachable adds to set the instructions of p from at on that read a byte or match.
func reachable(p *syntax.Prog, set []uint32, at uint32) []uint32 {
	switch i := p.Inst[at]; i.Op {
	case syntax.InstAlt:
		return reachable(p, reachable(p, set, i.Out), i.Arg)
	case syntax.InstCapture, syntax.InstNop:
		return reachable(p, set, i.Out)
	}
	if slices.Contains(set, at) {
		return set
	}
	return append(set, at)
}

// readByte returns the instructions after those of set have read b, and whether one matches.
func readByte(p *syntax.Prog, set []uint32, b byte) (after []uint32, matches bool) {
	for _, at := range set {
		if i := p.Inst[at]; i.Op != syntax.InstMatch && i.MatchRune(rune(b)) {
			after = reachable(p, after, i.Out)
		}
	}
	slices.Sort(after)
	return after, slices.ContainsFunc(after, func(at uint32) bool { return p.Inst[at].Op == syntax.InstMatch })
}

// TestLexemes decides, for every text, that each machine accepts what its expression does.
// Both read only as far as the end of the shortest lexeme.
func TestLexemes(t *testing.T) {
	type state struct {
		row         uint16
		is, without []uint32
		text        string
	}
	for _, l := range lexemes {
		t.Run(l.name, func(t *testing.T) {
			is, without := lexemeProgram(t, l.is), lexemeProgram(t, l.without)
			first := state{row: l.m.Start, is: reachable(is, nil, uint32(is.Start))}
			if l.without != "" {
				first.without = reachable(without, nil, uint32(without.Start))
			}
			seen := map[string]bool{}
			for todo := []state{first}; len(todo) > 0; todo = todo[1:] {
				s := todo[0]
				for b := range 256 {
					n := state{row: l.m.Next[s.row+uint16(l.m.Class[b])], text: s.text + string([]byte{byte(b)})}
					var matches, not bool
					n.is, matches = readByte(is, s.is, byte(b))
					n.without, not = readByte(without, s.without, byte(b))
					accepts := n.row >= l.m.Final
					if accepts != (matches && !not) {
						t.Fatalf("after %q, the machine accepts: %v, and the expression matches: %v", n.text, accepts, !accepts)
					}
					key := fmt.Sprint(n.row, n.is, n.without)
					if accepts || n.row == 0 && len(n.is) == 0 || seen[key] {
						continue
					}
					seen[key] = true
					todo = append(todo, n)
				}
			}
		})
	}
}
