package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	rpm "github.com/sassoftware/go-rpmutils"
)

var (
	someTwice = flag.String("twice", "linux/amd64", "`list` of platforms that TestRelease builds twice, or all")
	some      = flag.String("platforms", strings.Join(platforms, ","), "`list` of platforms that TestRelease builds for")
)

// TestRelease makes a release with "make release" in a clone, and uses the result
// as a user would, with nothing of this checkout.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes")
	}
	clone, version := cloned(t)
	before, err := output(clone, nil, "git", "rev-parse", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	log, err := output(clone, nil, "make", "release", "VERSION="+version, "RELEASEARGS=-platforms="+*some+" -twice="+*someTwice)
	if err != nil {
		t.Fatal(err)
	}
	dist := filepath.Join(clone, "dist", version)
	v := strings.TrimPrefix(version, "v")
	commit, err := output(clone, nil, "git", "rev-parse", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	stamp, err := output(clone, []string{"TZ=UTC"}, "git", "log", "-1", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%cd")
	if err != nil {
		t.Fatal(err)
	}
	says := "urn " + version + " (commit " + commit[:12] + ", " + stamp + ") "
	modules, err := published(clone)
	if err != nil {
		t.Fatal(err)
	}

	t.Run("push", func(t *testing.T) {
		_, list, ok := strings.Cut(log, "\tgit push --atomic origin HEAD ")
		list, _, _ = strings.Cut(list, "\n")
		tags := strings.Fields(list)
		if !ok || len(tags) != len(modules) {
			t.Errorf("the tags to push are %q, want one for each of %v", tags, modules)
		}
		at := map[string]int{}
		for i, tag := range tags {
			at[strings.TrimSuffix(root+"/"+strings.TrimSuffix(tag, version), "/")] = i
		}
		for _, m := range modules {
			for _, p := range m.requires {
				if at[p] >= at[m.path] {
					t.Errorf("%s is pushed before %s, which it requires: %q", m.path, p, tags)
				}
			}
		}
	})

	t.Run("repository", func(t *testing.T) {
		for _, c := range []struct {
			want string
			args []string
		}{
			{"", []string{"status", "--porcelain"}},
			{before, []string{"rev-parse", "HEAD~1"}},
			{"Release " + version, []string{"log", "-1", "--format=%s"}},
			{"tag", []string{"cat-file", "-t", version}},
			{"tag", []string{"cat-file", "-t", "integrations/ottl/" + version}},
			{commit, []string{"rev-parse", "cmd/urn/" + version + "^{commit}"}},
		} {
			if got, err := output(clone, nil, "git", c.args...); got != c.want {
				t.Errorf("git %s: %q, %v; want %q", strings.Join(c.args, " "), got, err, c.want)
			}
		}
		if _, err := output(clone, nil, "make", "release", "VERSION="+version); err == nil || !strings.Contains(err.Error(), "exists") {
			t.Errorf("a second release of %s: %v", version, err)
		}
	})

	t.Run("files again", func(t *testing.T) {
		again := filepath.Join(t.TempDir(), "clone")
		if _, err := output(".", nil, "git", "clone", "-q", clone, again); err != nil {
			t.Fatal(err)
		}
		here := runtime.GOOS + "/" + runtime.GOARCH
		if _, err := output(again, nil, "make", "release", "VERSION="+version, "RELEASEARGS=-files -twice=none -platforms="+here); err != nil {
			t.Fatal(err)
		}
		name := (&release{version: version}).archive(platform{runtime.GOOS, runtime.GOARCH})
		before, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(filepath.Join(again, "dist", version, name))
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the bytes differ, %v", name, err)
		}
	})

	t.Run("checksums", func(t *testing.T) {
		list, err := os.ReadFile(filepath.Join(dist, "urn_"+v+"_checksums.txt"))
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]bool{}
		for line := range strings.Lines(string(list)) {
			want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
			content, err := os.ReadFile(filepath.Join(dist, name))
			if err != nil {
				t.Error(err)
			}
			if got := sha256.Sum256(content); hex.EncodeToString(got[:]) != want {
				t.Errorf("%s: the checksum is wrong", name)
			}
			listed[name] = true
		}
		r := release{version: version}
		want := []string{"urn.rb", "urn.json", "notes.md", "Urn.java", r.billName()}
		for _, p := range split(*some) {
			want = append(want, r.archive(p))
			if arch := map[string]string{"amd64": "x86_64", "arm64": "aarch64", "386": "i386", "s390x": "s390x"}[p.arch]; p.os == "linux" {
				want = append(want, "urn-"+v+"-1."+arch+".rpm", "urn_"+v+"-1_"+map[bool]string{true: "i386", false: p.arch}[p.arch == "386"]+".deb")
			}
		}
		for _, name := range want {
			if !listed[name] {
				t.Errorf("%s is missing", name)
			}
		}
		if len(listed) != len(want) {
			t.Errorf("%d files, want %d: %v", len(listed), len(want), listed)
		}
	})

	t.Run("archives", func(t *testing.T) {
		for _, p := range split(*some) {
			name := (&release{version: version}).archive(p)
			files := unpacked(t, filepath.Join(dist, name))
			for _, want := range []string{p.exe(), "LICENSE", "NOTICE", "man1/urn.1", "man1/urn-find.1", "man1/urn-check.1",
				"completions/urn", "completions/_urn", "completions/urn.fish", "completions/urn.ps1"} {
				if len(files[want]) == 0 {
					t.Errorf("%s: %s is missing or empty", name, want)
				}
			}
			if !bytes.Contains(files["man1/urn-find.1"], []byte(version)) {
				t.Errorf("%s: the page has no version", name)
			}
			if p.os+"/"+p.arch == runtime.GOOS+"/"+runtime.GOARCH {
				program := filepath.Join(t.TempDir(), p.exe())
				if err := os.WriteFile(program, files[p.exe()], 0o777); err != nil {
					t.Fatal(err)
				}
				if got, err := output(".", nil, program, "--version"); !strings.HasPrefix(got, says) {
					t.Errorf("urn --version says %q, %v; want %q first", got, err, says)
				}
				if out, err := exec.Command("ldd", program).CombinedOutput(); err == nil {
					t.Errorf("the program is not static:\n%s", out)
				}
			}
		}
	})

	t.Run("bill", func(t *testing.T) {
		schema, err1 := schemas()
		doc, err2 := os.ReadFile(filepath.Join(dist, (&release{version: version}).billName()))
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if err := validBill(schema, doc); err != nil {
			t.Error(err)
		}
	})

	t.Run("deb", func(t *testing.T) { installDeb(t, filepath.Join(dist, "urn_"+v+"-1_"+runtime.GOARCH+".deb"), says) })
	t.Run("rpm", func(t *testing.T) { readRPM(t, filepath.Join(dist, "urn-"+v+"-1.x86_64.rpm"), v) })
	t.Run("manifests", func(t *testing.T) { readManifests(t, dist, v) })
	t.Run("go", func(t *testing.T) { useModules(t, filepath.Join(dist, "proxy"), version, modules) })
}

