//! Handing in: what lands in the spool of a ladder, and what is refused.

use std::fs;

use echelle::spool::{Wish, deposits};
use serde_json::Value;

use crate::common::Tableau;
use crate::common::ladder::{FORM, MULTIPART, cookie, files, get, ladder, multipart, send, version};
use crate::schema::Description;

/// What is in the spool, deposits or not.
fn entries(spool: &std::path::Path) -> usize {
    fs::read_dir(spool).map_or(0, Iterator::count)
}

#[test]
fn what_is_handed_in_lands_in_the_spool() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let (folder, secrets) = ladder(root, "colonnes", "jeu = \"colonnes\"", &[("Ana", ""), ("Bob", "")]);
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let ana = cookie(&tableau, "colonnes", &secrets[0]);
    // As a browser sends them: an input without a file, and a folder with its paths.
    let form = multipart(&[
        ("fichiers", Some(""), ""),
        ("dossier", Some("projet/src/joueur.py"), "print(1)\n"),
        ("dossier", Some("projet/a b.txt"), "é\r\n"),
        ("dossier", Some("projet/.git/config"), "[core]"),
        ("nom", None, ""),
        ("code", None, "  \r\n"),
    ]);
    let taken = send(&tableau, &ana, "/echelle/colonnes/depot", MULTIPART, &form);
    assert_eq!((taken.status, taken.header("location")), (303, Some("/echelle/colonnes/moi")), "{taken:?}");
    let spool = folder.spool();
    let waiting = deposits(&spool).expect("deposits");
    assert_eq!((waiting.len(), waiting[0].student.as_str(), &waiting[0].wish), (1, "ana", &Wish::Submit));
    let landed = |at: usize| files(&deposits(&spool).expect("deposits")[at].files(&spool));
    let expected = [("projet/a b.txt", "é\r\n"), ("projet/src/joueur.py", "print(1)\n")];
    assert_eq!(landed(0), expected.map(|(path, text)| (path.into(), text.to_owned())));
    let page = get(&tableau, &ana, "/echelle/colonnes/moi").body;
    assert!(page.contains("en attente, place 1 dans la file"), "{page}");
    let command = format!("-F fichier=@joueur.py http://{}/api/v1/echelles/colonnes/depots", tableau.address);
    assert!(page.contains(&command), "{page}");
    // Pasted code, with the lines of a program and not of mail.
    let form = multipart(&[("nom", None, "a.sh"), ("code", None, "#!/bin/sh\r\necho\r\n")]);
    assert_eq!(send(&tableau, &ana, "/echelle/colonnes/depot", MULTIPART, &form).status, 303);
    assert_eq!(landed(1), [("a.sh".into(), "#!/bin/sh\necho\n".to_owned())]);
    // A program, with a form and with a file as it is.
    let bearer = format!("bearer {}", secrets[1]);
    let sent = |path: &str, kind: &str, body: &str| {
        tableau.ask("POST", path, &[("authorization", &bearer), ("content-type", kind)], body)
    };
    let depots = "/api/v1/echelles/colonnes/depots";
    for header in ["", "Bearer", "Basic eDp5"] {
        let answer = tableau.ask("POST", depots, &[("authorization", header)], "");
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, Some("Bearer")), "{answer:?}");
        let said: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(
            Description::read().wrong("POST", depots, 401, "application/problem+json", &said),
            [""; 0]
        );
    }
    let form = multipart(&[("fichier", Some("a.py"), "a"), ("fichier", Some("b.py"), "b")]);
    let taken = sent(depots, MULTIPART, &form);
    let said: Value = serde_json::from_str(&taken.body).expect("JSON");
    assert_eq!(Description::read().wrong("POST", depots, taken.status, "application/json", &said), [""; 0]);
    let newest = deposits(&spool).expect("deposits")[2].clone();
    assert_eq!(
        (taken.status, said["id"].as_str(), &said["counts"]),
        (201, Some(&*newest.id), &Value::Bool(true))
    );
    assert_eq!(said["arrived"], newest.arrived.to_string());
    assert_eq!((newest.student.as_str(), landed(2).len()), ("bob", 2));
    assert_eq!(sent(&format!("{depots}?nom=src/c.py"), "text/x-python", "c").status, 201);
    assert_eq!(landed(3), [("src/c.py".into(), "c".to_owned())]);
    assert_eq!(sent(depots, "application/zip", "PK\u{3}\u{4}...").status, 201);
    assert_eq!(landed(4)[0].0.to_str(), Some("depot.zip"));
    // What is not taken leaves nothing, and says why.
    let before = entries(&spool);
    for (form, status, why) in [
        (multipart(&[("fichiers", Some("../a.py"), "a")]), 422, "../a.py"),
        (multipart(&[("fichiers", Some("/etc/a.py"), "a")]), 422, "/etc/a.py"),
        (multipart(&[("fichiers", Some("a/../../b"), "a")]), 422, "sans « .. »"),
        (multipart(&[("fichiers", Some("a"), "1"), ("fichiers", Some("a"), "2")]), 422, "deux fois"),
        (multipart(&[("fichiers", Some("a"), "1"), ("fichiers", Some("a/b"), "2")]), 422, "deux fois"),
        (multipart(&[("fichiers", Some(&"a/".repeat(20)), "1")]), 422, "trop de dossiers"),
        (multipart(&[("fichiers", Some(""), "")]), 422, "pas de fichier"),
        (multipart(&[("nom", None, ""), ("code", None, "print()")]), 422, "joueur.py"),
        (multipart(&[("nom", None, "../x"), ("code", None, "print()")]), 422, "../x"),
        (
            "--XyZ\r\ncontent-disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\nabc".into(),
            400,
            "en entier",
        ),
    ] {
        let refused = send(&tableau, &ana, "/echelle/colonnes/depot", MULTIPART, &form);
        assert!(refused.status == status && refused.body.contains(why), "{why}: {refused:?}");
    }
    let many: Vec<String> = (0..1001).map(|number| format!("f{number}")).collect();
    let many: Vec<_> = many.iter().map(|name| ("fichiers", Some(name.as_str()), "")).collect();
    let refused = send(&tableau, &ana, "/echelle/colonnes/depot", MULTIPART, &multipart(&many));
    assert!(refused.status == 413 && refused.body.contains("trop de fichiers : 1"), "{refused:?}");
    assert_eq!(sent(depots, "text/plain", "print()").status, 422, "without a name");
    assert_eq!(sent(depots, "text/plain", "").status, 422, "nothing");
    testing::until("the threads that write to give up", || entries(&spool) == before);
}

