package repair

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/few"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// reencode escapes the octets that are not ASCII.
func reencode(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] < utf8.RuneSelf {
			b.WriteByte(s[i])
		} else {
			octet.WriteEscape(&b, s[i])
		}
	}
	return b.String()
}

func TestIRI(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"nothing escaped", "urn:example:a123,z456", "urn:example:a123,z456"},
		{"normal form", "URN:Example:a%2cB", "urn:example:a%2CB"},
		{"all of it (4.4)", "URN:example:%c3%a9?+%c3%a8?=%c3%aa#%c3%ab", "urn:example:é?+è?=ê#ë"},
		{"empty f-component", "urn:example:%C3%A9#", "urn:example:é#"},
		{"looks like ASCII (3.2, sixth)", "urn:example:%D0%B0123,z456", "urn:example:%D0%B0123,z456"},

		{"Latin", "urn:example:caf%C3%A9", "urn:example:café"},
		{"Greek", "urn:example:" + reencode("Αθήνα"), "urn:example:Αθήνα"},
		{"Cyrillic", "urn:example:" + reencode("Москва"), "urn:example:Москва"},
		{"Armenian", "urn:example:" + reencode("Հայաստան"), "urn:example:Հայաստան"},
		{"Georgian", "urn:example:" + reencode("საქართველო"), "urn:example:საქართველო"},
		{"Ethiopic", "urn:example:" + reencode("አማርኛ"), "urn:example:አማርኛ"},
		{"Han", "urn:example:" + reencode("北京"), "urn:example:北京"},
		{"Hiragana", "urn:example:" + reencode("ひらがな"), "urn:example:ひらがな"},
		{"Katakana", "urn:example:" + reencode("ピアノ"), "urn:example:ピアノ"},
		{"Hangul", "urn:example:" + reencode("서울"), "urn:example:서울"},
		{"Han with Hiragana and Katakana", "urn:example:" + reencode("東京の駅アニメ"), "urn:example:東京の駅アニメ"},
		{"Han with Hangul", "urn:example:" + reencode("서울市"), "urn:example:서울市"},
		{"with digits", "urn:example:1" + reencode("é") + "2", "urn:example:1é2"},

		{"words apart", "urn:example:" + reencode("мир-мир:привет/é,北"), "urn:example:мир-мир:привет/é,北"},
		{"word by word", "urn:example:" + reencode("привет-а-é"), "urn:example:привет-" + reencode("а") + "-é"},
		{"after an escaped space", "urn:example:" + reencode("привет") + "%20" + reencode("мир"), "urn:example:привет%20мир"},
		{"before an escaped letter", "urn:example:" + reencode("мир") + "%41", "urn:example:мир%41"},
		{"after an escape with a letter in it", "urn:example:%4A" + reencode("мир"), "urn:example:%4Aмир"},
		{"after an escaped percent", "urn:example:%25" + reencode("é"), "urn:example:%25é"},

		{"letter", "urn:example:%41%61%31", "urn:example:%41%61%31"},
		{"reserved", "urn:example:%2F%3A%3F%23%25", "urn:example:%2F%3A%3F%23%25"},
		{"NUL and DEL", "urn:example:%00%7F", "urn:example:%00%7F"},
		{"C1 control", "urn:example:%C2%85", "urn:example:%C2%85"},
		{"no-break space", "urn:example:" + reencode("a\u00a0b"), "urn:example:a%C2%A0b"},
		{"soft hyphen", "urn:example:" + reencode("a\u00adb"), "urn:example:a%C2%ADb"},
		{"zero width space", "urn:example:" + reencode("é\u200bé"), "urn:example:" + reencode("é\u200bé")},
		{"zero width joiner", "urn:example:" + reencode("é\u200dé"), "urn:example:" + reencode("é\u200dé")},
		{"right-to-left override", "urn:example:" + reencode("é\u202eé"), "urn:example:" + reencode("é\u202eé")},
		{"isolate", "urn:example:" + reencode("\u2066é\u2069"), "urn:example:" + reencode("\u2066é\u2069")},
		{"byte order mark", "urn:example:" + reencode("\ufeffé"), "urn:example:" + reencode("\ufeffé")},
		{"Hangul filler", "urn:example:" + reencode("서\u3164울"), "urn:example:" + reencode("서\u3164울")},
		{"Hangul jamo", "urn:example:" + reencode("\u1100\u1161"), "urn:example:" + reencode("\u1100\u1161")},
		{"variation selector", "urn:example:" + reencode("北\ufe00"), "urn:example:" + reencode("北\ufe00")},
		{"ideographic variation", "urn:example:" + reencode("北\U000e0100"), "urn:example:" + reencode("北\U000e0100")},
		{"tag", "urn:example:" + reencode("é\U000e0061"), "urn:example:" + reencode("é\U000e0061")},
		{"noncharacter", "urn:example:" + reencode("é\ufffe"), "urn:example:" + reencode("é\ufffe")},
		{"replacement character", "urn:example:" + reencode("é\ufffd"), "urn:example:" + reencode("é\ufffd")},
		{"private use", "urn:example:" + reencode("\ue000"), "urn:example:" + reencode("\ue000")},
		{"Arabic", "urn:example:" + reencode("سلام"), "urn:example:" + reencode("سلام")},
		{"Hebrew", "urn:example:" + reencode("שלום"), "urn:example:" + reencode("שלום")},
		{"digit of another script", "urn:example:" + reencode("é٣"), "urn:example:" + reencode("é٣")},
		{"symbol", "urn:example:" + reencode("☃"), "urn:example:" + reencode("☃")},
		{"emoji", "urn:example:" + reencode("😀"), "urn:example:" + reencode("😀")},
		{"fullwidth", "urn:example:" + reencode("ａ"), "urn:example:" + reencode("ａ")},
		{"halfwidth", "urn:example:" + reencode("ｱ"), "urn:example:" + reencode("ｱ")},
		{"fraction slash", "urn:example:" + reencode("é⁄é"), "urn:example:" + reencode("é⁄é")},
		{"letter that is a colon", "urn:example:" + reencode("é꞉é"), "urn:example:" + reencode("é꞉é")},
		{"ligature", "urn:example:" + reencode("ﬁ"), "urn:example:" + reencode("ﬁ")},
		{"mathematical letter", "urn:example:" + reencode("𝐚"), "urn:example:" + reencode("𝐚")},
		{"dotless i", "urn:example:p" + reencode("ı") + "n", "urn:example:p%C4%B1n"},
		{"Latin alpha", "urn:example:" + reencode("ɑ"), "urn:example:" + reencode("ɑ")},
		{"combining mark", "urn:example:cafe%CC%81", "urn:example:cafe%CC%81"},
		{"combining mark after a letter that is shown", "urn:example:%C3%A9%CC%81", "urn:example:%C3%A9%CC%81"},

		{"overlong", "urn:example:%C0%AF", "urn:example:%C0%AF"},
		{"overlong after a letter", "urn:example:%C3%A9%C1%81", "urn:example:%C3%A9%C1%81"},
		{"surrogate", "urn:example:%ED%A0%80", "urn:example:%ED%A0%80"},
		{"surrogate pair", "urn:example:%ED%A0%BD%ED%B8%80", "urn:example:%ED%A0%BD%ED%B8%80"},
		{"above Unicode", "urn:example:%F4%90%80%80", "urn:example:%F4%90%80%80"},
		{"cut short", "urn:example:%C3", "urn:example:%C3"},
		{"cut short by an ASCII octet", "urn:example:%E5%8C%41", "urn:example:%E5%8C%41"},
		{"cut short by a letter", "urn:example:%E5%8CA9", "urn:example:%E5%8CA9"},
		{"continuation alone", "urn:example:%A9%C3", "urn:example:%A9%C3"},
		{"Latin-1", "urn:example:caf%E9", "urn:example:caf%E9"},

		{"Latin with Cyrillic", "urn:example:" + reencode("pаypal"), "urn:example:p%D0%B0ypal"},
		{"Cyrillic with Latin", "urn:example:" + reencode("приvет"), "urn:example:" + reencode("приvет")},
		{"Latin with Han", "urn:example:" + reencode("a北京"), "urn:example:" + reencode("a北京")},
		{"Latin with Cyrillic, a digit between", "urn:example:p1" + reencode("ж"), "urn:example:p1" + reencode("ж")},
		{"Latin with Cyrillic, any digits between", "urn:example:p0" + reencode("ж") + "-p9" + reencode("ж"), "urn:example:p0" + reencode("ж") + "-p9" + reencode("ж")},
		{"Greek with Cyrillic", "urn:example:" + reencode("λж"), "urn:example:" + reencode("λж")},
		{"Hangul with Hiragana", "urn:example:" + reencode("서の"), "urn:example:" + reencode("서の")},
		{"Hangul with Han and Hiragana", "urn:example:" + reencode("서北の"), "urn:example:" + reencode("서北の")},
		{"Han that is a Katakana, at its edge", "urn:example:" + reencode("東京夕ワ"), "urn:example:" + reencode("東京夕ワ")},
		{"Katakana that is a Han, at its edge", "urn:example:" + reencode("東京タワ"), "urn:example:" + reencode("東京タワ")},
		{"Katakana that is a Han, inside", "urn:example:" + reencode("東京スタワ"), "urn:example:東京スタワ"},

		{"Cyrillic that is Latin", "urn:example:" + reencode("раура"), "urn:example:" + reencode("раура")},
		{"Cyrillic that is Latin, capitals", "urn:example:" + reencode("МОСКВА"), "urn:example:" + reencode("МОСКВА")},
		{"Cyrillic that is Latin, with diaeresis", "urn:example:" + reencode("ёї"), "urn:example:" + reencode("ёї")},
		{"Cyrillic that is Latin, and digits", "urn:example:" + reencode("1о0"), "urn:example:" + reencode("1о0")},
		{"Cyrillic that is a digit", "urn:example:" + reencode("З6"), "urn:example:" + reencode("З6")},
		{"Cyrillic that is Greek", "urn:example:" + reencode("ФГП"), "urn:example:" + reencode("ФГП")},
		{"Greek that is Latin", "urn:example:" + reencode("ΑΒΕ"), "urn:example:" + reencode("ΑΒΕ")},
		{"Greek that is Latin, with accent", "urn:example:" + reencode("ά"), "urn:example:" + reencode("ά")},
		{"Armenian that is Latin", "urn:example:" + reencode("օհս"), "urn:example:" + reencode("օհս")},
		{"Georgian that is Latin", "urn:example:" + reencode("ყ"), "urn:example:" + reencode("ყ")},
		{"Cherokee", "urn:example:" + reencode("ᎪᎳ"), "urn:example:" + reencode("ᎪᎳ")},
		{"Han that is a hyphen", "urn:example:" + reencode("一"), "urn:example:" + reencode("一")},
		{"Katakana that is a slash", "urn:example:" + reencode("ノ"), "urn:example:" + reencode("ノ")},
		{"prolonged sound mark", "urn:example:" + reencode("タワー"), "urn:example:" + reencode("タワー")},
		{"Devanagari", "urn:example:" + reencode("हिन्दी"), "urn:example:" + reencode("हिन्दी")},
		{"Thai", "urn:example:" + reencode("ไทย"), "urn:example:" + reencode("ไทย")},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := IRI(urn.MustParse(test.in)); got != test.want {
				t.Errorf("IRI of %q = %q, want %q", test.in, got, test.want)
			}
		})
	}
	if got := IRI(urn.URN{}); got != "" {
		t.Errorf("IRI of the zero URN = %q, want nothing", got)
	}
	for _, x := range []urn.Syntax{urn.RFC2141, urn.Draft2141bis} {
		if u, err := x.Parse("URN:ex:%c3%a9:%41"); err != nil || IRI(u) != "urn:ex:é:%41" {
			t.Errorf("%v: IRI of %v = %q, want %q", x, u, IRI(u), "urn:ex:é:%41")
		}
	}
}

