// Command registry checks the CSV files of internal/nsdocs, and writes
// namespace/registry_data.go and internal/equivalence/data.go from them:
//
//   - iana_urn_namespaces.csv, the IANA registry of URN namespaces,
//   - published_namespaces.csv, namespaces that are in use, but that IANA has not
//     registered: who uses them, and where their names are described,
//   - guide.csv, the purpose and the form of the names in words, an example, and the typed value,
//   - resolvers.csv, where names are resolved, as templates of URLs,
//   - namespace_rules.csv, what the documents say of syntax and equivalence,
//   - documents.csv, how far each document was read and what was decided.
//
// It also writes the table of docs/namespaces.md, between two comments of that
// file, from documents.csv.
//
//	go run ./tools/registry -o namespace/registry_data.go -equivalence internal/equivalence/data.go -docs docs/namespaces.md internal/nsdocs
//	go run ./tools/registry -iana urn-namespaces.xml -o namespace/registry_data.go -equivalence internal/equivalence/data.go -docs docs/namespaces.md internal/nsdocs
//	go run ./tools/registry -verify namespace/registry_data.go -equivalence internal/equivalence/data.go -docs docs/namespaces.md internal/nsdocs
//
// With -iana it first writes iana_urn_namespaces.csv from a copy of IANA's registry.
// With -verify it compares the bytes of the files instead of writing them.
package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn/tools/internal/generated"
)

// slotBits is log2 of the size of the hash table. With 2^9 slots, one
// multiplier in some ten thousand puts a hundred names into slots of their own.
const slotBits = 9

func main() {
	out := flag.String("o", "", "write the registry to `file`")
	verify := flag.String("verify", "", "compare the registry with `file` instead of writing it")
	equivalence := flag.String("equivalence", "", "write the classes of equivalence into `file`, or compare it under -verify")
	docs := flag.String("docs", "", "write the table of documents into `file`, or compare it under -verify")
	iana := flag.String("iana", "", "write iana_urn_namespaces.csv from `file`, IANA's urn-namespaces.xml, first")
	gs1 := flag.String("gs1", "", "write only the data of namespace/internal/gs1ai to -o, from `folder`, a copy of GS1's repository of the Syntax Dictionary")
	isbn := flag.String("isbn", "", "write only namespace/isbn/ranges.go to -o, from `file`, the RangeMessage.xml of the International ISBN Agency")
	date := flag.String("date", "", "the `date` of the copy of -gs1, as YYYY-MM-DD")
	flag.Parse()
	if *gs1 != "" || *isbn != "" {
		var b []byte
		var err error
		if *gs1 != "" {
			b, err = convertGS1(*gs1, *date)
		} else {
			b, err = convertISBN(*isbn)
		}
		if err == nil {
			err = os.WriteFile(*out, b, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "registry:", err)
			os.Exit(1)
		}
		return
	}
	if *iana != "" {
		if err := writeIANA(*iana, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "registry:", err)
			os.Exit(1)
		}
	}
	if err := run(*out, *verify, *equivalence, *docs, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "registry:", err)
		os.Exit(1)
	}
}

func run(out, verify, equivalence, docs string, args []string) error {
	if len(args) != 1 || (out == "") == (verify == "") {
		return errors.New("usage: registry (-o FILE | -verify FILE) [-equivalence FILE] [-docs FILE] FOLDER")
	}
	entries, err := load(args[0])
	if err != nil {
		return err
	}
	type output struct {
		file string
		text []byte
	}
	src, err := generate(entries)
	if err != nil {
		return err
	}
	list := []output{{out + verify, src}} // one of the two is empty
	if equivalence != "" {
		if src, err = generateEquivalence(entries); err != nil {
			return err
		}
		list = append(list, output{equivalence, src})
	}
	if docs != "" {
		page, err := fill(docs, entries)
		if err != nil {
			return err
		}
		list = append(list, output{docs, page})
	}
	for _, o := range list {
		if err := generated.Put(o.file, o.text, verify != "", args[0]); err != nil {
			return err
		}
		if verify != "" {
			fmt.Printf("%s is what %s gives, byte for byte (%d bytes)\n", o.file, args[0], len(o.text))
		}
	}
	return nil
}

