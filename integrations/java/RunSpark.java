import org.apache.spark.sql.SparkSession;

/** Prints the keys of the arguments, as a Spark in this process computes them. */
public class RunSpark {
    public static void main(String[] names) {
        var spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").getOrCreate();
        UrnSpark.register(spark);
        for (String name : names)
            System.out.println("key " + spark.sql("SELECT urn_key('" + name + "')").first().get(0));
        System.out.println("key " + spark.sql("SELECT urn_key(NULL)").first().get(0));
        spark.stop();
    }
}
