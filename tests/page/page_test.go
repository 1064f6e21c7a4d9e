package page

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const sample = `loan of urn:isbn:0-395-36341-1 to urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
GET /?name=urn:example:weather?+res=metar?=lat=39.56#today 200
wrong digit urn:isbn:0-395-36341-2, cut off urn:example:a%2
no namespace urn:x:y`

// TestText: URNs are marked in place, with their components; faults have a reason, a
// clause and a byte.
func TestText(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.enter("#input", sample)
	if have := eval[string](p, `document.querySelector("#marked").textContent`); have != sample {
		t.Errorf("the text is shown as %q", have)
	}
	marks := eval[[]string](p, `[...document.querySelectorAll(".mark")].map(m => m.className + " " + m.textContent)`)
	want := []string{
		"mark valid urn:isbn:0-395-36341-1", "mark valid urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
		"mark valid urn:example:weather?+res=metar?=lat=39.56#today",
		"mark invalid urn:isbn:0-395-36341-2", "mark near urn:example:a%2", "mark near current urn:x:y", // where the caret is
	}
	if !slices.Equal(marks, want) {
		t.Errorf("marks %q, want %q", marks, want)
	}
	colours := eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll(".mark")[2].children].map(c => [c.className, c.textContent]))`)
	for component, text := range map[string]string{"nid": "example", "nss": "weather", "r": "res=metar", "q": "lat=39.56", "f": "today"} {
		if colours[component] != text {
			t.Errorf("%s is %q, want %q", component, colours[component], text)
		}
	}
	p.wants("#summary", "4 URNs", "1 of them breaks a rule", "2 near misses")
	p.wants("#faults", "Line 3, column 34\nwrong check digit: it should be '1'", "IANA template of urn:isbn", "RFC 3986, section 2.1",
		"Line 4, column 19\nmalformed namespace identifier", "RFC 8141, section 2.1")
	if wavy := eval[string](p, `getComputedStyle(document.querySelector(".mark.invalid .wrong")).textDecorationLine`); wavy != "underline" {
		t.Errorf("the fault is not underlined: %q", wavy)
	}
	saved := eval[string](p, `(URL.createObjectURL = b => { window.saved = b; return "blob:" }, document.querySelector("#save").click(), saved.text())`)
	if !strings.HasPrefix(saved, "place,name,state,message\r\n\"Line 1, column 9\",\"urn:isbn:0-395-36341-1\",\"valid\",\"\"\r\n") || !strings.Contains(saved, "\"near miss\",\"malformed") {
		t.Errorf("the list is saved as %s", saved)
	}
	// A click takes a name apart, and shows which one it is.
	p.click(".mark:nth-of-type(2)")
	p.until(`document.querySelector("#name").innerText.includes("1997-02-03")`)
	p.until(`document.querySelector(".mark.current").textContent.startsWith("urn:uuid:") && !document.querySelector(".current ~ .current")`)
	// The marks are behind the letters of the field, however long and wide the text is.
	long := strings.Repeat("x", 3000) + " urn:ex:a\n"
	for _, text := range []string{sample, "\n\turn:ex:a\u00e9\n\n", strings.Repeat("日本urn:example:a を\t", 200), long} {
		p.enter("#input", text)
		for _, width := range []int64{1280, 380} {
			p.look(width, "light")
			if have := eval[[]float64](p, `(() => { const [i, m] = ["input", "marked"].map(id => document.getElementById(id));
				i.style.alignSelf = m.style.alignSelf = "start"; i.style.height = "0";
				const have = [i.scrollHeight, m.offsetHeight, i.clientWidth, m.clientWidth];
				i.style = m.style = ""; return have })()`); have[0] != have[1] || have[2] != have[3] {
				t.Errorf("%.20q, %d pixels wide: the field and its marks are %v pixels high and wide", text, width, have)
			}
		}
	}
}

// TestName: everything that is said about a name.
func TestName(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)

	p.enter("#input", "URN:ISBN:0-395-36341-1")
	p.wants("#name", "Valid in its namespace")
	p.wants("#components", "NID", "ISBN", "5–8", "NSS", "0-395-36341-1", "10–22")
	if forms := eval[[]string](p, `[...document.querySelectorAll("#forms tr")].map(r => r.querySelector("th").innerText + ": " + r.querySelector(".safe").innerText)`); !slices.Equal(forms, []string{
		"Normal form: urn:isbn:0-395-36341-1", "Key: urn:isbn:0-395-36341-1", // as "urn normalize" and "urn normalize --key" say
		"Normal form, by the namespace: urn:isbn:9780395363416", "Key, by the namespace: urn:isbn:9780395363416",
	}) {
		t.Errorf("forms: %q", forms)
	}
	p.wants("#namespace", "isbn", "formal namespace", "IANA", "RFC 8254", "hyphens")
	p.wants("#view", "ISBN-13", "9780395363416", "Check digit")
	p.wants("#syntaxes", "All four")
	p.wants("#name", `urn.Parse("URN:ISBN:0-395-36341-1")`, "urn normalize --key --namespace")

	p.enter("#input", "urn:example:caf%C3%a9?=q")
	p.wants("#components", "decoded: café", "q-component")
	p.wants("#forms", "urn:example:caf%C3%A9")
	p.wants("#advice", "should be in upper case", "q-component", "RFC 8141")

	// The octets of an escape are not trusted to be harmless.
	p.enter("#input", "urn:example:%E2%80%AE%3Cb%3E%FF%00")
	p.wants("#components", "U+202E<b>FFU+0000")

	p.enter("#input", "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	p.wants("#view", "7: a Unix time", "2022-02-22 19:22:22.000 UTC")

	p.enter("#input", "urn:epc:id:sgtin:4012345.011111.987")
	p.wants("#view", "(01)04012345111118(21)987", "https://id.gs1.org/01/04012345111118/21/987")

	p.enter("#input", "urn:-x:y")
	p.wants("#name", "Not a URN of RFC 8141", "Column 5", "RFC 8141, section 2.1")
}

// TestShellLines: the lines of the shell do what the page says.
func TestShellLines(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.enter("#input", "urn:example:it's?=x")
	dir := t.TempDir()
	run := func(lines, want string) {
		t.Helper()
		cmd := exec.Command("sh", "-c", lines)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+filepath.Dir(command)+":"+os.Getenv("PATH"))
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), want) { // advice and faults have a status
			t.Errorf("%s: %s, want %s", lines, out, want)
		}
	}
	run(eval[string](p, `[...document.querySelectorAll("#name pre")].at(-1).innerText`), "urn:example:it's")
	// Those of a file list what is only counted, and rewrite it. The text of the file is a click away.
	text := []byte(strings.Repeat("\n", 99) + "urn:isbn:0-395-36341-2 urn:x:y")
	for name, data := range map[string][]byte{"-it's.log": text, "secret.key": []byte("a key of the test")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p.upload("-it's.log", text)
	lines := p.text("#counts pre")
	run(lines, "1\turn:x:y")
	run(lines, "it should be '1'")
	run("grep -cE '^[0-9a-f]{64} [0-9a-f]{64}$' redacted", "1\n")
	p.click("#mark")
	p.until(`(() => { const [m, e] = [".current", "#editor"].map(s => document.querySelector(s).getBoundingClientRect()); return m.top > e.top && m.bottom < e.bottom })()`)
}

// TestSyntaxes: every syntax reads the name in its way, and the pictures follow.
func TestSyntaxes(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.enter("#input", "urn:example:a?=b&c")
	p.wants("#syntaxes", "RFC 8141, Relaxed", "RFC 2141", "Draft 2141bis", "refuses it at column 17", "NID, NSS, q-component")

	boxes := func(rule, class string) []string {
		return eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll("#grammar figure")].
			find(f => f.firstChild.textContent === %q).querySelectorAll(%q).values().map(g => g.textContent).toArray()`, rule, class))
	}
	lit := func(rule string) []string { return boxes(rule, ".lit") }
	stop := func(rule string) []string { return boxes(rule, ".stop") }
	p.unfold()
	check := func(have []string, want ...string) {
		t.Helper()
		if !slices.Equal(have, want) {
			t.Errorf("%q, want %q", have, want)
		}
	}
	check(lit("namestring"), "assigned-name", "rq-components")
	check(lit("rq-components"), "?=", "q-component")
	check(stop("NID"))
	// An r-component ends at the first "?=".
	p.enter("#input", "urn:example:a?+x?=y")
	check(lit("rq-components"), "?+", "r-component", "?=", "q-component")
	// Where the path stops.
	p.enter("#input", "urn:example:a%2x")
	check(lit("pct-encoded"), "%", "HEXDIG")
	check(stop("pct-encoded"), "HEXDIG")
	p.wants("#grammar-note", "byte 15")
	p.run(chromedp.Evaluate(`{ const e = document.querySelector("#syntax"); e.value = "rfc2141"; e.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	p.enter("#input", "urn:example:a?b")
	check(lit("reserved"), "?")
	p.wants("#grammar", "RFC 2141, section 2")
}

// TestCompare: two names side by side.
func TestCompare(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.click("#tab-compare")
	for _, c := range []struct{ a, b, want, rule string }{
		{"URN:EXAMPLE:a%2fb#x", "urn:example:a%2Fb", "Equivalent by RFC 8141 alone", "RFC 8141, section 3.1"},
		{"urn:isbn:0-395-36341-1", "urn:isbn:9780395363416", "Equivalent by the rules of isbn; not by RFC 8141 alone", "IANA isbn template"},
		{"urn:example:a", "urn:example:A", "Not equivalent by RFC 8141", "RFC 8141, section 3.1"},
		{"urn:example:a", "urn:examplf:a", "Not equivalent", "identifiers differ"},
		{"urn:example:a", "urn:x:a", "Not comparable", "RFC 8141, section 2.1"},
	} {
		p.enter("#compare-a", c.a)
		p.enter("#compare-b", c.b)
		p.wants("#compared", c.want, c.rule)
	}
	p.enter("#compare-a", "urn:isbn:0-395-36341-1")
	p.enter("#compare-b", "urn:isbn:0-395-36341-2")
	p.wants("#compared", "Not equivalent by RFC 8141, nor by the rules of isbn", "The second URN is not valid", "it should be '1'")
	if differ := eval[[]string](p, `[...document.querySelectorAll("#compared mark")].map(m => m.textContent)`); !slices.Equal(differ, []string{"1", "2"}) {
		t.Errorf("marked as different: %q", differ)
	}
	// What was meant is a button, here too, and both keys of the namespace are shown: they decide.
	p.enter("#compare-b", "9780395363416")
	p.click("#compared button")
	p.settle()
	if keys := eval[[]string](p, `[...document.querySelectorAll("#compared tr:last-child .safe")].map(e => e.textContent)`); !slices.Equal(keys, []string{"urn:isbn:9780395363416", "urn:isbn:9780395363416"}) {
		t.Errorf("keys by the namespace: %q", keys)
	}
}

// TestHalves: the names of the text on the left are taken apart on the right, and for a
// text that is not a name the page says which name was probably meant.
func TestHalves(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	for _, c := range []struct{ text, left, name, says string }{
		{"https://nbn-resolving.org/urn:nbn:de:101:1-201102033592", "1 URN.", "urn:nbn:de:101:1-201102033592", "Valid in its namespace"},
		{"urn:isbn:0-395-36341-1.", "1 URN.", "urn:isbn:0-395-36341-1", "Valid in its namespace"},
		{"urn:isbn:0\u2011395-36341-1", "0 URNs, 1 near miss.", "urn:isbn:0\u2011395-36341-1", "unexpected '\u2011' (U+2011); type a plain hyphen '-'"},
		{"urn:isbn:0-395-36341-2", "1 URN, which breaks a rule of its namespace.", "urn:isbn:0-395-36341-2", "it should be '1'"},
		{"ISBN0-395-36341-1", "No URN was found.", "ISBN0-395-36341-1", "All four\trefuse it at column 1. RFC"}, // the reason is said once
		{"urn:ISBM:3", "1 URN.", "urn:ISBM:3", "is not registered: did you mean isbn?"},
		{"urn:doi:10.1000/182", "1 URN.", "urn:doi:10.1000/182", "https://doi.org/10.1000/182"},
		{"0-395-36341-1", "No URN was found.", "0-395-36341-1", "did you mean urn:isbn:0-395-36341-1?"},
		{"ISBN 0-395-36341-1", "No URN was found.", "ISBN 0-395-36341-1", "did you mean urn:isbn:0-395-36341-1?"},
		{`{"a":"urn:ex:a\u0026b"}`, "1 URN.", "urn:ex:a&b", "Well formed"},
		{"urn%3Aex%3Aa", "1 URN.", "urn:ex:a", "Well formed"},
		{"urn&#58;ex:a", "1 URN.", "urn:ex:a", "Well formed"},
		{"urn%253Aex%253Aa", "No URN was found. 1 “urn:” is not marked, because no name was read after it (column 1); urn%253A is encoded twice", "urn%253Aex%253Aa", "Not a URN"},
		{"<r>urn:ex:a<![CDATA[b]]></r>\n'urn:ex:a'\n'b'", "2 URNs. 2 names may continue after the mark (line 1, column 12).", "urn:ex:a", "Well formed"},
		{"urn:ex:a\nurn\\x3aex:b urn：ex:c", "1 URN. 2 more “urn:” are not marked, because no name was read after it (line 2, column 1).", "urn:ex:a", "Well formed"},
	} {
		p.enter("#input", c.text)
		p.wants("#summary", c.left)
		p.wants("#name", c.says)
		if got := eval[string](p, `document.querySelector("#name .whole").textContent`); got != c.name {
			t.Errorf("%q: %q is taken apart, want %q", c.text, got, c.name)
		}
		if eval[bool](p, `document.querySelector("#name").textContent.includes("?.")`) {
			t.Errorf("%q: a sentence ends twice", c.text)
		}
	}
	// What was meant is a button, and what it has done can be undone.
	for _, c := range [][4]string{
		{"urn:isbn:0-395-36341-1", "ISBN 0-395-36341-1", "1 URN.", "#verdict button"},
		{"see urn:isbn:3 there", "see urn:ISBM:3 there", "1 URN, which breaks a rule", "#verdict button"},
		{"see urn:isbn:3 there, urn:ex:a", "see urn%3AISBM%3A3 there, urn:ex:a", "2 URNs", "#faults button.safe:not(.link)"},
		{"urn:isbn:0-395-36341-1\n\nurn:isbn:0-395-36341-2\nurn:issn:1560-1560", "0-395-36341-1\n\nISBN 0-395-36341-2\nurn:issn:1560-1560",
			"3 URNs, 1 of them breaks a rule", "#as-urns"},
		{"n,isbn,t\n1,urn:isbn:9780306406157,\"a, b\"\n2,urn:isbn:9780306406158,\n", "n,isbn,t\n1,9780306406157,\"a, b\"\n2,9780306406158,\n",
			"2 URNs, 1 of them breaks a rule of its namespace. It is read as CSV.", "#as-urns"},
		{"n,isbn\n1,\"urn:isbn:978-0306406157\"\n2,urn:isbn:9780306406157\n", "n,isbn\n1,\"978\u00a00306406157\"\n2,9780306406157\n",
			"2 URNs. It is read as CSV.", "#as-urns"},
		{"urn:isbn:0-395-36341-1, urn:issn:1560-1560", "0-395-36341-1, 1560-1560", "2 URNs.", "#as-urns"},
		{"[URN 1] [URN 2], '[URN 3]' [URN 1]", "urn:isbn:0395363411 urn:ex:a, 'urn:x:y' URN:ISBN:0-395-36341-1", "No URN was found.", "#redact"},
	} {
		p.enter("#input", c[1])
		p.click(c[3])
		p.settle()
		p.wants("#summary", c[2])
		for _, want := range c[:2] {
			if have := eval[string](p, `document.querySelector("#input").value`); have != want {
				t.Errorf("%q, not %q", have, want)
			}
			p.run(chromedp.Evaluate(`document.execCommand("undo")`, nil))
		}
	}
	// A text that looks like CSV is read as text, until somebody says what it is.
	p.enter("#input", "id,urn,n\n1,urn:isbn:0-395-36341-1,27\n2,urn:isbn:0-395-36341-1,28\n")
	p.wants("#summary", "2 of them break a rule of their namespace. The text looks like CSV.")
	p.click("#as-csv")
	p.until(`document.querySelector("#summary").innerText.startsWith("2 URNs. It is read as CSV.")`)
	p.click("#as-text")
	p.until(`document.querySelector("#as-csv")`)
	// A fault in the list is a button, and its message has links to the documents.
	p.enter("#input", "urn:example:a and urn:isbn:0-395-36341-2")
	p.click("#faults button")
	p.until(`document.querySelector("#name .whole").textContent === "urn:isbn:0-395-36341-2"`)
	if links := eval[string](p, `[...document.querySelectorAll("#name a")].map(a => a.href).join(" ")`); !strings.Contains(links, "https://www.iana.org/assignments/urn-formal/isbn") {
		t.Errorf("links: %s", links)
	}
	if height := eval[float64](p, `Math.min(...[...document.querySelectorAll("button.small")].filter(b => b.offsetParent).map(b => b.getBoundingClientRect().height))`); height < 24 {
		t.Errorf("a button is %.0f pixels high", height)
	}
}

// TestPhone: a tap takes a name apart and moves nothing. A bar with the ways to the details and back stays in view.
func TestPhone(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.look(380, "light")
	p.run(emulation.SetTouchEmulationEnabled(true), chromedp.Evaluate(`document.activeElement.blur()`, nil))
	for _, c := range []struct{ click, position, where string }{
		{".mark:nth-of-type(2)", "Name 2 of 9: valid", "0 true BODY"},
		{"#next", "Name 3 of 9: valid", "0 true BUTTON"},
		{"#faults button", "Name 5 of 9: not valid", "0 true BUTTON"},
		{"#to-name", "Name 5 of 9: not valid", "2 true BUTTON"},
		{"#previous", "Name 4 of 9: valid", "2 true BUTTON"},
		{"#to-text", "Name 4 of 9: valid", "0 true BUTTON"},
		{".mark:nth-of-type(4)", "Name 4 of 9: valid", "0 true TEXTAREA"}, // a second tap writes
	} {
		p.click(c.click)
		p.settle()
		p.wants("#position", c.position+"\nurn:") // which is heard
		if have := eval[string](p, `(() => { const { top, bottom } = document.querySelector("#at").getBoundingClientRect();
			return [Math.min(2, Math.floor(scrollY / 250)), top >= 0 && bottom <= innerHeight, document.activeElement.tagName].join(" ") })()`); have != c.where {
			t.Errorf("%s: the page is at %q, want %q", c.click, have, c.where)
		}
	}
	// A finger meets buttons, and a tap in a field enlarges nothing.
	if have := eval[string](p, `[...document.querySelectorAll("button:not(.link), select")].filter(b => b.offsetParent && b.offsetHeight < 44).map(b => b.id) +
		["#input", "#marked", "#compare-a", "select"].map(s => getComputedStyle(document.querySelector(s)).fontSize)`); have != "16px,16px,16px,16px" {
		t.Errorf("small buttons, and sizes of letters: %s", have)
	}
}

// TestHostile: whatever a text has, it is shown as text.
func TestHostile(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	hostile := "<script>window.broken = 1</script><img src=x onerror='window.broken = 1'> urn:example:a</div> " +
		"\u202eurn:example:b\u202c \u200burn:example:c\u00ad \u2066x\u2069 \u05d0\u05d1\u05d2 urn:example:d \u05d3 e\u0301 \x00\x1b[31m"
	p.enter("#input", hostile)
	if eval[bool](p, `"broken" in window || document.querySelector("#marked script, #marked img") !== null`) {
		t.Error("markup in a text was run")
	}
	p.wants("#odd", "8 characters", "U+202E", "U+200B", "U+2066", "U+00AD", "U+0000", "U+001B")
	p.until(`["#marked", "#input"].every(e => getComputedStyle(document.querySelector(e)).unicodeBidi === "bidi-override")`)

	// Octets that are not UTF-8, in a file.
	p.upload("hostile.bin", []byte("\xff\xff urn:example:a \xc3( \xed\xa0\x80 urn:example:b \xf5"))
	p.click("#tab-text")
	p.wants("#odd", "7 characters", "U+FFFD")

	// A line of a megabyte, pasted.
	recorded := p.record()
	p.run(chromedp.Evaluate(`const data = new DataTransfer();
		data.setData("text/plain", "x".repeat(500000) + " urn:example:long " + "<b>".repeat(170000));
		document.querySelector("#input").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));`, nil))
	p.until(`document.querySelector("#file-status").innerText.includes("was read")`)
	p.wants("#figures", "1,010,018\nbytes", "1\nURN")
	p.click("#tab-text")
	p.settle()
	recorded.check()
	if wide := eval[bool](p, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("a long line makes the page scroll sideways")
	}
}

// thousands returns a number as the page writes it.
func (p *tab) thousands(n int) string {
	return eval[string](p, fmt.Sprintf(`(%d).toLocaleString("en")`, n))
}

// upload opens a file by the button of the page, and waits until it was read.
func (p *tab) upload(name string, data []byte) {
	p.Helper()
	file := filepath.Join(p.TempDir(), name)
	if err := os.WriteFile(file, data, 0o666); err != nil {
		p.Fatal(err)
	}
	p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
	p.until(fmt.Sprintf(`document.querySelector("#file-status").innerText.startsWith(%q) && document.querySelector("#progress").hidden`, name))
	p.settle()
}

// TestOffline: after loading, the folder makes no request and needs no server, and its
// policy refuses any request.
func TestOffline(t *testing.T) {
	if served {
		t.Skip("this page asks its server")
	}
	address, stop := server(t)
	p := open(t, address)
	loaded := p.made()
	for _, url := range loaded {
		if !strings.HasPrefix(url, address) && !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "data:") {
			t.Errorf("the page has loaded %s", url)
		}
	}
	stop()
	p.run(network.EmulateNetworkConditions(true, 0, 0, 0))
	p.enter("#input", sample)
	p.wants("#summary", "4 URNs")
	p.upload("small.txt", []byte("urn:example:a urn:example:a"))
	p.wants("#figures", "2\nURNs")
	p.click("#export-csv")
	p.click("#tab-compare")
	p.enter("#compare-a", "urn:a1:b")
	p.enter("#compare-b", "urn:A1:b")
	p.wants("#compared", "Equivalent")
	for _, url := range p.made()[len(loaded):] {
		if !strings.HasPrefix(url, "blob:") {
			t.Errorf("a request after loading: %s", url)
		}
	}
	// The policy refuses what a script might try, before the network does.
	for _, try := range []string{
		`fetch("/").then(() => "sent", () => "refused")`,
		`fetch("https://example.com/").then(() => "sent", () => "refused")`,
		`new Promise(done => { const i = new Image(); i.onload = () => done("sent"); i.onerror = () => done("refused"); i.src = "/x.png"; })`,
		`new Promise(done => { const s = document.createElement("script"); s.onload = () => done("sent"); s.onerror = () => done("refused"); s.src = "/app.js?again"; document.head.append(s); })`,
		`new Promise(done => { try { const w = new WebSocket("ws://127.0.0.1:1/"); w.onerror = () => done("refused"); } catch { done("refused"); } })`,
	} {
		if have := eval[string](p, try); have != "refused" {
			t.Errorf("%s: %s", try, have)
		}
	}
	if v := eval[[]string](p, `[...new Set(violations)]`); len(v) != 5 {
		t.Errorf("the policy has refused %q", v)
	}
}

// TestHostilePage: the page of another origin gets nothing from urn serve, and no answer that says
// more than that there is a server.
func TestHostilePage(t *testing.T) {
	if !served {
		t.Skip("the folder has no server to ask")
	}
	address, _ := server(t)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<title>hostile</title><p id="summary">It is here</p><main><p id="name"></p></main>`)
	}))
	t.Cleanup(other.Close)
	p := open(t, other.URL)
	p.quiet = true // the browser reports what it refuses
	ask := address + "engine/open?syntax=rfc8141"
	for _, c := range []struct{ name, script, want string }{
		{"a question", `fetch(%q, { method: "POST", headers: { "Content-Type": "application/octet-stream" } }).then(r => r.status + "", () => "refused")`, "refused"},
		{"a question of a kind that is sent at once", `fetch(%q, { method: "POST", mode: "no-cors", body: "x" }).then(r => r.type, () => "refused")`, "refused"},
		{"the status of a text", `fetch(%q, { method: "POST", headers: { "Content-Type": "text/plain" }, body: "x" }).then(r => r.status + "", () => "refused")`, "refused"},
		{"reading the page", `fetch(%q).then(r => r.text(), () => "refused")`, "refused"},
		{"a frame", `new Promise(done => { const f = document.createElement("iframe"); f.onload = () => { try { done(f.contentDocument.title) } catch { done("refused") } }; f.src = %q; document.body.append(f); })`, "refused"},
		{"a script", `new Promise(done => { const s = document.createElement("script"); s.onload = () => done("run"); s.onerror = () => done("refused"); s.src = %q + "app.js"; document.head.append(s); })`, "refused"},
		{"a beacon", `(navigator.sendBeacon(%q, "x"), new Promise(done => setTimeout(done, 500, "refused")))`, "refused"},
		{"a form", `new Promise(done => { const f = document.createElement("form"); f.method = "post"; f.enctype = "text/plain"; f.action = %q; f.target = "frame";
			const i = document.createElement("iframe"); i.name = "frame"; document.body.append(i, f); i.onload = () => done("refused"); f.submit(); setTimeout(done, 2000, "refused"); })`, "refused"},
	} {
		to := ask
		if c.name == "reading the page" || c.name == "a frame" || c.name == "a script" {
			to = address
		}
		if have := eval[string](p, fmt.Sprintf(c.script, to)); have != c.want {
			t.Errorf("%s: %s", c.name, have)
		}
	}
	// What reached the server was refused there.
	statuses := p.answers(ask)
	t.Logf("the server answered %v", statuses)
	if len(statuses) < 4 {
		t.Errorf("the server saw %d questions", len(statuses))
	}
	for _, status := range statuses {
		if status != http.StatusForbidden && status != http.StatusMethodNotAllowed {
			t.Errorf("the server answered a question with status %d", status)
		}
	}
}