// entry is a row of iana_urn_namespaces.csv, rule one of namespace_rules.csv.
type entry struct {
	nid, kind, reference, asOf, source string
	rules                              []rule
	documents                          []document

	usedBy string // of a published one
	form   string // of guide.csv
}

type rule struct{ scope, equivalence, text, syntax, document, note string }

type document struct{ name, sections, read, found, decided string }

// load reads the CSV files of a folder.
func load(folder string) ([]*entry, error) {
	entries, err := readRegistry(filepath.Join(folder, "iana_urn_namespaces.csv"))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, compareNID)
	published, err := readPublished(filepath.Join(folder, "published_namespaces.csv"), entries)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(published, compareNID)
	if entries = append(entries, published...); len(entries) > 255 {
		return nil, fmt.Errorf("%s: %d names do not fit in a byte", folder, len(entries))
	}
	if err := readRules(filepath.Join(folder, "namespace_rules.csv"), entries); err != nil {
		return nil, err
	}
	if err := readDocuments(filepath.Join(folder, "documents.csv"), entries); err != nil {
		return nil, err
	}
	if err := readGuide(filepath.Join(folder, "guide.csv"), entries); err != nil {
		return nil, err
	}
	if err := readResolvers(filepath.Join(folder, "resolvers.csv"), entries); err != nil {
		return nil, err
	}
	return entries, nil
}

func compareNID(a, b *entry) int { return cmp.Compare(a.nid, b.nid) }

func generate(entries []*entry) ([]byte, error) {
	var w bytes.Buffer
	fmt.Fprintf(&w, "// Code generated by tools/registry from the CSV files of internal/nsdocs. DO NOT EDIT.\n\n")
	fmt.Fprintf(&w, "package namespace\n\n")
	fmt.Fprintf(&w, "const registryUpdated = %q\n\n", updated(entries))

	fmt.Fprintf(&w, "// Places in registered.\nconst (\n")
	for i, e := range entries {
		fmt.Fprintf(&w, "%s = %d\n", constant(e.nid), i)
	}
	iana := 0
	for iana < len(entries) && entries[iana].kind != published {
		iana++
	}
	fmt.Fprintf(&w, "ianaSize = %d // the places before it are those of IANA\nregistrySize = %d\n)\n\n", iana, len(entries))

	fmt.Fprintf(&w, "var registered = [registrySize]Entry{\n")
	for _, e := range entries {
		fmt.Fprintf(&w, "%s: {NID: %q, Kind: %s, Reference: %q, UsedBy: %q},\n", constant(e.nid), e.nid, kinds[e.kind], e.reference, e.usedBy)
	}
	fmt.Fprintf(&w, "}\n\n")

	fmt.Fprintf(&w, "// publishedAdvice is what Lint says of the namespaces from place ianaSize on.\n")
	fmt.Fprintf(&w, "var publishedAdvice = [...]string{\n")
	for _, e := range entries[iana:] {
		fmt.Fprintf(&w, "%q,\n", "the namespace is not registered; it is used by "+e.usedBy)
	}
	fmt.Fprintf(&w, "}\n\n")

	mul, slots, err := hash(entries)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&w, "// The slot of a NID is its hash; it holds the place in registered, plus 1.\n")
	fmt.Fprintf(&w, "const (\nhashMul = %#x\nhashShift = %d\n)\n\n", mul, 32-slotBits)
	fmt.Fprintf(&w, "var slots = [%d]uint8{\n", len(slots))
	for i, s := range slots {
		if i%16 == 0 && i > 0 {
			fmt.Fprintf(&w, "\n")
		}
		fmt.Fprintf(&w, "%d, ", s)
	}
	fmt.Fprintf(&w, "\n}\n")
	return format.Source(w.Bytes())
}

