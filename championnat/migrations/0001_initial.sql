-- The results of one championship. Written so that SQLite and PostgreSQL both understand it.
-- Times are milliseconds since 1970 (_ms) or microseconds (_us). A scheduled game is named by (round, board).

CREATE TABLE championship (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    regulations TEXT NOT NULL, -- JSON
    created_ms BIGINT NOT NULL
);

CREATE TABLE contestant (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    engine TEXT -- none: by network
);

CREATE TABLE schedule (
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    white BIGINT NOT NULL REFERENCES contestant (id),
    black BIGINT NOT NULL REFERENCES contestant (id),
    PRIMARY KEY (round, board),
    CHECK (white <> black)
);

-- The one result of a scheduled game.
CREATE TABLE rencontre (
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    record_id TEXT NOT NULL UNIQUE,
    started_ms BIGINT NOT NULL,
    finished_ms BIGINT NOT NULL,
    record_json TEXT NOT NULL,
    PRIMARY KEY (round, board),
    FOREIGN KEY (round, board) REFERENCES schedule (round, board)
);

CREATE TABLE party (
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    party BIGINT NOT NULL, -- from 1: aller, retour
    outcome TEXT NOT NULL CHECK (outcome IN ('won', 'drawn', 'disqualified', 'absent')),
    side TEXT CHECK (side IN ('BLANC', 'NOIR')), -- who won, or who was disqualified
    fault TEXT, -- of whom was disqualified
    detail TEXT, -- the rule that was broken, ...
    PRIMARY KEY (round, board, party),
    FOREIGN KEY (round, board) REFERENCES rencontre (round, board)
);

CREATE TABLE moves (
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    party BIGINT NOT NULL,
    ply BIGINT NOT NULL, -- from 1
    side TEXT NOT NULL CHECK (side IN ('BLANC', 'NOIR')),
    notation TEXT NOT NULL,
    thinking_us BIGINT NOT NULL,
    latency_us BIGINT NOT NULL, -- of the manager, from the arrival of the bytes to the stamp
    verdict TEXT NOT NULL,
    PRIMARY KEY (round, board, party, ply),
    FOREIGN KEY (round, board, party) REFERENCES party (round, board, party)
);

CREATE TABLE fault (
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    party BIGINT NOT NULL,
    contestant BIGINT NOT NULL REFERENCES contestant (id),
    kind TEXT NOT NULL,
    detail TEXT,
    PRIMARY KEY (round, board, party, contestant),
    FOREIGN KEY (round, board, party) REFERENCES party (round, board, party)
);

-- Attempts that the server itself interrupted: they have no result and are charged to nobody.
CREATE TABLE interruption (
    record_id TEXT PRIMARY KEY,
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    reason TEXT NOT NULL,
    started_ms BIGINT NOT NULL,
    finished_ms BIGINT NOT NULL,
    record_json TEXT NOT NULL,
    FOREIGN KEY (round, board) REFERENCES schedule (round, board)
);

CREATE INDEX moves_latency ON moves (latency_us);
