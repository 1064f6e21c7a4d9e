// A module, so that the download of the library does not have the examples.
module github.com/seed7b5a83f0/urn/examples

go 1.24.0
