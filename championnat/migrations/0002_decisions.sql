-- What the organiser has decided, and the records that count no longer because of it.

CREATE TABLE decision (
    number BIGINT PRIMARY KEY, -- from 1
    at_ms BIGINT NOT NULL,
    who TEXT NOT NULL,
    why TEXT NOT NULL,
    decision_json TEXT NOT NULL -- all of it
);

CREATE TABLE void (
    record_id TEXT PRIMARY KEY,
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    record_json TEXT NOT NULL
);
