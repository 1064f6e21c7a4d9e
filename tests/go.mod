module github.com/seed7b5a83f0/urn/tests

go 1.24.0

require golang.org/x/mod v0.31.0
