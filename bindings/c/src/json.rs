//! What has a structure, as JSON.

use jeux::any::{AnyGame, GAMES};
use jeux::game::{Params, Values};
use jeux::scene::Scene;
use jeux::{ByPlayer, Player, Reason, Slot};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Every game with its parameters: an array of objects with `name`, `title`, `colours` (of the players, or null), `hidden` (whether players
/// see only what they may know) and `parameters`: objects with `name`, `default` (or null: the game decides) and `values`: an object with
/// `from`, `to` and `step`, an array of words, or null for any text.
pub fn games() -> String {
    Value::from_iter(GAMES.iter().map(game)).to_string()
}

fn game(game: &AnyGame) -> Value {
    let setup = game.draw(&Params::new(), 0);
    let hidden = setup.is_ok_and(|setup| game.follow(&setup, Player::First).is_some());
    let parameters = game.parameters.iter().map(|parameter| {
        let values = match parameter.values {
            Values::Number { from, to, step } => json!({"from": from, "to": to, "step": step}),
            Values::Words(words) => json!(words),
            Values::Text => Value::Null,
        };
        json!({"name": parameter.name, "default": parameter.default, "values": values})
    });
    json!({
        "name": game.name,
        "title": game.title,
        "colours": game.colours,
        "hidden": hidden,
        "parameters": Value::from_iter(parameters),
    })
}

/// A setup, or parameters: an object of texts.
pub fn params(params: &Params) -> String {
    Value::Object(params.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect())
        .to_string()
}

/// Reads a setup, or parameters: an object of texts, whole numbers and truth values (`oui` and `non`). No text at all: none.
///
/// # Errors
/// `not-json`.
pub fn read_params(text: &[u8]) -> Result<Params, Reason> {
    if text.is_empty() {
        return Ok(Params::new());
    }
    let object: Map<String, Value> = serde_json::from_slice(text).map_err(not_json)?;
    let value = |value| match value {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(yes) => Ok(if yes { "oui" } else { "non" }.to_owned()),
        _ => Err(Reason::new("not-json").with(value)),
    };
    object.into_iter().map(|(name, given)| Ok((name, value(given)?))).collect()
}

fn not_json(error: serde_json::Error) -> Reason {
    Reason::new("not-json").with(error)
}

/// A reason: an object with `code`, `args` (an array of texts) and `cause` (a reason); the last two only if there are any.
pub fn reason(reason: &Reason) -> String {
    // Strings alone: there is nothing that JSON cannot have.
    serde_json::to_string(reason).unwrap_or_default()
}

/// Reads a reason.
///
/// # Errors
/// `not-json`.
pub fn read_reason(text: &[u8]) -> Result<Reason, Reason> {
    serde_json::from_slice(text).map_err(not_json)
}

/// What a picture or a drawing shows besides the position: see [`Scene`].
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SceneOptions {
    /// The names of the players, in order of play.
    names: [String; 2],
    /// Whether the player of the second place began: the colours go by place.
    swapped: bool,
    /// The last move, to be marked.
    last: Option<String>,
    /// A thumbnail.
    plain: bool,
}

impl SceneOptions {
    /// Reads it; no text at all: nothing but the position.
    ///
    /// # Errors
    /// `not-json`.
    pub fn read(text: &[u8]) -> Result<Self, Reason> {
        if text.is_empty() {
            Ok(SceneOptions::default())
        } else {
            serde_json::from_slice(text).map_err(not_json)
        }
    }

    /// For a drawing.
    pub fn scene(&self) -> Scene<'_> {
        Scene {
            names: self.names(),
            first: if self.swapped { Slot::One } else { Slot::Zero },
            last: self.last.as_deref(),
            plain: self.plain,
        }
    }

    /// The names, in order of play.
    pub fn names(&self) -> ByPlayer<&str> {
        let [first, second] = &self.names;
        ByPlayer { first, second }
    }

    /// The colours of the players in order of play, where the game has some.
    pub fn colours(&self, game: &AnyGame) -> Option<ByPlayer<&'static str>> {
        game.colours.map(|[first, second]| match self.swapped {
            false => ByPlayer { first, second },
            true => ByPlayer { first: second, second: first },
        })
    }
}
