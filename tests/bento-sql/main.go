// Command bento-sql is urn-bento with Bento's SQL components and the driver of PostgreSQL. They
// are not part of urn-bento, because they need the libraries of two clouds and half
// as much room again. It is the binary of your own that the README of
// integrations/bento describes.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/warpstreamlabs/bento/public/service"

	_ "github.com/lib/pq" // the driver postgres
	_ "github.com/warpstreamlabs/bento/public/components/io"
	_ "github.com/warpstreamlabs/bento/public/components/kafka"
	_ "github.com/warpstreamlabs/bento/public/components/pure"
	_ "github.com/warpstreamlabs/bento/public/components/sql/base"

	"github.com/seed7b5a83f0/urn/integrations/bento"
)

func main() {
	if err := bento.Register(); err != nil {
		fmt.Fprintln(os.Stderr, "bento-sql:", err)
		os.Exit(1)
	}
	service.RunCLI(context.Background(), service.CLIOptSetBinaryName("bento-sql"))
}
