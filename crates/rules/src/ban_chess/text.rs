//! The position text: the six fields of FEN and a seventh, `PLY` or `PLY:FROMTO`.

use super::{BanChess, FromTo};
use crate::chess::fen::{check_fields, parse_legal};
use crate::{ErrorCollector, ParseErrors, parse_count};
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position as _};
use std::fmt;

const PLY: &str = "the ply";
const BAN: &str = "the ban";

impl BanChess {
    /// The ply number: four to a move, ban and move of either side.
    fn ply(&self) -> u64 {
        ban_ply(self.chess.fullmoves().get(), self.chess.turn()) + u64::from(self.ban.is_some())
    }
}

const fn ban_ply(fullmove: u32, side: Color) -> u64 {
    4 * (fullmove as u64 - 1) + if side.is_white() { 1 } else { 3 }
}

impl fmt::Display for BanChess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = Fen::from_position(&self.chess, EnPassantMode::Always);
        write!(f, "{fen} {}", self.ply())?;
        self.ban.map_or(Ok(()), |ban| write!(f, ":{ban}"))
    }
}

pub(super) fn parse(text: &str) -> Result<BanChess, ParseErrors> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (fen, seventh) = match fields.len() {
        6 => (&fields[..], None),
        7 => (&fields[..6], Some(fields[6])),
        n => {
            return Err(ParseErrors::single(
                "the text",
                format!("{n} fields, but it takes 6 of FEN and the ply"),
            ));
        }
    };
    let mut faults = ErrorCollector::default();
    check_fields(fen, &mut faults);
    let phase = seventh.map_or(Ok(PlyField::Derived), PlyField::parse);
    if let Err(wrong) = &phase {
        faults.push(PLY, wrong);
    }
    let (phase, chess) = match (phase, faults.is_empty()) {
        (Ok(phase), true) => (phase, parse_legal(&fen.join(" "))?),
        _ => return Err(faults.into_errors()),
    };
    let ban = phase.ban(&chess)?;
    Ok(BanChess::new(chess, ban))
}

/// What the seventh field says.
enum PlyField {
    /// Nothing: it is the ban phase.
    Derived,
    Ply(u64, Option<FromTo>),
}

impl PlyField {
    fn parse(field: &str) -> Result<PlyField, String> {
        let field = field.strip_suffix(['+', '#', '=']).unwrap_or(field);
        if field == "-" {
            return Ok(PlyField::Derived);
        }
        let (ply, ban) = field.split_once(':').map_or((field, None), |(ply, ban)| (ply, Some(ban)));
        let ply = parse_count(ply).ok_or_else(|| format!("{ply:?} is not a ply number"))?;
        let pair = |ban: &str| {
            FromTo::parse(ban).ok_or_else(|| format!("{ban:?} after the colon is not a pair like e2e4"))
        };
        Ok(PlyField::Ply(ply, ban.map(pair).transpose()?))
    }

    /// The ban, if the phase fits the position.
    fn ban(self, chess: &Chess) -> Result<Option<FromTo>, ParseErrors> {
        let PlyField::Ply(ply, ban) = self else { return Ok(None) };
        let ban_ply = ban_ply(chess.fullmoves().get(), chess.turn());
        let move_ply = ban_ply + 1;
        if ply != ban_ply && ply != move_ply {
            let wrong = format!(
                "{ply} does not fit side and move number: it is {ban_ply} before the ban and {move_ply} after it"
            );
            return Err(ParseErrors::single(PLY, wrong));
        }
        match ban {
            None if ply == ban_ply => Ok(None),
            None => Err(ParseErrors::single(
                BAN,
                format!("ply {ply} is a move phase, which has a ban: write {ply}:FROMTO"),
            )),
            Some(ban) if ply == ban_ply => Err(ParseErrors::single(
                BAN,
                format!("{ban} in ply {ply}, a ban phase, where the ban is still to be made"),
            )),
            Some(ban) if chess.legal_moves().iter().any(|m| FromTo::from_move(*m) == ban) => Ok(Some(ban)),
            Some(ban) => {
                Err(ParseErrors::single(BAN, format!("{ban} is not a legal move of {}", chess.turn())))
            }
        }
    }
}
