//! The size of a bot's integers: 2 bytes in Free Pascal's default mode, 4 in the others. The file
//! does not say.
//!
//! The grid that the bot makes nearly always does: read either way, only one reading follows the
//! rules. If both do, which needs a grid with very few walls, another process asks the bot for a
//! grid with more of them.

use std::io::Read;
use std::os::fd::AsFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Result;
use ipc::wait::{Deadline, wait};
use jeux::Reason;
use jeux::sphinx::{Grid, Shape};
use nix::poll::PollFlags;
use protocol::moteur::EngineLine;

use super::arrays::{Variable, Width};
use super::symbols::{Symbols, size};
use crate::cli::HoteSphinx;
use crate::hotes::child_side::apart;

/// The time for the other process, on the bot's clock.
const PROBING: Duration = Duration::from_secs(1);

/// The width in which the bot wrote its grid; `None` if both readings follow the rules.
pub fn found(grid: &Variable, shape: &Shape) -> Result<Option<Width>, Reason> {
    let valid = valid(grid, shape)?;
    if !valid.is_empty() {
        return Ok(only(&valid));
    }
    // It loses by either reading: with the reason of its own width if known, otherwise of the
    // template's.
    let mut plausible = Vec::new();
    for width in Width::ALL {
        if grid.read(width)?.iter().flatten().all(|value| (0..=3).contains(value)) {
            plausible.push(width);
        }
    }
    Ok(Some(only(&plausible).unwrap_or(Width::Two)))
}

/// The widths by which a grid follows the rules.
fn valid(grid: &Variable, shape: &Shape) -> Result<Vec<Width>, Reason> {
    let mut valid = Vec::new();
    for width in Width::ALL {
        let rows = grid.read(width)?.into_iter().map(|row| row.into_iter().map(i64::from));
        if Grid::of_rows(rows).check(*shape).is_ok() {
            valid.push(width);
        }
    }
    Ok(valid)
}

fn only(widths: &[Width]) -> Option<Width> {
    match widths {
        [width] => Some(*width),
        _ => None,
    }
}

/// The width found by another process with more walls, within a second; otherwise the subject's
/// template's.
pub fn probed(args: &HoteSphinx, shape: &Shape) -> Width {
    ask(args, shape).unwrap_or(Width::Two)
}

fn ask(args: &HoteSphinx, shape: &Shape) -> Option<Width> {
    // A third of the cells: enough for the readings to differ, and a path is easily left.
    let walls = (shape.height() * shape.width() / 3).max(shape.walls());
    let shape = format!("{}:{}:{walls}", shape.height(), shape.width());
    let mut command = Command::new(std::env::current_exe().ok()?);
    let guard = std::process::id().to_string();
    command.args(["hote-sphinx", "--dedans", &guard, "--sonde", &shape, "--"]).arg(&args.hosting.library);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let mut output = child.stdout.take()?;
    let deadline = Deadline::after(Instant::now(), Some(PROBING));
    let ready = wait([(output.as_fd(), PollFlags::POLLIN)], deadline);
    let mut text = [0; 64];
    let read = if matches!(ready, Ok([true])) { output.read(&mut text).unwrap_or(0) } else { 0 };
    // It has answered, or will not.
    child.kill().and_then(|()| child.wait()).ok();
    match std::str::from_utf8(&text[..read]).ok()?.trim().parse() {
        Ok(EngineLine::Info(bits)) => Width::of_bits(&bits),
        _ => None,
    }
}

/// Asks the bot for a grid of this shape, `h:w:n`, and writes its width, if it is plain. Other
/// texts are ignored.
pub fn answer(args: &HoteSphinx, shape: &str) -> Result<()> {
    let numbers: Vec<usize> = shape.split(':').filter_map(|number| number.parse().ok()).collect();
    let [height, width, walls] = numbers[..] else { return Ok(()) };
    let (_, mut calls) = apart(args.hosting.inside.unwrap_or_default(), args.hosting.memory_bytes())?;
    let shape = Shape::new(height, width, walls).map_err(Reason::from)?;
    let symbols = Symbols::load(&args.hosting.library)?;
    let mut grid = Variable::new(height, width);
    symbols.init_grid(&mut grid, size(&shape), walls as i32);
    if let Some(width) = only(&valid(&grid, &shape)?) {
        calls.now(width.bits());
    }
    Ok(())
}
