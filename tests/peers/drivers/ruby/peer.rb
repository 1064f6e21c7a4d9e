# ruby peer.rb: urn, as its documentation says, for tests/peers; see ../../README.md for the
# protocol.
Gem.paths = { "GEM_HOME" => File.join(ENV["PEERS"], "ruby"), "GEM_PATH" => "" }
gem "urn"
require "urn"

$stdout.sync = true
hex = ->(s) { s.unpack1("H*") }
$stdin.each_line do |line|
  op, *fields = line.chomp.split("\t", -1)
  args = fields.map { |f| [f].pack("H*").force_encoding("UTF-8") }
  begin
    puts op == "eq" ? URN.new(args[0]) == URN.new(args[1]) :
      URN.new(args[0]).then { |u| "accept\tnid=#{hex[u.nid]}\tnss=#{hex[u.nss]}\tnorm=#{hex[u.normalize.to_s]}" }
  rescue URN::InvalidURNError
    puts "refuse"
  rescue StandardError => e
    puts "crash\t#{e.class}"
  end
end
