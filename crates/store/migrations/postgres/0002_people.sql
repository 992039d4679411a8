-- Guests and accounts. The account's name is in lower case here; guests have none.
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    account TEXT NOT NULL,
    password TEXT NOT NULL,
    made BIGINT NOT NULL,
    seen BIGINT NOT NULL
);

CREATE UNIQUE INDEX people_account ON people (account) WHERE account <> '';

-- Where somebody is logged in, and the tokens of their programs: only hashes.
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    made BIGINT NOT NULL
);

CREATE INDEX sessions_person ON sessions (person);

-- What the archive shows of a finished game, and by what it is found.
ALTER TABLE games ADD COLUMN listing TEXT;
ALTER TABLE games ADD COLUMN public BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_finished ON games (finished, key) WHERE listing IS NOT NULL;

CREATE TABLE players (
    game BIGINT NOT NULL REFERENCES games (key),
    seat BIGINT NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE INDEX players_person ON players (person, game);
CREATE INDEX players_name ON players (name, game);

-- What was said at a table.
CREATE TABLE chat (
    key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game TEXT NOT NULL,
    line TEXT NOT NULL
);

CREATE INDEX chat_game ON chat (game, key);
