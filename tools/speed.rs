#[path = "../benches/yardsticks.rs"]
mod yardsticks;
use hexlex::grid::Shape;
use hexlex::lexicon::Lexicon;
use hexlex::board::Board;
use hexlex::solve::*;
use std::time::Instant;
/// seconds a board: for each chunk of boards the best of some rounds
fn measure<T>(items: &[T], mut f: impl FnMut(&T) -> usize) -> (f64, usize) {
    let chunk = (items.len() / 20).max(1);
    let mut best = vec![f64::MAX; items.len().div_ceil(chunk)];
    let mut n = 0;
    for _ in 0..9 { n = 0; for (k, c) in items.chunks(chunk).enumerate() { let t = Instant::now(); for i in c { n += f(i); } best[k] = best[k].min(t.elapsed().as_secs_f64()); } }
    (best.iter().sum::<f64>() / items.len() as f64, n)
}
fn main() {
    let (lex, _) = Lexicon::open("../shared/words/enable2k.txt").unwrap();
    let words: Vec<String> = lex.words().filter(|w| w.replace("qu","").find('q').is_none()).collect();
    let mut trie = yardsticks::Node::new(words.iter().map(|w| w.as_str()));
    for (file, shape) in [("dice-4x4", "4x4"), ("uniform-4x4","4x4"), ("good-4x4","4x4"), ("dice-5x5","5x5"), ("bookworm-52","bookworm")] {
        let text = std::fs::read_to_string(format!("../shared/boards/{file}.txt")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let shape: Shape = shape.parse().unwrap();
        let rules = Rules { max_length: if file=="bookworm-52" {15} else {17}, ..Rules::boggle() };
        let mut rec = yardsticks::Recursive::new(&shape);
        let (base, n0) = measure(&lines, |l| rec.total(&mut trie, l.as_bytes(), 3..=rules.max_length).1);
        println!("{file}: recursive {:.3} us", base*1e6);
        let boards: Vec<Board> = lines.iter().map(|l| Board::from_letters(shape.clone(), &l.replace('q',"qu")).unwrap()).collect();
        for kernel in Kernel::ALL {
            let mut s = Solver::new(&lex, rules.clone()).with_kernel(kernel).unwrap();
            let (b1, n1) = measure(&lines, |l| s.total_of_letters(&shape, l).unwrap().words);
            let (b2, n2) = measure(&boards, |b| s.finds(b).ways().len());
            let (b3, n3) = measure(&boards, |b| s.total(b).words);
            assert_eq!((n0, n0, n0), (n1, n2, n3));
            println!("   {kernel}: total {:.3} us ({:.1}x, {:.0}/s), of boards {:.3}, with paths {:.3} us; words {n1}", b1*1e6, base/b1, 1.0/b1, b3*1e6, b2*1e6);
        }
    }
}
