package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// footer is the text of the last line of each page.
type footer struct{ version, date string }

// pageName returns the name of the page of cmd, such as urn-find.
func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// page returns the manual page of cmd, with the macros of man(7). Package
// github.com/spf13/cobra/doc is not used for two reasons. It reads the texts of the
// commands as Markdown, which joins the lines of their tables. It also writes
// --quiet[=false] for a flag without a value.
func page(cmd *cobra.Command, f footer) []byte {
	cmd.InitDefaultHelpFlag()
	var p roff
	// Without escapes, because roff reads the date as one word.
	p.line(`.TH "` + strings.ToUpper(pageName(cmd)) + `" "1" "` + f.date + `" "urn ` + f.version + `" "User Commands"`)

	p.line(".SH NAME")
	p.text(pageName(cmd) + " - " + strings.ToLower(cmd.Short[:1]) + cmd.Short[1:])

	p.line(".SH SYNOPSIS")
	p.line(bold(cmd.CommandPath()) + escape(strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())))
	if len(cmd.Aliases) > 0 {
		p.line(".br")
		for _, a := range cmd.Aliases {
			p.line(bold(strings.TrimSuffix(cmd.CommandPath(), cmd.Name())+a) + " ...")
		}
	}

	long, exit, _ := strings.Cut(cmd.Long, "Exit status:\n")
	p.line(".SH DESCRIPTION")
	p.prose(long)

	if cmd.HasAvailableSubCommands() {
		p.line(".SH COMMANDS")
		for _, c := range all(cmd)[1:] {
			if c.Parent() == cmd {
				p.line(".TP")
				p.line(bold(pageName(c)) + "(1)")
				p.text(c.Short)
			}
		}
	}

	p.line(".SH OPTIONS")
	options := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	options.AddFlagSet(cmd.LocalFlags())
	options.AddFlagSet(cmd.InheritedFlags())
	options.VisitAll(func(f *pflag.Flag) { p.option(f) })

	if exit != "" {
		p.line(`.SH "EXIT STATUS"`)
		p.prose(exit)
	}
	if cmd.Example != "" {
		p.line(".SH EXAMPLES")
		p.literal(strings.Split(strings.TrimRight(cmd.Example, "\n"), "\n"))
	}
	if names := related(cmd); len(names) > 0 {
		p.line(`.SH "SEE ALSO"`)
		end := ","
		for i, name := range names {
			if i == len(names)-1 {
				end = ""
			}
			p.line(".BR " + escape(name) + " (1)" + end)
		}
	}
	return p.b
}

var mention = regexp.MustCompile(`\burn ([a-z]+)`)

// related returns the pages of cmd's parent command and of the commands that the texts of
// cmd mention.
func related(cmd *cobra.Command) (names []string) {
	if !cmd.HasParent() {
		return nil // COMMANDS has them
	}
	names = append(names, pageName(cmd.Parent()))
	mentioned := map[string]bool{}
	for _, m := range mention.FindAllStringSubmatch(cmd.Long+cmd.Example, -1) {
		mentioned[m[1]] = true
	}
	for _, c := range all(cmd.Root())[1:] {
		if c != cmd && c.Parent() == cmd.Root() && mentioned[c.Name()] && !slices.Contains(names, pageName(c)) {
			names = append(names, pageName(c))
		}
	}
	return names
}

// roff is a page in the making.
type roff struct{ b []byte }

// line adds a line of text that is escaped already.
func (p *roff) line(s string) { p.b = append(append(p.b, s...), '\n') }

// width is the length of a line of text, in bytes and with its escapes, from which
// it is broken.
const width = 72

// text adds text whose lines are filled. Each sentence begins on a line of its own,
// so that the formatter spaces sentences as it does everywhere.
func (p *roff) text(s string) {
	line := ""
	flush := func() {
		if line != "" {
			p.line(escape(line))
		}
		line = ""
	}
	for word := range strings.FieldsSeq(s) {
		if line != "" && len(escape(line+" "+word)) > width {
			flush()
		}
		if line != "" {
			line += " "
		}
		line += word
		if strings.HasSuffix(word, ".") && len(word) > 2 {
			flush()
		}
	}
	flush()
}

// prose adds a text of a command: paragraphs between empty lines. Lines that are
// indented stay as they are.
func (p *roff) prose(s string) {
	s = strings.ReplaceAll(strings.Trim(s, "\n"), "\t", "    ")
	indented := func(l string) bool { return strings.HasPrefix(l, "  ") }
	paragraph := false // a paragraph has begun
	for lines := strings.Split(s, "\n"); len(lines) > 0; {
		n := slices.IndexFunc(lines, func(l string) bool { return l == "" || indented(l) != indented(lines[0]) })
		if n < 0 {
			n = len(lines)
		}
		switch {
		case lines[0] == "":
			n, paragraph = 1, false
		case indented(lines[0]):
			p.literal(lines[:n])
			paragraph = false
		default:
			if !paragraph && !p.afterHeading() {
				p.line(".PP")
			}
			p.text(strings.Join(lines[:n], " "))
			paragraph = true
		}
		lines = lines[n:]
	}
}

// afterHeading reports whether the last line is a heading, after which a paragraph
// needs no macro.
func (p *roff) afterHeading() bool {
	lines := strings.Split(strings.TrimSuffix(string(p.b), "\n"), "\n")
	return strings.HasPrefix(lines[len(lines)-1], ".SH")
}

// literal adds lines as they are.
func (p *roff) literal(lines []string) {
	if !p.afterHeading() {
		p.line(".PP")
	}
	p.line(".EX")
	for _, l := range lines {
		p.line(escape(l))
	}
	p.line(".EE")
}

// option adds a flag with its text.
func (p *roff) option(f *pflag.Flag) {
	if f.Hidden || f.Deprecated != "" {
		return
	}
	name, usage := pflag.UnquoteUsage(f)
	head := bold("--" + f.Name)
	if f.Shorthand != "" {
		head = bold("-"+f.Shorthand) + ", " + head
	}
	switch {
	case name == "":
	case f.NoOptDefVal != "":
		head += "[=" + italic(name) + "]"
	default:
		head += " " + italic(name)
	}
	switch f.DefValue {
	case "", "false", "0", "[]":
	default:
		if !strings.Contains(usage, "(default ") {
			usage += " (default " + f.DefValue + ")"
		}
	}
	p.line(".TP")
	p.line(head)
	p.text(usage)
}

func bold(s string) string   { return `\fB` + escape(s) + `\fR` }
func italic(s string) string { return `\fI` + escape(s) + `\fR` }

var escapes = strings.NewReplacer(
	`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`)

// escape returns s for roff, so that quotes and hyphens can be copied into a shell.
func escape(s string) string {
	s = escapes.Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}
