package arbitre;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What one player may know of a game under way; where nothing is hidden, all of it.
 *
 * <p>Threads may share it, and it is closed, as a {@link Position}.
 */
public final class View implements AutoCloseable {
    private final Handle handle;

    private View(long address) {
        handle = new Handle(this, address, Native::viewFree);
    }

    /**
     * What a player knows at the beginning of a game.
     *
     * @param game its name
     * @param setup what it begins with: see {@link Position#setup()}
     * @param me 1 or 2
     * @return the view
     * @throws GameException if no game begins so
     */
    public static View start(String game, Map<String, String> setup, int me) {
        byte[][] why = new byte[1][];
        return new View(Native.made(Native.viewStart(Native.bytes(game), Native.bytes(Json.write(setup)), me, why), why));
    }

    /**
     * What the player knows to whom the engine protocol announces a game by this line.
     *
     * @param line such as {@code game sphinx first h=10 n=30 w=10}
     * @return the view
     * @throws GameException if no game begins so
     */
    public static View startLine(String line) {
        byte[][] why = new byte[1][];
        return new View(Native.made(Native.viewStartLine(Native.bytes(line), why), why));
    }

    /** Frees its memory; closing it again does nothing. */
    @Override
    public synchronized void close() {
        handle.close();
    }

    /**
     * Whose turn it is.
     *
     * @return 1 or 2; 0 when the game is over, as far as the player can know
     */
    public synchronized int toMove() {
        return Native.viewToMove(handle.address());
    }

    /**
     * The moves that the player may make, or some of them where there are too many to list.
     *
     * @return their texts; none when it is not his turn
     */
    public synchronized List<String> legal() {
        return Native.list(Native.viewLegal(handle.address()));
    }

    /**
     * Checks a move of the player.
     *
     * @param move its text
     * @throws IllegalMoveException if he should not make it, as far as he can know
     */
    public synchronized void check(String move) {
        byte[][] why = new byte[1][];
        Native.done(Native.viewCheck(handle.address(), Native.bytes(move), why), why);
    }

    /**
     * The player has made a move, and was told nothing besides.
     *
     * @param move its text
     * @throws IllegalMoveException if it cannot be, as far as he can know
     */
    public synchronized void own(String move) {
        own(Native.bytes(move), null);
    }

    /**
     * The player has made a move, and was told this besides.
     *
     * @param move its text
     * @param answer see {@link Position#answer()}
     * @throws IllegalMoveException if it cannot be, as far as he can know
     */
    public synchronized void own(String move, String answer) {
        own(Native.bytes(move), Native.bytes(Objects.requireNonNull(answer)));
    }

    private void own(byte[] move, byte[] answer) {
        byte[][] why = new byte[1][];
        Native.done(Native.viewOwn(handle.address(), move, answer, why), why);
    }

    /**
     * The opponent has made a move.
     *
     * @param told what the player is told of it: see {@link Position#told()}
     * @throws IllegalMoveException if it cannot be, as far as he can know
     */
    public synchronized void opponent(String told) {
        byte[][] why = new byte[1][];
        Native.done(Native.viewOpponent(handle.address(), Native.bytes(told), why), why);
    }

    /**
     * What the player knows, for people.
     *
     * @param scene who plays
     * @return several lines
     */
    public synchronized String picture(Scene scene) {
        return Native.text(Native.viewPicture(handle.address(), scene.json()));
    }

    /**
     * What the player knows, as a drawing.
     *
     * @param scene what it shows besides
     * @return an SVG document; nothing if the game has none
     */
    public synchronized Optional<String> drawing(Scene scene) {
        return Optional.ofNullable(Native.text(Native.viewDrawing(handle.address(), scene.json())));
    }

    /**
     * What is touched in the drawing to make a move.
     *
     * @param move its text
     * @return values of the attribute {@code data-touch}, in order
     */
    public synchronized List<String> touches(String move) {
        return Native.list(Native.viewTouches(handle.address(), Native.bytes(move)));
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
