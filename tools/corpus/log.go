package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// sampleSize is the length of testdata/find/sample.log.gz, decompressed.
const sampleSize = 2 << 20

// writeLog writes a log of at least size bytes, in whole lines, to w. It has
// JSON lines, access logs, syslog, XML and prose in turn, as a collector with
// many sources sees them. About two lines in five hold a URN, some hold
// several, and some hold what only looks like one.
//
// To list goes a line for each URN, "offset<TAB>line<TAB>URN", where offset
// counts bytes from 0 and line lines from 1. The list has the URNs that
// were written, by the rules for URNs in running text. It does not come
// from a search.
func writeLog(w, list io.Writer, g *generator, size int64) error {
	l := &logWriter{generator: g, w: w, list: list}
	for l.off+int64(len(l.buf)) < size {
		l.line++
		switch n := g.IntN(100); {
		case n < 30:
			l.json()
		case n < 55:
			l.access()
		case n < 75:
			l.syslog()
		case n < 85:
			l.xml()
		case n < 97:
			l.prose()
		default:
			l.decoys()
		}
		l.text("\n")
		if len(l.buf) >= 1<<16 {
			l.flush()
		}
	}
	l.flush()
	return l.err
}

// logWriter builds lines out of text that holds no URN and of URNs.
type logWriter struct {
	*generator
	w, list io.Writer
	buf     []byte // what has not been written yet
	rows    []byte // the same of the list
	off     int64  // where buf begins
	line    int64
	seconds int // since the log began
	err     error
}

func (l *logWriter) flush() {
	if l.err == nil {
		_, l.err = l.w.Write(l.buf)
	}
	if l.err == nil {
		_, l.err = l.list.Write(l.rows)
	}
	l.off += int64(len(l.buf))
	l.buf, l.rows = l.buf[:0], l.rows[:0]
}

func (l *logWriter) text(parts ...string) {
	for _, p := range parts {
		l.buf = append(l.buf, p...)
	}
}

// found writes a URN and lists it. No letter or digit may occur before it, and
// what follows must end it.
func (l *logWriter) found(u string) {
	u = strings.TrimSuffix(u, "#") // in a text, that is a prefix of names
	l.rows = strconv.AppendInt(l.rows, l.off+int64(len(l.buf)), 10)
	l.rows = append(l.rows, '\t')
	l.rows = strconv.AppendInt(l.rows, l.line, 10)
	l.rows = append(l.rows, '\t')
	l.rows = append(l.rows, u...)
	l.rows = append(l.rows, '\n')
	l.buf = append(l.buf, u...)
}

// chance is true n times out of 100.
func (l *logWriter) chance(n int) bool { return l.IntN(100) < n }

func (l *logWriter) num(lo, hi int) string { return strconv.Itoa(l.between(lo, hi)) }

var logWords = strings.Fields(`
	the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one
	you were all her she there would their we him been has when who will no more if out so up said what its about than
	into them can only other time new some could these two may first then do any like my now over such our man me even
	most made after also did many off before must well back through years where much your way down should because long
	each just state those people too mr how little good world make very year still see own work men day get here old
	between both life being under three never know same last another while us might great go come since against right
	came take used himself few house use place during high without again home around small however mrs part school
	public number system message record catalogue identifier resolver archive library names burning returned turns
	return urns journal burnt Saturn nocturne sojourn adjourned attorney return unregistered`)

// sentence returns n words, some of them in scripts that need more than a byte.
func (l *logWriter) sentence(n int) string {
	w := make([]string, n)
	for i := range w {
		w[i] = logWords[l.IntN(len(logWords))]
		switch l.IntN(40) {
		case 0:
			w[i] = l.one("café", "naïve", "Übersicht", "“quoted”", "– and –", "каталог", "図書館", "Ångström")
		case 1:
			w[i] += ","
		case 2:
			w[i] += ":"
		}
	}
	return strings.Join(w, " ")
}

func (l *logWriter) clock() (day, hms string) {
	l.seconds += l.IntN(3)
	s := l.seconds
	return fmt.Sprintf("%02d", 1+s/86400%28), fmt.Sprintf("%02d:%02d:%02d", s/3600%24, s/60%60, s%60)
}

