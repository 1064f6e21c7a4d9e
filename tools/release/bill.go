package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// billName returns the name of the file with the bill of materials.
func (r *release) billName() string { return r.stem() + ".cdx.json" }

// bill writes a bill of materials in the form of CycloneDX: the modules that the
// programs of all platforms were built from, as the programs themselves say.
func (r *release) bill() error {
	requirements, err := r.goTool(filepath.Join(r.tree, "cmd/urn"), nil, "mod", "graph")
	if err != nil {
		return err
	}
	var infos []*buildinfo.BuildInfo
	for _, p := range split(r.platforms) {
		info, err := buildinfo.ReadFile(filepath.Join(r.work, "bin", p.os+"_"+p.arch, p.exe()))
		if err != nil {
			return err
		}
		if info.Main.Version != r.version {
			return fmt.Errorf("%s/%s: the program says that its version is %s", p.os, p.arch, info.Main.Version)
		}
		infos = append(infos, info)
	}
	doc, err := materials(infos, requirements, r.commit, r.time)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dist, r.billName()), doc, 0o666)
}

// materials returns the bill for programs, with the edges of "go mod graph" between
// what they hold.
func materials(infos []*buildinfo.BuildInfo, requirements, commit string, at time.Time) ([]byte, error) {
	purl := func(path, version string) string { return "pkg:golang/" + path + "@" + version }
	main := infos[0].Main
	mainRef := purl(main.Path, main.Version)
	std := strings.TrimPrefix(infos[0].GoVersion, "go")
	components := map[string]cdx.Component{"std": {Type: cdx.ComponentTypeLibrary, Name: "std", Version: std,
		BOMRef: purl("std", std), PackageURL: purl("std", std), Description: "the standard library of Go"}}
	for _, info := range infos {
		for _, dep := range info.Deps {
			sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(dep.Sum, "h1:"))
			if err != nil || len(sum) != sha256.Size {
				return nil, fmt.Errorf("%s %s: the program has no checksum of it", dep.Path, dep.Version)
			}
			ref := purl(dep.Path, dep.Version)
			components[dep.Path] = cdx.Component{Type: cdx.ComponentTypeLibrary, Name: dep.Path, Version: dep.Version,
				BOMRef: ref, PackageURL: ref, Scope: cdx.ScopeRequired,
				// The hash of the list of the module's files, as in go.sum.
				Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}}
		}
	}
	edges := map[string][]string{mainRef: {purl("std", std)}}
	for line := range strings.Lines(requirements) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		fromPath, fromVersion, _ := strings.Cut(from, "@")
		toPath, _, _ := strings.Cut(to, "@")
		ref := purl(fromPath, fromVersion)
		if fromPath == main.Path {
			ref = mainRef
		}
		// Versions that are not in the programs, and modules of tests alone, do not count.
		target, held := components[toPath]
		if used := ref == mainRef || ref == components[fromPath].BOMRef; used && held && fromPath != toPath {
			edges[ref] = append(edges[ref], target.BOMRef)
		}
	}
	var list []cdx.Component
	for _, name := range slices.Sorted(maps.Keys(components)) {
		list = append(list, components[name])
	}
	var dependencies []cdx.Dependency
	for _, ref := range slices.Sorted(maps.Keys(edges)) {
		to := slices.Compact(slices.Sorted(slices.Values(edges[ref])))
		dependencies = append(dependencies, cdx.Dependency{Ref: ref, Dependencies: &to})
	}
	bom := cdx.NewBOM()
	id := sha256.Sum256([]byte(mainRef + " " + commit))
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // version 8: custom
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
	bom.Metadata = &cdx.Metadata{
		Timestamp: at.Format(time.RFC3339),
		Component: &cdx.Component{Type: cdx.ComponentTypeApplication, Name: main.Path, Version: main.Version,
			BOMRef: mainRef, PackageURL: mainRef,
			Licenses:   &cdx.Licenses{{License: &cdx.License{ID: "MIT"}}},
			Properties: &[]cdx.Property{{Name: "vcs.revision", Value: commit}}},
	}
	bom.Components, bom.Dependencies = &list, &dependencies
	var b bytes.Buffer
	if err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
