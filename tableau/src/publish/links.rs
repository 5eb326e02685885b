//! The links of a published site: which file a page becomes, and how one file leads to another.

use std::borrow::Cow;
use std::collections::HashSet;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// A page: what is asked of the router, and the file that it becomes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub url: String,
    /// Below the folder of the site.
    pub file: String,
}

impl Link {
    pub fn is_game(&self) -> bool {
        self.file.starts_with(GAMES)
    }
}

/// The folders of the pages of rencontres and contestants, as in the paths of the pages.
const GAMES: &str = "rencontre/";
const CONTESTANTS: &str = "concurrent/";
const ASSETS: &str = "/assets/";

/// The links of one championship.
pub struct Links {
    /// The path of its first page.
    base: String,
    /// The rencontres with pages; `None` for all.
    games: Option<HashSet<String>>,
}

/// Where a link of a page leads.
enum Target {
    Page(Link, String),
    File(String),
}

impl Links {
    pub fn new(contest: &str, games: Option<HashSet<String>>) -> Self {
        Links { base: format!("/championnat/{contest}"), games }
    }

    pub fn first(&self) -> Link {
        Link { url: self.base.clone(), file: "index.html".into() }
    }

    /// The page with relative links, and the pages that it leads to. What is not published loses its link.
    pub fn rewrite(&self, html: &str, here: &Link) -> (String, Vec<Link>) {
        let mut text = String::with_capacity(html.len());
        let mut found = Vec::new();
        let mut rest = html;
        // Quotes in values are escaped: this is an attribute, always.
        while let Some((at, name)) =
            [" href=\"", " src=\""].iter().filter_map(|name| Some((rest.find(name)?, *name))).min()
        {
            text += &rest[..at];
            rest = &rest[at + name.len()..];
            let (value, after) = rest.split_once('"').unwrap_or((rest, ""));
            rest = after;
            let value = value.replace("&#38;", "&").replace("&amp;", "&");
            let href = match self.target(&value, &here.url) {
                _ if value.starts_with('#') => Some(value),
                Some(Target::Page(link, hash)) if link.file == here.file && !hash.is_empty() => Some(hash),
                Some(Target::Page(link, hash)) => {
                    let href = relative(&here.file, &link.file) + &hash;
                    found.push(link);
                    Some(href)
                }
                Some(Target::File(file)) => Some(relative(&here.file, &file)),
                None => None,
            };
            if let Some(href) = href {
                text += &format!("{name}{}\"", href.replace('&', "&#38;"));
            }
        }
        (text + rest, found)
    }

    /// Where a link on the page of this URL leads; `None` for what is not published.
    fn target(&self, value: &str, here: &str) -> Option<Target> {
        let url = resolved(value, here);
        if let Some(asset) = url.strip_prefix(ASSETS) {
            return Some(Target::File(format!("assets/{}", asset.split_once('/')?.1)));
        }
        let (url, hash) =
            url.split_once('#').map_or((&*url, String::new()), |(url, hash)| (url, format!("#{hash}")));
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let page = path.strip_prefix(&self.base)?;
        let page = if page.is_empty() { page } else { page.strip_prefix('/')? };
        if let Some(key) = page.strip_prefix(GAMES) {
            if !is_plain(key) || self.games.as_ref().is_some_and(|games| !games.contains(key)) {
                return None;
            }
            let link = Link { url: path.to_owned(), file: format!("{page}.html") };
            return Some(Target::Page(link, ply(query)?.unwrap_or(hash)));
        }
        let name = match page {
            "" => "index",
            "classement.csv" => {
                let link = Link { url: path.to_owned(), file: page.to_owned() };
                return Some(Target::Page(link, String::new()));
            }
            "decisions" | "grille" | "tableau-final" | "programme" | "courbes" | "fautes" => page,
            _ if page.strip_prefix(CONTESTANTS).is_some_and(is_plain) => page,
            _ => return None,
        };
        // Only pages of long lists.
        let mut file = name.to_owned();
        for (key, value) in pairs(query) {
            if !matches!(key, "ronde" | "page") || !is_plain(value) {
                return None;
            }
            file += &format!("-{key}-{value}");
        }
        Some(Target::Page(Link { url: url.to_owned(), file: file + ".html" }, hash))
    }
}

