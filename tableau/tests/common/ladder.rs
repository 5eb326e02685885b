//! A folder of ladders, as the organiser's commands and the ladder's own program would leave it.

use std::fs;
use std::path::{Path, PathBuf};

use championnat::Person;
use echelle::spool::{Deposit, Wish};
use echelle::{Class, Folder, Stage, Version};
use jiff::Timestamp;

use super::{Answer, Tableau};

/// A ladder with this class; the secrets of its links, in order.
pub fn ladder(root: &Path, name: &str, settings: &str, students: &[(&str, &str)]) -> (Folder, Vec<String>) {
    let folder = Folder::new(root, name).expect("a name");
    fs::create_dir_all(folder.records()).expect("a folder");
    fs::write(folder.settings(), settings).expect("settings");
    let people: Vec<Person> = students
        .iter()
        .map(|(name, mail)| Person {
            name: (*name).to_owned(),
            login: None,
            mail: (*mail).to_owned(),
            participant: String::new(),
            number: String::new(),
        })
        .collect();
    let mut class = Class::default();
    class.add(&people).expect("random bytes");
    class.write(&folder.class()).expect("a class");
    (folder, class.students.iter().map(|student| student.token.reveal().to_owned()).collect())
}

/// Version `number` of a student, in this stage, with this file handed in.
pub fn version(folder: &Folder, student: &str, number: u32, stage: Stage) -> Version {
    let deposit = Deposit {
        id: format!("d{number}-{student}"),
        student: student.to_owned(),
        arrived: at(&format!("2026-11-20T17:59:5{number}Z")),
        language: "fr".to_owned(),
        wish: Wish::Submit,
    };
    let mut version = Version::new(number, &deposit, String::new());
    version.written_in = Some("Python".into());
    version.decide(stage, at("2026-11-20T18:10:00Z"));
    let home = folder.version(student, number);
    fs::create_dir_all(home.join("rendu")).expect("a folder");
    fs::write(home.join("rendu/a.py"), format!("# {student} {number}\n")).expect("a file");
    folder.write_version(student, &version).expect("a version");
    version
}

/// A time.
pub fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

/// The cookie of a student.
pub fn cookie(tableau: &Tableau, ladder: &str, secret: &str) -> String {
    format!("arbitre-{}-echelle-{ladder}={secret}", tableau.address.port())
}

/// Asks for a page with this cookie.
pub fn get(tableau: &Tableau, cookie: &str, path: &str) -> Answer {
    tableau.ask("GET", path, &[("cookie", cookie)], "")
}

/// A form with these parts: the field, the name of a file if it is one, and what is in it.
pub fn multipart(parts: &[(&str, Option<&str>, &str)]) -> String {
    let mut body = String::new();
    for (field, file, text) in parts {
        let file = file.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
        body += &format!("--XyZ\r\ncontent-disposition: form-data; name=\"{field}\"{file}\r\n\r\n{text}\r\n");
    }
    body + "--XyZ--\r\n"
}

/// Sends a form as the page of a student would.
pub fn send(tableau: &Tableau, cookie: &str, path: &str, kind: &str, body: &str) -> Answer {
    let origin = format!("http://{}", tableau.address);
    tableau.ask("POST", path, &[("origin", &origin), ("cookie", cookie), ("content-type", kind)], body)
}

/// The kind of what [`multipart`] makes, and of a simple form.
pub const MULTIPART: &str = "multipart/form-data; boundary=XyZ";
pub const FORM: &str = "application/x-www-form-urlencoded";

/// The paths and texts below a folder, by path.
pub fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            let inside = files(&entry).into_iter();
            let name = PathBuf::from(entry.file_name().expect("a name"));
            all.extend(inside.map(|(path, text)| (name.join(path), text)));
        } else {
            let text = fs::read_to_string(&entry).expect("text");
            all.push((entry.file_name().expect("a name").into(), text));
        }
    }
    all.sort();
    all
}
