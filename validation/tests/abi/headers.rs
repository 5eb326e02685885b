//! The headers compile cleanly everywhere and describe the messages of the protocol.

use std::process::Command;

use jeux::colonnes::Move;
use protocol::colonnes::{CodeRep, Coul, PropCoup, TCoupRep, TCoupReq, TPartieRep, TPartieReq, ValCoup};

use crate::compiler::{build, compile_text, run};

const STANDARDS: [&str; 9] = ["c99", "gnu99", "c11", "gnu11", "c17", "c++98", "c++11", "c++17", "c++20"];

#[test]
fn each_header_compiles_alone_and_twice() {
    for standard in STANDARDS {
        for header in ["protocolColonne.h", "validation.h"] {
            let text =
                format!("#include \"{header}\"\n#include \"{header}\"\nint main(void) {{ return 0; }}\n");
            let output = compile_text(standard, &format!("{standard}-{header}.txt"), &text);
            assert!(output.status.success(), "{standard}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// A compiler that lays the structures out differently must be refused.
#[test]
fn another_layout_is_an_error() {
    for standard in STANDARDS {
        let text = "#pragma pack(1)\n#include \"protocolColonne.h\"\nint main(void) { return 0; }\n";
        let output = compile_text(standard, &format!("{standard}-packed.txt"), text);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains("TPartieReq"), "{standard}: {errors}");
    }
}

#[test]
fn the_messages_are_those_of_the_protocol() {
    let play =
        |coul, text: &str| TCoupReq::new(coul, text.parse::<Move>().expect("a move")).encode().to_vec();
    let expected: Vec<Vec<u8>> = vec![
        TPartieReq::new("joueur1").encode().to_vec(),
        TPartieRep::accepted(Coul::Noir, &"x".repeat(30)).encode().to_vec(),
        TPartieRep::refused(CodeRep::Partie).encode().to_vec(),
        play(Coul::Blanc, "C2"),
        play(Coul::Noir, "A3-B1"),
        play(Coul::Noir, "passe"),
        TCoupRep::valid(PropCoup::Nulle).encode().to_vec(),
        TCoupRep::valid(PropCoup::Gagne).encode().to_vec(),
        TCoupRep::valid(PropCoup::Cont).encode().to_vec(),
        TCoupRep::lost(CodeRep::Coup, ValCoup::Triche).encode().to_vec(),
        TCoupRep::lost(CodeRep::Typ, ValCoup::Timeout).encode().to_vec(),
    ];
    for standard in STANDARDS {
        let output = run(&mut Command::new(build("messages.c", standard)));
        let text = String::from_utf8(output.stdout).expect("hexadecimal digits");
        let written: Vec<Vec<u8>> = text.lines().map(crate::common::bytes).collect();
        assert_eq!(written, expected, "{standard}");
    }
}
