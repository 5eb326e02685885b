//! What is wrong in a document is found, and said where.

use std::time::Duration;

use crate::session::{self, Document, Report};

fn run_for(text: &str, told: &str, patience: Duration) -> Report {
    let (text, told) = (text.to_owned(), told.to_owned());
    let document = Document { name: "essai.md".to_owned(), text, told, told_in: "essai.run".to_owned() };
    session::run(&document, patience, &["never this"])
}

fn run(text: &str, told: &str) -> Report {
    run_for(text, told, crate::PATIENCE)
}

fn fault(text: &str, told: &str) -> String {
    run(text, told).fault.unwrap_or_else(|| panic!("nothing is found in {text}"))
}

#[test]
fn a_session_goes_on_from_one_block_to_the_next() {
    let text = "\
Text.

```text
content
```

```sh
cd a && export WORD=word    # a comment

# another
```

```sh
cat b.txt
echo $WORD
(exit 3)
for word in two lines; do
    printf '%s ' $word
done
never this, since it hangs
```
";
    let told = "\
content
    file a/b.txt
cat b.txt
    says content
echo
    says word
(exit 3)
    exit 3
for word
    says two lines
";
    let report = run(text, told);
    assert_eq!((report.fault, report.done), (None, 5));
    assert_eq!(report.passed_over, [0]);
}

#[test]
fn the_programs_of_the_house_are_there() {
    let text = "```sh\nsh outils/compiler.sh serveur joueur moteur championnat tableau echelle machines 7couleurs stratege\n\
                bin/moteur liste\nmake -C validation\n```\n";
    let report = run(text, "");
    assert_eq!((report.fault, report.done), (None, 3));
}

#[test]
fn servers_beside_and_people_at_a_terminal() {
    let text = "\
```sh
bin/serveur 4242 --temps 1
sh joueur.sh localhost 4242 un --moteur hasard -v
sh joueur.sh localhost 4242 deux --moteur hasard
```

```sh
bin/serveur joue morpion personne hasard --sans-parties
```
";
    let told = "\
bin/serveur 4242
    server 4242
sh joueur.sh localhost 4242 un
    beside
    says Rencontre contre deux
bin/serveur joue
    awaits À vous
    types !
    awaits À vous
    types !
    says a abandonné
";
    let report = run(text, told);
    assert_eq!((report.fault, report.done), (None, 4));
}

#[test]
fn a_command_that_fails_is_named_with_its_line_and_what_it_said() {
    let found = fault("One.\n\n```sh\ntrue\necho said; exit 7\n```\n", "");
    assert!(
        found.starts_with("essai.md:5: echo said; exit 7\n  exit status: 7 instead of 0\n    said"),
        "{found}"
    );
    let found = fault("```sh\nexit 6\n```\n", "exit\n    exit 7\n");
    assert!(found.contains("exit status: 6 instead of 7"), "{found}");
    let found = fault("```sh\necho this\n```\n", "echo\n    says that\n");
    assert!(found.starts_with("essai.md:2: echo this\n  does not say \"that\""), "{found}");
}

#[test]
fn a_server_without_its_directive_is_a_hang() {
    let found = run_for("```sh\nbin/serveur 4242\n```\n", "", Duration::from_secs(1)).fault;
    let found = found.expect("a fault");
    assert!(found.starts_with("essai.md:2: bin/serveur 4242\n  hangs: no end after 1 s"), "{found}");
    // Also where nothing more can be heard of it.
    let silent = "```sh\nexec >/dev/null 2>&1; sleep 1000\n```\n";
    let found = run_for(silent, "", Duration::from_secs(1)).fault.expect("a fault");
    assert!(found.contains("hangs: no end after 1 s"), "{found}");
}

#[test]
fn a_server_that_is_not_one_is_found() {
    let found = fault("```sh\necho busy\n```\n", "echo\n    server ready\n");
    assert!(found.contains("has ended without saying \"ready\""), "{found}");
    let deaf = "```sh\ntrap '' INT; echo ready; sleep 1000\n```\n";
    let found = run_for(deaf, "trap\n    server ready\n", Duration::from_secs(3)).fault.expect("a fault");
    assert!(found.contains("after Ctrl-C it hangs"), "{found}");
}

#[test]
fn a_program_that_documents_would_build_is_found() {
    let found = fault("```sh\ncargo build\n```\n", "");
    assert!(found.contains("all is built"), "{found}");
}

#[test]
fn what_is_missing_is_told_not_tried() {
    let report = run("```sh\nfalse\n```\n", "false\n    needs no-such-program\n");
    assert_eq!(report.omitted, ["essai.md:2 : il manque no-such-program"]);
    assert_eq!((report.fault, report.done), (None, 0));
}

#[test]
fn what_is_told_of_nothing_is_found() {
    let text = "```sh\ntrue\nfalse\n```\n\n```toml\na = 1\n```\n";
    for (told, wanted) in [
        ("true\n    sings\n", "essai.run:2: \"sings\" means nothing"),
        ("true\n    server\n", "essai.run:2: \"server\": and what?"),
        ("true\n    instead of\n", "essai.run:2: instead THIS = THAT"),
        ("    exit 1\n", "essai.run:1: of which command?"),
        ("truth\n    exit 1\n", "essai.run:1: after line 0 of the document nothing begins with \"truth\""),
        (
            "false\n    exit 1\ntrue\n",
            "essai.run:3: after line 3 of the document nothing begins with \"true\"",
        ),
        ("a =\n    exit 1\n", "essai.run:1: \"a =\" is no command: file NAME?"),
    ] {
        let found = fault(text, told);
        assert!(found.contains(wanted), "{told}: {found}");
    }
}
