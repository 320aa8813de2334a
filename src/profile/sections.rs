//! The sections of a profile without sources, as they stand in its file, and what they say of the game.

use super::params::{BurnOrder, FireParams, FireRun, GameParams, Refill, Resistance, ScrambleParams};
use super::rules::{BookwormScoring, LargeBoard, Rules, Scoring, ValueScoring};
use super::taken::{CollapseSection, Counted, TerritorySection};
use super::{Profile, ProfileError, ScrambleTiles, ScrambleTurn, value};
use crate::board::{Adjacency, LetterValues, Lines, Shape, TileKind};
use crate::roll::Dice;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The largest board of a game whose tiles fall: the cells of a mask.
const MOST_FALLING_TILES: usize = 64;

/// The most turns that a gem may resist a fire: the bits of a tile hold no more.
const MOST_RESISTED: u8 = 7;

/// A whole profile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sections {
    name: String,
    title: Option<String>,
    board: BoardSection,
    words: WordsSection,
    score: ScoreSection,
    gems: Option<GemsSection>,
    fire: Option<FireSection>,
    scramble: Option<ScrambleSection>,
    collapse: Option<CollapseSection>,
    territory: Option<TerritorySection>,
    level: Option<LevelSection>,
    letters: LettersSection,
    bonus: Option<BonusSection>,
    time: Option<TimeSection>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardSection {
    shape: String,
    adjacency: AdjacencyName,
    tiles: TilesName,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum AdjacencyName {
    Touching,
    Free,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum TilesName {
    Fall,
    Stay,
    Collapse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WordsSection {
    min_letters: usize,
    max_letters: Option<usize>,
    large_board: Option<usize>,
    large_min_letters: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoreSection {
    formula: FormulaName,
    letters: Option<String>,
    #[serde(default)]
    other_letter: u32,
    #[serde(default)]
    blank: u32,
    #[serde(default)]
    green: u32,
    #[serde(default)]
    gold: u32,
    #[serde(default)]
    sapphire: u32,
    #[serde(default)]
    diamond: u32,
    all_fire_deduction: Option<u32>,
    factor: Option<u32>,
    limit: Option<u64>,
    by_length: Option<Vec<u32>>,
    by_letter: Option<u32>,
    length_bonus: Option<Vec<u32>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum FormulaName {
    Bookworm,
    Length,
    Letters,
    Values,
    Product,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GemsSection {
    green: usize,
    gold: usize,
    sapphire: usize,
    diamond: usize,
    among_new: Vec<String>,
    green_resists: u8,
    gold_resists: u8,
    sapphire_resists: u8,
    diamond_resists: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FireSection {
    base: f64,
    letters_3: f64,
    letters_4: f64,
    letters_5: f64,
    per_level: f64,
    most_from_level: f64,
    run_letters: u32,
    run_words: u32,
    run: f64,
    burns: BurnsName,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum BurnsName {
    AfterFall,
    BeforeFall,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScrambleSection {
    fires: usize,
    costs: CostsName,
    tiles: ScrambleTilesName,
    points: u64,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum CostsName {
    Nothing,
    Turn,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScrambleTilesName {
    Shuffle,
    Reroll,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelSection {
    points: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LettersSection {
    draw: String,
    #[serde(default)]
    tables: BTreeMap<String, [u32; 26]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusSection {
    points: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeSection {
    seconds: u32,
}

impl Sections {
    /// The profile, of which the numbers with these names are assumed.
    ///
    /// # Errors
    /// [`ProfileError::Value`] for a value outside its range.
    pub(super) fn profile(self, assumed: Vec<String>) -> Result<Profile, ProfileError> {
        let rules = self.rules()?;
        let game = self.game(&rules)?;
        Ok(Profile {
            title: self.title.unwrap_or_else(|| self.name.clone()),
            name: self.name,
            rules,
            game,
            bonus: self.bonus.map_or_else(Vec::new, |bonus| bonus.points),
            seconds: self.time.map(|time| time.seconds),
            assumed,
        })
    }

    fn rules(&self) -> Result<Rules, ProfileError> {
        let WordsSection { min_letters, max_letters, large_board, large_min_letters } = self.words;
        let max_length = max_letters.unwrap_or(usize::MAX);
        if min_letters == 0 || min_letters > max_length {
            return Err(value("words.min_letters", "1 to words.max_letters", min_letters));
        }
        let large = large_board.zip(large_min_letters);
        Ok(Rules {
            name: self.name.clone(),
            min_length: min_letters,
            max_length,
            large_board: large.map(|(tiles, min_length)| LargeBoard { tiles, min_length }),
            scoring: self.score.scoring()?,
        })
    }

    fn game(&self, rules: &Rules) -> Result<GameParams, ProfileError> {
        let BoardSection { shape, adjacency, .. } = &self.board;
        let parsed: Shape = shape.parse().map_err(|_| value("board.shape", "a shape such as 4x4", shape))?;
        let shape = parsed.with_adjacency(match adjacency {
            AdjacencyName::Touching => Adjacency::Touching,
            AdjacencyName::Free => Adjacency::Free,
        });
        let refill = self.refill()?;
        if refill == Refill::Fall && (shape.lines() != Lines::Columns || shape.len() > MOST_FALLING_TILES) {
            return Err(value("board.shape", "columns of at most 64 tiles, since they fall", shape));
        }
        if matches!(refill, Refill::Collapse(_)) && shape.lines() != Lines::Rows {
            return Err(value("board.shape", "rows, as tiles fall straight down", shape));
        }
        let (gems, resistance, among_new) = self.gems.as_ref().map_or(Ok(Default::default()), GemsSection::parts)?;
        let mut fire = self.fire.as_ref().map_or(Ok(FireParams::none()), FireSection::params)?;
        fire.resistance = resistance;
        let mut scramble = ScrambleParams::free();
        if let Some(section) = &self.scramble {
            fire.scramble = section.fires;
            scramble = section.params();
        }
        Ok(GameParams {
            shape,
            refill,
            rules: rules.clone(),
            letters: self.letters.dice()?,
            gems,
            gems_among_new: among_new,
            fire,
            scramble,
            level_points: self.level.as_ref().map_or(GameParams::NO_LEVELS, |level| level.points),
            score_limit: self.score.limit.unwrap_or(u64::MAX),
        })
    }

    /// What a word does to the board, with the section that belongs to it.
    fn refill(&self) -> Result<Refill, ProfileError> {
        let other_tiles =
            |section, tiles: &str| Err(value(section, &format!("board.tiles = {tiles:?}"), "another one"));
        match (&self.board.tiles, &self.collapse, &self.territory) {
            (TilesName::Collapse, Some(collapse), None) => {
                let params = collapse.params()?;
                if params.counts == Counted::Removed && !matches!(self.score.formula, FormulaName::Product) {
                    let expected = "\"word\", or score.formula = \"product\",";
                    return Err(value("collapse.counts", expected, "removed"));
                }
                Ok(Refill::Collapse(params))
            }
            (TilesName::Collapse, None, _) => Err(value("board.tiles", "a section collapse", "none")),
            (TilesName::Fall | TilesName::Stay, Some(_), _) => other_tiles("collapse", "collapse"),
            (TilesName::Stay, None, Some(territory)) => match self.board.adjacency {
                AdjacencyName::Free => Ok(Refill::Own(territory.params())),
                AdjacencyName::Touching => Err(value("territory", "board.adjacency = \"free\"", "touching")),
            },
            (_, _, Some(_)) => other_tiles("territory", "stay"),
            (TilesName::Fall, None, None) => Ok(Refill::Fall),
            (TilesName::Stay, None, None) => Ok(Refill::Stay),
        }
    }
}

impl ScoreSection {
    fn scoring(&self) -> Result<Scoring, ProfileError> {
        let missing = |name: &str| value(&format!("score.{name}"), "a value, as the formula needs it", "none");
        let letters = || letter_values(self.letters.as_deref().ok_or_else(|| missing("letters"))?);
        Ok(match self.formula {
            FormulaName::Bookworm => Scoring::Bookworm(BookwormScoring {
                level: 1,
                letters: letters()?,
                other_letter: self.other_letter,
                blank: self.blank,
                green: self.green,
                gold: self.gold,
                sapphire: self.sapphire,
                diamond: self.diamond,
                all_fire_deduction: self.all_fire_deduction,
                factor: self.factor.ok_or_else(|| missing("factor"))?,
            }),
            FormulaName::Length => Scoring::ByLength(self.by_length.clone().ok_or_else(|| missing("by_length"))?),
            FormulaName::Letters => Scoring::ByLetter(self.by_letter.ok_or_else(|| missing("by_letter"))?),
            FormulaName::Values => Scoring::ByValue(self.by_value(letters()?)),
            FormulaName::Product => Scoring::ByProduct(self.by_value(letters()?)),
        })
    }

    fn by_value(&self, letters: LetterValues) -> ValueScoring {
        ValueScoring {
            letters,
            other_letter: self.other_letter,
            blank: self.blank,
            length_bonus: self.length_bonus.clone().unwrap_or_default(),
        }
    }
}

/// The values of A to Z in a text such as `A1 B4`, each letter once.
fn letter_values(text: &str) -> Result<LetterValues, ProfileError> {
    let wrong = || value("score.letters", "each of A to Z with its value, as in A1 B4", text);
    let mut values = [None; 26];
    for entry in text.split_whitespace() {
        let (letter, number) = entry.split_at_checked(1).ok_or_else(wrong)?;
        let index = letter.bytes().next().map(|byte| byte.to_ascii_uppercase().wrapping_sub(b'A'));
        let slot = index.and_then(|index| values.get_mut(usize::from(index))).ok_or_else(wrong)?;
        if slot.replace(number.parse().map_err(|_| wrong())?).is_some() {
            return Err(wrong());
        }
    }
    let complete: Option<Vec<u8>> = values.into_iter().collect();
    complete.and_then(|values| values.try_into().ok()).ok_or_else(wrong)
}

/// The fewest letters of a word for each gem, what gems resist, and which of them come among the new tiles.
type GemParts = (Vec<(usize, TileKind)>, Resistance, Vec<TileKind>);

impl GemsSection {
    fn parts(&self) -> Result<GemParts, ProfileError> {
        use TileKind::{Diamond, Gold, Green, Sapphire};
        let gems = vec![(self.green, Green), (self.gold, Gold), (self.sapphire, Sapphire), (self.diamond, Diamond)];
        if !gems.is_sorted_by_key(|(letters, _)| letters) {
            let found: Vec<String> = gems.iter().map(|(letters, _)| letters.to_string()).collect();
            return Err(value("gems", "more letters for better gems", found.join(", ")));
        }
        let resistance = Resistance {
            green: self.green_resists,
            gold: self.gold_resists,
            sapphire: self.sapphire_resists,
            diamond: self.diamond_resists,
        };
        let turns = [resistance.green, resistance.gold, resistance.sapphire, resistance.diamond];
        if let Some(found) = turns.into_iter().find(|&turns| turns > MOST_RESISTED) {
            return Err(value("gems.diamond_resists", "at most 7 turns", found));
        }
        let kind =
            |name: &String| TileKind::from_name(name).ok_or_else(|| value("gems.among_new", "names of gems", name));
        Ok((gems, resistance, self.among_new.iter().map(kind).collect::<Result<_, _>>()?))
    }
}

impl FireSection {
    fn params(&self) -> Result<FireParams, ProfileError> {
        Ok(FireParams {
            base: thousandths("fire.base", self.base)?,
            short_words: [
                thousandths("fire.letters_3", self.letters_3)?,
                thousandths("fire.letters_4", self.letters_4)?,
                thousandths("fire.letters_5", self.letters_5)?,
            ],
            per_level: thousandths("fire.per_level", self.per_level)?,
            most_from_level: thousandths("fire.most_from_level", self.most_from_level)?,
            run: FireRun { letters: self.run_letters, words: self.run_words, rate: thousandths("fire.run", self.run)? },
            scramble: 0,
            burns: match self.burns {
                BurnsName::AfterFall => BurnOrder::AfterFall,
                BurnsName::BeforeFall => BurnOrder::BeforeFall,
            },
            resistance: Resistance::default(),
        })
    }
}

/// A number of tiles in thousandths.
fn thousandths(name: &str, tiles: f64) -> Result<u32, ProfileError> {
    /// More tiles than any board has.
    const MOST: f64 = 1000.0;
    if (0.0..=MOST).contains(&tiles) {
        Ok((tiles * 1000.0).round() as u32)
    } else {
        Err(value(name, "0 to 1000", tiles))
    }
}

impl ScrambleSection {
    fn params(&self) -> ScrambleParams {
        ScrambleParams {
            turn: match self.costs {
                CostsName::Nothing => ScrambleTurn::Free,
                CostsName::Turn => ScrambleTurn::Turn,
            },
            tiles: match self.tiles {
                ScrambleTilesName::Shuffle => ScrambleTiles::Shuffle,
                ScrambleTilesName::Reroll => ScrambleTiles::Reroll,
            },
            points: self.points,
        }
    }
}

impl LettersSection {
    fn dice(&self) -> Result<Dice, ProfileError> {
        if let Some(table) = self.tables.get(&self.draw) {
            let is_empty = table.iter().all(|&weight| weight == 0);
            return if is_empty {
                Err(value("letters.tables", "some letter", "none"))
            } else {
                Ok(Dice::Frequencies(*table))
            };
        }
        let named = [
            ("english", Dice::ENGLISH),
            ("uniform", Dice::UNIFORM),
            ("cubes-old", Dice::OLD),
            ("cubes-new", Dice::NEW),
            ("cubes-big", Dice::BIG),
        ];
        let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
        let expected = || format!("{} or a table of letters.tables", names.join(", "));
        let found = named.iter().find(|(name, _)| *name == self.draw);
        found.map(|(_, dice)| *dice).ok_or_else(|| value("letters.draw", &expected(), &self.draw))
    }
}
