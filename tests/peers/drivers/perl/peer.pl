# perl peer.pl: URI::urn, as its documentation says, for tests/peers; see ../../README.md
# for the protocol.
use strict;
use warnings;
use URI;

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

while (my $line = <STDIN>) {
    chomp $line;
    my ($op, @fields) = split /\t/, $line, -1;
    my @args = map { pack "H*", $_ } @fields;
    my $out = eval { $op eq "parse" ? parse(@args) : URI::eq(@args) ? "true" : "false" };
    print defined $out ? $out : "crash\tdie", "\n";
}
