//! How much room there is for a ranking.

use championnat::Room;
use console::Term;

/// What the terminal has; no limit where the output is none, such as a pipe or a file.
pub fn of_terminal() -> Room {
    let terminal = Some(Term::stdout()).filter(Term::is_term);
    let size = terminal.and_then(|terminal| terminal.size_checked());
    Room { width: size.map(|(_, columns)| usize::from(columns)), grid: true }
}
