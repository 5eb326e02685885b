//! Sentences of reasons, which are codes with arguments.

use jeux::Reason;
use jeux::text::{QUOTED, sanitize_lines, truncate, truncate_start};

use crate::catalogue::find;
use crate::errno::named;
use crate::{Language, Value, language};

/// The longest plain text: a sentence of ours, whose end is the advice.
pub(crate) const LONGEST_SENTENCE: usize = 800;

/// Codes whose last argument is an engine's log: its end counts.
const LOGS: [&str; 8] = [
    "engine-exit",
    "engine-killed",
    "engine-log",
    "engine-computes",
    "engine-reads",
    "engine-idle",
    "engine-instead",
    "java-threw",
];

/// The clause of a reason without a full stop: the sentence `reason-CODE`, with its arguments and
/// the clause of its cause as `$a0`, `$a1`..., all of them, joined by `; `, as `$all`, and their
/// number as `$count`. An unknown code is shown as written. Arguments are sanitized.
pub fn reason(reason: &Reason) -> String {
    reason_in(language(), reason)
}

pub fn reason_in(language: Language, reason: &Reason) -> String {
    if let Some(text) = reason.as_text() {
        return cut(text, LONGEST_SENTENCE);
    }
    let code = reason.code.as_str();
    let mut args: Vec<String> = reason.args.iter().map(|arg| clean(arg)).collect();
    if LOGS.contains(&code)
        && let (Some(shown), Some(log)) = (args.last_mut(), reason.args.last())
    {
        *shown = clean_end(log);
        if let Some(error) = pascal_error(language, log) {
            *shown = crate::text_in!(language, "labelled", label = error, text = &*shown);
        }
    }
    if matches!(code, "os" | "system" | "poll")
        && let Some(arg) = args.first_mut()
        && let Some(name) = named(language, arg)
    {
        *arg = name;
    }
    if code == "engine-killed"
        && let Some(signal) = args.first_mut()
        && let Some(meaning) = find(language, &format!("signal-{signal}"), &[])
    {
        *signal = format!("{signal} ({meaning})");
    }
    if code == "confinement-missing" {
        let layers = args.iter().map(|name| layer(language, name)).collect::<Vec<_>>().join(", ");
        args = if layers.is_empty() { Vec::new() } else { vec![layers] };
    }
    args.extend(reason.cause.as_ref().map(|cause| reason_in(language, cause)));
    let all = args.join("; ");
    let names: Vec<String> = (0..args.len()).map(|number| format!("a{number}")).collect();
    let mut filled: Vec<(&str, Value)> =
        names.iter().zip(&args).map(|(name, arg)| (name.as_str(), value(arg))).collect();
    filled.push(("all", Value::from(&all)));
    filled.push(("count", Value::from(args.len())));
    find(language, &format!("reason-{code}"), &filled).unwrap_or_else(|| clean(&reason.to_string()))
}

/// What the number of an error means with which a program in Pascal ends.
fn pascal_error(language: Language, log: &str) -> Option<String> {
    let (_, rest) = log.rsplit_once("Runtime error ")?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number: u32 = rest[..end].parse().ok()?;
    Some(crate::text_in!(language, "pascal-error", number = number))
}

/// The reason that a text is the written form of, if the catalogue has its sentence.
pub fn written(text: &str) -> Option<Reason> {
    let why = Reason::read(text);
    let known = find(language(), &format!("reason-{}", why.code), &[]);
    known.filter(|_| why.as_text().is_none()).map(|_| why)
}

/// What only the mover was told of a move: the sentence of a reason, or the text itself.
pub fn answer(text: &str) -> String {
    written(text).map_or_else(|| clean(text), |why| reason(&why))
}

/// An unknown name of a layer stays as it is.
fn layer(language: Language, name: &str) -> String {
    find(language, &format!("layer-{name}"), &[]).unwrap_or_else(|| name.to_owned())
}

/// Small numbers may select a plural.
fn value(arg: &str) -> Value<'_> {
    let canonical = arg == "0" || (arg.len() < 16 && !arg.starts_with(['0', '+']));
    match arg.parse() {
        Ok(number) if canonical => Value::Count(number),
        _ => Value::from(arg),
    }
}

