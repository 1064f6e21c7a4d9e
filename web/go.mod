module github.com/seed7b5a83f0/urn/web

go 1.24.0

require github.com/seed7b5a83f0/urn v0.1.0
