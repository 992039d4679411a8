//! Linear evaluation: a tapered sum of weighted features, so that the weights can be tuned.

use std::fmt::Write as _;

/// The features of a position: indices of weights and how often they count.
///
/// Every weight has a midgame and an endgame value. The game phase interpolates between them (tapered
/// evaluation).
pub trait Features {
    /// The position type.
    type Game;

    /// Number of weights.
    const COUNT: usize;

    /// The name of a weight in weights files.
    fn name(index: usize) -> String;

    /// The index of the first weight that this one is tied to. Where self-play cannot provide enough games
    /// for all weights, tied weights keep their differences and are tuned as one.
    fn tied_index(index: usize) -> usize {
        index
    }

    /// The game phase, from 0 in the endgame to [`MAX_PHASE`].
    fn phase(game: &Self::Game) -> i32;

    /// Calls `add` with the index and count of every feature. Counts are positive for the side to move.
    fn visit(game: &Self::Game, add: &mut impl FnMut(usize, i32));
}

/// The name of a weight in weights files: the name of its group and its index there, if it belongs to one of
/// `groups`. They are pairs of first index and name, last group first.
pub(crate) fn weight_name(groups: &[(usize, &str)], index: usize) -> Option<String> {
    let (first, name) = groups.iter().find(|(first, _)| index >= *first)?;
    Some(format!("{name}-{}", index - first))
}

/// The phase at the start of a game.
pub const MAX_PHASE: i32 = 24;

/// The midgame and endgame value of a feature, in centipawns.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Weight {
    /// Value at the start of a game.
    pub midgame: i32,
    /// Value at its end.
    pub endgame: i32,
}

/// The weights of a game's features.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Weights(Vec<Weight>);

impl Weights {
    /// Wraps a list of weights.
    pub fn new(weights: Vec<Weight>) -> Weights {
        Weights(weights)
    }

    /// Iterates over the weights.
    pub fn iter(&self) -> impl Iterator<Item = Weight> {
        self.0.iter().copied()
    }

    /// The weight at an index.
    ///
    /// # Panics
    /// If `index` is out of range.
    pub fn at(&self, index: usize) -> Weight {
        self.0[index]
    }

    /// The tapered sum over all features of a position, in centipawns.
    pub fn evaluate<F: Features>(&self, game: &F::Game) -> i32 {
        let (mut midgame, mut endgame) = (0, 0);
        F::visit(game, &mut |index, count| {
            let weight = self.0[index];
            midgame += weight.midgame * count;
            endgame += weight.endgame * count;
        });
        let phase = F::phase(game).clamp(0, MAX_PHASE);
        (midgame * phase + endgame * (MAX_PHASE - phase)) / MAX_PHASE
    }

    /// Parses a weights file: a name and two numbers on each line.
    ///
    /// # Errors
    /// Returns a message about the first malformed line.
    pub fn parse<F: Features>(text: &str) -> Result<Weights, String> {
        let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let weights: Result<Vec<Weight>, String> = (0..F::COUNT)
            .map(|index| {
                let name = F::name(index);
                let line = lines.next().ok_or_else(|| format!("missing weight {name}"))?;
                parse_line(line, &name)
                    .ok_or_else(|| format!("invalid line {line:?}: expected {name} and two numbers"))
            })
            .collect();
        match lines.next() {
            Some(line) => Err(format!("unexpected line {line:?} after the last weight")),
            None => weights.map(Weights),
        }
    }

    /// Formats the weights for [`Weights::parse`], with `about` as a comment.
    pub fn to_text<F: Features>(&self, about: &str) -> String {
        let mut text = format!("# {about}\n");
        for (index, Weight { midgame, endgame }) in self.iter().enumerate() {
            let _ = writeln!(text, "{} {midgame} {endgame}", F::name(index));
        }
        text
    }
}

fn parse_line(line: &str, name: &str) -> Option<Weight> {
    let mut words = line.split_whitespace();
    let name_matches = words.next() == Some(name);
    let weight = Weight { midgame: words.next()?.parse().ok()?, endgame: words.next()?.parse().ok()? };
    (name_matches && words.next().is_none()).then_some(weight)
}
