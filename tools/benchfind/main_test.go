//go:build unix

package main

import (
	"testing"
	"time"
)

func TestMedianOfRatios(t *testing.T) {
	a, b := []time.Duration{4, 90, 6}, []time.Duration{2, 10, 1}
	if got := median(ratios(a, b)); got != 6 {
		t.Errorf("median(ratios(%v, %v)) = %v, want 6", a, b, got)
	}
}
