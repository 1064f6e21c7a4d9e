package main

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// ianaRegistry is IANA's registry of URN namespaces, urn-namespaces.xml.
type ianaRegistry struct {
	Updated    string         `xml:"updated"`
	Records    []ianaRecord   `xml:"record"`
	Registries []ianaRegistry `xml:"registry"`
}

type ianaRecord struct {
	Name       string          `xml:"name"`
	References []ianaReference `xml:",any"`
}

type ianaReference struct {
	Type string          `xml:"type,attr"`
	Data string          `xml:"data,attr"`
	Any  []ianaReference `xml:",any"`
}

var rfcNumber = regexp.MustCompile(`^rfc(\d+)$`)

// writeIANA writes iana_urn_namespaces.csv into the folder that args names.
func writeIANA(file string, args []string) error {
	if len(args) != 1 {
		return errors.New("-iana needs the FOLDER of iana_urn_namespaces.csv")
	}
	b, err := convert(file)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(args[0], "iana_urn_namespaces.csv"), b, 0o644)
}

// convert returns iana_urn_namespaces.csv for a copy of urn-namespaces.xml. The
// reference of a namespace is the RFCs that the registry names, or else "IANA
// template".
func convert(file string) ([]byte, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all ianaRegistry
	if err := xml.Unmarshal(b, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if !isDate(all.Updated) {
		return nil, fmt.Errorf("%s: updated is not a date: %q", file, all.Updated)
	}
	var w bytes.Buffer
	out := csv.NewWriter(&w)
	out.Write(ianaHeader)
	count := 0
	for _, registry := range all.Registries {
		for _, record := range registry.Records {
			nid := strings.ToLower(strings.TrimSpace(record.Name))
			kind := "formal"
			if strings.HasPrefix(nid, "urn-") {
				kind = "informal"
			}
			var rfcs []string
			for _, r := range flatten(record.References) {
				if m := rfcNumber.FindStringSubmatch(r.Data); r.Type == "rfc" && m != nil {
					rfcs = append(rfcs, "RFC "+m[1])
				}
			}
			reference := strings.Join(rfcs, " ")
			if reference == "" {
				reference = "IANA template"
			}
			out.Write([]string{nid, kind, reference, all.Updated, "IANA registry"})
			count++
		}
	}
	out.Flush()
	if count == 0 {
		return nil, errors.New(file + " has no record")
	}
	return w.Bytes(), out.Error()
}

// flatten returns references and those inside of them.
func flatten(list []ianaReference) (all []ianaReference) {
	for _, r := range list {
		all = append(append(all, r), flatten(r.Any)...)
	}
	return all
}
