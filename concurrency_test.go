package urn_test

import (
	"sync"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/internal/few"
)

// TestConcurrentParse has goroutines read one byte slice, and use the values
// that come of it, all at once. It is for the race detector; without it, it
// still sees a parser that keeps something between calls.
func TestConcurrentParse(testingT *testing.T) {
	t := few.Of(testingT)
	shared := []byte("URN:Example:a%2fb?+r%2f?=q#f")
	sharedBad := []byte("URN:Example:a%2fb?+r%2")
	original := urn.MustParse(string(shared))
	other := urn.MustParse("urn:example:a%2Fb")
	_, wantFault := urn.RFC8141.LocateBytes(sharedBad)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 500 {
				u, err := urn.RFC8141.ParseBytes(shared)
				o, fault := urn.RFC8141.LocateBytes(shared)
				if err != nil || u != original || o != original.Offsets() || fault.Reason != 0 {
					t.Errorf("ParseBytes(%q) = %q, %v; Locate = %+v, %+v", shared, u, err, o, fault)
					return
				}
				for _, x := range syntaxes {
					if ok := x == urn.RFC8141; x.Valid(string(sharedBad)) || ok && original.Syntax() != x {
						t.Errorf("%v.Valid(%q) = true", x, sharedBad)
						return
					}
				}
				if _, fault := urn.RFC8141.LocateBytes(sharedBad); fault != wantFault {
					t.Errorf("Locate(%q): fault %+v, want %+v", sharedBad, fault, wantFault)
					return
				}
				if _, err := urn.RFC8141.ParseBytes(sharedBad); err == nil || err.Error() == "" {
					t.Errorf("ParseBytes(%q): %v", sharedBad, err)
					return
				}
				if !original.Equal(other) || original.Compare(other) != 0 || original.Key() != other.Key() ||
					original.Normalize().Normalize() != original.Normalize() || draft2141bis.ResolutionKey(original) == "" {
					t.Errorf("%q and %q are not equivalent any more", original, other)
					return
				}
			}
		}()
	}
	group.Wait()
}
