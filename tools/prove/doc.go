// Command prove decides whether the tables of the machines do what the grammars
// say: not on samples, but on every string there is.
//
//	go run ./tools/prove                 # from the root of the repository: everything
//	go run ./tools/prove rfc2141         # what is named
//	go run ./tools/prove -tables FILE.go -variable NAME -grammar A.abnf,A.rules -rule RULE
//
// It prints what it compared, and ends with status 0 if all is equal. If not, it
// prints a shortest string that shows the difference, with both readings of
// it, and ends with status 1; with 2 if it is called wrongly. What is proved
// stands in claims.go.
//
// # How
//
// The grammar is read from ABNF (package internal/abnf), the RFC's text with
// the restrictions of its prose beside it, and made into an automaton by
// Thompson's construction and the subset construction (package
// internal/automaton), with labels where each component begins and ends. The
// tables are read from the text of the committed Go file. Neither way shares
// code with Ragel, with tools/ragelc, or with the library. Then the pairs of
// states that the two automata are in after the same string are gone through,
// all of them, on all 256 bytes (package proof).
//
// # What is proved
//
// Of the grammar with its restrictions:
//
//   - Every restriction takes something away.
//   - No string has two readings: where each component begins and ends is
//     settled by the string.
//   - The components stand in a fixed order, each at most once. Between one and
//     the next, if it is there, lies its delimiter, which always has the same
//     length; so the end of a component follows from where the next one begins,
//     or from the length of the string. The first one, the NID, always begins
//     at the same offset.
//   - Where a component begins is settled as soon as its delimiter is read.
//   - Rules that state the same language in other words do: namestring-prose,
//     which restates RFC 8141 without the ambiguity of its r-component, and
//     URN-prose, which restates RFC 2141 without a bare "%".
//
// Of the tables against the grammar, for every string, byte for byte:
//
//   - It is accepted by both or by neither.
//   - If it is accepted, the tables have marked the beginnings of the
//     components that the grammar finds, each once, and nothing else.
//   - If it is not, both have the same first fault: the offset, which is the
//     length of the longest prefix that some string of the grammar begins with
//     (no state of the grammar's automaton is without a way to the end, so that
//     is where it stops); and the tag of the state there. By the grammar, the
//     tag is that of an escape if the prefix ends within one, between its "%"
//     and its last digit; else that of the component that began last, whether
//     or not it is complete, where a component begins as soon as its delimiter
//     is complete; and before any, that of the scheme.
//
// Of the form of the tables, which is what lets the run loops of internal/dfa do
// other than take one byte at a time:
//
//   - Classes, states, marks and tags are in their ranges. State 0 is all zero,
//     an entry without a target is 0, and every entry and state can be used.
//   - On every byte of its skip set, a state loops without a mark; or, if its
//     run is counted, it and as many states after it as the count says step to
//     the next one without a mark. The set holds all such bytes. So to skip a
//     run of bytes is to step through it.
//   - Shuffle holds the same skip sets as Sets, and they are ASCII.
//   - The prefix, if there is one, is the four bytes that every accepted string
//     begins with; the words that fit it, by its fold, are those four bytes with
//     their letters in either case, and no others; all lead from Start to Begin
//     without a mark. So to begin behind it is to step through it.
//   - The guess, if there is one, can come true: what it takes to be skipped is
//     what its states skip, and its entries are entries of the states it takes
//     them to be, with their marks, within the bytes that are looked at together.
//     So to follow it, where the entries compare equal, is to step.
//   - For the search for a longest prefix, no state accepts that is passed
//     without being looked at. That no boundary is marked twice on one way, which
//     the search relies on too, follows from the marks' being the grammar's.
//
// The tool itself is tested: its automata against Brzozowski's derivatives of
// the same grammar, its readings against strings whose readings are known, its
// refutations against thousands of changed tables, of which an independent
// method decides whether they have changed at all.
//
// # What is not proved, and what tests cover instead
//
//   - The code of the run loops in internal/dfa: that they take the steps, skips
//     and stores that the tables tell them to, that they find a run of bytes of
//     a skip set, with vectors or without, and read no further than the string
//     goes, and that they compare what they guess.
//   - That the library makes spans of the marks: the length of each delimiter is
//     printed here, and subtracted in urn.go.
//   - That it makes a reason of the tag, and its limit of length.
//   - That the ABNF files say what the RFCs say, and the restrictions what their
//     prose says: that is for a reader. They are short. For namespaces,
//     tools/rfcabnf takes the ABNF out of the RFCs, and lists what it mends.
//   - That the compiler compiles, and that package go/types reads a constant as
//     it does.
package main
