package repair

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/ascii"
	"github.com/seed7b5a83f0/urn/internal/octet"
)

// IRI maps u to an IRI, a form to show to people (RFC 3987, section 3.2; RFC 8141, section
// 4.4). It is the normal form of u, with the escapes of words that are safe to show
// decoded. RFC 3987 decodes more escapes. If a word is decoded, the result is not a URN and
// does not parse. Do not store or send it in place of the URN. Where people can copy it,
// offer them String.
//
// Two URNs with the same IRI have the same normal form: escaping the octets of the IRI that
// are not ASCII, as [Parse] does, gives u.Normalize().String(). The escape of an ASCII
// octet is never decoded, whether it is a letter, a space, a control or a delimiter. Octets
// that are not well-formed UTF-8 are not decoded either.
//
// IRI decodes letters of the modern Latin, Greek, Cyrillic, Armenian, Georgian, Ethiopic,
// Han, Hiragana, Katakana and Hangul scripts, in their composed form. Everything else stays
// escaped. This includes controls, spaces, marks, digits, punctuation and symbols, and
// characters that are invisible, unassigned or a variant of another one. It includes
// scripts that run from right to left, and scripts that set marks on their letters, such as
// Thai and the scripts of India: different octets may look the same there.
//
// Letters that are safe by themselves may still be mistaken for others (RFC 8141, section
// 3.2, sixth). So a word is decoded as a whole or not at all. ASCII punctuation and the
// escapes of ASCII octets separate words. All other characters, escaped or not, are parts
// of words. It stays escaped if
//
//   - an octet in it stays escaped,
//   - it has letters of several scripts (ASCII letters are Latin), except Han with Hiragana
//     and Katakana, and Han with Hangul,
//   - it is not Latin, and every letter looks like one of another script or
//     like an ASCII character: "а123" with a Cyrillic letter stays escaped,
//   - a letter that looks like one of another script is next to a letter of
//     that script.
//
// IRI promises this about any two words that it decoded or that have only ASCII letters and
// digits: if each word is in one script and the scripts differ, the words have different
// skeletons (UTS #39, version 17.0, section 4). Nothing else is promised. Words of one
// script may resemble each other, as l, I and 1 do. So may characters that are not in the
// data of UTS #39. The letters do not change with the version of Go.
//
// IRI takes time linear in the length of u. If there is nothing to decode, it returns
// u.Normalize().String() and allocates nothing else.
func IRI(u urn.URN) string {
	s := u.Normalize().String()
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	from := 0 // s[:from] is in b
	for i := u.Offsets().NID().End; i < len(s); {
		end, safe := scanWord(s, i)
		if safe {
			if from == 0 {
				b.Grow(len(s))
			}
			b.WriteString(s[from:i])
			writeUnescaped(&b, s[i:end])
			from = end
		}
		i = end
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// writeUnescaped writes s, whose escapes are whole, with all of them decoded.
func writeUnescaped(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			c = octet.Escaped(s, i)
			i += len("XX")
		}
		b.WriteByte(c)
	}
}

// scanWord returns the end of the word that begins at s[i], and whether it has escapes that
// are safe to decode. An ASCII punctuation character and the escape of an ASCII octet are
// not part of a word: at one of these, scanWord returns its end.
func scanWord(s string, i int) (end int, safe bool) {
	var w word
	for end = i; end < len(s); {
		switch c := s[end]; {
		case ascii.IsDigit(c):
			end++
		case ascii.IsLetter(c):
			w.add(latin, likeNone)
			end++
		case c == '%' && octet.Escaped(s, end) >= utf8.RuneSelf:
			r, size := octet.Rune(s[end:])
			w.decoded = true
			w.add(scriptOf(r))
			end += size
		case end > i:
			return end, w.safe()
		case c == '%':
			return end + len("%XX"), false
		default:
			return end + 1, false
		}
	}
	return end, w.safe()
}

// word is the state of scanWord.
type word struct {
	decoded bool      // there is an escape
	own     bool      // a letter does not look like a letter of another script
	mixed   bool      // a letter is next to a letter of a script that it looks like
	scripts scriptSet // of all letters so far
	last    script    // of the last letter
	like    likeness  // of the last letter
}

// likeness says which scripts a letter may be taken for, besides its own.
type likeness uint8

const (
	likeNone   likeness = iota
	likeHangul          // Hangul alone
	likeAny             // any
)

// of reports whether the letter may be taken for one of script x.
func (l likeness) of(x script) bool { return l == likeAny || l == likeHangul && x == hangul }

// add adds a letter.
func (w *word) add(x script, like likeness) {
	if w.scripts != 0 && w.last != x && (like.of(w.last) || w.like.of(x)) {
		w.mixed = true
	}
	w.own = w.own || like == likeNone
	w.scripts |= 1 << x
	w.last, w.like = x, like
}

func (w *word) safe() bool {
	return w.decoded && w.own && !w.mixed && w.scripts.together()
}

type script uint8

const (
	latin script = iota
	greek
	cyrillic
	armenian
	georgian
	ethiopic
	han
	hiragana
	katakana
	hangul
	noScript // the character may not be shown
)

type scriptSet uint16

// together reports whether the scripts may occur in one word.
func (x scriptSet) together() bool {
	const (
		japanese = 1<<han | 1<<hiragana | 1<<katakana
		korean   = 1<<han | 1<<hangul
	)
	return x < 1<<noScript && (x&(x-1) == 0 || x&^japanese == 0 || x&^korean == 0)
}

