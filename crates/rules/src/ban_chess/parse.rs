//! Parses position texts: the six fields of FEN and an optional seventh, `PLY` or `PLY:FROMTO`.

use super::text::ban_ply;
use super::{BanChess, FromTo};
use crate::chess::fen::{check_fields, parse_legal};
use crate::{ErrorCollector, ParseErrors, parse_count};
use shakmaty::{Chess, Position as _};

const PLY: &str = "the ply";
const BAN: &str = "the ban";

pub(super) fn parse(text: &str) -> Result<BanChess, ParseErrors> {
    let fields: Vec<&str> = text.split(' ').collect();
    let (fen, seventh) = match fields.len() {
        6 => (&fields[..], None),
        7 => (&fields[..6], Some(fields[6])),
        n => {
            return Err(ParseErrors::single(
                "the text",
                format!("expected the 6 fields of FEN and the ply, found {n} fields"),
            ));
        }
    };
    let mut errors = ErrorCollector::default();
    check_fields(fen, &mut errors);
    let ply_field = seventh.map_or(Ok(PlyField::Missing), PlyField::parse);
    if let Err(message) = &ply_field {
        errors.push(PLY, message);
    }
    let (ply_field, chess) = match (ply_field, errors.is_empty()) {
        (Ok(ply_field), true) => (ply_field, parse_legal(&fen.join(" "))?),
        _ => return Err(errors.into_errors()),
    };
    let ban = ply_field.ban(&chess)?;
    Ok(BanChess::new(chess, ban))
}

/// The seventh field.
enum PlyField {
    /// The field is missing or `-`: the ban phase.
    Missing,
    /// The ply, and the ban in a move phase.
    Ply(u64, Option<FromTo>),
}

impl PlyField {
    fn parse(field: &str) -> Result<PlyField, String> {
        let field = field.strip_suffix(['+', '#', '=']).unwrap_or(field);
        if field == "-" {
            return Ok(PlyField::Missing);
        }
        let (ply, ban) = field.split_once(':').map_or((field, None), |(ply, ban)| (ply, Some(ban)));
        let ply = parse_count(ply).ok_or_else(|| format!("{ply:?} is not a ply number"))?;
        let from_to = |ban: &str| {
            FromTo::parse(ban)
                .ok_or_else(|| format!("{ban:?} after the colon is not a pair of squares such as e2e4"))
        };
        Ok(PlyField::Ply(ply, ban.map(from_to).transpose()?))
    }

    /// The ban, if the field fits the position.
    fn ban(self, chess: &Chess) -> Result<Option<FromTo>, ParseErrors> {
        let PlyField::Ply(ply, ban) = self else { return Ok(None) };
        let ban_ply = ban_ply(chess.fullmoves().get(), chess.turn());
        let move_ply = ban_ply + 1;
        if ply != ban_ply && ply != move_ply {
            let message = format!(
                "{ply} does not match side and move number: expected {ban_ply} before the ban or {move_ply} after it"
            );
            return Err(ParseErrors::single(PLY, message));
        }
        match ban {
            None if ply == ban_ply => Ok(None),
            None => Err(ParseErrors::single(
                BAN,
                format!("ply {ply} is a move phase and needs a ban: write {ply}:FROMTO"),
            )),
            Some(ban) if ply == ban_ply => Err(ParseErrors::single(
                BAN,
                format!("ply {ply} is a ban phase, before any ban: remove {ban}"),
            )),
            Some(ban) if chess.legal_moves().iter().any(|m| FromTo::from_move(*m) == ban) => Ok(Some(ban)),
            Some(ban) => {
                Err(ParseErrors::single(BAN, format!("{ban} is not a legal move of {}", chess.turn())))
            }
        }
    }
}
