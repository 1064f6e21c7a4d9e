//! peers PARSER: Rust's parsers, each called as its documentation says, for tests/peers; see
//! ../../README.md for the protocol.
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

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
            use $krate::{Urn, UrnSlice};

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

            /// Parses as the crate's documentation does where nothing need be owned.
            pub fn work(name: &str, s: &str) -> usize {
                let u = UrnSlice::try_from(s);
                match (name, u) {
                    ("parse", Ok(u)) => u.nss().len(),
                    ("normalize", Ok(u)) => u.as_str().len(), // normalised when it is parsed
                    ("refuse", Err(_)) => 1,
                    ("equal", Ok(u)) => (u == UrnSlice::try_from(s).unwrap()) as usize,
                    _ => 0,
                }
            }
        }
    };
}

peer!(urn_crate, urn);
peer!(urn_rs_crate, urn_rs);

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let first = args[1] == "urn";
    if args.len() > 2 {
        // NAMES SECONDS WORK: the race
        let data = std::fs::read_to_string(&args[2]).unwrap();
        let names: Vec<&str> = data.lines().collect();
        let work = if first { urn_crate::work } else { urn_rs_crate::work };
        let run = || {
            for s in &names {
                std::hint::black_box(work(&args[4], std::hint::black_box(s)));
            }
        };
        run();
        let want = Duration::from_secs_f64(args[3].parse().unwrap());
        let (start, mut n) = (Instant::now(), 0);
        while start.elapsed() < want {
            run();
            n += names.len();
        }
        println!("{}", start.elapsed().as_nanos() as f64 / n as f64);
        return;
    }
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