// Whatever is decoded, of all of Unicode, has the properties that make it safe.
func TestIRIEveryRune(t *testing.T) {
	rightToLeft := &unicode.RangeTable{
		R16: []unicode.Range16{{0x0590, 0x08ff, 1}, {0xfb1d, 0xfdff, 1}, {0xfe70, 0xfeff, 1}},
		R32: []unicode.Range32{{0x10800, 0x10fff, 1}, {0x1e800, 0x1efff, 1}},
	}
	compatibility := &unicode.RangeTable{
		R16: []unicode.Range16{{0x1100, 0x11ff, 1}, {0x2100, 0x214f, 1}, {0x2e80, 0x2fdf, 1}, {0x3130, 0x318f, 1}, {0xf900, 0xffff, 1}},
		R32: []unicode.Range32{{0x1d400, 0x1d7ff, 1}, {0x2f800, 0x2fa1f, 1}},
	}
	scripts := map[script]*unicode.RangeTable{
		latin: unicode.Latin, greek: unicode.Greek, cyrillic: unicode.Cyrillic, armenian: unicode.Armenian,
		georgian: unicode.Georgian, ethiopic: unicode.Ethiopic, han: unicode.Han, hiragana: unicode.Hiragana,
		katakana: unicode.Katakana, hangul: unicode.Hangul,
	}
	counts := map[script]int{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		x, like := scriptOf(r)
		if testing.Short() && x == noScript && r%64 != 0 {
			continue
		}
		in := "urn:example:" + reencode(string(r))
		if r < utf8.RuneSelf {
			in = "urn:example:" + fmt.Sprintf("%%%02X", r)
		} else if utf8.RuneLen(r) < 0 {
			continue // TestIRI has the surrogates
		}
		got := IRI(urn.MustParse(in))
		if x == noScript || like != likeNone {
			if got != in {
				t.Fatalf("IRI of %s, %U, = %q, want it escaped", in, r, got)
			}
		} else if want := "urn:example:" + string(r); got != want {
			t.Fatalf("IRI of %s = %q, want %q", in, got, want)
		}
		if x == noScript {
			continue
		}
		counts[x]++
		switch {
		case !unicode.IsLetter(r) || unicode.Is(unicode.Lm, r):
			t.Errorf("%U %c is shown and is no letter", r, r)
		case !unicode.Is(scripts[x], r):
			t.Errorf("%U %c is shown as one of script %v", r, r, x)
		case unicode.In(r, rightToLeft, compatibility, unicode.Other_Default_Ignorable_Code_Point, unicode.White_Space, unicode.Common, unicode.Inherited):
			t.Errorf("%U %c is shown", r, r)
		case r < utf8.RuneSelf:
			t.Errorf("%U %c is decoded", r, r)
		}
	}
	want := map[script]int{
		latin: 271, greek: 69, cyrillic: 118, armenian: 76, georgian: 33, ethiopic: 326,
		han: 20992, hiragana: 86, katakana: 86, hangul: 11172,
	}
	for x := range noScript {
		if counts[x] != want[x] {
			t.Errorf("%d letters of script %d, want %d", counts[x], x, want[x])
		}
		for _, r := range shown[x].like + shown[x].korean {
			if got, like := scriptOf(r); got != x || like == likeNone {
				t.Errorf("%c is in the list of script %d and is not shown as such", r, x)
			}
		}
	}
}

