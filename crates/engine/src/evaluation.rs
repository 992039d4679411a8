//! Judgement as a sum of weighted features, so that the weights can be learnt from games.

use std::fmt::Write as _;

/// What a position shows, each as a number of a weight and how often it counts.
///
/// Every weight stands twice, for the beginning and for the end of a game; between them it is mixed.
pub trait Features {
    /// The position.
    type Game;

    /// How many weights there are.
    const COUNT: usize;

    /// The name of a weight, for the file.
    fn name(index: usize) -> String;

    /// Weights that are learnt together, by the number of the first of them: where there are too many for the games
    /// that can be played, they keep their differences and move as one.
    fn tied_index(index: usize) -> usize {
        index
    }

    /// How much of the game is still to come, from 0 at the end to [`BEGINNING`].
    fn phase(game: &Self::Game) -> i32;

    /// Tells every feature, counted for the side to decide.
    fn visit(game: &Self::Game, tell: &mut impl FnMut(usize, i32));
}

/// The phase in which a game begins.
pub const MAX_PHASE: i32 = 24;

/// A weight at the beginning and at the end, in hundredths of a pawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Weight {
    /// At the beginning.
    pub midgame: i32,
    /// At the end.
    pub endgame: i32,
}

/// The weights of a game's features.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Weights(Vec<Weight>);

impl Weights {
    /// These weights.
    pub fn new(weights: Vec<Weight>) -> Weights {
        Weights(weights)
    }

    /// Each weight.
    pub fn iter(&self) -> impl Iterator<Item = Weight> {
        self.0.iter().copied()
    }

    /// One weight.
    ///
    /// # Panics
    /// If there is none of that number.
    pub fn at(&self, index: usize) -> Weight {
        self.0[index]
    }

    /// The sum over all features of a position.
    pub fn evaluate<F: Features>(&self, game: &F::Game) -> i32 {
        let (mut early, mut late) = (0, 0);
        F::visit(game, &mut |index, times| {
            let weight = self.0[index];
            early += weight.midgame * times;
            late += weight.endgame * times;
        });
        let phase = F::phase(game).clamp(0, MAX_PHASE);
        (early * phase + late * (MAX_PHASE - phase)) / MAX_PHASE
    }

    /// Reads a file of weights: a name and two numbers a line.
    ///
    /// # Errors
    /// The first line that is not as it should be.
    pub fn parse<F: Features>(text: &str) -> Result<Weights, String> {
        let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let weights: Result<Vec<Weight>, String> = (0..F::COUNT)
            .map(|index| {
                let name = F::name(index);
                let line = lines.next().ok_or_else(|| format!("the weight {name} is missing"))?;
                parse_line(line, &name).ok_or_else(|| format!("{line:?} should be {name} and two numbers"))
            })
            .collect();
        match lines.next() {
            Some(line) => Err(format!("{line:?} is one weight too many")),
            None => weights.map(Weights),
        }
    }

    /// As [`Weights::parse`] reads them.
    pub fn to_text<F: Features>(&self, about: &str) -> String {
        let mut text = format!("# {about}\n");
        for (index, Weight { midgame: early, endgame: late }) in self.iter().enumerate() {
            let _ = writeln!(text, "{} {early} {late}", F::name(index));
        }
        text
    }
}

fn parse_line(line: &str, name: &str) -> Option<Weight> {
    let mut words = line.split_whitespace();
    let named = words.next() == Some(name);
    let weight = Weight { midgame: words.next()?.parse().ok()?, endgame: words.next()?.parse().ok()? };
    (named && words.next().is_none()).then_some(weight)
}
