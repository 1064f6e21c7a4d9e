// Package advice has the codes and the texts of the advice that package namespace gives.
package advice

// The codes. The documentation of namespace.Advice.Code explains each of them.
const (
	UnregisteredNID   = "unregistered-nid"
	ReservedNID       = "reserved-nid"
	ExperimentalNID   = "experimental-nid"
	ReservedCharacter = "reserved-character"
	NULEscape         = "nul-escape"
	NeedlessEscape    = "needless-escape"
	LowerCaseHex      = "lower-case-hex"
	NotUTF8           = "not-utf-8"
	RComponent        = "r-component"
	QComponent        = "q-component"
	FComponent        = "f-component"
	ExcludedComponent = "excluded-component"
	UpperCase         = "upper-case"
	SpareDigit        = "spare-digit"
	UnlistedValue     = "unlisted-value"
	ReservedValue     = "reserved-value"
	WrongCRC          = "wrong-crc"
	WrongCheckDigit   = "wrong-check-digit"
	Incomplete        = "incomplete"
	RelaxedNID        = "relaxed-nid"
	RelaxedNumberSign = "relaxed-number-sign"
	Own               = "own"
)

// All lists each code with its text.
var All = []struct{ Code, Text string }{
	{UnregisteredNID, "the namespace is not registered"},
	{ReservedNID, "the namespace identifier is reserved"},
	{ExperimentalNID, "experimental namespaces are no longer provided for"},
	{ReservedCharacter, "a reserved character should be escaped"},
	{NULEscape, "octet 0 should never be used"},
	{NeedlessEscape, "the character needs no escape"},
	{LowerCaseHex, "the digits of an escape should be in upper case"},
	{NotUTF8, "the octet is not part of a character in UTF-8"},
	{RComponent, "the semantics of r-components is not standardised"},
	{QComponent, "a q-component is not part of the name"},
	{FComponent, "an f-component is not part of the name"},
	{ExcludedComponent, "the namespace does not allow this component"},
	{UpperCase, "the namespace asks for lower case"},
	{SpareDigit, "the spare digit is always 0 in a URN"},
	{UnlistedValue, "the document of the namespace does not define this value"},
	{ReservedValue, "the document of the namespace reserves this value"},
	{WrongCRC, "the octet is not the CRC of those before it"},
	{WrongCheckDigit, "the check digit is not that of the characters before it"},
	{Incomplete, "the name may be only the beginning of one"},
	{RelaxedNID, "RFC 8141 does not allow this namespace identifier"},
	{RelaxedNumberSign, "RFC 8141 does not allow a \"#\" in an f-component"},
	{Own, "the definition of the namespace advises against it"},
}

// Text returns the text for a code, or the code itself if this package does not have it.
func Text(code string) string {
	for _, c := range All {
		if c.Code == code {
			return c.Text
		}
	}
	return code
}