// TestServerGone: the page says so if its server has ended.
func TestServerGone(t *testing.T) {
	if !served {
		t.Skip("the folder needs no server")
	}
	address, stop := server(t)
	p := open(t, address)
	p.quiet = true // the browser reports requests that fail
	stop()
	p.enter("#input", "urn:example:b")
	p.wants("#summary", "The engine has failed: the server does not answer")
	p.upload("small.txt", []byte("urn:example:a"))
	p.wants("#file-status", "the server does not answer")
}

// unfold opens the picture of the grammar, and waits for the path of the name.
func (p *tab) unfold() {
	p.Helper()
	if eval[bool](p, `document.querySelector("#grammar figure") !== null`) {
		p.Error("the grammar is drawn before anybody asks for it")
	}
	p.click("#grammar summary")
	p.until(`document.querySelector("#grammar .lit")`)
}

// TestBuild: the page names the version that it was built from, and where its engine is.
func TestBuild(t *testing.T) {
	version, err := exec.Command(command, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	from, engine := built, "compiled to WebAssembly"
	if served {
		from, engine = strings.TrimSpace(string(version)), "which serves this page to this machine alone"
	}
	address, _ := server(t)
	p := open(t, address)
	p.wants("#build", "Built from "+from+".")
	p.wants("#engine", engine)
}

// TestLongName: a name of 3,000 bytes does not make the page long.
func TestLongName(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.enter("#input", "urn:example:"+strings.Repeat("caf%C3%a9", 300)+"?=q#"+strings.Repeat("f", 300))
	p.wants("#name", "Valid in its namespace")
	for width, most := range map[int64]int{1280: 3500, 360: 5000} {
		p.look(width, "light")
		height := eval[int](p, `document.documentElement.scrollHeight`)
		t.Logf("%d pixels wide, %d high", width, height)
		if height > most {
			t.Errorf("at a width of %d pixels, the page is %d pixels high, want at most %d", width, height, most)
		}
	}
	// Of a text, 64 KiB are read. The code has the name several times: more octets than a function takes arguments.
	p.enter("#input", "urn:example:"+strings.Repeat("long", 1<<15))
	p.wants("#verdict", strings.Repeat("long", 1<<14-3))
}

// TestExample: the page starts with an example that has one of everything. What is typed
// replaces it.
func TestExample(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.until(`document.querySelector(".mark")`)
	p.wants("#summary", "URNs", "This is an example")
	if !eval[bool](p, `document.activeElement.id === "input"`) {
		t.Error("the focus is not in the field")
	}
	p.press("urn:ex:a")
	p.until(`document.querySelectorAll(".mark").length === 1 && document.querySelector("#input").value === "urn:ex:a"`)
	if summary := p.text("#summary"); strings.Contains(summary, "example") {
		t.Errorf("a text of one's own: %q", summary)
	}
	p.enter("#input", "")
	if summary := p.text("#summary"); summary != "" {
		t.Errorf("without a text: %q", summary)
	}
	p.click("#example")
	p.until(`document.querySelector(".mark") && document.querySelector("#example").textContent === "Clear"`)
	p.click("#example")
	p.until(`document.activeElement.value === "" && document.querySelector("#example").textContent === "Example"`)
	p.run(chromedp.Evaluate(`document.execCommand("undo")`, nil))
	p.settle()
	for _, kind := range []string{".mark.valid", ".mark.invalid", ".mark.near", ".mark .r", ".mark .q", ".mark .f", ".mark .wrong"} {
		if !eval[bool](p, fmt.Sprintf(`document.querySelector(%q) !== null`, kind)) {
			t.Errorf("the example has no %s", kind)
		}
	}
	// The pictures of the README: SCREENSHOTS=../../cmd/urn.
	p.click(".mark:nth-of-type(3)")
	p.settle()
	p.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	for _, scheme := range []string{"light", "dark"} {
		p.look(1180, scheme)
		p.run(emulation.SetDeviceMetricsOverride(1180, 700, 1, false))
		p.shoot("page-"+scheme+".webp", webp)
	}
}

// webp is a small picture of what is on the screen.
func webp(b *[]byte) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) (err error) {
		*b, err = page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatWebp).WithQuality(50).Do(ctx)
		return err
	})
}

