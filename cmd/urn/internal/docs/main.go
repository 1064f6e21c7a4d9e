// Docs writes the manual pages and the shell completions of the command urn. They
// are generated from its commands.
// "make docs" writes them into dist/docs. In the folder of the command:
//
//	go run ./internal/docs -version v0.1.0 -date 2026-11-22 folder
//
// The pages go to folder/man1, one for each command, and the completions for bash,
// zsh, fish and PowerShell to folder/completions.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/command"
)

func main() {
	version := flag.String("version", "(devel)", "`version` in the footer of the pages")
	date := flag.String("date", "", "`date` in the footer of the pages, such as 2026-11-22")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "docs: want a folder")
		os.Exit(2)
	}
	if err := write(flag.Arg(0), footer{version: *version, date: *date}); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

// write writes everything below dir.
func write(dir string, f footer) error {
	files := map[string][]byte{}
	for _, cmd := range all(root()) {
		files[filepath.Join("man1", pageName(cmd)+".1")] = page(cmd, f)
	}
	for name, generate := range completions(root()) {
		var b bytes.Buffer
		if err := generate(&b); err != nil {
			return err
		}
		files[filepath.Join("completions", name)] = b.Bytes()
	}
	for name, content := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// root returns the root command with the commands and flags that cobra adds when it is run.
func root() *cobra.Command {
	cmd := command.Root()
	cmd.InitDefaultHelpCmd()
	cmd.InitDefaultCompletionCmd()
	return cmd
}

// all returns cmd and the commands below it that have a page. The command help has no page,
// because it shows the same texts.
func all(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			list = append(list, all(c)...)
		}
	}
	return list
}

// completions returns the functions that write the files of completions. bash, zsh and fish
// look for their files under these names.
func completions(root *cobra.Command) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"urn":      func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"_urn":     root.GenZshCompletion,
		"urn.fish": func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"urn.ps1":  root.GenPowerShellCompletionWithDesc,
	}
}
