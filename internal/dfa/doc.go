// Package dfa holds the form of the tables that tools/ragelc writes, and the
// loops that run them. The package knows nothing of URNs.
//
// A [Machine] reads a text with captures: [Machine.Run] a whole text, [Machine.Lines]
// many lines, and [Machine.Feed] a text piece by piece. A [Matcher] only accepts or
// refuses a short text.
//
// # The idea
//
// Stepping takes one byte and one transition at a time, and each step waits for the one
// before it. All other ways to run a Machine skip steps that lead nowhere new. The
// tables say where: after a fixed prefix stands a counted run of bytes and a delimiter.
// Then come regions. A region is a state that returns to itself on the bytes of a set
// and over escapes. All other bytes are special there. An exit leads from region to
// region over a delimiter, which begins with a special byte.
//
// So it is enough to find the special bytes, which vectors do for 64 bytes at once, and
// to look up one exit for each of them. The text ends where the last region ends, or
// it is refused at a special byte that begins no exit. What this picture leaves out is
// stepped through.
//
// # The executors
//
// Each was switched off, and the rows of "make bench" were measured with it and without
// it, in turn. Figures are ratios to the time of utf8.ValidString.
//
//	executor         for whom                            worth
//	begin            one text, amd64 with AVX2           the mix 0.9, without it 1.5; plain names 0.5, 1.0
//	lines            many lines, amd64 with AVX2         the mix 0.7, without it 1.4; plain names 0.3, 0.9
//	RunRest's steps  what begin leaves, most often       names refused early 1.1, without it 1.5;
//	                 the few bytes before a fault        refused late 1.6, 2.4
//	run              all else: processors without AVX2,  the mix without begin 1.5, by stepping 3 and more
//	                 texts in pieces, unusual names
//	Matcher          namespaces: short texts             36 bytes of a UUID take two thirds of the time of run
//
// run looks at a text through windows of 64 bytes. window finds the special bytes of one
// with vectors, and portable without. They have the same result.
//
// # Reading the assembly
//
// masks_amd64.h has the steps that begin and lines share, as macros: LOAD and MEMBERS
// look up the sets of 64 bytes, ESCAPES finds the escapes, HEAD takes the head of a
// name, and EXIT one exit. begin_amd64.s and lines_amd64.s put them together. Each
// function begins with a map of its registers. HEAD and EXIT take the shortcuts 2 and
// 4 of run, and read the same tables: read run first.
//
// The assembly is not written with the package simd/archsimd. Go has that package only with
// GOEXPERIMENT=simd, which everybody who imports this module would have to set. This
// changes when a release of Go that go.mod may require has it without.
package dfa
