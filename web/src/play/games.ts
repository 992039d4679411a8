/** The games in display order. */
export const GAMES = ['bishops', 'enochian', 'ban-chess', 'banqi'] as const;

/** The seats of a game with its default options. The server knows the seats with other options. */
export const SEATS: Record<string, string[]> = {
  bishops: ['white', 'grey', 'black', 'pink'],
  enochian: ['blue', 'red', 'black', 'yellow'],
  'ban-chess': ['white', 'black'],
  banqi: ['first', 'second'],
};

/** The opening of an engine game, shown on the home screen. */
export const DEMO_GAMES: Record<string, string[]> = {
  bishops: 'd2d4 b6d6 h11h10 k6i6 j2k3 b3c2 c11b10 l5h9 k3l4 a3l3 b10a9 k5i5 h2h3'.split(' '),
  enochian: 'Pg5f5 Qg1e3 Qa2c4 Pc7c6 Nh6f7 Qe3c1 Ka1a2 Rd8e8 Pg6f6 Qc1e3 Na3c2 Pb7b6 Nf7d8 Re1b1 Qc4c6 Ka8b7 Nd8b7'.split(' '),
  'ban-chess': 'b:d2d4 m:e2e4 b:e7e5 m:f7f6 b:b1c3 m:d1h5 b:g7g6'.split(' '),
  banqi: '?g2 =Q ?e3 =E ?a4 =p ?f2 =p ?g4 =h ?g3 =P ?d1 =c ?e1 =P g2g4 ?c2 =e ?h1 =e ?h4 =G ?b3 =k'.split(' '),
};
