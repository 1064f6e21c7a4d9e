// A module without sources, so that the download of the library does not have the proofs.
module github.com/seed7b5a83f0/urn/proof

go 1.24.0
