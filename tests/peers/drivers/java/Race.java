package peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The race of Java's parsers, by JMH, with the directory of the inputs in the environment as
 * PEERS. A method goes through all names of its input.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class Race {
    @Param({"urnlib 2141", "urnlib 8141", "jena-iri3986", "jcabi-urn"})
    public String parser;

    Peer.Parser peer;
    List<String> names, others, malformed;

    static List<String> read(String name) throws Exception { return Files.readAllLines(Path.of(System.getenv("PEERS"), name)); }

    @Setup
    public void setup() throws Exception {
        peer = Peer.parser(parser);
        names = read("race.names");
        others = read("race.others");
        malformed = read("race.malformed");
    }

    @Benchmark
    public void parse(Blackhole hole) throws Exception {
        for (String s : names) {
            hole.consume(peer.nss(s));
        }
    }

    @Benchmark
    public void refuse(Blackhole hole) {
        for (String s : malformed) {
            try {
                hole.consume(peer.nss(s));
            } catch (Exception e) {
                hole.consume(e);
            }
        }
    }

    @Benchmark
    public void normalize(Blackhole hole) throws Exception {
        for (String s : others) {
            hole.consume(peer.norm(s));
        }
    }

    @Benchmark
    public void equal(Blackhole hole) throws Exception {
        for (int i = 0; i < names.size(); i++) {
            hole.consume(peer.equal(names.get(i), others.get(i)));
        }
    }

    /** Whether the parser does the work, and does it right. */
    static boolean does(Peer.Parser peer, String work) throws Exception {
        var names = read("race.names");
        var others = read("race.others");
        for (int i = 0; i < names.size(); i++) {
            try {
                if (work.equals("equal") && !Boolean.TRUE.equals(peer.equal(names.get(i), others.get(i)))
                    || work.equals("normalize") && !names.get(i).equals(peer.norm(others.get(i)))) {
                    return false;
                }
            } catch (Peer.Refused e) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) throws Exception {
        for (String parser : List.of("urnlib 2141", "urnlib 8141", "jena-iri3986", "jcabi-urn")) {
            for (String work : List.of("parse", "refuse", "normalize", "equal")) {
                if (!does(Peer.parser(parser), work)) {
                    continue;
                }
                var options = new OptionsBuilder().include("Race\\." + work + "$").param("parser", parser)
                    .addProfiler(GCProfiler.class).verbosity(org.openjdk.jmh.runner.options.VerboseMode.SILENT).build();
                for (var r : new Runner(options).run()) {
                    int n = read(work.equals("refuse") ? "race.malformed" : "race.names").size();
                    var time = r.getPrimaryResult();
                    double bytes = r.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
                    System.out.printf(Locale.ROOT, "race\t%s\t%s\t%f\t%.1f\t%.0f\t-%n", parser, work, time.getScore() / n,
                        100 * time.getScoreError() / time.getScore(), bytes / n);
                }
            }
        }
    }
}
