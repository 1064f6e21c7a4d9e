package urn

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The rule for names in running text, taken literally, with regular expressions and
// every prefix tried. It shares nothing with Finder but Locate and Valid. It takes cubic
// time.

var (
	refGlued  = regexp.MustCompile(`[0-9A-Za-z]$`)
	refEscape = regexp.MustCompile(`(\\[nrt]|%[[:xdigit:]]{2}|\\x[[:xdigit:]]{2}|\\u[[:xdigit:]]{4})$`)
	refNext   = regexp.MustCompile(`^[,;](?i:urn):[0-9A-Za-z]`)

	// What opens, and what closes. A "*" and a "_" may stand up to three times.
	refOpenings = []struct{ open, close string }{
		{`"$`, `\\{0,8}"`}, {"`$", "\\\\{0,8}`"}, {`''$`, `\\{0,8}''`}, {`'$`, `\\{0,8}'`},
		{`<$`, `>`}, {`>$`, `</`}, {`\($`, `\)`}, {`\[$`, `\]`}, {`\{$`, `\}`},
		{`\*\*\*$`, `\*\*\*`}, {`\*\*$`, `\*\*`}, {`\*$`, `\*`},
		{`[0-9A-Za-z]_{1,2}$`, ``}, {`___$`, `___`}, {`__$`, `__`}, {`_$`, `_`},
		{`&quot;$`, `&quot;`}, {`&#34;$`, `&#34;`}, {`&#x22;$`, `&#x22;`}, {`&apos;$`, `&apos;`}, {`&#39;$`, `&#39;`}, {`&#x27;$`, `&#x27;`},
		{`&lt;$`, `&gt;`}, {`&#60;$`, `&#62;`}, {`&gt;$`, `&lt;`}, {`&ldquo;$`, `&rdquo;`}, {`&lsquo;$`, `&rsquo;`}, {`&laquo;$`, `&raquo;`},
		{`%22$`, `%22`}, {`%27$`, `%27`}, {`%3C$`, `%3E`}, {`%3E$`, `%3C`}, {`%60$`, `%60`}, {`%5B$`, `%5D`}, {`%7B$`, `%7D`}, {`%28$`, `%29`},
		{`\\u0022$`, `\\u0022`}, {`\\u0027$`, `\\u0027`}, {`\\u003C$`, `\\u003E`}, {`\\u003E$`, `\\u003C`}, {`\\x22$`, `\\x22`}, {`\\x27$`, `\\x27`},
		{`[\p{Pi}\p{Pf}[:^ascii:]]$`, `[\p{Pi}\p{Pf}\p{Pe}]`},
	}
	refOpen, refClose = func() (open, close []*regexp.Regexp) {
		for _, o := range refOpenings {
			open = append(open, regexp.MustCompile(`(?i)`+o.open))
			close = append(close, regexp.MustCompile(`^(?i:`+o.close+`)`))
		}
		return open, close
	}()
	refQuotes = regexp.MustCompile("[\"'`]$")

	refEntity = regexp.MustCompile(`^&(?:(?i:lt|gt|quot|apos|nbsp|ldquo|rdquo|lsquo|rsquo|laquo|raquo|hellip)|#[0-9A-Za-z]{1,4});`)
	refURL    = regexp.MustCompile("[^\\x00-\\x20\"'<>\\[\\\\\\]^`{|}\\x7f]*$")
	refDollar = regexp.MustCompile(`^\$[0-9A-Za-z_{("/']`)

	refPatterns = []*regexp.Regexp{
		regexp.MustCompile(`^\((\?|\.[*+])`),
		regexp.MustCompile(`^[:/]\.[*+]`),
		regexp.MustCompile(`^[:/]\*([^0-9A-Za-z._*%-]|$)`),
	}
	refClass       = regexp.MustCompile(`^\[([^\]\x00-\x20"'=]{0,62})\](.?)`)
	refRange       = regexp.MustCompile(`[0-9A-Za-z]-[0-9A-Za-z]`)
	refWord        = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z_-]*$`)
	refPlaceholder = regexp.MustCompile(`^(?:<|(?i:&lt;))[0-9A-Za-z$_{][0-9A-Za-z _.$\-{}\[\]]{0,62}(?:>|(?i:&gt;))`)
	refVerb        = regexp.MustCompile(`^%(?:[({<%"'@]|[-+ #0-9.*$lhz]{0,6}[sdvqxXufFgGeEicpotTUb](?:[^0-9A-Za-z]|$))`)
	refOperator    = regexp.MustCompile(`^[ \t]{0,8}\+`)
	refWeak        = regexp.MustCompile(`^(?:\$|[ \t]{0,8}(?:~|\|\||<>|& |\.[ $."']))`)
	refSays        = regexp.MustCompile(`(?i)prefix|start|concat`)
)

const refJoints = ":/#.-_=@~"

// refFind finds the matches and the near misses.
func refFind(f Finder, text string) (found []Match) {
	for i := 0; i+4 <= len(text); i++ {
		if !strings.EqualFold(text[i:i+4], "urn:") || refGlued.MatchString(text[:i]) && !refEscape.MatchString(text[:i]) {
			continue
		}
		v, end := refExactly(f, text, i)
		if !f.Exact {
			v, end = refJudge(f, text, i)
		}
		end = max(end, i+4)
		o, fault := f.Syntax.Locate(text[i:end])
		if v == isMiss && fault.Reason == 0 {
			v = partial
		}
		switch v {
		case isName:
			found = append(found, Match{i, end, o, Fault{}})
		case isMiss:
			found = append(found, Match{i, end, Offsets{}, fault})
		case partial:
			if fault.Reason == 0 {
				fault.Offset = end - i
			}
			fault.Syntax, fault.Reason = f.Syntax, Partial
			found = append(found, Match{i, end, Offsets{}, fault})
		}
		i = end - 1
	}
	return found
}

// refMatches returns the matches alone.
func refMatches(f Finder, text string) (found []Match) {
	for _, m := range refFind(f, text) {
		if m.Fault == (Fault{}) {
			found = append(found, m)
		}
	}
	return found
}

func refLongest(x Syntax, text string, s, limit int) int {
	for end := s + min(limit-s, MaxLen); end > s; end-- { // s+MaxLen may exceed an int
		if x.Valid(text[s:end]) {
			return end
		}
	}
	return s
}

// refStop returns where no URN can go on.
func refStop(x Syntax, text string, s int) int {
	if _, fault := x.Locate(text[s:]); fault.Reason != 0 {
		return s + fault.Offset
	}
	return len(text)
}

func refExactly(f Finder, text string, s int) (verdict, int) {
	stop := refStop(f.Syntax, text, s)
	if end := refLongest(f.Syntax, text, s, stop); end > s {
		return isName, end
	}
	return noName, s + 4
}

type refCandidate struct {
	f     Finder
	text  string
	s     int
	close *regexp.Regexp // nil if nothing opens
	kind  string         // the expression of close
	quote bool
	regex bool
}

func refContext(f Finder, text string, s int) *refCandidate {
	c := &refCandidate{f: f, text: text, s: s}
	before := text[:s]
	for i, o := range refOpen {
		if !o.MatchString(before) {
			continue
		}
		c.close, c.kind = refClose[i], refOpenings[i].close
		if c.kind == "" {
			c.close = nil
		}
		if r, _ := utf8.DecodeLastRuneInString(before); r >= utf8.RuneSelf && !unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps) {
			c.close, c.kind = nil, ""
		}
		break
	}
	c.quote = refQuotes.MatchString(before)
	c.regex = strings.HasSuffix(before, "^") && !strings.HasSuffix(before, "^^") || strings.HasSuffix(before, "?:")
	return c
}

func (c *refCandidate) from(i int) string { return c.text[min(i, len(c.text)):] }

// closed returns the length of what closes at i.
func (c *refCandidate) closed(i int) int {
	if i < len(c.text) && c.text[i] == '|' {
		return 1
	}
	if c.close == nil || strings.HasPrefix(c.kind, `[\p`) && (i >= len(c.text) || c.text[i] < utf8.RuneSelf) {
		return 0
	}
	return len(c.close.FindString(c.from(i)))
}

// urlKind returns "path", "query" or "".
func (c *refCandidate) urlKind() string {
	if c.close != nil {
		return ""
	}
	run := refURL.FindString(c.text[max(0, c.s-maxBefore):c.s])
	switch {
	case strings.Contains(run, "?"), strings.HasSuffix(run, "="):
		return "query"
	case strings.Contains(run, "/"):
		return "path"
	}
	return ""
}

func refJudge(f Finder, text string, s int) (verdict, int) {
	if len(text) >= s+8 && strings.EqualFold(text[s+4:s+8], "urn:") {
		return noName, s + 4
	}
	c := refContext(f, text, s)
	stop := refStop(f.Syntax, text, s)

	depth, paren, odd := 0, -1, -1
	end, how := -1, "grammar"
	q := false
scan:
	for i := s + 4; i < stop; i++ {
		rest := text[i:]
		if odd < 0 && (refDollar.MatchString(rest) || refPatterns[0].MatchString(rest)) {
			odd = i
		}
		for _, p := range refPatterns[1:] {
			if i+1 < stop && odd < 0 && p.MatchString(rest) {
				odd = i + 1 + strings.IndexAny(rest[1:], "*+")
			}
		}
		inside := c.kind != "" && c.closed(i) > 0 && strings.IndexByte(`\{0,8}"`+"`>[|<]", refFirst(c.kind)) < 0
		switch rest[0] {
		case '(':
			depth++
		case ')':
			if depth > 0 {
				depth--
			} else if c.kind == `\)` {
				end, how = i, "close"
				break scan
			} else if c.close == nil {
				end, how = i, "paren"
				break scan
			} else if paren < 0 {
				paren = i
			}
		case ',', ';':
			if depth == 0 && refNext.MatchString(rest) {
				end, how = i, "separator"
				break scan
			}
		case '\'':
			if c.kind == `\\{0,8}''` && strings.HasPrefix(rest, "''") {
				end, how = i, "close"
				break scan
			}
			if c.kind == `\\{0,8}'` {
				if strings.HasPrefix(rest, "''") {
					i++
					continue
				}
				end, how = i, "close"
				break scan
			}
		case '_', '%':
			after := ""
			if n := c.closed(i); inside && n > 0 {
				after = c.from(i + n)
				if rest[0] == '%' || after == "" || !refWordByte(after[0]) {
					end, how = i, "close"
					break scan
				}
			}
		case '*':
			if inside && strings.HasPrefix(c.kind, `\*`) && alphanumeric(text[i-1]) {
				end, how = i, "close"
				break scan
			}
		case '?':
			q = q || strings.HasPrefix(rest, "?=")
			if c.urlKind() == "path" {
				end, how = i, "separator"
				break scan
			}
		case '&':
			if refEntity.MatchString(rest) {
				stop = i
				break scan
			}
			if !q && c.urlKind() != "" {
				end, how = i, "separator"
				break scan
			}
		}
	}
	limit := stop
	if end >= 0 {
		limit = end
	}
	longest := refLongest(f.Syntax, text, s, stop)
	if how != "grammar" {
		// It counts whether a URN begins at all, as far as the grammar was followed.
		longest = refLongest(f.Syntax, text, s, refStop(f.Syntax, text, s))
	}
	if longest == s {
		return c.malformed(limit)
	}
	closed := how == "close"
	if how == "grammar" {
		end = longest
		closed = c.closed(end) > 0
	}
	if !closed && paren >= 0 && paren < end {
		end, how = paren, "paren"
	}
	if !f.Syntax.Valid(text[s:end]) {
		if text[end-1] == ':' {
			return partial, end
		}
		return isMiss, end
	}
	if c.regex || odd >= 0 && odd < end {
		return partial, c.extent(end, true)
	}
	if closed {
		if c.prefix(end) {
			return partial, end
		}
		return isName, end
	}
	if how == "grammar" {
		if v, to := c.after(end, depth); v != isName {
			if to <= end {
				to = c.extent(end, v == partial)
			}
			return v, to
		}
	}
	name := refTrim(f.Syntax, text[s:end])
	if strings.Contains(text[s+len(name):end], "...") {
		return partial, end
	}
	if o, _ := f.Syntax.Locate(name); o.NSS().End == len(name) && o.NSS().End-o.NSS().Start == 1 && strings.ContainsAny(name[len(name)-1:], ".,;:!?'") {
		return partial, s + o.NSS().Start
	}
	return isName, s + len(name)
}

func refFirst(kind string) byte {
	if strings.HasPrefix(kind, `\\{0,8}'`) {
		return '\''
	}
	return strings.TrimPrefix(kind, `\`)[0]
}

func refWordByte(c byte) bool { return alphanumeric(c) || c == '_' }

// refTrim takes one byte after the other off a name.
func refTrim(x Syntax, u string) string {
	for {
		rest := u[:len(u)-1]
		o, _ := x.Locate(u)
		last := u[len(u)-1:]
		switch {
		case last == "#" && o.F() != (Span{}) && o.F().Start == len(u):
		case strings.Contains(".,;:!?'", last) && refShorter(x, u):
		case strings.HasSuffix(u, "**") && refShorter(x, rest) && refShorter(x, u):
			for strings.HasSuffix(u, "*") && refShorter(x, u) {
				u = u[:len(u)-1]
			}
			continue
		default:
			return u
		}
		u = rest
	}
}

// refShorter reports whether u without its last byte is a URN of the same components.
func refShorter(x Syntax, u string) bool {
	a, _ := x.Locate(u)
	b, fault := x.Locate(u[:len(u)-1])
	return fault.Reason == 0 && a.NSS().Start == b.NSS().Start && (a.R() == Span{}) == (b.R() == Span{}) && (a.Q() == Span{}) == (b.Q() == Span{}) && (a.F() == Span{}) == (b.F() == Span{})
}

// prefix: see candidate.isPrefix.
func (c *refCandidate) prefix(end int) bool {
	name := c.text[c.s:end]
	if strings.HasSuffix(name, "#") || strings.HasSuffix(name, "$") || strings.HasSuffix(name, "...") {
		return true
	}
	joint := strings.ContainsAny(name[len(name)-1:], refJoints)
	if c.quote && !strings.HasPrefix(c.from(end), "|") {
		rest := c.from(end + c.closed(end))
		if refOperator.MatchString(rest) || joint && refWeak.MatchString(rest) {
			return true
		}
		if !joint {
			return false
		}
	}
	line := c.text[max(0, c.s-maxWords):c.s]
	return joint && refSays.MatchString(line[strings.LastIndexByte(line, '\n')+1:])
}

func (c *refCandidate) joint(i int) bool { return strings.IndexByte(refJoints, c.text[i]) >= 0 }

func (c *refCandidate) placeholder(i int) bool {
	p := refPlaceholder.FindString(c.from(i))
	if p == "" || !c.joint(i-1) {
		return false
	}
	after := c.from(i + len(p))
	return c.text[i-1] != '.' || after != "" && strings.IndexByte(":/#.-_=@<&", after[0]) >= 0
}

func refLetter(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N) }

// after: see candidate.after.
func (c *refCandidate) after(i, depth int) (verdict, int) {
	rest := c.from(i)
	if rest == "" {
		return isName, 0
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == ' ' || r == '\t':
		if depth > 0 {
			for k := i; k < min(i+maxAfter, len(c.text)); k++ {
				switch c.text[k] {
				case '(':
					depth++
				case ')':
					if depth--; depth == 0 {
						return isMiss, c.extent(k+1, false)
					}
				case 0, '\n', '\r', '"', '<', '>', '`':
					return isName, 0
				}
			}
		}
		return isName, 0
	case r < ' ', r == 0x7f, strings.ContainsRune("\"'`>]}|^().,;:!", r):
		return isName, 0
	case r >= utf8.RuneSelf:
		switch {
		case r == '…':
			return partial, 0
		case c.text[i-1] == '#', !refLetter(r) && !(r == utf8.RuneError):
			return isName, 0
		}
		_ = size
		return isMiss, 0
	}
	yes := map[bool]verdict{true: partial, false: isName}
	switch r {
	case '{':
		return partial, 0
	case '[':
		m := refClass.FindStringSubmatch(rest)
		return yes[strings.HasPrefix(rest, "[^") || m != nil && (refRange.MatchString(m[1]) || m[2] != "" && strings.Contains("{+*", m[2]) ||
			refWord.MatchString(m[1]) && c.joint(i-1) && strings.Trim(m[1], "0123456789") != "")], 0
	case '<':
		return yes[c.placeholder(i)], 0
	case '&':
		switch e := strings.ToLower(refEntity.FindString(rest)); {
		case e == "":
			return isMiss, 0
		case e == "&lt;":
			return yes[c.placeholder(i)], 0
		default:
			return yes[e == "&hellip;"], 0
		}
	case '%':
		if refVerb.MatchString(rest) {
			return partial, 0
		}
	case '\\':
		switch m := regexp.MustCompile(`^\\(?:u([[:xdigit:]]{4})|(?s:.))`).FindStringSubmatch(rest); {
		case m == nil, strings.IndexByte("\"'`\\nrt0 \n\r\t\x00", rest[1]) >= 0:
			return isName, 0
		case rest[1] == '/':
			return isMiss, 0
		case m[1] == "":
			return partial, 0
		default:
			var r rune
			for _, d := range strings.ToLower(m[1]) {
				r = r<<4 | rune(strings.IndexRune("0123456789abcdef", d))
			}
			if r < ' ' && !strings.ContainsRune("\t\n\r", r) {
				return isMiss, 0
			}
			if r < utf8.RuneSelf && !strings.ContainsRune("!#$%&'()*+,-./:;=?@_~", r) && !alphanumeric(byte(r)) || r >= utf8.RuneSelf && !refLetter(r) {
				return isName, 0
			}
		}
	case '?':
		next := c.from(i + 1)
		switch {
		case next != "" && strings.IndexByte("+=/%", next[0]) >= 0:
		case next == "" || !alphanumeric(next[0]), len(next) >= 4 && strings.EqualFold(next[:4], "urn:"), c.urlKind() == "path":
			return isName, 0
		}
	}
	return isMiss, 0
}

