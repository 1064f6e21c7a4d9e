package oracles

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/namespace/doi"
	"github.com/seed7b5a83f0/urn/namespace/epc"
	"github.com/seed7b5a83f0/urn/namespace/gsma"
	"github.com/seed7b5a83f0/urn/namespace/isbn"
	"github.com/seed7b5a83f0/urn/namespace/scim"
)

// codes is how many codes of a kind a program is asked about.
const codes = 5_000

// kind is a question that several programs answer.
type kind struct {
	question string
	make     func(r *rand.Rand) string   // what is asked
	here     func(s string) (say string) // what the library says: "ok", "no" or a text
}

var kinds = map[string]kind{
	"isbn": code("ISBN", func(r *rand.Rand) string {
		return []string{"978" + digit(r, 9), "979" + digit(r, 9), digit(r, 9)}[r.IntN(3)]
	}, digits+"X", digits+"AX", "isbn:"),
	"issn":      code("ISSN", func(r *rand.Rand) string { return digit(r, 4) + "-" + digit(r, 3) }, digits+"X", digits+"AX", "issn:"),
	"isni":      code("ISNI", func(r *rand.Rand) string { return digit(r, 15) }, digits+"X", digits+"AX", "isni:"),
	"lei":       code("LEI", func(r *rand.Rand) string { return pick(r, capitals+digits, 18) }, "", capitals+digits, "lei:"),
	"eic":       code("EIC", func(r *rand.Rand) string { return pick(r, capitals+digits, 15) }, capitals+digits, capitals+digits, "eic:"),
	"imo":       code("IMO number", func(r *rand.Rand) string { return digit(r, 6) }, digits, digits+"A", "epc:id:imovn:"),
	"container": code("container (ISO 6346)", func(r *rand.Rand) string { return pick(r, capitals, 3) + pick(r, "UJZ", 1) + digit(r, 6) }, digits, digits+capitals, "epc:id:bic:"),
	"isan": code("ISAN", func(r *rand.Rand) string {
		return pick(r, hexadecimal, 4) + "-" + pick(r, hexadecimal, 4) + "-" + pick(r, hexadecimal, 4) + "-" + pick(r, hexadecimal, 4) + "-"
	}, capitals+digits, hexadecimal, "isan:"),
	"imei": {"IMEI of 15 digits", func(r *rand.Rand) string {
		s := digit(r, 14)
		if r.IntN(2) == 0 {
			i, _ := gsma.FromURN(urn.MustParse("urn:gsma:imei:" + s[:8] + "-" + s[8:] + "-0"))
			return i.String()
		}
		return s + digit(r, 1)
	}, func(s string) string {
		_, err := gsma.Parse(s)
		return ok(err == nil)
	}},
	"hyphens": {"the hyphens of an ISBN", func(r *rand.Rand) string {
		for {
			if s := []string{"978", "979"}[r.IntN(2)] + digit(r, 10); valid("isbn:" + s) {
				return s
			}
		}
	}, func(s string) string {
		b, _ := isbn.Parse(s)
		hyphenated, known := b.Hyphenated()
		if !known {
			return "?"
		}
		return hyphenated
	}},
	"doi": {"DOI in three forms, and the name in it", func(r *rand.Rand) string {
		name := "10." + digit(r, 1+r.IntN(5)) + "/" + pick(r, capitals+digits+"abc.-_;()/", 1+r.IntN(20))
		return []string{"", "doi:", "https://doi.org/", "http://dx.doi.org/"}[r.IntN(4)] + change(r, name, digits+"./A ")
	}, func(s string) string {
		d, err := doi.Parse(s)
		if err != nil {
			return "no"
		}
		return d.String()
	}},
	"scim": {"attribute of SCIM, and its schema", func(r *rand.Rand) string {
		attribute := pick(r, letters, 1) + pick(r, letters+digits+"-_", r.IntN(8))
		if r.IntN(2) == 0 {
			attribute += "." + pick(r, letters, 1) + pick(r, letters+digits+"-_$", r.IntN(8))
		}
		schema := []string{"core:2.0:User", "core:2.0:Group", "extension:enterprise:2.0:User"}[r.IntN(3)]
		return "urn:ietf:params:scim:schemas:" + schema + ":" + change(r, attribute, letters+digits+"-_$. ")
	}, func(s string) string {
		u, err := urn.Parse(s)
		if err != nil {
			return "no"
		}
		a, err := scim.FromURN(u)
		if err != nil {
			return "no"
		}
		p := a.Parts()
		return p.Schema.String() + " " + strings.TrimSuffix(p.Name+"."+p.Sub, ".")
	}},
	"tag": {"the bits of an RFID tag", tag, func(s string) string {
		u, err := urn.Parse(s)
		if err != nil {
			return "no"
		}
		t, err := epc.TagFromURN(u)
		if err != nil {
			return "no"
		}
		return t.String()
	}},
}

