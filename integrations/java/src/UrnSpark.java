package urn;

import org.apache.spark.sql.api.java.UDF1;

/** A function of Spark, for registerJavaFunction: the key of a URN, and NULL for NULL and any other text. */
public class UrnSpark implements UDF1<String, String> {
    @Override
    public String call(String name) {
        return name == null ? null : Urn.RFC8141.read(name).key();
    }
}
