# check|find FILE: counts lines that are URNs, or writes the URNs of a text.
use strict;
use warnings;
use URI;

sub is_urn {
    my $u = URI->new($_[0]);
    return $u->isa("URI::urn") && length($u->nid // "") && length($u->nss // "");
}

my ($command, $file) = @ARGV;
my ($valid, $malformed) = (0, 0);
open my $lines, "<", $file or die "$file: $!";
while (my $line = <$lines>) {
    chomp $line;
    if ($command eq "find") {
        print "$_\n" for grep { is_urn($_) } $line =~ /\burn:[^\s"'<>]+/gi;
    }
    elsif (is_urn($line)) { $valid++ }
    else                  { $malformed++ }
}
print "$valid $malformed\n" if $command eq "check";
