-- A game has a short key of its own: the log refers to it often, and rows of games that are played at the same time lie
-- close together.
CREATE TABLE games (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    head TEXT NOT NULL,
    created INTEGER NOT NULL,
    finished INTEGER,
    summary TEXT
) STRICT;

CREATE INDEX games_unfinished ON games (key) WHERE finished IS NULL;

-- The log. Nothing in it is ever changed, and no two writers can both write the same number.
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (key),
    number INTEGER NOT NULL CHECK (number >= 0),
    event TEXT NOT NULL,
    UNIQUE (game, number)
) STRICT;

CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    note TEXT NOT NULL
) STRICT, WITHOUT ROWID;
