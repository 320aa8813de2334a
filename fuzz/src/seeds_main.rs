//! Writes the seeds: `seeds FOLDER` writes `FOLDER/TARGET/NUMBER`.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "corpus".to_string());
    for (target, inputs) in hexlex_fuzz::seeds::all() {
        let folder = Path::new(&folder).join(target);
        std::fs::create_dir_all(&folder)?;
        for (number, bytes) in inputs.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), bytes)?;
        }
    }
    Ok(())
}
