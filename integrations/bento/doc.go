// Package bento adds support for URNs to Bento
// (github.com/warpstreamlabs/bento), a stream processor that is configured in
// YAML. It has methods of Bento's mapping language Bloblang, a scanner that
// cuts files at line ends, and processors that take a whole block of lines at
// a time.
//
// The command urn-bento, in cmd/urn-bento, is Bento with all of these. To use
// them in a Bento of your own, register them before the stream is built:
//
//	if err := bento.Register(); err != nil {
//		log.Fatal(err)
//	}
//	service.RunCLI(context.Background())
//
// Nothing here holds state between messages, so any worker may take any message. Bento
// delivers at least once. The README describes the consequences for counting.
package bento

import (
	"github.com/warpstreamlabs/bento/public/bloblang"
	"github.com/warpstreamlabs/bento/public/service"
)

// Register adds everything to Bento's global environments, which streams and
// mappings use by default. Call it once, before they are built.
func Register() error {
	if err := RegisterMethods(bloblang.GlobalEnvironment()); err != nil {
		return err
	}
	return RegisterComponents(service.GlobalEnvironment())
}
