import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * RunSpark urn.jar docs/engines.md NAME...: runs the statements of the page in a Spark in this process, and prints the keys of the names,
 * as both classes of the jar compute them.
 */
public class RunSpark {
    public static void main(String[] args) throws Exception {
        var spark = SparkSession.builder().master("local[1]").enableHiveSupport()
            .config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate();
        var page = Files.readString(Path.of(args[1])).replace("/path/to/urn.jar", args[0]);
        spark.sql(page.replaceAll("(?s).*(ADD JAR '.*?').*", "$1"));
        spark.udf().registerJava("urn_key_java", "urn.UrnSpark", DataTypes.StringType); // which Python's registerJavaFunction calls
        String create = page.replaceAll("(?s).*(CREATE FUNCTION urn_key .*?);.*", "$1");
        spark.sql(create);
        try {
            spark.sql(create.replace("urn_key", "refused").replace("UrnHive", "UrnSpark"));
            System.out.println("a UDF1 is not refused: " + spark.sql("SELECT refused('')").first());
            System.exit(1);
        } catch (Exception e) { // its class differs from version to version
            if (!e.getMessage().contains("No handler for UDF")) throw e;
        }
        for (String function : new String[] {"urn_key_java", "urn_key"}) {
            for (int i = 2; i < args.length; i++)
                System.out.println("key " + spark.sql("SELECT " + function + "('" + args[i] + "')").first().get(0));
            System.out.println("key " + spark.sql("SELECT " + function + "(NULL)").first().get(0));
        }
        spark.stop();
    }
}