const (
	letters     = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	capitals    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexadecimal = "0123456789ABCDEF"
)

// code is a kind of code with a check character, or with two digits if check is empty. About
// half are changed on purpose.
func code(name string, body func(*rand.Rand) string, check, alphabet, prefix string) kind {
	return kind{name, func(r *rand.Rand) string {
		s := body(r)
		for n := range max(len(check), 100) {
			last := fmt.Sprintf("%02d", n)
			if check != "" {
				last = check[n%len(check):][:1]
			}
			if valid(prefix + s + last) {
				s += last
				break
			}
		}
		return change(r, s, alphabet)
	}, func(s string) string { return ok(valid(prefix + s)) }}
}

// change returns s, or s with a character changed, missing, added or moved.
func change(r *rand.Rand, s, alphabet string) string {
	if r.IntN(2) == 0 {
		return s
	}
	at := r.IntN(len(s))
	if s[at] == '-' {
		return s
	}
	switch r.IntN(4) {
	case 0:
		return s[:at] + s[at+1:]
	case 1:
		return s[:at] + pick(r, alphabet, 1) + s[at:]
	case 2:
		if at > 0 && s[at-1] != '-' {
			return s[:at-1] + s[at:at+1] + s[at-1:at] + s[at+1:]
		}
	}
	return s[:at] + pick(r, alphabet, 1) + s[at+1:]
}

func pick(r *rand.Rand, set string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = set[r.IntN(len(set))]
	}
	return string(b)
}

func digit(r *rand.Rand, n int) string { return pick(r, digits, n) }

func valid(name string) bool {
	u, err := urn.Parse("urn:" + name)
	if err != nil {
		return false
	}
	_, err = namespace.Validate(u)
	return err == nil
}

func ok(valid bool) string {
	if valid {
		return "ok"
	}
	return "no"
}

// tag returns a urn:epc:tag in one of the encodings that epc-tds has.
func tag(r *rand.Rand) string {
	for {
		n := 6 + r.IntN(7)
		company := digit(r, n)
		number := func(bits int) string { return fmt.Sprint(r.Uint64N(1 << (1 + r.IntN(bits)))) }
		text := func(most int) string { return pick(r, capitals+digits+"abc-_", 1+r.IntN(most)) }
		forms := []string{
			"sgtin-96:%." + company + "." + digit(r, 13-n) + "." + number(38), "sgtin-198:%." + company + "." + digit(r, 13-n) + "." + text(20),
			"sscc-96:%." + company + "." + digit(r, 17-n), "gsrn-96:%." + company + "." + digit(r, 17-n),
			"sgln-96:%." + company + "." + digit(r, 12-n) + "." + number(41), "sgln-195:%." + company + "." + digit(r, 12-n) + "." + text(20),
			"grai-96:%." + company + "." + digit(r, 12-n) + "." + number(38), "grai-170:%." + company + "." + digit(r, 12-n) + "." + text(16),
			"gdti-96:%." + company + "." + digit(r, 12-n) + "." + number(41), "gdti-174:%." + company + "." + digit(r, 12-n) + "." + text(17),
			"giai-202:%." + company + "." + text(24-n), "gid-96:" + number(28) + "." + number(24) + "." + number(36),
		}
		s := "epc:tag:" + strings.Replace(forms[r.IntN(len(forms))], "%", digit(r, 1), 1)
		if !strings.Contains(s, "..") && valid(s) {
			return "urn:" + s
		}
	}
}

