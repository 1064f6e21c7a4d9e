# The race of URI::urn, by Benchmark, with the directory of the inputs in the environment as
# PEERS.
use strict;
use warnings;
use Benchmark qw(countit);
use URI;

sub names {
    open my $f, "<", "$ENV{PEERS}/$_[0]" or die "$_[0]: $!";
    chomp(my @names = <$f>);
    return @names;
}
my @names  = names("race.names");
my @others = names("race.others");

# It refuses next to nothing, so what is malformed is not measured.
my %works = (
    parse     => sub { URI->new($_)->nss for @names },
    normalize => sub { URI->new($_)->canonical for @others },
    equal     => sub { URI::eq($names[$_], $others[$_]) for 0 .. $#names },
);
delete $works{equal}     if grep { !URI::eq($names[$_], $others[$_]) } 0 .. $#names;
delete $works{normalize} if grep { URI->new($others[$_])->canonical ne $names[$_] } 0 .. $#names;
for my $work (sort keys %works) {
    my $t = countit(2, $works{$work});
    print join("\t", "race", "URI::urn", $work, $t->cpu_p * 1e9 / $t->iters / @names, "-", "-", "-"), "\n";
}
