module github.com/seed7b5a83f0/urn/tools

go 1.24.0

require (
	golang.org/x/text v0.33.0
	golang.org/x/tools v0.40.0
)

require (
	golang.org/x/mod v0.31.0 // indirect
	golang.org/x/sync v0.19.0 // indirect
)
