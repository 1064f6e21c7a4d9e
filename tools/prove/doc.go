// Command prove decides whether the tables of the machines do what the grammars
// say: not on samples, but on every string.
//
//	go run ./tools/prove                 # all claims, from the root of the repository
//	go run ./tools/prove rfc2141         # the claim of that name
//
// It prints what it compared, and ends with status 0 if all is equal. If not, it
// prints a shortest string that shows the difference, with both readings of
// it, and ends with status 1. Wrong usage ends with status 2. The file claims.go,
// and the table that package proof has of the namespaces, list the claims.
//
// # How
//
// The grammar is read from ABNF (package internal/abnf): the RFC's text, with
// the restrictions of its prose in a second file. Thompson's construction and
// the subset construction make an automaton of it (package internal/automaton),
// with labels where each component begins and ends. The tables are read from
// the text of the committed Go file. This code shares nothing with Ragel or
// tools/ragelc, and only the types and the constants of the tables with the library. Then
// package proof visits every pair of states that the two automata reach with the same
// string, and compares them on all 256 bytes.
//
// # What is proved
//
// Of the grammar with its restrictions:
//
//   - Every restriction excludes at least one string.
//   - No string has two readings: the string alone decides where each component
//     begins and ends.
//   - The components have a fixed order, and each occurs at most once. A
//     delimiter of fixed length precedes each component after the first. So the
//     end of a component follows from the beginning of the next one, or from the
//     length of the string. The first component, the NID, always begins at the
//     same offset.
//   - As soon as a delimiter has been read, it is decided which component begins.
//   - Two rules that restate a language define that same language:
//     namestring-prose, which restates RFC 8141 without the ambiguity of its
//     r-component, and URN-prose, which restates RFC 2141 without a bare "%".
//
// Of the tables against the grammar, for every string, byte for byte:
//
//   - It is accepted by both or by neither.
//   - If it is accepted, the tables have marked the beginnings of the
//     components that the grammar finds, each once, and nothing else.
//   - If it is not accepted, both have the same first fault: an offset and a tag.
//     The offset is the length of the longest prefix that some string of the
//     grammar begins with. The grammar's automaton stops there, because each of
//     its states leads to an accepting state. By the grammar, the tag is the tag
//     of an escape if the prefix ends between a "%" and its last digit. Otherwise it
//     is the tag of the component that began last. A component begins when its
//     delimiter is complete. Before the first component, it is the tag of the
//     scheme.
//
// Of the form of a dfa.Machine: the numbers of the automaton are in their ranges, and
// Shuffle and Lanes hold the sets of Sets. No mark is set twice, because the tables set the
// same marks as the grammar.
//
// Of each regular expression of docs/regex.md, the same as of a grammar: package
// expression reads it as one.
//
// Of the form of a dfa.Matcher: rows, classes and states are in their ranges.
//
// The tool itself is tested. Its readings are compared with strings whose readings
// are known. It must refute thousands of changed tables. An independent method
// decides whether a change makes a difference. make theorem has Coq decide the same
// of the tables from the same ABNF, by derivatives.
//
// # What is not proved here
//
//   - That the other fields of a dfa.Machine, the shortcuts, lead to the same state with the
//     same marks as single steps over the same bytes. make theorem has Coq decide that.
//   - The code of the loops in internal/dfa: that they take the steps, shortcuts
//     and stores that the tables say, that they find the end of a run of bytes
//     of a set, with vectors or without, and that they do not read after the end
//     of the string.
//   - That the library turns marks into spans: the length of each delimiter is
//     printed here, and subtracted in urn.go.
//   - That the library turns tags into reasons, and its limit of length.
//   - That the ABNF files say what the RFCs say, and the restrictions what their
//     prose says. A reader must check that. The files are short. Those that a program took out
//     of a document name the section, and list what they correct in it.
//   - That the Go compiler is correct, and that package go/types evaluates a
//     constant as the compiler does.
package main
