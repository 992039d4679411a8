import type { PieceView, View } from '../protocol/messages';

const BACK_RANK = ['rook', 'knight', 'bishop', 'queen', 'king', 'bishop', 'knight', 'rook'];
const LETTER: Record<string, string> = { rook: 'R', knight: 'N', bishop: 'B', queen: 'Q', king: 'K', pawn: 'P' };

function pieces(): PieceView[] {
  const piece = (cell: string, army: string, kind: string): PieceView => ({ cell, army, kind, letter: LETTER[kind]!, state: 'free' });
  return [...'abcdefgh'].flatMap((file, index) => [
    piece(`${file}1`, 'white', BACK_RANK[index]!),
    piece(`${file}${file === 'e' ? 4 : 2}`, 'white', 'pawn'),
    piece(`${file}7`, 'black', 'pawn'),
    piece(`${file}8`, 'black', BACK_RANK[index]!),
  ]);
}

const cells = Array.from({ length: 64 }, (_, index) => {
  const [column, row] = [index % 8, Math.floor(index / 8)];
  const ground = (column + row) % 2 === 0 ? ('dark' as const) : ('light' as const);
  return { name: `${'abcdefgh'[column]}${row + 1}`, column, row, ground };
});

/** A position for the preview on the settings screen. */
export const SAMPLE_VIEW: View = {
  board: { columns: 8, rows: 8, cells, column_labels: [...'abcdefgh'], row_labels: [...'12345678'], near: 'south' },
  men: pieces(),
  marks: [{ kind: 'last', cells: ['e2', 'e4'] }, { kind: 'banned', cells: ['e7', 'e5'] }],
  trays: [],
  armies: ['white', 'black'].map((name) => ({ name, letter: name[0]!, controller: name, frozen: false, in_check: false })),
  seats: [],
  turn: { who: 'black', army: 'black', phase: 'move', words: '' },
  choices: [],
};
