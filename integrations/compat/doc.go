// Package compat has no code. Its test uses package urn with go-cmp, which needs no code for it.
// The modules beside it are for libraries that do.
package compat
