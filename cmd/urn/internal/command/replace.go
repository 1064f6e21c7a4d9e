package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/find"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/flags"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/interrupt"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/job"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/lines"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/rewrite"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/scan"
	"github.com/seed7b5a83f0/urn/scan/pseudonym"
)

// replace is the command replace.
type replace struct {
	find.ReplaceOptions
	cmd                   *cobra.Command
	to, template          string
	namespace             bool
	secretFile, secretEnv string
	threads               int
	stats                 bool
	maxLine               int
	fields                flags.Fields
	in                    flags.In
	onlyURNs, exact       bool
}

// toHash is a value of --to that map does not have.
const toHash = "hash"

func (c *replace) define() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "replace --to normalized|key|hash [flags] [file ...]",
		Short: "Write a text with each URN in it replaced",
	}
	c.cmd = cmd
	c.MaxURN = defaultMaxURN
	targets := []string{toNormalized, toKey, toHash}
	flags.AddChoice(cmd, &c.to, "to", "what", strings.Join(targets, ", "), targets...)
	f := cmd.Flags()
	f.StringVar(&c.template, "template", "", "write `text`, in which {nid}, {nss}, {hash} and so on stand for parts of the URN")
	flags.AddNamespace(cmd, &c.namespace)
	flags.AddFile(cmd, &c.secretFile, "secret-file", "take the secret key of the hash from `file`")
	f.StringVar(&c.secretEnv, "secret-env", "", "take the secret key of the hash from the environment `variable`")
	flags.AddSyntax(cmd, &c.Finder.Syntax)
	addNIDs(cmd, (*[]string)(&c.NIDs))
	flags.AddIn(cmd, &c.in, "find and write URNs in a notation: "+notationsHelp, notations...)
	f.BoolVar(&c.onlyURNs, "only-urns", false, "with a hash: leave near misses and parts of names as they are; if there are any, the status is 1")
	f.Int64Var(&c.AllowLeft, "allow-left", 0, "with a hash: the status is 0 if at most `n` texts that may be names are left in clear")
	f.BoolVar(&c.exact, "exact", false, "treat punctuation at the end of a URN as a part of it")
	flags.AddThreads(cmd, &c.threads)
	f.BoolVarP(&c.Quiet, "quiet", "q", false, "do not report URNs that are too long, malformed records or how much was replaced; show no progress")
	addStats(cmd, &c.stats)
	flags.AddSize(cmd, &c.MaxURN, "max-urn", "length of the longest URN that is replaced, in `bytes` (or K, M, G)")
	flags.AddMaxLine(cmd, &c.maxLine)
	cmd.Flags().Lookup("max-line").Usage = "with --csv-column or --json-field: length of the longest record in `bytes` (or K, M, G)"
	flags.AddFields(cmd, &c.fields)
	cmd.MarkFlagsMutuallyExclusive("to", "template")
	cmd.MarkFlagsMutuallyExclusive("secret-file", "secret-env")
	return cmd
}

