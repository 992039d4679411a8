//! The pane beside the board: seats, trays, offers, buttons, analysis and record.

use super::app::App;
use super::board::draw_text;
use super::draw::wrap;
use crate::{RemoteCommand, UserCommand, state_text};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::BTreeSet;
use std::time::Duration;
use tetrarch_protocol::TablePhase;
use tetrarch_rules::{Gesture, capitalised};
use tetrarch_table::OfferKind;
use tetrarch_table::search::ReportLine;

/// The minimum number of rows for the record.
const MIN_RECORD_ROWS: u16 = 4;

/// An area that is written from the top down.
struct TextPane<'b> {
    area: Rect,
    row: u16,
    buffer: &'b mut Buffer,
}

impl TextPane<'_> {
    fn rows_left(&self) -> u16 {
        self.area.height.saturating_sub(self.row)
    }

    fn write(&mut self, text: &str, style: Style) {
        if self.rows_left() > 0 {
            let text: String = text.chars().take(usize::from(self.area.width)).collect();
            draw_text(self.buffer, self.area.x, self.area.y + self.row, &text, style);
            self.row += 1;
        }
    }

    fn write_wrapped(&mut self, text: &str, style: Style, indent: usize) {
        let width = usize::from(self.area.width).saturating_sub(indent).max(8);
        wrap(text, width).iter().for_each(|line| self.write(&format!("{:indent$}{line}", ""), style));
    }
}

