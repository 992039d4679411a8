#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tetrarch::fuzz::rules_page(bytes));
