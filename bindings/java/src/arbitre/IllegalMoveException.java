package arbitre;

/** A text that is not a move ({@code not-a-move}), or a move that breaks a rule. The position is as before. */
public final class IllegalMoveException extends GameException {
    private static final long serialVersionUID = 1;

    IllegalMoveException(Reason reason) {
        super(reason);
    }
}