/// A sanitized text on one line, trimmed, of 200 columns at most.
pub fn clean(text: &str) -> String {
    cut(text, QUOTED)
}

/// Of a log the line that says what went wrong.
fn clean_end(text: &str) -> String {
    let told = telling(text);
    match exception(text, told) {
        Some(exception) => truncate_start(&exception, QUOTED),
        None => truncate_start(told.trim(), QUOTED),
    }
}

/// The exception of C++ that this line of a log is about, with what it says in the line after it.
fn exception(log: &str, line: &str) -> Option<String> {
    let name = line.strip_prefix("terminate called after throwing an instance of '")?.trim_end();
    let what = log.lines().find_map(|line| line.trim_start().strip_prefix("what():"));
    let name = name.strip_suffix('\'').unwrap_or(name);
    Some(what.map_or_else(|| name.to_owned(), |what| format!("{name}: {}", what.trim())))
}

/// The line of a log that says what went wrong: the last one that begins at the margin, as programs end
/// their traces, but for remarks about the program itself.
fn telling(log: &str) -> &str {
    let remarks = ["note: ", "Node.js v", "[...]"];
    let says = |line: &&str| {
        !line.trim().is_empty()
            && !line.starts_with(char::is_whitespace)
            && !remarks.iter().any(|remark| line.starts_with(remark))
    };
    log.lines().rfind(says).unwrap_or(log)
}

/// The lines of the log in a reason, if there are several: its sentence says only one of them.
pub fn log_lines(reason: &Reason) -> Vec<String> {
    let log = reason.args.last().filter(|_| LOGS.contains(&reason.code.as_str()));
    match (log, &reason.cause) {
        (Some(log), _) if log.trim().lines().count() > 1 => {
            sanitize_lines(log.trim_end()).lines().map(str::to_owned).collect()
        }
        (_, Some(cause)) => log_lines(cause),
        _ => Vec::new(),
    }
}

