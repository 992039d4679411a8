import type { View } from '../protocol/messages';
import type { BoardLabels } from './config';
import { canTap } from './gestures';

/** What is said of a cell to who cannot see it: "e4, white pawn, in check". */
export function cellLabel(view: View, cell: string, picked: boolean, target: boolean, words: BoardLabels): string {
  const men = view.men.filter((man) => man.cell === cell);
  const said = men.map((man) => {
    if (man.state === 'hidden') return words.faceDown;
    const name = `${words.name(man.army ?? '')} ${words.name(man.kind)}`.trim();
    return man.state === 'frozen' ? `${name}, ${words.frozen}` : name;
  });
  const checked = view.marks.some((mark) => mark.kind === 'check' && mark.cells.includes(cell));
  return [
    cell,
    ...(said.length ? said : [words.empty]),
    checked ? words.inCheck : '',
    picked ? words.picked : '',
    target || canTap(view.choices, cell) ? (target ? words.target : words.canFlip) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
