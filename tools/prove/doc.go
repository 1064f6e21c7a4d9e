// Command prove decides whether the tables of the machines do what the grammars
// say: not on samples, but on every string.
//
//	go run ./tools/prove                 # all claims, from the root of the repository
//	go run ./tools/prove rfc2141         # the claim of that name
//	go run ./tools/prove -tables FILE.go -variable NAME -grammar A.abnf,A.rules -rule RULE
//
// It prints what it compared, and ends with status 0 if all is equal. If not, it
// prints a shortest string that shows the difference, with both readings of
// it, and ends with status 1. Wrong usage ends with status 2. The file claims.go
// lists what is proved.
//
// # How
//
// The grammar is read from ABNF (package internal/abnf): the RFC's text, with
// the restrictions of its prose in a second file. Thompson's construction and
// the subset construction make an automaton of it (package internal/automaton),
// with labels where each component begins and ends. The tables are read from
// the text of the committed Go file. This code shares nothing with Ragel, with
// tools/ragelc, or with the library. Then package proof visits every pair of
// states that the two automata reach with the same string, and compares them on
// all 256 bytes.
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
//     its states leads to an accepting state. By the grammar, the tag is that of
//     an escape if the prefix ends between a "%" and its last digit. Otherwise it
//     is the tag of the component that began last. A component begins when its
//     delimiter is complete. Before the first component, it is the tag of the
//     scheme.
//
// Of the form of the tables, on which the shortcuts of the loop in internal/dfa
// rely:
//
//   - Classes, states, marks and tags are in their ranges. State 0 is all zero,
//     an entry without a target is 0, and every entry and state can be used.
//   - An accelerated state loops on every byte of its set without a mark. If it
//     has Escapes, it also returns to itself over every escape. Its set has all
//     such bytes. So the loop may skip a run of such bytes.
//   - The counted run from Begin leads to the states that dfa.Head says, without
//     a mark, and no state before its end accepts. If the run leads to another
//     state, the rest of the string cannot distinguish the two.
//   - Each exit leads from one region to another over its delimiter, with the
//     mark that it says. All exits are listed.
//   - Shuffle holds the same sets as Sets, and they are ASCII.
//   - The prefix, if there is one, is the four bytes that every accepted string
//     begins with. Exactly those bytes, with their letters in either case, fit
//     its fold. All lead from Start to Begin without a mark. So the loop may begin
//     after the prefix.
//   - For the search for the longest accepted prefix, there is a prefix, and no
//     string contains a line end. The search also relies on this: no string sets
//     one mark twice. That follows, because the marks are those of the grammar.
//
// The tool itself is tested. Its automata are compared with Brzozowski's
// derivatives of the same grammar, and its readings with strings whose readings
// are known. It must refute thousands of changed tables. An independent method
// decides whether a change makes a difference.
//
// # What is not proved, and what tests cover instead
//
//   - The code of the loops in internal/dfa: that they take the steps, shortcuts
//     and stores that the tables say, that they find the end of a run of bytes
//     of a set, with vectors or without, and that they do not read after the end
//     of the string.
//   - That the library turns marks into spans: the length of each delimiter is
//     printed here, and subtracted in urn.go.
//   - That the library turns tags into reasons, and its limit of length.
//   - That the ABNF files say what the RFCs say, and the restrictions what their
//     prose says. A reader must check that. The files are short. tools/rfcabnf
//     extracts ABNF from RFCs, and lists what it corrects.
//   - That the Go compiler is correct, and that package go/types evaluates a
//     constant as the compiler does.
package main
