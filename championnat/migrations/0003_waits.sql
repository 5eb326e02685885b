-- How long an engine was ready in a PARTIE and had no processor; no line where it is not known.

CREATE TABLE wait (
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    party BIGINT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('BLANC', 'NOIR')),
    total_us BIGINT NOT NULL,
    most_us BIGINT NOT NULL, -- in one turn
    PRIMARY KEY (round, board, party, side),
    FOREIGN KEY (round, board, party) REFERENCES party (round, board, party)
);
