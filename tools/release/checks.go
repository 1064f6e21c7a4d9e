package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// check refuses a repository that must not be released. It clones the repository.
func (r *release) check() error {
	if semver.Canonical(r.version) != r.version || semver.Build(r.version) != "" {
		return fmt.Errorf("%q is not a version: want one such as v0.1.0 or v0.2.0-rc.1", r.version)
	}
	if semver.Compare(r.version, "v2") >= 0 {
		return errors.New("from v2 on, the path of every module ends with the major version: that is a change of all of them")
	}
	status, err := r.git(r.repo, "status", "--porcelain")
	if err != nil {
		return err
	}
	if status != "" {
		return fmt.Errorf("the tree is not clean:\n%s", status)
	}
	if err := r.clone("HEAD"); err != nil {
		return err
	}
	existing, err := r.git(r.tree, "tag", "--list")
	if err != nil {
		return err
	}
	tags := strings.Fields(existing)
	for _, tag := range r.tags() {
		if slices.Contains(tags, tag) {
			return fmt.Errorf("the tag %s exists. A version that was published never changes: release the next one", tag)
		}
	}
	if last := latest(tags); last != "" && semver.Compare(r.version, last) <= 0 {
		return fmt.Errorf("%s is not after %s, the latest version", r.version, last)
	}
	changes, err := os.ReadFile(filepath.Join(r.tree, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if _, _, err = section(string(changes), r.version); err != nil {
		return err
	}
	return r.checkPassed()
}

// passedFile has a line for each step of .ci/nightly that has passed: the step, the commit,
// the day and the machine, separated by tabs. .ci/nightly writes it.
const passedFile = ".ci/passed"

// checkPassed refuses a commit at which a step of .ci/nightly has not passed: a release needs
// the checks that CI leaves out, too. A change of passedFile does not count.
func (r *release) checkPassed() error {
	steps, err := nightly(r.tree)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(r.tree, passedFile))
	if err != nil {
		return err
	}
	commits := map[string]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			return fmt.Errorf("%s: %q does not have four fields", passedFile, line)
		}
		commits[f[0]] = f[1]
	}
	var missing []string
	for _, step := range steps {
		commit, ok := commits[step]
		if ok {
			_, err := r.git(r.tree, "diff", "--quiet", commit, "HEAD", "--", ".", ":!"+passedFile)
			ok = err == nil
		}
		if !ok {
			missing = append(missing, step)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("at this commit the following have not passed: run .ci/nightly %s, and commit %s", strings.Join(missing, " "), passedFile)
	}
	return nil
}

// nightly returns the steps of .ci/nightly.
func nightly(tree string) ([]string, error) {
	script, err := os.ReadFile(filepath.Join(tree, ".ci/nightly"))
	if err != nil {
		return nil, err
	}
	list := regexp.MustCompile(`(?m)^all=\((.+)\)$`).FindSubmatch(script)
	if list == nil {
		return nil, errors.New(".ci/nightly has no list of its steps")
	}
	return strings.Fields(string(list[1])), nil
}

// clone clones the repository, at a revision of it, and finds its modules.
func (r *release) clone(revision string) error {
	commit, err := r.git(r.repo, "rev-parse", revision+"^{commit}")
	if err != nil {
		return err
	}
	if _, err := r.git(r.work, "clone", "-q", "--no-local", r.repo, r.tree); err != nil {
		return err
	}
	if _, err := r.git(r.tree, "checkout", "-q", "--detach", commit); err != nil {
		return err
	}
	r.modules, err = published(r.tree)
	return err
}

// checkTags clones the repository at the commit of a version that is tagged already.
func (r *release) checkTags() error {
	if err := r.clone(r.version); err != nil {
		return err
	}
	if err := r.readCommit(); err != nil {
		return err
	}
	for _, tag := range r.tags() {
		at, err := r.git(r.tree, "rev-parse", tag+"^{commit}")
		if err != nil {
			return err
		}
		if at != r.commit {
			return fmt.Errorf("the tag %s is at %s, and %s at %s", tag, at, r.version, r.commit)
		}
	}
	return nil
}

// latest returns the latest version of the module at the root, or "".
func latest(tags []string) (last string) {
	for _, tag := range tags {
		if semver.IsValid(tag) && (last == "" || semver.Compare(tag, last) > 0) {
			last = tag
		}
	}
	return last
}

// section returns the part of the changelog about a version, without its heading, and
// the heading.
func section(changes, version string) (text, heading string, err error) {
	re := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(strings.TrimPrefix(version, "v")) + `( - .*)?$`)
	at := re.FindStringIndex(changes)
	if at == nil {
		return "", "", fmt.Errorf("CHANGELOG.md has no section \"## %s\"", strings.TrimPrefix(version, "v"))
	}
	text, _, _ = strings.Cut(changes[at[1]:], "\n## ")
	if text = strings.TrimSpace(text); text == "" {
		return "", "", fmt.Errorf("the section of %s in CHANGELOG.md is empty", version)
	}
	return text, changes[at[0]:at[1]], nil
}

// dated returns the changelog with the date in the heading of a version that has none.
func dated(changes, version string, day time.Time) (string, error) {
	_, heading, err := section(changes, version)
	if err != nil {
		return "", err
	}
	if !strings.HasSuffix(heading, "unreleased") && strings.Contains(heading, " - ") {
		return changes, nil
	}
	title, _, _ := strings.Cut(heading, " - ")
	return strings.Replace(changes, heading+"\n", title+" - "+day.Format(time.DateOnly)+"\n", 1), nil
}

// apiFile records what the library exports. A test holds it to the code.
const apiFile = "testdata/api.txt"

// checkAPI compares the API with its record, and the record with the record of the version
// before.
func (r *release) checkAPI() error {
	if _, err := output(r.tree, nil, "go", "test", "-count=1", "-run", "^TestAPI$", "."); err != nil {
		return err
	}
	existing, err := r.git(r.tree, "tag", "--list")
	if err != nil {
		return err
	}
	last := latest(slices.DeleteFunc(strings.Fields(existing), func(t string) bool { return t == r.version }))
	if last == "" {
		return nil
	}
	before, err := r.git(r.tree, "show", last+":"+apiFile)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(filepath.Join(r.tree, apiFile))
	if err != nil {
		return err
	}
	return allowed(last, r.version, before, string(now))
}

// allowed returns an error if the API of the version next may not follow the API of last: a
// removed name breaks callers. For that the major version has to change, or before v1 the
// minor version.
func allowed(last, next, before, now string) error {
	kept := strings.Split(now, "\n")
	var removed []string
	for line := range strings.SplitSeq(before, "\n") {
		if line != "" && !slices.Contains(kept, line) {
			removed = append(removed, line)
		}
	}
	broken := semver.Major(last) != semver.Major(next)
	if semver.Major(last) == "v0" {
		broken = semver.MajorMinor(last) != semver.MajorMinor(next)
	}
	if len(removed) == 0 || broken {
		return nil
	}
	return fmt.Errorf("%s may not follow %s, because it removes or changes\n\t%s", next, last, strings.Join(removed, "\n\t"))
}
