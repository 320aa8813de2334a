//! Writes the JavaScript module and the types of TypeScript beside a library that was compiled to WebAssembly.
//!
//! It does what the command `wasm-bindgen --target web` does, in the version of Cargo.lock and without its other targets.

use anyhow::{Context, Result, bail};
use std::env;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [input, folder] = arguments.as_slice() else {
        bail!("expected LIBRARY.wasm FOLDER, found {} arguments: give both", arguments.len());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).web(true)?.typescript(true).out_name("hexlex");
    // The page says where the library is.
    bindgen.omit_default_module_path(true).remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder).with_context(|| format!("cannot write to {}", Path::new(folder).display()))
}
