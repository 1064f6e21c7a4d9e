package peers;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Peer PARSER: Java's parsers, each called as its documentation says, for tests/peers; see
 * ../../README.md for the protocol.
 */
public class Peer {
    static class Refused extends Exception {}

    interface Parser {
        String parse(String s) throws Exception;

        default Object equal(String a, String b) throws Exception { return "none"; }

        /** The NSS, for the benchmarks; so is norm, or null. */
        String nss(String s) throws Exception;

        default String norm(String s) throws Exception { return null; }
    }

    static String field(String name, String s) {
        return "\t" + name + "=" + (s == null ? "-" : HexFormat.of().formatHex(s.getBytes(StandardCharsets.UTF_8)));
    }

    static class Jcabi implements Parser {
        com.jcabi.urn.URN get(String s) throws Exception {
            try {
                return new com.jcabi.urn.URN(s);
            } catch (URISyntaxException e) {
                throw new Refused();
            }
        }

        public String parse(String s) throws Exception {
            // nss() decodes, so it says nothing of the NSS as written.
            return field("nid", get(s).nid());
        }

        public Object equal(String a, String b) throws Exception { return get(a).equals(get(b)); }

        public String nss(String s) throws Exception { return get(s).nss(); }
    }

    static class Urnlib<T extends de.slub.urn.URN> implements Parser {
        final de.slub.urn.URNParser<T> parser;

        Urnlib(de.slub.urn.URNParser<T> parser) { this.parser = parser; }

        T get(String s) throws Exception {
            try {
                return parser.parse(s);
            } catch (de.slub.urn.URNSyntaxError e) {
                throw new Refused();
            }
        }

        public String parse(String s) throws Exception {
            T u = get(s);
            String out = field("nid", u.namespaceIdentifier().toString()) + field("nss", u.namespaceSpecificString().toString());
            if (u instanceof de.slub.urn.URN_8141 v) {
                // The r- and q-component are maps, so what was written cannot be compared.
                String f = v.getRQFComponents().fragment();
                out += f == null || f.isEmpty() ? "\tf=~" : field("f", f);
            }
            return out + field("norm", u.toString());
        }

        public Object equal(String a, String b) throws Exception { return get(a).equals(get(b)); }

        public String nss(String s) throws Exception { return get(s).namespaceSpecificString().toString(); }

        public String norm(String s) throws Exception { return get(s).toString(); }
    }

    static class Jena implements Parser {
        org.apache.jena.rfc3986.URN get(String s) throws Exception {
            // The characters are the business of IRI3986, the parts that of ParseURN.
            try {
                var iri = org.apache.jena.rfc3986.IRI3986.create(s);
                if (iri.hasViolations(org.apache.jena.rfc3986.Severity.ERROR)) {
                    throw new Refused();
                }
                var u = org.apache.jena.rfc3986.ParseURN.parseURN(s);
                if (u == null) {
                    throw new Refused();
                }
                return u;
            } catch (org.apache.jena.rfc3986.IRIParseException e) {
                throw new Refused();
            }
        }

        public String parse(String s) throws Exception {
            var u = get(s);
            var c = u.components();
            String out = field("nid", u.NID()) + field("nss", u.NSS());
            return c == null ? out + "\tr=-\tq=-\tf=-"
                : out + field("r", c.rComponent()) + field("q", c.qComponent()) + field("f", c.fComponent());
        }

        public String nss(String s) throws Exception { return get(s).NSS(); }
    }

    static Parser parser(String name) {
        return switch (name) {
            case "jcabi-urn" -> new Jcabi();
            case "urnlib 2141" -> new Urnlib<>(de.slub.urn.URN.rfc2141());
            case "urnlib 8141" -> new Urnlib<>(de.slub.urn.URN.rfc8141());
            case "jena-iri3986" -> new Jena();
            default -> throw new IllegalArgumentException(name);
        };
    }

    public static void main(String[] args) throws Exception {
        Parser peer = parser(args[0]);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            String[] fields = line.split("\t", -1);
            String answer;
            try {
                String a = new String(HexFormat.of().parseHex(fields[1]), StandardCharsets.UTF_8);
                answer = fields[0].equals("parse") ? "accept" + peer.parse(a)
                    : peer.equal(a, new String(HexFormat.of().parseHex(fields[2]), StandardCharsets.UTF_8)).toString();
            } catch (Refused e) {
                answer = "refuse";
            } catch (Throwable e) {
                answer = "crash\t" + e.getClass().getSimpleName();
            }
            out.println(answer);
        }
    }
}
