//! The submissions of a class, from Moodle's download to the championship that is played between them.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use testing::left_out;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::screen::{CTRL_C, Terminal};
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
        "la compilation échoue",
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
    write(&folder.join("echelles/mai/echelle.toml"), "jeu = \"morpion\"\n");
    write(&folder.join("echelles/mai/premier.py"), example("premier.py"));
    for (arguments, expected) in [
        (vec!["importe", "vide"], "aucun rendu dans vide"),
        (vec!["importe", "faux.zip"], "ce n'est pas un .zip lisible"),
        (vec!["importe", "rien"], "aucun rendu ne peut jouer"),
        (vec!["importe", "rien", "--jeu", "echecs"], "echecs"),
        (vec!["importe", "rien", "--format", "coupe"], "coupe"),
        (vec!["importe", "rien", "--ajouter"], "rien.toml"),
        // The secrets of its class are not for the folder of engines.
        (vec!["importe", "echelles"], "echelles/mai/echelle.toml : ce sont les réglages d'une échelle"),
        (vec!["importe", "echelles/mai"], "echelles/mai/echelle.toml : ce sont les réglages d'une échelle"),
    ] {
        let done = run(folder, &arguments);
        assert!(
            !done.status.success() && all_of(&done).contains(expected),
            "{arguments:?}: {}",
            all_of(&done)
        );
    }
    for name in ["vide.toml", "rien.toml", "echelles.toml", "echelles-moteurs"] {
        assert!(!folder.join(name).exists(), "{name}");
    }
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

#[test]
fn a_class_list_names_who_has_submitted() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (class, premier) = (folder.join("rendus"), example("premier.py"));
    write(&class.join("Durand Zoé_11_assignsubmission_file_/bot.py"), &premier);
    write(&class.join("adupont.py"), &premier);
    write(&class.join("inconnu/bot.py"), &premier);
    write(&class.join("Martin Ann_13_assignsubmission_file_/bot.py"), &premier);
    let list = "Prénom;Nom;Adresse de courriel;Identifiant\n\
                Zoé;Durand-Saint-Exupéry;z@x.fr;Participant 11\nAli;Dupont;adupont@x.fr;alidupont\n\
                Ann;Martin;a@x.fr;\nAnn;Martin;b@x.fr;\nEve;Absente;e@x.fr;\n";
    write(&folder.join("classe.csv"), list);
    let import = ["importe", "rendus", "--jeu", "morpion", "--temps", "20", "--vers", "mai.toml"];
    let done = run(folder, &[&import[..], &["--liste", "classe.csv", "--titre", "Groupe 2"]].concat());
    let said = all_of(&done);
    assert!(done.status.success(), "{said}");
    for expected in [
        "« Martin Ann » peut être celui de plusieurs personnes de classe.csv : Ann Martin, Ann Martin 2 ; il garde son nom",
        "1 rendu n'appartient à personne de classe.csv et garde son nom : inconnu\n",
        "1 personne de classe.csv n'a rien rendu : Eve Absente\n",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let description = fs::read_to_string(folder.join("mai.toml")).expect("a description");
    assert!(description.contains("\njeu = \"morpion\"\ntitre = \"Groupe 2\"\n"), "{description}");
    for named in [
        "nom = \"Zoé Durand-Saint-Exupéry\"\nmoteur",
        "nom = \"Ali Dupont\"\nidentifiant = \"alidupont\"\nmoteur",
        "nom = \"Martin Ann\"\nmoteur",
        "nom = \"inconnu\"\nmoteur",
    ] {
        assert!(description.contains(named), "{named}: {description}");
    }
    assert!(run(folder, &["verifie", "mai.toml"]).status.success());
    // Later without the list, everybody is still who he is.
    let again = run(folder, &["importe", "rendus", "--vers", "mai.toml", "--ajouter"]);
    assert!(all_of(&again).contains("0 concurrent ajouté, 4 déjà là"), "{}", all_of(&again));
    let alone = run(folder, &["importe", "classe.csv", "--liste", "classe.csv"]);
    assert!(!alone.status.success() && all_of(&alone).contains("--liste accompagne"), "{}", all_of(&alone));
    write(&folder.join("autre.csv"), "groupe;note\n1;2\n");
    let wrong = run(folder, &[&import[..], &["--ajouter", "--liste", "autre.csv"]].concat());
    assert!(!wrong.status.success() && all_of(&wrong).contains("autre.csv : ligne 1"), "{}", all_of(&wrong));
}

