//! A referee that is killed takes those with it whom it has confined.

use std::env;
use std::process::{Command, Stdio};

use confine::{Means, Policy};
use serde_json::{from_str, to_string};

use crate::remains;
use crate::trial::{Essai, PATIENCE, ordinary, referee};
use testing::process::program;

/// What this program is told that is to referee for another one and to be killed: how engines are confined, and who they are.
const TOLD: &str = "ARBITRE_ESSAI";

/// The hostile engine hangs, and has left somebody behind; then its referee is killed.
fn killed(essai: &Essai, command: &mut Command) {
    let mut referee =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a referee");
    let there = testing::happens(|| remains::running(&essai.hostile) >= 2);
    let found = remains::processes(&essai.hostile);
    referee.kill().expect("killed");
    referee.wait().expect("its end");
    assert!(there, "{found:?}");
    essai.nothing_left();
}

#[test]
fn a_server_that_is_killed_leaves_nobody() {
    for engine in ["survit", "prctl"] {
        let essai = Essai::new(engine).told(["suspend", "ferme"]);
        let mut server = Command::new(program("serveur"));
        server.args(["joue", "sept-couleurs", &essai.spec(), &essai.honest.spec(), "--sans-parties"]);
        killed(&essai, server.args(["--temps", "600"]));
    }
}

/// This program again, which does nothing but the test below.
#[test]
fn a_referee_that_is_killed_leaves_nobody() {
    let without = Policy { without: [Means::UserNamespace].into(), ..ordinary() };
    for policy in [Policy::none(), ordinary(), without] {
        for engine in ["survit", "prctl"] {
            let essai = Essai::new(engine).told(["suspend", "ferme"]).under(policy.clone());
            let told = to_string(&(&policy, [essai.spec(), essai.honest.spec()])).expect("text");
            let mut other = Command::new(env::current_exe().expect("this program"));
            other.args(["--exact", "killed_referee::who_is_told_to_referees_for_others"]).env(TOLD, told);
            killed(&essai, &mut other);
        }
    }
}

/// Nobody is left of a match that ends by itself either.
#[test]
fn who_is_told_to_referees_for_others() {
    if let Ok(told) = env::var(TOLD) {
        let (policy, [one, other]): (Policy, [String; 2]) = from_str(&told).expect("as told");
        referee([&one, &other], &policy, PATIENCE);
    } else {
        Essai::new("honnete").plays_on();
    }
}
