//! The students of a ladder, and the secrets of their links.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use championnat::Person;
use championnat::submissions::{clean_name, free_name, slug_of};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::{LadderError, files};

/// The secret of a link, 128 bits in hexadecimal. It is not shown in debug output.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    fn draw() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hex::encode(bytes)))
    }

    /// Compared in constant time but for the length.
    pub fn is(&self, said: &str) -> bool {
        self.0.as_bytes().ct_eq(said.as_bytes()).into()
    }

    /// As it stands in a link.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(...)")
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Student {
    /// The name for files and paths: letters, digits and hyphens.
    pub slug: String,
    /// The name for people, which the organiser gives.
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mail: String,
    pub token: Token,
    pub since: Timestamp,
    /// The link was taken back: what was handed in plays on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revoked: bool,
}

/// A class, in the order in which its students were added.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Class {
    pub students: Vec<Student>,
}

impl Class {
    pub fn read(path: &Path) -> Result<Self, LadderError> {
        let missing = || LadderError::unreadable(path, std::io::Error::from(std::io::ErrorKind::NotFound));
        files::read_json(path)?.ok_or_else(missing)
    }

    pub fn write(&self, path: &Path) -> Result<(), LadderError> {
        files::write_json(path, self)
    }

    pub fn named(&self, slug: &str) -> Option<&Student> {
        self.students.iter().find(|student| student.slug == slug)
    }

    /// Whose link has this secret.
    pub fn admit(&self, said: &str) -> Option<&Student> {
        // All of them are compared: the time taken says nothing.
        let mut found = None;
        for student in &self.students {
            if student.token.is(said) && !student.revoked {
                found = Some(student);
            }
        }
        found
    }

    /// Adds those who are not there yet, by address or else by name. The names that were taken for an earlier one of
    /// these people.
    pub fn add(&mut self, people: &[Person]) -> Result<Vec<String>, getrandom::Error> {
        let mut slugs: HashSet<String> = self.students.iter().map(|student| student.slug.clone()).collect();
        let mut names: HashSet<String> =
            self.students.iter().map(|student| student.name.to_lowercase()).collect();
        let (mut met, mut twice) = (HashSet::new(), vec![]);
        for person in people {
            let name = clean_name(&person.name);
            let same = |student: &Student| {
                if person.mail.is_empty() || student.mail.is_empty() {
                    student.name.to_lowercase() == name.to_lowercase()
                } else {
                    student.mail.eq_ignore_ascii_case(&person.mail)
                }
            };
            let place = self.students.iter().position(same);
            if !met.insert(place.unwrap_or(self.students.len())) {
                twice.push(name.clone());
            }
            if place.is_some() {
                continue;
            }
            let name = free_name(&name, " ", &mut names);
            self.students.push(Student {
                slug: free_name(&slug_of(&name), "-", &mut slugs),
                name,
                mail: person.mail.clone(),
                token: Token::draw()?,
                since: Timestamp::now(),
                revoked: false,
            });
        }
        Ok(twice)
    }

    /// Gives a student a new link, or none; `false` if there is no such student.
    pub fn renew(&mut self, slug: &str, revoked: bool) -> Result<bool, getrandom::Error> {
        let Some(student) = self.students.iter_mut().find(|student| student.slug == slug) else {
            return Ok(false);
        };
        (student.token, student.revoked) = (Token::draw()?, revoked);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, mail: &str) -> Person {
        Person {
            name: name.into(),
            login: None,
            mail: mail.into(),
            participant: String::new(),
            number: String::new(),
        }
    }

    #[test]
    fn each_student_has_a_link_of_his_own_and_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eleves.json");
        assert!(Class::read(&path).is_err());
        let mut class = Class::default();
        let list = [person("Zoé Durand", "z@x.fr"), person("Zoé Durand", "y@x.fr"), person("../é", "")];
        assert_eq!(class.add(&list), Ok(vec![]));
        let slugs: Vec<&str> = class.students.iter().map(|student| student.slug.as_str()).collect();
        assert_eq!(slugs, ["zoe-durand", "zoe-durand-2", "e"]);
        assert_eq!(class.students[1].name, "Zoé Durand 2");
        let token = class.students[0].token.clone();
        assert_eq!(token.reveal().len(), 32);
        assert_ne!(token, class.students[1].token);
        class.write(&path).unwrap();
        let mut again = Class::read(&path).unwrap();
        assert_eq!(again, class);
        assert_eq!(again.add(&list), Ok(vec![]));
        assert_eq!(again.admit(token.reveal()).unwrap().slug, "zoe-durand");
        assert!(again.admit("").is_none() && again.admit(&token.reveal()[1..]).is_none());
        // A new link takes the old one back.
        assert_eq!(again.renew("zoe-durand", false), Ok(true));
        assert!(again.admit(token.reveal()).is_none());
        let token = again.students[0].token.clone();
        assert!(again.admit(token.reveal()).is_some());
        assert_eq!(again.renew("zoe-durand", true), Ok(true));
        assert!(again.students.iter().filter(|one| again.admit(one.token.reveal()).is_some()).count() == 2);
        assert_eq!(again.renew("nobody", true), Ok(false));
        // Who has no address may be one who has.
        let unclear = [person("Eve", "eve@x.fr"), person("EVE", ""), person("../é", "")];
        assert_eq!(again.add(&unclear), Ok(vec!["EVE".to_owned()]));
        assert!(!format!("{again:?}").contains(token.reveal()));
    }
}
