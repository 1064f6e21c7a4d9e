module github.com/seed7b5a83f0/urn/tests/oracles

go 1.24.0

require github.com/seed7b5a83f0/urn v0.1.0
