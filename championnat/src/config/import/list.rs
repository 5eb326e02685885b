//! Reads a class list exported from a spreadsheet.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::model::Remark;
use crate::message::Message;

/// The longest list.
const MAX_BYTES: usize = 4 << 20;

pub(super) struct ImportedList {
    pub rows: Vec<ImportedRow>,
    pub remarks: Vec<Remark>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ImportedRow {
    pub line: u64,
    /// First name, if in a column of its own.
    pub first: String,
    pub last: String,
    /// May be empty, as all that follows.
    pub mail: String,
    /// What the person is called by machines.
    pub login: String,
    /// The person's number of Moodle.
    pub participant: String,
    /// A number of another kind.
    pub number: String,
    /// The engine to start; none or `reseau`: a network player.
    pub engine: String,
}

/// The meaning of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ListColumn {
    First,
    Last,
    Mail,
    Login,
    Participant,
    Number,
    Engine,
    Other,
}

/// Reads a list: columns in any order below a header, separated by `;`, `,` or tabs; UTF-8, UTF-16
/// with a BOM, or Windows-1252.
pub(super) fn read(bytes: &[u8]) -> Result<ImportedList, Remark> {
    let whole = |message: Message| Remark { line: None, message };
    if bytes.len() > MAX_BYTES {
        return Err(whole(Message::new("import-too-long").with("most", MAX_BYTES)));
    }
    let text = decode(bytes);
    let head = text.lines().find(|line| !line.trim().is_empty());
    let Some(head) = head else { return Err(whole(Message::new("import-nobody"))) };
    let separator = separator(head);
    let mut reader = csv_reader(&text, separator);
    let mut columns: Option<Vec<ListColumn>> = None;
    let mut list = ImportedList { rows: vec![], remarks: vec![] };
    let mut record = csv::StringRecord::new();
    // Lines between two records are empty.
    let (mut next, mut last) = (1, 1);
    loop {
        let begins = first_full_line(&text, next);
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                let message = Message::new("import-csv").with("why", error.to_string());
                return Err(Remark { line: Some(begins), message });
            }
        }
        last = begins;
        let blank = (next..begins).map(|line| Remark::at(line, Message::new("import-blank-line")));
        list.remarks.extend(blank);
        // A quoted cell may contain line feeds.
        next = begins + 1 + record.iter().map(|cell| cell.matches('\n').count() as u64).sum::<u64>();
        let Some(columns) = &columns else {
            columns = Some(head_line(&record, begins)?);
            continue;
        };
        if record.iter().all(str::is_empty) {
            list.remarks.push(Remark::at(begins, Message::new("import-blank-line")));
            continue;
        }
        let cell = |column: ListColumn| {
            let at = columns.iter().position(|other| *other == column);
            let text = at.and_then(|at| record.get(at)).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let login = cell(ListColumn::Login);
        // Moodle's own lists call the number of a person so.
        let (login, participant) = match participant(&login) {
            Some(number) => (String::new(), number.to_owned()),
            None => (login, cell(ListColumn::Participant)),
        };
        list.rows.push(ImportedRow {
            line: begins,
            first: cell(ListColumn::First),
            last: cell(ListColumn::Last),
            mail: cell(ListColumn::Mail),
            login,
            participant,
            number: cell(ListColumn::Number),
            engine: cell(ListColumn::Engine),
        });
    }
    if ends_in_quotes(&text, separator) {
        return Err(Remark::at(last, Message::new("import-quotes")));
    }
    Ok(list)
}

fn csv_reader(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(separator).has_headers(false).flexible(true).trim(csv::Trim::All);
    reader.from_reader(text.as_bytes())
}

/// Whether quotes are still open at the end, and hold all the lines since. The reader does not tell: a row more is one of
/// its own only if they are not.
fn ends_in_quotes(text: &str, separator: u8) -> bool {
    let count = |text: &str| csv_reader(text, separator).records().count();
    count(&format!("{text}\nx")) == count(text)
}

/// The number in `Participant 123`.
fn participant(text: &str) -> Option<&str> {
    let (word, number) = text.split_once(' ')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (word.eq_ignore_ascii_case("participant") && is_number).then_some(number)
}

/// The text in any of these encodings.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match encoding_rs::Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding.decode(bytes).0,
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
        },
    }
}

/// The most frequent separator in the header.
fn separator(head: &str) -> u8 {
    let count = |separator: &u8| head.bytes().filter(|byte| byte == separator).count();
    // Of equal ones the last wins: without any, the one usual in France.
    [b'\t', b',', b';'].into_iter().max_by_key(count).unwrap_or(b';')
}

/// The first non-empty line from here on (from 1).
fn first_full_line(text: &str, from: u64) -> u64 {
    let skipped = usize::try_from(from).unwrap_or(usize::MAX).saturating_sub(1);
    from + text.lines().skip(skipped).take_while(|line| line.is_empty()).count() as u64
}

/// The columns by their titles.
fn head_line(record: &csv::StringRecord, line: u64) -> Result<Vec<ListColumn>, Remark> {
    let columns: Vec<ListColumn> = record.iter().map(column).collect();
    if !columns.contains(&ListColumn::Last) && !columns.contains(&ListColumn::First) {
        let found = record.iter().collect::<Vec<_>>().join(", ");
        return Err(Remark::at(line, Message::new("import-no-name").with("found", found)));
    }
    Ok(columns)
}

