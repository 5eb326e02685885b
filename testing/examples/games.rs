//! Writes random games: see [`testing::games`].

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    let (plies, seed) = (arguments.next().unwrap_or(10_000), arguments.next().unwrap_or(1));
    let mut out = BufWriter::new(io::stdout().lock());
    testing::games::random(usize::try_from(plies).map_err(io::Error::other)?, seed, &mut out)?;
    out.flush()
}
