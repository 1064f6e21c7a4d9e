package pattern

// Patterns of names that many programs meet. Each says where the shape is
// published.
const (
	// CycloneDX is a BOM-Link to a document (CycloneDX specification, "BOM-Link",
	// https://cyclonedx.org/capabilities/bomlink/).
	CycloneDX = "urn:cdx:{serial}/{version}"
	// CycloneDXElement is a BOM-Link to an element of a document. The reference may
	// hold ":", as that of a package URL does.
	CycloneDXElement = "urn:cdx:{serial}/{version}#{ref...}"

	// Pulumi is the name of a resource (Pulumi documentation, "Resource names",
	// https://www.pulumi.com/docs/iac/concepts/resources/names/#urns). The type
	// holds the types of the parents, each before "$". The NID is not registered.
	Pulumi = "urn:pulumi:{stack}::{project}::{type}::{name...}"

	// DataHub is an entity of DataHub (DataHub documentation, "URNs",
	// https://docs.datahub.com/docs/what/urn). The key is a name, or a tuple in
	// parentheses. The NID is not registered.
	DataHub = "urn:li:{entity}:{key...}"
	// DataHubDataset is a dataset; the platform is a URN.
	DataHubDataset = "urn:li:dataset:({platform},{name},{env})"
	// DataHubSchemaField is a field of a dataset; the parent is a URN.
	DataHubSchemaField = "urn:li:schemaField:({parent},{path})"

	// SCIM is a schema or a message of SCIM (RFC 7643, section 10.2.1).
	SCIM = "urn:ietf:params:scim:{type}:{name...}"

	// OAuth is a URN of OAuth (RFC 6755, section 3).
	OAuth = "urn:ietf:params:oauth:{class}:{id...}"
	// OAuthTokenType is the type of a token (RFC 8693, section 3).
	OAuthTokenType = "urn:ietf:params:oauth:token-type:{type}"

	// FHIROID is the type oid of FHIR (https://hl7.org/fhir/R4/datatypes.html#oid).
	FHIROID = "urn:oid:{oid}"
	// FHIRUUID is the type uuid of FHIR (https://hl7.org/fhir/R4/datatypes.html#uuid).
	// The value is in lower case.
	FHIRUUID = "urn:uuid:{uuid,fold}"

	// MRN is a Maritime Resource Name (IALA Guideline G1143, and the registration
	// of the namespace, https://www.iana.org/assignments/urn-formal/mrn).
	MRN = "urn:mrn:{organization}:{name...}"

	// NGSILD is the identifier of an entity of NGSI-LD (ETSI GS CIM 009, annex A.3).
	NGSILD = "urn:ngsi-ld:{type}:{id...}"
)
