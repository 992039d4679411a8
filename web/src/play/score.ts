/** Scores beyond this less some plies are certain ends. */
export const MATE_SCORE = 30_000;

/** A score as players read it: in pawns, or the moves to a certain end. */
export function formatScore(score: number): string {
  const certain = Math.abs(score) > 29_000;
  const sign = score < 0 ? '−' : '+';
  if (certain) return `${sign}#${Math.max(1, Math.ceil((MATE_SCORE - Math.abs(score)) / 2))}`;
  return `${sign}${(Math.abs(score) / 100).toFixed(2)}`;
}
