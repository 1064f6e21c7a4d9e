// Package compat has no code. Its tests use package urn with libraries that have
// interfaces of their own: the MongoDB driver, go-cmp and validator.
package compat
