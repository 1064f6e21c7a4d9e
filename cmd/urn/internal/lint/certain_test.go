package lint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/pipeline"
	"github.com/seed7b5a83f0/urn/cmd/urn/internal/stdio"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// rulesOf returns the rules of findings, in order.
func rulesOf(stdout string) string {
	var rules []string
	for line := range strings.Lines(stdout) {
		if i := strings.LastIndexByte(line, '['); i >= 0 && strings.HasSuffix(line, "]\n") {
			rules = append(rules, line[i+1:len(line)-2])
		}
	}
	return strings.Join(rules, " ")
}

// What is reported at the defaults, and what is not. Each text that is spared stands for
// findings that were wrong, or that nobody could act on.
func TestDefaults(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		// Certain.
		{"a.json", `"id": "urn:acme.com:x:1"`, "malformed"},
		{"a.json", `{"a": "urn:example:a#b#c"}`, "truncated"},
		{"a.html", `<td>urn:example:a#b#c</td>`, "truncated"},
		{"a.yml", `id: urn:isbn:0-395-36341-2`, "namespace"},
		{"a.go", `x := "urn:isbn:0-395-36341-2"`, "namespace"},
		{"a.go", `x := "urn:uuid:123"`, "namespace"},
		{"a.go", `x := "urn:example:a "`, "truncated"},
		{"a.go", `x := "urn:example:a " + weight`, ""},
		{"a.c", "x = \"urn:example:a \"\n    \"http://a.b/\";", ""},
		{"a.py", `msg = "urn:ex:{id} of urn:isbn:0-395-36341-2"`, "namespace"},
		{"a.txt", `such as urn:KUND0000123. It`, "malformed"},
		{"a.go", `x := "urn:exmaple:a"`, "misspelled-nid"},
		{"a_test.go", `x := "urn:exmaple:a"`, "misspelled-nid"},
		{"a.go", `x := "urn:nowhere:a"`, "unregistered-nid"},
		{"a.go", `x := "urn:example:%7Ea"`, "needless-escape"},
		{"a.go", `x := "urn:example:%00"`, "nul-escape"},
		{"README.md", "`urn:isbn:0-395-36341-2`", "namespace"},

		{"a.c", `urn:nowhere:a`, "unregistered-nid"},
		{"a.c", "\ufeffurn:nowhere:a", "unregistered-nid"},
		{"a.c", `x = "urn:nowhere:a`, ""},
		{"a.c", `x:urn:nowhere:a`, ""},
		{"a.c", `x/"urn:nowhere:a"`, ""},
		{"a.c", `http://a.b/c="urn:nowhere:a"`, ""},
		{"a.c", `"urn:example:example"`, ""},
		{"a.c", `"urn:oid:1.2!"`, "namespace"},
		{"a.c", `"urn:oid:1.x.x.x"`, ""},
		{"a.apt", `"urn:epc:id:sgtin:123.*"`, ""},
		{"a.cs", `"urn:oasis:names:tc:xacml:1.0:subject:authn-locality:request-time"`, "misspelled-name as a note"},
		{"a.cs", `"urn:oasis:names:tc:xacml:1.0:subject:authn-locality:authentication-method"`, ""},
		{"a.c", `"urn:isbn:9780131103628.jsonld"`, ""},
		{"a.c", `"urn:isbn:9780131103628.jsonldx"`, "namespace"},

		// Prose and plain values, of namespaces whose names are exact.
		{"a.md", `The book is urn:isbn:9780131103628 as printed.`, "namespace"},
		{"a.md", `The book (urn:isbn:9780131103628).`, "namespace"},
		{"a.properties", `identifier=urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf`, "namespace"},
		{"a.yaml", `identifier: urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf`, "namespace"},
		{"a.md", `The book is urn:isbn:9780131103627 as printed.`, ""},
		{"a.sh", `-addext "subjectAltName=URI:urn:my.app:server,DNS:localhost"`, "malformed"},
		{"a.sh", `-addext "subjectAltName=DNS:a,URI:urn:my.app:server,IP:127.0.0.1"`, "malformed"},
		{"a.sh", `-addext "subjectAltName=URI:urn:example:server,DNS:localhost"`, ""},
		{"a.sh", `see URI:urn:my.app:server,DNS:localhost`, ""},
		{"a.md", `The file urn:isbn:9780131103628.xml is here.`, ""},
		{"a.md", `The URL https://a.b/urn:isbn:9780131103628 is here.`, ""},

		// Published names, misspelt, also where XML declares them.
		{"a.xml", `<a xmlns="urn:ietf:xml:params:ns:xmpp-stanzas"/>`, "misspelled-name"},
		{"a.xml", `<epp xmlns="urn:ietf:paramxml:nepp-1.0">`, "namespace"},
		{"a.xml", `<list xmlns="urn:ietf:params:xml:ns:rmli"/>`, "misspelled-name"},
		{"a.xml", `<list xmlns="urn:ietf:params:xml:ns:rlmi"/>`, ""},
		{"a.xml", `<v xmlns="urn:schemas-microsoft.com:vml"/>`, "misspelled-nid"},
		{"a.xml", `<v xmlns="urn:schemas-microsoft-com:vml"/>`, ""},
		{"a.xsl", `"urn:ce.eu:en16931:2017"`, "misspelled-nid"},
		{"a.c", `"urn:microsoft.com:service:a:1"`, ""},
		{"Pcf.ttl", `samm:exampleValue "urn:io.catenax.pcf:datamodel:version:9.0.0" .`, ""},
		{"a.c", `"urn:marline:a:1" "urn:comm:a:1"`, "unregistered-nid"}, // urn:marlin and urn:com:sun are published
		{"a_test.js", `<ping xmlns="urn:xmppp:ping"/>`, "misspelled-nid"},
		{"a.xml", `<a xmlns="urn:exmaple:own"/>`, ""},
		{"a.xml", `NameFormat="urn:oasis:names:tc:SAML:2.0:attrnam-format:unspecified"`, "misspelled-name"},
		{"a.xml", `<c>urn:oasis:names:tc:SAML:2.0:ac:classes:password</c>`, "misspelled-name"},
		{"a.py", `"urn:mace:dir:attribute-def:eduPersonTargetedId"`, "misspelled-name"},
		{"a.md", `the name urn:mace:dir:attribute-def:eduPersonTargetedId, which`, "misspelled-name"},
		{"a.xml", `<a xmlns="urn:oasis:names:tc:opendocument:xmlns:presentaton:1.0"/>`, "misspelled-name"},
		{"a.xml", `<a xmlns="urn:oasis:names:tc:xliff:sizerestrictions:2.0"/>`, "misspelled-name"},
		{"a.xml", `<a xmlns="urn:3gpp:ns:mcpttLocationInof:1.0"/>`, "misspelled-name"},
		{"a.xml", `<a xmlns="urn:3GPP:ns:mcpttLocationInfo:1.0"/>`, ""},
		{"a.sip", `P-Preferred-Service: urn:urn-7:3gpp-service.ims.icsi.mmtle`, "misspelled-name"},
		{"a.mpd", `schemeIdUri="urn:dvb:dash:fontdownlod:2014"`, "misspelled-name"},
		{"a.mpd", `schemeIdUri="urn:scte:scte35:2013:bin" value="urn:scte:scte35:2013:xml"`, ""},
		{"a.wsdl", `<a xmlns="urn:oasis:names:tc:wsrp:v2:tpyes"/>`, "misspelled-name"},
		{"a.xml", `<a xmlns="urn:ietf:params:xml:ns:nosuch-registered"/>`, "unlisted-name"},
		{"a.xml", `<a xmlns="urn:ietf:params:xml:ns"/>`, ""},
		{"a.xml", `<a xmlns="urn:xmpp:nosuch:registered:0"/>`, ""},
		{"a.yang", `module ietf-bgp-types { namespace "urn:ietf:params:xml:ns:yang:ietf-bgp-types";`, "unlisted-name"},
		{"a.yang", `module bgp-types { namespace "urn:ietf:params:xml:ns:yang:ietf-bgp-types";`, "misspelled-name"},
		{"a.xml", `<a xmlns="urn:xmpp:mam:77"/>`, ""},
		{"a_test.py", `"urn:oasis:names:tc:SAML:2.0:attrnam-format:uri"`, "misspelled-name as a note"},
		{"a_test.py", `"urn:oasis:names:tc:saml:2.0:attrname-format:uri"`, ""},
		{"a_test.py", `"urn:oasis:names:tc:SAML:2.0:attrname$-format:uri"`, ""},
		{"a_test.py", `"urn:ietf:params:scim:schemas:core:2.0:User.userName"`, ""},
		{"a_test.py", `invalid: "urn:oasis:names:tc:SAML:2.0:attrnam-format:uri"`, ""},
		{"vendor/a_test.py", `"urn:oasis:names:tc:SAML:2.0:attrnam-format:uri"`, ""},
		{"a.json", `"bizStep": "urn:epcglobal:cbv:bizstep:shiping"`, "misspelled-name"},
		{"a.json", `"type": "urn:epcglobal:cbv:btt:packevent"`, "unlisted-name"},
		{"a.json", `"urn:isbn:0-395-36341-2" // urn-lint:ignore malformed`, "namespace"},
		{"a.java", `"urn:oasos:names:tc:xacml:1.0:context http://h/x.xsd"`, "misspelled-nid"},
		{"a.xml", `xsi:schemaLocation="urn:oasis:names:tc:xacml:3.0:policy:schema:os x-os.xsd"`, "misspelled-name as a note"},
		{"a.java", `"urn:oasos:names:tc:xacml:1.0:context x y"`, ""},
		{"a.json", `"urn:ietf:params:scim:schemas:core:2.0:ListResponse"`, "unlisted-name"},
		{"a.json", `"urn:ietf:params:scim:api:messages:2.0:Diagnostics"`, "unlisted-name"},
		{"a.json", `"urn:ietf:params:scim:schemas:core:2.0:User:name.familyName"`, ""},
		{"a.xml", `<Rule x="urn:oasis:names:tc:xacml:1.0:rule-combining-algorithm:deny-unless-permit"/>`, "misspelled-name as a note"},
		{"a.xml", `<Rule x="urn:oasis:names:tc:xacml:2.0:function:string-equal"/>`, "misspelled-name as a note"},
		{"a.xml", `<Rule x="urn:oasis:names:tc:xacml:1.0:function:string-regexp"/>`, "misspelled-name as a note"},
		{"a.xml", `<Rule x="urn:oasis:names:tc:xacml:1.1:policy-combining-algorithm:ordered-deny-overrides"/>`, ""},
		{"a.json", `"type": "urn:epcglobal:cbv:btt:testres"`, ""},
		{"a.json", `"disposition": "urn:epcglobal:cbv:disp:non_sellable_expired"`, ""},
		{"a.kt", `"urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"`, ""},
		{"a.py", `"urn:xmpp:bookmarks:0"`, ""},

		{"a.java", `b.setNameIDFormat("urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified")`, "misspelled-name"},
		{"a.java", `String.format("urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified", a)`, ""},
		{"a.rs", `"urn:oasis:names:tc:SAML:2.0:metadata:algsupport"`, "misspelled-name"},
		{"a.xml", `<a>urn:order-x.eu:1p0:comfort</a><a>urn:awv-net.de:CIDA:1.0:pilot</a>`, ""},
		{"a.js", `"urn:adsk.objects:os.object:a/b.rvt" "urn:x-shacl-test:/core"`, ""},
		{"a.py", `"urn:example:100%"`, "truncated"},
		{"a.py", `"urn:example:%d%"`, ""},
		{"a.py", `x = urn:example:100% of`, "truncated"},

		// A part is missing, or the version is another one.
		{"a.cpp", `"urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified"`, "misspelled-name"},
		{"a.cpp", `"urn:oasis:names:tc:SAML:1.1:nameid-format:persistent"`, "misspelled-name"},
		{"a.cpp", `"urn:ietf:params:scim:schemas:2.0:User"`, "misspelled-name"},
		{"a.cpp", `"urn:ietf:params:xml:xmpp-stanzas"`, "misspelled-name"},
		{"a.cpp", `"urn:ietf:params:scim:schemas:own:2.0:User"`, ""},
		{"a.xml", `<hello xmlns="urn:ietf:params:xml:ns:netconf:base:1.1">`, "misspelled-name as a note"},
		{"a.cpp", `"urn:xmpp:presence:0"`, "misspelled-name as a note"},
		{"a.cpp", `"urn:xmpp:carbons:0"`, ""}, // an older version, not urn:xmpp:carbons:rules:0
		{"a.cpp", `"urn:xmpp:mix:0"`, ""},     // several names have another part
		{"a.cpp", `"urn:xmpp:mam:1"`, ""},

		{"a.c", `"urn:oasis:names:tc:SAML:1.0:cm:sender-vouches"`, ""},
		{"a.c", `"urn:schemas-upnp-org:serviceId:RenderingControl"`, "misspelled-name"}, // another NID
		{"a.c", `"urn:schemas-upnp-org:device:LanDevice:1"`, "misspelled-name"},
		{"a.c", `"urn:schemas-upnp-org:device:LANDevice:1"`, ""},
		{"a.c", `"urn:schemas-upnp-org:device:LANDevice:3"`, ""},
		{"a.c", `"urn:schemas-upnp-org:service:ContentDirectory:"`, ""},
		{"a.c", `"urn:schemas-upnp-org:service:WANPPPConnection:2"`, ""}, // not WANIPConnection:2
		{"a.c", `"urn:schemas-upnp-org:service:tvcontrol:1"`, ""},        // not HTControl:1

		// Only the case differs.
		{"a.md", `"URN:IETF:PARAMS:XML:NS:RLMI"`, ""},
		{"a.md", `the name "urn:ietf:params:xml:ns:RLMI" is compared case-insensitively`, ""},
		{"a.md", `the name "urn:ietf:params:xml:ns:RLMI" is here`, "misspelled-name as a note"},
		{"a.go", `case "urn:ietf:params:xml:ns:RLMI":`, "misspelled-name"},

		// Spaces, braces and characters that look like others.
		{"a.json", `"id": "urn:example:b2017 "`, "truncated"},
		{"a.json", `"id": "urn:ngsi-ld:Place:Big Ben"`, "truncated"},
		{"a.yaml", `object: 'urn:example:place:Big Ben'`, "truncated"},
		{"a.json", `"id": " urn:example:b2017"`, "truncated"},
		{"a.xml", `<a xlink:href=" urn:example:b2017"/>`, "truncated"},
		{"a.xml", `<a AttributeId="urn:oasis:names:tc:xacml:2.0:example: attribute:physician-id"/>`, "truncated"},
		{"a.xml", `<a title=" urn:example:b2017"/>`, ""},
		{"a.xsd", `<a targetNamespace="urn:nowhere:paos:20 03-08"/>`, "truncated"},
		{"a.js", `x = "urn:acme.com:filemetadata/",`, "malformed"},
		{"a.js", `x = "urn:acme:filemeta^data/", y = "urn:acme.com:file_"`, ""},
		{"a.json", `"title": "urn:example:a is a name"`, ""},
		{"a.json", `"scope": "urn:example:a openid"`, ""},
		{"a.json", `"id": "urn:example:a urn:example:b"`, ""},
		{"a.go", `id: "see" + " urn:example:b2017"`, ""},
		{"a.xml", "<a> urn:example:b2017 </a>", ""},
		{"a.md", "of type `urn:oasis:names:tc:SAML:2.0:attrname-format: uri` and", "truncated"},
		{"a.md", `"urn:oasis:names:tc:SAML:2.0:att rname-format:uri"`, "truncated"},
		{"a.md", `"urn:example:a says that"`, ""},
		{"a.json", "\"id\": \"urn:example:a\u200bb\"", "truncated"},
		{"a.json", `"id": "urn:example:2017–05"`, "truncated"},
		{"a.md", "the format urn:oasis:names:tc:SAML:2.0:nameid\u00adformat:encrypted is", "truncated"},
		{"a.md", "the format urn:example:b2017‑05 is", "truncated"},
		{"a.md", "the format urn:example:b2017\u200d05 is", "truncated"},
		{"a.md", "the format urn:example:b2017\u200d is", ""},
		{"a.md", "the years urn:example:b2017–05 are", ""},
		{"a.json", `"id": "urn:example:it’s"`, "truncated"},
		{"a.md", `from urn:example:a–urn:example:b`, ""},
		{"a.go", `AccessTokenType = "urn:ietf:params:oauth:token-type:access_token"`, ""},
		{"a.gml", `srsName="urn:ogc:crs:EPSG:4326"`, "misspelled-name"},
		{"a.cs", `"urn:nowhere:name:Ø"`, "truncated"},

		// Twice "urn:", and too little after it.
		{"a.json", `"id": "urn:urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8"`, "malformed"},
		{"a.md", "`urn:ngsi-ld:ngsi-ld:WorkOrder1234`", "malformed"},
		{"a.json", `"id": "urn:oasis:names:tc:SAML:2.0:ac:classes:urn:oasis:names:tc:SAML:2.0:ac:classes:Password"`, "malformed"},
		{"a.json", `"id": "urn:ex:a:urn:li:b"`, ""},
		{"a.json", `"id": "urn:epc:id:sgln:0054321.00729"`, "namespace"},
		{"a.json", `"id": "urn:lei:529900T8BM49AURSDO5"`, "namespace"},
		{"a.py", `"urn:ietf:wg:oauth:2.0:oob"`, ""},

		{"a.xml", `<a xmlns="urn:ietf:params:xml:ns:recording"/>`, "misspelled-name"}, // its version is missing
		{"a.gml", `srsName="urn:ogc:def:crs:EPSG:4326"`, "misspelled-name"},
		{"a.gml", `srsName="urn:ogc:def:crs:EPSG::4326"`, ""},
		{"a.json", `"disposition": "urn:epcglobal:cbv:disp:loading"`, "unlisted-name"},

		// A quotation mark is missing.
		{"a.yang", `  namespace "urn:acme:yang:a;`, "truncated"},
		{"a.py", `x = """urn:acme:yang:a;`, ""},
		{"a.yang", `  namespace "urn:example:yang:a";`, ""},

		// No namespace identifier, or none that ends.
		{"a.ts", `uri: "urn://node-simulator"`, "malformed"},
		{"a.js", `uri: "urn:DemoAlarmServer"`, "malformed as a note"},
		{"a.js", `uri: "urn:demo"`, ""},
		{"a.md", `uri: "urn:DemoAlarmServer"`, ""},
		{"a.xml", `<a xmlns:x="urn:DemoAlarmServer">`, ""},
		{"a.ts", `uri: "urn:...:ReverseConnect-Server"`, ""},
		{"a.c", `uri = "urn:open62541.server.application";`, "malformed"},
		{"a.c", `uri = "urn:acme.application";`, "malformed as a note"},
		{"a.json", `"id": "urn::xmpp:a"`, "malformed"},
		{"a.xml", `<id type="urn">urn:ocr-d/samples</id>`, "malformed"},
		{"a.cpp", `"urn::parse"`, ""},
		{"a.md", `"urn:a/b/c and so on"`, ""},

		{"a.py", `"urn:ietf:params:netconf:capability:url:1.0?scheme=http,ftp"`, ""},
		{"a.rst", "``urn:example:…Data=FR1``", ""},
		{"a.json", `"rail": "urn:gs1:nosuch:rail:",`, ""},
		{"a.rst", `"id": "urn:li:Vehicle:",`, "truncated"},
		{"a.json", `{"@id": "urn:li:Vehicle:"}`, "truncated"},
		{"a.js", `{"id": "urn:li:Vehicle:" + id}`, ""},
		{"a.js", `{"id": "urn:li:Vehicle:".concat(id)}`, ""},
		{"a_test.json", `{"@id": "urn:li:Vehicle:"}`, ""},
		{"a.json", `"ns": "urn:epc:id"`, ""},
		{"a.json", `"ns": "urn:oma:lwm2m"`, ""},
		{"a.json", `"ns": "urn:oasis:names:tc:own:1.0"`, ""},
		{"a.md", `such as urn:uuid:abc and others`, ""},
		{"a.xml", "<a>urn:example:b2017 </a>", ""},
		{"a.xml", `<a xmlns="urn:ietf:params:xml:ns:rlmi:own"/>`, ""},
		{"a.py", `"urn:nokia.com:sros:ns:yang:sr"`, ""},

		// Placeholders, prefixes and names in buffers.
		{"a.cpp", `"urn:uuid:%02x%02x%02x%02x-%02x%02x"`, ""},
		{"a.cpp", `"urn:smpte:ul:%02x%02x%02x%02x.%02x"`, ""},
		{"a.md", `in the form "urn:nbn:de:kobv:123-opus-123x"`, ""},
		{"a.md", `in the form "urn:nbn:de:kobv:123-opus-1235"`, "wrong-check-digit"},
		{"a.puml", `String "urn:uuid:uuid4"`, ""},
		{"a.yaml", `body: id=urn:uuid:c8159379-4613-48b8-ad52-6baed7afe923;dspEndpoint=x`, ""},
		{"a.java", `// "urn:onf:yang:air?revision=2020-01-21&x=ä"`, ""},
		{"a.opf", `"urn:uuid:A1B0D67E-2E81-4DF5-9E67-A64CBE366809@2011-01-01T12:00:00Z"`, ""},
		{"a.xml", `<a xmlns="urn:oasis:xacml:2.0:saml:assertion:schema:os"/>`, ""},
		{"a.js", `"urn:uuid:123"` + strings.Repeat(" ", 6000), ""}, // minified
		{"a.json", `"urn:uuid:123"` + strings.Repeat(" ", 6000), "namespace"},
		{"t/a.xml", `"urn:uuid:123"`, ""},
		{"a.php", `'urn:oid:x.x.x.x'`, ""},
		{"a.md", "`urn:uuid:UUID`", ""},
		{"a.md", "`urn:uuid:XYZY`", ""},
		{"a.xml", `<td>urn:oasis:names:tc:xacml:3.0</td>`, ""},
		{"a.py", `x = "urn:oasis:names:tc:xacml:1.0:function:any-of"`, ""},
		{"a.java", `new StringBuilder("urn:oma:lwm2m")`, ""},
		{"a.py", `"urn:oasis:names:tc:SAML:2.0:metadata&RequestedAttribute"`, ""},
		{"a.rs", `b"urn:uuid:936da01f-9abd-4d9d-80c7-02af85c822a8!!!!"`, ""},

		{"known.csv", "file,rule,name,count\na.go,namespace,urn:uuid:123,1", ""}, // the baseline of another configuration
		{"known.csv", "file,rule\na.go,\"urn:uuid:123\"", "namespace"},

		// Off.
		{"a.go", `x := "URN:Example:a"`, ""},
		{"a.go", `x := "urn:x-acme:a" + "urn:de:b"`, ""},
		{"a.go", `x := "urn:example:a?+r?=q#f"`, ""},

		// Text that goes on, or stands for many names.
		{"a.java", `return "urn:li:person:" + id;`, ""},
		{"a.java", `return "urn:uuid:12" + id;`, ""},
		{"a.java", `concat("urn:uuid:12", id)`, ""},
		{"a.ts", "const x = `urn:uuid:${id}`", ""},
		{"a.py", `f"urn:uuid:{x}"`, ""},
		{"a.py", `r"urn:uuid:1.2"`, ""},
		{"a.sh", `echo "urn:uuid:$ID"`, ""},
		{"a.sh", `echo "urn:uuid:$(uuidgen)"`, ""},
		{"a.rb", `"urn:uuid:#{x}"`, ""},
		{"a.c", `"urn:uuid:%s"`, ""},
		{"a.go", `if strings.HasPrefix(s, "urn:epc:12") {`, ""},
		{"a.js", `/^urn:uuid:[0-9a-f]+$/`, ""},
		{"a.js", `"^urn:uuid:.*"`, ""},
		{"a.yml", `id: urn:uuid:xxxxxxxx-xxxx`, ""},
		{"a.xml", `xsi:schemaLocation="urn:acme.com:x:1 x.xsd"`, ""},
		{"a.go", `get("http://localhost/events/urn:uuid:12")`, ""},
		{"a.md", "names that start with ‘urn:epc:id’", ""},
		{"a.jl", "function f(urn::Isbn, urn:CtsUrn)", ""},
		{"a.sh", "xmlsec1 --id-attr:ID urn:oasis:names:tc:SAML:2.0:assertion:Assertion a.xml", ""},
		{"a.py", "{\"id\": \"urn:ogc:Vehicle:\"\n  \"17\",", ""},
		{"a.js", "{\"id\": \"urn:li:person:\"\n  + id,", ""},
		{"a.md", "E.g. urn:name. See urn:orders and urn:E1.", ""},
		{"a.sh", "pkg add urn:tools 1.0.0, urn:my.server", ""},

		// Tests, and lines that mean to fail.
		{"a_test.go", `x := "urn:uuid:123"`, ""},
		{"a_test.go", `x := "urn:isbn:0-395-36341-2"`, "namespace as a note"}, // it may be on purpose
		{"a_test.go", `x := "urn:uuid:f81d4fae-7dec-11d0-a765-g0a0c91e6bf6"`, "namespace as a note"},
		{"a_test.go", `invalid := "urn:isbn:0-395-36341-2"`, ""},
		{"vendor/a_test.go", `x := "urn:isbn:0-395-36341-2"`, ""},
		{"lib.rs", `assert!(parse("urn:isbn:0-395-36341-2").is_err());`, ""},
		{"a.md", "`urn:isbn:0-395-36341-2` is invalid", ""},
		{"a.go", `"urn:isbn:0-395-36341-2", // wrong check digit`, "namespace"},
		{"a.py", `x = "urn:acme.com:b"  # malformed NID`, "malformed"},
		{"a.go", `// wrong: "urn:isbn:0-395-36341-2"`, ""},
		{"a.html", `<td>urn:isbn:0-395-36341-2</td><td>wrong check digit</td>`, ""},

		{"a.java", `badURN("urn:isbn:0-395-36341-2")`, ""},
		{"a.json", `"badge": "urn:isbn:0-395-36341-2", "error": null, "failover": 1`, "namespace"},

		{"a.txt", "see urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-\nid", ""},
		{"a.xml", `<a>urn:ietf:...:ietf-interfaces</a>`, ""},
		// What others have written.
		{"vendor/a.go", `"urn:isbn:0-395-36341-2"`, ""},
		{"a.pb.go", `"urn:isbn:0-395-36341-2"`, ""},
		{"a.go", "// Code generated by x. DO NOT EDIT.\nvar x = \"urn:isbn:0-395-36341-2\"", ""},
		{"a.xml", `<a xmlns="urn:acme.com:x:1" xmlns:b="urn:nowhere:b"/>`, ""},
		{"a.xml", `<a>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc</a>`, ""},
		{"a.xml", `<a>urn:fdc:peppol.eu:poacc:trns</a>`, ""},

		// An NID is not looked at in prose.
		{"README.md", "`urn:nowhere:a`", ""},
	} {
		repo(t, map[string]string{c.file: c.text + "\n"})
		got := usual(t, Options{})
		rules, note := strings.CutSuffix(c.want, " as a note")
		if rulesOf(got.stdout) != rules {
			t.Errorf("%s: %s: %+v, want %q", c.file, c.text, got, c.want)
		}
		status := stdio.No
		if note || c.want == "" || c.want == "unregistered-nid" || c.want == "unlisted-name" {
			status = stdio.OK
		}
		if got.status != status {
			t.Errorf("%s: %s: status %d", c.file, c.text, got.status)
		}
	}
}

