import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/** A function of Spark: urn_key(name) is NULL for a text that is not a URN, and for NULL. */
public class UrnSpark {
    public static void register(SparkSession spark) {
        UDF1<String, String> key = name -> name == null ? null : Urn.RFC8141.read(name).key();
        spark.udf().register("urn_key", key, DataTypes.StringType);
    }
}
