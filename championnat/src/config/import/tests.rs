//! Lists of classes as they come, and what becomes of them.

use std::collections::HashSet;

use jeux::Reason;

use super::*;
use crate::config::EngineCheck;
use crate::message::said;

/// Colonnes has names of 29 bytes, Labyrinthe plain ones without secrets.
fn import(
    list: &[u8],
    game: &str,
    accept: bool,
    before: Option<DescriptionBefore<'_>>,
) -> Result<Imported, ImportError> {
    let hasard = EngineCheck::by(|_, spec| match spec.to_string().as_str() {
        "hasard" => Ok(()),
        other => Err(Reason::new("engine-of-other-game").with(other)),
    });
    let import = Import {
        game,
        engines: &hasard,
        files: ["classe.csv", "classe.toml", "classe.secrets.csv"],
        command: None,
        host: "salle-12",
        port: 4242,
        title: None,
        accept,
        say: &said,
        before,
    };
    super::import(list, &import)
}

fn made(list: &str) -> Imported {
    import(list.as_bytes(), "colonnes", true, None).expect("a description")
}

/// What is wrong with a list, as (line, sentence).
fn wrong(list: &str) -> Vec<(u64, String)> {
    match import(list.as_bytes(), "colonnes", false, None) {
        Err(ImportError::List(remarks)) => {
            remarks.iter().map(|one| (one.line.unwrap_or(0), said(&one.message))).collect()
        }
        other => panic!("should be refused: {other:?}"),
    }
}

/// The contestants of what was made: name and secret.
fn contestants(description: &str) -> Vec<(String, Option<String>)> {
    known(description, "x").expect("a description").into_iter().map(|one| (one.name, one.secret)).collect()
}

