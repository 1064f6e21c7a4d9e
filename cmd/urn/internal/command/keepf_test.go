package command

import (
	"strings"
	"testing"
)

// Keys that keep the f-component: the terms of a vocabulary differ in nothing else.
func TestKeepF(t *testing.T) {
	const in = "URN:EX:a%2f?=q#T%2f\nurn:ex:a%2F#T%2F\nurn:ex:a%2F#\nurn:ex:a%2F\nURN:ISBN:0-395-36341-1#b\n"
	const keys = "urn:ex:a%2F#T%2F\nurn:ex:a%2F#T%2F\nurn:ex:a%2F#\nurn:ex:a%2F\n"
	for args, want := range map[string]string{
		"normalize --key --keep-f-component":                                keys + "urn:isbn:0-395-36341-1#b\n",
		"normalize --key --namespace --keep-f-component":                    keys + "urn:isbn:9780395363416#b\n",
		"map --to key --keep-f-component":                                   keys + "urn:isbn:0-395-36341-1#b\n",
		"map --to key --keep-f-component --namespace":                       keys + "urn:isbn:9780395363416#b\n",
		"replace --to key --keep-f-component":                               keys + "urn:isbn:0-395-36341-1#b\n",
		"replace --template {key} --keep-f-component":                       keys + "urn:isbn:0-395-36341-1#b\n",
		"find --count --keep-f-component":                                   "2\turn:ex:a%2F\n2\turn:ex:a%2F#T%2F\n1\turn:isbn:0-395-36341-1#b\n",
		"find --count --keep-f-component --namespace":                       "2\turn:ex:a%2F\n2\turn:ex:a%2F#T%2F\n1\turn:isbn:9780395363416#b\n",
		"find --unique --keep-f-component":                                  "URN:EX:a%2f?=q#T%2f\nurn:ex:a%2F\nURN:ISBN:0-395-36341-1#b\n",
		"replace --to hash --secret-file key --keep-f-component --nid isbn": strings.Replace(in, "URN:ISBN:0-395-36341-1#b", hmacOf("0123456789abcdef", "urn:isbn:0-395-36341-1#b"), 1),
		"find --count": "4\turn:ex:a%2F\n1\turn:isbn:0-395-36341-1\n",
	} {
		got := command(t, map[string]string{"key": "0123456789abcdef"}, in, strings.Fields(args)...)
		if got.stderr = withoutReplaced(got.stderr); got != (result{want, "", 0}) {
			t.Errorf("urn %s: %+v, want %q", args, got, want)
		}
	}
	for _, args := range []string{"normalize --keep-f-component", "normalize --json --keep-f-component", "find --keep-f-component", "map --to nid --keep-f-component", "map --json --keep-f-component", "replace --to normalized --keep-f-component", "replace --template {nid} --keep-f-component"} {
		if got := command(t, nil, in, strings.Fields(args)...); got.status != 2 || !strings.HasPrefix(got.stderr, "urn: --keep-f-component is for ") {
			t.Errorf("urn %s: %+v", args, got)
		}
	}
}
