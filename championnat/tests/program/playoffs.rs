//! Swiss rounds, a play-off where a lot would decide who advances, the knock-out; killed in the middle of it.

use std::process::Command;

use crate::support::*;

/// Four players who always draw are level in everything, in each play-off too.
const HEAD: &str = "temps = 600\nsimultanees = 1\ndemarrage = 600\nconfinement = \"aucun\"\n\
                    [format]\ntype = \"suisse\"\nrondes = 1\nqualifies = 2\nbarrages = 1\nprolongations = 0";
const EQUAL: (&str, &str) = ("un", "moteur = \"minimax\"");

#[test]
fn a_play_off_goes_on_after_a_kill_and_then_the_lot_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    // From its third rencontre on, the second of its play-off, this one waits until it may go on.
    let minimax = program("moteur").display().to_string();
    let gate = "echo >> \"$0.starts\"\n\
                [ $(wc -l < \"$0.starts\") -lt 3 ] || while [ ! -e \"$0.go\" ]; do sleep 0.02; done\n";
    let gated = script(folder, "lent.sh", &format!("{gate}exec {minimax} morpion minimax\n"));
    let others = [EQUAL, ("deux", EQUAL.1), ("trois", EQUAL.1), ("lent", &*gated)];
    describe(folder, "morpion", HEAD, &others);
    let start = || -> Command { championnat(folder, &["jouer", "mai.toml", "--sans-essai"]) };
    let mut first = Killed(start().spawn().expect("championnat"));
    let gate = folder.join("lent.sh");
    until("the second rencontre of its play-off", || {
        let starts = std::fs::read_to_string(gate.with_extension("sh.starts")).unwrap_or_default();
        starts.lines().count() >= 3
    });
    first.0.kill().and_then(|()| first.0.wait()).expect("killed");
    let before = exported(folder);
    // Two of the Swiss round, at least two of the play-off.
    assert!((4..8).contains(&before.len()), "{:?}", before.keys());
    std::fs::write(gate.with_extension("sh.go"), "").expect("the gate opens");
    let output = start().output().expect("championnat");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let records = exported(folder);
    assert!(before.iter().all(|(key, record)| records[key].id == record.id));
    let keys: Vec<&str> = records.keys().map(String::as_str).collect();
    assert_eq!(keys, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2", "5.1"]);
    let shown = text(&run(folder, &["classement", "mai.toml"]).stdout);
    for said in [
        "rondes suisses",
        "barrage de qualification :",
        "encore à égalité après un barrage, départagés par tirage au sort",
        "oui, au tirage",
    ] {
        assert!(shown.contains(said), "{said} in {shown}");
    }
    let json = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).expect("JSON");
    let ranking = || json(&run(folder, &["classement", "mai.toml", "--format", "json"]).stdout);
    let ranked = ranking();
    assert_eq!(ranked["suisse"]["a_egalite"].as_array().map(Vec::len), Some(4), "{ranked}");
    assert_eq!(ranked["barrages"][0]["rencontres"].as_array().map(Vec::len), Some(6), "{ranked}");
    let points: i64 = ranked["classement"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| line["points"].as_i64())
        .sum();
    // Three rencontres count, each of two drawn games.
    assert_eq!(points, 3 * 2 * 2 * 3, "{ranked}");
    let csv = text(&run(folder, &["classement", "mai.toml", "--format", "csv"]).stdout);
    assert_eq!((csv.matches(";oui;").count(), csv.matches(";non;").count()), (2, 2), "{csv}");
    // The files alone say the same.
    let again = run(folder, &["jouer", "mai.toml", "--reconstruire"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(ranking(), ranked);
}
