import java.io.*;
import org.apache.commons.validator.routines.*;

/** Reads "kind TAB value", one a line, and writes what Commons Validator says. The argument is its version. */
class Ask {
    public static void main(String[] args) throws IOException {
        System.out.println(args[0]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            String[] f = line.split("\t", -1);
            boolean ok = f[0].equals("isbn") ? ISBNValidator.getInstance().isValid(f[1]) : ISSNValidator.getInstance().isValid(f[1]);
            System.out.println(ok ? "ok" : "no");
        }
    }
}
