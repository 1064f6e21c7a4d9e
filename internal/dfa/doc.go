// Package dfa defines the types of the tables that tools/ragelc writes, and the loops that
// run them. The package does not depend on URNs.
//
// A [Machine] reads a text with captures: [Machine.Run] reads a whole text, [Machine.Lines]
// many lines, and [Machine.Feed] a text piece by piece. A [Matcher] has no captures and is
// for short texts.
//
// # The idea
//
// Stepping takes one byte and one transition at a time, and each step waits for the one
// before it. All other ways to run a Machine skip steps that lead back to the same state.
// For this, the tables describe a text as a fixed prefix, a counted run of bytes, a
// delimiter, and regions. A region is a state that returns to itself on the bytes of a set
// and over escapes. All other bytes are special there. An exit leads from one region to
// another over a delimiter, which begins with a special byte.
//
// In urn:isbn:1%20a?=q#f the prefix is "urn:", the run "isbn", the delimiter ":", and the
// regions are 1%20a, q and f. The special bytes are "?" and "#", and the exits "?=" and "#".
//
// So it is enough to find the special bytes, which vectors do for 64 bytes at once, and
// to look up one exit for each of them. The text ends where the last region ends, or
// it is refused at a special byte that begins no exit. All other texts are
// stepped through.
//
// # The executors
//
// Figures are ratios to the time of utf8.ValidString on rows of "make bench", with the
// executor and without it: Intel Xeon, Go 1.26, November 2026. The first three were
// switched off and on in turn, with run in their place. The figures without beginPortable
// come from an earlier measurement, with other names of the same generator.
//
//	executor         used for                          ratio
//	begin            one text, amd64 with AVX2         the mix 0.80, without 1.30; plain names 0.38, 0.95
//	lines            many lines, amd64 with AVX2       the mix 0.58, without 1.38; plain names 0.26, 1.01
//	RunRest's steps  what RunFirst leaves, most often  names refused early 0.95, without 1.29;
//	                 the few bytes before a fault      refused late 1.14, 1.83
//	beginPortable    one text, without vectors         the mix 1.6, without 2.1; plain names 0.9, 1.6;
//	                                                   components 2.0, 2.4
//	run              all else: texts in pieces, long   stepping makes no row slower by a tenth where
//	                 or unusual names                  there is begin; the others were not measured
//	Matcher          namespaces: short texts           36 bytes of a UUID: two thirds of the time of run
//
// Besides these, [Longest] reads a text in pieces, [Plain] reads one window for the names
// of a running text, and [IndexPrefix] looks for the prefix.
//
// run looks at a text through windows of 64 bytes. window finds the special bytes in a
// window with vectors, and portable without them. portable may miss an escape, which run
// then steps through.
//
// # Where to begin
//
// The tables are easiest to learn from an example: the machine full in machine_test.go.rl,
// and its Accel, Head and Exits in machine_test.go. Then read dfa.go, run.go and window.go.
//
// # Reading the assembly
//
// masks_amd64.h has the steps that begin and lines share, as macros: LOAD and MEMBERS look
// up the sets of 64 bytes, ESCAPES finds the escapes, HEAD takes the head of a name, and
// EXIT one exit. begin_amd64.s and lines_amd64.s put them together. Each function begins
// with a map of its registers. HEAD and EXIT take the shortcuts 2 and 4 of run: read run
// first. EXIT reads the same tables as run, and HEAD reads the bits of Machine.Delim.
//
// The assembly is not written with the package simd/archsimd. Go 1.26 has that package only with
// GOEXPERIMENT=simd, which everybody who imports this module would have to set.
package dfa
