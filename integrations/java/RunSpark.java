import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/** RunSpark urn.jar NAME...: prints the keys of the names, as both classes of the jar compute them in a Spark in this process. */
public class RunSpark {
    public static void main(String[] args) {
        var spark = SparkSession.builder().master("local[1]").enableHiveSupport()
            .config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate();
        spark.sql("ADD JAR '" + args[0] + "'");
        spark.udf().registerJava("urn_key_java", "urn.UrnSpark", DataTypes.StringType);
        spark.sql("CREATE FUNCTION urn_key AS 'urn.UrnHive' USING JAR '" + args[0] + "'");
        for (String function : new String[] {"urn_key_java", "urn_key"}) {
            for (int i = 1; i < args.length; i++)
                System.out.println("key " + spark.sql("SELECT " + function + "('" + args[i] + "')").first().get(0));
            System.out.println("key " + spark.sql("SELECT " + function + "(NULL)").first().get(0));
        }
        spark.stop();
    }
}
