//! check|find FILE: counts lines that are URNs, or writes the URNs of a text.
use std::io::{BufRead, BufReader, BufWriter, Write};
use urn_rs::UrnSlice;

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let mut lines = BufReader::new(std::fs::File::open(&args[2])?).lines();
    let mut out = BufWriter::new(std::io::stdout());
    let like = regex::Regex::new(r#"(?i)\burn:[^\s"'<>]+"#).unwrap();
    let (mut valid, mut malformed) = (0, 0);
    while let Some(line) = lines.next().transpose()? {
        if args[1] == "find" {
            for name in like.find_iter(&line).filter(|m| UrnSlice::try_from(m.as_str()).is_ok()) {
                writeln!(out, "{}", name.as_str())?;
            }
        } else if UrnSlice::try_from(line.as_str()).is_ok() {
            valid += 1;
        } else {
            malformed += 1;
        }
    }
    if args[1] == "check" {
        writeln!(out, "{valid} {malformed}")?;
    }
    out.flush()
}