func (l *logWriter) ip() string {
	return l.num(1, 223) + "." + l.num(0, 255) + "." + l.num(0, 255) + "." + l.num(1, 254)
}

func (l *logWriter) json() {
	day, hms := l.clock()
	l.text(`{"time":"2024-11-`, day, "T", hms, ".", l.from(digits, 3), `Z","level":"`, l.one("info", "info", "info", "warn", "debug", "error"),
		`","service":"`, l.one("resolver", "catalogue", "ingest", "auth", "delivery"), `","host":"node-`, l.num(1, 40), `","pid":`, l.num(300, 32000),
		`,"trace":"`, l.from(hexLow, 32), `","msg":"`, l.sentence(l.between(3, 12)), `"`)
	if l.chance(30) {
		l.text(`,"http":{"method":"`, l.one("GET", "POST", "PUT"), `","status":`, l.one("200", "201", "204", "304", "404", "500"),
			`,"bytes":`, l.num(0, 99999), `,"path":"/v1/`, l.words(2, "/"), `","remote":"`, l.ip(), ":", l.num(1024, 65000), `"}`)
	}
	if l.chance(42) {
		l.text(`,"`, l.one("urn", "id", "subject", "object", "@id"), `":"`)
		l.found(l.urn())
		l.text(`"`)
		if l.chance(25) {
			l.text(`,"related":["`)
			l.found(l.urn())
			l.text(`","`)
			l.found(l.urn())
			l.text(`"]`)
		}
		if l.chance(10) {
			l.text(`,"dataset":"`)
			l.found(l.dataset())
			l.text(`"`)
		}
	}
	l.text(`,"took":`, l.num(0, 9), ".", l.from(digits, 6), `,"tags":["`, l.words(1, ""), `","`, l.words(1, ""), `"],"retry":`, l.one("true", "false", "null"), `}`)
}

// dataset returns a name that keeps its brackets.
func (g *generator) dataset() string {
	return "urn:li:dataset:(urn:li:dataPlatform:" + g.one("s3", "hive", "kafka") + "," + g.words(g.between(1, 3), "/") + "," + g.one("PROD", "DEV") + ")"
}

func (l *logWriter) access() {
	day, hms := l.clock()
	l.text(l.ip(), " - ", l.one("-", "-", "-", l.from(lower, 5)), " [", day, "/Nov/2024:", hms, ` +0000] "`, l.one("GET", "GET", "GET", "HEAD", "POST"), " /")
	switch {
	case l.chance(18):
		l.text("resolve/")
		l.found(l.assignedName() + l.one("", "", "/items", "/cover.jpg"))
	case l.chance(18):
		l.text("search?q=")
		l.found(l.assignedName())
		l.text(l.one("", "&lang=en", "&page=2&size=50"))
	case l.chance(10):
		l.text("resolve?uri=urn%3Aisbn%3A", l.from(digits, 13))
	default:
		l.text(l.words(l.between(1, 4), "/"), l.one("", ".html", ".js", ".png", "?v="+l.from(hexLow, 8), "?page="+l.num(1, 9)+"&sort=asc"))
	}
	l.text(` HTTP/`, l.one("1.1", "2.0"), `" `, l.one("200", "200", "200", "304", "404", "301"), " ", l.num(0, 200000), ` "`)
	switch {
	case l.chance(40):
		l.text("https://", l.words(2, "."), ".example/", l.words(l.between(0, 3), "/"))
	case l.chance(5):
		l.text("https://resolver.example/")
		l.found(l.assignedName())
	default:
		l.text("-")
	}
	l.text(`" "`, l.one(
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
		"Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
		"curl/8.5.0", "Go-http-client/1.1", "python-requests/2.32.3"), `"`)
}