func TestClassOf(t *testing.T) {
	for name, want := range map[string]class{
		"a.go": 0, "latest.go": 0, "contest/a.go": 0, "testify.go": 0, "attest_a.go": 0, "manifest.json": 0, "Split.java": 0, "IT.java": 0, "spectrum.py": 0,
		"a_test.go": testFile, "test_a.py": testFile, "TestA.java": testFile, "ATests.cs": testFile, "ASpec.scala": testFile, "a.spec.ts": testFile,
		"FooIT.java": testFile, "urn_spec.rb": testFile, "Test.java": testFile, "JSONTest.java": testFile, "a.golden": testFile,
		"spec/urn.rb": testFile, "specs/a.json": 0, "spec/a.md": prose, "doc/spec_KO.md": prose, "specs.json": 0, "test-spec.md": prose | testFile, "spec/fixtures/a.json": testFile,
		"testdata/a": testFile, "src/test/java/A.java": testFile, "Tests/a": testFile,
		"README": prose, "docs/a.md": prose, "CHANGES.txt": prose, "a.rst": prose,
		"vendor/a/b.go": foreign, "node_modules/a.js": foreign, "a.min.js": foreign, "go.sum": foreign,
		"vendor/a/test/README.md": foreign | testFile | prose,
	} {
		if got := classOf(filepath.FromSlash(name)); got != want {
			t.Errorf("classOf(%q) = %d, want %d", name, got, want)
		}
	}
	// What is above the tree makes no difference.
	repo(t, map[string]string{"test/project/.git/HEAD": "", "test/project/a.go": `"urn:uuid:123"`})
	t.Chdir("test/project")
	if got := usual(t, Options{}); got.status != stdio.No {
		t.Errorf("%+v", got)
	}
}

