//! Writes the seeds: `HEXLEX_SEEDS=FOLDER seeds -runs=0` writes `FOLDER/TARGET/NUMBER`. A target of the fuzzer by its form, since
//! what is built with counters links only with the fuzzer.

#![no_main]

use std::path::Path;

libfuzzer_sys::fuzz_target!(
    init: write_seeds(),
    |_data: &[u8]| {}
);

fn write_seeds() {
    let folder = std::env::var_os("HEXLEX_SEEDS").expect("HEXLEX_SEEDS is the folder");
    for (target, inputs) in hexlex_fuzz::seeds::all() {
        let folder = Path::new(&folder).join(target);
        std::fs::create_dir_all(&folder).expect("a folder that can be written");
        for (number, bytes) in inputs.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), bytes).expect("a folder that can be written");
        }
    }
}
