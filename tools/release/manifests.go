package main

import (
	"bytes"
	"embed"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// javaFile is released as it is: programs in Java copy it.
const javaFile = "integrations/java/Urn.java"

//go:embed urn.rb.txt urn.json.txt
var templates embed.FS

// manifests writes the manifests for Homebrew and Scoop, the notes of the release, the file
// for Java and the checksums of all other files.
func (r *release) manifests() error {
	sums, err := checksums(r.dist)
	if err != nil {
		return err
	}
	formula, err := r.manifest("urn.rb.txt", sums)
	if err != nil {
		return err
	}
	scoop, err := r.manifest("urn.json.txt", sums)
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

// manifest returns the text of a template.
func (r *release) manifest(name string, sums map[string]string) ([]byte, error) {
	type archive struct{ URL, Sum, Folder string }
	t, err := template.New(name).Funcs(template.FuncMap{"archive": func(os, arch string) *archive {
		file := r.archive(platform{os, arch})
		if sums[file] == "" {
			return nil
		}
		return &archive{"https://" + root + "/releases/download/" + r.version + "/" + file, sums[file], strings.TrimSuffix(file, ".zip")}
	}}).ParseFS(templates, name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]string{
		"Root": root, "Version": strings.TrimPrefix(r.version, "v"), "Description": "Check, parse, normalise, compare and find Uniform Resource Names"})
	return b.Bytes(), err
}
