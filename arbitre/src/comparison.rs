//! Whether two records tell of the same rencontre, played at two times or on two machines.

use serde_json::Value;

/// Keys of a record (`RECORDS.md`) that say when, where and with what it was played, and what was measured.
const VARYING: [&str; 16] = [
    "id",
    "started",
    "ended",
    "versions",
    "machine",
    "from",
    "confinement",
    // The notation says what counts; bytes of a message that mean nothing may be any.
    "raw",
    "micros",
    "cpu_micros",
    "waited_micros",
    "memory_bytes",
    "latency_micros",
    "fault_micros",
    "fault_cpu_micros",
    "fault_waited_micros",
];

/// Where two records differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// A JSON Pointer (RFC 6901): `/parties/0/moves/3/text`.
    pub place: String,
    /// What each has there, if it has something.
    pub values: [Option<Value>; 2],
}

/// The first place where two records differ in what the players and the referee have done.
pub fn first_difference(one: &Value, other: &Value) -> Option<Difference> {
    let differ =
        || Some(Difference { place: String::new(), values: [one, other].map(|it| Some(it.clone())) });
    let below = |key: &str, pair: [Option<&Value>; 2]| {
        let found = match pair {
            [Some(one), Some(other)] => first_difference(one, other),
            _ => Some(Difference { place: String::new(), values: pair.map(Option::<&Value>::cloned) }),
        }?;
        Some(Difference {
            place: format!("/{}{}", key.replace('~', "~0").replace('/', "~1"), found.place),
            ..found
        })
    };
    match (one, other) {
        (Value::Object(here), Value::Object(there)) => {
            let added = there.keys().filter(|key| !here.contains_key(*key));
            let mut keys = here.keys().chain(added).filter(|key| !VARYING.contains(&key.as_str()));
            keys.find_map(|key| below(key, [here.get(key), there.get(key)]))
        }
        (Value::Array(here), Value::Array(there)) => (0..here.len().max(there.len()))
            .find_map(|index| below(&index.to_string(), [here.get(index), there.get(index)])),
        _ if one == other => None,
        _ => differ(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_measured_makes_no_difference_and_all_else_does() {
        let record = json!({ "id": "a", "game": "morpion", "parties": [
            { "setup": { "a/b": "1" }, "moves": [{ "text": "A1", "micros": 3 }, { "text": "B2", "micros": 4 }] },
        ] });
        let mut other = record.clone();
        other["id"] = json!("b");
        other["parties"][0]["moves"][1]["micros"] = json!(5);
        other["parties"][0]["moves"][1]["cpu_micros"] = json!(5);
        assert_eq!(first_difference(&record, &other), None);
        let differs = |change: &dyn Fn(&mut Value), place: &str, values: [Option<Value>; 2]| {
            let mut other = other.clone();
            change(&mut other);
            let place = place.to_owned();
            let [here, there] = values.clone();
            let mirrored = Difference { place: place.clone(), values: [there, here] };
            assert_eq!(first_difference(&record, &other), Some(Difference { place, values }));
            assert_eq!(first_difference(&other, &record), Some(mirrored));
        };
        let (one, two) = (Some(json!("B2")), Some(json!("C3")));
        differs(
            &|it| it["parties"][0]["moves"][1]["text"] = json!("C3"),
            "/parties/0/moves/1/text",
            [one, two],
        );
        let more = json!({ "text": "C3" });
        let add =
            |it: &mut Value| it["parties"][0]["moves"].as_array_mut().expect("moves").push(more.clone());
        differs(&add, "/parties/0/moves/2", [None, Some(more.clone())]);
        differs(&|it| it["interrupted"] = json!("stopped"), "/interrupted", [None, Some(json!("stopped"))]);
        let setup = [Some(json!("1")), Some(json!("2"))];
        differs(&|it| it["parties"][0]["setup"]["a/b"] = json!("2"), "/parties/0/setup/a~1b", setup);
    }
}
