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
		Use:   "serve [flags]",
		Short: "Serve a page that shows the URNs of a text",
		Long: `serve serves a page to the browsers of this machine, and writes its address to
standard output. In the page, paste or drop a text, a name or a file. It marks the
URNs, takes them apart, compares two names and counts the URNs of large files.

The server listens on 127.0.0.1 only. It refuses requests for other hosts, and does
not open a browser. The page works in the browser: it sends nothing to the server or
to anybody else. The server runs until a signal stops it.

With --copy, the files of the page are written to a directory instead. Any web server
can serve them. The file urn.html among them is the whole page, for a disk or a file
share: browsers open it without a server.

Exit status:
  0    the files were copied
  2    wrong usage, or a port or directory that cannot be used
  130  stopped by an interrupt; after another signal, 128 plus its number`,
		Example: `  urn serve
  urn serve --port 8141
  urn serve --copy public/urn && ls public/urn`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.IntVar(&c.port, "port", 0, "port to listen on, 0 to 65535 (0: any free port)")
	f.StringVar(&c.copy, "copy", "", "write the files of the page to `directory`, and serve nothing")
	cmd.MarkFlagsMutuallyExclusive("port", "copy")
	flags.CompleteBy(cmd, "port", cobra.NoFileCompletions)
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
