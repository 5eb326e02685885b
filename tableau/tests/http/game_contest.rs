//! The rencontres of a championship that was really played, with the last words of an engine that fails.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Tableau;

#[test]
fn the_rencontres_of_a_championship_are_replayed_with_the_last_words_of_who_failed() {
    let home = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_tableau")).with_file_name("championnat");
    let fails = "muet=pipe:sh -c \"echo '<b>derniers mots</b>' >&2; exit 3\"";
    let played = Command::new(program)
        .args(["--langue", "fr", "jouer", "--jeu", "morpion", "--moteur", "hasard", "--moteur", fails])
        .args(["--format", "suisse:rondes=1", "--sans-essai"])
        .current_dir(home.path())
        .stdin(Stdio::null())
        .output()
        .expect("championnat: cargo build first");
    assert!(played.status.success(), "{played:?}");
    let tableau = Tableau::start(home.path(), &[]);
    let path = "/championnat/morpion/rencontre/1.1";
    // The store is read by a thread.
    let begin = std::time::Instant::now();
    let page = loop {
        let page = tableau.get(path);
        if page.status == 200 && page.body.contains("class=\"log\"") {
            break page.body;
        }
        assert!(page.status == 200 && begin.elapsed() < std::time::Duration::from_secs(60), "{page:?}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert!(page.contains("Derniers mots du moteur de muet") && page.contains("le moteur de muet a échoué"));
    assert!(page.contains("&#60;b&#62;derniers mots") && !page.contains("<b>derniers"), "{page}");
    assert!(tableau.get(&format!("{path}/plateau?partie=0&coup=0")).body.starts_with("<svg"));
    for missing in ["9.9", "x", "1", "0.0", "1.1.1", "-1.1"] {
        assert_eq!(
            tableau.get(&format!("/championnat/morpion/rencontre/{missing}")).status,
            404,
            "{missing}"
        );
    }
    assert_eq!(tableau.get("/championnat/rien/rencontre/1.1").status, 404);
}
