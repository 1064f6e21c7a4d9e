// Package advice has the names and the words of the advice that package namespace gives.
package advice

// The names of advice, as namespace.Advice.Code has them.
const (
	// UnregisteredNID: neither IANA nor the owner of the Registry defines the NID.
	UnregisteredNID = "unregistered-nid"
	// ReservedNID: the NID is reserved for country codes, for labels of the DNS or for
	// informal namespaces, or is too short for any.
	ReservedNID = "reserved-nid"
	// ExperimentalNID: the NID begins with "X-".
	ExperimentalNID = "experimental-nid"
	// ReservedCharacter: a "/", "?" or "#" in an NSS under RFC 2141.
	ReservedCharacter = "reserved-character"
	// NULEscape: an escape of octet 0, "%00".
	NULEscape = "nul-escape"
	// NeedlessEscape: an escape of a character that needs none.
	NeedlessEscape = "needless-escape"
	// LowerCaseHex: a hexadecimal digit of an escape in lower case.
	LowerCaseHex = "lower-case-hex"
	// NotUTF8: the octet of an escape is not part of a character in UTF-8.
	NotUTF8 = "not-utf-8"
	// RComponent: an r-component, whose semantics is not standardised.
	RComponent = "r-component"
	// QComponent: a q-component, which is not part of the name.
	QComponent = "q-component"
	// FComponent: an f-component, which is not part of the name.
	FComponent = "f-component"
	// ExcludedComponent: an r-, q- or f-component that the document of the namespace
	// excludes.
	ExcludedComponent = "excluded-component"
	// UpperCase: letters in upper case, where the document of the namespace asks for lower
	// case.
	UpperCase = "upper-case"
	// SpareDigit: the last digit of an IMEI, which is always 0 in a URN, is another one,
	// such as the check digit that a device shows there.
	SpareDigit = "spare-digit"
	// UnlistedValue: a value that the document of the namespace does not define, but lets
	// the owner of the namespace define.
	UnlistedValue = "unlisted-value"
	// ReservedValue: a value that the document of the namespace reserves.
	ReservedValue = "reserved-value"
	// WrongCRC: the last octet of a 1-Wire identifier is not the CRC of the others.
	WrongCRC = "wrong-crc"
	// WrongCheckDigit: a check digit that the owner of a part of the namespace asks for, and
	// not the document of the namespace.
	WrongCheckDigit = "wrong-check-digit"
	// RelaxedNID: an NID that RFC 8141 refuses, under urn.Relaxed.
	RelaxedNID = "relaxed-nid"
	// RelaxedNumberSign: a "#" within an f-component, under urn.Relaxed.
	RelaxedNumberSign = "relaxed-number-sign"
	// Own: advice of the Lint function of a Definition.
	Own = "own"
)

// All lists each name with its words.
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
	{RelaxedNID, "RFC 8141 does not allow this namespace identifier"},
	{RelaxedNumberSign, "RFC 8141 does not allow a \"#\" in an f-component"},
	{Own, "the definition of the namespace advises against it"},
}

// Text returns the words for a name, or the name itself if it is not one of this package.
func Text(code string) string {
	for _, c := range All {
		if c.Code == code {
			return c.Text
		}
	}
	return code
}
