package urncel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"buf.build/go/protovalidate"
	"cel.dev/cel-go/cel"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
)

// eval evaluates an expression about the string s.
func eval(t testing.TB, env *cel.Env, expression, s string) (any, error) {
	t.Helper()
	ast, issues := env.Compile(expression)
	if err := issues.Err(); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	program, err := env.Program(ast)
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := program.Eval(map[string]any{"s": s, "this": s})
	if err != nil {
		return nil, err
	}
	return v.Value(), nil
}

func newEnv(t testing.TB, options ...cel.EnvOption) *cel.Env {
	t.Helper()
	env, err := cel.NewEnv(append(options, cel.Variable("s", cel.StringType), cel.Variable("this", cel.StringType))...)
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func TestFunctions(t *testing.T) {
	env := newEnv(t, Library(), Library()) // twice is once
	const runner = `urn:dd:apps:{region}:{org}`
	for _, c := range []struct {
		expression, s string
		want          any // an error's text, if it begins with "error: "
	}{
		{`s.isUrn()`, "urn:example:a", true},
		{`s.isUrn()`, "urn:x:y", false},
		{`s.isUrn("isbn")`, "URN:ISBN:0-395-36341-1", true},
		{`s.isUrn("ISBN")`, "urn:isbn:0-395-36341-1", true},
		{`s.isUrn("isbn")`, "urn:isbn:0-395-36341-2", false},
		{`s.isUrn("isbn")`, "urn:uuid:x", false},
		{`s.isUrn("isbn")`, "no URN", false},
		{`s.isUrn("example")`, "urn:example:a", true},
		{`s.matchesUrn("` + runner + `")`, "urn:dd:apps:us1:acme", true},
		{`s.matchesUrn("` + runner + `")`, "urn:dd:apps:us1", false},
		{`s.matchesUrn("` + runner + `")`, "no URN", false},
		{`s.matchesUrn("urn:{x}")`, "urn:example:a", "error: pattern"},
		{`s.urnFields("` + runner + `").org`, "urn:dd:apps:us1:ac%3Fme", "ac?me"},
		{`s.urnFields("` + runner + `").org`, "urn:dd:apps:us1", "error: expected"},
		{`s.urnFields("` + runner + `").org`, "no URN", "error: does not begin"},
		{`s.urnFields("raw urn:ex:{x}").x`, "urn:ex:a+b", "a+b"},
		{`s.urnFields("raw urn:ex:{x}").x`, "urn:ex:a b", "error: malformed namespace-specific string"},
		{`s.urnFields("urn:{x}").org`, "urn:example:a", "error: pattern"},
		{`s.urn().nid + " " + s.urn().nss`, "urn:example:a?=q", "example a"},
		{`s.urn().r + " " + s.urn().q + " " + s.urn().f`, "urn:example:a?+r?=q#f", "r q f"},
		{`has(s.urn().r) || has(s.urn().q) || has(s.urn().f)`, "urn:example:a", false},
		{`has(s.urn().f)`, "urn:example:a#", true},
		{`s.urn().nid`, "no URN", "error: does not begin"},
		{`s.urnKey()`, "URN:Example:a%2f?=q", "urn:example:a%2F"},
		{`s.urnKey() == "URN:EXAMPLE:a".urnKey()`, "urn:example:a#f", true},
		{`s.urnKey()`, "", "error: does not begin"},
	} {
		got, err := eval(t, env, c.expression, c.s)
		if text, ok := c.want.(string); ok && strings.HasPrefix(text, "error: ") {
			if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(text, "error: ")) {
				t.Errorf("%s of %q = %v, %v, want %s", c.expression, c.s, got, err, text)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s of %q = %v, %v, want %v", c.expression, c.s, got, err, c.want)
		}
	}
}

// TestOptions: rules of your own decide.
func TestOptions(t *testing.T) {
	rules, err := namespace.IANA().With(namespace.Definition{NID: "example", Validate: func(string) (namespace.Verdict, int, error) { return namespace.Invalid, 0, errors.New("none") }})
	if err != nil {
		t.Fatal(err)
	}
	env := newEnv(t, Options{Namespaces: rules}.Library())
	if got, err := eval(t, env, `s.isUrn("example")`, "urn:example:a"); got != false || err != nil {
		t.Errorf("isUrn = %v, %v", got, err)
	}
}

// inputs are the project's vectors, and those of its suite.
func inputs(t testing.TB) []string {
	t.Helper()
	var list []string
	files, err := filepath.Glob("../../testdata/suite/rfc8141-*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "../../testdata/vectors.jsonl") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var v struct{ In, URN, Input string }
			if err := json.Unmarshal(line, &v); err != nil {
				t.Fatal(err)
			}
			for _, s := range []string{v.In, v.URN, v.Input} {
				if s != "" && len(s) < 500 {
					list = append(list, s)
				}
			}
		}
	}
	if len(list) < 300 {
		t.Fatalf("%d vectors", len(list))
	}
	return list
}

