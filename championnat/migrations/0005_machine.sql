-- The machine of a room that played a rencontre; no line for those played by the organiser's own.

CREATE TABLE machine (
    round BIGINT NOT NULL,
    board BIGINT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (round, board),
    FOREIGN KEY (round, board) REFERENCES rencontre (round, board)
);
