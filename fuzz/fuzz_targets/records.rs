#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tetrarch::fuzz::records(bytes));
