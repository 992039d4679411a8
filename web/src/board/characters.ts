/** The characters on pieces that are discs. The build subsets the font to exactly these. */
export const CHARACTERS: Record<string, Record<string, string>> = {
  red: { king: '帥', general: '仕', elephant: '相', chariot: '俥', horse: '傌', pawn: '兵', cannon: '炮' },
  black: { king: '將', general: '士', elephant: '象', chariot: '車', horse: '馬', pawn: '卒', cannon: '砲' },
};