fn names(description: &str) -> Vec<String> {
    contestants(description).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn a_class_becomes_a_championship_and_something_to_hand_out() {
    let made = made("Nom;Prénom;E-mail;Moteur\nDurand;Zoé;z@x.fr;\nO'Brien;Jo;;reseau\nHasard;;;hasard\n");
    assert_eq!((made.added, made.kept), (3, 0));
    let contestants = contestants(&made.description);
    assert_eq!(names(&made.description), ["Zoé Durand", "Jo O'Brien", "Hasard"]);
    assert!(contestants[2].1.is_none(), "an engine needs no secret");
    let about = "# Championnat d'après la liste classe.csv.\n";
    assert!(made.description.starts_with(about), "{}", made.description);
    assert!(
        made.description
            .contains("# aller-retour : 6 rencontres\n# aller-simple : 3 rencontres\n# suisse : 2")
    );
    let handout = made.handout.expect("two connect");
    let rows: Vec<&str> = handout.lines().collect();
    assert_eq!(rows[0], "\u{feff}nom;secret;commande;e-mail");
    let [zoe, jo] = [0, 1].map(|at| contestants[at].1.clone().expect("a secret"));
    assert_eq!(
        rows[1],
        format!(
            "Zoé Durand;{zoe};sh joueur.sh salle-12 4242 'Zoé Durand#{zoe}' --moteur 'pipe:VOTRE COMMANDE' --insiste;z@x.fr"
        )
    );
    let typed = csv::ReaderBuilder::new().delimiter(b';').from_reader(handout.as_bytes());
    let typed: Vec<_> = typed.into_records().map(|row| row.unwrap()[2].to_owned()).collect();
    assert_eq!(shlex::split(&typed[1]).expect("words")[4], format!("Jo O'Brien#{jo}"));
    assert_eq!(rows.len(), 3);
}

#[test]
fn secrets_differ_and_are_easy_to_type() {
    let list: String = (0..200).map(|number| format!("eleve{number}\n")).collect();
    let contestants = contestants(&made(&format!("nom\n{list}")).description);
    let secrets: HashSet<&str> = contestants.iter().filter_map(|(_, secret)| secret.as_deref()).collect();
    assert_eq!(secrets.len(), 200);
    for (name, secret) in &contestants {
        let secret = secret.as_deref().expect("a secret");
        assert!(secret.bytes().all(|c| c == b'-' || (c.is_ascii_lowercase() && !b"ilo".contains(&c))));
        // As long as there is room for, in whole groups.
        assert!(secret.split('-').all(|group| group.len() == 4) && secret.len() >= 9, "{secret}");
        assert!(
            (26..=30).contains(&(name.len() + 1 + secret.len())) || secret.len() == 19,
            "{name} {secret}"
        );
    }
}

#[test]
fn what_cannot_be_is_told_with_its_line_and_a_proposal() {
    let list = "prénom;nom;mail\n\
        Zoé;Durand;z@x.fr\n\
        ;;\n\
        zoé;durand;autre@x.fr\n\
        Zoé;Durand;Z@x.fr\n\
        Zoé;Durand;b@x.fr\n\
        Marie-Antoinette;de la Rochefoucauld;\n\
        =cmd#;x;\n";
    let found = wrong(list);
    let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [4, 5, 6, 7, 8]);
    let expected = [
        ("majuscules de « Zoé Durand », à la ligne 2", "proposition : « zoé durand 2 »"),
        ("déjà à la ligne 2, avec la même adresse", "ignorer cette ligne"),
        ("« Zoé Durand » est déjà à la ligne 2 ;", "proposition : « Zoé Durand 3 »"),
        ("36 octets, 20 au plus", "proposition : identifiant « Marie-Antoinette d. »"),
        ("# et les caractères de contrôle sont interdits", "proposition : « cmd x »"),
    ];
    for ((_, said), (why, proposal)) in found.iter().zip(expected) {
        assert!(said.contains(why) && said.contains(proposal), "{said}");
    }
    let taken = made(list);
    let blank: Vec<_> = taken.remarks.iter().filter(|one| one.message.id == "import-blank-line").collect();
    assert_eq!(blank.iter().map(|one| one.line).collect::<Vec<_>>(), [Some(3)]);
    let names = names(&taken.description);
    assert_eq!(names.len(), 5, "{names:?}");
    let lower: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(lower.len(), 5, "{names:?}");
    assert_eq!(names[2..], ["Zoé Durand 3", "Marie-Antoinette de la Rochefoucauld", "cmd x"]);
    let handout = taken.handout.expect("they connect");
    assert!(handout.contains(" 'Marie-Antoinette d.#"), "{handout}");
}

