//! What engines logged in their turns: a file for each player beside the record.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arbitre::host::{Task, TaskLog, TaskSeat, turns, turns_log};
use jeux::Slot;

/// By the name of the game and the number of the move.
pub type TurnLogs = BTreeMap<(String, usize), Vec<String>>;

/// The longest log that is shown of a turn, in lines.
const LINES: usize = 20;

/// Has the engines of this task log into this folder.
pub fn keep(task: &mut Task, folder: &Path) {
    for slot in Slot::ALL {
        let path = turns_log(folder, &task.id, slot);
        let player = &mut task.players[slot];
        let title = format!("--- {}", player.name);
        if let TaskSeat::Engine(engine) = &mut player.seat {
            engine.log.get_or_insert(TaskLog { path, title });
        }
    }
}

/// What was logged there of this rencontre.
pub fn read(folder: &Path, id: &str) -> TurnLogs {
    let logs = Slot::ALL.map(|slot| fs::read_to_string(turns_log(folder, id, slot)).unwrap_or_default());
    logs.iter().flat_map(|log| turns(log)).collect()
}

/// The lines of a turn for a report, indented.
pub fn shown(logs: &TurnLogs, partie: &str, number: usize) -> String {
    let Some(lines) = logs.get(&(partie.to_owned(), number)) else { return String::new() };
    let mut text: String = lines.iter().take(LINES).map(|line| format!("      | {line}\n")).collect();
    if lines.len() > LINES {
        text += "      | ...\n";
    }
    text
}
