// Urn-bento is Bento (github.com/warpstreamlabs/bento) with URNs. It has the
// methods, the scanner and the processors of the package bento. It also has
// Bento's own components for files and other local input, for HTTP, and for
// Kafka, NATS, Redis and RabbitMQ (AMQP 0.9).
//
//	urn-bento list processors scanners bloblang-methods
//	urn-bento -c config/files.yaml
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/warpstreamlabs/bento/public/service"

	_ "github.com/warpstreamlabs/bento/public/components/amqp09"
	_ "github.com/warpstreamlabs/bento/public/components/io"
	_ "github.com/warpstreamlabs/bento/public/components/kafka"
	_ "github.com/warpstreamlabs/bento/public/components/nats"
	_ "github.com/warpstreamlabs/bento/public/components/pure"
	_ "github.com/warpstreamlabs/bento/public/components/redis"

	"github.com/seed7b5a83f0/urn/integrations/bento"
	"github.com/seed7b5a83f0/urn/integrations/bento/internal/heap"
)

func main() {
	heap.Reserve()
	if err := bento.Register(); err != nil {
		fmt.Fprintln(os.Stderr, "urn-bento:", err)
		os.Exit(1)
	}
	service.RunCLI(context.Background(), service.CLIOptSetBinaryName("urn-bento"), service.CLIOptOnConfigParse(checkPaths))
}
