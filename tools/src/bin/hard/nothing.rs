//! Reads pictures without a board, and counts those in which one is read.

use anyhow::Result;
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex_tools::hard::Fonts;
use hexlex_tools::hard::no_board::{Kind, draw};
use hexlex_tools::outln;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where pictures are written.
pub(crate) struct Folders {
    /// For all pictures.
    pub(crate) all: Option<PathBuf>,
    /// For those in which a board was read, with its text.
    pub(crate) read: Option<PathBuf>,
}

/// Draws pictures, reads them, and prints in how many a board was read.
pub(crate) fn judge(seed: u64, numbers: &[u64], fonts: &Fonts, folders: &Folders) -> Result<()> {
    for folder in folders.all.iter().chain(&folders.read) {
        std::fs::create_dir_all(folder)?;
    }
    let results: Vec<(&Kind, Option<String>)> = numbers
        .par_iter()
        .map(|&number| {
            let (picture, kind) = draw(seed, number, fonts);
            let file = format!("{number:05}-{}.png", kind.name.replace([' ', ','], "-"));
            if let Some(folder) = &folders.all {
                picture.save(folder.join(&file))?;
            }
            let frame = Frame::new(picture, file.clone());
            let board = read(&frame, &Options::default()).ok().map(|(reading, _)| reading.board.to_string());
            if let (Some(folder), Some(board)) = (&folders.read, &board) {
                frame.pixels().save(folder.join(&file))?;
                std::fs::write(folder.join(file).with_extension("txt"), board)?;
            }
            Ok((kind, board))
        })
        .collect::<Result<_>>()?;
    print(seed, &results);
    Ok(())
}

/// The number of pictures, and of those in which a board was read.
#[derive(Default)]
struct Count {
    pictures: usize,
    boards: usize,
}

/// Prints the counts of each kind of picture.
fn print(seed: u64, results: &[(&Kind, Option<String>)]) {
    let mut kinds: BTreeMap<&str, Count> = BTreeMap::new();
    for (kind, board) in results {
        let count = kinds.entry(kind.name).or_default();
        count.pictures += 1;
        count.boards += usize::from(board.is_some());
    }
    let boards: usize = kinds.values().map(|count| count.boards).sum();
    let (pictures, count) = (results.len(), kinds.len());
    outln!("seed {seed}: {pictures} pictures of {count} kinds without a board; a board was read in {boards}\n");
    for (name, Count { pictures, boards }) in kinds {
        outln!("  {name:<28} {pictures:5} pictures, a board in {boards}");
    }
}
