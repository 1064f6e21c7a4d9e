module github.com/seed7b5a83f0/urn/integrations/mongo

go 1.25.0

require (
	github.com/seed7b5a83f0/urn v0.1.0
	go.mongodb.org/mongo-driver/v2 v2.10.0
)
