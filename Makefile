# Everything runs from a plain checkout with Go; only generate, verify and
# bench-find need more, and say what.

GO ?= go

.PHONY: generate verify bench bench-length

generate: ## write the tables from the grammars
	$(GO) run ./tools/ragelc -package urn -o machine.go machine.go.rl

verify: ## prove that the tables are what the grammars give, byte for byte
	$(GO) run ./tools/ragelc -package urn -verify machine.go machine.go.rl

bench: ## the table of the README: every engine in turn, over the same corpus
	$(GO) test -run '^$$' -bench 'Ratio' .
	$(GO) test -run '^$$' -bench 'Corpus' -count 3 .

bench-length: ## ns/byte against length, 16 bytes to 1 MiB
	$(GO) test -run '^$$' -bench 'Length' -benchtime 50ms .
