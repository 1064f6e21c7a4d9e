package record

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace"
	"github.com/seed7b5a83f0/urn/repair"
)

func TestAppendRepaired(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"urn:isbn:0-395-36341-1", `x{"line":3,"input":"urn:isbn:0-395-36341-1","valid":true,"syntax":"relaxed","nid":"isbn","namespace":"isbn","nss":"0-395-36341-1","r":null,"q":null,"f":null,"normalized":"urn:isbn:9780395363416","key":"urn:isbn:9780395363416","repaired":null}`},
		{"URN:e.x:a\u00e9\"b#c#|", `x{"line":3,"input":"URN:e.x:aé\"b#c#|","valid":true,"syntax":"relaxed","nid":"e.x","namespace":"e.x","nss":"a%C3%A9%22b","r":null,"q":null,"f":"c#%7C","normalized":"urn:e.x:a%C3%A9%22b#c#%7C","key":"urn:e.x:a%C3%A9%22b","repaired":{"urn":"URN:e.x:a%C3%A9%22b#c#%7C","changes":[{"offset":9,"end":12,"escapes":"%C3%A9%22"},{"offset":16,"end":17,"escapes":"%7C"}]}}`},
		{"urn:ex:\xff", `x{"line":3,"input":null,"input_base64":"dXJuOmV4Ov8=","valid":true,"syntax":"relaxed","nid":"ex","namespace":"ex","nss":"%FF","r":null,"q":null,"f":null,"normalized":"urn:ex:%FF","key":"urn:ex:%FF","repaired":{"urn":"urn:ex:%FF","changes":[{"offset":7,"end":8,"escapes":"%FF"}]}}`},
	} {
		r, err := repair.Repairer{Syntax: urn.Relaxed}.Parse(c.in)
		if err != nil {
			t.Fatal(err)
		}
		got := AppendRepaired([]byte("x"), Place{Line: 3}, r, namespace.IANA())
		if string(got) != c.want || !json.Valid(got[1:]) {
			t.Errorf("AppendRepaired(%q) =\n%s, want\n%s", c.in, got, c.want)
		}
		if r.URN().String() == r.Input() {
			u := r.URN()
			if text := AddRepaired(AppendText([]byte("x"), Place{Line: 3}, u.Syntax(), []byte(u.String()), u.Offsets()), repair.Repaired{}); !strings.HasSuffix(string(text), `,"repaired":null}`) {
				t.Errorf("AddRepaired = %s", text)
			}
		}
	}
}

// TestMaxChanges: a record is no more than a few times as long as the text, however
// much was changed in it.
func TestMaxChanges(t *testing.T) {
	for _, n := range []int{MaxChanges, MaxChanges + 1} {
		r, err := repair.Parse("urn:ex:" + strings.Repeat("a ", n))
		if err != nil {
			t.Fatal(err)
		}
		dst := AppendRepaired(nil, Place{}, r, nil)
		var got struct {
			Repaired struct {
				URN     string
				Changes []struct {
					Offset, End int
					Escapes     string
				}
			}
		}
		if json.Unmarshal(dst, &got) != nil || got.Repaired.URN != r.URN().String() {
			t.Fatalf("%d changes: %.200s", n, dst)
		}
		list := got.Repaired.Changes
		if n > MaxChanges {
			if list != nil {
				t.Errorf("%d changes are listed", len(list))
			}
		} else if len(list) != n || list[n-1].Offset != len(r.Input())-1 || list[n-1].End != len(r.Input()) || list[n-1].Escapes != "%20" {
			t.Errorf("%d changes are listed, want %d", len(list), n)
		}
	}
}

func TestRepairedAllocations(t *testing.T) {
	r, err := repair.Parse("urn:ex:caf\u00e9 |")
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(100, func() { AppendRepaired(buf, Place{}, r, nil) }); n != 0 {
		t.Errorf("AppendRepaired allocates %v times", n)
	}
}
