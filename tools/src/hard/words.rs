//! Words and short texts for everything beside the tiles that shows text.

use crate::hard::random::Random;
use std::sync::LazyLock;

const WORDS: &str = "about above across after again almost along always among answer apple around autumn basket beach \
beyond border bottle branch bread bridge bright broken brother butter button camera candle carbon castle center chance \
change cheese cherry circle city clean clever climb cloud coffee color common corner cotton count country cover cream \
dance danger deep desert design dinner doctor double dream early earth east eight empty energy engine enough evening \
every fabric family famous farmer father field figure finger finish flower follow forest forget forward fresh friend \
frozen garden gentle giant glass golden grand green ground group habit harbor health heavy hidden hollow honest hour \
house idea inside island jacket journey kitchen ladder large laugh leader leaf learn letter light listen little local \
magic major market matter meadow memory middle minute mirror modern moment month morning mother motion mountain museum \
music narrow nature needle never noble north notice number ocean office often orange order other outside oxygen paper \
parent pencil people pepper piano picture planet plenty pocket police poetry present pretty problem public purple \
question quick quiet rabbit rather reason record repair result rhythm river rocket round sailor salt sample school \
science season second secret seven shadow shape silent silver simple sister sleep slowly small smooth social south \
spring square station still stone story street strong summer supper system table teacher theater thing thirty thread \
ticket timber today tomato travel treasure tunnel twelve uncle under valley velvet village violin visit vowel walnut \
water weather weekend west whisper white window winter wisdom wonder wooden world writer yellow young zebra";

/// The single words.
static LIST: LazyLock<Vec<&str>> = LazyLock::new(|| WORDS.split(' ').collect());

/// One word.
pub(crate) fn word(rng: &mut Random) -> &'static str {
    rng.pick::<&str>(&LIST)
}

/// A random number of words, the first with a capital.
pub(crate) fn phrase(rng: &mut Random, words: std::ops::RangeInclusive<usize>) -> String {
    let text: Vec<&str> = (0..rng.count(words)).map(|_| word(rng)).collect();
    capital(&text.join(" "))
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The text of a button.
pub(crate) fn button(rng: &mut Random) -> String {
    const LABELS: [&str; 16] = [
        "Submit", "Scramble", "New game", "Hint", "Pause", "Menu", "Options", "Quit", "Shuffle", "Undo", "OK", "Clear",
        "Rotate", "Help", "Share", "Leave",
    ];
    let label = rng.pick(&LABELS).to_string();
    if rng.chance(0.4) { label.to_uppercase() } else { label }
}

/// A score, a clock or another text that a game shows beside its board.
pub(crate) fn status(rng: &mut Random) -> String {
    let n = rng.below(20_000);
    match rng.below(9) {
        0 => format!("Score: {n}"),
        1 => format!("Level {}", n % 60 + 1),
        2 => format!("{}:{:02}", n % 4, n % 60),
        3 => format!("{} / {} words", n % 40, 40 + n % 90),
        4 => format!("Best {n}"),
        5 => format!("BONUS: {}", word(rng).to_uppercase()),
        6 => format!("{n}"),
        7 => word(rng).to_uppercase(),
        _ => phrase(rng, 1..=3),
    }
}
