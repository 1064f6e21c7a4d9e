module github.com/seed7b5a83f0/urn/tools

go 1.24.0