// A word that could be taken for one of ASCII, or of a script that is shown,
// stays escaped.
func TestIRILookalikes(t *testing.T) {
	for _, pair := range [][2]string{
		{"аеорсухіјѕһԁ", "aeopcyxijshd"}, {"АВЕЗКМНОРСТУХЅІЈ", "ABE3KMHOPCTYXSIJ"}, {"бгпъыьюч", "6rnblblbl104"},
		{"ёїӯ", "ëïȳ"}, {"ПГФ", "ΠΓΦ"},
		{"αγικνορστυχωηβ", "ayikvopotuxwnß"}, {"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"}, {"άίόύϊϋ", "áíóúïü"},
		{"ագհոսցքօ", "waqhnugfo"}, {"ՍՏՕ", "USO"}, {"ყიო", "yoo"}, {"ዐሀ", "OU"},
		{"一丨丿二", "-l/="}, {"ノニ", "/="}, {"エカタトロ", "工力夕卜口"}, {"工力夕卜口二八", "エカタトロニハ"},
		{"へべぺり", "ヘベペリ"}, {"ヘベペリ", "へべぺり"},
		{"ш", "w"}, {"今", "슥"}, {"슥", "今"}, {"ղ", "ŋ"}, {"今슥", "슥今"}, {"日슥", "日今"}, {"슥日", "今日"}, {"日本슥가", "日本今가"}, {"今가", "슥가"},
	} {
		in := "urn:example:" + reencode(pair[0])
		if got := IRI(urn.MustParse(in)); got != in {
			t.Errorf("IRI of %s = %q, which looks like %q", in, got, pair[1])
		}
	}
}

