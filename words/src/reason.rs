//! Reasons: why something was refused or failed, as a code with arguments.

use jeux::text::{QUOTED, truncate, truncate_start};

use crate::catalogue::find;
use crate::errno::named;
use crate::{Language, Value, language};

/// The longest text that is no reason: a sentence of our own, whose end is the advice.
const LONGEST_SENTENCE: usize = 800;

/// Reasons whose last arguments, from this one on, are a reason themselves, in its written form.
const NESTING: [(&str, usize); 25] = [
    ("file", 1),
    ("given-up", 1),
    ("engine-said", 0),
    ("engine-ended", 0),
    ("engine-silent", 0),
    ("game-setup", 1),
    ("game-moves", 1),
    ("unplayable", 1),
    ("record-rule", 0),
    ("record-no-move", 1),
    ("record-setup", 1),
    ("cannot-listen", 1),
    ("engine-start", 1),
    ("library-ended", 1),
    ("library-silent", 1),
    ("program-lost", 0),
    ("launcher-failed", 0),
    ("userns-refused", 0),
    ("namespace-refused", 0),
    ("mount-refused", 0),
    ("seccomp-missing", 0),
    ("starts-failed", 1),
    ("trial-illegal", 1),
    ("trial-late", 1),
    ("trial-silent", 1),
];

/// Reasons whose last argument, this one, is free text, such as an engine's log: it may hold what separates arguments.
const ENDING: [(&str, usize); 17] = [
    ("os", 1),
    ("engine-exit", 1),
    ("engine-killed", 1),
    ("engine-log", 0),
    ("engine-unasked", 0),
    ("engine-no-message", 0),
    ("line-too-long", 1),
    ("java", 0),
    ("library-load", 1),
    ("library-gsl", 1),
    ("memory-exceeded", 1),
    ("processes-exceeded", 1),
    ("disk-exceeded", 1),
    ("output-exceeded", 1),
    ("call-forbidden", 1),
    ("keeper-ended", 0),
    ("cgroup-controllers", 1),
];

/// Whose free text is what an engine has logged: its end counts.
const LOGS: [&str; 3] = ["engine-exit", "engine-killed", "engine-log"];

/// The clause of a reason, without a full stop: the sentence `reason-CODE` of the catalogue, with the arguments as `$a0`,
/// `$a1`..., all of them, joined by `; `, as `$all`, and their number as `$count`. A code that the catalogue does not have is shown with its
/// arguments as they are. What an argument holds does no harm to a terminal or a log.
pub fn reason(code: &str, args: &[String]) -> String {
    reason_in(language(), code, args)
}

/// The same in a language.
pub fn reason_in(language: Language, code: &str, args: &[String]) -> String {
    let from = |list: &[(&str, usize)]| {
        list.iter().find(|(name, at)| *name == code && *at < args.len()).map(|(_, at)| *at)
    };
    let (nesting, ending) = (from(&NESTING), from(&ENDING));
    let (plain, rest) = args.split_at(nesting.or(ending).unwrap_or(args.len()));
    let mut args: Vec<String> = plain.iter().map(|arg| clean(arg)).collect();
    let rest = rest.join("; ");
    if nesting.is_some() {
        let known = code_of(language, &rest).is_some();
        args.push(if known { written(language, &rest) } else { clean(&rest) });
    } else if ending.is_some() {
        args.push(if LOGS.contains(&code) { clean_end(&rest) } else { clean(&rest) });
    }
    if matches!(code, "os" | "system" | "poll")
        && let Some(arg) = args.first_mut()
        && let Some(name) = named(language, arg)
    {
        *arg = name;
    }
    if code == "confinement-missing" {
        let layers = args.iter().map(|name| layer(language, name)).collect::<Vec<_>>().join(", ");
        args = if layers.is_empty() { Vec::new() } else { vec![layers] };
    }
    let all = args.join("; ");
    let names: Vec<String> = (0..args.len()).map(|number| format!("a{number}")).collect();
    let mut filled: Vec<(&str, Value)> =
        names.iter().zip(&args).map(|(name, arg)| (name.as_str(), value(arg))).collect();
    filled.push(("all", Value::from(&all)));
    filled.push(("count", Value::from(args.len())));
    find(language, &format!("reason-{code}"), &filled).unwrap_or_else(|| match args.as_slice() {
        [] => clean(code),
        _ => format!("{} : {all}", clean(code)),
    })
}

/// The clause of a reason in its written form, `code` or `code: first; second`; any other text on one
/// line, of at most 800 characters.
pub fn written(language: Language, text: &str) -> String {
    let Some(code) = code_of(language, text) else { return cut(text, LONGEST_SENTENCE) };
    let args = text[code.len()..].strip_prefix(": ");
    let args: Vec<String> =
        args.map(|args| args.split("; ").map(str::to_owned).collect()).unwrap_or_default();
    reason_in(language, code, &args)
}

