package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
)

// root is the path of the module at the root of the repository.
const root = "github.com/seed7b5a83f0/urn"

// module is a module that is published.
type module struct {
	dir      string // from the root, with slashes; "." is the root
	path     string
	requires []string // paths of the other modules that it requires
}

// tag returns the tag of a version of the module.
func (m module) tag(version string) string { return path.Join(m.dir, version) }

// unpublished are the folders whose modules only work in a checkout: they are tools
// and tests of this repository.
var unpublished = []string{"tools/", "tests/"}

// published finds the modules below dir, in an order in which each comes after those
// that it requires.
func published(dir string) ([]module, error) {
	files, err := output(dir, nil, "git", "ls-files", "--", "go.mod", "*/go.mod")
	if err != nil {
		return nil, err
	}
	var found []module
	for file := range strings.FieldsSeq(files) {
		own := func(folder string) bool { return strings.HasPrefix(file, folder) }
		if slices.ContainsFunc(unpublished, own) || strings.Contains(file, "testdata/") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return nil, err
		}
		f, err := modfile.Parse(file, data, nil)
		if err != nil {
			return nil, err
		}
		m := module{dir: path.Dir(file), path: f.Module.Mod.Path}
		if want := path.Join(root, m.dir); m.path != want {
			return nil, fmt.Errorf("%s: the module is %s, want %s", file, m.path, want)
		}
		if len(f.Replace) > 0 {
			return nil, fmt.Errorf("%s replaces %s: nobody could install the module", file, f.Replace[0].Old.Path)
		}
		for _, q := range f.Require {
			if q.Mod.Path == root || strings.HasPrefix(q.Mod.Path, root+"/") {
				m.requires = append(m.requires, q.Mod.Path)
			}
		}
		found = append(found, m)
	}
	return ordered(found)
}

// ordered returns the modules so that each comes after those that it requires.
func ordered(found []module) (list []module, err error) {
	slices.SortFunc(found, func(a, b module) int { return strings.Compare(a.path, b.path) })
	done := map[string]bool{}
	for len(list) < len(found) {
		n := len(list)
		for _, m := range found {
			ready := !slices.ContainsFunc(m.requires, func(p string) bool { return !done[p] })
			if !done[m.path] && ready {
				list, done[m.path] = append(list, m), true
			}
		}
		if len(list) == n {
			for _, m := range found {
				missing := slices.DeleteFunc(m.requires, func(p string) bool { return done[p] })
				if !done[m.path] {
					return nil, fmt.Errorf("%s requires %s, which requires it in a circle or is not published", m.path, missing[0])
				}
			}
		}
	}
	return list, nil
}

// mention is a module or a package of this repository with a version, as go.mod,
// go.work, manifests and documents write it.
var mention = regexp.MustCompile(`(` + regexp.QuoteMeta(root) + `(?:/[\w./-]*\w)?)([ @])v\d+\.\d+\.\d+(?:-[\w.-]*\w)?`)

// withVersion returns text with the version after each of the modules. After a space
// only a module has a version; after "@" a package may have one.
func withVersion(text, version string, modules []module) string {
	return mention.ReplaceAllStringFunc(text, func(s string) string {
		m := mention.FindStringSubmatch(s)
		if m[2] == " " && !slices.ContainsFunc(modules, func(x module) bool { return x.path == m[1] }) {
			return s
		}
		return m[1] + m[2] + version
	})
}

// withSum returns a go.sum with the checksums of one of our modules and none of
// another version of it. The lines are in the order of their paths.
func withSum(sums string, d download) string {
	of := func(line string) string { p, _, _ := strings.Cut(line, " "); return p }
	lines := slices.DeleteFunc(strings.Split(sums, "\n"), func(l string) bool { return l == "" || of(l) == d.Path })
	at := slices.IndexFunc(lines, func(l string) bool { return of(l) > d.Path })
	if at < 0 {
		at = len(lines)
	}
	lines = slices.Insert(lines, at, d.Path+" "+d.Version+" "+d.Sum, d.Path+" "+d.Version+"/go.mod "+d.GoModSum)
	return strings.Join(lines, "\n") + "\n"
}