// skeletons returns what testdata/confusables.tsv has: the skeletons of characters
// that are not their own (UTS #39, section 4).
func skeletons(t *testing.T) map[rune][]rune {
	data, err := os.ReadFile("../testdata/confusables.tsv")
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(data), "\n")
	if !strings.Contains(first, "version 17.0.0") {
		t.Fatalf("testdata/confusables.tsv is of another version: %s", first)
	}
	m := map[rune][]rune{}
	for line := range strings.Lines(rest) {
		var key rune
		for i, code := range strings.Fields(line) {
			n, err := strconv.ParseInt(code, 16, 32)
			switch {
			case err != nil:
				t.Fatal(err)
			case i == 0:
				key = rune(n)
			default:
				m[key] = append(m[key], rune(n))
			}
		}
	}
	if len(m) < 1000 {
		t.Fatalf("testdata/confusables.tsv has %d characters", len(m))
	}
	return m
}

// TestIRISkeletons holds the lists of letters that look like others to UTS #39.
// A word that is decoded has a letter that is in no list. It is enough that the
// skeleton of each such letter has a character, with its marks, that no letter of
// ASCII or of an earlier script has in its skeleton. For a letter of Han, no letter
// of Hangul may have it either. Then the skeleton of the word differs from that of
// any word of the other script.
func TestIRISkeletons(t *testing.T) {
	table := skeletons(t)
	skeleton := func(r rune) []rune {
		const first, vowels, finals = 0xac00, 21, 28
		if r < first || r > 0xd7a3 {
			if s, ok := table[r]; ok {
				return s
			}
			return []rune{r}
		}
		n := r - first
		jamo := []rune{0x1100 + n/finals/vowels, 0x1161 + n/finals%vowels, 0x11a7 + n%finals}
		if n%finals == 0 {
			jamo = jamo[:2]
		}
		var s []rune
		for _, j := range jamo {
			if to, ok := table[j]; ok {
				s = append(s, to...)
			} else {
				s = append(s, j)
			}
		}
		return s
	}
	// split splits a skeleton into characters with their marks.
	split := func(skeleton []rune) (list []string) {
		for _, c := range skeleton {
			if unicode.Is(unicode.M, c) && len(list) > 0 {
				list[len(list)-1] += string(c)
			} else {
				list = append(list, string(c))
			}
		}
		return list
	}
	letters := map[script][]rune{}
	for r := rune(utf8.RuneSelf); r <= 0xffff; r++ {
		if x, _ := scriptOf(r); x != noScript {
			letters[x] = append(letters[x], r)
		}
	}
	characters := map[script]map[string]bool{} // of the skeletons of a script's letters
	for x, list := range letters {
		characters[x] = map[string]bool{}
		for _, r := range list {
			for _, c := range split(skeleton(r)) {
				characters[x][c] = true
			}
		}
	}
	for c := rune('0'); c <= 'z'; c++ { // digits may be in a word of any script
		if ascii.IsAlnum(byte(c)) {
			for _, s := range split(skeleton(c)) {
				for x := range noScript {
					if x == latin || ascii.IsDigit(byte(c)) {
						characters[x][s] = true
					}
				}
			}
		}
	}
	for x := greek; x < noScript; x++ {
		for _, r := range letters[x] {
			_, like := scriptOf(r)
			for y := range noScript {
				if y == x || y > x && (x != han || y != hangul) || y == han && x == hangul || like == likeAny || like.of(y) {
					continue
				}
				if !slices.ContainsFunc(split(skeleton(r)), func(c string) bool { return !characters[y][c] }) {
					t.Errorf("%c of script %d has the skeleton %q, which letters of script %d make, and is not in the list", r, x, string(skeleton(r)), y)
				}
			}
		}
	}
	// Of the scripts that may be in one word, the letters that are exchanged for
	// one another are in the lists of both.
	together := map[string][]rune{}
	for _, x := range []script{han, hiragana, katakana, hangul} {
		for _, r := range letters[x] {
			s := string(skeleton(r))
			together[s] = append(together[s], r)
		}
	}
	for s, list := range together {
		for _, r := range list {
			x, like := scriptOf(r)
			for _, other := range list {
				if y, _ := scriptOf(other); y != x && !like.of(y) {
					t.Errorf("%c and %c have the skeleton %q, and %c is not in the list", r, other, s, r)
				}
			}
		}
	}
}

