//! The rules of each game: the texts of `jeux/regles`.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use i18n::Language;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use crate::page;
use crate::visit::Visit;

macro_rules! included {
    ($file:literal) => {
        ($file, include_str!(concat!("../../../jeux/regles/", $file)))
    };
}

/// Texts and pictures by their files.
const FILES: [(&str, &str); 19] = [
    included!("colonnes.md"),
    included!("colonnes.en.md"),
    included!("colonnes.svg"),
    included!("coursidor.md"),
    included!("coursidor.en.md"),
    included!("coursidor.svg"),
    included!("labyrinthe.md"),
    included!("labyrinthe.en.md"),
    included!("labyrinthe.svg"),
    included!("labyrinthe-rotation.svg"),
    included!("morpion.md"),
    included!("morpion.en.md"),
    included!("morpion.svg"),
    included!("sept-couleurs.md"),
    included!("sept-couleurs.en.md"),
    included!("sept-couleurs.svg"),
    included!("sphinx.md"),
    included!("sphinx.en.md"),
    included!("sphinx.svg"),
];

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    visit: &'a Visit,
    title: &'static str,
    text: String,
}

pub async fn show(visit: Visit, Path(game): Path<String>) -> Response {
    let Some(kind) = arbitre::registry::find(&game) else { return page::missing(&visit) };
    let Some(text) = rules(kind.name, visit.language) else { return page::missing(&visit) };
    page::html(&visit, &RulesPage { visit: &visit, title: kind.title, text })
}

fn file(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The rules as HTML. Pictures are within; of links, which lead to files that are not here, only the
/// words are left, and of the line with the other language nothing.
fn rules(game: &str, language: Language) -> Option<String> {
    let suffix = match language {
        Language::Fr => ".md",
        Language::En => ".en.md",
    };
    let text = file(&format!("{game}{suffix}"))?;
    let text: String =
        text.lines().filter(|line| !is_other_language(line)).flat_map(|line| [line, "\n"]).collect();
    let events = Parser::new_ext(&text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => None,
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let picture = file(&dest_url).map(|picture| BASE64_STANDARD.encode(picture));
            let dest_url = format!("data:image/svg+xml;base64,{}", picture.unwrap_or_default()).into();
            Some(Event::Start(Tag::Image { link_type, dest_url, title, id }))
        }
        event => Some(event),
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    Some(page)
}

fn is_other_language(line: &str) -> bool {
    line.starts_with("[English](") || line.starts_with("[Français](")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rules_with_pictures() {
        for name in arbitre::registry::names().split(", ") {
            for language in [Language::Fr, Language::En] {
                let page = rules(name, language).expect("rules");
                assert!(
                    page.contains("<h1>") && page.contains("<img src=\"data:image/svg+xml;base64,PHN2Z"),
                    "{page}"
                );
                assert!(!page.contains("<a ") && !page.contains(".md)"), "{page}");
                assert!(!page.contains("Français") || language == Language::Fr, "{page}");
            }
        }
    }
}
