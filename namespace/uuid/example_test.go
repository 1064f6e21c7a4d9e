package uuid_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/uuid"
)

func ExampleFromURN() {
	id, err := uuid.FromURN(urn.MustParse("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"))
	fmt.Println(id, err)
	fmt.Println(id.Version())
	// Output:
	// f81d4fae-7dec-11d0-a765-00a0c91e6bf6 <nil>
	// 1
}

func ExampleParse() {
	id, err := uuid.Parse("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")
	fmt.Println(id.URN(), err)
	// Output: urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f <nil>
}

// Other packages have types of their own. A conversion is enough.
func ExampleUUID() {
	type other [16]byte
	b := other{0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6}
	fmt.Println(uuid.UUID(b).URN())
	// Output: urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6
}

func ExampleUUID_Time() {
	for _, s := range []string{"c232ab00-9414-11ec-b3c8-9f6bdeced846", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "919108f7-52d1-4320-9bac-f847db4148a8"} {
		id, _ := uuid.Parse(s)
		t, ok := id.Time()
		fmt.Println(t.Format("2006-01-02 15:04:05.000"), ok)
	}
	// Output:
	// 2022-02-22 19:22:22.000 true
	// 2022-02-22 19:22:22.000 true
	// 0001-01-01 00:00:00.000 false
}
