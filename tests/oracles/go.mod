module github.com/seed7b5a83f0/urn/tests/oracles

go 1.24.0

require (
	github.com/pulumi/pulumi/sdk/v3 v3.200.0
	github.com/seed7b5a83f0/urn v0.1.0
)

require github.com/golang/glog v1.2.4 // indirect

