// Package compat has no code. Its tests use package urn with libraries that need no code
// for it: the MongoDB driver and go-cmp. The modules beside it are for libraries that do.
package compat
