package arbitre;

/** Something that a game does not allow. Its message is the sentence of its reason, in English. */
public class GameException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Not serialized. */
    private final transient Reason reason;
    /** That of the reason. */
    private final String code;

    GameException(Reason reason) {
        super(reason.sentence("en"));
        this.reason = reason;
        this.code = reason.code();
    }

    /**
     * Why.
     *
     * @return the reason; null after serialization
     */
    public Reason reason() {
        return reason;
    }

    /**
     * The code of the reason.
     *
     * @return such as {@code unknown-game}
     */
    public String code() {
        return code;
    }
}
