import type { View } from '../protocol/messages';

/** The seat that a player's buttons act for: the one to act, else the first that still plays. Spectators have none. */
export function actingSeat(view: View, mySeats: readonly string[]): string | undefined {
  if (mySeats.includes(view.turn.who)) return view.turn.who;
  return view.seats.find((seat) => mySeats.includes(seat.name) && seat.playing)?.name ?? mySeats[0];
}
