package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

const description = "Check, parse, normalise, compare and find Uniform Resource Names"

// javaFile is released as it is: programs in Java copy it.
const javaFile = "integrations/java/Urn.java"

// manifests writes the manifests for Homebrew and Scoop, the notes of the release, the file
// for Java and the checksums of all other files.
func (r *release) manifests() error {
	sums, err := checksums(r.dist)
	if err != nil {
		return err
	}
	formula, err := r.formula(sums)
	if err != nil {
		return err
	}
	scoop, err := r.scoop(sums)
	if err != nil {
		return err
	}
	changes, err := os.ReadFile(filepath.Join(r.tree, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	notes, _, err := section(string(changes), r.version)
	if err != nil {
		return err
	}
	java, err := os.ReadFile(filepath.Join(r.tree, javaFile))
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"urn.rb": formula, "urn.json": scoop, "notes.md": []byte(notes + "\n"), filepath.Base(javaFile): java} {
		if err := os.WriteFile(filepath.Join(r.dist, name), content, 0o666); err != nil {
			return err
		}
	}
	if sums, err = checksums(r.dist); err != nil {
		return err
	}
	var text strings.Builder // in the form that sha256sum reads
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		text.WriteString(sums[name] + "  " + name + "\n")
	}
	return os.WriteFile(filepath.Join(r.dist, r.stem()+"_checksums.txt"), []byte(text.String()), 0o666)
}

// url returns where a file of the release is published.
func (r *release) url(file string) string {
	return "https://" + root + "/releases/download/" + r.version + "/" + file
}

//go:embed urn.rb.txt
var formulaText string

var formula = template.Must(template.New("").Parse(formulaText))

// formula returns the formula for Homebrew.
func (r *release) formula(sums map[string]string) ([]byte, error) {
	type cpu struct{ Name, URL, Sum string }
	type system struct {
		Name string
		CPUs []cpu
	}
	var systems []system
	for _, s := range []struct{ name, os string }{{"macos", "darwin"}, {"linux", "linux"}} {
		one := system{Name: s.name}
		for _, c := range []struct{ name, arch string }{{"arm", "arm64"}, {"intel", "amd64"}} {
			name := r.archive(platform{s.os, c.arch})
			if sum := sums[name]; sum != "" {
				one.CPUs = append(one.CPUs, cpu{c.name, r.url(name), sum})
			}
		}
		systems = append(systems, one)
	}
	var b bytes.Buffer
	err := formula.Execute(&b, map[string]any{
		"Description": description, "Homepage": "https://" + root, "Version": strings.TrimPrefix(r.version, "v"), "Systems": systems})
	return b.Bytes(), err
}

// scoop returns the manifest for Scoop.
func (r *release) scoop(sums map[string]string) ([]byte, error) {
	type object = map[string]any
	architectures, updates := object{}, object{}
	version := strings.TrimPrefix(r.version, "v")
	for name, arch := range map[string]string{"64bit": "amd64", "arm64": "arm64"} {
		file := r.archive(platform{"windows", arch})
		folder := strings.TrimSuffix(file, ".zip")
		if sum := sums[file]; sum != "" {
			architectures[name] = object{"url": r.url(file), "hash": sum, "extract_dir": folder}
			updates[name] = object{"url": strings.ReplaceAll(r.url(file), version, "$version"), "extract_dir": strings.ReplaceAll(folder, version, "$version")}
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "    ")
	err := e.Encode(object{
		"version": version, "description": description, "homepage": "https://" + root, "license": "MIT",
		"architecture": architectures, "bin": "urn.exe", "checkver": "github",
		"autoupdate": object{"architecture": updates, "hash": object{"url": "$baseurl/urn_$version_checksums.txt"}},
	})
	return b.Bytes(), err
}
