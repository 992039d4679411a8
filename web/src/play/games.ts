/** The games in the order in which they are shown. What is known of each comes from the server; these are its names. */
export const GAMES = ['bishops', 'enochian', 'ban-chess', 'banqi'] as const;

/** The seats of a game; for options that change them see the server's answer. */
export const SEATS: Record<string, string[]> = {
  bishops: ['white', 'grey', 'black', 'pink'],
  enochian: ['blue', 'red', 'black', 'yellow'],
  'ban-chess': ['white', 'black'],
  banqi: ['first', 'second'],
};

/** A short piece of each game, shown on the first page. */
export const SAMPLES: Record<string, string[]> = {};
