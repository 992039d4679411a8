/** The engine's score for a mate on the board. Each ply to the mate takes one off. */
export const MATE_SCORE = 30_000;
/** Scores beyond this are mates. */
const MATE_THRESHOLD = 29_000;

/** Formats an engine score in pawns, or as moves to mate. */
export function formatScore(score: number): string {
  const sign = score < 0 ? '−' : '+';
  if (Math.abs(score) > MATE_THRESHOLD) return `${sign}#${Math.max(1, Math.ceil((MATE_SCORE - Math.abs(score)) / 2))}`;
  return `${sign}${(Math.abs(score) / 100).toFixed(2)}`;
}
