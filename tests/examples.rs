//! The programs of examples/ run to their end.

#[path = "../examples/build_lexicon.rs"]
mod build_lexicon;
#[path = "../examples/own_reader.rs"]
mod own_reader;
#[path = "../examples/read_picture.rs"]
mod read_picture;
#[path = "../examples/solve_board.rs"]
mod solve_board;

#[test]
fn every_example_runs() {
    for main in [build_lexicon::main, own_reader::main, read_picture::main, solve_board::main] {
        main().expect("an example runs");
    }
}
