import type { View } from '../protocol/messages';
import type { BoardLabels } from './config';
import { canTap } from './gestures';

/** The accessible name of a cell: "e4, white pawn, in check". */
export function cellLabel(view: View, cell: string, selected: boolean, target: boolean, labels: BoardLabels): string {
  const names = view.men
    .filter((piece) => piece.cell === cell)
    .map((piece) => {
      if (piece.state === 'hidden') return labels.faceDown;
      const name = `${labels.name(piece.army ?? '')} ${labels.name(piece.kind)}`.trim();
      return piece.state === 'frozen' ? `${name}, ${labels.frozen}` : name;
    });
  const inCheck = view.marks.some((mark) => mark.kind === 'check' && mark.cells.includes(cell));
  return [
    cell,
    ...(names.length ? names : [labels.empty]),
    inCheck ? labels.inCheck : '',
    selected ? labels.selected : '',
    target || canTap(view.choices, cell) ? (target ? labels.target : labels.canFlip) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