// generateEquivalence writes internal/equivalence, which package pattern reads: the
// namespaces and parts of them whose rule of equivalence is not the general one, and the
// parts that have a rule of their own.
func generateEquivalence(entries []*entry) ([]byte, error) {
	var w bytes.Buffer
	fmt.Fprintf(&w, "// Code generated by tools/registry from the CSV files of internal/nsdocs. DO NOT EDIT.\n\n")
	fmt.Fprintf(&w, "package equivalence\n\n")
	fmt.Fprintf(&w, "// Of returns the rules of a NID in lower case. It returns nil if only the general rule holds.\n")
	fmt.Fprintf(&w, "func Of(nid string) []Rule {\nswitch nid {\n")
	same := map[string][]string{}
	for _, e := range entries {
		if len(e.rules) == 1 {
			c := e.rules[0].equivalence
			same[c] = append(same[c], strconv.Quote(e.nid))
		} else if len(e.rules) > 1 {
			fmt.Fprintf(&w, "case %q:\nreturn []Rule{\n", e.nid)
			for _, r := range e.rules {
				_, part, _ := strings.Cut(r.scope, ":")
				fmt.Fprintf(&w, "{%q, %s},\n", part, classes[r.equivalence])
			}
			fmt.Fprintf(&w, "}\n")
		}
	}
	for _, c := range []string{"nss-case-insensitive", "custom"} {
		if same[c] == nil {
			continue
		}
		fmt.Fprintf(&w, "case %s:\nreturn []Rule{{\"\", %s}}\n", strings.Join(same[c], ",\n"), classes[c])
	}
	fmt.Fprintf(&w, "}\nreturn nil\n}\n")
	return format.Source(w.Bytes())
}

var (
	kinds    = map[string]string{"formal": "Formal", "informal": "Informal", published: "InUse"}
	readings = []string{"none", "part", "full"}
	classes  = map[string]string{"default": "General", "nss-case-insensitive": "CaseInsensitive", "custom": "Special"}
)

// published is the kind of an entry of published_namespaces.csv.
const published = "published"

// readPublished reads the namespaces that IANA has not registered, but whose owners
// have published what their names look like.
func readPublished(file string, iana []*entry) ([]*entry, error) {
	rows, err := read(file, "nid", "reference", "reference_source", "used_by")
	if err != nil {
		return nil, err
	}
	var list []*entry
	for i, r := range rows {
		same := func(e *entry) bool { return e.nid == r[0] }
		switch {
		case r[0] != strings.ToLower(r[0]) || len(r[0]) < 2 || len(r[0]) > 32:
			return nil, fmt.Errorf("%s: row %d: not a NID in lower case: %q", file, i+1, r[0])
		case slices.ContainsFunc(iana, same):
			return nil, fmt.Errorf("%s: row %d: IANA has registered %q", file, i+1, r[0])
		case slices.ContainsFunc(list, same):
			return nil, fmt.Errorf("%s: row %d: %q is there twice", file, i+1, r[0])
		case r[1] == "" || r[2] == "" || r[3] == "":
			return nil, fmt.Errorf("%s: row %d: %q needs a reference, its source and a user", file, i+1, r[0])
		}
		list = append(list, &entry{nid: r[0], kind: published, reference: r[1], source: r[2], usedBy: r[3]})
	}
	return list, nil
}

// constant names the place of a NID: idUUID, idURN7, id3GPP.
func constant(nid string) string {
	return "id" + strings.ToUpper(strings.ReplaceAll(nid, "-", ""))
}

var ianaHeader = []string{"nid", "kind", "reference", "reference_as_of", "reference_source"}

// updated returns the date of the newest copy of the registry that a reference is from.
func updated(entries []*entry) string {
	date := ""
	for _, e := range entries {
		date = max(date, e.asOf)
	}
	return date
}

