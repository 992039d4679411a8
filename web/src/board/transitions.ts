import type { Man, View } from '../protocol/messages';

/** How a man comes to stand where it stands. */
export type Transition = { how: 'stay' } | { how: 'come'; from: string } | { how: 'flip' } | { how: 'appear' };

const key = (man: Man) => `${man.army}/${man.kind}/${man.state}`;
const spot = (man: Man) => `${man.cell}/${man.letter}/${key(man)}/${man.promotes_to ?? ''}`;

/**
 * How each man of the new view came there from the old one: what vanished and what appeared are matched, first by the
 * last action, then by being alike.
 */
export function transitions(old: View, now: View): Transition[] {
  const before = new Map(old.men.map((man) => [spot(man), man]));
  const stayed = new Set<string>();
  for (const man of now.men) if (before.has(spot(man))) stayed.add(spot(man));
  const gone = old.men.filter((man) => !stayed.has(spot(man)));
  const last = now.marks.filter((mark) => mark.kind === 'last').map((mark) => mark.cells);
  return now.men.map((man) => {
    if (stayed.has(spot(man))) return { how: 'stay' };
    if (gone.some((other) => other.cell === man.cell && other.state === 'hidden')) return { how: 'flip' };
    const from = origin(man, gone, last);
    return from ? { how: 'come', from } : { how: 'appear' };
  });
}

function origin(man: Man, gone: Man[], last: string[][]): string | undefined {
  const moved = last.find((cells) => cells.length === 2 && cells[1] === man.cell)?.[0];
  const took = (test: (other: Man) => boolean) => {
    const index = gone.findIndex((other) => other.army === man.army && other.cell !== man.cell && test(other));
    return index < 0 ? undefined : gone.splice(index, 1)[0]!.cell;
  };
  return (moved ? took((other) => other.cell === moved) : undefined) ?? took((other) => key(other) === key(man));
}
