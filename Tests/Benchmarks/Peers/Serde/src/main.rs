//! serde_json as a peer of the benchmarks, in a separate process that times itself.
//!
//! `serde-peer --version` prints the version of serde_json. `serde-peer MODEL echo` reads a body and writes the value again.
//! `serde-peer MODEL decode` and `serde-peer MODEL encode` read a body, then numbers. They answer each number with the
//! nanoseconds of processor time for doing the work that many times. A body is a line with its length, then its bytes.

mod account;
mod canada;
mod citm_catalog;
mod thread_time;
mod twitter;
mod twitter_api_response;

use serde::{de::DeserializeOwned, Serialize};
use std::io::{self, BufRead, Read, Write};
use std::{arch::asm, env, process};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--version"] => writeln!(io::stdout(), "{}", version()),
        ["account", work] => run::<account::Account>(work),
        ["canada", work] => run::<canada::FeatureCollection>(work),
        ["citm_catalog", work] => run::<citm_catalog::Catalog>(work),
        ["twitter", work] => run::<twitter::Search>(work),
        ["twitter_api_response", work] => run::<Vec<twitter_api_response::Status>>(work),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "usage: serde-peer MODEL echo|decode|encode")),
    };
    if let Err(error) = done {
        eprintln!("serde-peer: {}", error);
        process::exit(1);
    }
}

/// The version of serde_json, which cargo writes to Cargo.lock before it compiles this.
fn version() -> &'static str {
    let mut lines = include_str!("../Cargo.lock").lines();
    lines.find(|line| *line == "name = \"serde_json\"");
    lines.next().and_then(|line| line.split('"').nth(1)).unwrap_or("of an unknown version")
}

fn run<Model: DeserializeOwned + Serialize>(work: &str) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut line = String::new();
    input.read_line(&mut line)?;
    let mut body = vec![0; number(&line)?];
    input.read_exact(&mut body)?;
    let value: Model = serde_json::from_slice(&body)?;
    match work {
        "echo" => io::stdout().write_all(&serde_json::to_vec(&value)?),
        "decode" => answer(input, || {
            keep(serde_json::from_slice::<Model>(&body).expect("the body was read before"))
        }),
        _ => answer(input, || keep(serde_json::to_vec(&value).expect("values in memory can be written"))),
    }
}

/// Does the work as often as each line says, and writes how long that took. The time includes dropping the results.
fn answer(input: impl BufRead, mut work: impl FnMut()) -> io::Result<()> {
    let mut output = io::stdout();
    for line in input.lines() {
        let count = number(&line?)?;
        let start = thread_time::now();
        for _ in 0..count {
            work();
        }
        writeln!(output, "{}", thread_time::now() - start)?;
        output.flush()?;
    }
    Ok(())
}

fn number(line: &str) -> io::Result<usize> {
    line.trim_end().parse().map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "expected a number"))
}

/// Makes the optimizer assume that a value is used, then drops it. `std::hint::black_box` is newer than Debian 12's compiler.
#[inline(always)]
fn keep<Value>(value: Value) {
    // SAFETY: there are no instructions; the optimizer must assume that they read the value.
    unsafe { asm!("/* {0} */", in(reg) &value, options(nostack, preserves_flags)) }
}
