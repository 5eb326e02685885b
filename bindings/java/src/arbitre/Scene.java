package arbitre;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a picture or a drawing shows besides the position. It does not change: each method gives another one. */
public final class Scene {
    private final Map<String, Object> members;

    /** Nothing but the position. */
    public Scene() {
        this(Map.of());
    }

    private Scene(Map<String, Object> members) {
        this.members = members;
    }

    private Scene with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(members);
        more.put(name, value);
        return new Scene(more);
    }

    /**
     * With the names of the players.
     *
     * @param first of the one who began
     * @param second of the other one
     * @return the scene with them
     */
    public Scene names(String first, String second) {
        return with("names", List.of(first, second));
    }

    /**
     * With the colours exchanged, as in a retour.
     *
     * @return the scene with that
     */
    public Scene swapped() {
        return with("swapped", true);
    }

    /**
     * With the last move marked, in a drawing.
     *
     * @param move its text
     * @return the scene with it
     */
    public Scene last(String move) {
        return with("last", String.valueOf(move));
    }

    /**
     * As a thumbnail: the board alone.
     *
     * @return the scene with that
     */
    public Scene plain() {
        return with("plain", true);
    }

    byte[] json() {
        return Native.bytes(Json.write(members));
    }
}
