<?php
// php peer.php: league/uri, as its documentation says, for tests/peers; see ../../README.md
// for the protocol.
use League\Uri\Urn;

require getenv('PEERS').'/php/vendor/autoload.php';

while (($line = fgets(STDIN)) !== false) {
    $fields = explode("\t", rtrim($line, "\n"));
    $args = array_map('hex2bin', array_slice($fields, 1));
    try {
        if ($fields[0] === 'eq') {
            $out = Urn::new($args[0])->equals(Urn::new($args[1])) ? 'true' : 'false';
        } elseif (null === $u = Urn::parse($args[0])) {
            $out = 'refuse';
        } else {
            $out = 'accept';
            $parts = ['nid' => $u->getNid(), 'nss' => $u->getNss(), 'r' => $u->getRComponent(), 'q' => $u->getQComponent(), 'f' => $u->getFComponent(), 'norm' => (string) $u->normalize()];
            foreach ($parts as $name => $part) {
                $out .= "\t$name=".($part === null ? '-' : bin2hex($part));
            }
        }
    } catch (League\Uri\Exceptions\SyntaxError) {
        $out = 'refuse';
    } catch (Throwable $e) {
        $out = "crash\t".$e::class;
    }
    echo $out, "\n";
}
