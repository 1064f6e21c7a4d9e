module github.com/seed7b5a83f0/urn/integrations/jsonschema

go 1.24.0

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.2
	github.com/seed7b5a83f0/urn v0.1.0
)

require golang.org/x/text v0.14.0 // indirect