// malformed: see candidate.malformed.
func (c *refCandidate) malformed(stop int) (verdict, int) {
	nid := regexp.MustCompile(`^[0-9A-Za-z._-]{0,64}`).FindString(c.from(c.s + 4))
	i := c.s + 4 + len(nid)
	enclosed := c.quote || c.kind == ">" || c.kind == "</" || strings.HasPrefix(c.kind, `[\p`)
	rest := c.from(i)
	begins := func(set string) bool { return rest != "" && strings.IndexByte(set, rest[0]) >= 0 }
	switch {
	case nid == "":
		if enclosed && begins(`{<$%[\`) && c.closed(i) == 0 {
			return partial, c.extent(i, true)
		}
		return noName, 0
	case !begins(":"):
		switch {
		case !enclosed:
			return noName, 0
		case c.closed(i) > 0:
			return isMiss, i
		case begins("{<$%["):
			return partial, c.extent(i, true)
		case begins(" "):
			if end := c.extent(i, false); end > i && c.closed(end) > 0 && strings.Contains(c.text[i:end], ":") {
				return isMiss, end
			}
		}
		return noName, 0
	}
	i++
	if c.closed(i) > 0 {
		return partial, i
	}
	rest = c.from(i)
	switch {
	case strings.HasPrefix(rest, "#{"), begins(`{<$%[\(*`), refEntity.MatchString(rest):
		return partial, c.extent(i, true)
	case rest == "" || rest[0] <= ' ' || begins("\x7f\"'`>]}|.,;:!?"):
		if begins(":") || !enclosed && !begins(",)\"`'") {
			return noName, 0
		}
		return partial, i
	}
	end := c.extent(max(stop, i), false)
	if c.regex {
		return partial, end
	}
	return isMiss, end
}

// extent: see candidate.extent.
func (c *refCandidate) extent(i int, template bool) int {
	last := min(i+maxAfter, len(c.text))
	if c.close != nil {
		for k := i; k < last && c.text[k] != 0 && c.text[k] != '\n'; k++ {
			own := c.text[c.s+4 : k]
			if !(c.kind == `\)` && strings.Count(own, "(") > strings.Count(own, ")")) && c.closed(k) > 0 {
				return k
			}
			if refNext.MatchString(c.text[k:]) {
				return k
			}
		}
	}
	end := i
	for ; end < last; end++ {
		b := c.text[end]
		if b <= ' ' || b == 0x7f || b == '"' || b == '`' || !template && (b == '<' || b == '>') || strings.HasPrefix(c.text[end:], "</") || refNext.MatchString(c.text[end:]) {
			break
		}
	}
	cutset := ".,;:!?')"
	if strings.Contains(c.text[c.s:end], "(") {
		cutset = ".,;:!?'"
	}
	end = i + len(strings.TrimRight(c.text[i:end], cutset))
	for end > i && end < len(c.text) && !utf8.RuneStart(c.text[end]) {
		end--
	}
	return end
}

func alphanumeric(c byte) bool {
	return strings.IndexByte("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", c) >= 0
}
