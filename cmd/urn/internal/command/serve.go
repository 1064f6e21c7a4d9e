package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/serve"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

type servePage struct {
	port int
	copy string
}

func (c *servePage) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "serve [flags]",
		Short:             "Serve a page that shows the URNs of a text",
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.IntVar(&c.port, "port", 0, "port to listen on, 0 to 65535 (0: any free port)")
	f.StringVar(&c.copy, "copy", "", "write the files of the page to `directory`, and serve nothing")
	cmd.MarkFlagsMutuallyExclusive("port", "copy")
	flags.CompleteBy(cmd, "copy", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
	return cmd
}

func (c *servePage) run(ctx context.Context, s stdio.Streams, _ []string) error {
	switch {
	case c.port < 0 || c.port > 65535:
		return errors.New("--port: want a number from 0 to 65535")
	case c.copy != "":
		if err := serve.Copy(c.copy, "urn "+version()); err != nil {
			return s.Trouble(err)
		}
		return nil
	}
	l, err := serve.Listen(c.port)
	if err != nil {
		return s.Trouble(err)
	}
	defer l.Close()
	if err := s.WriteOut(fmt.Appendf(nil, "http://%s/\n", l.Addr())); err != nil {
		return err
	}
	if err := serve.Serve(ctx, l, "urn "+version()); err != nil {
		return s.Trouble(err)
	}
	var stopped stdio.Interrupted
	if errors.As(context.Cause(ctx), &stopped) {
		return stopped.Status()
	}
	return nil
}