func readRegistry(file string) ([]*entry, error) {
	rows, err := read(file, ianaHeader...)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	entries := make([]*entry, 0, len(rows))
	for i, r := range rows {
		e := &entry{nid: r[0], kind: r[1], reference: r[2], asOf: r[3], source: r[4]}
		switch {
		case kinds[e.kind] == "" || e.kind == published:
			return nil, fmt.Errorf("%s: row %d: no such kind: %q", file, i+1, e.kind)
		case e.nid != strings.ToLower(e.nid) || len(e.nid) < 2 || len(e.nid) > 32:
			return nil, fmt.Errorf("%s: row %d: not a NID in lower case: %q", file, i+1, e.nid)
		case e.asOf != "" && !isDate(e.asOf):
			return nil, fmt.Errorf("%s: row %d: reference_as_of is not a date: %q", file, i+1, e.asOf)
		case (e.reference != "") != (e.source != "") || e.asOf != "" && e.reference == "":
			return nil, fmt.Errorf("%s: row %d: %s: a reference needs its source, and a source or a date a reference", file, i+1, e.nid)
		case seen[e.nid]:
			return nil, fmt.Errorf("%s: row %d: %q is there twice", file, i+1, e.nid)
		}
		seen[e.nid] = true
		entries = append(entries, e)
	}
	return entries, nil
}

// isDate reports whether s has the form YYYY-MM-DD.
func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

func readRules(file string, entries []*entry) error {
	return eachRow(file, entries, func(e *entry, r []string) string {
		if classes[r[1]] == "" {
			return fmt.Sprintf("no such equivalence: %q", r[1])
		}
		e.rules = append(e.rules, rule{r[0], r[1], r[2], r[3], r[4], r[5]})
		return ""
	}, "nid", narrower, "equivalence_rule", "nss_syntax", "document", "note")
}

// readDocuments reads documents.csv: one row for every namespace and document.
func readDocuments(file string, entries []*entry) error {
	return eachRow(file, entries, func(e *entry, r []string) string {
		d := document{r[1], r[2], r[3], r[4], r[5]}
		switch {
		case !slices.Contains(readings, d.read):
			return fmt.Sprintf("not none, part or full: %q", d.read)
		case d.name == "" || d.found == "" || d.decided == "":
			return e.nid + ": document, found and decided must not be empty"
		case d.read != "none" && d.sections == "":
			return e.nid + ": a document that was read needs its sections"
		case slices.ContainsFunc(e.documents, func(o document) bool { return o.name == d.name }):
			return e.nid + ": " + d.name + " is there twice"
		}
		e.documents = append(e.documents, d)
		return ""
	}, "nid", "document", "sections", "read", "found", "decided")
}

// maxPurpose lets a line of "urn ns" fit in 80 columns.
const maxPurpose = 40

// readGuide reads guide.csv, which has one row for every registered namespace.
func readGuide(file string, entries []*entry) error {
	err := eachRow(file, entries, func(e *entry, r []string) string {
		switch {
		case r[2] == "" || r[4] == "":
			return e.nid + ": the form and the source of the example must not be empty"
		case r[1] == "" && e.kind != published || utf8.RuneCountInString(r[1]) > maxPurpose:
			return fmt.Sprintf("%s: the purpose must have 1 to %d characters", e.nid, maxPurpose)
		case e.form != "":
			return fmt.Sprintf("%q is there twice", e.nid)
		}
		e.form = r[2]
		return ""
	}, "nid", "purpose", "form", "example", "example_source", "package")
	for _, e := range entries {
		if err == nil && e.form == "" && e.kind != published {
			return fmt.Errorf("%s: there is no row for %q", file, e.nid)
		}
	}
	return err
}

// readResolvers reads resolvers.csv.
func readResolvers(file string, entries []*entry) error {
	return eachRow(file, entries, func(e *entry, r []string) string {
		if !strings.HasPrefix(r[1], "urn:"+e.nid+":") || !strings.Contains(r[2], "{") || r[3] == "" {
			return e.nid + ": a resolver has a prefix of the namespace, a template and a source"
		}
		return ""
	}, "nid", "prefix", "template", "source")
}

// narrower is the second column of the file in which "ietf:params" narrows "ietf".
const narrower = "equivalence"

