// Package nsdocs says where the rules of package namespace come from. It serves the
// command's subcommand ns and the page in a browser. A program that only uses the
// rules does not contain it.
package nsdocs

import (
	_ "embed"
	"strings"
	"sync"
)

// Namespace says where the rules of one namespace come from.
type Namespace struct {
	// ReferenceAsOf is the date, in the form YYYY-MM-DD, of the copy of the IANA
	// registry that Entry.Reference was found in. It is "" if the reference was found
	// elsewhere, or if there is none.
	ReferenceAsOf string
	// ReferenceSource says where Entry.Reference was found, such as "IANA registry". It
	// is "" if there is no reference.
	ReferenceSource string
	// Rules restate what the documents say of the syntax and the equivalence of names.
	Rules []Rule
	// Purpose is what names are for, or whose they are, in at most 40 characters. It is "" if
	// the namespace is not registered.
	Purpose string
	// Form is the syntax of the names in words. Example is a valid name, or "" if names
	// are not checked. ExampleSource is the document that prints it, or begins with
	// "made".
	Form, Example, ExampleSource string
	// Package is the package of the typed value, such as "namespace/isbn", or "".
	Package string
	// Resolvers say where names are resolved. Nothing here fetches them.
	Resolvers []Resolver
	// Documents are the documents that package namespace follows.
	Documents []Document
}

// Rule restates what a document says of the names of a namespace, or of a part of them.
type Rule struct {
	// Scope is the NID, or a NID and the beginning of the NSS, such as "ietf:params".
	Scope string
	// Equivalence is "general" if only RFC 8141, section 3.1, holds, "case-insensitive" if
	// the letters of the NSS match case-insensitively, or "special".
	Equivalence string
	Text        string // the rule of equivalence, in words
	Syntax      string // the NSS, in ABNF, BNF or words
	Document    string // with the section: "RFC 3061 s2"
	Note        string // slips and contradictions of the documents
}

// Document says how far a document about a namespace was read against package
// namespace, and what came of it.
type Document struct {
	Name     string // such as "RFC 3061"
	Sections string // the sections that were read, such as "2, 3"
	Read     string // how much of the document was read: "none", "part" or "full"
	Found    string // what the document says, and where it differed from the package
	Decided  string // what the package does
}

// Resolver says where the names that begin with Prefix are resolved.
type Resolver struct {
	Prefix   string // such as "urn:nbn:fi"
	Template string // of a URL; see Resolver.URL
	Source   string // the document that says so
}

// URL returns the URL of a name, whose normal form under the rules of its namespace is also
// given. It returns false if the resolver is not for the name. In the template
//
//	{urn}     is the name
//	{nss}     is its NSS
//	{rest}    is what follows the prefix
//	{path}    is {rest} in lower case, with "/" for ":"
//	{1}       is {rest} up to the first colon
//	{place}   is what follows that colon and "place:", and so for any other word
//	{digits}  are the digits of {rest} before ":page:" or ":part:"
//	{uri}     is what follows these
func (r Resolver) URL(name, normal string) (string, bool) {
	if !strings.HasPrefix(normal, r.Prefix) {
		return "", false
	}
	nss := name[strings.Index(name[len("urn:"):], ":")+len("urn::"):]
	rest := normal[len(r.Prefix):]
	if len(name) == len(normal) {
		rest = name[len(r.Prefix):] // as it is written
	}
	values := []string{"{urn}", name, "{nss}", nss, "{rest}", rest, "{path}", strings.ReplaceAll(strings.ToLower(rest), ":", "/")}
	if first, second, ok := strings.Cut(rest, ":"); ok {
		word, value, _ := strings.Cut(second, ":")
		values = append(values, "{1}", first, "{"+word+"}", value)
	}
	for _, word := range []string{":page:", ":part:"} {
		if time, uri, ok := strings.Cut(rest, word); ok {
			digits := strings.Map(func(c rune) rune {
				if '0' <= c && c <= '9' {
					return c
				}
				return -1
			}, time)
			values = append(values, "{digits}", digits, "{uri}", uri)
			break
		}
	}
	url := strings.NewReplacer(values...).Replace(r.Template)
	return url, !strings.Contains(url, "{")
}

//go:embed iana_urn_namespaces.csv
var iana string

//go:embed published_namespaces.csv
var published string

//go:embed namespace_rules.csv
var rules string

//go:embed documents.csv
var documents string

//go:embed guide.csv
var guide string

//go:embed resolvers.csv
var resolvers string

// rows returns the rows of a file without its header (RFC 4180). tools/registry checks the
// files. Packages encoding/csv and embed's FS would add 1% to the engine of the page.
func rows(text string) (list [][]string) {
	var row []string
	for text != "" {
		var field string
		if text[0] == '"' {
			for quote := ""; text != "" && text[0] == '"'; quote = "\"" { // after the first, each is one of two
				end := 1 + strings.IndexByte(text[1:], '"')
				field += quote + text[1:end]
				text = text[end+1:]
			}
		} else {
			end := strings.IndexAny(text, ",\n")
			field, text = text[:end], text[end:]
		}
		row = append(row, field)
		if text[0] == '\n' {
			list = append(list, row)
			row = nil
		}
		text = text[1:]
	}
	return list[1:]
}

var all = sync.OnceValue(func() map[string]*Namespace {
	m := map[string]*Namespace{}
	of := func(nid string) *Namespace {
		if m[nid] == nil {
			m[nid] = &Namespace{}
		}
		return m[nid]
	}
	for _, r := range rows(iana) {
		n := of(r[0])
		n.ReferenceAsOf, n.ReferenceSource = r[3], r[4]
	}
	for _, r := range rows(published) {
		of(r[0]).ReferenceSource = r[2]
	}
	classes := map[string]string{"default": "general", "nss-case-insensitive": "case-insensitive", "custom": "special"}
	for _, r := range rows(rules) {
		nid, _, _ := strings.Cut(r[0], ":")
		n := of(nid)
		n.Rules = append(n.Rules, Rule{r[0], classes[r[1]], r[2], r[3], r[4], r[5]})
	}
	for _, r := range rows(documents) {
		n := of(r[0])
		n.Documents = append(n.Documents, Document{r[1], r[2], r[3], r[4], r[5]})
	}
	for _, r := range rows(guide) {
		n := of(r[0])
		n.Purpose, n.Form, n.Example, n.ExampleSource, n.Package = r[1], r[2], r[3], r[4], r[5]
	}
	for _, r := range rows(resolvers) {
		n := of(r[0])
		n.Resolvers = append(n.Resolvers, Resolver{r[1], r[2], r[3]})
	}
	return m
})

// Of returns what is known of a NID in lower case. The first call reads the embedded
// files, which takes about 2 ms. The result shares memory with those of other calls.
func Of(nid string) Namespace {
	if n := all()[nid]; n != nil {
		return *n
	}
	return Namespace{}
}
