// Package pattern parses URNs of a known shape into fields, and builds them.
//
//	type Runner struct {
//		Region string
//		Org    int64
//		ID     string `urn:"runner"`
//	}
//
//	var runners = pattern.MustFor[Runner]("urn:dd:apps:on-prem-runner:{region}:{org}:{runner}")
//
//	r, err := runners.Parse(s) // a Runner, or where and why not
//	u, err := runners.Build(r) // a urn.URN that parses back to r, or an error
//
// [For] compiles a pattern for a struct type. [Value] reads and writes such a
// struct in JSON, XML, SQL and flags. A [Set] finds the pattern of a URN among
// many. [Compile] is for fields that the program does not know in advance:
// [Pattern.Match] returns their spans, and [Pattern.Values] their values.
//
// [ReadSet] reads a file of patterns. [Set.Definitions] turns a set into rules of
// namespaces. With them, package namespace validates, normalises and lints names
// of your own.
//
// # The language
//
// A pattern is a URN with fields in braces, as in the patterns of
// [net/http.ServeMux]. The rest of it is literal text. There are no regular
// expressions.
//
//   - {name} is a field with at least one byte. It ends at the first occurrence
//     of the literal after it at which every parenthesis opened inside the field
//     is closed. So "urn:li:dataset:({platform},{name},{env})" takes a URN with
//     commas and parentheses of its own as the platform.
//   - A {name} that ends its component contains no ":" outside parentheses.
//   - {name...} ends its component, may contain anything, and may be empty.
//   - {name,fold} and {name...,fold} match case-insensitively. The value is
//     in lower case.
//
// A field has further options, each after a comma:
//
//   - {name,empty} may be empty. Compile refuses it where a URN without the field
//     is not a URN, or would have other components.
//   - {name,escape=,()} escapes the characters after "=", too, and contains
//     none of them unescaped. This is the last option:
//     all up to "}" are characters.
//   - {name,plus} has "+" for a space, and "%2B" for "+".
//   - {name...,filled} is not empty.
//   - {name,verbatim} has its text as its value, with its escapes. It is for a field that is
//     a name itself.
//   - {name,number}, {name,id}, {name,alnum}, {name,uuid}, {name,lower-uuid}, {name,oid} and
//     {name,version} have texts of a class: the digits 0 to 9; a letter or "_", then letters,
//     digits and "_"; a letter, then letters and digits; a UUID; a UUID in lower case; an OID
//     of two arcs or more; a version as in Semantic Versioning.
//   - {name,urn} is a name that begins with "urn:", an NID and ":". {name,urn=li:tag} begins
//     with "urn:li:tag:".
//   - {name,in=a|b} is one of these words, and {name,not=a|b} none of them.
//   - {name,without=,()} contains none of the characters after "=" unescaped. This is the
//     last option.
//
// Names have ASCII letters, digits and "_", and do not begin with a digit. Two
// fields need a literal between them. The NID has no field. It
// is one of RFC 8141, with 2 to 32 characters.
//
// A pattern may describe an r-component, a q-component and an f-component, each
// after its delimiter "?+", "?=" or "#". A component that is in the pattern must
// be in the URN. A component that is not in the pattern is ignored.
//
// Literals match as RFC 8141, section 3.1, compares them: the scheme, the NID and
// the digits of escapes case-insensitively, and all else exactly. Where
// package namespace knows that a namespace compares letters case-insensitively, the
// literal of a pattern matches case-insensitively too. In some namespaces that depends
// on the fields: nbn does so before the first "-". There Compile refuses letters
// after a field.
//
// # Words before a pattern
//
//   - raw: names are texts that are compared letter by letter, as many systems do, and need
//     not be URNs. The template is all after "urn:", in which "?", "#" and "%" are
//     characters like others. A value is its text. Only the options escape= and plus
//     escape. The first field may be in the NID: "raw urn:{domain}:device:{type}".
//   - own: in a [Set], names that begin as the pattern does are its own.
//   - lenient: needless escapes are read, in a field and where a literal is meant: "%2E" as ".",
//     "%2C" as ",". The values are the same, and Build writes none of them. [Pattern.Match]
//     and [Set.Match] take names as they are.
//   - flat: parentheses do not nest: a field ends at the first occurrence of the literal after
//     it, also inside parentheses. The patterns of one NID are all flat, or none is.
//   - only: a URN with a component that is not in the pattern does not match.
//
// # Escapes
//
// The value of a field is its text with the escapes decoded. Build escapes what
// cannot occur in the field, and also a delimiter that would end it too early.
// Build refuses a value that Parse would not return unchanged.
//
// Parse refuses an escape that Build would not write: "%41" and "A" have the
// same value, but they are two names (RFC 8141, section 3.1). For the same
// reason it refuses an integer with leading zeros. So two laws hold for every value v that Build takes and
// every URN u that Parse takes, unless the pattern is lenient:
//
//   - Parse(Build(v)) is v.
//   - Build(Parse(u)) is equivalent to u, by the rules of package namespace and
//     of the fields that match case-insensitively.
//
// # Stability
//
// This package is younger than the rest of the module. A minor version of the module may
// change it, and CHANGELOG lists each change. Options and words may be added to the
// language, so a text that is not a pattern today may be one later. The patterns of
// [Vendors] follow the vendors. Which patterns [Set.Add] refuses because too many are alike,
// the limits below and the texts of errors may change. A pattern that compiles keeps its
// meaning, unless that meaning breaks a law above.
//
// # Cost
//
// Patterns may come from users: they have at most 1024 bytes, 16 fields, and 64 bytes
// in a literal after a field. At most 8 parentheses may be open in a field whose end
// is searched for. A
// match takes time linear in the length of the URN and does not allocate. The time
// to compare the patterns of a set grows linearly with their number: a set of
// patterns that are too much alike is refused. No pattern and no URN makes a
// function panic, except those whose names begin with Must.
package pattern
