#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| hexlex_fuzz::targets::profile(data));
