//! The names that Moodle gives to what people have handed in: `Zoé Durand_123_assignsubmission_file_`.

/// Of such a name: the person with the number, and whether it is files.
pub fn moodle(name: &str) -> Option<(&str, bool)> {
    let (person, what) = name.split_once("_assignsubmission_")?;
    let (_, number) = person.rsplit_once('_')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((person, what.starts_with("file")))
}
