//! How a game ended: one type from the match loop to the record, the page and the sentence.

use jeux::{Reason, Slot};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Termination;

/// The reason of a game that was not played because somebody was not there.
const ABSENT: &str = "absent";

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResultRecord {
    /// The winner; `null` for a draw, an interrupted game, or one to which neither has come.
    pub winner: Option<Slot>,
    /// In which way.
    pub termination: Termination,
    /// The player whose fault ended it, if it was one.
    pub charged: Option<Slot>,
    /// The rule that was broken, or what happened; in older records a sentence.
    #[serde(flatten, serialize_with = "write_detail", deserialize_with = "read_reason")]
    pub detail: Option<Reason>,
    /// How long the turn lasted that brought no move, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_micros: Option<u64>,
    /// The processor time of the engine in that turn, in microseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_cpu_micros: Option<u64>,
    /// How long the engine was ready in that turn and had no processor, in microseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault_waited_micros: Option<u64>,
}

impl ResultRecord {
    /// That of a game under way.
    pub const fn under_way() -> Self {
        ResultRecord {
            winner: None,
            termination: Termination::Interrupted,
            charged: None,
            detail: None,
            fault_micros: None,
            fault_cpu_micros: None,
            fault_waited_micros: None,
        }
    }

    /// Of a game that was not played because the player in this slot was not there, or with `None` neither; why, if
    /// that is known.
    pub fn absence(absent: Option<Slot>, why: Option<Reason>) -> Self {
        ResultRecord {
            winner: absent.map(Slot::other),
            termination: Termination::Disconnected,
            charged: absent,
            detail: Some(Reason { cause: why.map(Box::new), ..Reason::new(ABSENT) }),
            fault_micros: None,
            fault_cpu_micros: None,
            fault_waited_micros: None,
        }
    }

    /// Whether it says so; games that were played never do.
    pub fn is_absence(&self) -> bool {
        self.detail.as_ref().is_some_and(|why| why.code == ABSENT)
    }
}

fn write_detail<S: Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    write_reason("detail", reason, serializer)
}

/// Writes a reason under `reason`, and in its written form under the key that it had alone before.
///
/// # Errors
/// Those of the serializer.
pub fn write_reason<S: Serializer>(
    key: &str,
    reason: &Option<Reason>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    if let Some(reason) = reason {
        map.serialize_entry(key, &reason.to_string())?;
        map.serialize_entry("reason", reason)?;
    }
    map.end()
}

/// Reads what [`write_reason`] has written; the written form counts only where there is nothing else.
///
/// # Errors
/// Those of the deserializer.
pub fn read_reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Reason>, D::Error> {
    #[derive(Deserialize)]
    struct Stored {
        #[serde(default, alias = "interrupted")]
        detail: Option<String>,
        #[serde(default)]
        reason: Option<Reason>,
    }
    let Stored { detail, reason } = Stored::deserialize(deserializer)?;
    Ok(reason.or_else(|| detail.as_deref().map(Reason::read)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_reason_stands_there_twice_and_is_read_from_either() {
        let ended = Reason::new("engine-ended").because(Reason::new("engine-exit").with(1).with("a; b: c"));
        let record = |why: Value| json!({ "winner": 0, "termination": "crash", "charged": 1, "reason": why });
        let result = ResultRecord {
            winner: Some(Slot::Zero),
            termination: Termination::Crash,
            charged: Some(Slot::One),
            detail: Some(ended.clone()),
            fault_micros: Some(7),
            fault_cpu_micros: None,
            fault_waited_micros: None,
        };
        let mut written = serde_json::to_value(&result).expect("JSON");
        assert_eq!(written["detail"], "engine-ended: engine-exit: 1; a; b: c");
        assert_eq!(written["reason"]["cause"]["args"], json!(["1", "a; b: c"]));
        let read = |value: &Value| serde_json::from_value::<ResultRecord>(value.clone()).expect("a result");
        assert_eq!(read(&written), result);
        written["detail"] = "full: B2".into();
        assert_eq!(read(&written), result, "the reason counts");
        for (text, reason) in [
            ("engine-ended: engine-exit: 1; a; b: c", ended),
            ("not-neighbours: A1; C3", Reason::new("not-neighbours").with("A1").with("C3")),
            ("la case B2 est vide", Reason::text("la case B2 est vide")),
        ] {
            let mut old = record(Value::Null);
            old["detail"] = text.into();
            assert_eq!(read(&old).detail, Some(reason), "{text}");
        }
        assert_eq!(read(&record(Value::Null)).detail, None);
        assert_eq!(read(&record(json!({ "code": "late" }))).detail, Some(Reason::new("late")));
        let none = serde_json::to_value(ResultRecord { detail: None, ..result }).expect("JSON");
        assert!(none.get("detail").is_none() && none.get("reason").is_none(), "{none}");
    }
}
