# perl peer.pl: URI::urn, as its documentation says, for tests/peers; see ../../README.md
# for the protocol.
use strict;
use warnings;
use URI;
use URI::Escape;
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

binmode STDOUT;
$| = 1;

sub parse {
    my $u = URI->new($_[0]);
    return "refuse" unless $u->isa("URI::urn") && defined $u->nid && length $u->nid;
    my @out = ("accept", "nid=" . unpack("H*", $u->nid), "nss=" . unpack("H*", $u->nss // ""));
    push @out, "f=" . (defined $u->fragment ? unpack("H*", $u->fragment) : "-");
    push @out, "norm=" . unpack("H*", $u->canonical->as_string);
    return join("\t", @out);
}

if (@ARGV) {    # NAMES SECONDS WORK: the race
    open my $f, "<", $ARGV[0] or die $!;
    chomp(my @names = <$f>);
    my %works = (
        parse     => sub { URI->new($_[0])->nss },
        normalize => sub { URI->new($_[0])->canonical },
        equal     => sub { URI::eq($_[0], $_[0]) },
    );
    my $work = $works{$ARGV[2]};
    if (!$work) { print "none\n"; exit }    # it refuses next to nothing
    $work->($_) for @names;
    my ($n, $start, $spent) = (0, clock_gettime(CLOCK_MONOTONIC));
    do {
        $work->($_) for @names;
        $n += @names;
        $spent = clock_gettime(CLOCK_MONOTONIC) - $start;
    } while $spent < $ARGV[1];
    print $spent * 1e9 / $n, "\n";
    exit;
}

while (my $line = <STDIN>) {
    chomp $line;
    my ($op, @fields) = split /\t/, $line, -1;
    my @args = map { pack "H*", $_ } @fields;
    my $out = eval { $op eq "parse" ? parse(@args) : URI::eq(@args) ? "true" : "false" };
    print defined $out ? $out : "crash\tdie", "\n";
}
