# Everything runs from a plain checkout with Go; only generate and verify need
# Ragel 6.10.

.PHONY: generate verify

generate: ## write machine.go from the grammar
	go run ./tools/ragelc -package urn -o machine.go machine.go.rl

verify: ## prove that machine.go is what the grammar gives, byte for byte
	go run ./tools/ragelc -package urn -verify machine.go machine.go.rl
