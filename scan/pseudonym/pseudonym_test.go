package pseudonym_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/seed7b5a83f0/urn/scan/pseudonym"
)

var secret = []byte("at least 16 bytes, from a random source")

// A log with pseudonyms. In the mode ModeNear, what is nearly a name is replaced, too: an error in
// a name must not show it. The package says what stays in clear.
func ExampleHash_Replace() {
	hash, err := pseudonym.New(secret)
	if err != nil {
		fmt.Println(err)
		return
	}
	log := strings.NewReader("GET urn:ex:alice?=page=1\nPUT URN:EX:alice\nGET urn:uuid:{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}\n")
	p := scan.NewReplacer(log, hash.Replace)
	p.Finder.Mode = scan.ModeNear
	if _, err := io.Copy(os.Stdout, p); err != nil {
		fmt.Println(err) // the rest of the log is not written
	}
	// Output:
	// GET 135c4fc0e643243de905f29749fe7f110d21259a8fb89fe6d4da22ca442f345e
	// PUT 135c4fc0e643243de905f29749fe7f110d21259a8fb89fe6d4da22ca442f345e
	// GET 73039c8c054c8f104390af915e21ea40d55001857141f0ac045367eb0cc0875b
}

func ExampleNew() {
	_, err := pseudonym.New([]byte("short"))
	fmt.Println(err)
	// Output: pseudonym: secret key too short: 5 bytes; want at least 16
}

func ExampleHash_Append() {
	hash, _ := pseudonym.New(secret)
	fmt.Println(string(hash.Append(nil, []byte("urn:ex:alice"))) == hashOf("urn:ex:alice"))
	// Output: true
}

func hashOf(text string) string {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(text))
	return hex.EncodeToString(h.Sum(nil))
}

// TestReplace: a name has the hash of its key, and what is not a name that of its text. The secret
// may be overwritten after New.
func TestReplace(t *testing.T) {
	key := append([]byte(nil), secret...)
	hash, err := pseudonym.New(key)
	require.NoError(t, err)
	clear(key)
	for text, want := range map[string]string{
		"urn:ex:a": "urn:ex:a", "URN:Ex:%c3#f": "urn:ex:%C3", "urn:uuid:{f81d4fae}": "urn:uuid:{f81d4fae}", "urn:ex:aé": "urn:ex:aé", "urn:x:a": "urn:x:a",
	} {
		got, err := scan.Finder{Mode: scan.ModeNear}.AppendReplaced([]byte("-"), []byte(`"`+text+`"`), hash.Replace)
		require.NoError(t, err)
		require.Equal(t, `-"`+hashOf(want)+`"`, string(got))
	}
	buf, text := make([]byte, 0, 100), []byte("urn:ex:a")
	o, _ := urn.RFC8141.LocateBytes(text)
	if n := testing.AllocsPerRun(100, func() { _, _ = hash.Replace(buf, text, scan.Match{Offsets: o, Kind: scan.MatchName}) }); n > 1 {
		t.Errorf("Replace allocates %v times", n)
	}
}