// TestLink: the state is in the address only after somebody has asked for it.
func TestLink(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.enter("#input", "urn:example:a&b=c#d é")
	if hash := eval[string](p, `location.hash`); hash != "" {
		t.Errorf("the address has %q", hash)
	}
	p.click("#link")
	link := eval[string](p, `location.href`)
	q := open(t, link)
	q.until(`document.querySelector(".mark")`)
	if have := eval[string](q, `document.querySelector("#input").value`); have != "urn:example:a&b=c#d é" {
		t.Errorf("the link %s has %q", link, have)
	}
	for _, url := range q.made() {
		if strings.Contains(url, "example") {
			t.Errorf("the text was sent: %s", url)
		}
	}
}

//go:embed testdata/axe.min.js.gz
var axe []byte

// TestAccess: axe finds nothing in any view, in light and dark, wide and narrow. Nothing
// scrolls sideways at 320 pixels.
func TestAccess(t *testing.T) {
	r, err := gzip.NewReader(bytes.NewReader(axe))
	if err != nil {
		t.Fatal(err)
	}
	script, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	address, _ := server(t)
	p := open(t, address)
	p.run(chromedp.Evaluate(string(script)+";0", nil))
	p.upload("sample.txt", []byte(sample))
	p.click("#tab-compare")
	p.enter("#compare-a", "urn:isbn:0-395-36341-1")
	p.enter("#compare-b", "urn:isbn:0395363411")
	p.click("#tab-text")
	p.enter("#input", sample)
	p.unfold()
	// With the colours of a system, one tab is underlined, and bars and marks can be seen.
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}))
	p.until(`[["#tab-text", "borderBottomColor"], ["#tab-file", "borderBottomColor"], [".fill", "backgroundColor"], ["#input", "backgroundColor"], [".current", "outlineWidth"]].map(
		([s, k]) => getComputedStyle(document.querySelector(s))[k]).join(" ") === "rgb(0, 0, 0) rgb(255, 255, 255) rgb(0, 0, 0) rgba(0, 0, 0, 0) 3px"`)
	for _, view := range []string{"text", "compare", "file"} {
		p.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#tab-%s").click()`, view), nil))
		for _, scheme := range []string{"light", "dark"} {
			for _, width := range []int64{1280, 320} {
				p.look(width, scheme)
				name := fmt.Sprintf("%s-%s-%d", view, scheme, width)
				p.shoot(name+".png", func(b *[]byte) chromedp.Action { return chromedp.FullScreenshot(b, 100) })
				if width == 320 {
					if over := eval[int](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
						t.Errorf("%s: the page is %d pixels too wide", name, over)
					}
				}
				found := eval[json.RawMessage](p, `axe.run({ resultTypes: ["violations"] }).then(r => r.violations.map(v => [v.id, v.help, v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + " " + n.failureSummary)]))`)
				if string(found) != "[]" {
					t.Errorf("%s: axe has found %s", name, found)
				}
			}
		}
	}
}

