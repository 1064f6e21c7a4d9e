package namespace

import (
	"errors"
	"strconv"

	"github.com/seed7b5a83f0/urn"
)

// Verdict says what is known of the validity of a name.
type Verdict uint8

const (
	// Unknown: nothing is known of the syntax of the namespace. The name may be
	// valid or not. It is the zero Verdict.
	Unknown Verdict = iota
	// Valid: the name matches the syntax of its namespace, and its check digits
	// are right. That does not say that the name was ever assigned.
	Valid
	// Invalid: the name does not match the syntax of its namespace, or a check
	// digit is wrong.
	Invalid
)

var verdictNames = [...]string{Unknown: "unknown", Valid: "valid", Invalid: "invalid"}

// String returns a stable name: "unknown", "valid" or "invalid".
func (v Verdict) String() string {
	if int(v) >= len(verdictNames) {
		return "Verdict(" + strconv.Itoa(int(v)) + ")"
	}
	return verdictNames[v]
}

// AppendText implements [encoding.TextAppender]: it appends v.String(). It fails
// if v is not one of the constants.
func (v Verdict) AppendText(b []byte) ([]byte, error) {
	return appendName(b, v, len(verdictNames), "verdict")
}

// MarshalText implements [encoding.TextMarshaler]; see [Verdict.AppendText].
func (v Verdict) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what
// [Verdict.String] returns for the constants. It leaves v unchanged if it fails.
func (v *Verdict) UnmarshalText(text []byte) error {
	return parseName(v, text, len(verdictNames), "verdict")
}

// Result is the result of [Validate]: a [Verdict], with an [*Error] if the
// verdict is Invalid. The zero Result is Unknown.
//
// A Result is not an error. Its method Err must be told what an unknown name counts
// as. So a caller that compares an error with nil cannot take an unknown name for a
// valid or an invalid one by mistake.
type Result struct {
	verdict Verdict
	fault   *Error // if and only if verdict is Invalid
}

// Verdict returns Unknown, Valid or Invalid.
func (r Result) Verdict() Verdict { return r.verdict }

// Fault returns where and why the name is invalid, and whether it is.
func (r Result) Fault() (fault *Error, invalid bool) { return r.fault, r.verdict == Invalid }

// Err returns nil if the name is valid, an [*Error] if it is invalid, and the
// argument if nothing is known of its namespace:
//
//	err := namespace.Validate(u).Err(nil)                  // accept unknown names
//	err := namespace.Validate(u).Err(namespace.ErrUnknown) // refuse unknown names
func (r Result) Err(unknown error) error {
	switch r.verdict {
	case Valid:
		return nil
	case Invalid:
		return r.fault
	}
	return unknown
}

// String returns the verdict, and the error text of the fault if there is one.
func (r Result) String() string {
	if r.verdict == Invalid {
		return r.verdict.String() + ": " + r.fault.Error()
	}
	return r.verdict.String()
}

// Validate checks the NSS of u against the syntax of its namespace, and against
// its check digits if it has any. The verdict is Unknown if this package knows no
// syntax of the namespace.
//
// Validate checks the NSS as it is written and decodes no escape. It does not look
// at the r-, q- and f-component. It allocates only if the name is invalid.
func Validate(u urn.URN) Result { return iana.Validate(u) }

// Validate is [Validate] under the rules of r. The Validate function of a
// [Definition] decides first. If it returns [ErrUnknown], the other rules of r
// decide.
func (r *Registry) Validate(u urn.URN) Result {
	for d := r.definition(u.NID()); d != nil; d = d.under {
		if d.Validate == nil {
			continue
		}
		offset, err := d.Validate(u.NSS())
		switch {
		case err == nil:
			return Result{verdict: Valid}
		case !errors.Is(err, ErrUnknown):
			return invalid(nssError(u, offset, Refused, d.Reference, err))
		}
	}
	if !r.knowsIANA() {
		return Result{}
	}
	p := place(u.NID())
	if p < 0 {
		return Result{}
	}
	x := syntaxOf(p, u.NSS())
	if x == nil {
		return Result{}
	}
	if offset, reason := x.check(u.NSS()); reason != 0 {
		return invalid(x.error(u, offset, reason))
	}
	return Result{verdict: Valid}
}

func invalid(e *Error) Result { return Result{Invalid, e} }

// error returns the error for a fault that check has found in the NSS of u.
func (x *syntax) error(u urn.URN, offset int, reason Reason) *Error {
	e := nssError(u, offset, reason, x.document, nil)
	if reason == BadCheckDigit {
		if c, ok := x.checkDigit(u.NSS(), offset); ok {
			e.want = c
		}
	}
	return e
}

// checkDigit returns the check digit that an NSS should have at an offset. It tries
// each digit and letter, so it works for every kind of check digit. An NSS that has one
// is short.
func (x *syntax) checkDigit(nss string, offset int) (byte, bool) {
	const digits = "0123456789XABCDEFGHIJKLMNOPQRSTUVWYZ"
	for i := range len(digits) {
		s := nss[:offset] + digits[i:i+1] + nss[offset+1:]
		if _, ok := x.match(s); !ok {
			continue
		}
		if at := x.digits(s); at < 0 || at > offset {
			return digits[i], true
		}
	}
	return 0, false
}
