import static io.trino.testing.TestingSession.testSessionBuilder;

import io.trino.testing.LocalQueryRunner;

/** Prints the keys of the arguments, as a Trino in this process computes them. */
public class RunTrino {
    public static void main(String[] names) {
        try (var trino = LocalQueryRunner.create(testSessionBuilder().build())) {
            trino.installPlugin(new UrnTrino());
            for (String name : names)
                System.out.println("key " + trino.execute("SELECT urn_key('" + name + "')").getOnlyValue());
            System.out.println("key " + trino.execute("SELECT urn_key(NULL)").getOnlyValue());
        }
        System.exit(0);
    }
}
