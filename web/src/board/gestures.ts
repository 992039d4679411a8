import type { Choice, Gesture, PieceView, View } from '../protocol/messages';

/** The selected piece: its cell, and its letter where two pieces share the cell. */
export interface Selection {
  cell: string;
  letter?: string;
}

function startsFrom(choice: Choice, selection: Selection): boolean {
  const gesture = choice.gesture;
  if (gesture.kind !== 'move' || gesture.from !== selection.cell) return false;
  return !gesture.man || !selection.letter || gesture.man === selection.letter;
}

/** The cells that the selected piece can move to. */
export function targetCells(choices: readonly Choice[], selection: Selection): Set<string> {
  const targets = new Set<string>();
  for (const choice of choices) {
    if (startsFrom(choice, selection) && choice.gesture.kind === 'move') targets.add(choice.gesture.to);
  }
  return targets;
}

/** The choices that a gesture can mean. If there are several, the player has to pick one. */
export function matchingChoices(choices: readonly Choice[], gesture: Gesture): Choice[] {
  return choices.filter((choice) => matches(choice.gesture, gesture));
}

function matches(listed: Gesture, made: Gesture): boolean {
  if (listed.kind === 'tap') return made.kind === 'tap' && listed.cell === made.cell;
  if (listed.kind === 'button') return made.kind === 'button' && listed.name === made.name;
  if (made.kind !== 'move' || listed.from !== made.from || listed.to !== made.to) return false;
  return !listed.man || !made.man || listed.man === made.man;
}

/** The choice that a player typed, as an action or in notation. */
export function choiceOfText(choices: readonly Choice[], typed: string): Choice | undefined {
  const text = typed.trim().toLowerCase();
  return choices.find((choice) => choice.text.toLowerCase() === text || choice.label.toLowerCase() === text);
}

/** The choices that are made with a button instead of on the board. */
export function buttonChoices(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => choice.gesture.kind === 'button');
}

/** The pieces on a cell that can be selected now. For a premove, any free piece of the player's armies can. */
export function selectablePieces(
  view: View,
  cell: string,
  ownArmies: ReadonlySet<string>,
  premove: boolean,
): PieceView[] {
  const pieces = view.men.filter((piece) => piece.cell === cell);
  if (premove)
    return pieces.filter((piece) => piece.army != null && ownArmies.has(piece.army) && piece.state === 'free');
  return pieces.filter((piece) => view.choices.some((choice) => startsFrom(choice, { cell, letter: piece.letter })));
}

/** Whether a tap on the cell is an action by itself, such as a flip. */
export function canTap(choices: readonly Choice[], cell: string): boolean {
  return choices.some((choice) => choice.gesture.kind === 'tap' && choice.gesture.cell === cell);
}

/** The gesture of moving the selected piece to a cell. It names the piece only where two share the cell. */
export function moveGesture(view: View, selection: Selection, to: string): Gesture {
  const shared = view.men.filter((piece) => piece.cell === selection.cell).length > 1;
  const letter = shared ? selection.letter : undefined;
  return { kind: 'move', from: selection.cell, to, ...(letter ? { man: letter } : {}) };
}

/** The armies that these seats control. */
export function controlledArmies(view: View, seats: readonly string[]): Set<string> {
  return new Set(
    view.armies.filter((army) => army.controller && seats.includes(army.controller)).map((army) => army.name),
  );
}
