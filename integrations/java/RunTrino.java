import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** RunTrino VERSION PORT NAME...: starts a Trino server, and prints the keys of the names, as its client gets them. */
public class RunTrino {
    public static void main(String[] args) throws Exception {
        var out = System.out; // the server has another
        new io.trino.server.Server().start(args[0]);
        for (int i = 2; i < args.length; i++)
            out.println("key " + ask(args[1], "'" + args[i] + "'"));
        out.println("key " + ask(args[1], "NULL"));
        System.exit(0);
    }

    static String ask(String port, String name) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/statement"))
            .POST(HttpRequest.BodyPublishers.ofString("SELECT urn_key(" + name + ")"));
        for (;;) {
            String text = HttpClient.newHttpClient().send(request.header("X-Trino-User", "test").build(), BodyHandlers.ofString()).body();
            Matcher data = Pattern.compile("\"data\":\\[\\[\"?(.*?)\"?]]").matcher(text);
            if (data.find()) return data.group(1);
            Matcher next = Pattern.compile("\"nextUri\":\"(.*?)\"").matcher(text);
            if (!next.find()) throw new Exception(text);
            request = HttpRequest.newBuilder(URI.create(next.group(1)));
        }
    }
}
