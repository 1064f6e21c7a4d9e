package namespace

import (
	"errors"
	"strconv"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/internal/enum"
)

// Verdict is the result of a validation.
type Verdict uint8

const (
	// Unknown: the syntax of the namespace is not known. The name may be valid or not. It
	// is the zero Verdict.
	Unknown Verdict = iota
	// Valid: the name matches the syntax of its namespace, and its check digits are right.
	// The name may still not have been assigned.
	Valid
	// Invalid: the name does not match the syntax of its namespace, or a check
	// digit is wrong.
	Invalid
)

var verdictNames = [...]string{Unknown: "unknown", Valid: "valid", Invalid: "invalid"}

// String returns a stable name: "unknown", "valid" or "invalid".
func (v Verdict) String() string { return enum.Text("Verdict", verdictNames[:], v) }

// MarshalText implements [encoding.TextMarshaler] with the names of String; see [urn.Reason.MarshalText].
func (v Verdict) MarshalText() ([]byte, error) { return enum.Marshal("Verdict", verdictNames[:], v) }

// UnmarshalText implements [encoding.TextUnmarshaler]; see [urn.Reason.UnmarshalText].
func (v *Verdict) UnmarshalText(text []byte) error {
	return enum.Unmarshal("Verdict", verdictNames[:], text, v)
}

// Validate checks the NSS of u against the syntax of its namespace, and against its check
// digits if it has any. The error is an [*Error] if the verdict is [Invalid], and nil
// otherwise. So if the syntax of the namespace is not known, the verdict is Unknown and the
// error is nil:
//
//	if _, err := namespace.Validate(u); err != nil              // refuse invalid names
//	if v, _ := namespace.Validate(u); v != namespace.Valid      // refuse unknown names, too
//
// Validate checks the NSS as written and decodes no escape. It does not look at the r-, q-
// and f-component. It allocates only if the name is invalid.
func Validate(u urn.URN) (Verdict, error) { return iana.validate(u) }

// Validate is [Validate] under the rules of r. The Validate function of a [Definition]
// decides first. If its verdict is Unknown and it returns no error, the other rules of r decide.
// If a Normalize function breaks its contract for a name, the name is Invalid, with the Reason
// [BadDefinition].
func (r *Registry) Validate(u urn.URN) (Verdict, error) {
	verdict, err := r.validate(u)
	if err == nil {
		if d := r.normalizer(u.NID()); d != nil {
			if _, err := d.normalForm(u); err != nil {
				return Invalid, err
			}
		}
	}
	return verdict, err
}

func (r *Registry) validate(u urn.URN) (Verdict, error) {
	for d := r.definition(u.NID()); d != nil; d = d.under {
		if d.Validate == nil {
			continue
		}
		switch verdict, offset, err := d.Validate(u.NSS()); {
		case verdict == Invalid || err != nil:
			return Invalid, nssError(u, offset, Refused, d.Reference, err)
		case verdict == Valid:
			return Valid, nil
		}
	}
	p := place(u.NID())
	if p < 0 || !r.knowsIANA() {
		return Unknown, nil
	}
	x := syntaxOf(p, u.NSS())
	if x == nil {
		return Unknown, nil
	}
	if offset, reason := x.check(u.NSS()); reason != 0 {
		return Invalid, x.error(u, offset, reason)
	}
	return Valid, nil
}

// error returns the error for a fault that check has found in the NSS of u.
func (x *syntax) error(u urn.URN, offset int, reason Reason) *Error {
	var more error
	if reason == BadCheckDigit {
		if right := x.checkDigits(u.NSS(), offset); right != "" {
			more = errors.New("it should be '" + right + "'")
		}
	} else if x.form != "" {
		more = errors.New("want " + x.form)
	}
	return nssError(u, offset, reason, x.document(u.NID()), more)
}

// checkDigits returns the check digit that an NSS should have at an offset, or the two at its end, or
// "". It tries each digit and letter, so it works for every kind of check digit. This is fast enough
// because an NSS with a check digit is short.
func (x *syntax) checkDigits(nss string, offset int) string {
	const digits = "0123456789XABCDEFGHIJKLMNOPQRSTUVWYZ"
	right := func(digits string) bool {
		s := nss[:offset] + digits + nss[offset+len(digits):]
		if _, ok := x.match(s); !ok {
			return false
		}
		at := x.digits(s)
		return at < 0 || at >= offset+len(digits)
	}
	for i := range len(digits) {
		if right(digits[i : i+1]) {
			return digits[i : i+1]
		}
	}
	for i := 100; i < 200 && offset == len(nss)-2; i++ {
		if two := strconv.Itoa(i)[1:]; right(two) {
			return two
		}
	}
	return ""
}