/// Moodle gives everybody a number; an archive of one person is still of that person.
#[test]
fn a_namesake_who_comes_later_replaces_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let premier = example("premier.py");
    for name in ["Durand Zoé_11", "Ali_7"] {
        write(&folder.join(format!("rendus/{name}_assignsubmission_file_/bot.py")), &premier);
    }
    let done = run(folder, &["importe", "rendus", "--jeu", "morpion", "--temps", "20", "--vers", "mai.toml"]);
    assert!(done.status.success(), "{}", all_of(&done));
    let before = fs::read_to_string(folder.join("mai.toml")).expect("a description");
    zipped(&folder.join("tard.zip"), &[("Durand Zoé_12_assignsubmission_file_/bot.py", premier)]);
    let later = ["importe", "tard.zip", "--vers", "mai.toml", "--moteurs", "rendus-moteurs", "--ajouter"];
    let added = run(folder, &later);
    let said = all_of(&added);
    assert!(
        said.contains(
            "« Durand Zoé 2 » : quelqu'un d'autre, dont le numéro de Moodle est différent, porte ce nom"
        ),
        "{said}"
    );
    assert!(said.contains("1 concurrent ajouté, 2 déjà là") && !said.contains("nouveau rendu"), "{said}");
    let after = fs::read_to_string(folder.join("mai.toml")).expect("a description");
    assert!(after.starts_with(&before) && after.contains("rendus-moteurs/durand-zoe-2/bot.py"), "{after}");
    assert!(all_of(&run(folder, &later)).contains("0 concurrent ajouté, 3 déjà là"));
}

/// The programs of a first import that was cut off are no reason to refuse the next one.
#[test]
fn an_import_that_was_interrupted_begins_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(&folder.join("rendus/ada.py"), example("premier.py"));
    write(&folder.join("rendus/bob/Makefile"), "bot:\n\tsleep 600\n");
    let arguments = ["importe", "rendus", "--jeu", "morpion", "--temps", "20", "--format", "aller-simple"];
    let arguments = [&arguments[..], &["--titre", "x"]].concat();
    let mut terminal = Terminal::start(folder, "importe", &arguments[1..], (24, 100));
    // Bob's is being compiled.
    until("the first one is there", || folder.join("rendus-moteurs/.bob.nouveau/Makefile").exists());
    let second = run(folder, &arguments);
    assert!(!second.status.success() && all_of(&second).contains("existe déjà"), "{}", all_of(&second));
    terminal.press(CTRL_C);
    assert_ne!(terminal.end().0, Some(0));
    assert!(folder.join("rendus-moteurs/ada").exists() && !folder.join("rendus.toml").exists());
    write(&folder.join("rendus/bob/Makefile"), "bot: premier.c\n\tcc -o bot premier.c\n");
    write(&folder.join("rendus/bob/premier.c"), example("premier.c"));
    let done = run(folder, &arguments);
    assert!(done.status.success(), "{}", all_of(&done));
    assert!(run(folder, &["verifie", "rendus.toml"]).status.success());
    // What has come to its end is not begun anew.
    fs::remove_file(folder.join("rendus.toml")).expect("removed");
    let again = run(folder, &arguments);
    assert!(all_of(&again).contains("rendus-moteurs existe déjà"), "{}", all_of(&again));
}

#[test]
fn what_a_description_needs_is_asked_at_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(&folder.join("rendus/ada.py"), example("premier.py"));
    write(&folder.join("rendus/bob.py"), example("premier.py"));
    let mut terminal = Terminal::start(folder, "importe", &["rendus", "--jeu", "morpion"], (24, 100));
    for (question, answer) in [
        ("Titre", "a\u{7}b\r"),
        ("Titre", "Tournoi de mai\r"),
        ("Secondes par coup", "vite\r"),
        ("pas un nombre de secondes", ""),
        ("Secondes par coup", "0,5\r"),
        ("Format", "coupe\r"),
        ("Format", "suisse:rondes=3\r"),
    ] {
        terminal.heard.wait_for(question);
        terminal.press(answer);
    }
    let (code, lines) = terminal.end();
    assert_eq!(code, Some(0), "{}", lines.join("\n"));
    let description = fs::read_to_string(folder.join("rendus.toml")).expect("a description");
    let told = "titre = \"Tournoi de mai\"\ntemps = 0.5\n\n[format]\ntype = \"suisse\"\nrondes = 3\n";
    assert!(description.contains(told), "{description}");
    // Where the output is read by a program, nobody answers.
    let serveur = program("serveur");
    let line =
        format!("{} importe rendus --jeu morpion --vers mars.toml --moteurs mars >dit", serveur.display());
    let mut command = Command::new("sh");
    command.args(["-c", &line]);
    assert_eq!(Terminal::of(folder, command, (24, 100)).end().0, Some(0));
    let description = fs::read_to_string(folder.join("mars.toml")).expect("a description");
    assert!(!description.contains("titre =") && description.contains("aller-retour"), "{description}");
    // Whoever stops before the last answer leaves nothing.
    let mut terminal =
        Terminal::start(folder, "importe", &["rendus", "--vers", "juin.toml", "--moteurs", "m"], (24, 100));
    terminal.heard.wait_for("Titre");
    terminal.press("\r");
    terminal.heard.wait_for("Secondes par coup");
    terminal.press(CTRL_C);
    assert_ne!(terminal.end().0, Some(0));
    assert!(!folder.join("m").exists() && !folder.join("juin.toml").exists());
}

