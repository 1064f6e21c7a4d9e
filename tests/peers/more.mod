module github.com/seed7b5a83f0/urn/tests/peers

go 1.24.0

require (
	github.com/leodido/go-urn v1.5.0
	github.com/paulourio/go-urn v0.0.0-20230728182329-bf94e5558b5e
	github.com/seed7b5a83f0/urn v0.1.0
	go.companyinfo.dev/gourn v0.2.0
)

replace github.com/seed7b5a83f0/urn v0.1.0 => ../..
