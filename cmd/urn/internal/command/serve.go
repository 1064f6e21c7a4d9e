package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/serve"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
)

type servePage struct{ port int }

func (c *servePage) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "serve [flags]",
		Short:             "Serve a page that shows the URNs of a text",
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().IntVar(&c.port, "port", 0, "port to listen on, 0 to 65535 (0: any free port)")
	return cmd
}

func (c *servePage) run(ctx context.Context, s stdio.Streams, _ []string) error {
	if c.port < 0 || c.port > 65535 {
		return errors.New("--port: want a number from 0 to 65535")
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
