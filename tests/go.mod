module github.com/seed7b5a83f0/urn/tests

go 1.24.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/leodido/go-urn v1.5.0
	github.com/stretchr/testify v1.11.1
	golang.org/x/mod v0.31.0
)
