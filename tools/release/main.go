// Release makes a release of all modules of the repository. It needs Go and git:
//
//	go run . -version v0.1.0 ../..
//
// It works in a clone below a temporary folder. Only its last step changes the
// repository: it adds the commit of the release and its tags. If a step fails before
// that, nothing has changed. It pushes nothing. See docs/releasing.md.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	r := release{out: os.Stdout}
	flag.StringVar(&r.version, "version", "", "`version` to release, such as v0.1.0")
	flag.StringVar(&r.platforms, "platforms", strings.Join(platforms, ","), "`list` of platforms to build the command for")
	flag.StringVar(&r.twice, "twice", "all", "`list` of platforms to build for a second time, from nothing, in another folder; or all, or none")
	flag.BoolVar(&r.files, "files", false, "write the files of a version that is tagged already, and change nothing else")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "release: want the folder of the repository")
		os.Exit(2)
	}
	r.repo = flag.Arg(0)
	if err := r.run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is the state that the steps share.
type release struct {
	version   string // such as v0.1.0
	platforms string
	twice     string
	files     bool   // the version is tagged already
	repo      string // the repository to release
	out       *os.File

	work    string // the temporary folder
	tree    string // in it: the clone to build from
	dist    string // in it: the files of the release
	modules []module
	commit  string
	time    time.Time // of the commit
	env     []string  // for the go command: our modules come from dist/proxy
}

// step is a part of a release.
type step struct {
	name string
	run  func() error
}

// run runs the steps.
func (r *release) run() (err error) {
	if r.repo, err = filepath.Abs(r.repo); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "urn-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	// An interrupt ends the programs that a step runs, and so the step. Without this it
	// would leave the temporary folder.
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	r.tree, r.dist = filepath.Join(r.work, "first"), filepath.Join(r.work, "dist")
	final := filepath.Join(r.repo, "dist", r.version)
	steps := []step{
		{"checks", r.check},
		{"the commit of the release", r.commitRelease},
		{"the API", r.checkAPI},
	}
	if r.files {
		steps = []step{{"the tags", r.checkTags}}
	}
	for _, s := range append(steps, []step{
		{"the modules, as a proxy serves them", r.publish},
		{"manual pages and completions", r.docs},
		{"the command for every platform", r.build},
		{"the command again, from nothing", r.buildAgain},
		{"the bill of materials", r.bill},
		{"manifests, notes and checksums", r.manifests},
	}...) {
		fmt.Fprintf(r.out, "== %s\n", s.name)
		err := s.run()
		select {
		case <-interrupt:
			err = cmp.Or(err, errors.New("interrupted"))
		default:
		}
		if err != nil {
			return fmt.Errorf("%s: %w\nNothing has changed. Run it again after the cause is removed", s.name, err)
		}
	}
	if r.files {
		fmt.Fprintf(r.out, "\n%s is in %s.\n", r.version, final)
		return r.save(final)
	}
	fmt.Fprintf(r.out, "== the commit and the tags in %s\n", r.repo)
	if err := r.apply(final); err != nil {
		return fmt.Errorf("%w\nSee \"When a step fails\" in docs/releasing.md", err)
	}
	fmt.Fprintf(r.out, "\n%s is ready in %s and tagged here. Nothing has been pushed. To publish it:\n\n\t%s\n\nThe rest is in docs/releasing.md.\n",
		r.version, final, r.push())
	return nil
}

// tags returns the tags of the release, each after the tags of the modules that its module
// requires.
func (r *release) tags() (tags []string) {
	for _, m := range r.modules {
		tags = append(tags, m.tag(r.version))
	}
	return tags
}

// push returns the command that publishes the tags.
func (r *release) push() string {
	return "git push --atomic origin HEAD " + strings.Join(r.tags(), " ")
}

// save copies the files of the release into the folder final. The temporary folder
// may be on another disk, so they cannot be renamed.
func (r *release) save(final string) error {
	if err := os.MkdirAll(filepath.Dir(final), 0o777); err != nil {
		return err
	}
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	return os.CopyFS(final, os.DirFS(r.dist))
}

// apply saves the files and brings the commit and the tags into the repository. The
// tags come last, and all at once.
func (r *release) apply(final string) error {
	if err := r.save(final); err != nil {
		return err
	}
	if _, err := r.git(r.repo, "fetch", "-q", "--no-tags", r.tree, "HEAD"); err != nil {
		return err
	}
	if _, err := r.git(r.repo, "merge", "-q", "--ff-only", "FETCH_HEAD"); err != nil {
		return err
	}
	fetch := []string{"fetch", "-q", "--no-tags", "--atomic", r.tree}
	for _, tag := range r.tags() {
		fetch = append(fetch, "refs/tags/"+tag+":refs/tags/"+tag)
	}
	_, err := r.git(r.repo, fetch...)
	return err
}

// git runs git in dir and returns its output, without the last line end.
func (r *release) git(dir string, args ...string) (string, error) {
	return output(dir, nil, "git", args...)
}

// goTool runs the go command in dir of the clone, for the modules as they will be
// published.
func (r *release) goTool(dir string, env []string, args ...string) (string, error) {
	return output(dir, append(r.env, env...), "go", args...)
}

// output runs a program in dir and returns its standard output, without
// spaces at the end. An error has its standard error.
func output(dir string, env []string, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w\n%s%s", err, out, stderr.String())
		}
		return "", fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	return strings.TrimRight(string(out), "\n "), nil
}
