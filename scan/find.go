package scan

import (
	"iter"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/alias"
	"github.com/seed7b5a83f0/urn/internal/enum"
	"github.com/seed7b5a83f0/urn/internal/find"
	"github.com/seed7b5a83f0/urn/internal/tables"
)

// Finder finds URNs in running text: in log lines, JSON, XML, source code, prose, or
// any other bytes. The zero Finder finds names of RFC 8141. A Finder may be used by several
// goroutines at once.
//
// A candidate is a "urn:", in any case. One directly after an ASCII letter or digit does
// not count, unless that letter or digit ends an escape or a verb such as %s. Each
// candidate is one of four: a name, a near miss, a part (a prefix, template or pattern of
// names), or nothing. A name directly after an opening delimiter ends at the matching
// closing one. Without delimiters, a name is the longest URN there, without trailing
// punctuation. White space ends any name. If the text continues where the grammar ends,
// the candidate is a near miss with its whole extent, never a shorter name. [docs/finding.md]
// has the rule as tables of examples, which a test runs.
//
// Matches are in order and do not overlap. The time taken is linear in the length of the
// text.
//
// [docs/finding.md]: https://github.com/seed7b5a83f0/urn/blob/main/docs/finding.md
type Finder struct {
	// Syntax is the syntax of the matches, and Mode says what is a match. If one of them is
	// not a constant, methods of the Finder that return no error panic, whatever the text.
	// The others, Scanners and Replacers return an error.
	Syntax urn.Syntax
	Mode   Mode
}

// Mode says what a [Finder] finds. See the section Stability of the package.
type Mode uint8

const (
	// ModeNames finds names, as a reader of the text sees them.
	ModeNames Mode = iota
	// ModeNear finds near misses and parts, too; see [MatchKind].
	ModeNear
	// ModeExact makes a match the longest prefix that is a URN. It is the rule of RFC
	// 2141, section 2.4: a URN ends only at an octet that it cannot contain. Where it may begin is
	// the rule of all modes.
	ModeExact
)

// String returns "names", "near" or "exact". A Mode is text, so [flag.TextVar] sets one.
func (m Mode) String() string { return enum.Text("Mode", modeNames[:], m) }

// MarshalText implements [encoding.TextMarshaler] with the names of String; see [urn.Reason.MarshalText].
func (m Mode) MarshalText() ([]byte, error) { return enum.Marshal("Mode", modeNames[:], m) }

// UnmarshalText implements [encoding.TextUnmarshaler]; see [urn.Reason.UnmarshalText].
func (m *Mode) UnmarshalText(text []byte) error { return enum.Unmarshal("Mode", modeNames[:], text, m) }

var modeNames = [...]string{"names", "near", "exact"}

// Match is a name, a near miss or a part in a text. It is text[Start:End].
type Match struct {
	Start, End int         // in bytes
	Offsets    urn.Offsets // of the components, relative to Start; zero unless Kind is MatchName
	// Fault is the Fault of text[Start:End]; see [urn.Syntax.Locate]. It is zero for a name
	// and has a Reason for a near miss. A part may or may not parse.
	Fault urn.Fault
	Kind  MatchKind
}

// MatchKind says what a [Match] is. A "urn:" before white space, or in a program, is not a
// match: "urn: string", "Urn::parse".
type MatchKind uint8

const (
	// MatchName: a URN.
	MatchName MatchKind = iota + 1
	// MatchNearMiss: text apparently intended as a URN, but malformed: its NID has a dot, or
	// it has a letter beyond ASCII, or a second "#". The match has all of it, as far as the
	// closing delimiter, white space or a further "urn:".
	MatchNearMiss
	// MatchPart: a prefix, template or pattern of names, such as "urn:example:" before a
	// "+" of a program, or "urn:example:{id}". It is not intended as a name, even if it is a
	// URN.
	MatchPart
)

// String returns "name", "near-miss" or "part", and "none" for the zero MatchKind.
func (k MatchKind) String() string { return enum.Text("MatchKind", kindNames[:], k) }

