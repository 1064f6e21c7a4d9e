// Package nsdocs says which documents the rules of package namespace come from. The
// subcommand ns and the page in a browser use it. It is separate from package namespace, so
// that programs which only use the rules do not contain it.
package nsdocs

import (
	_ "embed"
	"strings"
	"sync"
)

// Namespace has the sources of the rules of one namespace, and describes its names.
type Namespace struct {
	// ReferenceAsOf is the date, in the form YYYY-MM-DD, of the copy of the IANA
	// registry that Entry.Reference was found in. It is "" if the reference was found
	// elsewhere, or if there is none.
	ReferenceAsOf string
	// ReferenceSource says where Entry.Reference was found, such as "IANA registry". It
	// is "" if there is no reference.
	ReferenceSource string
	// Rules summarise what the documents say about the syntax and the equivalence of names.
	Rules []Rule
	// Purpose says what the names are for or who assigns them, in at most 40 characters. It
	// is "" if the namespace is not registered.
	Purpose string
	// Form is the syntax of the names in words. Example is a valid name, or "" if names are
	// not checked. ExampleSource is the document that has the example. It begins with
	// "made" if the example is from no document.
	Form, Example, ExampleSource string
	// Package is the package of the typed value, such as "namespace/isbn", or "".
	Package string
	// Resolvers are services that resolve names. Nothing here sends requests to them.
	Resolvers []Resolver
	// Documents are the documents that package namespace follows.
	Documents []Document
}

// Rule summarises what a document says about the names of a namespace, or about a part of
// them.
type Rule struct {
	// Scope is the NID, or a NID and the beginning of the NSS, such as "ietf:params".
	Scope string
	// Equivalence is "general" if only RFC 8141, section 3.1, holds, "case-insensitive" if
	// the letters of the NSS match case-insensitively, or "special".
	Equivalence string
	Text        string // the rule of equivalence, in words
	Syntax      string // the NSS, in ABNF, BNF or words
	Document    string // with the section: "RFC 3061 s2"
	Note        string // errors and contradictions in the documents
}

// Document says how much of a document about a namespace was compared with package
// namespace, and with what result.
type Document struct {
	Name     string // such as "RFC 3061"
	Sections string // the sections that were read, such as "2, 3"
	Read     string // how much of the document was read: "none", "part" or "full"
	Found    string // what the document says, and where it differed from the package
	Decided  string // what the package does
}

// Resolver is a service that resolves the names that begin with Prefix.
type Resolver struct {
	Prefix   string // such as "urn:nbn:fi"
	Template string // of a URL; see Resolver.URL
	Source   string // the document that describes the service
}

// URL returns the URL at which the resolver resolves a name. normal is the normal form of
// name under the rules of its namespace. If the resolver is not for the name, URL returns
// false. In the template
//
//	{urn}     is the name
//	{nss}     is its NSS
//	{rest}    is the text after the prefix
//	{path}    is {rest} in lower case, with "/" for ":"
//	{1}       is {rest} up to the first colon
//	{place}   is the text after that colon and "place:"; any other word works in the same way
//	{digits}  are the digits of {rest} before ":page:" or ":part:"
//	{uri}     is the text after these
func (r Resolver) URL(name, normal string) (string, bool) {
	if !strings.HasPrefix(normal, r.Prefix) {
		return "", false
	}
	nss := name[strings.Index(name[len("urn:"):], ":")+len("urn::"):]
	rest := normal[len(r.Prefix):]
	if len(name) == len(normal) {
		rest = name[len(r.Prefix):] // as written
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

// rows returns the rows of a CSV file (RFC 4180) without its header. It expects a
// well-formed file: tools/registry checks the files. encoding/csv and embed.FS would make
// the page's WebAssembly 1% larger.
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

// Of returns the Namespace for a NID in lower case. The first call reads the embedded
// files, which takes about 2 ms. The result shares memory with the results of other calls.
func Of(nid string) Namespace {
	if n := all()[nid]; n != nil {
		return *n
	}
	return Namespace{}
}
