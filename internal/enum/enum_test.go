package enum

import (
	"strconv"
	"testing"
)

type digit uint8

func (d digit) String() string { return strconv.Itoa(int(d)) }

func TestAppendParse(t *testing.T) {
	for v := range digit(5) {
		b, ok := Append([]byte("x"), v, 3)
		if want := v < 3; ok != want || ok && string(b) != "x"+v.String() || !ok && string(b) != "x" {
			t.Errorf("Append(%d) = %q, %v", v, b, ok)
		}
		got := digit(9)
		if ok := Parse(&got, []byte(v.String()), 3); ok != (v < 3) || ok && got != v || !ok && got != 9 {
			t.Errorf("Parse(%d) = %d, %v", v, got, ok)
		}
	}
}
