# SPDX-License-Identifier: Apache-2.0
# Hashes, sorting, a pipe from a child, signals and a large string, all of which is printed.
use strict;
use warnings;
$| = 1;
my %count;
my $seed = 7;
for (1 .. 200_000) {
    $seed = ($seed * 1103515245 + 12345) % 2147483648;
    $count{$seed % 5000}++;
}
print join(",", map { "$_=$count{$_}" } (sort { $a <=> $b } keys %count)[0 .. 50]), "\n";
my $pid = open(my $child, "-|") // die;
if ($pid == 0) {
    print "from the child ", length("x" x 3_000_000), "\n";
    exit 3;
}
print <$child>;
close $child;
print "status ", $? >> 8, "\n";
my $alarms = 0;
$SIG{USR1} = sub { $alarms++ };
kill USR1 => $$ for 1 .. 5;
print "signals ", ($alarms > 0 ? "came" : "lost"), "\n";
my $large = join(" ", 1 .. 400_000);
$large =~ s/7/seven/g;
print length($large), " ", unpack("%32C*", $large), "\n";
warn "a warning\n";
exit 5;
