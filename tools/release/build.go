package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // registers the format
	_ "github.com/goreleaser/nfpm/v2/rpm" // registers the format
)

// platforms are the platforms that the command is built for.
var platforms = []string{
	"linux/amd64", "linux/arm64", "linux/386", "linux/s390x",
	"darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64",
}

// platform is one of them.
type platform struct{ os, arch string }

func split(list string) (ps []platform) {
	for p := range strings.SplitSeq(list, ",") {
		goos, arch, _ := strings.Cut(p, "/")
		ps = append(ps, platform{goos, arch})
	}
	return ps
}

func (p platform) exe() string {
	if p.os == "windows" {
		return "urn.exe"
	}
	return "urn"
}

// stem is how the names of the files of a release begin.
func (r *release) stem() string { return "urn_" + strings.TrimPrefix(r.version, "v") }

// archive returns the name of the archive for a platform.
func (r *release) archive(p platform) string {
	name := r.stem() + "_" + p.os + "_" + p.arch
	if p.os == "windows" {
		return name + ".zip"
	}
	return name + ".tar.gz"
}

// docs generates the manual pages and the completions.
func (r *release) docs() error {
	_, err := r.goTool(filepath.Join(r.tree, "cmd/urn"), nil, "run", "./internal/docs",
		"-version", r.version, "-date", r.time.Format(time.DateOnly), filepath.Join(r.work, "docs"))
	return err
}

// build builds the command and packs it for every platform.
func (r *release) build() error {
	for _, p := range split(r.platforms) {
		fmt.Fprintf(r.out, "%s/%s\n", p.os, p.arch)
		if err := r.pack(r.tree, p, nil, r.dist); err != nil {
			return err
		}
	}
	return nil
}

// buildAgain builds and packs a second time, in another clone and with an empty build
// cache, and compares.
func (r *release) buildAgain() error {
	list := r.twice
	switch list {
	case "none":
		return nil
	case "all":
		list = r.platforms
	}
	tree, dist := filepath.Join(r.work, "second", "clone"), filepath.Join(r.work, "again")
	if _, err := r.git(r.work, "clone", "-q", "--no-local", r.tree, tree); err != nil {
		return err
	}
	if _, err := r.git(tree, "checkout", "-q", "--detach", r.commit); err != nil {
		return err
	}
	for _, p := range split(list) {
		fmt.Fprintf(r.out, "%s/%s\n", p.os, p.arch)
		if err := r.pack(tree, p, []string{"GOCACHE=" + filepath.Join(r.work, "gocache")}, dist); err != nil {
			return err
		}
	}
	return same(dist, r.dist)
}

// same reports an error if a file of the folder a is not in b, or not with the same
// bytes.
func same(a, b string) error {
	x, err := checksums(a)
	y, missing := checksums(b)
	if err := cmp.Or(err, missing); err != nil {
		return err
	}
	if len(x) == 0 {
		return fmt.Errorf("%s is empty", a)
	}
	for name, sum := range x {
		if y[name] != sum {
			return fmt.Errorf("%s: two builds differ", name)
		}
	}
	return nil
}

// file is a file of an archive or a package.
type file struct {
	name    string // with slashes
	content []byte
	mode    os.FileMode
}

// pack builds the command in the clone tree and writes the archive, and for Linux the
// packages, into dist.
func (r *release) pack(tree string, p platform, env []string, dist string) error {
	binary := filepath.Join(r.work, "bin", p.os+"_"+p.arch, p.exe())
	env = append(env, "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GO386=sse2", "GOARM64=v8.0")
	if _, err := r.goTool(filepath.Join(tree, "cmd/urn"), env, "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", binary, "."); err != nil {
		return err
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		return err
	}
	// No file holds a path of this machine.
	for _, path := range []string{r.work, tree} {
		if bytes.Contains(program, []byte(path)) {
			return fmt.Errorf("%s/%s: the program holds the path %s", p.os, p.arch, path)
		}
	}
	texts, err := r.texts(tree)
	if err != nil {
		return err
	}
	content := append([]file{{p.exe(), program, 0o755}}, texts...)
	if err := os.MkdirAll(dist, 0o777); err != nil {
		return err
	}
	name := r.archive(p)
	write := tarball
	folder := strings.TrimSuffix(name, ".tar.gz")
	if p.os == "windows" {
		write, folder = zipped, strings.TrimSuffix(name, ".zip")
	}
	var b bytes.Buffer
	if err := write(&b, folder, content, r.time); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dist, name), b.Bytes(), 0o666); err != nil {
		return err
	}
	if p.os != "linux" {
		return nil
	}
	return r.linuxPackages(p, content, dist)
}

