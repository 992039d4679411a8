/** How the men of an army look. Colours alone never tell two armies apart: each has a pattern and a sign too. */
export interface ArmyStyle {
  fill: string;
  line: string;
  /** The colour of lines drawn on the fill. */
  detail: string;
  pattern: 'plain' | 'hatch' | 'dots' | 'waves' | 'flames' | 'bars';
  ink: string;
}

const style = (fill: string, line: string, detail: string, pattern: ArmyStyle['pattern'], ink: string): ArmyStyle => ({
  fill,
  line,
  detail,
  pattern,
  ink,
});

const CHESS: Record<string, ArmyStyle> = {
  white: style('#fbf9f3', '#26221d', '#26221d', 'plain', '#d9d2c0'),
  black: style('#34343a', '#0d0d10', '#e9e6df', 'plain', '#4d4d55'),
};

const BISHOPS: Record<string, ArmyStyle> = {
  ...CHESS,
  grey: style('#8b98a5', '#1d252c', '#10161b', 'hatch', '#66737f'),
  pink: style('#f49abb', '#4a1228', '#4a1228', 'dots', '#d9628f'),
};

const ENOCHIAN: Record<string, ArmyStyle> = {
  blue: style('#3f86dc', '#0a2347', '#ffffff', 'waves', '#2563ae'),
  red: style('#d63f31', '#45090a', '#fff3ec', 'flames', '#a9241b'),
  black: style('#34343a', '#08080a', '#efece4', 'bars', '#54545e'),
  yellow: style('#f6cf43', '#4b3a03', '#4b3a03', 'dots', '#d7a915'),
};

const UNKNOWN = style('#b9b3a7', '#33302b', '#33302b', 'plain', '#99938a');

/** The style of an army among the armies of its game. */
export function styleOf(army: string, among: readonly string[]): ArmyStyle {
  const set = among.includes('blue') ? ENOCHIAN : among.length > 2 ? BISHOPS : CHESS;
  return set[army] ?? ENOCHIAN[army] ?? UNKNOWN;
}

/** The sign of an element, drawn on the throne of its army: triangles as alchemists write them. */
export const ELEMENTS: Record<string, { up: boolean; bar: boolean; name: string }> = {
  blue: { up: false, bar: false, name: 'water' },
  red: { up: true, bar: false, name: 'fire' },
  black: { up: false, bar: true, name: 'earth' },
  yellow: { up: true, bar: true, name: 'air' },
};
