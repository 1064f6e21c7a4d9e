package lint

import "strings"

// publishedPrefixes are beginnings of names that others have published and that cannot change
// any more, although their NID is not registered, or their names break the rules of
// their namespace or of RFC 8141. Whoever writes such a name has no choice. Each is in
// lower case and ends where a component of the name ends.
//
// A name that is wrong in itself belongs here only if a document of its owner has it.
var publishedPrefixes = []struct{ prefix, by string }{
	{"urn:activemq", "Apache ActiveMQ Artemis, XML namespaces of its configuration"},
	{"urn:alcatel-lucent.com", "Nokia SR OS, YANG modules"},
	{"urn:amazon:webservices", "Amazon Web Services, SAML"},
	{"urn:auth0", "Auth0, audiences of SAML"},
	{"urn:cen.eu", "CEN, EN 16931: electronic invoices"},
	{"urn:cite2", "CITE Architecture"},
	{"urn:com:sun", "Sun Microsystems"},
	{"urn:cts", "CITE Architecture, Canonical Text Services"},
	{"urn:factur-x.eu", "FNFE-MPE and FeRD: Factur-X, electronic invoices"},
	{"urn:fdc:anskaffelser", "DFØ, EHF: electronic invoices"},
	{"urn:fdc:eracun.hr", "Croatia: electronic invoices"},
	{"urn:fdc:peppol", "OpenPeppol: names without a date"},
	{"urn:federation:microsoftonline", "Microsoft Entra ID, SAML"},
	{"urn:feap.gov.pt", "Portugal: electronic invoices"},
	{"urn:hl7-org", "HL7, Clinical Document Architecture"},
	{"urn:ietf:metadata:2005:flute", "RFC 3926, section 3.4.2: an XML namespace"},
	{"urn:infinispan", "Infinispan, XML namespaces of its configuration"},
	{"urn:jboss", "WildFly, XML namespaces of its configuration"},
	{"urn:li", "LinkedIn"},
	{"urn:mfin.gov.hr", "Croatia: electronic invoices"},
	{"urn:microsoft.com", "Microsoft, UPnP"},
	{"urn:nokia.com", "Nokia SR OS, YANG modules"},
	{"urn:org:jgroups", "JGroups, XML namespaces of its configuration"},
	{"urn:schemas-microsoft-com", "Microsoft"},
	{"urn:schemas-upnp-org", "UPnP Forum"},
	{"urn:un:unece", "UN/CEFACT"},
	{"urn:www.agid.gov.it", "Italy: electronic invoices"},
	{"urn:www.cenbii.eu", "CEN BII: electronic invoices"},
	{"urn:www.peppol.eu", "OpenPeppol"},
	{"urn:www.simplerinvoicing.org", "SimplerInvoicing"},
	{"urn:www.ubl-italia.org", "Italy: electronic invoices"},
	{"urn:zugferd.de", "FeRD: ZUGFeRD, electronic invoices"},
}

// isPublished reports whether a name begins with one of published.
func isPublished(name []byte) bool {
	const longest = 64
	s := strings.ToLower(string(name[:min(len(name), longest)]))
	for _, p := range publishedPrefixes {
		if rest, ok := strings.CutPrefix(s, p.prefix); ok && (rest == "" || strings.IndexByte(":.#?/-", rest[0]) >= 0) {
			return true
		}
	}
	return false
}