// withoutEscapes returns s with a comma in the place of every escape.
func withoutEscapes(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			i += len("XX")
			b.WriteByte(',')
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Escaping an IRI gives the normal form, so that no two names share one, and
// no word of it mixes scripts.
func FuzzIRIInjective(f *testing.F) {
	for _, s := range []string{
		"urn:example:%D0%B0123,z456", "urn:example:caf%c3%a9", "urn:example:a%C3%A9%41?+%E5%8C%97#",
		"urn:example:%D0%BC%D0%B8%D1%80", "urn:example:%E2%80%AE", "urn:example:%F0%9F%98%80%C3", "urn:example:%E6%9D%B1%E3%82%BF%E3%83%AF",
		"urn:ex:%ED%A0%80%20%C3%A9", "urn:ex:a?s=%C3%A9", "urn:ex:a",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, x := range syntaxes {
			u, err := x.Parse(s)
			if err != nil {
				// Any octets make a name.
				nss, _ := urn.RFC8141.Escape(urn.ComponentNSS, s) // it is short
				if u, err = x.Build(urn.Parts{NID: "example", NSS: "-" + strings.ReplaceAll(nss, "/", "%2F")}); err != nil {
					continue
				}
			}
			got := IRI(u)
			if back, want := reencode(got), u.Normalize().String(); back != want {
				t.Fatalf("IRI of %q = %q, which stands for %q, not %q", u, got, back, want)
			}
			if !utf8.ValidString(got) {
				t.Fatalf("IRI of %q = %q, which is not UTF-8", u, got)
			}
			for _, word := range strings.FieldsFunc(withoutEscapes(got), func(r rune) bool { return r < utf8.RuneSelf && !ascii.IsAlnum(byte(r)) }) {
				if !oneScript(word) {
					t.Fatalf("IRI of %q = %q, where %q has letters of several scripts", u, got, word)
				}
			}
		}
	})
}

