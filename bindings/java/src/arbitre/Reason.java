package arbitre;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Why something was refused or has ended, as data. */
public final class Reason {
    private final String json;
    private final Map<?, ?> object;

    private Reason(String json, Map<?, ?> object) {
        this.json = json;
        this.object = object;
    }

    static Reason of(byte[] json) {
        String text = json == null ? "{\"code\":\"internal\"}" : Native.text(json);
        return new Reason(text, (Map<?, ?>) Json.read(text));
    }

    /**
     * What kind of reason it is.
     *
     * @return small letters, digits and hyphens, such as {@code not-neighbours}
     */
    public String code() {
        return String.valueOf(object.get("code"));
    }

    /**
     * What the sentence speaks of: cells, numbers, names.
     *
     * @return texts, in an order that goes with the code
     */
    public List<String> args() {
        Object args = object.get("args");
        return args == null ? List.of() : Json.texts(args);
    }

    /**
     * The reason of this reason: of a parameter, what is wrong with it.
     *
     * @return nothing if there is none
     */
    public Optional<Reason> cause() {
        Object cause = object.get("cause");
        return cause == null ? Optional.empty() : Optional.of(new Reason(Json.write(cause), (Map<?, ?>) cause));
    }

    /**
     * The reason for people.
     *
     * @param language {@code en} or {@code fr}
     * @return a clause without a full stop
     * @throws IllegalArgumentException for another language
     */
    public String sentence(String language) {
        String sentence = Native.text(Native.sentence(Native.bytes(json), Native.bytes(language)));
        if (sentence == null) {
            throw new IllegalArgumentException(language);
        }
        return sentence;
    }

    /**
     * The reason as JSON, as records have it.
     *
     * @return an object with {@code code}, {@code args} and {@code cause}
     */
    @Override
    public String toString() {
        return json;
    }
}
