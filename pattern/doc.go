// Package pattern takes URNs of one's own shape apart and puts them together.
package pattern