func (c *replace) run(ctx context.Context, s stdio.Streams, names []string) error {
	if c.to == "" && !c.cmd.Flags().Changed("template") {
		return errors.New("say what to write in the place of a URN: --to normalized, key or hash, or --template")
	}
	c.Drop = c.to == toHash || rewrite.Uses(c.template, "hash")
	switch {
	case c.AllowLeft < 0:
		return errors.New("--allow-left: a number below 0")
	case c.AllowLeft > 0 && !c.Drop:
		return errors.New("--allow-left is for a hash: nothing else is checked")
	}
	if c.exact {
		c.Finder.Mode = scan.ModeExact
	}
	var err error
	if c.NIDs, err = checkNIDs(c.cmd, c.Finder.Syntax, c.NIDs); err != nil {
		return err
	}
	if c.By, err = c.by(ctx); err != nil {
		return err
	}
	switch {
	case c.onlyURNs && !c.Drop:
		return errors.New("--only-urns is for a hash: otherwise only URNs are replaced")
	case c.Drop && c.exact:
		return errors.New("--exact cannot be used with a hash: what follows a URN there would be left in clear")
	}
	defer flags.UseThreads(c.threads)()
	format, err := recordFormat(&c.fields, true)
	switch {
	case err != nil:
		return err
	case format != nil && (c.NIDs != nil || c.cmd.Flags().Changed("max-urn") || c.in.Given()):
		return errors.New("--nid, --max-urn and --in cannot be used with --csv-column or --json-field")
	case format == nil && c.cmd.Flags().Changed("max-line"):
		return errors.New("--max-line is for --csv-column and --json-field; --max-urn bounds names")
	case format != nil:
		j := job.Options{Quiet: c.Quiet, Stats: c.stats, Config: pipeline.Config{MaxLine: c.maxLine}}
		return runRecords(ctx, s, j, names, lines.RecordOptions{
			Options: lines.Options{Syntax: c.Finder.Syntax, MaxLine: c.maxLine, Quiet: c.Quiet},
			Format:  format, By: c.By, Finder: c.Finder, Drop: c.Drop, Opaque: c.Opaque, AllowLeft: c.AllowLeft,
		})
	}
	inOf, err := c.in.Of(c.fields.SeparatorText())
	if err != nil {
		return err
	}
	if c.Opaque != nil {
		c.Finder.Mode = scan.ModeNear // a near miss that is too long is left out, too
	}
	inputs := min(runtime.GOMAXPROCS(0), 8)
	o := job.Options{
		Quiet: c.Quiet, Stats: c.stats,
		Config: pipeline.Config{MaxLine: c.MaxURN, Find: &c.Finder, Whole: true, InOf: inOf, Inputs: inputs},
	}
	work := find.NewReplace(c.ReplaceOptions)
	o.Remark = work.Remark
	if !c.Quiet {
		o.Remark = func() string { return c.in.Hint(work.Remark()) }
	}
	return job.Run(ctx, s, o, names, work)
}

// by returns the replacement for the value of --to or --template.
func (c *replace) by(ctx context.Context) (rewrite.Replacement, error) {
	o := rewrite.Options{Syntax: c.Finder.Syntax, Rules: flags.Rules(ctx, c.namespace)}
	secret, err := interrupt.Await(ctx, c.secret)
	switch {
	case err != nil:
		return nil, err
	case c.Drop && secret == nil:
		return nil, errors.New("a hash needs a secret key: use --secret-file or --secret-env")
	case !c.Drop && secret != nil:
		return nil, errors.New("--secret-file and --secret-env are for --to hash and for {hash} in a template")
	}
	if c.Drop {
		if o.Secret, err = pseudonym.New(secret); err != nil {
			return nil, errors.New(strings.TrimPrefix(err.Error(), "pseudonym: "))
		}
	}
	if c.Drop && !c.onlyURNs {
		c.Opaque = o.Opaque
	}
	switch c.to {
	case toNormalized:
		return o.Normalized(), nil
	case toKey:
		return o.Key(), nil
	case toHash:
		return o.Hash(), nil
	}
	by, err := o.Template(c.template)
	if err != nil {
		return nil, fmt.Errorf("--template: %w", err)
	}
	return by, nil
}

// maxSecret is the length of the longest secret key in bytes. [pseudonym.New] knows the shortest.
const maxSecret = 64 << 10

// secret returns the secret key, or nil if none is given. The key is never an argument,
// because every user of the machine may see the arguments.
func (c *replace) secret() ([]byte, error) {
	var key []byte
	switch {
	case c.cmd.Flags().Changed("secret-env"):
		value, ok := os.LookupEnv(c.secretEnv)
		if !ok {
			return nil, fmt.Errorf("--secret-env: there is no environment variable %q", c.secretEnv)
		}
		key = []byte(value)
	case c.secretFile != "":
		f, err := os.Open(c.secretFile)
		if err != nil {
			return nil, fmt.Errorf("--secret-file: %w", err)
		}
		defer f.Close()
		if key, err = io.ReadAll(io.LimitReader(f, maxSecret+2)); err != nil {
			return nil, fmt.Errorf("--secret-file: %w", err)
		}
		if text, ok := bytes.CutSuffix(key, []byte("\n")); ok {
			key = bytes.TrimSuffix(text, []byte("\r"))
		}
	default:
		return nil, nil
	}
	if len(key) > maxSecret {
		return nil, fmt.Errorf("secret key too long: want at most %d bytes", maxSecret)
	}
	return key, nil
}
