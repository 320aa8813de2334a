#[path = "../benches/yardsticks.rs"]
mod yardsticks;
use hexlex::grid::Shape;
use hexlex::lexicon::Lexicon;
use hexlex::board::Board;
use hexlex::solve::*;
use std::time::Instant;
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
        let mut best = f64::MAX;
        for _ in 0..3 { let t=Instant::now(); let mut p=0; for l in &lines { p += rec.total(&mut trie, l.as_bytes(), 3..=rules.max_length).0; } best=best.min(t.elapsed().as_secs_f64()/lines.len() as f64); std::hint::black_box(p); }
        println!("{file}: recursive {:.3} us", best*1e6);
        let base = best;
        let boards: Vec<Board> = lines.iter().map(|l| Board::from_letters(shape.clone(), &l.replace('q',"qu")).unwrap()).collect();
        for kernel in Kernel::ALL {
            let mut s = Solver::new(&lex, rules.clone()).with_kernel(kernel).unwrap();
            let (mut b1, mut b2, mut b3) = (f64::MAX, f64::MAX, f64::MAX);
            let (mut p, mut w)=(0,0);
            for _ in 0..7 { 
                let t=Instant::now(); p=0; w=0; for l in &lines { let t=s.total_of_letters(&shape, l).unwrap(); p+=t.points; w+=t.words; } b1=b1.min(t.elapsed().as_secs_f64()/lines.len() as f64);
                let t=Instant::now(); let mut n=0; for b in &boards { n+=s.finds(b).ways().len(); } b2=b2.min(t.elapsed().as_secs_f64()/lines.len() as f64); assert_eq!(n,w);
                let t=Instant::now(); let mut n=0; for b in &boards { n+=s.total(b).words; } b3=b3.min(t.elapsed().as_secs_f64()/lines.len() as f64); assert_eq!(n,w);
            }
            println!("   {kernel}: total {:.3} us ({:.1}x, {:.0}/s), of boards {:.3}, with paths {:.3} us; points {p} words {w}", b1*1e6, base/b1, 1.0/b1, b3*1e6, b2*1e6);
        }
    }
}
