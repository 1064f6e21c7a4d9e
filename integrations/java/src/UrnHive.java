package urn;

import org.apache.hadoop.hive.ql.exec.UDF;

/** A function of Hive, and of Spark with Hive support, for CREATE FUNCTION: the key of a URN, and NULL for NULL and any other text. */
public class UrnHive extends UDF {
    public String evaluate(String name) {
        return name == null ? null : Urn.RFC8141.read(name).key();
    }
}
