package find_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
)

// A second finder, slow and simple, written from docs/finding.md without a look at the
// first. The headings below are those of the page. It asks Parse for the grammar, and
// nothing else. "Not said" is what the page leaves open; there it does as the first does.

type refFind struct {
	start, end int
	kind       string // "", "near miss " or "part "
}

func refAll(text string) (found []refFind) {
	for i := 0; i+4 <= len(text); i++ {
		if !strings.EqualFold(text[i:i+4], "urn:") || i > 0 && refAlnum(text[i-1]) && !refEscape.MatchString(text[:i]) {
			continue
		}
		if f, ok := refOne(text, i); ok {
			found = append(found, f)
			i = f.end - 1
		}
	}
	return found
}

// Not said: which letters are an escape or a verb.
var refEscape = regexp.MustCompile(`(?i)` + refEscapes + `$`)

const refEscapes = `(\\[abefnrtv]|\\[0-7]{1,3}|#0[0-7]{2}|\[[0-9;:]*[mk]|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|%[0-9a-f]{2}|%[sdv])`

func refValid(text string) bool {
	_, err := urn.Parse(text)
	return err == nil
}

func refAlnum(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// Between delimiters.

// refPairs are the delimiters, each with what closes it: as they are, and as JSON, XML,
// URLs and programs write them.
var refPairs = func() map[string][]string {
	p := map[string][]string{"「": {"」"}, "『": {"』"}, "|": {"|"}, "+": {"+"}, "~": {"~"}, "~~": {"~~"}, "*": {"*"}, "**": {"**"}, "_": {"_"}, "__": {"__"}, "***": {"***"}, "&ldquo;": {"&rdquo;"}, "&laquo;": {"&raquo;"}}
	spell := map[byte][]string{
		'"': {`"`, `\"`, `\u0022`, `\x22`, "%22", "&quot;", "&#34;", "&#x22;"}, '\'': {"'", `\'`, `\u0027`, `\x27`, "%27", "&apos;", "&#39;", "&#x27;"},
		'`': {"`", "\\`"}, '<': {"<", `\u003c`, `\x3c`, "%3c", "&lt;", "&#60;", "&#x3c;"}, '>': {">", `\u003e`, `\x3e`, "%3e", "&gt;", "&#62;", "&#x3e;"},
		'(': {"(", "%28", `\(`}, ')': {")", "%29", `\)`}, '[': {"[", "%5b", `\[`}, ']': {"]", "%5d", `\]`}, '{': {"{", "%7b", `\{`}, '}': {"}", "%7d", `\}`},
	}
	for open := range strings.FieldsSeq("“ ” ‘ ’ „ ‚ « » ‹ ›") {
		p[open] = strings.Fields("” ’ “ ‘ » › « ‹") // Not said: which closes which.
	}
	for _, x := range []string{`""`, "''", "``", "<>", "><", "()", "[]", "{}"} {
		for i, open := range spell[x[0]] {
			p[open] = []string{spell[x[1]][i]}
			if open == `\`+x[:1] && x[0] == x[1] {
				p[open] = append(p[open], x[:1])
			}
			if x == "><" {
				p[open][0] += "/"
			}
		}
	}
	return p
}()

var refTag = regexp.MustCompile(`(?i)(<|&lt;|&#60;|&#x3c;|\\u003c|\\x3c|%3c)[a-z][^<>]*$`)

// refOpen returns the opening delimiter directly before text[i:].
func refOpen(text string, i int) (open string) {
	before := strings.ToLower(text[:i])
	for o := range refPairs {
		if strings.HasSuffix(before, o) && len(o) > len(open) {
			open = o
		}
	}
	front := before[:i-len(open)]
	word := front != "" && (front[len(front)-1] == '_' || refAlnum(front[len(front)-1]))
	if word && strings.Trim(open, "_") == "" {
		return "" // a_urn:ex:a_
	}
	if k := slices.Index(refAngles, open); k%2 == 1 && !refTag.MatchString(front) {
		return "" // => and what else is not the end of an opening tag
	}
	return open
}

var (
	refMarks  = strings.Fields("\" ' ` “ ” ‘ ’ „ ‚ « » ‹ › 「 『 \\\" \\' \\` \\u0022 \\u0027 \\x22 \\x27 %22 %27 &quot; &apos; &#34; &#39; &#x22; &#x27; &ldquo; &laquo;")
	refAngles = strings.Fields(`< > \u003c \u003e \x3c \x3e %3c %3e &lt; &gt; &#60; &#62; &#x3c; &#x3e;`)
)

func refIsQuote(open string) bool { return slices.Contains(refMarks, open) }

var (
	refSpace      = regexp.MustCompile(`^(\s|\\[nrt]|\\u0020|\\u\{0{0,4}[01]?[0-9A-Fa-f]\}|[\x00-\x1f])`)
	refEnds       = regexp.MustCompile("^(\\\\+[\"'`]|\\\\u00(22|27|3[ceCE])|\\\\x(22|27|3[ceCE])|&(quot|apos|lt|gt|#34|#39|#60|#62|#x22|#x27);|[\"`“”‘’„‚«»‹›「」『』<>])")
	refSlash      = regexp.MustCompile("^\\\\+[\"'`]")
	refMore       = regexp.MustCompile(`^(\\"[/A-Za-z0-9](\\.|[^\s"\\])*"|\\'[/A-Za-z0-9](\\.|[^\s'\\])*')`)
	refEscaped    = regexp.MustCompile(`^[\\&]`)
	refNext       = regexp.MustCompile(`(?i:^[,;](urn:|[a-z][a-z0-9+.-]*://))|^,((CN|OU|DC|ST|[OCL])=|(DNS|IP|URI|email):)|^;[A-Za-z]+=https?://|^\+((?i:urn:[a-z0-9-]+:)|(openid|profile|email|offline_access)([^\w.-]|$))`)
	refQuery      = regexp.MustCompile(`(\?[^\s"'<>]*|[;&][\w.-]+=|(nsu|svu)=)$`)
	refOperator   = regexp.MustCompile(`^(;[A-Za-z+][\w.-]*=|(%20|\+)((eq|ne|co|sw|ew|gt|ge|lt|le)(%20|\+)|pr(\W|$)))`)
	refScope      = regexp.MustCompile(`(?i)^\+urn:publicid:`) // RFC 3151 has "+" within names
	refDOI        = regexp.MustCompile(`:10\.[0-9]{1,9}/$`)
	refHole       = regexp.MustCompile(`(?i)^([:/=_-](<|\\u003c)[^/<>\s"][^<>\s"]*(>|\\u003e)|[>}],?\.?<[^/<>\s"][^<>\s"]*>|\.<[^/<>\s"][^<>\s"]*>[:/.][^\s.])`)
	refApostrophe = regexp.MustCompile(`^'[0-9A-Za-z][^\s']*'`)
	refParen      = regexp.MustCompile(`^\([^()\s]*[ \t][^()\n]*\)`)
	refLater      = regexp.MustCompile(`(?s)^\([|][^\n"<>()` + "`" + `]*\)`)
	refFurther    = regexp.MustCompile(`(?i)\s.*\burn:`)
)

// refScan returns where the text that begins at text[i:] ends, for what opens it, and if
// that is closed, what is after the closing delimiter. near is for what is no name: that
// goes on through | & and ?.
func refScan(text string, i int, open string, url, path, near bool) (end, after int) {
	all := refIsQuote(open) || slices.Contains(refAngles, open)
	own := "" // the brackets that it has opened
	for j := i + 4; j < len(text); {
		rest := text[j:]
		c, n := utf8.DecodeRuneInString(rest)
		if own == "" {
			for _, close := range refPairs[open] {
				switch {
				case len(rest) < len(close) || !strings.EqualFold(rest[:len(close)], close):
				case strings.Trim(close, "_~") == "" && len(rest) > len(close) && (rest[len(close)] == '_' || refAlnum(rest[len(close)])):
				case close == "'" && strings.HasPrefix(rest, "''") && !strings.HasSuffix(text[:i], "''"):
					n = 2 // 'o''brien'
				case close == "'" && refApostrophe.MatchString(rest) && !strings.Contains(strings.ToLower(refApostrophe.FindString(rest)), "urn:"):
				default:
					return j, j + len(close)
				}
			}
		}
		if hole := refHole.FindString(text[j-1:]); hole != "" {
			j += len(hole) - 1 // a placeholder
			continue
		}
		if mark := refSlash.FindString(rest); mark != "" && strings.HasSuffix(open, mark[len(mark)-1:]) {
			if more := refMore.FindString(rest); more == "" || rest[1] != open[0] || strings.HasSuffix(text[:i-1], `\`) || refTwo.MatchString("urn:"+more) {
				return j, j + len(mark) // its escape closes, too
			}
			j += 2 // but not where the string goes on
			continue
		}
		bracket := strings.IndexRune(")]}", c)
		switch {
		case refSpace.MatchString(rest) || unicode.IsSpace(c),
			c == '|' && !near && !refLater.MatchString(own+rest),
			refEnds.MatchString(rest) && (!all || refEscaped.MatchString(rest) && (c == '\\' && rest[1] != 'u' && rest[1] != 'x' || !near)),
			own == "" && refNext.MatchString(rest) && !refScope.MatchString(rest), open == "" && c == '\'' && text[j-1] == '$',
			open == "" && own == "" && refOperator.MatchString(rest) && refQuery.MatchString(text[:i]),
			open == "" && !near && url && (c == '&' && !strings.Contains(text[i:j], "?=") || path && !refDOI.MatchString(text[:j+1]) && (c == '?' || c == '/' && own == "" && !strings.Contains(text[i:j], "#"))),
			near && len(rest) > 3 && strings.EqualFold(rest[:4], "urn:") && !refAlnum(text[j-1]) && text[j-1] != '#' && own == "":
			return j, 0
		case refParen.MatchString(rest) && !refFurther.MatchString(refParen.FindString(rest)):
			n = len(refParen.FindString(rest)) // white space in parentheses of its own
		case strings.ContainsRune("([{", c):
			own += string(c)
		case bracket >= 0 && own != "":
			own = own[:len(own)-1]
		case bracket >= 0 && !all && (c != ')' || open == ""):
			return j, 0
		}
		j += n
	}
	return len(text), 0
}

// Without delimiters.

var (
	refRun   = regexp.MustCompile("[^\\s\"'`<>\\[\\]{}|“‘]*$")
	refFresh = regexp.MustCompile(`(?i)(\\[nrt]|^[^?]*urn:[^?]*[,;])$`) // no longer in a URL
)

func refOne(text string, i int) (f refFind, ok bool) {
	open := refOpen(text, i)
	run := refRun.FindString(text[:i])
	// Not said: what a URL is. Here, what has a / or a ? or, directly before the name, a =.
	last := run[strings.LastIndex(run, "://")+1:]
	path := strings.Contains(last, "/") && !strings.Contains(last, "?") && !strings.HasSuffix(last, "=")
	url := open == "" && (strings.ContainsAny(run, "/?") || strings.HasSuffix(run, "=")) && !refFresh.MatchString(run)
	extent := func(near bool, trim string) (string, int, int) {
		end, after := refScan(text, i, open, url, path, near)
		if after == 0 {
			end, _ = refScan(text, i, "", url, path, near)
		}
		if after > 0 {
			return text[i:end], end, after
		}
		return regexp.MustCompile(trim).ReplaceAllString(text[i:end], ""), end, 0
	}
	name, end, after := extent(false, `([.,:;!?'#]|\*\*+)+$`)
	if strings.HasSuffix(name, "?+") || strings.HasSuffix(name, "?=") {
		name = text[i:min(i+len(name)+1, end)]
	}
	if strings.Count(text[i:end], "#") > 1 && after == 0 {
		name, _, _ = extent(false, `[.,:;!?']+$`)
	}
	near, _, _ := extent(true, `[.,:;!?']+$`)
	if value := refValue(text, i, near); value != "" && !refIsQuote(open) && !slices.Contains(refAngles, open) {
		return refFind{i, i + len(value), "near miss "}, true
	}
	if refNothing(text, i, open, near) {
		return f, false
	}
	if part := refPart(text, i, open, name, near, end, after); part != "" {
		return refFind{i, i + len(part), "part "}, true
	}
	for _, name := range []string{name, near} {
		if refValid(name) {
			return refFind{i, i + len(name), ""}, true
		}
	}
	return refFind{i, i + len(near), "near miss "}, true
}

// Parts.

var (
	refPrefix    = regexp.MustCompile(`(?i)^urn:[a-z0-9-]+:$`)
	refRegex     = regexp.MustCompile(`(\^|\(\?[:!]\(?|@prefix \S*: <)$`)
	refWords     = regexp.MustCompile(`(?i)((start|begin)s?(ing)?[ _]?with( |\()|hasprefix\(([^()]*, )?)$`)
	refStar      = regexp.MustCompile(`[:/]\*$`)
	refConcat    = regexp.MustCompile(`^\s*\+`)
	refParameter = regexp.MustCompile(`^\s*\+\s*["']&`)
	refJoined    = regexp.MustCompile(`^([;)]|\s*(\.|&|\|\||\.\.|<<)\s)`)
	refElided    = regexp.MustCompile(`(\.\.\.|…)$`)
	refColon     = regexp.MustCompile("^:+([\"`]|'(\\s|$))")
	refPrefixed  = regexp.MustCompile(`(?i)prefix\W*$`)
	refAssigned  = regexp.MustCompile(`[ :]= $`)
	refTurtle    = regexp.MustCompile(`@prefix \S*: <http\S*$`)
	// Holes in a text that may be a URN, and in one that is not.
	refDummy = regexp.MustCompile(`(?i)^urn:[^:]+:((xx+(-x+)+|yyyy-mm(-dd)?)([^\w-]|$)|xxx([^\w-]|$)|xxxx+(\W|$)|\*([^\w.\-*%:/]|$)|(?-i:%0[1-9][0-9]?[xXdu])|\.\.\.[:/])`)
	refEnd   = regexp.MustCompile(`[:/.-]([xX]{4,}|N{4,}|YYYY-MM-DD|YOUR[A-Z_-]*[_-]ID)[.,;:!?'#*]*($|[,;+])`)
	refHoles = regexp.MustCompile(`(^|[:/])\$([0-9]-|([0-9]|[A-Za-z_]\w*)([:/.]|$))|[:/(]\.[*+]|\(\?`)
	refNoURN = regexp.MustCompile(`(?i)[{]|[:/=_.>-](<|\\u003c)[^/]|:%([^0-9a-f]|.[^0-9a-f]|.?$)|%([0-9.$]*[svqg]|d)|%\(|%[g-z_]\w*%|^.?#\{|:\[|\(\?|(^|[^\\])\\[^\\u/"'_]|\\\\[dwsb]([^a-z]|$)|:&lt;`)
)

func refPart(text string, i int, open, name, near string, end, after int) string {
	data := name
	for data != "" && !refValid(data) {
		data = data[:len(data)-1]
	}
	quoted, closed, front, rest := refIsQuote(open), after > 0, text[:i-len(open)], text[i+len(name):]
	angle, valid := slices.Contains(refAngles, open), refValid(name)
	switch {
	case len(name) < 5 || len(near) < 5:
		return ""
	case refRegex.MatchString(text[:i]), refTurtle.MatchString(text[:i]) && strings.HasSuffix(near, "/"):
		return near
	case refElided.MatchString(text[i:end]) && refValid(strings.TrimSuffix(text[i:end], "…")):
		return text[i:end]
	case closed && refPrefix.MatchString(name),
		closed && quoted && valid && (refWords.MatchString(front) || refConcat.MatchString(text[after:]) && !refParameter.MatchString(text[after:]) || refColonPart(front, name, text[after:], open)),
		!closed && !quoted && !angle && valid && refStar.MatchString(name):
		return name
	case !closed && refPrefix.MatchString(name+":") && strings.HasPrefix(rest, ":"),
		!closed && valid && refColon.MatchString(rest) && !(quoted && strings.HasSuffix(open, strings.TrimLeft(rest, ":")[:1])):
		return name + ":"
	case refDummy.MatchString(text[i:]), refEnd.MatchString(data), !valid && quoted && strings.HasSuffix(near, "%"), refHoles.MatchString(near[4:max(4, strings.IndexByte(near+"#", '#'))]):
		return near
	case valid:
		return ""
	}
	// Not said: a hole is where the text ceases to be a URN, if it ever is one.
	at, within := 4, len(near)
	for k := len(near); k > 4; k-- {
		if refValid(near[:k-1] + "a") {
			at, within = max(4, k-4), 4
			break
		}
	}
	if hole := refNoURN.FindStringIndex(near[at:]); hole != nil && hole[0] < within {
		return near
	}
	return ""
}

// Not said: which text between quotation marks is a prefix because of the : at its end.
func refColonPart(front, name, rest, open string) bool {
	if !strings.HasSuffix(name, ":") || !strings.HasSuffix(open, `"`) && !strings.HasSuffix(open, "'") {
		return false
	}
	return open == "'" || open == `\'` || refAssigned.MatchString(front) && (rest == "" || rest[0] <= '\r') || refJoined.MatchString(rest) || refPrefixed.MatchString(front)
}

// Nothing.

const refTagEnd = `\\*(>|\\u003e|\\x3e|%3e|&gt;|&#62;)`

var (
	refElementTag = regexp.MustCompile(strings.ReplaceAll(`(?i)^urn:[a-z0-9._-]*(\s|$|/@)`, "@", refTagEnd))
	refElement    = regexp.MustCompile(strings.ReplaceAll(`(?i)^urn:[a-z0-9_-]*@(\S|[ \t]*([b-z0-9\n]|a[^ ]|a?$))`, "@", refTagEnd))
	refNoElement  = regexp.MustCompile(`[(^]$`)
	refNoColon    = regexp.MustCompile(`(?i)^urn:[a-z0-9._-]+`)
	refKey        = regexp.MustCompile(`(?i)(=|[a-z0-9][:/]|(namespace|uri|(^|[^a-z0-9]|` + refEscapes + `)(xmlns|urn)) |(?-i:GET|HEAD|POST|PUT|PATCH|DELETE) /)$`)
	refCell       = regexp.MustCompile(`(^|[ ,;|\x00-\x1f])$`)
	refAfterKey   = regexp.MustCompile(`[:=>] $`)
	refBlank      = regexp.MustCompile(`(^|[^({])[ \t]$|\\[nrt]$`)
	refMark       = regexp.MustCompile("^[\"'`]")
	refGoesOn     = regexp.MustCompile(`(?i)^[/?#][a-z0-9]`)
	refNoNID      = regexp.MustCompile(`(?i)^urn://[a-z0-9]`)
	refEndsNID    = regexp.MustCompile("^($|[,;][^\n\r]|[ \t)!\n\r\"'`\\\\])")
	refClark      = regexp.MustCompile("^([\"'`]{urn:}|[^$]?{urn:}[A-Za-z0-9])")
	refCode       = regexp.MustCompile(`(?i)^urn(:*|::[a-z_]\w*(\(.*)?)$`)
	refNID        = regexp.MustCompile(`(?i)^urn:[a-z0-9._-]+:[^\s?]`)
	refTwo        = regexp.MustCompile(`(?i)^urn::?urn:`)
	refDate       = regexp.MustCompile(`^,[0-9]{4}(-[0-9]{2}){0,2}:`)
	refRemark     = regexp.MustCompile(`(?i)^urn:[a-z0-9-]+:\([a-z]+: `)
	refSpaced     = regexp.MustCompile(`(?i)^\|urn:( [\w.-]+:){2,} [\w.-]+\|`)
)

func refNothing(text string, i int, open, near string) bool {
	if refTwo.MatchString(text[i:]) || refRemark.MatchString(text[i:]) {
		return true
	}
	if refIsQuote(open) || slices.Contains(refAngles, open) {
		return refCode.MatchString(near) || slices.Index(refAngles, open)%2 == 0 &&
			(refElementTag.MatchString(text[i:]) || refElement.MatchString(text[i:]) && !refNoElement.MatchString(text[:i-len(open)]))
	}
	return !refNID.MatchString(text[i:])
}

// refRegistered returns the NIDs that a text speaks of, from IANA's registry.
func refRegistered() string {
	text, err := os.ReadFile("../nsdocs/iana_urn_namespaces.csv")
	nids := regexp.MustCompile(`(?m)^(.*),formal,`).FindAllStringSubmatch(string(text), -1)
	if err != nil || len(nids) < 90 {
		panic(fmt.Sprint("the registry: ", len(nids), " formal namespaces; ", err))
	}
	var names []string
	for _, n := range nids {
		if n[1] != "example" {
			names = append(names, n[1])
		}
	}
	return strings.Join(names, "|")
}

// refMention matches a "urn:" with a word that is not meant as a name.
var refMention = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?i:urn:(string|str|text|int|integer|long|number|bool|boolean|any|object|uri|url|null|none|nil|undefined|true|false|` + refRegistered() + `|[a-z0-9_.-]*urn))\.*$`)
})

// refValue returns what is meant as a name, though nothing encloses it and no ":" is after
// the NID, or "".
func refValue(text string, i int, near string) string {
	front, nid := text[:i], refNoColon.FindString(text[i:])
	rest := text[i+len(nid):]
	key := refKey.MatchString(front) && (strings.HasSuffix(front, " ") || strings.HasSuffix(front, " /") || strings.HasSuffix(front, "=") || !refEscape.MatchString(front[:i-1]))
	open := refOpen(text, i)
	starred := open != "" && (open == "|" || strings.Trim(open, "*") == "") && strings.HasPrefix(rest, open)
	word := (starred || refBlank.MatchString(front)) && !refMention().MatchString(nid)
	switch {
	case i > 0 && refSpaced.MatchString(text[i-1:]):
		return strings.Trim(refSpaced.FindString(text[i-1:]), "|")
	case nid == "" && refNoNID.MatchString(text[i:]):
		return near
	case nid == "" || strings.HasPrefix(rest, ":"):
	case refClark.MatchString(front[max(0, i-2):] + "urn:" + rest):
		return nid
	case refGoesOn.MatchString(rest) && !refTwo.MatchString("urn:"+rest[1:]) && (strings.HasPrefix(rest, "?") || !strings.HasSuffix(front, "/")):
		if strings.HasSuffix(front, "/") && key {
			return nid
		} else if key || word || refCell.MatchString(front) && (rest[0] != '/' || !strings.HasSuffix(front, " ") || refAfterKey.MatchString(front)) {
			return near
		}
	case (key || word) && refDate.MatchString(rest):
		return near
	case key && !strings.ContainsAny(rest[:min(1, len(rest))], "(/#?{<$%[\\"),
		word && starred, word && refEndsNID.MatchString(rest) && !(strings.HasSuffix(front, ", ") && strings.HasPrefix(rest, ")")), refAfterKey.MatchString(front) && refMark.MatchString(rest):
		return strings.TrimRight(nid, ".")
	}
	return ""
}

// What the random texts are made of.

var refNames = strings.Split("urn:ex:a¦URN:ISBN:1-2¦urn:oid:1.2¦urn:ex:a(b)¦urn:ex:a?=x#y¦urn:ex:é¦urn:ex:b#c#d¦urn:x:y¦urn:cen.eu:x¦urn:ex:{id}¦urn:ex:<id>¦"+
	"urn:ex:%s¦urn:ex:$id:b¦urn:li:x:(urn:li:y:a,b)¦\"urn:ex:\"¦\"urn:ex\"¦\"Urn::parse\"¦\"urn:\"¦ urn:ex ¦ Urn::parse(¦ urn: ¦\"^urn:ex:a\"¦"+
	"\"urn:ex:a\" + x¦ 'urn:ex:a:' + x¦urn:ex:.*¦urn:ex:a... ¦ urn:ex:a… ¦urn:ex:o''b¦urn:ex:a(b c)¦startsWith(\"urn:ex:a\")¦"+
	"HasPrefix(s, \"urn:ex:a\")¦starting with ‘urn:ex:a’¦urn:ex:a:¦ URI:urn:enc)¦ /a/urn:enc,¦ x=urn:enc|b¦namespace urn:enc; ¦ '{urn:enc}b'¦ to: urn:enc#b ¦\"urn::a::1¦<urn:a>¦<urn:a/>¦{urn:a}b¦urn:ex:a\\\"b¦ urn:E1, ¦ urn:my.srv/x ¦ urn://x¦(<urn:a> b)¦set applicationuri urn:enc ¦: urn:enc\"¦urn:isbn:xxx-xx¦'^urn:li:(.*)$',¦*urn:enc*¦\\nurn:enc, ¦urn:nbn:...:a¦urn:ex:a,DNS:b¦urn:uuid:%08x-%04x¦urn:ex:*¦urn:ex:b-xxxxx¦urn:ex:YOUR_ID¦urn:ex:a:YYYY-MM-DD;N¦urn:ex:a+urn:ex:b+openid¦h/urn:doi:10.1234/a¦x = \"urn:ex:a:\"\n¦urn:ex:a;b=http://c¦urn:publicid:a+urn:publicid:b", "¦")

var refFront = strings.Split("\"¦+¦'¦`¦“¦‘¦„¦«¦‹¦(¦[¦{¦<¦<b>¦<b x=\"y\">¦|¦*¦**¦_¦__¦\\\"¦\\'¦&quot;¦&apos;¦&lt;¦&lt;b&gt;¦%22¦%27¦%3C¦%28¦\\u0022¦\\u003c¦\\n¦%s¦é¦x¦a_¦ ¦\n¦, ¦"+
	": ¦=>¦=¦x=¦x=\"¦http://h/¦http://h/?u=¦/¦/x/¦magnet:?xt=¦see ¦return ¦return \"¦\"id\": ¦\"id\": \"¦f(\"", "¦")

var refAfter = strings.Split("\"¦'¦`¦”¦’¦“¦»¦›¦)¦]¦}¦>¦</b>¦<b>¦<¦|¦*¦**¦_¦\\\"¦\\'¦&quot;¦&apos;¦&gt;¦&lt;/b&gt;¦%22¦%27¦%3E¦%29¦\\u0022¦\\u003e¦\\n¦ ¦\n¦.¦,¦;¦:¦!¦?¦#¦-¦/¦"+
	"b¦ b¦é¦&b¦?b¦?=b¦#b¦;¦,b¦, ¦,urn:ex:b¦;urn:ex:b¦,https://h/¦ urn:ex:b", "¦")

// refOpenQuestions are shapes that the comparison leaves out, since the finder and the
// words of the page differ, or the words leave them open.
var refOpenQuestions = []struct {
	why   string
	shape *regexp.Regexp
}{
	{"a bracket or ^ behind a URN: a name, or a near miss", regexp.MustCompile(`(?i)urn:\S*[\[^]`)},
	{"a ? behind a URN, before what begins no component", regexp.MustCompile(`(?i)urn:\S*\?[^A-Za-z0-9/%+=\s]`)},
	{"a letter beyond ASCII behind a #", regexp.MustCompile(`#[^\x00-\x7f]`)},
	{"a placeholder in brackets of its own kind", regexp.MustCompile(`(?i)[<{]urn:\S*[<{]`)},
	{"two in a word without a comma, and one of them not a name", regexp.MustCompile(`(?i)urn:\S*([^\s,;]|\?\S*)urn:`)},
	{"a tag or a placeholder", regexp.MustCompile(`[:/=_#-](<|&lt;)+b`)},
	{"a * or dots in a name", regexp.MustCompile(`(?i):\*[^\s"]|urn:[^:\s]*:\.\.|:…|\$\(|\.\.\.[!:;,'?]`)},
	{"the words before a further name", regexp.MustCompile(`(starting with ‘|startsWith\("|HasPrefix\(s, ").*urn:.*urn:`)},
	{"words or a | behind a name between delimiters", regexp.MustCompile(`(?i)[^ ]urn:[^ ]*( [a-z0-9]|\|)`)},
	{"an NID without more that is all of a value", regexp.MustCompile(`(?i)(^|[=\n;,]|[:=] )urn:[a-z0-9-]*([/\s&]|$)|urn:<`)},
	{"a : and an apostrophe that nothing opens", regexp.MustCompile(`(?i)urn:[^\s']*:'\S`)},
}

// TestReference compares the two finders on the rows of the page, on random texts, and on
// the lines of documents and test data.
func TestReference(t *testing.T) {
	left, n, ends := map[string]int{}, 0, 0
	open := func(text string) bool {
		for _, q := range refOpenQuestions {
			if q.shape.MatchString(text) {
				left[q.why]++
				return true
			}
		}
		return false
	}
	for text, want := range findingRows(t) {
		var got []string
		for _, m := range refAll(text) {
			got = append(got, m.kind+text[m.start:m.end])
		}
		if !slices.Equal(got, want) && !open(text) {
			t.Errorf("%q: the reference finds %q, and the page says %q", text, got, want)
		}
	}
	compare := func(text string) {
		if open(text) {
			return
		}
		n++
		var found []refFind
		for m := range (scan.Finder{Mode: scan.ModeNear}).All([]byte(text)) {
			found = append(found, refFind{m.Start, m.End, kindOf(m)})
		}
		want := refAll(text)
		for i := range min(len(found), len(want)) {
			// Left open, too: which delimiters end what is no name, and not enclosed.
			if f := found[i]; f.kind != "" && f.end > want[i].end && f.kind == want[i].kind && f.start == want[i].start {
				ends, want[i].end = ends+1, f.end
			}
		}
		if !slices.Equal(found, want) {
			t.Errorf("%q: found %v, and the reference finds %v", text, found, want)
		}
	}
	r := rand.New(rand.NewPCG(8141, 2141))
	pick := func(words []string, most int) (text string) {
		for range r.IntN(most) {
			text += words[r.IntN(len(words))]
		}
		return text
	}
	texts := 20_000
	if testing.Short() {
		texts = 2000
	}
	for range texts {
		text := pick(refFront, 3) + refNames[r.IntN(len(refNames))] + pick(refAfter, 3)
		if r.IntN(2) == 0 {
			text += " " + pick(refFront, 3) + refNames[r.IntN(len(refNames))] + pick(refAfter, 3)
		}
		compare(text)
	}
	for _, pattern := range []string{"README.md", "CHANGELOG.md", "docs/*.md", "../../testdata/find/*.jsonl", "../../testdata/wild/*.jsonl"} {
		files, _ := filepath.Glob("../../" + pattern)
		for _, file := range slices.DeleteFunc(files, func(file string) bool { return file == "../../docs/finding.md" }) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				var vector struct{ Text string }
				if json.Unmarshal([]byte(line), &vector) == nil {
					line = vector.Text
				}
				compare(strings.TrimSuffix(line, "\n"))
			}
		}
	}
	t.Logf("%d texts compared, %d ends left, %v left", n, ends, left)
}