// eachRow passes the rows of a file to take, with the entry of the NID in the first column. take returns what is
// wrong with the row, or "".
func eachRow(file string, entries []*entry, take func(*entry, []string) string, header ...string) error {
	rows, err := read(file, header...)
	for i, r := range rows {
		nid := r[0]
		if header[1] == narrower {
			nid, _, _ = strings.Cut(nid, ":")
		}
		wrong := fmt.Sprintf("%q is not in the registry", nid)
		if at := slices.IndexFunc(entries, func(e *entry) bool { return e.nid == nid }); at >= 0 {
			wrong = take(entries[at], r)
		}
		if wrong != "" {
			return fmt.Errorf("%s: row %d: %s", file, i+1, wrong)
		}
	}
	return err
}

// The table of the page is between these lines.
const (
	beginTable = "<!-- begin: written by tools/registry from internal/nsdocs/documents.csv -->\n"
	endTable   = "<!-- end -->\n"
)

// fill returns the page with its table written from entries.
func fill(page string, entries []*entry) ([]byte, error) {
	b, err := os.ReadFile(page)
	if err != nil {
		return nil, err
	}
	before, rest, begins := strings.Cut(string(b), beginTable)
	_, after, ends := strings.Cut(rest, endTable)
	if !begins || !ends {
		return nil, fmt.Errorf("%s has no table: the lines %q and %q are missing", page, beginTable, endTable)
	}
	var w bytes.Buffer
	w.WriteString(before + beginTable + "\n")
	w.WriteString("| namespace | documents | equivalence |\n|---|---|---|\n")
	var plain []string // read in full, without a rule
	for _, e := range entries {
		if e.kind == published && len(e.documents) == 0 {
			continue
		}
		var documents []string
		full := len(e.documents) > 0
		for _, d := range e.documents {
			name := cell(d.name)
			if name == "IANA template of urn:"+e.nid {
				name = "template"
			}
			if d.read != "full" {
				full = false
				name += " (" + d.read + ")"
			}
			documents = append(documents, name)
		}
		var equivalence []string
		for _, r := range e.rules {
			if r.scope == e.nid && r.equivalence != "default" {
				equivalence = append(equivalence, r.text)
			}
		}
		if full && equivalence == nil {
			plain = append(plain, fmt.Sprintf("`%s` %s", e.nid, strings.Join(documents, ", ")))
		} else {
			fmt.Fprintf(&w, "| `%s` | %s | %s |\n", e.nid, strings.Join(documents, "; "), cell(strings.Join(equivalence, "; ")))
		}
	}
	fmt.Fprintf(&w, "\nRead in full, without a rule of equivalence: %s.\n", strings.Join(plain, "; "))
	w.WriteString("\n" + endTable + after)
	return w.Bytes(), nil
}

// cell is a text as Markdown shows it in a table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "*", `\*`, "_", `\_`, "`", "'").Replace(s)
}

// read reads a CSV file whose first row is header.
func read(file string, header ...string) ([][]string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], header) {
		return nil, fmt.Errorf("%s: the first row is not %s", file, strconv.Quote(strings.Join(header, ",")))
	}
	return rows[1:], nil
}

// hash looks for a multiplier that gives every name a slot of its own. The
// function is slot in namespace/registry.go.
func hash(entries []*entry) (mul uint32, slots [1 << slotBits]uint8, err error) {
search:
	for mul = 0x9e3779b1; mul != 0x9e3779b1-2; mul += 2 {
		slots = [1 << slotBits]uint8{}
		for i, e := range entries {
			h := uint32(0)
			for j := range len(e.nid) {
				h = (h ^ uint32(e.nid[j]|0x20)) * mul
			}
			s := &slots[h>>(32-slotBits)]
			if *s != 0 {
				continue search
			}
			*s = uint8(i + 1)
		}
		return mul, slots, nil
	}
	return 0, slots, errors.New("no multiplier gives every name a slot of its own; raise slotBits")
}
