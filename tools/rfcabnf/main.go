// Command rfcabnf extracts the ABNF of the namespaces from the documents that
// define it, so that the proof does not depend on a transcription by hand.
//
//	go run ./tools/rfcabnf -rfc FOLDER -iana FOLDER            # from the root of the repository: write
//	go run ./tools/rfcabnf -rfc FOLDER -iana FOLDER -verify    # compare with what is committed
//
// The folder of -rfc holds RFCs as text, with the names rfc4688.txt and so on. That of
// -iana holds IANA's registration templates, as urn-formal/cdx and urn-informal/urn-3.
// Each file of tools/rfcabnf/recipes says which lines of a document to take and what to
// correct in them, with the reason. Two files are written for each recipe:
//
//   - testdata/namespace/documents/rfc4688.txt is the text of the document,
//     without page breaks and without the common indentation.
//   - testdata/namespace/rfc4688.abnf is the same with the mends, in the form that
//     package internal/abnf reads. Its header lists the mends.
//
// The second step needs no document: -verify always checks it. If a document is not
// there, -verify says that the first step was not checked, and succeeds. A write
// leaves the excerpts of such a document as they are.
//
// # Recipes
//
//	document: RFC 4688        the name, which also gives the name of the file
//	template: cdx             instead: the template of a NID. The file is iana-cdx
//	section: 2                for the header
//	after: Appendix B         optional: look for "from" after the last such line
//	from: NSS = dmc-nss       the first line that begins like this begins an excerpt
//	to: lang = "_L-"          the next line that begins like this ends it
//	notation: bnf             optional: <a> ::= <b> | "c", as RFC 2141 writes it
//	note: …                   optional: for the header
//	mend: the reason          the lines below it are printed (-) and wanted (+)
//	- icn-nss
//	+ icn-nss /
//
// There may be several pairs of "from" and "to", each after the one before. White
// space counts as one space, at the edges as none. The lines with "-" must occur
// exactly once, one after the other. A mend without such lines adds its lines at
// the end.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/seed7b5a83f0/urn/tools/internal/generated"
)

func main() {
	root := flag.String("root", ".", "`directory` of the repository")
	rfc := flag.String("rfc", "", "`directory` of the RFCs")
	iana := flag.String("iana", "", "`directory` of the templates of IANA")
	verify := flag.Bool("verify", false, "compare with the committed files instead of writing them")
	flag.Parse()
	if err := run(os.Stdout, *root, *rfc, *iana, *verify); err != nil {
		fmt.Fprintln(os.Stderr, "rfcabnf:", err)
		os.Exit(1)
	}
}

// recipe is a file of the folder recipes.
type recipe struct {
	file     string // rfc4688 or iana-cdx
	template string // cdx, if it is a template
	document string
	section  string
	excerpts []excerpt
	bnf      bool
	notes    []string
	mends    []mend
}

type excerpt struct{ after, from, to string }

type mend struct {
	why             string
	printed, wanted []string
}

