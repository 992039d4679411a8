import type { PieceView, View } from '../protocol/messages';

/** How a piece got to its cell since the previous view. */
export type Transition = { how: 'stay' } | { how: 'move'; from: string } | { how: 'flip' } | { how: 'appear' };

const identity = (piece: PieceView) => `${piece.army}/${piece.kind}/${piece.state}`;
const placement = (piece: PieceView) => `${piece.cell}/${piece.letter}/${identity(piece)}/${piece.promotes_to ?? ''}`;

/**
 * The transition of each piece of the new view. Pieces that appeared are matched with pieces that vanished, first by
 * the last action, then by identity.
 */
export function transitions(old: View, now: View): Transition[] {
  const before = new Set(old.men.map(placement));
  const stayed = new Set(now.men.map(placement).filter((one) => before.has(one)));
  const vanished = old.men.filter((piece) => !stayed.has(placement(piece)));
  const lastActions = now.marks.filter((mark) => mark.kind === 'last').map((mark) => mark.cells);
  return now.men.map((piece) => {
    if (stayed.has(placement(piece))) return { how: 'stay' };
    if (vanished.some((other) => other.cell === piece.cell && other.state === 'hidden')) return { how: 'flip' };
    const from = origin(piece, vanished, lastActions);
    return from ? { how: 'move', from } : { how: 'appear' };
  });
}

/** Where the piece came from. Removes the match from `vanished`, so that no two pieces come from the same one. */
function origin(piece: PieceView, vanished: PieceView[], lastActions: string[][]): string | undefined {
  const movedFrom = lastActions.find((cells) => cells.length === 2 && cells[1] === piece.cell)?.[0];
  const take = (test: (other: PieceView) => boolean) => {
    const index = vanished.findIndex((other) => other.army === piece.army && other.cell !== piece.cell && test(other));
    return index < 0 ? undefined : vanished.splice(index, 1)[0]!.cell;
  };
  return (
    (movedFrom ? take((other) => other.cell === movedFrom) : undefined) ??
    take((other) => identity(other) === identity(piece))
  );
}