#[test]
fn a_cargo_project_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    if !Command::new("cargo").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return left_out("submissions::a_cargo_project_plays", "il manque cargo");
    }
    let cargo = "[package]\nname = \"bot\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    zipped(
        &folder.join("rendus/zoe/projet.zip"),
        &[("projet/Cargo.toml", cargo.into()), ("projet/src/main.rs", example("premier.rs"))],
    );
    write(&folder.join("rendus/ali.py"), example("premier.py"));
    let import = ["importe", "rendus", "--jeu", "morpion", "--temps", "20", "--vers", "mai.toml"];
    let done = run(folder, &[&import[..], &["--format", "aller-simple"]].concat());
    assert!(done.status.success() && all_of(&done).contains("Rust (Cargo)"), "{}", all_of(&done));
    let played = run(folder, &["jouer", "mai.toml", "--discret"]);
    assert!(played.status.success(), "{}", all_of(&played));
    without_faults(folder);
}

/// Students hand in what they have compiled, or a part of it, and install it in a folder.
#[test]
fn what_make_finds_made_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let rules = "%.so: %.c\n\tcc -shared -fPIC -o $@ $<\n%: %.c\n\tcc -o $@ $<\n";
    for (name, goals, installed, left) in [
        ("tout", "server player.so", "", vec!["server", "player.so"]),
        ("la moitié", "server player.so", "", vec!["player.so"]),
        ("installe", "server player.so", "\tcp $^ install\n", vec![]),
        ("programme", "bot", "", vec!["bot"]),
    ] {
        let home = folder.join("rendus").join(name);
        write(&home.join("Makefile"), format!("all: {goals}\n{installed}{rules}"));
        write(&home.join("install/.keep"), "");
        for goal in goals.split(' ') {
            let source = home.join(goal).with_extension("c");
            write(&source, if goal == "player.so" { "int play;\n" } else { "int main() { return 0; }\n" });
        }
        if !left.is_empty() {
            let made = Command::new("make").current_dir(&home).args(left).output().expect("make");
            assert!(made.status.success(), "{}", all_of(&made));
        }
    }
    let done = run(folder, &["importe", "rendus", "--jeu", "coursidor"]);
    let said = all_of(&done);
    assert!(done.status.success(), "{said}");
    for engine in [
        "so:rendus-moteurs/tout/player.so",
        "so:rendus-moteurs/la-moitie/player.so",
        "so:rendus-moteurs/installe/install/player.so",
        "pipe:rendus-moteurs/programme/bot",
    ] {
        assert!(said.contains(engine), "{engine}: {said}");
    }
}

/// The subject of Colonnes asks for a script that connects to a server; other games know none such.
#[test]
fn network_players_are_told_from_engines() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for name in ["ali", "zoe"] {
        write(&folder.join("rendus").join(name).join("bot.py"), example("premier.py"));
    }
    write(&folder.join("rendus/eve/joueur.sh"), "./joueur $1 $2 $3\n");
    write(&folder.join("rendus/eve/joueur.c"), "int main(void) { return 0; }\n");
    let done = run(folder, &["importe", "rendus", "--jeu", "colonnes"]);
    let said = all_of(&done);
    assert_eq!(done.status.code(), Some(4), "{said}");
    assert!(said.contains("joueur par réseau (moteur = \"reseau\")"), "{said}");
    let description = fs::read_to_string(folder.join("rendus.toml")).expect("a description");
    let comment = "# [[concurrent]]\n# nom = \"eve\"\n# moteur = \"reseau\"\n";
    assert!(description.contains(comment), "{description}");
    let other = ["importe", "rendus", "--jeu", "morpion", "--vers", "mai.toml", "--moteurs", "mai"];
    let done = run(folder, &other);
    assert!(all_of(&done).contains("pipe:mai/eve/arbitre-moteur"), "{}", all_of(&done));
}