// texts are the files of an archive beside the program.
func (r *release) texts(tree string) (list []file, err error) {
	for _, name := range []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md"} {
		content, err := os.ReadFile(filepath.Join(tree, name))
		if err != nil {
			return nil, err
		}
		list = append(list, file{name, content, 0o644})
	}
	docs := filepath.Join(r.work, "docs")
	for _, pattern := range []string{"man1/*", "completions/*"} {
		names, err := filepath.Glob(filepath.Join(docs, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			content, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			name, _ = filepath.Rel(docs, name)
			list = append(list, file{filepath.ToSlash(name), content, 0o644})
		}
	}
	return list, nil
}

// tarball writes a compressed tar file.
func tarball(w io.Writer, folder string, content []file, at time.Time) error {
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	for _, f := range content {
		h := &tar.Header{Name: folder + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: at, Format: tar.FormatPAX}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.content); err != nil {
			return err
		}
	}
	return cmp.Or(t.Close(), compress(w, b.Bytes()))
}

// compress writes a file of gzip, which does not have its time.
func compress(w io.Writer, content []byte) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(content)
	return cmp.Or(err, z.Close())
}

// zipped writes a zip file.
func zipped(w io.Writer, folder string, content []file, at time.Time) error {
	z := zip.NewWriter(w)
	for _, f := range content {
		h := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		part, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := part.Write(f.content); err != nil {
			return err
		}
	}
	return z.Close()
}

//go:embed nfpm.yaml.txt
var packages string

// linuxPackages writes a .deb and a .rpm file.
func (r *release) linuxPackages(p platform, content []file, dist string) error {
	dir, err := os.MkdirTemp(r.work, "packages")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, f := range content {
		if strings.HasPrefix(f.name, "man1/") {
			var b bytes.Buffer
			if err := compress(&b, f.content); err != nil {
				return err
			}
			f.name, f.content = f.name+".gz", b.Bytes()
		}
		name := filepath.Join(dir, f.name)
		if err := cmp.Or(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, f.content, 0o666)); err != nil {
			return err
		}
	}
	maintainer, err := r.git(r.tree, "log", "-1", "--format=%cn <%ce>")
	if err != nil {
		return err
	}
	values := map[string]string{
		"ARCH": p.arch, "VERSION": strings.TrimPrefix(r.version, "v"), "MAINTAINER": maintainer, "HOMEPAGE": "https://" + root, "DIR": dir}
	for _, format := range []string{"deb", "rpm"} {
		config, err := nfpm.ParseWithEnvMapping(strings.NewReader(packages), func(name string) string { return values[name] })
		if err != nil {
			return err
		}
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		config.MTime = r.time
		var b bytes.Buffer
		if err := packager.Package(&config.Info, &b); err != nil {
			return fmt.Errorf("%s: %w", format, err)
		}
		if err := os.WriteFile(filepath.Join(dist, packager.ConventionalFileName(&config.Info)), b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// checksums returns the SHA-256 of each file of a folder, by name.
func checksums(dir string) (sums map[string]string, err error) {
	entries, err := os.ReadDir(dir)
	sums = map[string]string{}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		sums[e.Name()] = fmt.Sprintf("%x", sha256.Sum256(content))
	}
	return sums, err
}