// commitRelease makes the commit of the release in the clone, and the tags: the date
// in the changelog, the versions that the modules require of each other and their
// checksums.
func (r *release) commitRelease() error {
	ident, err := r.git(r.repo, "var", "GIT_COMMITTER_IDENT")
	if err != nil {
		return err
	}
	name, mail, _ := strings.Cut(ident, " <")
	mail, _, _ = strings.Cut(mail, ">")
	for key, value := range map[string]string{"user.name": name, "user.email": mail, "advice.detachedHead": "false"} {
		if _, err := r.git(r.tree, "config", key, value); err != nil {
			return err
		}
	}
	if err := r.edit("CHANGELOG.md", func(s string) (string, error) { return dated(s, r.version, time.Now().UTC()) }); err != nil {
		return err
	}
	files, err := r.git(r.tree, "ls-files", "--", "*go.mod", "*go.work", "*.md", "*.yaml", "*.yml")
	if err != nil {
		return err
	}
	for file := range strings.FieldsSeq(files) {
		if file == "CHANGELOG.md" {
			continue
		}
		if err := r.edit(file, func(s string) (string, error) { return withVersion(s, r.version, r.modules), nil }); err != nil {
			return err
		}
	}
	if _, err := r.git(r.tree, "commit", "-q", "--allow-empty", "-a", "-m", "Release "+r.version); err != nil {
		return err
	}
	// A checksum covers all files of a module, its go.sum included, so the modules take
	// their turns.
	for _, m := range r.modules {
		users := slices.DeleteFunc(slices.Clone(r.modules), func(u module) bool { return !slices.Contains(u.requires, m.path) })
		if len(users) == 0 {
			continue
		}
		if _, err := r.git(r.tree, "tag", "-f", m.tag(r.version)); err != nil {
			return err
		}
		d, err := r.download(filepath.Join(r.work, "sums", m.dir), m)
		if err != nil {
			return err
		}
		for _, u := range users {
			if err := r.edit(path.Join(u.dir, "go.sum"), func(s string) (string, error) { return withSum(s, d), nil }); err != nil {
				return err
			}
		}
		if _, err := r.git(r.tree, "add", "-A"); err != nil {
			return err
		}
		if _, err := r.git(r.tree, "commit", "-q", "--allow-empty", "--amend", "--no-edit"); err != nil {
			return err
		}
	}
	for _, m := range r.modules {
		if _, err := r.git(r.tree, "tag", "-f", "-a", "-m", m.path+" "+r.version, m.tag(r.version)); err != nil {
			return err
		}
	}
	return r.readCommit()
}

// readCommit reads which commit the clone is at, and its time.
func (r *release) readCommit() (err error) {
	if r.commit, err = r.git(r.tree, "rev-parse", "HEAD"); err != nil {
		return err
	}
	when, err := r.git(r.tree, "log", "-1", "--format=%cI")
	if err != nil {
		return err
	}
	r.time, err = time.Parse(time.RFC3339, when)
	r.time = r.time.UTC()
	return err
}

// edit changes a file of the clone.
func (r *release) edit(file string, change func(string) (string, error)) error {
	name := filepath.Join(r.tree, filepath.FromSlash(file))
	before, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // a module may have no go.sum yet
		return err
	}
	after, err := change(string(before))
	if err != nil || after == string(before) {
		return err
	}
	return os.WriteFile(name, []byte(after), 0o666)
}

// download is the output of "go mod download" for a module.
type download struct {
	Path, Version, Sum, GoModSum string
}

// download has the go command make a module out of the clone, as a proxy would from
// the published repository. The result is in the folder cache.
func (r *release) download(cache string, m module) (d download, err error) {
	// git reads the clone wherever the go command asks for the repository.
	text, err := output(r.work, []string{
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url.file://" + r.tree + ".insteadOf", "GIT_CONFIG_VALUE_0=https://" + root,
		"GIT_ALLOW_PROTOCOL=file", "GOPROXY=direct", "GONOSUMDB=" + root, "GOVCS=*:git",
		"GOMODCACHE=" + cache, "GOFLAGS=-modcacherw", "GOWORK=off",
	}, "go", "mod", "download", "-json", m.path+"@"+r.version)
	if err != nil {
		return d, err
	}
	err = json.Unmarshal([]byte(text), &d)
	return d, err
}

// publish writes the modules into a folder that can be a GOPROXY, compares their
// checksums with what go.sum files have, and reads the modules back.
func (r *release) publish() error {
	cache := filepath.Join(r.work, "published")
	sums := map[string]download{}
	for _, m := range r.modules {
		d, err := r.download(cache, m)
		if err != nil {
			return err
		}
		sums[m.path] = d
		fmt.Fprintf(r.out, "%s %s %s\n", d.Path, d.Version, d.Sum)
	}
	for _, m := range r.modules {
		for _, p := range m.requires {
			have, err := os.ReadFile(filepath.Join(r.tree, m.dir, "go.sum"))
			if err != nil {
				return err
			}
			if withSum(string(have), sums[p]) != string(have) {
				return fmt.Errorf("%s/go.sum does not have the checksum of %s", m.dir, p)
			}
		}
	}
	proxy := filepath.Join(r.dist, "proxy")
	for _, m := range r.modules {
		versions := filepath.Join(m.path, "@v")
		from := os.DirFS(filepath.Join(cache, "cache", "download", versions))
		if err := os.CopyFS(filepath.Join(proxy, versions), from); err != nil {
			return err
		}
		os.Remove(filepath.Join(proxy, versions, r.version+".lock"))
	}
	own, err := output(r.work, nil, "go", "env", "GOPROXY", "GOMODCACHE")
	if err != nil {
		return err
	}
	upstream, modcache, _ := strings.Cut(own, "\n")
	// A cache of its own: a release that fails must not leave its modules in the
	// user's. What the user's has need not be fetched again.
	r.env = []string{
		"GOWORK=off", "GONOSUMDB=" + root, "GOFLAGS=-modcacherw -mod=readonly",
		"GOPROXY=" + strings.Join([]string{"file://" + proxy, "file://" + modcache + "/cache/download", upstream}, ","),
		"GOMODCACHE=" + filepath.Join(r.work, "modcache"),
	}
	return nil
}