pub(crate) fn cut(text: &str, longest: usize) -> String {
    truncate(text.trim(), longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{En, Fr};

    /// A reason with these arguments.
    fn told(code: &str, args: &[&str]) -> Reason {
        args.iter().fold(Reason::new(code), |reason, arg| reason.with(arg))
    }

    #[test]
    fn an_error_of_pascal_is_explained() {
        let ended = |log: &str| reason_in(Language::Fr, &Reason::new("engine-exit").with(201).with(log));
        let said = "« indice ou valeur hors de l'intervalle déclaré : Runtime error 201 at $0040 »";
        assert!(ended("Runtime error 201 at $0040").ends_with(said));
        assert!(ended("Runtime error of another kind").ends_with("« Runtime error of another kind »"));
    }

    #[test]
    fn a_text_is_a_reason_if_it_has_a_sentence() {
        assert_eq!(written("grid-value: 0; 2; 7").map(|why| why.args.len()), Some(3));
        assert_eq!(["11>proche", "6:1 3:2", "6"].map(written), [None, None, None]);
        assert_eq!(answer("grid-treasures: 0"), "nombre de trésors de la grille : 0, au lieu de 1");
        assert_eq!(answer("11>proche"), "11>proche");
    }

    #[test]
    fn codes_have_sentences_in_both_languages() {
        assert_eq!(reason_in(Fr, &told("full", &["B2"])), "la case B2 porte déjà trois pions");
        assert_eq!(reason_in(En, &told("full", &["B2"])), "the cell B2 already holds three pawns");
        assert_eq!(reason_in(Fr, &Reason::new("game-over")), "la partie est finie");
    }

    #[test]
    fn sentences_agree_with_numbers_in_arguments() {
        assert_eq!(
            reason_in(En, &told("energy", &["1"])),
            "not enough energy for a rotation: 1 unit is left"
        );
        assert_eq!(
            reason_in(En, &told("energy", &["4"])),
            "not enough energy for a rotation: 4 units are left"
        );
        assert_eq!(reason_in(Fr, &Reason::new("energy")), "pas assez d'énergie pour une rotation");
    }

    #[test]
    fn of_a_long_log_the_end_is_shown() {
        let log = format!("Traceback; {} ZeroDivisionError: division by zero", "é".repeat(300));
        let exit = told("engine-exit", &["1", &log]);
        for reason in [exit.clone(), Reason::new("engine-ended").because(exit)] {
            let said = reason_in(Fr, &reason);
            assert!(said.contains("…") && said.contains("division by zero"), "{said}");
            assert!(!said.contains("Traceback") && said.chars().count() < 300, "{said}");
        }
    }

    #[test]
    fn of_a_trace_the_line_that_says_what_is_told_and_all_of_them_are_there() {
        for (log, said) in [
            (
                "je pense\nTraceback (most recent call last):\n  File \"a.py\"\nIndexError: vide",
                "IndexError: vide",
            ),
            (
                "java.lang.ArithmeticException: / by zero\n\tat A.b(A.java:3)",
                "java.lang.ArithmeticException: / by zero",
            ),
            ("thread 'main' panicked at a.rs:1:\nboum\nnote: run with `RUST_BACKTRACE=1`", "boum"),
            ("TypeError: x\n    at a.js:1\n\nNode.js v20", "TypeError: x"),
            ("StackOverflowError\n\tat A.b(A.java:3)\n[...]\n\tat A.b(A.java:3)", "StackOverflowError"),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check",
                "std::out_of_range: vector::_M_range_check",
            ),
        ] {
            let why = Reason::new("engine-ended").because(told("engine-exit", &["1", log]));
            assert!(reason_in(Fr, &why).ends_with(&format!("code de sortie 1, « {said} »")), "{log}");
            assert_eq!(log_lines(&why).len(), log.lines().count(), "{log}");
        }
        assert_eq!(log_lines(&told("engine-exit", &["1", "boum"])), [""; 0]);
    }

    #[test]
    fn unknown_codes_show_what_there_is() {
        assert_eq!(reason_in(Fr, &told("no-such-code", &["a", "b"])), "no-such-code: a; b");
        assert_eq!(reason_in(En, &Reason::new("no-such-code")), "no-such-code");
        assert_eq!(reason_in(En, &Reason::new("")), "");
    }

    #[test]
    fn reasons_may_hold_reasons() {
        let nested = Reason::new("record-no-move").with(7).because(told("not-neighbours", &["A1", "C3"]));
        assert_eq!(reason_in(Fr, &nested), "coup 7 : les cases A1 et C3 ne sont pas voisines");
        assert_eq!(reason_in(En, &nested), "move 7: the cells A1 and C3 are not neighbours");
        assert_eq!(reason_in(Fr, &told("record-rule", &["boum"])), "la règle violée est une autre : boum");
        assert_eq!(reason_in(Fr, &Reason::text("la case B2 est vide")), "la case B2 est vide");
        let sentence = reason_in(Fr, &Reason::text("é\n".repeat(5000)));
        assert!((QUOTED..=LONGEST_SENTENCE + 1).contains(&sentence.chars().count()), "{sentence}");
    }

    #[test]
    fn the_system_speaks_the_language_in_reasons_too() {
        assert_eq!(reason_in(Fr, &told("os", &["24"])), "trop de fichiers ou de connexions ouverts");
        assert_eq!(reason_in(Fr, &told("system", &["permission denied"])), "accès refusé");
        assert_eq!(reason_in(Fr, &told("os", &["TimedOut"])), "délai dépassé");
        let started = Reason::new("engine-start").with("pipe:./bot").because(told("os", &["2"]));
        assert_eq!(reason_in(Fr, &started), "le moteur pipe:./bot ne démarre pas : introuvable");
        assert_eq!(reason_in(Fr, &Reason::new("system")), "erreur du système");
        assert_eq!(reason_in(Fr, &told("system", &["boum"])), "boum");
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
            ("engine-silent", "engine-log: j'attends\nlà", "le moteur ne répond pas : « là »"),
            ("engine-ended", "boum", "le moteur s'est arrêté : boum"),
        ] {
            assert_eq!(reason_in(Fr, &Reason::read(&format!("{code}: {inner}"))), said);
        }
        let killed = Reason::new("engine-ended").because(told("engine-killed", &["SIGSEGV"]));
        assert!(
            reason_in(En, &killed).starts_with("the engine has ended: killed by SIGSEGV (forbidden memory")
        );
        let late = told("engine-reads", &["a.sh: line 6: ehco: command not found"]);
        assert_eq!(
            reason_in(Fr, &late),
            "il attend la ligne suivante ; son journal dit « a.sh: line 6: ehco: command not found »"
        );
    }

    #[test]
    fn what_a_confined_engine_ran_into_is_told_in_its_own_terms() {
        for (inner, fr, en) in [
            ("memory-exceeded: 512", "mémoire : plus de 512 Mio", "memory: more than 512 MiB"),
            ("processes-exceeded: 64", "processus : plus de 64", "processes: more than 64"),
            ("processes-exceeded: 1", "processus : plus de 1", "processes: more than 1"),
            (
                "processes-exceeded: 64; fork: a; b",
                "processus : plus de 64, « fork: a; b »",
                "processes: more than 64, \"fork: a; b\"",
            ),
            ("disk-exceeded: 64", "disque : plus de 64 Mio", "disk: more than 64 MiB"),
            (
                "disk-exceeded: 1; plein",
                "disque : plus de 1 Mio, « plein »",
                "disk: more than 1 MiB, \"plein\"",
            ),
            (
                "output-exceeded: 16",
                "sortie : plus de 16 Mio (1 Mo par seconde à la longue)",
                "output: more than 16 MiB (1 MB per second in the long run)",
            ),
            ("call-forbidden: ptrace", "appel interdit : ptrace", "forbidden call: ptrace"),
            (
                "launcher-failed: os: 2",
                "le moteur n'a pas pu être confiné : introuvable",
                "the engine could not be confined: not found",
            ),
        ] {
            let ended = Reason::new("engine-ended").because(Reason::read(inner));
            assert_eq!(reason_in(Fr, &ended), format!("le moteur s'est arrêté : {fr}"));
            assert_eq!(reason_in(En, &ended), format!("the engine has ended: {en}"));
        }
    }

    #[test]
    fn missing_layers_have_names() {
        let missing = told("confinement-missing", &["files", "network", "no-such-layer"]);
        let said = reason_in(Fr, &missing);
        assert!(said.contains("il y manque : fichiers, réseau, no-such-layer ("), "{said}");
        let said = reason_in(En, &missing);
        assert!(said.contains("which lacks: files, network, no-such-layer ("), "{said}");
        let missing = told("confinement-missing", &["files", "calls"]);
        let nested = reason_in(Fr, &Reason::new("launcher-failed").because(missing));
        assert!(nested.contains("il y manque : fichiers, appels système ("), "{nested}");
        let none = reason_in(Fr, &Reason::new("confinement-missing"));
        assert_eq!(none, "le confinement strict est impossible sur cette machine");
    }

    #[test]
    fn what_a_means_would_need_is_said_with_why_there_is_none() {
        for (text, parts) in [
            ("userns-refused: os: 1", ["(accès refusé)", "user.max_user_namespaces"]),
            ("mount-refused: os: 1", ["(accès refusé)", "systempaths=unconfined"]),
            ("landlock-old: 3; 4", ["en version 3", "la version 4"]),
            ("cgroup-not-delegated: /user.slice", ["contrôle /user.slice", "Delegate=yes"]),
            ("cgroup-controllers: /a; cpu; io", ["seulement : cpu; io", "cgroup.subtree_control"]),
        ] {
            let said = reason_in(Fr, &Reason::read(text));
            assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        }
    }

    #[test]
    fn hostile_arguments_do_no_harm() {
        let said = reason_in(Fr, &told("engine-said", &["\u{1b}[2Jboum\n\r{ $a0 }\u{0}"]));
        assert!(!said.contains(char::is_control), "{said:?}");
        assert!(said.contains("boum") && said.contains("{ $a0 }"), "{said}");
        let long = reason_in(Fr, &told("engine-said", &[&"é".repeat(5000)]));
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
