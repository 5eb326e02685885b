package arbitre;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A position of a game: moves are played on it and taken back.
 *
 * <pre>{@code
 * try (Position position = Position.start("colonnes")) {
 *     position.play("B2");
 *     System.out.println(position.legal() + "\n" + position);
 * }
 * }</pre>
 *
 * <p>Threads may share it: one call at a time does something. Whoever closes it frees its memory at once; that of others is freed when
 * nobody knows them any more. Calls on a closed one throw {@link IllegalStateException}.
 */
public final class Position implements AutoCloseable {
    private final Handle handle;

    private Position(long address) {
        handle = new Handle(this, address, Native::free);
    }

    /**
     * Begins a game with its default parameters and the seed 0.
     *
     * @param game its name, such as {@code colonnes}
     * @return the position before the first move
     * @throws GameException if there is no such game
     */
    public static Position start(String game) {
        return start(game, Map.of(), 0);
    }

    /**
     * Begins a game.
     *
     * @param game its name, such as {@code sept-couleurs}
     * @param parameters their names and values: texts or numbers
     * @param seed what is drawn depends on it, on every machine in the same way
     * @return the position before the first move
     * @throws GameException if there is no such game, parameter or value
     */
    public static Position start(String game, Map<String, ?> parameters, long seed) {
        byte[][] why = new byte[1][];
        return new Position(Native.made(Native.start(Native.bytes(game), Native.bytes(Json.write(parameters)), seed, why), why));
    }

    /**
     * Begins a game with what another one began with.
     *
     * @param game its name
     * @param setup as {@link #setup()} gives it
     * @return the position before the first move
     * @throws GameException if no game begins so
     */
    public static Position startFrom(String game, Map<String, String> setup) {
        byte[][] why = new byte[1][];
        return new Position(Native.made(Native.startFrom(Native.bytes(game), Native.bytes(Json.write(setup)), why), why));
    }

    /**
     * Begins a game as the engine protocol announces it, and plays the moves already made: what an engine needs.
     *
     * @param line such as {@code game colonnes first party=aller}
     * @return the position
     * @throws GameException if no game begins so
     */
    public static Position startLine(String line) {
        byte[][] why = new byte[1][];
        return new Position(Native.made(Native.startLine(Native.bytes(line), why), why));
    }

    /**
     * A copy, on which no move can be taken back.
     *
     * @return another position
     */
    public synchronized Position copy() {
        long copy = Native.copy(handle.address());
        if (copy == 0) {
            throw new OutOfMemoryError("jeux");
        }
        return new Position(copy);
    }

    /** Frees its memory; closing it again does nothing. */
    @Override
    public synchronized void close() {
        handle.close();
    }

    /**
     * The game.
     *
     * @return its name
     */
    public synchronized String game() {
        return Native.text(Native.game(handle.address()));
    }

    /**
     * What the game began with: the parameters, and what was drawn.
     *
     * @return names and values
     */
    public synchronized Map<String, String> setup() {
        return Json.map(Json.read(Native.text(Native.setup(handle.address()))));
    }

    /**
     * Whose turn it is; the same player may move again.
     *
     * @return 1 or 2; in a finished game, whose it would be
     */
    public synchronized int toMove() {
        return Native.toMove(handle.address());
    }

    /**
     * How the game has ended.
     *
     * @return 1: the first player has won, -1: the second one, 0: a draw; nothing while it goes on
     */
    public synchronized OptionalInt outcome() {
        int outcome = Native.outcome(handle.address());
        return outcome == Native.ONGOING ? OptionalInt.empty() : OptionalInt.of(outcome);
    }

    /**
     * Why a finished game has ended so.
     *
     * @return nothing where that goes without saying
     */
    public synchronized Optional<Reason> ended() {
        return Optional.ofNullable(Native.ended(handle.address())).map(Reason::of);
    }

    /**
     * The legal moves, or some of them where there are too many to list (the grids of Sphinx).
     *
     * @return their texts; none when the game is over
     */
    public synchronized List<String> legal() {
        return Native.list(Native.legal(handle.address()));
    }

    /**
     * How many legal moves there are: faster than to list them.
     *
     * @return the number
     */
    public synchronized int count() {
        return Native.count(handle.address());
    }

    /**
     * Whether a text is a legal move.
     *
     * @param move the text
     * @return true if it can be played
     */
    public synchronized boolean isLegal(String move) {
        return Native.check(handle.address(), Native.bytes(move), new byte[1][]) == 0;
    }

    /**
     * Checks a move, and changes nothing.
     *
     * @param move its text
     * @throws IllegalMoveException if it is not legal
     */
    public synchronized void check(String move) {
        byte[][] why = new byte[1][];
        Native.done(Native.check(handle.address(), Native.bytes(move), why), why);
    }

    /**
     * Plays a move of the player whose turn it is.
     *
     * @param move its text
     * @return this position
     * @throws IllegalMoveException if it is not legal; the position is unchanged
     */
    public synchronized Position play(String move) {
        byte[][] why = new byte[1][];
        Native.done(Native.play(handle.address(), Native.bytes(move), why), why);
        return this;
    }

    /**
     * Takes the last move back, of any number that were played on this position.
     *
     * @return false if there is none
     */
    public synchronized boolean undo() {
        return Native.undo(handle.address()) == 0;
    }

    /**
     * The moves that can be taken back.
     *
     * @return oldest first
     */
    public synchronized List<String> moves() {
        return Native.list(Native.moves(handle.address()));
    }

    /**
     * What only the mover is told of the last move, such as the answer to a question of Sphinx.
     *
     * @return nothing if nothing is, or if a move has been taken back
     */
    public synchronized Optional<String> answer() {
        return Optional.ofNullable(Native.text(Native.answer(handle.address())));
    }

    /**
     * What the opponent is told of the last move.
     *
     * @return where nothing is hidden, the move; nothing if there is none, or if a move has been taken back
     */
    public synchronized Optional<String> told() {
        return Optional.ofNullable(Native.text(Native.told(handle.address())));
    }

    /**
     * The position for people.
     *
     * @param scene who plays
     * @return several lines
     */
    public synchronized String picture(Scene scene) {
        return Native.text(Native.picture(handle.address(), scene.json()));
    }

    /**
     * The position as a drawing.
     *
     * @param scene what it shows besides
     * @return an SVG document; nothing if the game has none
     */
    public synchronized Optional<String> drawing(Scene scene) {
        return Optional.ofNullable(Native.text(Native.drawing(handle.address(), scene.json())));
    }

    /**
     * What is touched in the drawing to make a move.
     *
     * @param move its text
     * @return values of the attribute {@code data-touch}, in order; none if it is not legal
     */
    public synchronized List<String> touches(String move) {
        return Native.list(Native.touches(handle.address(), Native.bytes(move)));
    }

    /**
     * A number for tables.
     *
     * @return of equal positions the same on any machine, of others hardly ever
     */
    public synchronized long key() {
        return Native.key(handle.address());
    }

    /**
     * Whether this is the same position of the same game. It changes with each move: a position is no key of a map.
     *
     * @param other another position
     * @return true if it is
     */
    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof Position)) {
            return false;
        }
        // Never both locks at once.
        try (Position copy = ((Position) other).copy()) {
            synchronized (this) {
                return Native.same(handle.address(), copy.handle.address());
            }
        }
    }

    @Override
    public int hashCode() {
        return Long.hashCode(key());
    }

    /**
     * The picture, without names.
     *
     * @return several lines
     */
    @Override
    public String toString() {
        return picture(new Scene());
    }
}