// cloned clones the repository and returns the version at the top of the changelog,
// without its tags.
func cloned(t *testing.T) (dir, version string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "clone")
	run := func(in string, args ...string) string {
		out, err := output(in, nil, "git", args...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	run(".", "clone", "-q", "--no-local", run(".", "rev-parse", "--show-toplevel"), dir)
	changes, err := os.ReadFile(filepath.Join(dir, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)`).FindSubmatch(changes)
	if m == nil {
		t.Fatal("the changelog has no version")
	}
	version = "v" + string(m[1])
	for tag := range strings.FieldsSeq(run(dir, "tag", "--list", version, "*/"+version)) {
		run(dir, "tag", "-d", tag)
	}
	run(dir, "config", "user.name", "A Tester")
	run(dir, "config", "user.email", "tester@example.org")
	steps, err := nightly(dir)
	if err != nil {
		t.Fatal(err)
	}
	passed(t, dir, steps...)
	return dir, version
}

// unpacked returns the files of an archive below its one folder.
func unpacked(t *testing.T, name string) map[string][]byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	folder := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(name), ".tar.gz"), ".zip") + "/"
	add := func(path string, r io.Reader) {
		data, err := io.ReadAll(r)
		rest, ok := strings.CutPrefix(path, folder)
		if err != nil || !ok {
			t.Errorf("%s: %s: %v", name, path, err)
		}
		files[rest] = data
	}
	if strings.HasSuffix(name, ".zip") {
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, r)
		}
		return files
	}
	z, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		add(h.Name, r)
	}
}

// installDeb installs the package below a folder, as root with dpkg, and otherwise by
// unpacking it.
func installDeb(t *testing.T, deb, says string) {
	dir := t.TempDir()
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("no dpkg")
	}
	if os.Getuid() == 0 {
		for _, d := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates"} {
			if err := os.MkdirAll(filepath.Join(dir, d), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "var/lib/dpkg/status"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := output(dir, nil, "dpkg", "--root="+dir, "--install", deb); err != nil {
			t.Fatal(err)
		}
		if got, err := output(dir, nil, "dpkg", "--root="+dir, "--verify", "urn"); got != "" || err != nil {
			t.Errorf("dpkg --verify: %s %v", got, err)
		}
	} else if _, err := output(dir, nil, "dpkg-deb", "-x", deb, dir); err != nil {
		t.Fatal(err)
	}
	if got, err := output(dir, nil, filepath.Join(dir, "usr/bin/urn"), "--version"); !strings.HasPrefix(got, says) {
		t.Errorf("urn --version says %q, %v; want %q first", got, err, says)
	}
	for _, name := range []string{"man/man1/urn.1.gz", "man/man1/urn-find.1.gz", "bash-completion/completions/urn",
		"zsh/vendor-completions/_urn", "fish/vendor_completions.d/urn.fish", "doc/urn/copyright"} {
		if info, err := os.Stat(filepath.Join(dir, "usr/share", name)); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o644 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	if _, err := exec.LookPath("mandoc"); err == nil {
		page, err := output(dir, nil, "mandoc", "-T", "ascii", filepath.Join(dir, "usr/share/man/man1/urn-find.1.gz"))
		if err != nil || !strings.Contains(page, "EXAMPLES") && !strings.Contains(page, "E\bEX\bXA\bA") {
			t.Errorf("the page of find: %v\n%.500s", err, page)
		}
	}
}

func readRPM(t *testing.T, name, version string) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := rpm.ReadRpm(f)
	if err != nil {
		t.Fatal(err)
	}
	nevra, err := p.Header.GetNEVRA()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := nevra.String(), "urn-0:"+version+"-1.x86_64"; !strings.HasPrefix(got, want) {
		t.Errorf("the package is %s, want %s", got, want)
	}
	infos, err := p.Header.GetFiles()
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]int{}
	for _, info := range infos {
		modes[info.Name()] = info.Mode() & 0o777
	}
	for file, mode := range map[string]int{"/usr/bin/urn": 0o755, "/usr/share/man/man1/urn-find.1.gz": 0o644,
		"/usr/share/zsh/site-functions/_urn": 0o644, "/usr/share/bash-completion/completions/urn": 0o644, "/usr/share/doc/urn/LICENSE": 0o644} {
		if modes[file] != mode {
			t.Errorf("%s has mode %o, want %o", file, modes[file], mode)
		}
	}
}

// readManifests holds every address and checksum in the manifests to the files.
func readManifests(t *testing.T, dist, version string) {
	sums, err := checksums(dist)
	if err != nil || len(sums) == 0 {
		t.Fatal(err)
	}
	formula, err := os.ReadFile(filepath.Join(dist, "urn.rb"))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(dist, "urn.json"))
	if err != nil {
		t.Fatal(err)
	}
	base := "https://" + root + "/releases/download/v" + version + "/"
	check := func(url, sum string) {
		if name, ok := strings.CutPrefix(url, base); !ok || sums[name] == "" || sums[name] != sum {
			t.Errorf("%s: the checksum is %s, want %s", url, sum, sums[name])
		}
	}
	pairs := regexp.MustCompile(`url "(.*)"\s+sha256 "(.*)"`).FindAllSubmatch(formula, -1)
	for _, m := range pairs {
		check(string(m[1]), string(m[2]))
	}
	var scoop struct {
		Version, Bin string
		Architecture map[string]struct {
			URL, Hash  string
			ExtractDir string `json:"extract_dir"`
		}
		Autoupdate struct {
			Architecture map[string]struct{ URL string }
		}
	}
	if err := json.Unmarshal(manifest, &scoop); err != nil {
		t.Fatal(err)
	}
	for arch, a := range scoop.Architecture {
		check(a.URL, a.Hash)
		files := unpacked(t, filepath.Join(dist, filepath.Base(a.URL)))
		if a.ExtractDir+".zip" != filepath.Base(a.URL) || len(files[scoop.Bin]) == 0 {
			t.Errorf("%s: no %s in %s", arch, scoop.Bin, a.ExtractDir)
		}
		if strings.ReplaceAll(scoop.Autoupdate.Architecture[arch].URL, "$version", version) != a.URL {
			t.Errorf("%s: the address of updates is %s", arch, scoop.Autoupdate.Architecture[arch].URL)
		}
	}
	if *some == strings.Join(platforms, ",") && (len(pairs) != 4 || len(scoop.Architecture) != 2) {
		t.Errorf("%d and %d archives, want 4 and 2", len(pairs), len(scoop.Architecture))
	}
	if _, err := exec.LookPath("ruby"); err == nil {
		if _, err := output(dist, nil, "ruby", "-c", "urn.rb"); err != nil {
			t.Error(err)
		}
	}
}

// useModules installs the command and gets the modules, from the proxy of the release
// and, for what others publish, from where the go command finds it otherwise.
func useModules(t *testing.T, proxy, version string, modules []module) {
	own, err := output(".", nil, "go", "env", "GOPROXY", "GOMODCACHE")
	if err != nil {
		t.Fatal(err)
	}
	upstream, modcache, _ := strings.Cut(own, "\n")
	dir, bin := t.TempDir(), t.TempDir()
	env := []string{
		"GOPROXY=file://" + proxy + ",file://" + modcache + "/cache/download," + upstream,
		"GONOSUMDB=" + root, "GOFLAGS=-modcacherw", "GOWORK=off", "GOMODCACHE=" + filepath.Join(t.TempDir(), "cache"), "GOBIN=" + bin,
	}
	run := func(args ...string) string {
		t.Helper()
		out, err := output(dir, env, "go", args...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	run("install", root+"/cmd/urn@"+version)
	if got, err := output(dir, nil, filepath.Join(bin, "urn"), "--version"); !strings.HasPrefix(got, "urn "+version+" go1") {
		t.Errorf("urn --version says %q, %v", got, err)
	}
	cmd := exec.Command(filepath.Join(bin, "urn"), "normalize")
	cmd.Stdin = strings.NewReader("URN:EXAMPLE:a%2fb\n")
	if got, err := cmd.Output(); string(got) != "urn:example:a%2Fb\n" {
		t.Errorf("urn normalize writes %q, %v", got, err)
	}

	run("mod", "init", "example.com/empty")
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(`package main

import (
	"fmt"

	"`+root+`"
)

func main() { fmt.Println(urn.MustParse("URN:EXAMPLE:a").Key()) }
`), 0o666); err != nil {
		t.Fatal(err)
	}
	run("get", root+"@"+version)
	if got := run("run", "."); got != "urn:example:a" {
		t.Errorf("the program writes %q", got)
	}
	var integrations []string
	for _, m := range modules {
		if strings.HasPrefix(m.dir, "integrations/") {
			integrations = append(integrations, m.path)
			run("get", m.path+"@"+version)
		}
	}
	if !slices.Contains(integrations, root+"/integrations/bento") || !slices.Contains(integrations, root+"/integrations/ottl") {
		t.Errorf("the integrations are %v", integrations)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(integrations, root) {
		if n := strings.Count(string(sums), "\n"+path+" "+version+" h1:"); n != 1 {
			t.Errorf("go.sum has %d checksums of %s", n, path)
		}
		if got := run("list", "-m", "-f", "{{.Version}}", path); got != version {
			t.Errorf("%s has version %s", path, cmp.Or(got, "none"))
		}
	}
	// Every package that the integrations import is there, with a checksum in go.sum.
	run(append([]string{"list", "-mod=readonly", "-deps"}, integrations...)...)

	// Other bytes under the same version are refused.
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), bytes.ReplaceAll(sums, []byte(root+" "+version+" h1:"), []byte(root+" "+version+" h1:AAAA")), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := output(dir, env, "go", "build", "-o", os.DevNull, "."); err == nil {
		t.Errorf("a checksum that is wrong passes: %s", out)
	}
}