/// The place on the page of a game that its query names: `#retour.17`, `#retour`. `Some(None)` for none; `None`
/// for another view.
fn ply(query: &str) -> Option<Option<String>> {
    let mut names = [None, None];
    for (key, value) in pairs(query) {
        match key {
            "partie" => names[0] = Some(value),
            "coup" => names[1] = Some(value),
            "ensemble" | "cote" | "de" => {}
            _ => return None,
        }
    }
    Some(match names {
        [Some(partie), Some(coup)] => Some(format!("#{partie}.{coup}")),
        [Some(partie), None] => Some(format!("#{partie}")),
        _ => None,
    })
}

fn pairs(query: &str) -> impl Iterator<Item = (&str, &str)> {
    query.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

/// Whether this can be (part of) the name of a file.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.') && !text.starts_with('.')
}

/// A link as an absolute path.
fn resolved<'a>(value: &'a str, here: &str) -> Cow<'a, str> {
    let path = here.split(['?', '#']).next().unwrap_or_default();
    match value.chars().next() {
        Some('/') => value.into(),
        Some('?' | '#') | None => format!("{path}{value}").into(),
        Some(_) => format!("{}/{value}", path.rsplit_once('/').map_or("", |(folder, _)| folder)).into(),
    }
}

/// How one file names another.
fn relative(from: &str, to: &str) -> String {
    let up = "../".repeat(from.matches('/').count());
    let names: Vec<String> = to
        .split('/')
        .map(|name| {
            let encoded = utf8_percent_encode(name, NON_ALPHANUMERIC).to_string();
            encoded.replace("%2E", ".").replace("%2D", "-")
        })
        .collect();
    up + &names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(file: &str, url: &str, html: &str) -> (String, Vec<String>) {
        let links = Links::new("mai", Some(HashSet::from(["1.2".to_owned()])));
        let (text, found) = links.rewrite(html, &Link { url: url.into(), file: file.into() });
        (text, found.into_iter().map(|link| format!("{} {}", link.url, link.file)).collect())
    }

    #[test]
    fn pages_lead_to_files() {
        let from = |html| rewritten("concurrent/3.html", "/championnat/mai/concurrent/3", html);
        let (text, found) = from(
            r#"<a class="x" href="/championnat/mai">a</a><a href="/championnat/mai/rencontre/1.2?partie=retour&#38;coup=7">b</a>"#,
        );
        assert_eq!(
            text,
            r#"<a class="x" href="../index.html">a</a><a href="../rencontre/1.2.html#retour.7">b</a>"#
        );
        assert_eq!(
            found,
            ["/championnat/mai index.html", "/championnat/mai/rencontre/1.2 rencontre/1.2.html"]
        );
        let (text, _) =
            from(r#"<link href="/assets/0f/boards.css"><script src="/assets/0f/game.js"></script>"#);
        assert_eq!(text, r#"<link href="../assets/boards.css"><script src="../assets/game.js"></script>"#);
    }

    #[test]
    fn what_is_not_published_loses_its_link() {
        for other in [
            "/",
            "/mur",
            "/championnat/maison",
            "/championnat/mai/rencontre/1.3",
            "/championnat/mai/concurrent/3/precision",
            "/championnat/mai/courbes?avec=2",
            "/championnat/mai/rencontre/1.2?analyse=1",
            "/championnat/mai/rencontre/..",
            "/direct/x",
            "https://example.org/",
            "//example.org/",
        ] {
            let (text, found) =
                rewritten("index.html", "/championnat/mai", &format!("<a href=\"{other}\">a</a>"));
            assert_eq!((text.as_str(), found.len()), ("<a>a</a>", 0), "{other}");
        }
    }

    #[test]
    fn relative_links_are_understood() {
        let (text, found) = rewritten(
            "grille.html",
            "/championnat/mai/grille",
            r##"<a href="concurrent/3">a</a><use href="#x"/>"##,
        );
        assert_eq!(text, r##"<a href="concurrent/3.html">a</a><use href="#x"/>"##);
        assert_eq!(found, ["/championnat/mai/concurrent/3 concurrent/3.html"]);
        let (text, found) = rewritten(
            "programme.html",
            "/championnat/mai/programme",
            r#"<a href="?ronde=2&#38;page=3">a</a>"#,
        );
        assert_eq!(text, r#"<a href="programme-ronde-2-page-3.html">a</a>"#);
        assert_eq!(found, ["/championnat/mai/programme?ronde=2&page=3 programme-ronde-2-page-3.html"]);
    }
}
