//! What everybody meets: the first page, languages, tokens, and what is refused.

use crate::common::Tableau;
use crate::logs;

#[test]
fn the_first_page_speaks_the_language_of_who_asks() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let french = tableau.get("/");
    assert_eq!(french.status, 200, "{french:?}");
    assert!(french.body.contains("<html lang=\"fr\">") && french.body.contains("Aucun championnat"));
    let english = tableau.ask("GET", "/", &[("accept-language", "en-GB,fr;q=0.2")], "");
    assert!(english.body.contains("<html lang=\"en\">") && english.body.contains("No championship yet"));
    let origin = format!("http://{}", tableau.address);
    let chosen = tableau.ask("POST", "/langue", &[("origin", &origin)], "");
    assert_eq!(chosen.status, 415, "{chosen:?}");
    let form = ("content-type", "application/x-www-form-urlencoded");
    let chosen = tableau.ask("POST", "/langue", &[("origin", &origin), form], "langue=en&retour=%2Fmur");
    assert_eq!((chosen.status, chosen.header("location")), (303, Some("/mur")));
    assert!(chosen.header("set-cookie").is_some_and(|cookie| cookie.starts_with("langue=en;")));
    for elsewhere in ["//example.org", "https://example.org", "/\\example.org", "/a%0d%0aX:%20y"] {
        let led = tableau.ask(
            "POST",
            "/langue",
            &[("origin", &origin), form],
            &format!("langue=fr&retour={elsewhere}"),
        );
        assert_eq!(led.header("location"), Some("/"), "{elsewhere}");
    }
    assert_eq!(tableau.get("/nulle/part").status, 404);
}

#[test]
fn tokens_are_asked_for_and_other_sites_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let policy = tableau.get("/").header("content-security-policy").map(str::to_owned).expect("a policy");
    let policy = policy.replace(" 'wasm-unsafe-eval'", "");
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(tableau.ask("GET", "/", &[("host", "example.org")], "").status, 421);
    let entered = tableau.post("/entrer", "", &format!("jeton={}", tableau.player));
    assert_eq!(entered.status, 303);
    let cookie = entered.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(tableau.post("/entrer", "", "jeton=faux").status, 403);
    assert_eq!(tableau.post("/nulle/part", "", "").status, 403, "without a token nothing is changed");
    assert_eq!(tableau.post("/nulle/part", &tableau.player, "").status, 404);
    let cookie = tableau.cookie(&tableau.organiser);
    for origin in ["http://example.org", "null"] {
        let from = tableau.ask("POST", "/nulle/part", &[("origin", origin), ("cookie", &cookie)], "");
        assert_eq!(from.status, 403, "{origin}");
    }
    assert_eq!(tableau.ask("POST", "/nulle/part", &[("cookie", &cookie)], "").status, 403, "no origin");
    let bearer = format!("Bearer {}", tableau.organiser);
    assert_eq!(
        tableau.ask("POST", "/nulle/part", &[("authorization", &bearer)], "").status,
        404,
        "a program"
    );
}

#[test]
fn an_old_token_is_forgotten_and_does_not_lock_anybody_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let old = tableau.cookie("0123");
    for _ in 0..20 {
        let page = tableau.ask("GET", "/", &[("cookie", &old)], "");
        assert_eq!(page.status, 200, "reading takes no token");
    }
    let page = tableau.ask("GET", "/", &[("cookie", &tableau.cookie(&tableau.player))], "");
    assert!(page.header("set-cookie").is_none());
    assert_eq!(tableau.post("/nulle/part", "0123", "").status, 429, "too many were tried");
}

#[test]
fn wrong_tokens_never_lock_the_right_ones_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let statuses: Vec<u16> = (0..12).map(|_| tableau.post("/nulle/part", "0123", "").status).collect();
    assert_eq!((statuses[0], statuses[11]), (403, 429));
    assert_eq!(tableau.post("/nulle/part", &tableau.organiser, "").status, 404);
    assert_eq!(tableau.post("/nulle/part", &tableau.player, "").status, 404);
    // A browser still has the cookie of an earlier run when it enters the new token.
    let entered = tableau.post("/entrer", "0123", &format!("jeton={}", tableau.organiser));
    assert_eq!(entered.status, 303);
    assert_eq!(tableau.post("/entrer", "", "jeton=faux").status, 429);
}