func (l *logWriter) syslog() {
	day, hms := l.clock()
	l.text("Nov ", day, " ", hms, " node-", l.num(1, 40), " ", l.one("sshd", "kernel", "resolverd", "cron", "systemd", "postfix/smtpd"), "[", l.num(100, 32000), "]: ")
	switch l.IntN(7) {
	case 0:
		l.text("resolved ")
		l.found(l.urn())
		l.text(" in ", l.num(1, 900), "ms")
	case 1:
		l.text("id=")
		l.found(l.urn())
		l.text("; status=", l.one("ok", "gone", "moved"), "; took=", l.num(1, 99), "ms")
	case 2:
		l.text("cannot fetch <")
		l.found(l.urn())
		l.text(">: ", l.sentence(4))
	case 3:
		l.text("Accepted publickey for ", l.from(lower, 6), " from ", l.ip(), " port ", l.num(1024, 65000), " ssh2: ED25519 SHA256:", l.from(lower+upper+digits, 43))
	case 4:
		l.text("[", l.num(1000, 99999), ".", l.from(digits, 6), "] ", l.one("eth0: link up", "usb 1-1: new device", "audit: type=1400"), " addr=", l.from(hexLow, 2), ":", l.from(hexLow, 2), ":", l.from(hexLow, 2))
	default:
		l.text(l.sentence(l.between(5, 14)), " rc=", l.num(0, 3))
	}
}

func (l *logWriter) xml() {
	l.text(strings.Repeat("  ", l.between(0, 4)))
	switch l.IntN(7) {
	case 0:
		l.text(`<mods:identifier type="urn">`)
		l.found(l.assignedName())
		l.text(`</mods:identifier>`)
	case 1:
		l.text(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:a="`)
		l.found(l.assignedName())
		l.text(`" xsi:schemaLocation='`)
		l.found(l.assignedName())
		// The apostrophe may occur in a URN. Here it closes what it opened.
		l.text(`' version="1.0">`)
	case 2:
		l.text(`<item id="`, l.num(1, 99999), `" lang="`, l.one("en", "de", "fr"), `" ref="`)
		l.found(l.urn())
		l.text(`" created="2024-11-`, l.num(10, 28), `T00:00:00Z"/>`)
	case 3:
		l.text("<dc:description>", l.sentence(l.between(6, 14)), "</dc:description>")
	case 4:
		l.text("<!-- ", l.sentence(l.between(3, 8)), " -->")
	default:
		l.text("<dc:", l.one("title", "creator", "subject"), ` xml:lang="en">`, l.sentence(l.between(2, 8)), "</dc:", l.one("title", "creator"), ">")
	}
}

func (l *logWriter) prose() {
	l.text(l.sentence(l.between(4, 9)), " ")
	if l.chance(45) {
		switch l.IntN(8) {
		case 0:
			l.text("(see ")
			l.found(l.urn())
			l.text(") ")
		case 1:
			l.text("“")
			l.found(l.urn())
			l.text("” ")
		case 2:
			l.text("(as ")
			l.found(l.dataset())
			l.text("). ")
		case 3:
			l.text("[")
			l.found(l.urn())
			l.text("](https://resolver.example/) ")
		case 4:
			l.found(l.urn())
			l.text(", ")
			l.found(l.urn())
			l.text(l.one(" and ", "; "))
			l.found(l.urn())
			l.text(l.one(". ", "! ", "?! ", ".! ", ": ", ".) "))
		case 5:
			l.text("'")
			l.found(l.assignedName())
			l.text("', ")
		case 6:
			l.found(l.urn())
			l.text(l.one("–", "—", "\u00a0", "\t"))
		case 7:
			// These end any URN.
			l.found(l.assignedName())
			l.text(l.one("?", "??", "?!", "\\n", "\\\"", "|", "}", "]", ">", "^2", "`", ",;"), " ")
		}
	}
	l.text(l.sentence(l.between(2, 5)), ".")
}

// decoys writes texts that are not URNs, each for one reason.
func (l *logWriter) decoys() {
	for range l.between(1, 4) {
		l.text(l.sentence(2), " ", l.one(
			"urn:", "URN: ", "urn:a:b", "urn:isbn", "urn:isbn:", "urn:-x:y", "urn:x-:y", "urn::a:b", "urn:isbn:%4", "urn:isbn:%zz", "urn:isbn:/a",
			"urn:isbn:?a", "urn:isbn: 123", "urn:"+l.from(lower, 33)+":a", "burn:isbn:123", "return:ab:c", "Saturn:ab:c", "9urn:ab:c", "xURN:ab:c",
			"urn%3Aisbn%3A123", "urn :ab:c", "ur n:ab:c", "un:ab:c", "urm:ab:c", "uri:ab:c", "urnn:ab:c", "url:ab:c", `urn":"ab`, "éurn", "urn\x00:ab:c"), " ")
	}
}
