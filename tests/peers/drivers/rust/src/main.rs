//! peers PARSER: Rust's parsers, each called as its documentation says, for tests/peers; see
//! ../../README.md for the protocol.
use std::io::{self, BufRead, Write};

fn hex(s: &str) -> String {
    s.bytes().map(|b| format!("{b:02x}")).collect()
}

fn text(field: &str) -> String {
    let bytes = (0..field.len()).step_by(2).map(|i| u8::from_str_radix(&field[i..i + 2], 16).unwrap()).collect();
    String::from_utf8(bytes).unwrap()
}

fn field(name: &str, s: Option<&str>) -> String {
    format!("\t{name}={}", s.map_or("-".to_string(), hex))
}

// The two crates have one interface.
macro_rules! peer {
    ($name:ident, $krate:ident) => {
        mod $name {
            use super::*;
            use $krate::Urn;

            pub fn parse(s: &str) -> String {
                match s.parse::<Urn>() {
                    Err(_) => "refuse".to_string(),
                    Ok(u) => {
                        "accept".to_string()
                            + &field("nid", Some(u.nid()))
                            + &field("nss", Some(u.nss()))
                            + &field("r", u.r_component())
                            + &field("q", u.q_component())
                            + &field("f", u.f_component())
                            + &field("norm", Some(u.as_str()))
                    }
                }
            }

            pub fn equal(a: &str, b: &str) -> String {
                (a.parse::<Urn>().unwrap() == b.parse::<Urn>().unwrap()).to_string()
            }
        }
    };
}

peer!(urn_crate, urn);
peer!(urn_rs_crate, urn_rs);

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let first = args[1] == "urn";
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split('\t').collect();
        let args: Vec<String> = fields[1..].iter().map(|f| text(f)).collect();
        let answer = std::panic::catch_unwind(|| match (fields[0], first) {
            ("parse", true) => urn_crate::parse(&args[0]),
            ("parse", false) => urn_rs_crate::parse(&args[0]),
            (_, true) => urn_crate::equal(&args[0], &args[1]),
            (_, false) => urn_rs_crate::equal(&args[0], &args[1]),
        });
        writeln!(out, "{}", answer.unwrap_or("crash\tpanic".to_string())).unwrap();
        out.flush().unwrap();
    }
}