#[test]
fn an_unknown_engine_and_a_list_of_nobody_are_refused() {
    let found = wrong("nom;moteur\na;hasard\nb;hazard\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].0 == 3 && found[0].1.contains("moteur de « b »"), "{found:?}");
    assert!(wrong("nom\n")[0].1.contains("vide"));
}

#[test]
fn who_is_added_later_leaves_the_others_as_they_are() {
    let first = made("nom\nada\nMarie-Antoinette de la Rochefoucauld\n");
    let handout = first.handout.clone().expect("they connect");
    // The organiser has changed something by hand.
    let before = first.description.replace("aller-retour\"", "aller-simple\" # moins long");
    let list = b"nom\nada\nMarie-Antoinette de la Rochefoucauld\neve\n";
    let again = |accept, handout| {
        let before = DescriptionBefore { description: &before, handout };
        import(list, "colonnes", accept, Some(before)).expect("a description")
    };
    // What was proposed and taken before is not asked again.
    let added = again(false, Some(&handout));
    assert_eq!((added.added, added.kept), (1, 2));
    assert!(added.description.starts_with(&before), "byte for byte");
    assert!(added.handout.expect("it goes on").starts_with(&handout), "byte for byte");
    assert_eq!(names(&added.description)[2], "eve");
    // What was handed out is lost: all of it is written again, with the same secrets.
    let lost = again(false, None).handout.expect("they connect");
    for (name, secret) in contestants(&added.description).into_iter().take(2) {
        assert!(lost.contains(&format!("{name};{}", secret.expect("a secret"))), "{lost}");
    }
    let capitals = import(
        b"nom\nADA\n",
        "colonnes",
        false,
        Some(DescriptionBefore { description: &before, handout: None }),
    );
    let Err(ImportError::List(remarks)) = capitals else { panic!("{capitals:?}") };
    assert!(said(&remarks[0].message).contains("déjà dans la description"));
}

#[test]
fn a_game_that_carries_no_secrets_gets_plain_names_and_none() {
    let list = "prénom;nom\nZoé;Müller\nZoe;Muller\n";
    let made = import(list.as_bytes(), "labyrinthe", true, None).expect("a description");
    let contestants = contestants(&made.description);
    assert_eq!(names(&made.description), ["Zoé Müller", "Zoe Muller"]);
    assert!(made.description.contains("nom = \"Zoe Muller\"\nidentifiant = \"Zoe_Muller_2\"\n"));
    assert!(contestants.iter().all(|(_, secret)| secret.is_none()));
    assert!(
        made.handout
            .expect("they connect")
            .contains("Zoé Müller;;bin/joueur labyrinthe salle-12 4242 Zoe_Muller --moteur 'pipe:VOTRE COMMANDE' --jusqu-a-la-fin --insiste;")
    );
}

#[test]
fn an_identifier_of_the_list_is_what_connects() {
    let list = "nom;login;moteur\nMaximilienne Dupont-Saint-Exupéry;mdupont;\nZoé;MDupont;\n\
                Ann;a#b;\nHasard;h1;hasard\nBob;;\n";
    let found = wrong(list);
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
    assert!(found[0].1.contains(
        "« MDupont » est déjà l'identifiant de la ligne 2 ; proposition : identifiant « MDupont 2 »"
    ));
    let made = made(list);
    for (name, rest) in [
        ("Maximilienne Dupont-Saint-Exupéry", "identifiant = \"mdupont\"\nmoteur = \"reseau\""),
        ("Zoé", "identifiant = \"MDupont 2\""),
        ("Ann", "identifiant = \"ab\""),
        ("Hasard", "identifiant = \"h1\"\nmoteur = \"hasard\""),
        ("Bob", "moteur = \"reseau\""),
    ] {
        assert!(made.description.contains(&format!("nom = \"{name}\"\n{rest}\n")), "{}", made.description);
    }
    let handout = made.handout.as_deref().expect("they connect");
    assert!(
        handout.contains("\nMaximilienne Dupont-Saint-Exupéry;") && handout.contains(" 'mdupont#"),
        "{handout}"
    );
    // All of them are there: nothing is asked again, and what is lost is written again.
    let before = DescriptionBefore { description: &made.description, handout: None };
    let again = import(list.as_bytes(), "colonnes", false, Some(before)).expect("a description");
    assert_eq!((again.added, again.kept), (0, 5));
    assert_eq!(again.description, made.description);
    assert_eq!(again.handout.as_deref(), Some(handout));
}

#[test]
fn engines_whom_clients_could_not_tell_apart_are_remarked() {
    let long = "a".repeat(40);
    let list = format!("nom;moteur\n{long} un;hasard\nAda;\n{long} deux;hasard\n");
    let found = wrong(&list);
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4]);
    assert!(found[0].1.contains("s'appelleraient tous deux"), "{}", found[0].1);
    // Among engines alone nobody is told a name.
    made(&list.replace("Ada;", "Ada;hasard"));
}

#[test]
fn who_was_imported_under_a_shorter_name_is_not_added_again() {
    let before = "jeu = \"labyrinthe\"\n[[concurrent]]\nnom = \"Zoe_Muller\"\nmoteur = \"reseau\"\n\
                  [[concurrent]]\nnom = \"ada\"\nmoteur = \"reseau\"\n";
    let description = DescriptionBefore { description: before, handout: Some("nom;secret\n") };
    let list = "nom\nZoé Müller\nada\nÉve\n";
    let again = import(list.as_bytes(), "labyrinthe", true, Some(description)).expect("a description");
    assert_eq!((again.added, again.kept), (1, 2));
    assert_eq!(names(&again.description), ["Zoe_Muller", "ada", "Éve"]);
}
