import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.jena.rfc3986.IRI3986;
import org.apache.jena.rfc3986.IRIParseException;
import org.apache.jena.rfc3986.Severity;

/** check|find FILE: counts lines that are URNs, or writes the URNs of a text. */
public class Urns {
    static boolean valid(String name) {
        try {
            var iri = IRI3986.create(name);
            return "urn".equalsIgnoreCase(iri.scheme()) && !iri.hasViolations(Severity.ERROR);
        } catch (IRIParseException e) {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        var like = Pattern.compile("\\burn:[^\\s\"'<>]+", Pattern.CASE_INSENSITIVE);
        var out = new PrintStream(new java.io.BufferedOutputStream(System.out), false, "UTF-8");
        long valid = 0, malformed = 0;
        try (var lines = Files.newBufferedReader(Path.of(args[1]))) {
            for (String line; (line = lines.readLine()) != null; ) {
                if (args[0].equals("find")) {
                    like.matcher(line).results().map(m -> m.group()).filter(Urns::valid).forEach(out::println);
                } else if (valid(line)) {
                    valid++;
                } else {
                    malformed++;
                }
            }
        }
        if (args[0].equals("check")) {
            out.println(valid + " " + malformed);
        }
        out.flush();
    }
}
