/** A piece of the rules: words, and a position to try them in. */
export interface Lesson {
  title: string;
  text: string[];
  /** Where the position comes from; the usual start if it is not named. */
  start?: string;
  actions?: string[];
  /** What to try. */
  task?: string;
}

export const LESSONS: Record<string, Lesson[]> = {
  'ban-chess': [
    {
      title: 'Ban first, then move',
      text: [
        'All of chess holds, with one thing more: before each of your moves the opponent forbids one.',
        'The game begins with Black banning one of White’s moves. Then White moves and bans, Black moves and bans, and so on. You cannot pass either.',
        'A ban names where a piece comes from and where it goes. It lives for exactly one move.',
      ],
      task: 'You are Black: ban e2–e4. Then play White’s move.',
    },
    {
      title: 'A ban can mate',
      text: ['If you are in check and the only answer is banned, you are checkmated. White’s queen gives check, and Black has one answer.'],
      actions: ['b:d2d4', 'm:e2e4', 'b:e7e5', 'm:f7f6', 'b:b1c3', 'm:d1h5'],
      task: 'You are White: ban Black’s only answer, g7–g6.',
    },
    {
      title: 'One threat is none, two are one',
      text: [
        'A single threat can always be banned. A rook on the open line threatens mate on the last rank only if a second threat remains when the first is banned.',
        'So count threats in pairs, and count your answers in pairs too: a check with a single answer is mate.',
      ],
      start: '6k1/5ppp/8/8/8/8/5PPP/3QR1K1 b - - 0 1 3',
      task: 'Ban an escape, play a quiet move for Black, and see: queen and rook threaten mate together.',
    },
    {
      title: 'Promotions, castling, en passant',
      text: ['A ban on a promotion bans all four of its pieces. A ban on the king’s two squares bans that castling, and the right to it stays. An en passant capture that was banned is gone.'],
      start: '6k1/4P3/8/8/8/8/6K1/8 w - - 0 1 1',
      task: 'Ban e7–e8, then look for a move of the pawn.',
    },
    {
      title: 'How it ends',
      text: [
        'Checkmate and stalemate are judged after a move, as in chess, and after a ban: nothing left to play and in check is checkmate by ban; not in check, stalemate by ban.',
        'Bare material is a draw at once. Fifty moves without a pawn move or capture are a draw. The same position with the same ban three times: the player to move may claim a draw; five times, it is one.',
      ],
    },
  ],
  banqi: [
    {
      title: 'Thirty-two secrets',
      text: [
        'All men lie face-down on half a board. Nobody knows what lies where, not even the server’s players: the deal is sealed before the game and can be checked after it.',
        'The first player turns any man over. Its colour is theirs for the whole game.',
        'A turn is one of three things: turn a man over, step to an empty square beside, or capture.',
      ],
      task: 'Turn over any man, and choose what chance shows.',
    },
    {
      title: 'Who takes whom',
      text: [
        'From the highest: king 帥, general 仕, elephant 相, chariot 俥, horse 傌, pawn 兵, cannon 炮. A man takes an enemy beside it of the same or a lower rank.',
        'But a king never takes a pawn, and a pawn takes a king.',
      ],
      start: '......../..Pg..../..kE.c../....Hp.. r 1 geechhppppqqKGGECCHPPPPQQ 0 33 -',
      task: 'You are red. Take the elephant with your king; try to take the pawn with it.',
    },
    {
      title: 'The cannon jumps',
      text: ['A cannon captures along a line over exactly one man, of any colour, face-up or face-down, at any distance. It takes any rank, but never the man beside it. Otherwise it steps like the others.'],
      start: '......../.q.P.K../.e....../.E.Gp... r 1 kggecchhppppqGECCHHPPPPQQ 0 33 -',
      task: 'Your cannon on b3 can take the black king on f3 over the pawn, or the elephant on b1.',
    },
    {
      title: 'How it ends',
      text: ['Who has no men left, or nothing to do, has lost. A hundred turns without a flip or a capture, or the same position three times, are a draw.'],
    },
  ],
  enochian: [
    {
      title: 'Four elements, two teams',
      text: [
        'Blue (water) and Black (earth) play together against Red (fire) and Yellow (air). Turns go clockwise: Blue, Red, Black, Yellow.',
        'Each king shares its throne, the corner square, with another man. Either may leave first.',
        'Each pawn carries the sign of what it will become at the far edge.',
      ],
      task: 'Tap the upper man on the throne, then the lower one.',
    },
    {
      title: 'The queen leaps',
      text: ['The queen jumps exactly two squares in any of the eight directions, over anything. Rook, bishop, knight and king go as in chess; pawns take one step, never two.', 'A queen never captures a queen, and a bishop never a bishop.'],
      start: 'yK,6,bK/8/8/4,bQ,3/8/8/4,rPr,3/kK,6,rK b brky - - 0 1 -',
      task: 'Look where the queen on e5 can go.',
    },
    {
      title: 'Kings are captured',
      text: [
        'There is no checkmate. If your king is in check and can move, it must. If it cannot, you may do something else, and may lose it.',
        'When a king is captured its army freezes: its men turn to stone, which nobody can move, capture or pass.',
        'A team loses when both its kings are captured.',
      ],
      start: 'yK,6,bK/8/8/7,bR/8/8/3,rPr,rR,3/kK,6,rK b brky - - 0 1 -',
      task: 'Take Red’s king with the rook.',
    },
    {
      title: 'Seizing a throne',
      text: ['A king that moves onto its ally’s throne takes command of the ally’s army, and wakes it if it was frozen. From then on the same player decides for both armies.'],
      start: 'yK,7/8/8/8/8/8/1,bK,5,rPr/1,kR,5,rK b brky k k:r 0 1 -',
      task: 'Black’s army is stone. Move Blue’s king onto Black’s throne, a1.',
    },
    {
      title: 'Prisoners and dice',
      text: [
        'If one king of each team was captured, each by the king-holder opposite, the two may agree to exchange prisoners: both kings return.',
        'As an option a die says before every turn which kind of man must move.',
      ],
    },
  ],
  bishops: [
    {
      title: 'Everyone for themselves',
      text: [
        'Four armies on a cross. White begins, then clockwise: Grey, Black, Pink. Pieces go as in chess; pawns become queens on the edge of the inner square; there is no en passant.',
        'Before its first move each army may exchange its king and queen, without losing its turn.',
      ],
      task: 'Swap king and queen, or open with a pawn.',
    },
    {
      title: 'Checks bend the order',
      text: ['After a move the first army clockwise that is in check moves next and must answer. Those in between lose their turn. So a check is more than a threat: it is a way to skip an enemy.'],
      start: '6,bK,5/12/12/12/12/12/gK,10,pK/2,wR,9/12/12/12/6,wK,5 w wgbp - - p 12 0 0,0,0,0 -',
      task: 'Play the rook to c12: Black is in check and moves next, not Grey.',
    },
    {
      title: 'Sanctuary',
      text: [
        'Only your king may enter your home corner. When it does for the first time, all your bishops become queens.',
        'In the corner with three queens or more your king cannot be checked at all. With one or none it must leave as soon as it can.',
      ],
      start: '6,bK,5/12/12/12/12/12/gK,10,pK/12/4,wB,wB,6/4,wQ,7/2,wK,9/12 w wgbp - - p 12 0 0,0,0,0 -',
      task: 'Step into the corner with White’s king, from c2 to b2.',
    },
    {
      title: 'Out, and out of the way',
      text: ['Who is checkmated, resigns or runs out of time is out, and all their men leave the board. Places are given in the order of leaving.'],
    },
    {
      title: 'The duel',
      text: ['When two are left, everything is cleared away and they play a game of chess in the middle for the first place.'],
      start: 'duel w:b g4,p3 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      task: 'Play a few moves.',
    },
  ],
};