/// The subject of Coursidor has a Makefile take the place of the GSL from its environment.
#[test]
fn a_makefile_may_demand_the_place_of_the_gsl() {
    if !Path::new("/usr/include/gsl/gsl_spmatrix.h").exists() {
        return left_out("submissions::a_makefile_may_demand_the_place_of_the_gsl", "il manque libgsl-dev");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let makefile = "ifndef GSL_PATH\n$(error GSL_PATH is not set)\nendif\nplayer.so: player.c\n\t\
                    cc -shared -fPIC -I$(GSL_PATH)/include -o $@ $< -L$(GSL_PATH)/lib -lgsl -lgslcblas\n";
    for name in ["ali", "zoe"] {
        let home = folder.join("rendus").join(name);
        write(&home.join("Makefile"), makefile);
        write(&home.join("player.c"), "#include <stdlib.h>\n#include <gsl/gsl_spmatrix.h>\nint play;\n");
    }
    let done = run(folder, &["importe", "rendus", "--jeu", "coursidor"]);
    assert!(done.status.success(), "{}", all_of(&done));
}

/// Players of Coursidor in C: as sources, and compiled by their author.
#[test]
fn shared_libraries_play() {
    if !Path::new("/usr/include/gsl/gsl_spmatrix.h").exists() {
        return left_out("submissions::shared_libraries_play", "il manque libgsl-dev");
    }
    program("joueur");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let sources = testing::root().join("joueur/coursidor/src");
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-O2", "-o"]).arg(folder.join("joueur.so"));
    for entry in fs::read_dir(sources).expect("the sources").map(|entry| entry.expect("an entry")) {
        let name = entry.file_name().into_string().expect("a name");
        if name.ends_with(".h") {
            write(&folder.join("rendus/zoe/inclus").join(&name), fs::read(entry.path()).expect("a header"));
        } else if name.ends_with(".c") && name != "hasard.c" {
            write(&folder.join("rendus/zoe").join(&name), fs::read(entry.path()).expect("a source"));
            compile.arg(entry.path());
        }
    }
    assert!(compile.args(["-lgsl", "-lgslcblas", "-lm"]).status().expect("cc").success());
    write(&folder.join("rendus/ali/joueur.so"), fs::read(folder.join("joueur.so")).expect("a library"));
    let import = ["importe", "rendus", "--jeu", "coursidor", "--temps", "20", "--vers", "mai.toml"];
    let done = run(folder, &[&import[..], &["--format", "aller-simple"]].concat());
    let said = all_of(&done);
    assert!(done.status.success(), "{said}");
    for engine in ["so:rendus-moteurs/ali/joueur.so", "so:rendus-moteurs/zoe/arbitre-moteur.so"] {
        assert!(said.contains(engine), "{engine}: {said}");
    }
    let played = run(folder, &["jouer", "mai.toml", "--discret"]);
    assert!(played.status.success(), "{}", all_of(&played));
    without_faults(folder);
}

/// Players of Sphinx as its subject wants them.
#[test]
fn libraries_in_pascal_play() {
    if Command::new("fpc").arg("-iV").output().is_err() {
        return left_out(
            "submissions::libraries_in_pascal_play",
            "il manque Free Pascal (paquet fp-compiler)",
        );
    }
    program("joueur");
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let bot = fs::read(testing::root().join("moteur-ia/pascal/naif.pas")).expect("a source");
    write(&folder.join("rendus/zoe/naif.pas"), &bot);
    write(&folder.join("rendus/zoe/essai.pas"), "program essai;\nbegin\nend.\n");
    write(&folder.join("rendus/ali/monbot.pas"), &bot);
    let import = ["importe", "rendus", "--jeu", "sphinx", "--temps", "20", "--vers", "mai.toml"];
    let done = run(folder, &[&import[..], &["--format", "aller-simple"]].concat());
    let said = all_of(&done);
    assert!(done.status.success(), "{said}");
    for engine in ["so:rendus-moteurs/ali/arbitre-moteur.so", "so:rendus-moteurs/zoe/arbitre-moteur.so"] {
        assert!(said.contains(engine), "{engine}: {said}");
    }
    let played = run(folder, &["jouer", "mai.toml", "--discret"]);
    assert!(played.status.success(), "{}", all_of(&played));
    without_faults(folder);
}

/// Two contestants have met in `mai.toml`, and nobody was late, broke a rule or fell.
fn without_faults(folder: &Path) {
    let records = exported(folder);
    assert_eq!(records.len(), 1);
    let mut parties = records.values().flat_map(|record| &record.parties);
    assert!(parties.all(|partie| partie.result.charged.is_none() && !partie.moves.is_empty()), "{records:?}");
}
