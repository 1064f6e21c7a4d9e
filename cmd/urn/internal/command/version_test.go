package command

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	vcs := func(revision, modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision},
			{Key: "vcs.time", Value: "2026-11-22T04:25:29Z"}, {Key: "vcs.modified", Value: modified}}
	}
	for _, c := range []struct {
		name string
		info *debug.BuildInfo
		want string
	}{
		{"released", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}, Settings: vcs("6b132ff0123456789abcdef", "false")},
			"v0.1.0 (commit 6b132ff01234, 2026-11-22T04:25:29Z)"},
		{"modified", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0+dirty"}, Settings: vcs("6b132ff", "true")},
			"v0.1.0+dirty (commit 6b132ff, 2026-11-22T04:25:29Z, modified)"},
		{"by go install", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}}, "v0.1.0"},
		{"without a version", &debug.BuildInfo{}, "(unknown) (commit unknown: built without version control)"},
		{"without anything", nil, "(unknown) (commit unknown: built without version control)"},
		{"in a tree without history", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "(devel) (commit unknown: built without version control)"},
		{"by go install of a commit", &debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261122042529-6b132ff01234"}}, "v0.0.0-20261122042529-6b132ff01234 (commit 6b132ff01234)"},
		{"by go install after a tag", &debug.BuildInfo{Main: debug.Module{Version: "v0.1.1-0.20261122042529-6b132ff01234"}}, "v0.1.1-0.20261122042529-6b132ff01234 (commit 6b132ff01234)"},
	} {
		want := c.want + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
		if got := versionOf(c.info); got != want {
			t.Errorf("%s: %s, want %s", c.name, got, want)
		}
	}
}