// oneScript says by the tables of package unicode whether the letters of word
// may be together.
func oneScript(word string) bool {
	together := [][]*unicode.RangeTable{
		{unicode.Latin}, {unicode.Greek}, {unicode.Cyrillic}, {unicode.Armenian}, {unicode.Georgian}, {unicode.Ethiopic},
		{unicode.Han, unicode.Hiragana, unicode.Katakana}, {unicode.Han, unicode.Hangul},
	}
	for _, tables := range together {
		if strings.IndexFunc(word, func(r rune) bool { return !unicode.In(r, tables...) && (r < '0' || r > '9') }) < 0 {
			return true
		}
	}
	return false
}

// With 1 MiB, anything worse than linear would not come to an end.
func TestIRILong(testingT *testing.T) {
	t := few.Of(testingT)
	for _, test := range []struct{ name, piece, want string }{
		{"one safe word", "%C3%A9", "é"},
		{"one word that is not", "%D0%B0", "%D0%B0"},
		{"many words", "-%C3%A9", "-é"},
		{"many words that are not", "-%D0%B0", "-%D0%B0"},
		{"not UTF-8", "%F0", "%F0"},
		{"ASCII octets", "%41", "%41"},
		{"no escape", "a", "a"},
		{"lower case", "%c3%a9", "é"},
	} {
		n := 1 << 20 / len(test.piece)
		in := "urn:example:" + strings.Repeat(test.piece, n)
		if got, want := IRI(urn.MustParse(in)), "urn:example:"+strings.Repeat(test.want, n); got != want {
			t.Errorf("%s: IRI of %.40q… = %.40q…, want %.40q…", test.name, in, got, want)
		}
	}
}

func TestIRIAllocations(t *testing.T) {
	var sink string
	for _, test := range []struct {
		in   string
		want float64
	}{
		{"urn:example:a", 0},
		{"urn:example:a%2Cb", 0},
		{"urn:example:%D0%B0123", 0},
		{"URN:example:a", 1},
		{"urn:example:caf%C3%A9-caf%C3%A9", 1},
		{"URN:example:caf%C3%A9", 2},
	} {
		u := urn.MustParse(test.in)
		if got := testing.AllocsPerRun(100, func() { sink = IRI(u) }); got != test.want {
			t.Errorf("IRI of %q: %v allocations, want %v", test.in, got, test.want)
		}
	}
	_ = sink
}

// An escaped octet that is not a character makes its word unsafe to decode, be it
// the first or the last of those that are not ASCII.
func TestIRIBrokenWord(t *testing.T) {
	for octet := 0x80; octet <= 0xff; octet++ {
		s := fmt.Sprintf("urn:example:%%C3%%A9%%%02X", octet)
		if got := IRI(urn.MustParse(s)); got != s {
			t.Errorf("IRI of %q = %q, want it as it is", s, got)
		}
	}
	if got := IRI(urn.MustParse("urn:example:%C3%A9%7F")); got != "urn:example:é%7F" {
		t.Errorf("IRI with %%7F = %q", got)
	}
}
