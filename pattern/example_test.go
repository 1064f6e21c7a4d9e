package pattern_test

import (
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/pattern"
)

// A program that splits at colons finds seven parts here, and keeps the escape.
func ExampleMustFor() {
	type Runner struct {
		Region string
		Org    int64
		ID     string `urn:"runner"`
	}
	runners := pattern.MustFor[Runner]("urn:dd:apps:on-prem-runner:{region}:{org}:{runner}")
	const text = "URN:DD:apps:on-prem-runner:us1:2:a%3Ab"

	parts := strings.Split(text, ":")
	fmt.Printf("by hand: %q %q %q, urn:dd: %t\n", parts[4], parts[5], parts[6], strings.HasPrefix(text, "urn:dd:"))

	r, err := runners.Parse(text)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("pattern: %+v\n", r)
	u, err := runners.Build(r)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(u)
	_, err = runners.Parse("urn:dd:apps:on-prem-runner::2:ab")
	fmt.Println(err)
	// Output:
	// by hand: "us1" "2" "a%3Ab", urn:dd: false
	// pattern: {Region:us1 Org:2 ID:a:b}
	// urn:dd:apps:on-prem-runner:us1:2:a%3Ab
	// pattern "urn:dd:apps:on-prem-runner:{region}:{org}:{runner}": column 28 of "urn:dd:apps:on-prem-runner::2:ab": field "region": the field is empty
}

// A program that splits at commas goes wrong when a value has one, as nested
// URNs have.
func ExamplePattern_ParseURN() {
	u := urn.MustParse("urn:li:schemaField:(urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD),address.city)")

	inner := strings.TrimSuffix(u.NSS()[len("schemaField:("):], ")")
	fmt.Printf("by hand: %q\n", strings.SplitN(inner, ",", 2))

	values, err := pattern.MustCompile("urn:li:schemaField:({parent},{path})").ParseURN(u)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("pattern: %q\n", values)
	// Output:
	// by hand: ["urn:li:dataset:(urn:li:dataPlatform:s3" "b/k,PROD),address.city"]
	// pattern: ["urn:li:dataset:(urn:li:dataPlatform:s3,b/k,PROD)" "address.city"]
}

// A program that writes values as they are writes names that it cannot read.
func ExamplePattern_Build() {
	fmt.Println("by hand:", fmt.Sprintf("urn:ex:%s:%s", "sales:eu", "42"))

	p := pattern.MustCompile("urn:ex:{tenant}:{order}")
	u, err := p.Build("sales:eu", "42")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("pattern:", u)
	_, err = p.Build("", "42")
	fmt.Println(err)
	// Output:
	// by hand: urn:ex:sales:eu:42
	// pattern: urn:ex:sales%3Aeu:42
	// pattern "urn:ex:{tenant}:{order}": field "tenant": the value is empty
}

func ExampleSet() {
	var kinds pattern.Set[string]
	for _, k := range [][2]string{
		{"urn:ex:user:{id}", "user"}, {"urn:ex:user:root", "administrator"}, {"urn:ex:{other...}", "other"},
	} {
		if err := kinds.Add(pattern.MustCompile(k[0]), k[1]); err != nil {
			log.Fatal(err)
		}
	}
	for _, text := range []string{"urn:ex:user:7", "urn:ex:user:root", "urn:ex:group:7"} {
		_, kind, _ := kinds.Match(text)
		fmt.Println(text, kind)
	}
	fmt.Println(kinds.Add(pattern.MustCompile("urn:ex:{kind}:root"), "root"))
	// Output:
	// urn:ex:user:7 user
	// urn:ex:user:root administrator
	// urn:ex:group:7 other
	// pattern "urn:ex:{kind}:root": conflicts with "urn:ex:user:{id}": both match "urn:ex:user:root", and neither is more specific
}

func ExampleValue() {
	var job struct {
		Runner pattern.Value[Runner] `json:"runner"`
	}
	if err := json.Unmarshal([]byte(`{"runner":"urn:dd:apps:on-prem-runner:us1:2:abc"}`), &job); err != nil {
		log.Fatal(err)
	}
	fmt.Println(job.Runner.V.Region, job.Runner.V.Org)
	job.Runner.V.Org++
	b, err := json.Marshal(job)
	fmt.Println(string(b), err)
	// Output:
	// us1 2
	// {"runner":"urn:dd:apps:on-prem-runner:us1:3:abc"} <nil>
}
