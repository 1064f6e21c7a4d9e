package flags

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

// Color is the value of --color.
type Color string

// AddColor adds --color to a command.
func AddColor(cmd *cobra.Command, c *Color) {
	*c = "auto"
	AddChoice(cmd, (*string)(c), "color", "when",
		"use colours: auto, always or never (auto: on a terminal, unless NO_COLOR is set)", "auto", "always", "never")
}

// On reports whether to write colours to a stream.
func (c Color) On(stream any) bool {
	return c == "always" || c == "auto" && stdio.IsTerminal(stream) && os.Getenv("TERM") != "dumb" && os.Getenv("NO_COLOR") == ""
}
