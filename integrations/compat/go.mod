module github.com/seed7b5a83f0/urn/integrations/compat

go 1.25.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/seed7b5a83f0/urn v0.1.0
)
