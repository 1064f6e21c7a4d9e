#!/bin/sh
# Does for the module in the current directory what "go mod tidy" cannot as long as
# the library's version that go.mod requires is not published: it reads the library
# from the checkout. Arguments go to "go mod tidy".
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
trap 'rm -f tidy.mod tidy.sum' EXIT
cp go.mod tidy.mod
test ! -e go.sum || cp go.sum tidy.sum
go mod edit -replace "github.com/seed7b5a83f0/urn=$root" tidy.mod
GOWORK=off go mod tidy -modfile=tidy.mod "$@"
go mod edit -dropreplace github.com/seed7b5a83f0/urn tidy.mod
cp tidy.mod go.mod
test ! -e tidy.sum || cp tidy.sum go.sum
