//! What axe-core finds in a page that keeps somebody from reading it.

use std::fs;
use std::path::Path;

use serde_json::Value;
use testing::left_out;

use crate::chrome::Chrome;

/// Where `outils/installer.sh --tests` puts it.
const PLACE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../target/navigateur/node_modules/axe-core/axe.min.js");

/// What is found, a line each: the rule, and the elements.
const RUN: &str = "return axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations.map(
    (rule) => `${rule.id}: ${rule.help}\\n` + rule.nodes.map((node) => `    ${node.html}\\n        ${node.failureSummary}`).join('\\n')))";

/// The program that looks; `None` where it is not installed: the test is left out, and `tests.sh` counts it so.
pub fn program(test: &str) -> Option<String> {
    let program = fs::read_to_string(Path::new(PLACE)).ok();
    if program.is_none() {
        left_out(&format!("browser::{test}"), "il manque axe-core (sh outils/installer.sh --tests)");
    }
    program
}

/// What it finds in the page as it is seen now.
pub fn found(chrome: &Chrome, program: &str) -> Vec<String> {
    if chrome.eval("return typeof axe") == "undefined" {
        chrome.eval(program);
    }
    let Value::Array(found) = chrome.eval(RUN) else { panic!("axe finds a list") };
    found.iter().map(|line| line.as_str().unwrap_or_default().to_owned()).collect()
}
