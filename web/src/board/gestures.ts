import type { Choice, Gesture, Man, View } from '../protocol/messages';

/** A man that was picked up: its cell, and its letter where two share the cell. */
export interface Selection {
  cell: string;
  letter?: string;
}

/** Whether a choice begins with this man. */
function startsFrom(choice: Choice, picked: Selection): boolean {
  const gesture = choice.gesture;
  if (gesture.kind !== 'move' || gesture.from !== picked.cell) return false;
  return !gesture.man || !picked.letter || gesture.man === picked.letter;
}

/** The cells that the picked man can go to. */
export function targetCells(choices: readonly Choice[], picked: Selection): Set<string> {
  const targets = new Set<string>();
  for (const choice of choices) {
    if (startsFrom(choice, picked) && choice.gesture.kind === 'move') targets.add(choice.gesture.to);
  }
  return targets;
}

/** The choices that a gesture means; several if the player is to be asked. */
export function matchingChoices(choices: readonly Choice[], gesture: Gesture): Choice[] {
  return choices.filter((choice) => means(choice.gesture, gesture));
}

function means(listed: Gesture, made: Gesture): boolean {
  if (listed.kind === 'tap') return made.kind === 'tap' && listed.cell === made.cell;
  if (listed.kind === 'button') return made.kind === 'button' && listed.name === made.name;
  if (made.kind !== 'move' || listed.from !== made.from || listed.to !== made.to) return false;
  return !listed.man || !made.man || listed.man === made.man;
}

/** The men of a cell that can be picked up now, in the order in which they stand. */
export function selectablePieces(view: View, cell: string, mine: ReadonlySet<string>, early: boolean): Man[] {
  const men = view.men.filter((man) => man.cell === cell);
  if (early) return men.filter((man) => man.army != null && mine.has(man.army) && man.state === 'free');
  return men.filter((man) => view.choices.some((choice) => startsFrom(choice, { cell, letter: man.letter })));
}

/** Whether a tap on the cell is an action by itself. */
export function canTap(choices: readonly Choice[], cell: string): boolean {
  return choices.some((choice) => choice.gesture.kind === 'tap' && choice.gesture.cell === cell);
}

/** The gesture of moving a picked man to a cell. */
export function gestureOf(view: View, picked: Selection, to: string): Gesture {
  const shared = view.men.filter((man) => man.cell === picked.cell).length > 1;
  const man = shared ? picked.letter : undefined;
  return { kind: 'move', from: picked.cell, to, ...(man ? { man } : {}) };
}

/** The armies that somebody on these seats decides for. */
export function controlledArmies(view: View, seats: readonly string[]): Set<string> {
  return new Set(view.armies.filter((army) => army.controller && seats.includes(army.controller)).map((army) => army.name));
}
