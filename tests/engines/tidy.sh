#!/bin/sh
# Does for this module what "go mod tidy" cannot as long as the library's version
# that go.mod requires is not published: it reads the library from the checkout.
# Arguments go to "go mod tidy".
set -eu
cd "$(dirname "$0")"
trap 'rm -f tidy.mod tidy.sum' EXIT
cp go.mod tidy.mod
cp go.sum tidy.sum
go mod edit -replace github.com/seed7b5a83f0/urn=../.. tidy.mod
GOWORK=off go mod tidy -modfile=tidy.mod "$@"
go mod edit -dropreplace github.com/seed7b5a83f0/urn tidy.mod
cp tidy.mod go.mod
cp tidy.sum go.sum
