//! The exceptions: classes of `arbitre.errors`, raised with a code, its arguments and a sentence.

use jeux::Reason;
use jeux::any::Refused;
use jeux::game::ParameterError;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

mod classes {
    pyo3::import_exception!(arbitre.errors, RuleError);
    pyo3::import_exception!(arbitre.errors, IllegalMove);
    pyo3::import_exception!(arbitre.errors, NotAMove);
    pyo3::import_exception!(arbitre.errors, BadParameter);
}

/// What an exception is made with: the code, its arguments, the sentence.
fn said(reason: &Reason) -> (String, Vec<String>, String) {
    (reason.code.clone(), reason.args.clone(), i18n::reason(reason))
}

pub(crate) fn refused(refused: &Refused) -> PyErr {
    match refused {
        Refused::NotAMove(reason) => classes::NotAMove::new_err(said(reason)),
        Refused::Illegal(reason) => classes::IllegalMove::new_err(said(reason)),
    }
}

/// A move that cannot be, as far as a player can know.
pub(crate) fn illegal(reason: &Reason) -> PyErr {
    if reason.code == "not-a-move" {
        classes::NotAMove::new_err(said(reason))
    } else {
        classes::IllegalMove::new_err(said(reason))
    }
}

pub(crate) fn parameter(error: &ParameterError) -> PyErr {
    let (code, args, sentence) = said(&error.problem);
    classes::BadParameter::new_err((code, args, format!("{}: {sentence}", error.name), error.name.clone()))
}

/// Another reason.
pub(crate) fn reason(reason: &Reason) -> PyErr {
    classes::RuleError::new_err(said(reason))
}

pub(crate) fn value_error(text: String) -> PyErr {
    PyValueError::new_err(text)
}