// TestRule: the expression and the parser agree.
func TestRule(t *testing.T) {
	env := newEnv(t)
	ast, issues := env.Compile(Rule)
	if err := issues.Err(); err != nil {
		t.Fatal(err)
	}
	program, err := env.Program(ast)
	if err != nil {
		t.Fatal(err)
	}
	syntax := regexp.MustCompile(Syntax)
	list := inputs(t)
	tokens := []string{"?", "=", "+", "?+", "?=", "#", "/", "%", "%41", "-", ":", "~", "é", "\n", "", "a"}
	r := rand.New(rand.NewPCG(8141, 18))
	valid, n := 0, 0
	check := func(s string) {
		want := urn.Valid(s)
		n++
		if want {
			valid++
		}
		if got := syntax.MatchString(s); got != want {
			t.Fatalf("Syntax.MatchString(%q) = %v, want %v", s, got, want)
		}
		if n%50 == 0 {
			if got, _, err := program.Eval(map[string]any{"this": s}); err != nil || got.Value() != want {
				t.Fatalf("Rule of %q = %v, %v, want %v", s, got, err, want)
			}
		}
	}
	for _, s := range list {
		check(s)
		for range 30 {
			at := r.IntN(len(s) + 1)
			to := min(len(s), at+r.IntN(2))
			check(s[:at] + tokens[r.IntN(len(tokens))] + s[to:])
		}
	}
	if valid < n/10 || valid > n*9/10 {
		t.Errorf("%d of %d inputs are URNs: too few, or too many", valid, n)
	}
}

// protovalidateRule returns a function that judges one string by the rules of a field.
func protovalidateRule(t testing.TB, rules *validate.FieldRules) func(s string) error {
	t.Helper()
	options := &descriptorpb.FieldOptions{}
	proto.SetExtension(options, validate.E_Field, rules)
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: new("order.proto"), Syntax: new("proto3"), Package: new("order"),
		Dependency: []string{"buf/validate/validate.proto"},
		MessageType: []*descriptorpb.DescriptorProto{{
			Name: new("Order"),
			Field: []*descriptorpb.FieldDescriptorProto{{
				Name: new("subject"), Number: proto.Int32(1), Options: options,
				Type:  descriptorpb.FieldDescriptorProto_TYPE_STRING.Enum(),
				Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			}},
		}},
	}, protoregistry.GlobalFiles)
	if err != nil {
		t.Fatal(err)
	}
	v, err := protovalidate.New()
	if err != nil {
		t.Fatal(err)
	}
	order := file.Messages().Get(0)
	return func(s string) error {
		m := dynamicpb.NewMessage(order)
		m.Set(order.Fields().Get(0), protoreflect.ValueOfString(s))
		return v.Validate(m)
	}
}

// TestVerdicts is the table of the package comment.
func TestVerdicts(t *testing.T) {
	uri := protovalidateRule(t, validate.FieldRules_builder{
		String: validate.StringRules_builder{Uri: new(true)}.Build(),
	}.Build())
	rule := protovalidateRule(t, validate.FieldRules_builder{
		Cel: []*validate.Rule{{Id: new("urn"), Message: new("must be a URN of RFC 8141"), Expression: new(Rule)}},
	}.Build())
	env := newEnv(t, Library())
	for _, s := range []string{"urn:x:y", "urn:example:", "urn:example:a?b", "http://h/"} {
		isURN, err := eval(t, env, `s.isUrn()`, s)
		if uri(s) != nil || rule(s) == nil || isURN != false || err != nil {
			t.Errorf("%q: uri: %v; rule: %v; isUrn: %v, %v", s, uri(s), rule(s), isURN, err)
		}
	}
	if err := rule("urn:example:a?+r?=q#f"); err != nil {
		t.Error(err)
	}
	var e *protovalidate.ValidationError
	if err := rule("urn:x:y"); !errors.As(err, &e) || !strings.Contains(err.Error(), "must be a URN of RFC 8141") {
		t.Errorf("the rule's error is %v", err)
	}
}

func Example() {
	env, err := cel.NewEnv(Library(), cel.Variable("name", cel.StringType))
	if err != nil {
		fmt.Println(err)
		return
	}
	ast, issues := env.Compile(`name.isUrn("isbn") || name.matchesUrn("urn:dd:apps:{region}:{org}") && name.urnFields("urn:dd:apps:{region}:{org}").region == "us1"`)
	if issues.Err() != nil {
		fmt.Println(issues.Err())
		return
	}
	program, err := env.Program(ast)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"urn:isbn:0-395-36341-1", "urn:isbn:0-395-36341-2", "urn:dd:apps:us1:acme", "urn:dd:apps:eu1:acme"} {
		v, _, err := program.Eval(map[string]any{"name": name})
		fmt.Println(name, v, err)
	}
	// Output:
	// urn:isbn:0-395-36341-1 true <nil>
	// urn:isbn:0-395-36341-2 false <nil>
	// urn:dd:apps:us1:acme true <nil>
	// urn:dd:apps:eu1:acme false <nil>
}