// program asks an oracle about kinds. Its command reads "kind TAB value" and writes its
// version and an answer a line. judges has the values of a kind that it can judge, if it
// cannot judge all.
func program(list []string, judges map[string]string, command func(folder string) (*exec.Cmd, error)) func(folder string, seed uint64) (string, []result, error) {
	return func(folder string, seed uint64) (string, []result, error) {
		cmd, err := command(folder)
		if err != nil {
			return "", nil, err
		}
		r := rand.New(rand.NewPCG(seed, 2026))
		var in strings.Builder
		var values []string
		for _, name := range list {
			for range codes {
				values = append(values, kinds[name].make(r))
				in.WriteString(name + "\t" + values[len(values)-1] + "\n")
			}
		}
		version, answers, err := ask(cmd, in.String(), len(values))
		if err != nil {
			return "", nil, err
		}
		var results []result
		for i, name := range list {
			k := kinds[name]
			x := result{question: k.question, notAskedCause: "it cannot judge them, or one of both does not know"}
			for j, s := range values[i*codes:][:codes] {
				here, there := k.here(s), answers[i*codes+j]
				if name == "tag" {
					there += strings.Repeat("0", -len(there)&3)
				}
				if pattern := judges[name]; here == "?" || there == "?" || pattern != "" && !regexp.MustCompile("^("+pattern+")$").MatchString(s) {
					x.notAsked++
					continue
				}
				x.asked++
				if here != "no" {
					x.valid++
				}
				if here != there {
					x.differences = append(x.differences, fmt.Sprintf("%s: %s; here: %s", s, there, here))
				}
			}
			results = append(results, x)
		}
		return version, results, nil
	}
}

// ask runs a program that reads questions, one a line. It writes its version, and an answer a
// line.
func ask(cmd *exec.Cmd, questions string, n int) (version string, answers []string, err error) {
	cmd.Stdin, cmd.Stderr = strings.NewReader(questions), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", nil, err
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != n+1 {
		return "", nil, fmt.Errorf("%d answers to %d questions", len(lines)-1, n)
	}
	return lines[0], lines[1:], nil
}

// python, node and java return the command that runs a program in a folder.
func python(name string) func(string) (*exec.Cmd, error) {
	return func(folder string) (*exec.Cmd, error) {
		folder = filepath.Join(folder, "python")
		cmd := exec.Command("python3", "ask.py", name)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+folder)
		return installed(cmd, filepath.Join(folder, strings.ReplaceAll(strings.TrimPrefix(name, "python-"), "-", "_")))
	}
}

func node(name string) func(string) (*exec.Cmd, error) {
	return func(folder string) (*exec.Cmd, error) {
		folder = filepath.Join(folder, "node_modules")
		return installed(exec.Command("node", "ask.cjs", folder, name), filepath.Join(folder, name))
	}
}

func java(folder string) (*exec.Cmd, error) {
	jars, _ := filepath.Glob(filepath.Join(folder, "java", "commons-validator-*.jar"))
	if len(jars) != 1 {
		return nil, errMissing
	}
	version := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(jars[0]), "commons-validator-"), ".jar")
	return installed(exec.Command("java", "-cp", jars[0], "Ask.java", version), jars[0])
}

func installed(cmd *exec.Cmd, file string) (*exec.Cmd, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, errMissing
	}
	if cmd.Err != nil {
		return nil, fmt.Errorf("%w: %w", errMissing, cmd.Err)
	}
	return cmd, nil
}