// many returns n names that begin alike.
func many(n int, begin string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\"%s%d\"\n", begin, i)
	}
	return b.String()
}

// What nearly belongs to the names that the tree writes throughout.
func TestDialect(t *testing.T) {
	const li = "urn:li:corpuser:u"
	for _, c := range []struct {
		what, frequent, odd, want string
	}{
		{"the NID is missing", many(200, li), `"urn:corpuser:jdoe"`, `is "urn:li:corpuser:jdoe" meant? 200 names here begin with "urn:li:corpuser", and 1 with "urn:corpuser"`},
		{"a colon too many", many(200, "urn:ietf:params:own:ns:x"), `"urn:ietf:params:own:ns::x1"`,
			`is "urn:ietf:params:own:ns:x1" meant? 200 names here begin with "urn:ietf:params:own:ns:", and 1 with "urn:ietf:params:own:ns::"`},
		{"a capital", many(200, li), `"urn:li:corpUser:jdoe"`, `is "urn:li:corpuser:jdoe" meant? 200 names here begin with "urn:li:corpuser", and 1 with "urn:li:corpUser"`},
		{"a letter", many(200, li), `"urn:li:corpusr:jdoe"`, `is "urn:li:corpuser:jdoe" meant? 200 names here begin with "urn:li:corpuser", and 1 with "urn:li:corpusr"`},
		{"a capital in a long word", many(20, "urn:ogc:longName:a"), `"urn:ogc:longname:a"`,
			`is "urn:ogc:longName:a" meant? 20 names here begin with "urn:ogc:longName", and 1 with "urn:ogc:longname"`},
		{"a capital in a short word", many(20, "urn:ogc:meanA:a"), `"urn:ogc:meana:a"`, ""},
		{"the NID is missing before what is none", many(10, "urn:nowhere:com.acme:a"), `"urn:com.acme:a1"`,
			`is "urn:nowhere:com.acme:a1" meant? 10 names here begin with "urn:nowhere:com.acme", and 1 with "urn:com.acme"`},

		{"a letter, three times as often", many(9, "urn:mpeg:dash:profile:isoff-live:v"), `"urn:mpeg:dash:profile:iofff-live:v0" "urn:mpeg:dash:profile:ioff-live:v1"`,
			`urn:mpeg:dash:profile:ioff-live:v1: 9 names here begin with "urn:mpeg:dash:profile:isoff-live", and 1 with "urn:mpeg:dash:profile:ioff-live"`},
		{"a letter of the last part", strings.Repeat("'urn:xmpp:own-contacts'\n", 9), `"urn:xmpp:own-contcats"`,
			`urn:xmpp:own-contcats: 9 names here begin with "urn:xmpp:own-contacts", and 1 with "urn:xmpp:own-contcats"`},
		{"a letter, four times", many(40, "urn:li:GtfsStation:a"), strings.Repeat(`"urn:li:Gtfstation:b" `, 4),
			`is "urn:li:GtfsStation:b" meant? 40 names here begin with "urn:li:GtfsStation", and 4 with "urn:li:Gtfstation" (4 times)`},
		{"a letter, in several names", many(90, "urn:li:GtfsStation:a"), many(8, "urn:li:Gtfstation:b"),
			`is "urn:li:GtfsStation:b0" meant? 90 names here begin with "urn:li:GtfsStation", and 8 with "urn:li:Gtfstation" (8 names, 8 times)`},
		{"a letter of the NID", many(200, "urn:ngsi-ld:entities:E"), strings.Repeat(`"urn:ngsu-ld:entities:E" `, 9),
			`is "urn:ngsi-ld:entities:E" meant? 200 names here begin with "urn:ngsi-ld", and 9 with "urn:ngsu-ld" (9 times)`},
		{"a letter, not three times as often", many(2, "urn:li:GtfsStation:a"), `"urn:li:Gtfstation:b"`, ""},
		{"a letter of a short word", many(9, "urn:li:Bike:a"), `"urn:li:Like:b"`, ""},

		{"a number in capitals", many(200, "urn:smpte:ul:060e2b34.0"), `"urn:smpte:ul:060E2B34.01040101.01030100.00000000"`, ""},
		{"a name without a number", many(200, "urn:li:room"), `"urn:li:room"`, ""},
		{"a template", many(20, "urn:li:mlModel:a"), `"urn:li:mlmodel:(urn:li:x:{a})"`, `is "urn:li:mlModel" meant? 20 names here begin with "urn:li:mlModel", and 1 with "urn:li:mlmodel"`},
		{"another case of few", many(5, "urn:li:WasteContainer:a"), many(3, "urn:li:wastecontainer:a"),
			`urn:li:wastecontainer:a0: 5 names here begin with "urn:li:WasteContainer", and 3 with "urn:li:wastecontainer" (3 names, 3 times)`},
		{"another case of the first letter, of few", many(5, "urn:li:Container:a"), many(3, "urn:li:container:a"), ""},
		{"nothing after the NID", many(20, "urn:ngsi-ld:Building:a"), `"urn:ngsi-ld::cdfd9cb8"`, `nothing is between the two colons, but 20 names here have a word there`},
		{"nothing after the NID, not ten times as often", many(8, "urn:example:Building:a"), `"urn:example::cdfd9cb8"`, ""},
		{"a part before the last one, in a text", many(200, li), "The name urn:li:corpusr:jdoe is in a text.", `is "urn:li:corpuser:jdoe" meant? 200 names here begin with "urn:li:corpuser", and 1 with "urn:li:corpusr"`},
		{"the last part, in a text", strings.Repeat("'urn:xmpp:own-contacts'\n", 200), "The name urn:xmpp:own-contcats is in a text.", ""},
		{"dots for an NID", many(200, "urn:...:enterprise:a"), `"urn:enterprise:2.0:User"`, ""},
		{"nothing after the NID of many", many(20, "urn:example:Building:a") + many(10, "urn:example::a"), `"urn:example::cdfd9cb8"`, ""},
		{"a dot after the NID, and nothing of the kind", many(200, "urn:test:a"), `"urn:test.org:a:b"`, ""},
		{"a hyphen of the NID", many(200, "urn:schemas-upnp-org:a:b"), `"urn:schemas-upnporg:a:b"`, `is "urn:schemas-upnp-org:a:b" meant? 200 names here begin with "urn:schemas-upnp-org", and 1 with "urn:schemas-upnporg"`},
		{"an underscore", many(9, "urn:li:corpGroup:group_name:a"), `"urn:li:corpGroup:groupname:b"`, ""},

		{"too few to compare with", many(20, li), `"urn:corpuser:jdoe"`, ""},
		{"a registered NID", many(200, "urn:li:uuid:a"), `"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, ""},
		{"a colon that all have", many(200, "urn:pulumi:s::p::t:t:t::n"), `"urn:pulumi:s::p::t:t:t::n"`, ""},
		{"a plural", many(200, li), `"urn:li:corpusers:jdoe"`, ""},
		{"numbers", many(200, "urn:li:version1:u"), `"urn:li:version2:u"`, ""},
		{"two of many", many(200, li) + many(200, "urn:li:corpUser:u"), ``, ""},
		{"a line that says so", many(200, li), `wrong: "urn:corpuser:jdoe"`, ""},
		{"a published name, and a misspelt one that the tree has more often", strings.Repeat("'urn:ietf:params:netconf:capability:writeable-running:1.0'\n", 12), `"urn:ietf:params:netconf:capability:writable-running:1.0"`, ""},
		{"a name with dots for some parts", many(20, "urn:li:...:UserOfIt:a"), `"urn:li:...:userofit:a"`, ""},
		{"a suppressed line", many(200, li), `"urn:corpuser:jdoe" // urn-lint:ignore`, ""},
	} {
		repo(t, map[string]string{"a.go": c.frequent, "b.go": "\n" + c.odd + "\n"})
		got := usual(t, Options{})
		found := strings.Contains(got.stdout, "b.go:2:") && strings.Contains(got.stdout, ": "+c.want+" [dialect]\n")
		if c.want == "" {
			found = !strings.Contains(got.stdout, "[dialect]")
		}
		if !found {
			t.Errorf("%s: %+v, want %s", c.what, got, c.want)
		}
		if b := strings.Count(got.stdout, "\nb.go:2:6:"); strings.Contains(got.stdout, "\nb.go:2:6: urn:ngsu-ld") && b != 1 {
			t.Errorf("%s: %d findings of one name: %s", c.what, b, got.stdout)
		}
		// In which order the files are read makes no difference.
		os.Rename("a.go", "c.go")
		again := usual(t, Options{})
		if again.stdout = strings.ReplaceAll(again.stdout, "c.go", "a.go"); !sameLines(again.stdout, got.stdout) {
			t.Errorf("%s: in another order\n%s\nwas\n%s", c.what, again.stdout, got.stdout)
		}
	}
}

// TestType: the identifier of an entity must begin with its type if most in the tree do.
func TestType(t *testing.T) {
	entity := func(id, kind string) string { return "{\n  \"id\": \"" + id + "\",\n  \"type\": \"" + kind + "\"\n}\n" }
	car := entity("urn:ngsi-ld:Car:1", "Car")
	for _, c := range []struct{ what, text, want string }{
		{"another type", strings.Repeat(car, 2) + entity("urn:ngsi-ld:Auto:1", "Vehicle"), `a.json:10:22: urn:ngsi-ld:Auto:1: the type is "Vehicle", but "Auto" is in its place [dialect]` + "\n"},
		{"no type", strings.Repeat(car, 2) + entity("urn:ngsi-ld:Auto-1", "Vehicle"), `a.json:10:22: urn:ngsi-ld:Auto-1: the type is "Vehicle", but "Auto-1" is in its place [dialect]` + "\n"},
		{"as many", car + entity("urn:ngsi-ld:Auto:1", "Vehicle"), ""},
		{"a feature", strings.Repeat(car, 2) + entity("urn:ngsi-ld:Auto:1", "Feature"), ""},
		{"another namespace", strings.Repeat(car, 2) + entity("urn:example:Auto:1", "Vehicle"), ""},
		{"another key", strings.Repeat(car, 2) + strings.Replace(entity("urn:ngsi-ld:Auto:1", "Vehicle"), `"id"`, `"to"`, 1), ""},
	} {
		repo(t, map[string]string{"a.json": c.text})
		got := usual(t, Options{Levels: map[RuleID]Level{unregistered: Off}})
		if got.stdout != c.want || (got.status == stdio.No) != (c.what == "no type") {
			t.Errorf("%s: %+v, want %s", c.what, got, c.want)
		}
	}
	repo(t, map[string]string{"a.json": strings.Repeat(car, 2) + entity("urn:ngsi-ld:Auto:1", "Vehicle"), "a_test.json": strings.Repeat(entity("urn:ngsi-ld:Auto:1", "Vehicle"), 2)})
	if got := usual(t, Options{Levels: map[RuleID]Level{unregistered: Off}}); got != (result{}) {
		t.Errorf("with tests: %+v", got)
	}
	// In a test, it is left out and counted, unless the tree has as many of the kind.
	for n, want := range map[int]string{3: "urn: names left out: 2 in tests; --all reports them\n", 2: ""} {
		repo(t, map[string]string{"a.json": strings.Repeat(car, n), "a_test.json": strings.Repeat(entity("urn:ngsi-ld:Auto-1", "Vehicle"), 2)})
		if got := usual(t, Options{Levels: map[RuleID]Level{unregistered: Off}}); got != (result{stderr: want}) {
			t.Errorf("%d, only in a test: %+v", n, got)
		}
	}
}

// Other members may be between an identifier and its type, in both orders.
func TestTypeApart(t *testing.T) {
	const id, kind = `"id":"urn:ngsi-ld:Auto-1"`, `"type": "Vehicle"`
	for _, c := range []struct {
		text string
		want bool
	}{
		{`{` + id + `, "speed": 1.5, "name": "a b", ` + kind + `}`, true},
		{`{` + id + `, "@context": ["http://h/a", "http://h/b"], ` + kind + `}`, true},
		{`{` + kind + `, ` + id + `}`, true},
		{"{\n  \"@type\": \"Vehicle\",\n  \"old\": true,\n  \"@id\": \"urn:ngsi-ld:Auto-1\"\n}", true},
		{`{"a": 1, ` + kind + `, ` + id + `}`, true},
		{`{` + id + `, "a": {"b": 1}, ` + kind + `}`, false}, // not read that far
		{`{` + id + `, "owner": {` + kind + `}}`, false},
		{`{"owner": {` + kind + `}, ` + id + `}`, false},
		{`[{` + kind + `}, {` + id + `}]`, false},
		{`[{` + id + `}, {` + kind + `}]`, false},
		{`{"list": [{"a": 1, ` + kind + `}], ` + id + `}`, false},
		{`{"a": "b, \"type\": \"Vehicle\"", ` + id + `}`, false},
		{`{"a": "type", "b": "Vehicle", ` + id + `}`, false},
		{`{` + id + `, "a": "type", "b": "Vehicle"}`, false},
		{`{"type": "Feature", ` + id + `}`, false},
	} {
		car := strings.NewReplacer("Auto-1", "Car:1", "Vehicle", "Car").Replace(`{` + id + "," + kind + "}\n")
		repo(t, map[string]string{"a.json": strings.Repeat(car, 2) + c.text + "\n"})
		got := usual(t, Options{Levels: map[RuleID]Level{unregistered: Off}})
		if is := strings.Contains(got.stdout, `the type is "Vehicle", but "Auto-1" is in its place`); is != c.want || got.stderr != "" {
			t.Errorf("%s: %+v, want %t", c.text, got, c.want)
		}
	}
}

// Other forms in tests are a note, unless the NID is misspelled or other files have the form, too.
func TestDialectInTests(t *testing.T) {
	const odd, beside = "urn:ngsi-ld:entitees:E", "urn: names left out: 1 beside words such as \"invalid\"; --all reports them\n"
	for _, c := range []struct {
		what   string
		files  map[string]string
		places int
		stderr string
		status stdio.Status
	}{
		{"the NID", map[string]string{"a_test.go": "'urn:ngsu-ld:entities:E'"}, 1, "", stdio.No},
		{"another case of the NID", map[string]string{"a_test.go": "'urn:NGSI-LD:entities:E'"}, 0, "", stdio.OK},
		{"many in a test", map[string]string{"a_test.go": many(30, odd)}, 30, "", stdio.OK},
		{"in tests and others", map[string]string{"a_test.go": many(7, odd), "b.go": many(6, odd), "c_test.go": many(5, odd)}, 18, "", stdio.No},
		{"beside a word", map[string]string{"b.go": "invalid '" + odd + "'\n" + many(2, odd)}, 2, beside, stdio.No},
		{"a note", map[string]string{"a_test.go": many(100, "urn:ngsi-ld:Zntities:E")}, 0, "", stdio.OK},
	} {
		c.files["a.go"] = many(600, "urn:ngsi-ld:entities:E")
		repo(t, c.files)
		got := usual(t, Options{Places: true, Levels: map[RuleID]Level{unregistered: Off}})
		if strings.Count(got.stdout, "[dialect]") != c.places || got.stderr != c.stderr || got.status != c.status {
			t.Errorf("%s: %+v, want %d places and %s", c.what, got, c.places, c.stderr)
		}
	}
}

// sameLines reports whether two texts have the same lines, in any order.
func sameLines(a, b string) bool {
	return slices.Equal(slices.Sorted(strings.Lines(a)), slices.Sorted(strings.Lines(b)))
}

// A namespace that the tree uses throughout has no finding. Names that are wrong in the same way everywhere have a note.
func TestUsedThroughout(t *testing.T) {
	files := map[string]string{}
	for i := range 5 {
		files[fmt.Sprintf("%d.go", i)] = many(5, "urn:nowhere:a") + many(5, "urn:acme.com:a") + many(5, "urn:fdc:acme.com:2bad:a")
	}
	repo(t, files)
	const dot = "0.go:6:10: urn:acme.com:a0: malformed namespace identifier: unexpected '.'; "
	const note = "0.go:11:20: urn:fdc:acme.com:2bad:a0: malformed fdc name: unexpected 'b' (RFC 4198, section 3); " +
		"the names begin with \"urn:fdc:acme.com:2bad:a\" (5 names, 25 times in 5 files) [namespace]\n"
	if got := usual(t, Options{}); !strings.HasPrefix(got.stdout, dot) || !strings.Contains(got.stdout, note) || got.stderr != "" || got.status != stdio.OK {
		t.Errorf("%+v", got)
	}
	os.WriteFile(ConfigName, []byte("nids = [\"Acme.com\", \"nowhere\"]\n"), 0o666)
	if got := usual(t, Options{}); got != (result{note, "", stdio.OK}) {
		t.Errorf("with nids: %+v", got)
	}
	// In two files it is a finding, once.
	for i := 2; i < 5; i++ {
		os.Remove(fmt.Sprintf("%d.go", i))
	}
	os.Remove(ConfigName)
	got := usual(t, Options{})
	if rulesOf(got.stdout) != "unregistered-nid malformed namespace" ||
		!strings.Contains(got.stdout, "0.go:1:6: urn:nowhere:a0: the namespace is not registered (RFC 8141, section 5); ") ||
		!strings.Contains(got.stdout, " (5 names, 10 times in 2 files) [unregistered-nid]\n") {
		t.Errorf("in two files: %+v", got)
	}
	if want := "\n2 warnings, 1 note in 30 places: malformed 1, namespace 1, unregistered-nid 1\n"; !strings.HasSuffix(got.stdout, want) {
		t.Errorf("the summary is not %q in\n%s", want, got.stdout)
	}
}

// Names of a namespace that are wrong for one reason have one finding from five on.
func TestOneCause(t *testing.T) {
	for n, want := range map[int]string{4: "namespace namespace namespace namespace", 5: "namespace", 300: "namespace"} {
		repo(t, map[string]string{"a.go": many(n, "urn:lex:br:x!art")})
		got := usual(t, Options{})
		if rulesOf(got.stdout) != want {
			t.Errorf("%d names: %s", n, got.stdout)
		}
		if line := fmt.Sprintf("; the names begin with \"urn:lex:br:x!art\" (%d names, %[1]d times) [namespace]\n", n); n > 4 && !strings.Contains(got.stdout, line) {
			t.Errorf("no %q in %s", line, got.stdout)
		}
	}
	repo(t, map[string]string{"a.go": many(5, "urn:ReverseServer")})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "malformed" || !strings.Contains(got.stdout, `: there is no namespace identifier: write urn:NID:ReverseServer0, with the NID of a namespace; other names that begin with "urn:ReverseServer" have similar faults (5 names`) {
		t.Errorf("words: %s", got.stdout)
	}
	repo(t, map[string]string{"a.xml": strings.ReplaceAll(many(6, "urn:newsml:a.b:20260101:x—"), "'", "\"")})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "truncated" {
		t.Errorf("a dash: %s", got.stdout)
	}
	repo(t, map[string]string{"a.go": "'urn:a.b:x' 'urn:c.d:x' 'urn:e.f:x' 'urn:g.h:x' 'urn:i.j:x'"})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "malformed" {
		t.Errorf("NIDs with a dot: %s", got.stdout)
	}
	repo(t, map[string]string{"a.go": "'urn:open62541.a' 'urn:open62541.b' 'urn:open62541.c' 'urn:open62541.d' 'urn:open62541.e'"})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "malformed" {
		t.Errorf("no NID: %s", got.stdout)
	}
	repo(t, map[string]string{"a.go": "'urn:uuid:jtr5623n' 'urn:uuid:bbb6981;a' 'urn:uuid:f81-7dec' 'urn:uuid:893eeeyu' 'urn:uuid:cdef5c6d5-gff8'"})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "namespace" || !strings.Contains(got.stdout, ": malformed uuid name: unexpected 'j'; want 8-4-4-4-12 hexadecimal digits (RFC 9562, section 4); other names that begin with \"urn:uuid:\" have similar faults (5 names") {
		t.Errorf("no UUIDs: %s", got.stdout)
	}
	// The dictionary and the names of the tree say it once.
	const listed = "urn:ietf:params:xml:ns:copycontrol"
	repo(t, map[string]string{"a.go": many(200, listed+":"), "b.go": `"urn:ietf:params:xml:ns:copyControl"`})
	if got := usual(t, Options{}, "b.go"); rulesOf(got.stdout) != "misspelled-name" {
		t.Errorf("twice: %s", got.stdout)
	}
	// UUIDs without hyphens.
	repo(t, map[string]string{"a.go": "'urn:uuid:f81d4fae7dec11d0a76500a0c91e6bf6' 'urn:uuid:a81d4faeadec11d0a76500a0c91e6bf6' 'urn:uuid:b81d4faebdec11d0a76500a0c91e6bf6'\n'urn:uuid:181d4faecdec11d0a76500a0c91e6bf6' 'urn:uuid:281d4faeddec11d0a76500a0c91e6bf6'"})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "namespace" {
		t.Errorf("UUIDs without hyphens: %s", got.stdout)
	}
	repo(t, map[string]string{"a.go": "'urn:oid:1.2a' 'urn:oid:1.2b' 'urn:oid:1.2c' 'urn:oid:1.2d' 'urn:oid:1.2e'"})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "namespace" {
		t.Errorf("a letter in place of another character: %s", got.stdout)
	}
	repo(t, map[string]string{"a.go": `"urn:acme.com"`})
	if got := usual(t, Options{}); !strings.HasSuffix(got.stdout, ": malformed namespace identifier: unexpected '.'; a namespace identifier has 2 to 32 letters, digits and '-', and begins and ends with a letter or digit [malformed]\n") {
		t.Errorf("no NSS: %s", got.stdout)
	}
	// Two causes, two namespaces, and other check digits.
	repo(t, map[string]string{"a.go": many(5, "urn:lex:br:x!art") + many(5, "urn:fdc:acme.com:2bad:a") +
		"'urn:isbn:0-395-36341-2' 'urn:isbn:0-395-36341-3' 'urn:isbn:0-395-36341-4' 'urn:isbn:0-395-36341-5' 'urn:isbn:0-395-36342-6'\n"})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "namespace namespace namespace" {
		t.Errorf("three causes: %s", got.stdout)
	}
	// Namespaces that are not registered, and names that a registry does not list.
	repo(t, map[string]string{"a.go": "'urn:owna:a' 'urn:ownb:b'\n'urn:ietf:params:xml:ns:ours:a' 'urn:ietf:params:xml:ns:ours:b'\n"})
	if got := usual(t, Options{}); rulesOf(got.stdout) != "unregistered-nid unlisted-name" || !strings.Contains(got.stdout, "2 namespaces are not registered (RFC 8141, section 5): owna, ownb; ") {
		t.Errorf("two namespaces: %s", got.stdout)
	}
	// With All, everything is told by itself.
	repo(t, map[string]string{"a.go": many(6, "urn:lex:br:x!art")})
	if got := usual(t, Options{All: true, Rules: own(t)}); strings.Count(got.stdout, "[namespace]") != 6 {
		t.Errorf("all: %s", got.stdout)
	}
}

// The count beside a name is the count of that name.
func TestCounts(t *testing.T) {
	repo(t, map[string]string{"a.go": "'urn:acme.com:b' 'urn:acme.com:c'", "b.go": "'urn:acme.com:c'\n'urn:example:%7Ea' 'urn:example:%7Ea'"})
	got := usual(t, Options{})
	if !strings.Contains(got.stdout, "a.go:1:10: urn:acme.com:b: ") || !strings.Contains(got.stdout, " (2 names, 3 times in 2 files) [malformed]\n") ||
		!strings.Contains(got.stdout, " (2 times) [needless-escape]\n") {
		t.Error(got.stdout)
	}
	// The case of the scheme and of the NID makes no other name and no other beginning.
	repo(t, map[string]string{"a.go": "'urn:acme.com:b' 'URN:Acme.com:b' 'urn:example:%7Ea' 'URN:Example:%7Ea'"})
	got = usual(t, Options{})
	if !strings.Contains(got.stdout, "urn:acme.com:b: ") || !strings.Contains(got.stdout, " (2 times) [malformed]\n") || !strings.Contains(got.stdout, "urn:example:%7Ea: ") || !strings.Contains(got.stdout, " (2 times) [needless-escape]\n") {
		t.Errorf("in another case: %s", got.stdout)
	}
	repo(t, map[string]string{"a.go": strings.Replace(many(6, "urn:lex:br:x!art"), "urn:lex", "URN:LEX", 3)})
	if got := usual(t, Options{}); !strings.Contains(got.stdout, "; the names begin with \"URN:LEX:br:x!art\" (6 names, 6 times) [namespace]\n") {
		t.Errorf("beginnings in another case: %s", got.stdout)
	}
}

// Every form has all places.
func TestPlaces(t *testing.T) {
	valid := schema(t)
	repo(t, map[string]string{"a.go": "'urn:acme.com:b' 'urn:acme.com:c'", "b.go": "\n'urn:acme.com:b'"})
	const want = "a.go:1:10 urn:acme.com:b, a.go:1:27 urn:acme.com:c, b.go:2:10 urn:acme.com:b"
	var places []string
	for line := range strings.Lines(usual(t, Options{Places: true}).stdout) {
		if place, rest, ok := strings.Cut(line, ": "); ok && strings.HasSuffix(line, "[malformed]\n") {
			name, _, _ := strings.Cut(rest, ": ")
			places = append(places, place+" "+name)
		}
	}
	if got := strings.Join(places, ", "); got != want {
		t.Errorf("text has %s", got)
	}
	var f struct {
		File, Name   string
		Line, Column int
		More         []struct {
			File, Name   string
			Line, Column int
		}
	}
	if err := json.Unmarshal([]byte(usual(t, Options{Form: JSON}).stdout), &f); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s:%d:%d %s", f.File, f.Line, f.Column, f.Name)
	for _, m := range f.More {
		got += fmt.Sprintf(", %s:%d:%d %s", m.File, m.Line, m.Column, m.Name)
	}
	if got != want {
		t.Errorf("JSON has %s", got)
	}
	var s sarif
	text := usual(t, Options{Form: SARIF}).stdout
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	got = ""
	for _, l := range s.Runs[0].Results[0].Locations {
		got += fmt.Sprintf(" %s:%d:%d", l.PhysicalLocation.ArtifactLocation.URI, l.PhysicalLocation.Region.StartLine, l.PhysicalLocation.Region.StartColumn)
	}
	if got != " a.go:1:10 a.go:1:27 b.go:2:10" || len(s.Runs[0].Results) != 1 {
		t.Errorf("SARIF has %s in %s", got, text)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := valid.Validate(document); err != nil {
		t.Error(err)
	}
}

// TestFirstPlaces: of many places, a node keeps the first, in whatever order they come, and counts the others.
func TestFirstPlaces(t *testing.T) {
	for _, files := range []string{"cba", "abc", "bac", "bca"} {
		n := new(node)
		for i := range 3 * maxSpots {
			p := &piece{checker: &checker{tree: newTree(DefaultConfig()), file: files[i/maxSpots:][:1]}, raw: []byte("'urn:a:b'"), text: []byte("'urn:a:b'"), offset: int64(i * 5 % maxSpots)}
			n.keep(p, 1, 2, "urn:a:b", "urn:a:b", new(place))
		}
		for i, f := range n.places {
			if f.File != "a" || f.Offset != int64(1+i) {
				t.Errorf("%s: place %d is %s:%d", files, i, f.File, f.Offset)
			}
		}
		if len(n.places) != maxSpots || n.more != 2*maxSpots {
			t.Errorf("%s: %d places and %d more", files, len(n.places), n.more)
		}
	}
}

// TestAt: a place may precede the last one, in an earlier line, too.
func TestAt(t *testing.T) {
	text := []byte("é\nbcd\nef\n")
	p := &piece{checker: &checker{tree: newTree(DefaultConfig())}, raw: text, text: text, line: 1}
	for _, want := range []Place{{Offset: 8, Line: 3, Column: 2, Runes: 2}, {Offset: 7, Line: 3, Column: 1, Runes: 1}, {Offset: 5, Line: 2, Column: 3, Runes: 3}, {Offset: 2, Line: 1, Column: 3, Runes: 2}} {
		got := p.at(Malformed, int(want.Offset), int(want.Offset), nil, "", "").Place
		if want.End = want.Runes; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

// A form that occurs more often is counted, and its first places are listed and in the baseline.
func TestMoreSpots(t *testing.T) {
	const n = maxSpots + 12
	repo(t, map[string]string{"a.go": many(1000, "urn:li:GtfsStation:a") + many(n, "urn:li:Gtfstation:b"), "a_test.go": many(n, "urn:li:Gtfstation:b")})
	got := usual(t, Options{Places: true})
	if strings.Count(got.stdout, "[dialect]") != maxSpots || !strings.Contains(got.stderr, "urn: 56 places are not listed: there are too many\n") {
		t.Errorf("%+v", got)
	}
	if got := usual(t, Options{}); !strings.Contains(got.stdout, fmt.Sprintf("(32 names, %d times) [dialect]", 2*n)) {
		t.Errorf("%+v", got)
	}
	usual(t, Options{WriteBaseline: "known.csv"})
	if got := usual(t, Options{Baseline: "known.csv"}); got.stdout != "" || got.status != stdio.OK {
		t.Errorf("with its baseline: %+v", got)
	}
}

// TestOtherPlaces: a place with a better finding is left out, and the others are not.
func TestOtherPlaces(t *testing.T) {
	repo(t, map[string]string{"a.go": many(60, "urn:nowhere:GtfsStation:a"), "b.go": "'urn:nowhere:Gtfstation:a'\n'urn:nowhere:GtfsStation:b'\n'urn:nowhere:Gtfstation:a'\n"})
	got := usual(t, Options{Places: true})
	if n := strings.Count(got.stdout, "[unregistered-nid]"); n != 61 || !strings.Contains(got.stdout, "b.go:2:6: urn:nowhere:GtfsStation:b: the namespace") || strings.Count(got.stdout, "[dialect]") != 2 {
		t.Errorf("%d places: %+v", n, got)
	}
	if got := usual(t, Options{Form: JSON}); !strings.Contains(got.stdout, `"count":61,"files":2,`) {
		t.Errorf("%+v", got)
	}
}

// TestNotListed: every form of output says how many places are not listed.
func TestNotListed(t *testing.T) {
	var stderr bytes.Buffer
	for form := range SARIF + 1 {
		w := &work{Options: Options{Form: form}, Streams: stdio.Streams{Err: &stderr}, ctx: t.Context(), table: newTable(false)}
		w.table.more[Dialect], w.table.more[WrongName] = 1, 2
		require.NoError(t, w.report(io.Discard, []*Finding{{Count: 4, more: make([]Place, 1)}, {Count: 1}, {Count: 1, more: make([]Place, 1)}}))
	}
	require.Equal(t, strings.Repeat("urn: 5 places are not listed: there are too many\n", 3), stderr.String())
}

// A file that is named is compared with its whole repository, and reported alone.
func TestNamedFile(t *testing.T) {
	repo(t, map[string]string{
		"a.go": many(200, "urn:li:corpuser:u") + "'urn:isbn:0-395-36341-2'", "a_test.go": "'urn:isbn:0-395-36341-2'",
		"sub/b.go": "'urn:li:corpusr:jdoe' 'URN:li:corpuser:a'", "c.go": many(4, "urn:nowhere:a"), "d.go": many(4, "urn:nowhere:a"), "sub/e.go": many(4, "urn:nowhere:a"),
	})
	const dialect = `b.go:1:9: urn:li:corpusr:jdoe: is "urn:li:corpuser:jdoe" meant? 201 names here begin with "urn:li:corpuser", and 1 with "urn:li:corpusr" [dialect]` + "\n"
	if got := usual(t, Options{}, "sub/b.go"); got.stdout != "sub/"+dialect || got.status != stdio.No || strings.Contains(got.stderr, "left out") {
		t.Errorf("%+v", got)
	}
	if got := usual(t, Options{}, "sub/b.go", ".", "sub/b.go"); rulesOf(got.stdout) != "namespace dialect" {
		t.Errorf("with its directory: %+v", got)
	}
	if got := usual(t, Options{}, "sub/e.go"); got.stdout != "" { // 12 names in three files
		t.Errorf("what is used throughout: %+v", got)
	}
	t.Chdir("sub")
	if got := usual(t, Options{}, "b.go", "e.go"); got.stdout != dialect {
		t.Errorf("from its directory: %+v", got)
	}
	const fixed = "b.go:1:24: URN:li:corpuser:a: fixed: urn:li:corpuser:a [scheme-case]\n"
	if got := usual(t, Options{Fix: true}, "b.go"); got.stdout != fixed+dialect {
		t.Errorf("fix: %+v", got)
	}
	if text, _ := os.ReadFile("b.go"); string(text) != "'urn:li:corpusr:jdoe' 'urn:li:corpuser:a'" {
		t.Errorf("fixed: %s", text)
	}
	os.RemoveAll("../.git")
	if got := usual(t, Options{}, "b.go"); got != (result{}) {
		t.Errorf("without a repository: %+v", got)
	}
}

// What is left out is said in one line, and --all reports it.
func TestLeftOut(t *testing.T) {
	const isbn = "'urn:isbn:0-395-36341-2'\n"
	repo(t, map[string]string{"a.go": "invalid " + isbn + "BAD = " + isbn, "a_test.go": "'urn:uuid:1'", "vendor/a.go": isbn, "b.md": "a URL http://a/urn:isbn:0-395-36341-2\n"})
	const want = "urn: names left out: 2 beside words such as \"invalid\", 1 in tests, 1 in generated files and copies, 1 where the text does not show the whole name; --all reports them\n"
	if got := usual(t, Options{}); got != (result{"", want, stdio.OK}) {
		t.Errorf("%+v, want %s", got, want)
	}
	if got := usual(t, Options{All: true}); strings.Count(got.stdout, "[namespace]") != 4 || got.stderr != "" {
		t.Errorf("all: %+v", got)
	}
	if got := usual(t, Options{Quiet: true}); got.stderr != "" {
		t.Errorf("quiet: %+v", got)
	}
	repo(t, map[string]string{"a.go": "'urn:oid:x.x.x.x' 'urn:uuid:UUID' 'urn:oid:1.2'\n"})
	if got := usual(t, Options{}); got.stdout != "" || got.stderr != "urn: names left out: 2 resembling a placeholder or a prefix; --all reports them\n" {
		t.Errorf("placeholders: %+v", got)
	}
	repo(t, map[string]string{"a.go": "'urn:oid:x.x.x.x' 'urn:oid:1.2'\n"})
	if got := usual(t, Options{}); got.stderr != "urn: names left out: 1 resembling a placeholder or a prefix; --all reports them\n" {
		t.Errorf("one placeholder: %+v", got)
	}
	repo(t, map[string]string{"a_test.go": "'urn:nowhere:a' 'urn:example:a'"}) // notes do not count
	if got := usual(t, Options{}); got != (result{}) {
		t.Errorf("notes: %+v", got)
	}
}

// nids silences every rule about the NID, however it is written.
func TestNIDs(t *testing.T) {
	text := "\"urn:exmaple:a\"\n\"urn:de:a\"\n\"urn:x-acme:a\"\n\"urn:nowhere:a\"\n\"urn:acme.com:a\"\n\"urn:acme_x:a\"\n"
	relaxed := urn.Relaxed // allows an NID with a dot
	for _, o := range []Options{{}, {All: true}, {Syntax: &relaxed}} {
		repo(t, map[string]string{"a.go": text, ConfigName: "nids = [\"Exmaple\", \"de\", \"x-acme\", \"nowhere\", \"acme.com\", \"acme_x\"]\n"})
		if got := usual(t, o); got != (result{}) {
			t.Errorf("%+v", got)
		}
	}
}

// The trie is bounded, and what it drops does not depend on the order.
func TestTrieBounds(t *testing.T) {
	testhelp.Slow(t)
	all := make([]string, 0, 200_000)
	for i := range 4000 {
		for k := range 5 {
			all = append(all, fmt.Sprintf("urn:n%c%c%c:a%c:b%c:c%c:d", 'a'+i%26, 'a'+i/26%26, 'a'+i/676, 'a'+k, 'a'+k, 'a'+k))
		}
	}
	fill := func(names []string) *trie {
		p := &piece{checker: &checker{tree: newTree(&Config{Levels: make([]Level, len(Rules))})}}
		for _, name := range names {
			p.remember(0, name, &place{}, false)
		}
		return p.names
	}
	size := func(n *trie) int {
		var count func(n *node) int
		count = func(n *node) (c int) {
			for _, child := range n.children {
				c += 1 + count(child)
			}
			return c
		}
		return count(&n.root)
	}
	a := fill(all)
	slices.Reverse(all)
	b := fill(all)
	if size(a) != size(b) || a.depth != b.depth || size(a) > maxNodes || size(a) != a.count || a.depth >= maxDepth {
		t.Errorf("%d nodes of depth %d, and %d of %d in reverse; counted %d", size(a), a.depth, size(b), b.depth, a.count)
	}
	var values []string
	for i := range maxChildren + 1 {
		values = append(values, fmt.Sprintf("urn:nowhere:v%c%c:a", 'a'+i%26, 'a'+i/26))
	}
	if n := fill(values); n.root.children["nowhere"].children != nil || n.count != 1 {
		t.Errorf("values are kept: %d nodes", n.count)
	}
	if n := fill([]string{"urn:nowhere:a1b2c3d4:a", "urn:nowhere:7:a"}); n.count != 3 || n.root.children["nowhere"].children["0"] == nil {
		t.Errorf("a key is kept: %d nodes", n.count)
	}
	if n := fill(values[:maxChildren]); len(n.root.children["nowhere"].children) != maxChildren {
		t.Errorf("%d nodes", n.count)
	}
}

// The table is bounded, and counts what it does not list.
func TestTableBounds(t *testing.T) {
	testhelp.Slow(t)
	tab := newTable(false)
	list := make([]Finding, maxEntries+10)
	for i := range list {
		list[i] = Finding{Rule: Malformed, Count: 1, key: fmt.Sprint(i)}
	}
	tab.add(list)
	tab.add(list[:5])
	if len(tab.entries) != maxEntries || tab.more[Malformed] != 10 || tab.entries[known{"", "malformed0", "0"}].Count != 2 {
		t.Errorf("%d entries, %d more", len(tab.entries), tab.more[Malformed])
	}
	tab = newTable(false)
	tab.add([]Finding{{Count: 1, Message: strings.Repeat("x", maxTexts)}, {Count: 1, key: "b", Message: "x"}})
	if len(tab.entries) != 1 || tab.more[0] != 1 {
		t.Errorf("%d entries of %d bytes", len(tab.entries), tab.texts)
	}
	tab = newTable(false)
	for i := range maxPlaces + 5 {
		tab.add([]Finding{{Count: 1, Place: Place{Offset: int64(i)}}})
	}
	tab.add([]Finding{{Count: 1, key: "b"}})
	if e := tab.entries[known{"", "malformed0", ""}]; len(e.more) != maxPlaces || e.Count != maxPlaces+5 {
		t.Errorf("%d places of %d", len(e.more), e.Count)
	}
	tab = newTable(false)
	long := strings.Repeat("x", maxTexts/2)
	tab.add([]Finding{{Count: 1}, {Count: 1, Place: Place{Name: long}}, {Count: 1, Place: Place{Fix: long}}, {Count: 1, Place: Place{Fix: "x"}}, {Count: 1}})
	if e := tab.entries[known{"", "malformed0", ""}]; len(e.more) != 3 {
		t.Errorf("%d long places", len(e.more))
	}
}

// Words after "urn:" that the finder does not report take linear time.
func TestNumbersLinear(t *testing.T) {
	text := []byte(strings.Repeat("urn: x ", 1<<20/7))
	c := checker{tree: newTree(DefaultConfig())}
	c.registry = own(t)
	c.check(&pipeline.Block{Data: text, Line: 1})
	if len(c.findings) != 0 {
		t.Errorf("%d findings", len(c.findings))
	}
}

// A long word that is nearly a much more frequent one is a warning, otherwise a note.
func TestDialectLevel(t *testing.T) {
	for n, want := range map[int]stdio.Status{5: stdio.OK, 20: stdio.No} {
		repo(t, map[string]string{"a.go": many(n, "urn:li:GtfsStation:a") + `"urn:li:Gtfstation:b"`})
		if got := usual(t, Options{}); got.status != want || rulesOf(got.stdout) != "dialect" {
			t.Errorf("%d: %+v, want status %d", n, got, want)
		}
	}
}