// TestKeyboard: everything by keys alone.
func TestKeyboard(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	p.run(chromedp.Focus("#tab-text", chromedp.ByQuery))
	p.press(kb.ArrowRight)
	p.until(`document.activeElement.id === "tab-compare" && !document.querySelector("#view-compare").hidden`)
	p.press(kb.ArrowLeft)
	for range 5 {
		p.press(kb.Tab) // to the syntax, the buttons, the text
	}
	p.until(`document.activeElement.id === "input"`)
	p.press("urn:example:a urn:example:b ")
	const shown = `document.querySelectorAll("#components td .safe")[1]?.textContent === `
	// The marks may be of what was typed before, and so may the name: wait for those of the whole text, and of the caret.
	p.until(`document.querySelectorAll(".mark").length === 2 && document.querySelector("#marked").textContent === document.querySelector("#input").value`)
	p.press(kb.Home)
	p.until(shown + `"a" && document.querySelector(".mark").classList.contains("current")`)
	for i := 0; i < 10 && !eval[bool](p, `document.activeElement.id === "next"`); i++ {
		p.press(kb.Tab)
	}
	p.press(kb.Enter)
	p.until(shown + `"b" && document.querySelector(".mark.current").textContent === "urn:example:b"`)
	if outline := eval[string](p, `getComputedStyle(document.activeElement).outlineStyle`); outline != "solid" {
		t.Errorf("the focus is not shown: %q", outline)
	}
}

// TestFirstPaint: something is on the screen soon, and the page is small.
func TestFirstPaint(t *testing.T) {
	address, _ := server(t)
	p := open(t, address)
	recorded := p.record()
	p.load(address)
	p.until(`performance.getEntriesByName("first-contentful-paint").length > 0`)
	ms := eval[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
	t.Logf("first contentful paint after %.0f ms", ms)
	if ms > 1500 {
		t.Errorf("the first mark is on the screen after %.0f ms", ms)
	}
	recorded.check()

	if served {
		return
	}
	total := int64(0) // the engine is compressed
	files, err := os.ReadDir(folder)
	for _, file := range files {
		info, fault := file.Info()
		total, err = total+info.Size(), errors.Join(err, fault)
	}
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%d bytes", total); total > 1_900_000 {
		t.Errorf("the page has %d bytes", total)
	}
}