// scriptOf returns the script of a letter that may be shown, and what it looks
// like, or noScript.
func scriptOf(r rune) (script, likeness) {
	for i := range shown {
		if !unicode.Is(shown[i].letters, r) {
			continue
		}
		switch {
		case strings.ContainsRune(shown[i].like, r):
			return script(i), likeAny
		case strings.ContainsRune(shown[i].korean, r):
			return script(i), likeHangul
		}
		return script(i), likeNone
	}
	return noScript, likeNone
}

// shown has the letters that may be shown. The field like has those that look like an ASCII
// character or a letter of a script earlier in the table. Letters of Han, Hiragana,
// Katakana and Hangul that look like one another are in the lists of both scripts, because
// these scripts may occur in one word.
//
// All are letters that UTS #39 allows in identifiers and that NFC and NFKC do not change.
// They are of Unicode 15.0. The letters that look alike are the confusables of UTS #39,
// version 17.0, which the tests compare with. Letters that browsers refuse in domain names,
// and a few more, are added. A letter that is wrongly in a list only makes a few more words
// stay escaped.
//
// Latin letters that may be taken for ASCII (Æ Œ ı ĸ) are left out. Of two that may be
// taken for each other, the less frequent one is left out (Ð Đ, ĺ Í, ĕ ě, ĭ ľ, and the
// comma or cedilla under s and t). Letters of the other scripts are left out if no
// alphabet of a living language has them.
var shown = [...]struct {
	letters *unicode.RangeTable
	like    string
	korean  string // letters that look like a letter of Hangul, and of no other script
}{
	latin: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x00c0, 0x00c5, 1}, {0x00c7, 0x00cf, 1}, {0x00d1, 0x00d6, 1}, {0x00d8, 0x00e5, 1},
		{0x00e7, 0x00f6, 1}, {0x00f8, 0x010f, 1}, {0x0111, 0x0113, 1}, {0x0116, 0x012b, 1},
		{0x012e, 0x0130, 1}, {0x0134, 0x0137, 1}, {0x0139, 0x0139, 1}, {0x013b, 0x013e, 1},
		{0x0141, 0x0148, 1}, {0x014a, 0x0151, 1}, {0x0154, 0x0161, 1}, {0x0164, 0x017e, 1},
		{0x01a0, 0x01a1, 1}, {0x01af, 0x01b0, 1}, {0x021a, 0x021b, 1}, {0x1e80, 0x1e85, 1},
		{0x1ea0, 0x1ef9, 1},
	}}},
	greek: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x0386, 0x0386, 1}, {0x0388, 0x038a, 1}, {0x038c, 0x038c, 1}, {0x038e, 0x03a1, 1},
		{0x03a3, 0x03ce, 1},
	}}, like: "ΆΈΉΊΌΎΐΑΒΕΖΗΘΙΚΛΜΝΟΡΤΥΧΪΫάέίΰαβγεηθικμνορστυχωϊϋόύώ"},
	cyrillic: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x0401, 0x040c, 1}, {0x040e, 0x044f, 1}, {0x0451, 0x045c, 1}, {0x045e, 0x045f, 1},
		{0x0490, 0x0493, 1}, {0x0496, 0x0497, 1}, {0x049a, 0x049b, 1}, {0x04a2, 0x04a3, 1},
		{0x04b0, 0x04b3, 1}, {0x04b6, 0x04b7, 1}, {0x04ba, 0x04bb, 1}, {0x04d8, 0x04d9, 1},
		{0x04e2, 0x04e3, 1}, {0x04e8, 0x04e9, 1}, {0x04ee, 0x04ef, 1},
	}}, like: "ЁЂЃЄЅІЇЈЋЌЎАБВГЕЗКЛМНОПРСТУФХЧЪЫЬЮабгезкмопрстуфхчшъыьюёђѓєѕіїјћќўҐґҒғҚқҢҰұҲҳҺһӘәӨөӮӯ"},
	armenian: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x0531, 0x0556, 1}, {0x0561, 0x0586, 1},
	}}, like: "ԱԼՀՅՈՍՏՒՓՕագզէծհղյլոռսւցքօ"},
	georgian: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x10d0, 0x10f0, 1},
	}}, like: "იოყძხ"},
	ethiopic: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x1200, 0x1248, 1}, {0x124a, 0x124d, 1}, {0x1250, 0x1256, 1}, {0x1258, 0x1258, 1},
		{0x125a, 0x125d, 1}, {0x1260, 0x1288, 1}, {0x128a, 0x128d, 1}, {0x1290, 0x12b0, 1},
		{0x12b2, 0x12b5, 1}, {0x12b8, 0x12be, 1}, {0x12c0, 0x12c0, 1}, {0x12c2, 0x12c5, 1},
		{0x12c8, 0x12d6, 1}, {0x12d8, 0x1310, 1}, {0x1312, 0x1315, 1}, {0x1318, 0x135a, 1},
	}}, like: "ሀሁሃሆሠሡሣሰሱሲስቀበቡቢተቱቲታነኔከኩኪካኬክኮዐዑዕዖዘዙዚዛዝዞጠጡጢጣጦፐፒ"},
	han: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x4e00, 0x9fff, 1},
	}}, korean: "丕丛今卟合爿長", like: "一丁丅丨丫丶丿乂乙二亻八凵力匚十卜口囗夕工"},
	hiragana: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x3041, 0x3096, 1},
	}}, like: "くぐへべぺり"},
	katakana: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0x30a1, 0x30f6, 1},
	}}, like: "イエカガソゾタダトドニノハバパヘベペリロ"},
	hangul: {letters: &unicode.RangeTable{R16: []unicode.Range16{
		{0xac00, 0xd7a3, 1},
	}}, like: "조쓰슥마슴뉘튽"},
}