#[test]
fn limits_are_those_of_the_settings() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let quota = "jeu = \"colonnes\"\n[quota]\nmio = 1\nmio_en_tout = 2\npar_heure = 3\n";
    let (small, secrets) = ladder(root, "petite", quota, &[("Ana", ""), ("Bob", "")]);
    let closed = "jeu = \"colonnes\"\nfermeture = \"2026-01-01T18:00\"\n";
    let (over, late) = ladder(root, "finie", closed, &[("Ana", "")]);
    let tableau = Tableau::start(root, &["--echelles", root.to_str().expect("text")]);
    let ana = cookie(&tableau, "petite", &secrets[0]);
    let file = |bytes: usize| multipart(&[("fichiers", Some("a.py"), &"x".repeat(bytes))]);
    let depot = |bytes: usize| send(&tableau, &ana, "/echelle/petite/depot", MULTIPART, &file(bytes));
    let large = depot((1 << 20) + 1);
    assert!(large.status == 413 && large.body.contains("1 Mio au plus"), "{large:?}");
    // The answer is heard though much more comes.
    assert_eq!(depot(20 << 20).status, 413);
    assert_eq!(depot(1 << 20).status, 303);
    // A version counts as what it is, unpacked and compiled.
    version(&small, "ana", 1, echelle::Stage::Passed);
    let engine = small.version("ana", 1).join("moteur");
    fs::create_dir(&engine).expect("a folder");
    fs::write(engine.join("b"), "x".repeat(600 << 10)).expect("a file");
    let full = depot(600 << 10);
    assert!(full.status == 413 && full.body.contains("2,2 Mio : 2 Mio au plus"), "{full:?}");
    assert_eq!((depot(10).status, depot(10).status), (303, 303));
    let often = depot(10);
    assert!(often.status == 429 && often.body.contains("3 dépôts par heure au plus"), "{often:?}");
    let bob = cookie(&tableau, "petite", &secrets[1]);
    assert_eq!(send(&tableau, &bob, "/echelle/petite/depot", MULTIPART, &file(10)).status, 303);
    // A version that has passed may be asked for again, by its student.
    let again = |cookie: &str, number: u32| {
        send(&tableau, cookie, &format!("/echelle/petite/version/ana/{number}/reprendre"), FORM, "").status
    };
    assert_eq!((again(&bob, 1), again(&ana, 2), again(&ana, 1)), (403, 422, 303));
    let before = entries(&small.spool());
    assert_eq!((again(&ana, 1), entries(&small.spool())), (303, before), "pressed twice");
    let wishes = deposits(&small.spool()).expect("deposits");
    assert_eq!(wishes.last().map(|deposit| deposit.wish.clone()), Some(Wish::Return(1)));
    // Nothing is taken after the closing, which is told.
    let ana = cookie(&tableau, "finie", &late[0]);
    let refused = send(&tableau, &ana, "/echelle/finie/depot", MULTIPART, &file(10));
    assert!(
        refused.status == 403 && refused.body.contains("fermés depuis le 2026-01-01 18:00:00"),
        "{refused:?}"
    );
    let bearer = format!("Bearer {}", late[0]);
    let headers = [("authorization", bearer.as_str())];
    let refused = tableau.ask("POST", "/api/v1/echelles/finie/depots?nom=a.py", &headers, "a");
    assert!(refused.status == 403 && refused.body.contains("fermés depuis"), "{refused:?}");
    assert_eq!(refused.header("content-type"), Some("application/problem+json"));
    assert_eq!(entries(&over.spool()), 0);
}

#[test]
fn versions_that_cannot_be_read_count() {
    let home = tempfile::tempdir().expect("a folder");
    let root = home.path();
    let quota = "jeu = \"colonnes\"\n[quota]\npar_heure = 2\n";
    let (folder, secrets) = ladder(root, "colonnes", quota, &[("Ana", "")]);
    fs::create_dir_all(folder.version("ana", 1)).expect("a folder");
    fs::write(folder.version("ana", 1).join("version.json"), "{").expect("a file");
    let tableau = Tableau::start(root, &["--echelles", "."]);
    let ana = cookie(&tableau, "colonnes", &secrets[0]);
    let form = multipart(&[("fichiers", Some("a.py"), "x")]);
    let depot = || send(&tableau, &ana, "/echelle/colonnes/depot", MULTIPART, &form).status;
    assert_eq!((depot(), depot()), (303, 429));
}
