//! Examined words as an answer: their tiles, and what they do to the owners.

use super::search::{Examined, Search};
use super::words::ordered;
use crate::advise::answer::{AdvisedWord, Effect, Reply};
use crate::board::{Shape, upper};
use crate::game::Owners;
use crate::solve::FoundWord;

/// A position whose words were examined.
pub(super) struct Position<'s, 'a> {
    pub(super) search: &'s Search<'a>,
    pub(super) owners: Owners,
    pub(super) shape: &'s Shape,
}

impl Position<'_, '_> {
    /// An examined word as an answer.
    pub(super) fn advised(&self, examined: &Examined) -> Option<AdvisedWord> {
        let word = self.search.words.groups[examined.word.group].words.first()?;
        let cells = ordered(word, &self.search.words.faces, examined.word.set);
        let number = word.number as usize;
        Some(AdvisedWord {
            found: FoundWord {
                word: upper(&self.search.lexicon.word(number)?),
                length: word.letters,
                score: word.score,
                path: cells.into_iter().filter_map(|cell| self.shape.cell(cell)).collect(),
                class: self.search.lexicon.class_of(number),
            },
            danger: -examined.word.value,
            risk: None,
            effect: Some(self.effect(examined)),
        })
    }

    pub(super) fn effect(&self, examined: &Examined) -> Effect {
        let after = examined.word.after;
        let reply = examined.reply.as_ref().and_then(|reply| {
            let word = self.search.lexicon.word(self.search.reply_word(examined)?.number as usize)?;
            Some(Reply {
                word: upper(&word),
                takes: (after.mover & reply.after.mover).count_ones(),
                mine: reply.after.other.count_ones(),
                theirs: reply.after.mover.count_ones(),
            })
        });
        Effect::Territory {
            takes: (self.owners.other & after.mover).count_ones(),
            mine: after.mover.count_ones(),
            theirs: after.other.count_ones(),
            defended: self.search.territory.defended(after.mover).count_ones(),
            reply,
        }
    }
}