#[test]
fn behind_a_proxy_links_and_cookies_are_those_of_its_address() {
    let folder = tempfile::tempdir().expect("a folder");
    logs::describe(folder.path(), "mai.toml", "");
    let public = ["mai.toml", "--adresse-publique", "https://mai.example.org", "--proxy", "127.0.0.1"];
    let tableau = Tableau::start(folder.path(), &public);
    let own = tableau.address.to_string();
    let kind = ("content-type", "application/x-www-form-urlencoded");
    // Some proxies pass the name on, others do not.
    for host in ["mai.example.org", &own] {
        let forwarded = |from: &'static str, form: &str| {
            let headers =
                [("host", host), ("origin", "https://mai.example.org"), ("x-forwarded-for", from), kind];
            tableau.ask("POST", "/entrer", &headers, form)
        };
        let entered = forwarded("203.0.113.5", &format!("jeton={}", tableau.player));
        assert_eq!(entered.status, 303, "{host}");
        assert!(entered.header("set-cookie").expect("a cookie").ends_with("; Secure"), "{entered:?}");
        let statuses: Vec<u16> = (0..12).map(|_| forwarded("203.0.113.6", "jeton=x").status).collect();
        assert_eq!(statuses[11], 429);
        assert_eq!(forwarded("203.0.113.7", "jeton=x").status, 403, "another visitor");
        let cookie = tableau.cookie(&tableau.player);
        let headers = [("host", host), ("origin", "https://mai.example.org"), ("cookie", &cookie), kind];
        let begun = tableau.ask("POST", "/jouer", &headers, "jeu=morpion&moteur=lien&nom=Ada&parties=1");
        let seat = begun.header("location").expect("a seat").to_owned();
        let page = tableau.ask("GET", &seat, &[("host", host)], "").body;
        assert!(page.contains("https://mai.example.org/jouer/s/"), "{page}");
        let headers = [("host", host), ("origin", "https://mai.example.org"), kind];
        let proven =
            tableau.ask("POST", "/championnat/mai/concurrent/0/journal", &headers, "secret=gargouille");
        let kept = proven.header("set-cookie").expect("a cookie");
        let wrong = kept.replace(&hex::encode("gargouille"), "00");
        let page = tableau.ask("GET", "/championnat/mai/fautes", &[("host", host), ("cookie", &wrong)], "");
        let forgotten = page.header("set-cookie").expect("a cookie");
        assert!(
            kept.ends_with("; Secure") && forgotten.ends_with("; Max-Age=0; Secure"),
            "{kept} {forgotten}"
        );
    }
    assert_eq!(tableau.ask("GET", "/", &[("host", "example.org")], "").status, 421);
}

#[test]
fn games_without_the_server_are_offered_where_nothing_is_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let tableau = Tableau::start(folder.path(), &[]);
    let page = tableau.get("/jouer/ici/colonnes?mode=parfait&coups=B2%22%3E%3Cb%3E");
    assert!(page.body.contains("against=\"perfect\"") && !page.body.contains("<b>"), "{}", page.body);
    let page = tableau.get("/jouer/ici/coursidor?mode=parfait");
    assert!(page.status == 200 && !page.body.contains("against"), "{}", page.body);
    for missing in ["sphinx", "go", "..", "colonnes?mode=autre"] {
        assert_ne!(tableau.get(&format!("/jouer/ici/{missing}")).status, 200, "{missing}");
    }
    assert!(tableau.get("/jouer?jeu=morpion").body.contains("/jouer/ici/morpion"));
    assert!(!tableau.get("/jouer?jeu=sphinx").body.contains("/jouer/ici/sphinx"));
    let explorer = tableau.get("/analyse/colonnes?coups=B2,A1").body;
    assert!(explorer.contains("/jouer/ici/colonnes?mode=valeurs&#38;coups=B2,A1"), "{explorer}");
    let rules = tableau.get("/assets/1/jeux.wasm");
    assert_eq!(rules.header("content-type"), Some("application/wasm"));
    assert_eq!(rules.header("content-length"), Some(&*RULES.len().to_string()));
}

const RULES: &[u8] = include_bytes!("../../../bindings/web/jeux.wasm");
