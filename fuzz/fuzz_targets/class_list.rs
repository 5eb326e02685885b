//! Lists of classes: any bytes become a description that can be read and extended, or have remarks that say why not.

#![no_main]

use championnat::{DescriptionBefore, EngineCheck, Import, ImportError, import, mails, people};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|list: &[u8]| {
    if let Ok((people, _)) = people(list) {
        assert!(people.len() <= list.len() && mails(list).len() <= people.len());
    }
    let engines = EngineCheck::by(|_, _| Ok(()));
    let made = |before| {
        let wishes = Import {
            game: "colonnes",
            engines: &engines,
            files: ["classe.csv", "classe.toml", "classe.secrets.csv"],
            command: None,
            host: "salle-12",
            port: 4242,
            title: None,
            accept: true,
            say: &|message| message.id.to_owned(),
            before,
        };
        import(list, &wishes)
    };
    match made(None) {
        Ok(first) => {
            let before =
                DescriptionBefore { description: &first.description, handout: first.handout.as_deref() };
            let again = made(Some(before)).expect("the same people can be there already");
            assert_eq!((again.added, again.kept), (0, first.added));
            assert_eq!(again.description, first.description);
        }
        Err(ImportError::List(remarks)) => assert!(!remarks.is_empty()),
        // One person alone plays no championship; everything else is seen before.
        Err(ImportError::Description(error)) => {
            let codes: Vec<_> = error.problems.iter().map(|problem| &*problem.message.id).collect();
            assert_eq!(codes, ["format-two"]);
        }
        Err(ImportError::Random(error)) => panic!("{error}"),
    }
});
