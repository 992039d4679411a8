"""Drives `tetrarch uci` with python-chess, a UCI client written by others.

python-chess knows no Ban-Chess, but its boards can be extended: `BanBoard` adds the bans to its chess. So every answer of
the engine, and every line that it announces, is checked by rules that share nothing with ours.

usage: python_chess.py PATH-TO-TETRARCH
"""

import logging
import random
import re
import sys
import time

import chess
import chess.engine

# How python-chess tells a move of a line from the next keyword.
chess.engine.UCI_REGEX = re.compile(r"^[bm]:[a-h][1-8][a-h][1-8][qrbn]?\Z")


class BanMove(chess.Move):
    """A ban (`b:e2e4`) or a move (`m:e2e4`)."""

    def __init__(self, move, is_ban):
        super().__init__(move.from_square, move.to_square, None if is_ban else move.promotion)
        self.is_ban = is_ban

    def uci(self):
        return ("b:" if self.is_ban else "m:") + super().uci()

    def pair(self):
        return (self.from_square, self.to_square)


class BanBoard(chess.Board):
    """Chess in which one pair of squares is forbidden to the side to move; none yet while the ban is being chosen."""

    uci_variant = "ban-chess"
    aliases = ["Ban-Chess"]

    def __init__(self, *args, **kwargs):
        self.ban = None
        self.bans = []
        super().__init__(*args, **kwargs)

    def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        moves = list(super().generate_legal_moves(from_mask, to_mask))
        if self.ban is None:
            for pair in dict.fromkeys((m.from_square, m.to_square) for m in moves):
                yield BanMove(chess.Move(*pair), True)
        else:
            yield from (BanMove(m, False) for m in moves if (m.from_square, m.to_square) != self.ban)

    def parse_uci(self, uci):
        for move in self.generate_legal_moves():
            if move.uci() == uci:
                return move
        raise chess.IllegalMoveError(f"{uci!r} is not legal in {self.fen()} with the ban {self.ban}")

    def push(self, move):
        before = self.ban
        if move.is_ban:
            self._stack.append(chess._BoardState(self))
            self.move_stack.append(move)
            self.ban = move.pair()
        else:
            super().push(chess.Move(move.from_square, move.to_square, move.promotion))
            self.move_stack[-1] = move
            self.ban = None
        self.bans.append(before)

    def pop(self):
        move = self.move_stack.pop()
        self._stack.pop().restore(self)
        self.ban = self.bans.pop()
        return move

    def copy(self, *, stack=True):
        board = super().copy(stack=stack)
        board.ban = self.ban
        board.bans = list(self.bans) if stack else []
        return board

    def is_over(self):
        """Mate, stalemate, by a ban or not, and the draws that nobody has to claim."""
        if not any(self.generate_legal_moves()):
            return True
        if self.ban is not None:
            return self.fivefold()
        return bool(self.move_stack) and (self.is_insufficient_material() or self.halfmove_clock >= 100)

    def fivefold(self):
        """The same state with the same ban for the fifth time."""
        board, now, times = self.copy(), self.state(), 0
        while True:
            times += board.ban is not None and board.state() == now
            if not board.move_stack:
                return times >= 5
            board.pop()

    def state(self):
        ep = self.ep_square if self.has_legal_en_passant() else None
        return (self.board_fen(), self.turn, self.clean_castling_rights(), ep, self.ban)

    def has_legal_en_passant(self):
        return self.ep_square is not None and any(
            self.is_en_passant(m) for m in chess.Board.generate_legal_moves(self)
        )


class Complaints(logging.Handler):
    """What python-chess finds wrong with the engine's words."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.heard = []

    def emit(self, record):
        self.heard.append(record.getMessage())


def check(condition, words):
    if not condition:
        sys.exit(f"python-chess: {words}")


def handshake(engine):
    check(engine.id["name"].startswith("Tetrarch"), f"the name is {engine.id}")
    for name in ["UCI_Variant", "Hash", "Threads", "MultiPV", "Level", "Options"]:
        check(name in engine.options, f"{name} is not offered")
    check("ban-chess" in engine.options["UCI_Variant"].var, "ban-chess is not offered")
    engine.configure({"Hash": 8, "Threads": 2})
    engine.configure({"Threads": 1})
    engine.ping()


def play_game(engine, seed, limit):
    """The engine plays itself or, every other game, somebody who plays anything."""
    board, luck = BanBoard(), random.Random(seed)
    for _ in range(160):
        if board.is_over():
            break
        if seed % 2 and board.turn == chess.WHITE and board.ban is not None:
            move = luck.choice(list(board.legal_moves))
        else:
            result = engine.play(board, limit, game=seed, info=chess.engine.INFO_ALL)
            move = result.move
            check(move is not None, f"no answer in {board.fen()} after {board.move_stack}")
            check(move in list(board.legal_moves), f"{move.uci()} is illegal")
        board.push(move)
    else:
        return board, False
    result = engine.play(board, limit, game=seed)
    check(result.move is None, f"it plays on after the end: {result.move} in {board.fen()}")
    return board, True


def analyse(engine):
    board = BanBoard()
    for action in ["b:e2e4", "m:d2d4", "b:d7d5"]:
        board.push_uci(action)
    lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    check(len(lines) == 3, f"{len(lines)} lines instead of 3")
    check(all(line["pv"] and "score" in line and line["depth"] == 4 for line in lines), f"{lines}")
    scores = [line["score"].relative.score(mate_score=30000) for line in lines]
    check(scores == sorted(scores, reverse=True), f"the best line is not first: {scores}")


def stop_an_endless_search(engine):
    with engine.analysis(BanBoard()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 3:
                break
        begun = time.monotonic()
        analysis.stop()
        best = analysis.wait()
        check(best.move is not None, "nothing after stop")
        check(time.monotonic() - begun < 1, "stop took more than a second")


def main():
    complaints = Complaints()
    chess.engine.LOGGER.addHandler(complaints)
    engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=20)
    try:
        handshake(engine)
        analyse(engine)
        stop_an_endless_search(engine)
        ended = 0
        for seed in range(8):
            engine.configure({"Level": 8 if seed < 4 else seed})
            clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
            board, over = play_game(engine, seed, clock if seed == 3 else chess.engine.Limit(nodes=1500))
            ended += over
        check(ended >= 4, f"only {ended} of 8 games came to an end")
    finally:
        engine.quit()
    check(not complaints.heard, "it complains: " + "; ".join(complaints.heard))
    print(f"python-chess {chess.__version__}: the handshake, options, analysis, stop and 8 games ({ended} to the end)")


if __name__ == "__main__":
    main()
