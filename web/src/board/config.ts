import type { Choice, Gesture, Side, View } from '../protocol/messages';
import type { Arrow, CellNote } from './marks';

/** How boards and pieces look, as the player set it. */
export interface BoardAppearance {
  coordinates: boolean;
  pieces: 'drawn' | 'letters';
  characters: 'chinese' | 'latin';
  /** Duration of a piece's slide, in milliseconds. 0 turns animation off. */
  animation: number;
}

/** Everything a board shows. */
export interface BoardConfig {
  view: View;
  /** The side at the bottom. */
  near: Side;
  /** The viewer's seats. */
  ownSeats: readonly string[];
  /** Whether the viewer can act on this board at all. */
  interactive: boolean;
  /** Whether moves may be entered before the viewer's turn. */
  allowPremove: boolean;
  premove?: Gesture | undefined;
  arrows?: readonly Arrow[];
  /** Short texts on cells, such as the value of flipping a piece there. */
  notes?: readonly CellNote[];
  appearance: BoardAppearance;
  /** The accessible name of the board. */
  label: string;
}

/** What the viewer did on the board. */
export interface BoardEvents {
  choose(choice: Choice): void;
  /** The gesture matches no choice. */
  illegal(gesture: Gesture): void;
  premove(gesture: Gesture | undefined): void;
}

/** The words of the accessible names of cells. */
export interface BoardLabels {
  empty: string;
  faceDown: string;
  frozen: string;
  selected: string;
  target: string;
  inCheck: string;
  canFlip: string;
  /** Translates an army or a kind of piece. */
  name(word: string): string;
}
