package urn;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.Plugin;
import io.trino.spi.function.ScalarFunction;
import io.trino.spi.function.SqlNullable;
import io.trino.spi.function.SqlType;
import java.util.Collections;
import java.util.Set;

/** A plugin of Trino: urn_key(name) is NULL for a text that is not a URN. */
public class UrnTrino implements Plugin {
    @Override
    public Set<Class<?>> getFunctions() {
        return Collections.singleton(UrnTrino.class);
    }

    @ScalarFunction("urn_key")
    @SqlNullable
    @SqlType("varchar")
    public static Slice key(@SqlType("varchar") Slice name) {
        String key = Urn.RFC8141.read(name.toStringUtf8()).key();
        return key == null ? null : Slices.utf8Slice(key);
    }
}