fn column(title: &str) -> ListColumn {
    let plain: String = title.nfd().filter(|c| !is_combining_mark(*c)).collect();
    let letters: String =
        plain.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    match letters.as_str() {
        "nom" | "noms" | "nomdefamille" | "nomusuel" | "nomdusage" | "name" | "lastname" | "surname"
        | "familyname" | "nomcomplet" | "fullname" | "nometprenom" | "nomprenom" | "prenomnom"
        | "etudiant" | "eleve" | "student" | "joueur" | "concurrent" => ListColumn::Last,
        "prenom" | "prenoms" | "firstname" | "givenname" => ListColumn::First,
        "email"
        | "mail"
        | "courriel"
        | "adresseemail"
        | "adressemail"
        | "adressedecourriel"
        | "emailaddress"
        | "adresseelectronique" => ListColumn::Mail,
        "identifiant" | "identifier" | "login" | "username" | "nomdutilisateur" | "compte" | "uid" => {
            ListColumn::Login
        }
        "participant" | "moodle" | "numeromoodle" | "numerodeparticipant" => ListColumn::Participant,
        "numero"
        | "numeroetudiant"
        | "numerodetudiant"
        | "numerodidentification"
        | "idnumber"
        | "id"
        | "matricule" => ListColumn::Number,
        "moteur" | "engine" => ListColumn::Engine,
        _ => ListColumn::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(bytes: &[u8]) -> Vec<(u64, String, String)> {
        let list = read(bytes).expect("a list");
        list.rows.into_iter().map(|row| (row.line, row.first, row.last)).collect()
    }

    #[test]
    fn what_spreadsheets_write_is_read() {
        let expected = vec![(2, "Zoé".to_owned(), "Müller".to_owned()), (3, "Jo".into(), "O'Brien".into())];
        let text = "Prénom;NOM;E-mail\nZoé;Müller;z@x.fr\nJo;O'Brien;\n";
        assert_eq!(names(text.as_bytes()), expected);
        assert_eq!(names(text.replace('\n', "\r\n").as_bytes()), expected);
        assert_eq!(names(format!("\u{feff}{text}").as_bytes()), expected);
        assert_eq!(names(text.replace(';', ",").as_bytes()), expected);
        assert_eq!(names(text.replace(';', "\t").as_bytes()), expected);
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        assert_eq!(names(&latin), expected);
        let utf16: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(names(&utf16), expected);
        // Windows-1252 has the euro and œ, Latin-1 does not.
        assert_eq!(names(b"nom\nC\x9cur\n"), [(2, String::new(), "Cœur".to_owned())]);
    }

    #[test]
    fn columns_stand_in_any_order_and_quotes_hold_anything() {
        let text = "moteur,mail,groupe,nom,prenom\nalphabeta,,A,\"Le Roy, dit\n Leroy\",\"Anne \"\"Nan\"\"\"\n,b@x,A,B,b\n";
        let rows = read(text.as_bytes()).expect("a list").rows;
        assert_eq!(rows[0].last, "Le Roy, dit Leroy");
        assert_eq!((rows[0].first.as_str(), rows[0].engine.as_str()), ("Anne \"Nan\"", "alphabeta"));
        assert_eq!((rows[1].line, rows[1].mail.as_str()), (4, "b@x"));
    }

    #[test]
    fn quotes_that_nothing_closes_swallow_nobody() {
        for text in ["nom;mail\nAda;a@x\nZoé;\"z@x\nBob;b@x\nEve;e@x\n", "nom\nAda\n\"Zoé", "nom\nAda\n\""]
        {
            let remark = read(text.as_bytes()).err().expect("no list");
            assert_eq!((remark.line, remark.message.id), (Some(3), "import-quotes"), "{text}");
        }
        for text in ["nom\nAda \"Nan\n", "nom;mail\nAda;\"a\"\"\"\n", "nom\n\"Ada\"", "nom\nAda\n\n"] {
            assert_eq!(names(text.as_bytes()).len(), 1, "{text}");
        }
    }

    #[test]
    fn logins_and_the_numbers_of_moodle_are_read() {
        let text = "Identifiant,Nom complet,Numéro\nParticipant 123,Zoé Müller,7\najones,Ann Jones,8\n";
        let rows = read(text.as_bytes()).expect("a list").rows;
        let read: Vec<_> =
            rows.iter().map(|row| [&*row.last, &*row.login, &*row.participant, &*row.number]).collect();
        assert_eq!(read, [["Zoé Müller", "", "123", "7"], ["Ann Jones", "ajones", "", "8"]]);
    }

    #[test]
    fn blank_lines_are_told_with_their_numbers() {
        let list = read(b"\nnom;prenom\n\nA;a\n;\n\n\nB;b\n\n").expect("a list");
        assert_eq!(list.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [4, 8]);
        let lines: Vec<_> = list.remarks.iter().map(|remark| remark.line.unwrap()).collect();
        assert_eq!(lines, [1, 3, 5, 6, 7]);
    }

    #[test]
    fn a_list_without_names_says_what_it_has() {
        let remark = read(b"groupe;mail\nA;b\n").err().expect("no list");
        assert_eq!((remark.line, remark.message.id), (Some(1), "import-no-name"));
        assert_eq!(read(b"\n \n").err().expect("no list").message.id, "import-nobody");
    }
}
