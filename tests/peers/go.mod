module github.com/seed7b5a83f0/urn/tests/peers

go 1.24.0

require (
	github.com/leodido/go-urn v1.5.0
	github.com/seed7b5a83f0/urn v0.1.0
)
