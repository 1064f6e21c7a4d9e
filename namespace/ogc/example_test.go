package ogc_test

import (
	"fmt"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/namespace/ogc"
)

func ExampleFromURN() {
	c, err := ogc.FromURN(urn.MustParse("urn:ogc:def:crs:EPSG:6.3:26986"))
	fmt.Printf("%+v %v\n", c.Parts(), err)
	// Output: {Authority:EPSG Version:6.3 Code:26986 Rest:} <nil>
}

func ExampleParse() {
	c, err := ogc.Parse("EPSG:4326")
	fmt.Println(c.URN(), err)
	// Output: urn:ogc:def:crs:EPSG::4326 <nil>
}

// A compound system, such as a horizontal one with heights.
func ExampleCRS_URL() {
	c, err := ogc.Parse("urn:ogc:def:crs,crs:EPSG::4269,crs:EPSG::5713")
	fmt.Println(c.URL(), err)
	// Output: http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/4269&2=http://www.opengis.net/def/crs/EPSG/0/5713 <nil>
}

func ExampleNew() {
	c, err := ogc.New(ogc.Parts{Authority: "OGC", Version: "1.3", Code: "CRS84"})
	fmt.Println(c.URN(), err)
	// Output: urn:ogc:def:crs:OGC:1.3:CRS84 <nil>
}