func run(w io.Writer, root, rfc, iana string, verify bool) error {
	files, err := filepath.Glob(filepath.Join(root, "tools/rfcabnf/recipes/*.txt"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("there are no recipes in %s", root)
	}
	folder := filepath.Join(root, "testdata/namespace")
	read, did := 0, "left as they are"
	if verify {
		did = "not compared"
	}
	var absent []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		r, err := parse(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		printed := filepath.Join(folder, "documents", r.file+".txt")
		document, err := os.ReadFile(r.source(rfc, iana))
		switch {
		case errors.Is(err, os.ErrNotExist):
			absent = append(absent, r.document)
		case err != nil:
			return err
		default:
			excerpt, err := r.take(string(document))
			if err != nil {
				return fmt.Errorf("%s: %w", r.document, err)
			}
			if err := generated.Put(printed, excerpt, verify, r.document); err != nil {
				return err
			}
			read++
		}
		raw, err := os.ReadFile(printed)
		if err != nil {
			return err
		}
		abnf, err := r.mend(string(raw))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := generated.Put(filepath.Join(folder, r.file+".abnf"), abnf, verify, file); err != nil {
			return err
		}
	}
	if len(absent) > 0 {
		fmt.Fprintf(w, "%d excerpts are %s, because their documents are not in %q and %q: %s\n",
			len(absent), did, rfc, iana, strings.Join(absent, ", "))
	}
	if read == 0 && !verify {
		return fmt.Errorf("the documents are neither in %q nor in %q; name their folders with -rfc and -iana", rfc, iana)
	}
	fmt.Fprintf(w, "%d grammars are their excerpts with the mends; %d excerpts are what the documents print\n", len(files), read)
	return nil
}

// source returns the file of the document.
func (r *recipe) source(rfc, iana string) string {
	switch {
	case r.template == "":
		return filepath.Join(rfc, r.file+".txt")
	case strings.HasPrefix(r.template, "urn-"):
		return filepath.Join(iana, "urn-informal", r.template)
	}
	return filepath.Join(iana, "urn-formal", r.template)
}

// parse reads a recipe.
func parse(text string) (*recipe, error) {
	r := &recipe{}
	after := ""
	for i, line := range strings.Split(text, "\n") {
		fault := func(format string, args ...any) error {
			return fmt.Errorf("line %d: %s", i+1, fmt.Sprintf(format, args...))
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if line[0] == '-' || line[0] == '+' {
			if len(r.mends) == 0 {
				return nil, fault("no mend above it")
			}
			m := &r.mends[len(r.mends)-1]
			if line[0] == '+' {
				m.wanted = append(m.wanted, strings.TrimRight(strings.TrimPrefix(line[1:], " "), " "))
			} else {
				m.printed = append(m.printed, squeeze(line[1:]))
			}
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		value = squeeze(value)
		if !ok || value == "" {
			return nil, fault("not a key with a value: %q", line)
		}
		switch key {
		case "document":
			r.document, r.file = value, strings.ToLower(strings.ReplaceAll(value, " ", ""))
		case "template":
			r.document, r.file, r.template = "the IANA template of urn:"+value, "iana-"+value, value
		case "section":
			r.section = value
		case "after":
			after = value
		case "from":
			r.excerpts = append(r.excerpts, excerpt{after: after, from: value})
			after = ""
		case "to":
			n := len(r.excerpts)
			if n == 0 || r.excerpts[n-1].to != "" {
				return nil, fault(`no "from" above it`)
			}
			r.excerpts[n-1].to = value
		case "notation":
			if value != "bnf" {
				return nil, fault("no such notation: %q", value)
			}
			r.bnf = true
		case "note":
			r.notes = append(r.notes, value)
		case "mend":
			r.mends = append(r.mends, mend{why: value})
		default:
			return nil, fault("no such key: %q", key)
		}
	}
	if r.document == "" || r.section == "" || len(r.excerpts) == 0 {
		return nil, errors.New("a recipe needs document or template, section, from and to")
	}
	for _, e := range r.excerpts {
		if e.to == "" {
			return nil, fmt.Errorf("%q has no end", e.from)
		}
	}
	for _, m := range r.mends {
		if len(m.printed)+len(m.wanted) == 0 {
			return nil, fmt.Errorf("nothing is mended: %q", m.why)
		}
	}
	return r, nil
}

// squeeze makes one space of every white space, and none at the edges.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

var (
	footer = regexp.MustCompile(`\[Page \d+\]\s*$`)
	header = regexp.MustCompile(`^RFC \d+ .*\d{4}\s*$`)
)

// take returns the excerpts of a document.
func (r *recipe) take(document string) ([]byte, error) {
	var lines []string
	for line := range strings.SplitSeq(document, "\n") {
		line = strings.Trim(line, "\f\r")
		if !footer.MatchString(line) && !header.MatchString(line) {
			lines = append(lines, strings.TrimRight(line, " \t"))
		}
	}
	var out []string
	next := 0
	for _, e := range r.excerpts {
		if e.after != "" {
			for i, line := range lines {
				if strings.HasPrefix(squeeze(line), e.after) {
					next = max(next, i+1)
				}
			}
		}
		find := func(from int, prefix string) (int, error) {
			for i := from; i < len(lines); i++ {
				if strings.HasPrefix(squeeze(lines[i]), prefix) {
					return i, nil
				}
			}
			return 0, fmt.Errorf("no line begins with %q", prefix)
		}
		begin, err := find(next, e.from)
		if err != nil {
			return nil, err
		}
		end, err := find(begin, e.to)
		if err != nil {
			return nil, err
		}
		out = append(out, dedent(lines[begin:end+1])...)
		next = end + 1
	}
	// A page break leaves blank lines: one is enough.
	out = slices.CompactFunc(out, func(a, b string) bool { return a == "" && b == "" })
	return []byte(strings.Join(out, "\n") + "\n"), nil
}

// dedent removes the indentation that all lines share.
func dedent(lines []string) []string {
	common := math.MaxInt
	for _, line := range lines {
		if line != "" {
			common = min(common, len(line)-len(strings.TrimLeft(line, " ")))
		}
	}
	var out []string
	for _, line := range lines {
		out = append(out, line[min(common, len(line)):])
	}
	return out
}

// begins matches the first line of a rule.
var begins = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*\s*=[/-]?`)

// mend returns the ABNF of an excerpt.
func (r *recipe) mend(raw string) ([]byte, error) {
	var lines []string
	for line := range strings.SplitSeq(raw, "\n") {
		if line != "" {
			lines = append(lines, line)
		}
	}
	for _, m := range r.mends {
		if len(m.printed) == 0 {
			lines = append(lines, m.wanted...)
			continue
		}
		place := -1
		for i := range lines {
			if i+len(m.printed) > len(lines) || !slices.EqualFunc(lines[i:i+len(m.printed)], m.printed,
				func(line, printed string) bool { return squeeze(line) == printed }) {
				continue
			}
			if place >= 0 {
				return nil, fmt.Errorf("these lines are printed twice: %q", m.printed)
			}
			place = i
		}
		if place < 0 {
			return nil, fmt.Errorf("these lines are not printed: %q", m.printed)
		}
		lines = slices.Replace(lines, place, place+len(m.printed), m.wanted...)
	}
	if r.bnf {
		lines = fromBNF(lines)
	}

	var w bytes.Buffer
	fmt.Fprintf(&w, "; Written by tools/rfcabnf from %s, section %s. DO NOT EDIT.\n", r.document, r.section)
	for _, note := range r.notes {
		comment(&w, note)
	}
	if len(r.mends) > 0 {
		fmt.Fprintf(&w, ";\n; Mended:\n")
	}
	for _, m := range r.mends {
		comment(&w, m.why)
		for _, line := range m.printed {
			fmt.Fprintf(&w, ";   - %s\n", ascii(line))
		}
		for _, line := range m.wanted {
			fmt.Fprintf(&w, ";   + %s\n", squeeze(line))
		}
	}
	fmt.Fprintln(&w)
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if !begins.MatchString(line) {
			line = "  " + line
		}
		fmt.Fprintln(&w, line)
	}
	return w.Bytes(), nil
}

// ascii names the characters that a comment in ABNF cannot hold.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return b.String()
}

// comment writes a text as comments of up to 80 characters.
func comment(w io.Writer, text string) {
	line := ";"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > 80 && line != ";" {
			fmt.Fprintln(w, line)
			line = ";"
		}
		line += " " + word
	}
	fmt.Fprintln(w, line)
}

var (
	remark = regexp.MustCompile(`\{[^}]*\}`)
	define = regexp.MustCompile(`(?m)^\s*<([^>]*)>\s*::=`)
	quoted = regexp.MustCompile(`"[^"]*"|<[^>"]*>|\|`)
)

// fromBNF rewrites rules in the notation of RFC 2141, section 2. A remark in
// braces is dropped; the spaces of a name become a hyphen.
func fromBNF(lines []string) []string {
	text := remark.ReplaceAllString(strings.Join(lines, "\n"), "")
	text = define.ReplaceAllStringFunc(text, func(s string) string {
		return name(s[strings.IndexByte(s, '<'):strings.IndexByte(s, '>')+1]) + " ="
	})
	text = quoted.ReplaceAllStringFunc(text, func(s string) string {
		switch s[0] {
		case '"':
			return s
		case '<':
			return name(s)
		}
		return "/"
	})
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	return out
}

// name turns <IVIS Org ID> into IVIS-Org-ID.
func name(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("<> -", r) }), "-")
}
