//! The rencontres of a championship that was really played, with the last words of an engine that fails.

use testing::find;
use testing::process::run;

use crate::common::Tableau;
use crate::common::contest::command;

#[test]
fn the_rencontres_of_a_championship_are_replayed_with_the_last_words_of_who_failed() {
    let home = tempfile::tempdir().expect("a folder");
    let fails = "muet=pipe:sh -c \"echo '<b>derniers mots</b>' >&2; exit 3\"";
    let words = ["jouer", "--jeu", "morpion", "--moteur", "hasard", "--moteur", fails];
    let words = [&words[..], &["--format", "suisse:rondes=1", "--sans-essai", "--langue", "fr"]].concat();
    run(&mut command("championnat", home.path(), &words));
    let tableau = Tableau::start(home.path(), &[]);
    let path = "/championnat/morpion/rencontre/1.1";
    // The store is read by a thread.
    let page = find("the log", || {
        let page = tableau.get(path);
        assert_eq!(page.status, 200, "{page:?}");
        page.body.contains("class=\"log\"").then_some(page.body)
    });
    assert!(page.contains("Derniers mots du moteur de muet") && page.contains("Le moteur de muet a échoué"));
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
