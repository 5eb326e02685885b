package arbitre;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The games. */
public final class Games {
    private Games() {}

    /**
     * Every game.
     *
     * @return in the order of the documentation
     */
    public static List<Game> all() {
        List<?> games = (List<?>) Json.read(Native.text(Native.games()));
        return games.stream().map(game -> new Game((Map<?, ?>) game)).collect(Collectors.toUnmodifiableList());
    }

    /** A game. */
    public static final class Game {
        private final Map<?, ?> object;

        private Game(Map<?, ?> object) {
            this.object = object;
        }

        /**
         * The name in programs.
         *
         * @return such as {@code sept-couleurs}
         */
        public String name() {
            return String.valueOf(object.get("name"));
        }

        /**
         * The name for people.
         *
         * @return such as {@code 7 couleurs}
         */
        public String title() {
            return String.valueOf(object.get("title"));
        }

        /**
         * Whether players see only what they may know: use a {@link View}.
         *
         * @return true if they have secrets
         */
        public boolean hidden() {
            return Boolean.TRUE.equals(object.get("hidden"));
        }

        /**
         * What may be set.
         *
         * @return the parameters
         */
        public List<Parameter> parameters() {
            List<?> parameters = (List<?>) object.get("parameters");
            return parameters.stream().map(one -> new Parameter((Map<?, ?>) one)).collect(Collectors.toUnmodifiableList());
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** A parameter of a game. */
    public static final class Parameter {
        private final Map<?, ?> object;

        private Parameter(Map<?, ?> object) {
            this.object = object;
        }

        /**
         * Its name.
         *
         * @return such as {@code L}
         */
        public String name() {
            return String.valueOf(object.get("name"));
        }

        /**
         * What it is where nobody says.
         *
         * @return nothing if the game decides
         */
        public Optional<String> defaultValue() {
            return Optional.ofNullable((String) object.get("default"));
        }

        /**
         * What it may be, as JSON.
         *
         * @return an object with {@code from}, {@code to} and {@code step}; a list of words; {@code null} for any text
         */
        public String values() {
            return Json.write(object.get("values"));
        }

        @Override
        public String toString() {
            return name();
        }
    }
}
