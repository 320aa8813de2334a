//! The JSON of `advise`.

use super::Advised;
use crate::read::Picture;
use crate::report::{ReadReport, WordReport, milliseconds};
use hexlex::advise::{AdvisedWord, Effect, Reply};
use hexlex::game::Refill;
use hexlex::locate::Layout;
use serde::Serialize;

/// The JSON of `advise` for one board.
#[derive(Serialize)]
pub(super) struct AdviseReport {
    /// The input, with the number of the board if the input has several.
    source: String,
    /// The reading, if the input was a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<ReadReport>,
    goal: &'static str,
    count: usize,
    scramble: bool,
    why: String,
    words: Vec<AdvisedWordReport>,
    solves: usize,
    /// The numbers of the profile that no source gives.
    assumed: Vec<String>,
    timing_ms: f64,
}

#[derive(Serialize)]
struct AdvisedWordReport {
    #[serde(flatten)]
    word: WordReport,
    risk: Option<f32>,
    #[serde(flatten)]
    effect: Option<EffectReport>,
}

/// What a word does to a board that no new tiles fill up.
#[derive(Serialize)]
#[serde(untagged)]
enum EffectReport {
    Collapse { removes: usize, total: u64 },
    Territory { takes: u32, mine: u32, theirs: u32, defended: u32, reply: Option<ReplyReport> },
}

#[derive(Serialize)]
struct ReplyReport {
    word: String,
    takes: u32,
    mine: u32,
    theirs: u32,
}

impl ReplyReport {
    fn of(reply: &Reply) -> ReplyReport {
        let Reply { word, takes, mine, theirs } = reply;
        ReplyReport { word: word.clone(), takes: *takes, mine: *mine, theirs: *theirs }
    }
}

impl AdviseReport {
    /// The report of a board with its advice, with the best `top` words.
    pub(super) fn of(advised: Advised, source: String, top: usize) -> AdviseReport {
        let layout = advised.picture.as_ref().map(|picture| &picture.reading.layout);
        AdviseReport {
            source,
            words: advised.advice.words.iter().take(top).map(|word| AdvisedWordReport::of(word, layout)).collect(),
            board: advised.picture.as_ref().map(Picture::report),
            goal: match advised.profile.game.refill {
                Refill::Fall | Refill::Stay => "survive",
                Refill::Collapse(_) => "points",
                Refill::Own(_) => "tiles",
            },
            count: advised.advice.words.len(),
            scramble: advised.advice.scramble,
            why: advised.advice.text,
            solves: advised.advice.solves,
            assumed: advised.profile.assumed.clone(),
            timing_ms: milliseconds(advised.time),
        }
    }
}

impl AdvisedWordReport {
    fn of(AdvisedWord { found, risk, effect, .. }: &AdvisedWord, layout: Option<&Layout>) -> AdvisedWordReport {
        let effect = effect.as_ref().map(|effect| match effect {
            Effect::Collapse { removes, total } => EffectReport::Collapse { removes: *removes, total: *total },
            Effect::Territory { takes, mine, theirs, defended, reply } => EffectReport::Territory {
                takes: *takes,
                mine: *mine,
                theirs: *theirs,
                defended: *defended,
                reply: reply.as_ref().map(ReplyReport::of),
            },
        });
        AdvisedWordReport { word: WordReport::new(found, layout), risk: *risk, effect }
    }
}
