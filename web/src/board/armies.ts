/**
 * How the pieces of an army look. Each army also has a pattern, so that players who can't see the colours can tell
 * armies apart.
 */
export interface ArmyStyle {
  fill: string;
  line: string;
  /** Colour of the lines drawn on the fill. */
  detail: string;
  pattern: 'plain' | 'hatch' | 'dots' | 'waves' | 'flames' | 'bars';
  /** Colour of the pattern. */
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

const FOUR_COLOURS: Record<string, ArmyStyle> = {
  ...CHESS,
  grey: style('#76838f', '#161d23', '#0d1216', 'hatch', '#566370'),
  pink: style('#ffb2ce', '#5a1531', '#5a1531', 'dots', '#ec6c9d'),
};

const ELEMENT_COLOURS: Record<string, ArmyStyle> = {
  blue: style('#62a8f0', '#0b2a52', '#0b2a52', 'waves', '#2f74c2'),
  red: style('#c22f22', '#3d0707', '#ffe9df', 'flames', '#8f1a12'),
  black: style('#34343a', '#08080a', '#efece4', 'bars', '#54545e'),
  yellow: style('#f6cf43', '#4b3a03', '#4b3a03', 'dots', '#d7a915'),
};

const UNKNOWN = style('#b9b3a7', '#33302b', '#33302b', 'plain', '#99938a');

const stylesFor = (armies: readonly string[]) =>
  armies.includes('blue') ? ELEMENT_COLOURS : armies.length > 2 ? FOUR_COLOURS : CHESS;

/** Whether a seat is named after an army with its own style. */
export function hasArmyStyle(name: string, armies: readonly string[]): boolean {
  return name in stylesFor(armies);
}

/** The style of an army. The armies of the game decide which set of colours applies. */
export function armyStyle(army: string, armies: readonly string[]): ArmyStyle {
  return stylesFor(armies)[army] ?? ELEMENT_COLOURS[army] ?? UNKNOWN;
}

/** The alchemical triangle of an element, drawn on the throne of its army. */
export const ELEMENTS: Record<string, { up: boolean; bar: boolean; name: string }> = {
  blue: { up: false, bar: false, name: 'water' },
  red: { up: true, bar: false, name: 'fire' },
  black: { up: false, bar: true, name: 'earth' },
  yellow: { up: true, bar: true, name: 'air' },
};