impl App<'_> {
    pub(super) fn draw_side(&mut self, area: Rect, buffer: &mut Buffer) {
        let mut sheet = TextPane { area, row: 0, buffer };
        self.write_seats(&mut sheet);
        for tray in state_text::trays(&self.session.state().view) {
            sheet.write_wrapped(&tray, Style::new(), 0);
        }
        self.write_offers(&mut sheet);
        let buttons = self.write_buttons(&mut sheet);
        self.buttons = buttons;
        self.write_analysis(&mut sheet);
        self.write_record(&mut sheet);
    }

    fn write_seats(&self, sheet: &mut TextPane<'_>) {
        let state = self.session.state();
        let clocks = state.now.clocks.as_ref();
        for seat in &state.view.seats {
            let acts = seat.name == state.view.turn.who;
            let running = clocks.is_some_and(|clocks| clocks.running.as_deref() == Some(&seat.name));
            let since = if running { self.session.seen_at().elapsed() } else { Duration::ZERO };
            let clock = clocks
                .and_then(|clocks| clocks.left.get(&seat.name))
                .map(|left| state_text::clock(left, since));
            let arrow = if acts { self.theme.charset.choose("▶", ">") } else { " " };
            let text = format!(
                "{arrow} {} ({})",
                capitalised(&seat.name),
                state_text::seat_player(state, &seat.name)
            );
            let place = seat.place.map(|place| format!(" place {place}")).unwrap_or_default();
            let style = if seat.playing { Style::new() } else { self.theme.colours.faint() };
            let style = if acts { style.add_modifier(Modifier::BOLD) } else { style };
            sheet.write(&format!("{text}{place} {}", clock.unwrap_or_default()), style);
            if let Some(note) = &seat.note {
                sheet.write_wrapped(note, self.theme.colours.faint(), 4);
            }
        }
        let has_note =
            |name: &str| state.view.seats.iter().any(|seat| seat.name == name && seat.note.is_some());
        let armies = state.view.armies.iter().filter(|army| army.frozen || army.in_check);
        for army in armies.filter(|army| !has_note(&army.name)) {
            let how = if army.frozen { "frozen" } else { "in check" };
            sheet.write(&format!("  {} is {how}", capitalised(&army.name)), Style::new());
        }
    }

    fn write_offers(&self, sheet: &mut TextPane<'_>) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.session
            .state()
            .now
            .offers
            .iter()
            .for_each(|offer| sheet.write_wrapped(&state_text::pending_offer(offer), bold, 0));
    }

    /// The buttons: their labels can also be typed as commands.
    fn button_commands(&self) -> Vec<(String, UserCommand)> {
        let state = self.session.state();
        let mut commands: Vec<(String, UserCommand)> = Vec::new();
        for choice in &state.view.choices {
            if let Gesture::Button { name } = &choice.gesture {
                commands.push((name.to_string(), UserCommand::Act(choice.text.to_string())));
            }
        }
        let treaties = state.now.proposable.iter().flat_map(|seats| &seats.0).flat_map(|(_, offers)| offers);
        let treaties: BTreeSet<&str> = treaties
            .filter_map(|offer| if let OfferKind::Treaty(text) = offer { Some(text.as_str()) } else { None })
            .collect();
        commands
            .extend(treaties.into_iter().map(|text| (text.to_string(), UserCommand::Act(text.to_string()))));
        commands
            .extend(state.now.operations.iter().map(|text| (text.clone(), UserCommand::Act(text.clone()))));
        let mine = |seat: &String| state.you.contains(seat);
        if state.now.offers.iter().any(|offer| offer.waiting.iter().any(mine)) {
            commands.push(("accept".to_string(), UserCommand::Accept(None)));
            commands.push(("decline".to_string(), UserCommand::Decline(None)));
        }
        if state.now.claimable.is_some() && !state.view.choices.is_empty() {
            commands.push(("claim".to_string(), UserCommand::Claim));
        }
        if state.now.phase == TablePhase::Playing && !state.you.is_empty() {
            commands.push(("draw".to_string(), UserCommand::Propose(OfferKind::Draw)));
            commands.push(("resign".to_string(), UserCommand::Resign(None)));
        }
        if state.now.phase == TablePhase::Over && !state.you.is_empty() {
            commands.push(("rematch".to_string(), UserCommand::Remote(RemoteCommand::Rematch)));
        }
        commands
    }

    fn write_buttons(&self, sheet: &mut TextPane<'_>) -> Vec<(Rect, UserCommand)> {
        let mut placed = Vec::new();
        let mut column = 0;
        let commands = self.button_commands();
        if commands.is_empty() || sheet.rows_left() == 0 {
            return placed;
        }
        for (name, command) in commands {
            let text = format!("[{name}]");
            let width = text.chars().count() as u16;
            if column > 0 && column + width > sheet.area.width {
                sheet.row += 1;
                column = 0;
            }
            let area = Rect { x: sheet.area.x + column, y: sheet.area.y + sheet.row, width, height: 1 };
            if sheet.rows_left() > 0 {
                draw_text(sheet.buffer, area.x, area.y, &text, Style::new());
                placed.push((area, command));
            }
            column += width + 1;
        }
        sheet.row += 1;
        placed
    }

    fn write_analysis(&self, sheet: &mut TextPane<'_>) {
        let Some(report) = &self.report else { return };
        sheet.write(&format!("Analysis, depth {}", report.depth), self.theme.colours.title());
        for line in &report.lines {
            if sheet.rows_left() <= MIN_RECORD_ROWS {
                return;
            }
            sheet.write(&analysis_line(line), Style::new());
        }
    }

    fn write_record(&self, sheet: &mut TextPane<'_>) {
        let rows = usize::from(sheet.rows_left().saturating_sub(1));
        let line = &self.session.state().line;
        if rows == 0 || line.is_empty() {
            return;
        }
        sheet.write("Record", self.theme.colours.title());
        let end = line.len().saturating_sub(self.record_scroll).max(rows.min(line.len()));
        for (at, step) in line[..end].iter().enumerate().skip(end.saturating_sub(rows)) {
            sheet.write(&self.to_charset(&format!("{:>3} {}", at + 1, state_text::step(step))), Style::new());
        }
    }
}

/// A line of the analysis: the score, in pawns or plies to the end, and the actions.
fn analysis_line(line: &ReportLine) -> String {
    let score = match line.score.plies_to_end() {
        Some(plies) if plies >= 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+.2}", f64::from(line.score.value()) / 100.0),
    };
    format!("{score} {}", line.moves.join(" "))
}
