package dfa

// windowLen is the number of bytes that a window looks at.
const windowLen = 64

// masks holds the results of window. Bit j stands for byte j of the window.
// The bits of bytes after the end of the text are 0.
type masks struct {
	head    uint64                        // the bytes of SetHead
	body    uint64                        // the bytes of SetBody
	escapes uint64                        // the leads of the escapes that lie in the window as a whole
	rest    [SetLead - SetBody - 1]uint64 // the bytes of the other sets, if all is set
	all     bool
}
