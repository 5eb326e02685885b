//! Descriptions of championships: any text is one, or has problems at places in it; contestants are found by their names.

#![no_main]

use std::net::Ipv4Addr;
use std::path::Path;

use championnat::{Config, ContestantId, EngineCheck, game_of, port_of};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Config::parse(Path::new("/nowhere/mai.toml"), text, &EngineCheck::by(|_, _| Ok(()))) {
        Ok(config) => {
            assert_eq!(config.seats.len(), config.secrets.len());
            for contestant in ContestantId::all(config.seats.len()) {
                assert_eq!(config.by_login(config.login(contestant)), Some(contestant));
                config.admit(config.login(contestant), Ipv4Addr::LOCALHOST.into()).ok();
            }
            assert_eq!(game_of(text, "mai.toml").ok().as_deref(), Some(config.regulations.game.as_str()));
            assert_eq!(
                port_of(text, "mai.toml").ok().flatten(),
                config.ports.first().map(|port| port.number)
            );
        }
        Err(error) => {
            assert!(!error.problems.is_empty());
            let lines = text.lines().count().max(1);
            for (line, column) in error.problems.iter().filter_map(|problem| problem.position) {
                assert!(line >= 1 && column >= 1 && line <= lines + 1);
            }
        }
    }
});
