import type { Choice, Gesture, Side, View } from '../protocol/messages';
import type { Arrow, CellNote } from './marks';

/** How boards and men look; the player's own choice. */
export interface BoardAppearance {
  coordinates: boolean;
  pieces: 'drawn' | 'letters';
  characters: 'chinese' | 'latin';
  /** How long a man travels, in milliseconds; 0 for not at all. */
  animation: number;
}

/** All that a board shows. */
export interface BoardConfig {
  view: View;
  /** The side at the bottom. */
  near: Side;
  /** The seats of who looks. */
  you: readonly string[];
  /** Whether something can be played here. */
  live: boolean;
  /** Whether a move can be made before its time, to be played when it is listed. */
  early: boolean;
  /** The move that waits for its time. */
  premove?: Gesture | undefined;
  arrows?: readonly Arrow[];
  /** Short texts on cells, such as what it is worth to turn a man over there. */
  notes?: readonly CellNote[];
  look: BoardAppearance;
  /** What the board is called for who cannot see it. */
  label: string;
}

/** What a board tells. */
export interface BoardEvents {
  act(choice: Choice): void;
  /** A gesture that means nothing here. */
  why(gesture: Gesture): void;
  premove(gesture: Gesture | undefined): void;
}

/** The words that a board says to who cannot see it. */
export interface BoardLabels {
  empty: string;
  faceDown: string;
  frozen: string;
  picked: string;
  target: string;
  inCheck: string;
  canFlip: string;
  name(word: string): string;
}
