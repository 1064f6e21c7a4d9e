// Package hook lets the packages below package namespace make its errors.
package hook

// NewError returns a *namespace.Error about text with a namespace.Reason. Package namespace
// sets it.
var NewError func(nid, text string, offset int, reason uint8, document string, err error) error
