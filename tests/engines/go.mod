module github.com/seed7b5a83f0/urn/tests/engines

go 1.26.0

require github.com/seed7b5a83f0/urn v0.1.0
