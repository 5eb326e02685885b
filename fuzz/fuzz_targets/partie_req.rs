//! PARTIE requests: any bytes are a message that encodes to the same bytes, or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::colonnes::{DecodeError, TPartieReq};
use protocol::name::NAME_BYTES;

fuzz_target!(|data: &[u8]| match TPartieReq::decode(data) {
    Ok(request) => {
        assert_eq!(request.encode(), data);
        let name = request.name();
        assert!(!name.is_empty() && name.len() <= NAME_BYTES);
        // The name passes unchanged through a message of ours.
        assert_eq!(TPartieReq::new(&name).name(), name);
    }
    // There is no field that could be out of range.
    Err(error) => assert_eq!(error, DecodeError::Size { expected: TPartieReq::SIZE, got: data.len() }),
});