// MarshalText implements [encoding.TextMarshaler] with the names of String; see [urn.Reason.MarshalText].
func (k MatchKind) MarshalText() ([]byte, error) { return enum.Marshal("MatchKind", kindNames[:], k) }

// UnmarshalText implements [encoding.TextUnmarshaler]; see [urn.Reason.UnmarshalText].
func (k *MatchKind) UnmarshalText(text []byte) error {
	return enum.Unmarshal("MatchKind", kindNames[:], text, k)
}

var kindNames = [...]string{"none", "name", "near-miss", "part"}

// rule converts f for package find. It panics if the Syntax or the Mode is not one of the
// constants.
func (f Finder) rule() find.Finder {
	if !f.known() {
		panic(f.check().Error())
	}
	return find.Finder{Syntax: uint8(f.Syntax), Mode: find.Mode(f.Mode)}
}

func (f Finder) known() bool {
	return int(f.Syntax) < len(tables.Machines) && int(f.Mode) < len(modeNames)
}

// check returns the error for a Syntax or Mode that is not one of the constants.
func (f Finder) check() error {
	switch {
	case f.known():
		return nil
	case int(f.Mode) >= len(modeNames):
		_, err := f.Mode.MarshalText()
		return err
	}
	return urn.Fault{Syntax: f.Syntax, Reason: urn.UnknownSyntax}.Err("")
}

// names returns f without near misses and parts.
func (f Finder) names() Finder {
	if f.Mode == ModeNear {
		f.Mode = ModeNames
	}
	return f
}

// match returns a Match that the rule has found.
func (f Finder) match(text []byte, start, end int, k find.Kind, o tables.Offsets) Match {
	if k == find.Name {
		return Match{Start: start, End: end, Offsets: urn.Offsets(o), Kind: MatchName}
	}
	return f.noName(text, start, end, k)
}

// noName is match for a match that is not a name. A near miss must have a Fault, so one whose
// text is a URN counts as a part.
func (f Finder) noName(text []byte, start, end int, k find.Kind) Match {
	m := Match{Start: start, End: end, Kind: MatchNearMiss}
	if _, m.Fault = f.Syntax.LocateBytes(text[start:end]); k != find.NearMiss || m.Fault.Reason == 0 {
		m.Kind = MatchPart
	}
	return m
}

// Next returns the first match in text that begins at from or after it. The text
// before from counts as context of a name. To find all matches, begin with 0, and
// continue with the End of the last one. A negative from counts as 0. At len(text)
// and after it there is no match.
//
// Next does not allocate, keeps no reference to text and never writes to it.
func (f Finder) Next(text []byte, from int) (Match, bool) {
	start, end, k, o := f.rule().Next(text, max(from, 0))
	if start < 0 {
		return Match{}, false
	}
	return f.match(text, start, end, k, o), true
}

// All returns an iterator over the matches in text, in order. A loop over it
// allocates at most once.
func (f Finder) All(text []byte) iter.Seq[Match] {
	f.rule() // to panic here
	return func(yield func(Match) bool) {
		rule := f.rule()
		for from := 0; ; {
			start, end, k, o := rule.Next(text, from)
			switch {
			case start < 0:
				return
			case k != find.Name:
				if !yield(f.noName(text, start, end, k)) {
					return
				}
			case !yield(Match{Start: start, End: end, Offsets: urn.Offsets(o), Kind: MatchName}):
				return
			}
			from = end
		}
	}
}

// URNs returns an iterator over the URNs in text, and the offset in bytes at which each
// begins. It skips near misses. A URN keeps a reference to text, and a loop over URNs
// allocates at most once.
func (f Finder) URNs(text string) iter.Seq2[int, urn.URN] {
	f.rule() // to panic here
	return func(yield func(int, urn.URN) bool) {
		rule := f.names().rule()
		for from := 0; ; {
			start, end, _, _ := rule.Next(alias.Bytes(text), from)
			if start < 0 {
				return
			}
			u, _ := f.Syntax.Parse(text[start:end]) // no error: the rule has found a URN
			if !yield(start, u) {
				return
			}
			from = end
		}
	}
}
