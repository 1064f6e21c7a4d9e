package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

const runMain = "URN_BENTO_TEST_MAIN"

// The test's binary is the command as well, if a variable says so. So the
// tests run what users run, without building it.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv(runMain) != "":
		main()
		os.Exit(0)
	case os.Getenv(runPlain) != "":
		runPlainMain()
	}
	os.Exit(m.Run())
}

// command returns the command with arguments, run in the module's folder.
func command(t testing.TB, variables map[string]string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Dir = "../.."
	cmd.Env = os.Environ()
	if variables[runPlain] == "" {
		cmd.Env = append(cmd.Env, runMain+"=1")
	}
	for name, value := range variables {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}

// output runs the command and returns what it prints.
func output(t *testing.T, variables map[string]string, args ...string) string {
	t.Helper()
	cmd := command(t, variables, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("urn-bento %v: %v\n%s%s", args, err, out, &stderr)
	}
	return string(out) + stderr.String()
}

func TestList(t *testing.T) {
	t.Parallel()
	text := output(t, nil, "list", "scanners", "processors", "bloblang-methods")
	var full struct {
		Scanners, Processors []struct{ Name, Summary, Description string }
		Methods              []struct{ Name, Description string } `json:"bloblang-methods"`
	}
	if err := json.Unmarshal([]byte(output(t, nil, "list", "--format", "json-full")), &full); err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for _, c := range append(full.Scanners, full.Processors...) {
		described[c.Name] = c.Summary != "" && c.Description != ""
	}
	for _, m := range full.Methods {
		described[m.Name] = m.Description != ""
	}
	for _, name := range []string{
		"line_blocks", "urn_normalize", "urn_extract",
		"parse_urn", "normalize_urn", "urn_key", "is_urn", "extract_urns",
	} {
		if !strings.Contains(text, "  - "+name+"\n") {
			t.Errorf("urn-bento list does not have %s", name)
		}
		if !described[name] {
			t.Errorf("urn-bento list --format json-full does not describe %s", name)
		}
	}
}

func TestMappings(t *testing.T) {
	t.Parallel()
	cmd := command(t, nil, "blobl", "root = this.name.parse_urn().key")
	cmd.Stdin = strings.NewReader(`{"name":"URN:Example:a#b"}`)
	out, err := cmd.Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "urn:example:a" {
		t.Errorf("urn-bento blobl = %q, %v, want urn:example:a", got, err)
	}
}

// TestPlayground has the page of the playground say what it knows of the
// methods, and run one.
func TestPlayground(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close() // for the command to have it
	cmd := command(t, nil, "blobl", "server", "--no-open", "--host", host, "--port", port)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	url := "http://" + net.JoinHostPort(host, port)
	fetch := func(r *http.Response, err error) string {
		if err != nil {
			return ""
		}
		defer r.Body.Close()
		body, _ := io.ReadAll(r.Body)
		return string(body)
	}
	var page string
	wait(t, "playground", func() bool { page = fetch(http.Get(url)); return page != "" })
	for _, want := range []string{"parse_urn", "normalize_urn", "urn_key", "is_urn", "extract_urns", "two URNs are equivalent if and only if their keys are equal"} {
		if !strings.Contains(page, want) {
			t.Errorf("the playground does not show %q", want)
		}
	}
	got := fetch(http.Post(url+"/execute", "application/json",
		strings.NewReader(`{"mapping":"root = this.name.urn_key()","input":"{\"name\":\"URN:Example:a#b\"}"}`)))
	if !strings.Contains(got, "urn:example:a") {
		t.Errorf("the playground answers %s, want urn:example:a in it", got)
	}
}

func TestConfigsAreClean(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../config/*.yaml")
	if err != nil || len(files) != 7 {
		t.Fatalf("configurations: %q, %v", files, err)
	}
	for i, file := range files {
		files[i] = strings.TrimPrefix(file, "../../")
	}
	if text := output(t, nil, append([]string{"lint"}, files...)...); text != "" {
		t.Errorf("urn-bento lint: %s", text)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFilesConfig runs config/files.yaml over the example that it names.
func TestFilesConfig(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	normalized, rejects := filepath.Join(dir, "normalized.txt"), filepath.Join(dir, "rejects.jsonl")
	output(t, map[string]string{"OUTPUT": normalized, "REJECTS": rejects}, "-c", "config/files.yaml")
	const want = `urn:isbn:0-395-36341-1
urn:isbn:0-395-36341-1?=page=2#top
urn:uuid:6E8BC430-9C3A-11D9-9669-0800200C9A66
urn:example:caf%C3%A9
urn:nbn:de:bvb:19-146642
`
	if got := read(t, normalized); got != want {
		t.Errorf("normalised:\n%swant:\n%s", got, want)
	}
	const wantRejects = `{"file":"example/names.txt","line":4,"input":"isbn:0-395-36341-1","valid":false,"syntax":"rfc8141","error":{"offset":0,"reason":"scheme","message":"does not begin with \"urn:\": unexpected 'i'"}}
{"file":"example/names.txt","line":6,"input":"urn:x:too-short-a-namespace","valid":false,"syntax":"rfc8141","error":{"offset":5,"reason":"nid","message":"malformed namespace identifier: unexpected ':'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit"}}
{"file":"example/names.txt","line":7,"input":"urn:example:50%","valid":false,"syntax":"rfc8141","error":{"offset":15,"reason":"escape","message":"malformed percent-encoding: unexpected end of input; two hexadecimal digits follow a '%'; write a '%' that is data as %25"}}
`
	if got := read(t, rejects); got != wantRejects {
		t.Errorf("rejects:\n%swant:\n%s", got, wantRejects)
	}
}

// TestLogsConfig runs config/logs.yaml over the example that it names.
func TestLogsConfig(t *testing.T) {
	t.Parallel()
	urns := filepath.Join(t.TempDir(), "urns.jsonl")
	output(t, map[string]string{"OUTPUT": urns}, "-c", "config/logs.yaml")
	log := read(t, "../../example/app.log")
	var keys []string
	for line := range strings.Lines(read(t, urns)) {
		var v struct {
			File, Input, Key string
			Line, Offset     int
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if !strings.HasPrefix(log[v.Offset:], v.Input) || strings.Count(log[:v.Offset], "\n")+1 != v.Line || v.File != "example/app.log" {
			t.Errorf("%s is not there", line)
		}
		keys = append(keys, v.Key)
	}
	want := []string{
		"urn:isbn:0-395-36341-1", "urn:isbn:0-395-36341-1", "urn:li:dataset:(urn:li:dataPlatform:s3,bucket/key,PROD)",
		"urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66", "urn:example:caf%C3%A9",
	}
	if !reflect.DeepEqual(keys, want) {
		t.Errorf("keys are %q, want %q", keys, want)
	}
}

// worker starts the command with a configuration of Kafka. The result stops it in good order.
func worker(t *testing.T, config string, variables map[string]string) (cmd *exec.Cmd, stop func()) {
	t.Helper()
	all := map[string]string{"COMMIT_PERIOD": "100ms", "HTTP_ADDRESS": "127.0.0.1:0", "LOG_LEVEL": "OFF"}
	maps.Copy(all, variables)
	cmd = command(t, all, "-c", config)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, func() {
		t.Helper()
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("urn-bento -c %s, terminated: %v", config, err)
		}
	}
}

// TestKafkaConfig runs config/kafka.yaml in two processes, and kills one of
// them amid its work, so that it can neither finish nor commit what it has.
func TestKafkaConfig(t *testing.T) {
	t.Parallel()
	ctx, done := context.WithTimeout(context.Background(), time.Minute)
	defer done()
	kafka := newCluster(t)
	var records inputs
	results := kafka.Follow(&records)
	start := func(id string) (*exec.Cmd, func()) {
		return worker(t, "config/kafka.yaml", map[string]string{"KAFKA_BROKERS": kafka.Brokers, "CLIENT_ID": id})
	}
	const group = "urn-bento" // of the configuration
	a, _ := start("a")
	_, stopB := start("b")
	var members map[string]member
	wait(t, "group of two with partitions for both", func() bool {
		members = kafka.Members(ctx, group)
		return len(members) == 2 && members["a"].Partitions > 0 && members["b"].Partitions > 0
	})

	kafka.Produce(ctx, &records, 4000)
	committed := kafka.Watch(group)
	wait(t, "work that is committed", func() bool { return kafka.Committed(ctx, group) > 1000 })
	if err := a.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = a.Wait()
	through := results.Len()
	if err := kafka.Expire(ctx, group, members["a"].ID); err != nil {
		t.Fatalf("removing the dead member: %v", err)
	}
	if all := records.Len(); through >= all {
		t.Errorf("a was killed when all %d records were through, want it amid its work", all)
	}
	wait(t, "end of it", func() bool { return results.Len() >= records.Len() })
	stopB()
	if committed() == 0 {
		t.Error("nothing was committed")
	}
	results.Check(t, &records)
	t.Logf("killed with %d records through", through)
}

// TestMistypedPath: a file input without a file ends with an error that names the path. Bento finds
// nothing by a pattern that begins with "**".
func TestMistypedPath(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(config, input string) (string, error) {
		cmd := command(t, map[string]string{"INPUT": input, "OUTPUT": filepath.Join(dir, "out"), "REJECTS": filepath.Join(dir, "rejects")}, "-c", config)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, config := range []string{"config/files.yaml", "config/logs.yaml"} {
		for _, input := range []string{"example/nmaes.txt", "exmaple/*.txt", "example/*.lgo", "exmaple/**/*.txt", "example/**/*.lgo", "**/names.txt", "["} {
			if out, err := run(config, input); err == nil || !strings.Contains(out, input) && input != "[" {
				t.Errorf("%s with INPUT=%s: %v, want an error that names it:\n%s", config, input, err, out)
			}
		}
		for _, input := range []string{"example/names.txt", "example/*.txt", "example/**/*.txt", "./**/names.txt"} {
			if out, err := run(config, input); err != nil {
				t.Errorf("%s with INPUT=%s: %v\n%s", config, input, err, out)
			}
		}
	}
}
