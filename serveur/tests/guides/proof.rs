//! What is wrong in a document is found, and said where.

use std::time::Duration;

use crate::session::{self, Report};

fn run(text: &str) -> Report {
    session::run("essai.md", text, crate::PATIENCE, &["never this"])
}

fn fault(text: &str) -> String {
    run(text).fault.unwrap_or_else(|| panic!("nothing is found in {text}"))
}

#[test]
fn a_session_goes_on_from_one_block_to_the_next() {
    let report = run("\
Text.

<!-- run file a/b.txt -->
```text
content
```

```sh
cd a && export WORD=word    # a comment

# another
```

<!-- run
1 says content
2 says word
3 exit 3
4 says two lines
-->
```sh
cat b.txt
echo $WORD
(exit 3)
for word in two lines; do
    printf '%s ' $word
done
never this, since it hangs
```
");
    assert_eq!((report.fault, report.done), (None, 5));
    assert_eq!(report.passed_over, [0]);
}

#[test]
fn the_programs_of_the_house_are_there() {
    let report =
        run("```sh\nsh outils/compiler.sh serveur joueur moteur championnat tableau 7couleurs stratege\n\
                      bin/moteur liste\nmake -C validation\n```\n");
    assert_eq!((report.fault, report.done), (None, 3));
}

#[test]
fn servers_beside_and_people_at_a_terminal() {
    let report = run("\
<!-- run
1 server 4242
2 beside
2 says Rencontre contre deux
-->
```sh
bin/serveur 4242 --temps 1
sh joueur.sh localhost 4242 un --moteur hasard -v
sh joueur.sh localhost 4242 deux --moteur hasard
```

<!-- run
1 awaits À vous
1 types !
1 awaits À vous
1 types !
1 says a abandonné
-->
```sh
bin/serveur joue morpion personne hasard --sans-parties
```
");
    assert_eq!((report.fault, report.done), (None, 4));
}

#[test]
fn a_command_that_fails_is_named_with_its_line_and_what_it_said() {
    let found = fault("One.\n\n```sh\ntrue\necho said; exit 7\n```\n");
    assert!(
        found.starts_with("essai.md:5: echo said; exit 7\n  exit status: 7 instead of 0\n    said"),
        "{found}"
    );
    let found = fault("<!-- run exit 7 -->\n```sh\nexit 6\n```\n");
    assert!(found.contains("exit status: 6 instead of 7"), "{found}");
    let found = fault("<!-- run says that -->\n```sh\necho this\n```\n");
    assert!(found.starts_with("essai.md:3: echo this\n  does not say \"that\""), "{found}");
}

#[test]
fn a_server_without_its_directive_is_a_hang() {
    let found = session::run("essai.md", "```sh\nbin/serveur 4242\n```\n", Duration::from_secs(1), &[]).fault;
    let found = found.expect("a fault");
    assert!(found.starts_with("essai.md:2: bin/serveur 4242\n  hangs: no end after 1 s"), "{found}");
    // Also where nothing more can be heard of it.
    let silent = "```sh\nexec >/dev/null 2>&1; sleep 1000\n```\n";
    let found = session::run("essai.md", silent, Duration::from_secs(1), &[]).fault.expect("a fault");
    assert!(found.contains("hangs: no end after 1 s"), "{found}");
}

#[test]
fn a_server_that_is_not_one_is_found() {
    let found = fault("<!-- run server ready -->\n```sh\necho busy\n```\n");
    assert!(found.contains("has ended without saying \"ready\""), "{found}");
    let deaf = "<!-- run server ready -->\n```sh\ntrap '' INT; echo ready; sleep 1000\n```\n";
    let found = session::run("essai.md", deaf, Duration::from_secs(3), &[]).fault.expect("a fault");
    assert!(found.contains("after Ctrl-C it hangs"), "{found}");
}

#[test]
fn a_program_that_documents_would_build_is_found() {
    let found = fault("```sh\ncargo build\n```\n");
    assert!(found.contains("all is built"), "{found}");
}

#[test]
fn what_is_missing_is_told_not_tried() {
    let report = run("<!-- run needs no-such-program -->\n```sh\nfalse\n```\n");
    assert_eq!(report.omitted, ["essai.md:3 : il manque no-such-program"]);
    assert_eq!((report.fault, report.done), (None, 0));
}

#[test]
fn comments_that_mean_nothing_are_found() {
    for (comment, wanted) in [
        ("<!-- run 1 sings -->", "line 1: \"sings\" means nothing"),
        ("<!-- run 3 exit 1 -->", "there is no such command"),
        ("<!-- run exit 1 -->", "of which command?"),
        ("<!-- run 1 server -->", "\"server\": and what?"),
        ("<!-- run 1 exit 1 -->\n\nText.", "line 1: no block follows"),
    ] {
        let found = fault(&format!("{comment}\n\n```sh\ntrue\ntrue\n```\n"));
        assert!(found.contains(wanted), "{comment}: {found}");
    }
}

#[test]
fn what_is_run_elsewhere_is_there() {
    let command = "sh joueur.sh essai --moteur mon_moteur.py";
    let report = run(&format!("<!-- run elsewhere README.md -->\n```sh\n{command}   # essai\n```\n"));
    assert_eq!((report.fault, report.done), (None, 0));
    let found = fault("<!-- run elsewhere README.md -->\n```sh\nsh jouer.sh\n```\n");
    assert!(found.contains("README.md does not run it"), "{found}");
}