/// The code that a text begins with, if it is the written form of a reason.
fn code_of(language: Language, text: &str) -> Option<&str> {
    let code = text.split_once(": ").map_or(text, |(code, _)| code);
    crate::has(language, &format!("reason-{code}")).then_some(code)
}

/// What a layer of a confinement is called; a name that the catalogue does not have stays as it is.
fn layer(language: Language, name: &str) -> String {
    find(language, &format!("layer-{name}"), &[]).unwrap_or_else(|| name.to_owned())
}

/// Small numbers count, so that a sentence may agree with them; they look the same either way.
fn value(arg: &str) -> Value<'_> {
    let canonical = arg == "0" || (arg.len() < 16 && !arg.starts_with(['0', '+']));
    match arg.parse() {
        Ok(number) if canonical => Value::Count(number),
        _ => Value::from(arg),
    }
}

/// A text made harmless, on one line, without blanks at its ends, in 200 columns at most.
pub fn clean(text: &str) -> String {
    cut(text, QUOTED)
}

/// The end of such a text, where that says most: what went wrong is the last line of a log.
fn clean_end(text: &str) -> String {
    truncate_start(text.trim(), QUOTED)
}

fn cut(text: &str, longest: usize) -> String {
    truncate(text.trim(), longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{En, Fr};

    fn args(args: &[&str]) -> Vec<String> {
        args.iter().map(|&arg| arg.to_owned()).collect()
    }

    #[test]
    fn codes_have_sentences_in_both_languages() {
        assert_eq!(reason_in(Fr, "full", &args(&["B2"])), "la case B2 porte déjà trois pions");
        assert_eq!(reason_in(En, "full", &args(&["B2"])), "the cell B2 already holds three pawns");
        assert_eq!(reason_in(Fr, "game-over", &[]), "la partie est finie");
    }

    #[test]
    fn sentences_agree_with_numbers_in_arguments() {
        assert_eq!(
            reason_in(En, "energy", &args(&["1"])),
            "not enough energy for a rotation: 1 unit is left"
        );
        assert_eq!(
            reason_in(En, "energy", &args(&["4"])),
            "not enough energy for a rotation: 4 units are left"
        );
        assert_eq!(reason_in(Fr, "energy", &[]), "pas assez d'énergie pour une rotation");
    }

    #[test]
    fn of_a_long_log_the_end_is_shown() {
        let log = format!("Traceback; {} ZeroDivisionError: division by zero", "é".repeat(300));
        let plain = reason_in(Fr, "engine-exit", &args(&["1", &log]));
        let nested = reason_in(Fr, "engine-ended", &args(&[&format!("engine-exit: 1; {log}")]));
        for said in [plain, nested] {
            assert!(said.contains("…") && said.contains("division by zero"), "{said}");
            assert!(!said.contains("Traceback") && said.chars().count() < 300, "{said}");
        }
    }

    #[test]
    fn unknown_codes_show_what_there_is() {
        assert_eq!(reason_in(Fr, "no-such-code", &args(&["a", "b"])), "no-such-code : a; b");
        assert_eq!(reason_in(En, "no-such-code", &[]), "no-such-code");
        assert_eq!(reason_in(En, "", &[]), "");
    }

    #[test]
    fn reasons_may_hold_reasons() {
        let nested = args(&["7", "not-neighbours: A1; C3"]);
        assert_eq!(
            reason_in(Fr, "record-no-move", &nested),
            "coup 7 : les cases A1 et C3 ne sont pas voisines"
        );
        let split = args(&["7", "not-neighbours: A1", "C3"]);
        assert_eq!(reason_in(En, "record-no-move", &split), "move 7: the cells A1 and C3 are not neighbours");
        assert_eq!(reason_in(Fr, "record-rule", &args(&["boum"])), "la règle violée est une autre : boum");
        assert_eq!(written(Fr, "la case B2 est vide"), "la case B2 est vide");
        assert_eq!(written(En, "full: B2"), "the cell B2 already holds three pawns");
    }

    #[test]
    fn the_system_speaks_the_language_in_reasons_too() {
        assert_eq!(reason_in(Fr, "os", &args(&["24"])), "trop de fichiers ou de connexions ouverts");
        assert_eq!(reason_in(Fr, "system", &args(&["permission denied"])), "accès refusé");
        assert_eq!(reason_in(Fr, "os", &args(&["TimedOut"])), "délai dépassé");
        let started = args(&["pipe:./bot", "os: 2"]);
        assert_eq!(
            reason_in(Fr, "engine-start", &started),
            "le moteur pipe:./bot ne démarre pas : introuvable"
        );
        assert_eq!(reason_in(Fr, "system", &[]), "erreur du système");
        assert_eq!(reason_in(Fr, "system", &args(&["boum"])), "boum");
    }

    #[test]
    fn the_end_of_an_engine_is_a_sentence_with_its_log() {
        for (code, inner, said) in [
            ("engine-ended", "engine-exit: 3", "le moteur s'est arrêté : code de sortie 3"),
            (
                "engine-ended",
                "engine-exit: 3; boum; full: B2",
                "le moteur s'est arrêté : code de sortie 3, « boum; full: B2 »",
            ),
            ("engine-ended", "engine-killed: SIGKILL", "le moteur s'est arrêté : tué par SIGKILL"),
            ("engine-ended", "os: 32; 5; 6", "le moteur s'est arrêté : plus personne ne lit, « 5; 6 »"),
            ("engine-silent", "engine-log: j'attends\nlà", "le moteur ne répond pas : « j'attends là »"),
            ("engine-ended", "boum", "le moteur s'est arrêté : boum"),
        ] {
            let split: Vec<&str> = inner.split("; ").collect();
            assert_eq!(reason_in(Fr, code, &args(&[inner])), said);
            assert_eq!(reason_in(Fr, code, &args(&split)), said, "read back from a record");
        }
        let killed = args(&["engine-killed: SIGSEGV"]);
        assert_eq!(reason_in(En, "engine-ended", &killed), "the engine has ended: killed by SIGSEGV");
    }

    #[test]
    fn what_a_confined_engine_ran_into_is_told_in_its_own_terms() {
        for (inner, fr, en) in [
            ("memory-exceeded: 512", "mémoire : 512 Mo dépassés", "memory: more than 512 MiB"),
            ("processes-exceeded: 64", "processus : 64 dépassés", "processes: more than 64"),
            ("processes-exceeded: 1", "processus : 1 dépassé", "processes: more than 1"),
            (
                "processes-exceeded: 64; fork: a; b",
                "processus : 64 dépassés, « fork: a; b »",
                "processes: more than 64, \"fork: a; b\"",
            ),
            ("disk-exceeded: 64", "disque : 64 Mo dépassés", "disk: more than 64 MiB"),
            (
                "disk-exceeded: 1; plein",
                "disque : 1 Mo dépassé, « plein »",
                "disk: more than 1 MiB, \"plein\"",
            ),
            (
                "output-exceeded: 16",
                "sortie : 16 Mo dépassés (1 Mo par seconde à la longue)",
                "output: more than 16 MiB (1 MB a second for long)",
            ),
            ("call-forbidden: ptrace", "appel interdit : ptrace", "forbidden call: ptrace"),
            (
                "launcher-failed: os: 2",
                "le moteur n'a pas pu être confiné : introuvable",
                "the engine could not be confined: not found",
            ),
        ] {
            let split: Vec<&str> = inner.split("; ").collect();
            for given in [args(&[inner]), args(&split)] {
                let said = reason_in(Fr, "engine-ended", &given);
                assert_eq!(said, format!("le moteur s'est arrêté : {fr}"));
                assert_eq!(reason_in(En, "engine-ended", &given), format!("the engine has ended: {en}"));
            }
        }
    }

    #[test]
    fn missing_layers_have_names() {
        let missing = args(&["files", "network", "no-such-layer"]);
        let said = reason_in(Fr, "confinement-missing", &missing);
        assert!(said.contains("il y manque : fichiers, réseau, no-such-layer ("), "{said}");
        let said = reason_in(En, "confinement-missing", &missing);
        assert!(said.contains("which lacks: files, network, no-such-layer ("), "{said}");
        let nested = written(Fr, "launcher-failed: confinement-missing: files; calls");
        assert!(nested.contains("il y manque : fichiers, appels système ("), "{nested}");
        let none = reason_in(Fr, "confinement-missing", &[]);
        assert_eq!(none, "le confinement strict est impossible sur cette machine");
    }

    #[test]
    fn what_a_means_would_need_is_said_with_why_there_is_none() {
        for (text, parts) in [
            ("userns-refused: os: 1", ["(accès refusé)", "user.max_user_namespaces"]),
            ("mount-refused: os: 1", ["(accès refusé)", "systempaths=unconfined"]),
            ("landlock-old: 3; 4", ["en version 3", "la version 4"]),
            ("cgroup-not-delegated: /user.slice", ["contrôle /user.slice", "Delegate=yes"]),
            ("cgroup-controllers: /a; cpu; io", ["mais : cpu; io", "cgroup.subtree_control"]),
        ] {
            let said = written(Fr, text);
            assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        }
    }

    #[test]
    fn hostile_arguments_do_no_harm() {
        let said = reason_in(Fr, "engine-said", &args(&["\u{1b}[2Jboum\n\r{ $a0 }\u{0}"]));
        assert!(!said.contains(char::is_control), "{said:?}");
        assert!(said.contains("boum") && said.contains("{ $a0 }"), "{said}");
        let long = reason_in(Fr, "engine-said", &args(&[&"é".repeat(5000)]));
        assert!(long.chars().count() < 300, "{}", long.len());
    }

    #[test]
    fn numbers_look_as_they_came() {
        for text in ["0", "7", "007", "+7", "-7", "99999999999999999999", "1.50", ""] {
            let said = crate::say_in(Fr, "count-plain", &[("count", value(text))]);
            assert_eq!(said, text);
        }
    }
}
