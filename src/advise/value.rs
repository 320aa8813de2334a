//! The value of a board: how much its fires endanger the game. Lower is better.
//!
//! The weights are in `value.weights`, which `cargo run --release -p hexlex-tools --bin player -- fit` writes from games of the
//! player under many weights.

use super::outlook::Outlook;
use crate::game::ids;
use std::sync::LazyLock;

/// Declares [`Value`] with its weights: the one list of them, in the order of the file and of [`Value::array`].
macro_rules! weights {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// The number of weights.
        pub const WEIGHTS: usize = [$(stringify!($name)),*].len();

        /// The weights of the value, in arbitrary units: each fire on the bottom that the best word leaves costs 200.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Value {
            $($(#[doc = $doc])* pub $name: f32,)*
        }

        impl Value {
            /// The names of the weights, in the order of [`array`](Value::array).
            pub const NAMES: [&'static str; WEIGHTS] = [$(stringify!($name)),*];

            /// The weights in the order of their names.
            pub fn array(&self) -> [f32; WEIGHTS] {
                [$(self.$name),*]
            }

            /// The value with these weights, in the order of their names.
            pub fn of_array(weights: [f32; WEIGHTS]) -> Value {
                let [$($name),*] = weights;
                Value { $($name),* }
            }
        }
    };
}

weights! {
    /// For each new fire that the word brings in the mean.
    new_fire,
    /// For each fire on the bottom that the best word leaves: the game is then all but lost.
    stranded,
    /// For each fire that is on the bottom in at most one turn, and that the best word for these leaves.
    low_stranded,
    /// For each fire that the word with the most fires leaves.
    beyond_best,
    /// For the logarithm of the number of paths: a board with many words has a way out.
    paths,
    /// For the logarithm of the number of paths of words of five letters and more.
    long_paths,
    /// For the logarithm of the number of paths that use all fires on the bottom, where there are such fires.
    saving_paths,
    /// For a fire on the bottom; one that is further up counts less.
    fire,
    /// How quickly a fire counts less with the turns until it is on the bottom: the power of these turns and one.
    turns_power,
    /// How many times more a fire without any path counts.
    unreached,
    /// How quickly paths through a fire make it harmless.
    path_through,
    /// For the fire that the best next word uses, by how near it is to the bottom.
    relief,
    /// For each fire, wherever it is.
    fires,
    /// For the logarithm of the number of paths that use three fires or more.
    triples,
    /// For each turn that gems resist.
    gems,
}

/// The error of a file of weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a line with each of {names}, found {0}: write the file again with `player fit`", names = Value::NAMES.join(", "))]
pub struct ValueError(String);

impl Value {
    /// The value of a board that no word saves.
    pub(super) fn lost(&self) -> f32 {
        2.0 * self.stranded
    }

    /// From this value on, the board has fires on the bottom that no single word uses.
    pub(super) fn stranded_from(&self) -> f32 {
        0.7 * self.stranded
    }

    /// The danger of a board with this outlook, after a word that brings this number of new fires in the mean.
    pub(super) fn danger(&self, outlook: &Outlook, new_fires: f32) -> f32 {
        let low = (outlook.bottom | outlook.next).count_ones() - outlook.most_low;
        let beyond = outlook.fires.count_ones() - outlook.most;
        let logarithm = |count: u32| (count as f32).ln_1p();
        let saving = if outlook.bottom == 0 { 0.0 } else { logarithm(outlook.saving_paths) };
        let calm = self.paths * logarithm(outlook.paths)
            + self.long_paths * logarithm(outlook.long_paths)
            + self.saving_paths * saving
            + self.triples * logarithm(outlook.triples)
            + self.relief * outlook.relief
            + self.gems * outlook.gems as f32;
        let fires: f32 = ids(outlook.fires).map(|cell| self.fire_danger(outlook, cell)).sum();
        self.new_fire * new_fires
            + self.stranded * outlook.stranded() as f32
            + self.low_stranded * low as f32
            + self.beyond_best * beyond as f32
            + self.fires * outlook.fires.count_ones() as f32
            - calm
            + fires
    }

    /// The danger of one fire.
    pub(super) fn fire_danger(&self, outlook: &Outlook, cell: usize) -> f32 {
        let (turns, through) = (f32::from(outlook.turns[cell]), outlook.through[cell] as f32);
        let nearness = (1.0 + turns).powf(self.turns_power).recip();
        self.fire * nearness * (1.0 + self.unreached / (1.0 + self.path_through * through))
    }
}

impl Default for Value {
    /// The weights of the program.
    fn default() -> Value {
        static VALUE: LazyLock<Value> =
            LazyLock::new(|| include_str!("value.weights").parse().unwrap_or_else(|error| unreachable!("{error}")));
        *VALUE
    }
}

impl std::str::FromStr for Value {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Value, ValueError> {
        let mut weights = [None; WEIGHTS];
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let wrong = || ValueError(format!("`{line}`"));
            let (name, number) = line.split_once(' ').ok_or_else(wrong)?;
            let at = Value::NAMES.iter().position(|known| *known == name).ok_or_else(wrong)?;
            let number: f32 = number.trim().parse().map_err(|_| wrong())?;
            weights[at] = Some(number).filter(|number| number.is_finite());
        }
        let complete: Option<Vec<f32>> = weights.into_iter().collect();
        let complete = complete.and_then(|weights| weights.try_into().ok());
        complete.map(Value::of_array).ok_or_else(|| ValueError("fewer".to_string()))
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Value::NAMES.iter().zip(self.array()).try_for_each(|(name, weight)| writeln!(f, "{name} {weight:.4}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_and_read() {
        let value = Value::of_array(std::array::from_fn(|at| at as f32 + 0.5));
        assert_eq!(value.to_string().parse(), Ok(value));
        assert_eq!(Value::of_array(Value::default().array()), Value::default());
        assert_eq!((Value::NAMES[1], value.array()[1], value.stranded), ("stranded", 1.5, 1.5));
        for wrong in ["", "paths 1", "paths two", "speed 1", &format!("{value}speed 1")] {
            assert!(
                wrong.parse::<Value>().unwrap_err().to_string().starts_with("expected a line with each of new_fire, ")
            );
        }
    }
}
