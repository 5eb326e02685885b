//! The submissions of a class, from Moodle's download to the championship that is played between them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use zip::write::{SimpleFileOptions, ZipWriter};

use crate::support::*;

fn example(name: &str) -> Vec<u8> {
    fs::read(testing::root().join("moteur-ia/exemples").join(name)).expect("an example")
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

fn zipped(path: &Path, files: &[(&str, Vec<u8>)]) {
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    let mut zip = ZipWriter::new(fs::File::create(path).expect("a file"));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("written");
    }
    zip.finish().expect("finished");
}

/// Plays at random if the file beside it is there.
fn reader() -> Vec<u8> {
    let check = b"open('ouvertures.txt').read()\nopen('journal.txt', 'a').write('x')\n";
    [&check[..], &example("premier.py")].concat()
}

fn all_of(output: &std::process::Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn the_submissions_of_a_class_become_a_championship() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let class = folder.join("rendus");
    let of = |name: &str| class.join(format!("{name}_assignsubmission_file_"));
    zipped(
        &of("Durand Zoé_11").join("projet.zip"),
        &[
            ("projet/bot.py", reader()),
            ("projet/ouvertures.txt", b"B2".into()),
            ("projet/journal.txt", b"hier".into()),
            ("__MACOSX/projet/._bot.py", vec![0]),
        ],
    );
    write(&of("Müller Ali_12").join("premier.c"), example("premier.c"));
    let broken = String::from_utf8_lossy(&example("premier.c")).replacen(
        "int main",
        "#warning doucement\nint main",
        1,
    );
    write(&of("Avec Avertissement_13").join("bot.c"), broken);
    write(&of("Ne Compile_14").join("bot.c"), "int main(void) { return rien }\n");
    write(&of("Deux Programmes_15").join("a.py"), "");
    write(&of("Deux Programmes_15").join("b.py"), "");
    write(&of("Rar_16").join("bot.rar"), "Rar!");
    write(&of("Curieux_17").join("arbitre.toml"), "moteur = \"cat mai.secret\"");
    write(
        &of("Curieuse_18").join("arbitre.toml"),
        "moteur = \"python3 jeu.py\"\ncompile = \"cat /etc/hostname $OLDPWD/../mai.secret > jeu.py || cp premier jeu.py\"",
    );
    write(&of("Curieuse_18").join("premier"), example("premier.py"));
    write(&class.join("Absent_19_assignsubmission_onlinetext_/onlinetext.html"), "");
    write(&folder.join("mai.secret"), "secret");

    let done = run(folder, &["importe", "rendus", "--jeu", "morpion", "--temps", "20", "--vers", "mai.toml"]);
    let said = all_of(&done);
    assert_eq!(done.status.code(), Some(4), "{said}");
    for expected in [
        "Durand Zoé",
        "pipe:python3 rendus-moteurs/durand-zoe/bot.py",
        "pipe:rendus-moteurs/muller-ali/arbitre-moteur",
        "doucement",
        "ne se compile pas",
        "plusieurs programmes possibles : a.py, b.py",
        "« bot.rar » ne peut pas être décompressé",
        "mai.secret, hors de son dossier",
        "mai.toml : 4 concurrents ajoutés",
        "4 rendus sont laissés de côté",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert!(!said.contains("Absent"), "{said}");
    assert!(said.contains("rendus-moteurs/ne-compile.\n") && !said.contains("rendus-moteurs/rar"), "{said}");
    let description = fs::read_to_string(folder.join("mai.toml")).expect("a description");
    for left_out in ["Ne Compile", "Deux Programmes", "Rar", "Curieux"] {
        assert!(description.contains(&format!("# nom = \"{left_out}\"")), "{description}");
    }
    let verified = run(folder, &["verifie", "mai.toml"]);
    assert!(verified.status.success(), "{}", all_of(&verified));
    let played = run(folder, &["jouer", "mai.toml", "--discret"]);
    assert!(played.status.success(), "{}", all_of(&played));
    assert_eq!(exported(folder).len(), 12);
    // What it wrote went into a copy.
    let journal = folder.join("rendus-moteurs/durand-zoe/journal.txt");
    assert_eq!(fs::read_to_string(&journal).expect("a file"), "hier");

    // Who does not play yet may submit again; nobody is a comment twice.
    let later = ["importe", "rendus", "--vers", "mai.toml", "--ajouter"];
    run(folder, &later);
    assert_eq!(fs::read_to_string(folder.join("mai.toml")).expect("a description"), description);
    write(&of("Ne Compile_14").join("bot.c"), example("premier.c"));
    let added = run(folder, &later);
    assert!(all_of(&added).contains("1 concurrent ajouté, 4 déjà là"), "{}", all_of(&added));
    let mended = fs::read_to_string(folder.join("mai.toml")).expect("a description");
    assert!(mended.contains("\nmoteur = \"pipe:rendus-moteurs/ne-compile/arbitre-moteur\"\n"), "{mended}");

    let again = run(folder, &["importe", "rendus", "--jeu", "morpion", "--vers", "mai.toml"]);
    assert!(!again.status.success() && all_of(&again).contains("existe déjà"), "{}", all_of(&again));
}

#[test]
fn later_submissions_replace_earlier_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let premier = example("premier.py");
    write(&folder.join("rendus/ada/bot.py"), &premier);
    write(&folder.join("rendus/bob.py"), &premier);
    let done = run(folder, &["importe", "rendus", "--jeu", "morpion", "--temps", "20"]);
    assert!(done.status.success(), "{}", all_of(&done));
    let before = fs::read_to_string(folder.join("rendus.toml")).expect("a description");

    // Ada sends another language, Bob something that does not compile, Eve comes late; by Moodle's archive.
    let spoilt = [&b"int main(void) { fault"[..]].concat();
    zipped(
        &folder.join("rendus2.zip"),
        &[("ada/premier.c", example("premier.c")), ("bob/bot.c", spoilt), ("eve.py", premier.clone())],
    );
    let later =
        ["importe", "rendus2.zip", "--vers", "rendus.toml", "--moteurs", "rendus-moteurs", "--ajouter"];
    let added = run(folder, &later);
    let said = all_of(&added);
    assert_eq!(added.status.code(), Some(4), "{said}");
    for expected in
        ["nouveau rendu ; l'ancien est dans rendus-moteurs/ada.avant-1", "1 concurrent ajouté, 2 déjà là"]
    {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let after = fs::read_to_string(folder.join("rendus.toml")).expect("a description");
    let expected =
        before.replace("pipe:python3 rendus-moteurs/ada/bot.py", "pipe:rendus-moteurs/ada/arbitre-moteur");
    assert!(after.starts_with(&expected) && expected != before, "{after}");
    assert!(after.contains("pipe:python3 rendus-moteurs/eve/eve.py") && !after.contains("refus"), "{after}");
    // Bob's earlier one goes on.
    assert!(folder.join("rendus-moteurs/bob/bob.py").exists());
    assert!(folder.join("rendus-moteurs/bob.refus-1/bot.c").exists());
    let verified = run(folder, &["verifie", "rendus.toml"]);
    assert!(verified.status.success(), "{}", all_of(&verified));
    let same = run(folder, &later[..]);
    assert!(
        all_of(&same).contains("inchangé")
            && fs::read_to_string(folder.join("rendus.toml")).expect("it") == after
    );
}

#[test]
fn what_cannot_be_imported_is_told_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join("vide")).expect("a folder");
    write(&folder.join("faux.zip"), "PK\x03\x04");
    write(&folder.join("rien/ada/rapport.pdf"), "");
    for (arguments, expected) in [
        (vec!["importe", "vide"], "aucun rendu dans vide"),
        (vec!["importe", "faux.zip"], "ce n'est pas un .zip lisible"),
        (vec!["importe", "rien"], "aucun rendu ne peut jouer"),
        (vec!["importe", "rien", "--jeu", "echecs"], "echecs"),
        (vec!["importe", "rien", "--format", "coupe"], "coupe"),
        (vec!["importe", "rien", "--ajouter"], "rien.toml"),
    ] {
        let done = run(folder, &arguments);
        assert!(
            !done.status.success() && all_of(&done).contains(expected),
            "{arguments:?}: {}",
            all_of(&done)
        );
    }
    assert!(!folder.join("vide.toml").exists() && !folder.join("rien.toml").exists());
}

/// The languages of the examples, each compiled and started as its source says nothing of.
#[test]
fn every_language_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let class = folder.join("rendus");
    for (name, file, tool) in [
        ("en Élan", "Premier.java", "javac"),
        ("rust", "premier.rs", "rustc"),
        ("pascal", "premier.pas", "fpc"),
    ] {
        if Command::new("sh")
            .args(["-c", &format!("command -v {tool}")])
            .output()
            .is_ok_and(|found| found.status.success())
        {
            write(&class.join(name).join(file), example(file));
        }
    }
    write(&class.join("make/Makefile"), "bot: premier.c\n\tcc -o bot premier.c\n");
    write(&class.join("make/premier.c"), example("premier.c"));
    write(&class.join("sh/jeu"), example("premier.py"));
    write(&class.join("sh/lance.sh"), "exec python3 jeu\n");
    let done =
        run(folder, &["importe", "rendus", "--jeu", "morpion", "--temps", "30", "--format", "aller-simple"]);
    assert!(done.status.success(), "{}", all_of(&done));
    let verified = run(folder, &["verifie", "rendus.toml"]);
    assert!(verified.status.success(), "{} {}", all_of(&done), all_of(&verified));
}
