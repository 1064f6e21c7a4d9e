//! The race of Rust's parsers: criterion measures the time, a counting allocator what is
//! allocated. It runs with the directory of the inputs in the environment as PEERS.
use criterion::Criterion;
use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

static BYTES: AtomicUsize = AtomicUsize::new(0);
static TIMES: AtomicUsize = AtomicUsize::new(0);

struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size(), Relaxed);
        TIMES.fetch_add(1, Relaxed);
        System.alloc(layout)
    }
    unsafe fn dealloc(&self, p: *mut u8, layout: Layout) {
        System.dealloc(p, layout)
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn read(name: &str) -> Vec<String> {
    let path = std::path::Path::new(&std::env::var("PEERS").unwrap()).join(name);
    std::fs::read_to_string(path).unwrap().lines().map(str::to_string).collect()
}

fn measure(c: &mut Criterion, name: &str, work: &str, mut batch: impl FnMut()) {
    let (bytes, times) = (BYTES.load(Relaxed), TIMES.load(Relaxed));
    batch();
    println!("allocations\t{name}\t{work}\t{}\t{}", BYTES.load(Relaxed) - bytes, TIMES.load(Relaxed) - times);
    c.bench_function(&format!("{name}/{work}"), |b| b.iter(&mut batch));
}

// The two crates have one interface. A UrnSlice owns nothing if the name is in normal form.
macro_rules! race {
    ($c:expr, $name:literal, $krate:ident) => {{
        use $krate::UrnSlice;
        let (names, others, malformed) = (read("race.names"), read("race.others"), read("race.malformed"));
        let get = |s: &'_ str| -> usize { UrnSlice::try_from(black_box(s)).unwrap().nss().len() };
        measure($c, $name, "parse", || names.iter().for_each(|s| { black_box(get(s)); }));
        measure($c, $name, "refuse", || malformed.iter().for_each(|s| { black_box(UrnSlice::try_from(black_box(s.as_str())).is_err()); }));
        // A name is normalised when it is parsed.
        measure($c, $name, "normalize", || others.iter().for_each(|s| { black_box(UrnSlice::try_from(black_box(s.as_str())).unwrap().as_str().len()); }));
        measure($c, $name, "equal", || names.iter().zip(&others).for_each(|(a, b)| {
            assert!(UrnSlice::try_from(black_box(a.as_str())).unwrap() == UrnSlice::try_from(black_box(b.as_str())).unwrap());
        }));
    }};
}

fn main() {
    let mut c = Criterion::default().warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2)).sample_size(30).without_plots();
    race!(&mut c, "urn", urn);
    race!(&mut c, "urn-rs", urn_rs);
}
