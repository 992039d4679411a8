/** The outline of a chess piece in a box of 100 by 100: a body to fill, and lines on it. Drawn for this project. */
export interface PieceShape {
  body: string;
  lines: string;
}

const BASE = 'M21 90V85Q21 78 29 77H71Q79 78 79 85V90Z';

export const PIECE_SHAPES: Record<string, PieceShape> = {
  pawn: {
    body: `M50 19A14 14 0 0 1 60 43Q66 45 66 51H59Q60 66 71 77H29Q40 66 41 51H34Q34 45 40 43A14 14 0 0 1 50 19Z${BASE}`,
    lines: 'M30 77H70M41 51H59',
  },
  rook: {
    body: `M25 17H37V25H44V17H56V25H63V17H75V35L67 42V65L73 77H27L33 65V42L25 35Z${BASE}`,
    lines: 'M30 77H70M33 42H67M34 65H66',
  },
  knight: {
    body:
      'M30 77C31 62 46 58 48 46C41 52 35 52 30 57C26 61 21 61 18 57C15 52 18 47 22 42C26 34 28 29 35 24' +
      `L34 11L45 19C66 19 79 38 77 64L75 77Z${BASE}`,
    lines: 'M30 77H70M48 46C53 42 54 37 53 33M56 25C66 33 70 46 69 66M23 54L26 51',
  },
  bishop: {
    body:
      'M50 9A7 7 0 0 1 54 21C66 28 71 40 69 49Q67 57 60 61L65 77H35' +
      `L40 61Q33 57 31 49C29 40 34 28 46 21A7 7 0 0 1 50 9Z${BASE}`,
    lines: 'M30 77H70M39 61H61M50 33V53M41 43H59',
  },
  queen: {
    body:
      'M15 32A6 6 0 1 1 24 30L35 50L40 25A6.5 6.5 0 1 1 47 21L50 47' +
      `L53 21A6.5 6.5 0 1 1 60 25L65 50L76 30A6 6 0 1 1 85 32L73 62L70 77H30L27 62Z${BASE}`,
    lines: 'M30 77H70M28 63Q50 56 72 63',
  },
  king: {
    body:
      'M46 6H54V13H61V20H54V31C64 24 83 28 82 46C81 58 71 65 70 77' +
      `H30C29 65 19 58 18 46C17 28 36 24 46 31V20H39V13H46Z${BASE}`,
    lines: 'M30 77H70M50 34V64M31 65Q50 59 69 65M46 31L50 36L54 31',
  },
};

/** The shape of a kind of piece. A kind without one is drawn as a disc with its letter. */
export function pieceShape(kind: string): PieceShape | undefined {
  return PIECE_SHAPES[kind];
}
