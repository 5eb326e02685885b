import arbitre.GameException;
import arbitre.Games;
import arbitre.IllegalMoveException;
import arbitre.Position;
import arbitre.Scene;
import arbitre.View;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The jar does as it says. Argument: games of testing/src/games; a second argument: those alone. */
final class Essais {
    private static void check(boolean condition, Object what) {
        if (!condition) {
            throw new AssertionError(String.valueOf(what));
        }
    }

    private static void throwsA(Class<? extends Throwable> kind, String code, Runnable work) {
        try {
            work.run();
        } catch (Throwable thrown) {
            check(kind.isInstance(thrown), thrown);
            if (thrown instanceof GameException) {
                GameException error = (GameException) thrown;
                check(error.code().equals(code) && !error.getMessage().isEmpty(), error.reason());
                check(!error.reason().sentence("fr").isEmpty(), error.reason());
            }
            return;
        }
        throw new AssertionError("no " + kind);
    }

    /** Every function of something closed. */
    private static void closed() {
        Position position = Position.start("morpion");
        position.close();
        position.close();
        List<Runnable> calls = List.of(position::legal, position::copy, position::game, position::setup, position::toMove, position::outcome,
                position::ended, position::count, position::undo, position::moves, position::answer, position::told, position::key,
                position::hashCode, position::toString, () -> position.play("A1"), () -> position.check("A1"), () -> position.isLegal("A1"),
                () -> position.picture(new Scene()), () -> position.drawing(new Scene()), () -> position.touches("A1"),
                () -> Position.start("morpion").equals(position));
        calls.forEach(call -> throwsA(IllegalStateException.class, "", call));
        View view = View.start("morpion", Map.of(), 1);
        view.close();
        view.close();
        List<Runnable> others = List.of(view::toMove, view::legal, view::toString, () -> view.check("A1"), () -> view.own("A1"),
                () -> view.own("A1", "x"), () -> view.opponent("A1"), () -> view.drawing(new Scene()), () -> view.touches("A1"));
        others.forEach(call -> throwsA(IllegalStateException.class, "", call));
    }

    private static void hostile() {
        throwsA(GameException.class, "unknown-game", () -> Position.start("echecs"));
        throwsA(GameException.class, "unknown-game", () -> Position.start("morpion\0"));
        throwsA(GameException.class, "game-setup", () -> Position.start("labyrinthe", Map.of("L", -1), 0));
        throwsA(GameException.class, "game-setup", () -> Position.start("labyrinthe", Map.of("L", "1".repeat(1 << 20)), 0));
        throwsA(GameException.class, "game-setup", () -> Position.startFrom("sphinx", Map.of("h", "4000000000", "w", "4000000000", "n", "1")));
        throwsA(GameException.class, "bad-message", () -> Position.startLine("go 3"));
        throwsA(GameException.class, "game-with-secrets", () -> Position.startLine("game sphinx first h=10 n=30 w=10"));
        throwsA(GameException.class, "bad-argument", () -> View.start("morpion", Map.of(), 3));
        throwsA(NullPointerException.class, "", () -> Position.start(null));
        throwsA(NullPointerException.class, "", () -> Position.start("morpion").play(null));
        Random random = new Random(1);
        for (Games.Game game : Games.all()) {
            try (Position position = Position.start(game.name(), Map.of(), 5); View view = View.start(game.name(), position.setup(), 2)) {
                check(game.hidden() == game.name().equals("sphinx") && game.parameters() != null && !game.title().isEmpty(), game);
                for (int n = 0; n < 300; n++) {
                    char[] text = new char[random.nextInt(5)];
                    for (int i = 0; i < text.length; i++) {
                        text[i] = random.nextBoolean() ? "A1-2 \0\uD800é\"\\".charAt(random.nextInt(10)) : (char) random.nextInt();
                    }
                    String noise = new String(text);
                    long key = position.key();
                    if (!position.isLegal(noise)) {
                        throwsUnlessLegal(() -> position.play(noise));
                        check(position.key() == key, noise);
                    }
                    position.touches(noise);
                    check(!position.picture(new Scene().names(noise, "b").last(noise)).isEmpty(), noise);
                    position.drawing(new Scene().names("a", noise).last(noise).swapped().plain());
                    throwsUnlessLegal(() -> view.check(noise));
                    throwsUnlessLegal(() -> view.own(noise, noise));
                    throwsUnlessLegal(() -> view.opponent(noise));
                }
            }
        }
        throwsA(IllegalMoveException.class, "taken", () -> Position.start("morpion").play("A1").play("A1"));
    }

    private static void throwsUnlessLegal(Runnable work) {
        try {
            work.run();
        } catch (IllegalMoveException error) {
            check(!error.code().isEmpty() && error.reason().args() != null, error);
        }
    }

    /** Eight threads use the same positions; another one closes them meanwhile. */
    private static void threads() throws Exception {
        List<Position> positions = new ArrayList<>();
        Games.all().forEach(game -> positions.add(Position.start(game.name(), Map.of(), 7)));
        ExecutorService pool = Executors.newFixedThreadPool(8);
        List<Future<?>> futures = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            int seed = thread;
            futures.add(pool.submit(() -> {
                Random random = new Random(seed);
                for (int n = 0; n < 3000; n++) {
                    Position position = positions.get(random.nextInt(positions.size()));
                    try {
                        List<String> legal = position.legal();
                        if (legal.isEmpty()) {
                            position.undo();
                        } else {
                            position.play(legal.get(random.nextInt(legal.size())));
                        }
                        position.equals(positions.get(random.nextInt(positions.size())));
                    } catch (IllegalMoveException error) {
                        // Another thread has played in between.
                    } catch (IllegalStateException error) {
                        check(n > 0 && error.getMessage().equals("closed"), error);
                    }
                    if (seed == 7 && n == 2500) {
                        positions.forEach(Position::close);
                    }
                }
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
    }

    private static void memory() {
        // Nobody closes these.
        for (int n = 0; n < 20_000; n++) {
            Position.start("sept-couleurs", Map.of("L", 10, "H", 10), 1);
            if (n % 1000 == 0) {
                System.gc();
            }
        }
        try (Position game = Position.start("labyrinthe")) {
            long key = game.key();
            for (int ply = 0; ply < 100_000; ply++) {
                game.play("rien");
            }
            check(game.moves().size() == 100_000 && game.key() != key, "long");
            for (int ply = 0; ply < 100_000; ply++) {
                check(game.undo(), ply);
            }
            check(!game.undo() && game.key() == key, "long");
        }
    }

    private static void views() {
        try (Position position = Position.start("sphinx", Map.of("h", 3, "w", 3, "n", 2), 5);
                View first = View.start("sphinx", position.setup(), 1);
                View second = View.start("sphinx", position.setup(), 2)) {
            while (position.outcome().isEmpty()) {
                View own = position.toMove() == 1 ? first : second;
                View other = own == first ? second : first;
                String move = own.legal().get(0);
                own.check(move);
                position.play(move);
                position.answer().ifPresentOrElse(answer -> own.own(move, answer), () -> own.own(move));
                other.opponent(position.told().orElseThrow());
            }
            check(!first.toString().isEmpty() && first.drawing(new Scene()).isPresent(), first);
        }
    }

    private static long replay(Path games) throws IOException {
        long plies = 0;
        String game = null;
        String seed = null;
        Map<String, String> parameters = new LinkedHashMap<>();
        Map<String, String> setup = new LinkedHashMap<>();
        Position position = null;
        try (BufferedReader lines = Files.newBufferedReader(games)) {
            for (String line; (line = lines.readLine()) != null; ) {
                String[] fields = line.split("\t", -1);
                switch (fields[0]) {
                    case "game":
                        game = fields[1];
                        seed = fields[2];
                        parameters.clear();
                        setup.clear();
                        break;
                    case "parameter":
                        parameters.put(fields[1], fields[2]);
                        break;
                    case "setting":
                        setup.put(fields[1], fields[2]);
                        break;
                    case "at":
                        if (position == null) {
                            // Without a seed it begins from its settings.
                            position = seed.equals("-") ? Position.startFrom(game, setup)
                                    : Position.start(game, parameters, Long.parseUnsignedLong(seed));
                            check(position.setup().equals(setup) && position.equals(Position.startFrom(game, setup)), line);
                        }
                        check(position.key() == Long.parseUnsignedLong(fields[1]) && position.toMove() == Integer.parseInt(fields[2]), line);
                        String outcome = position.outcome().isPresent() ? "" + position.outcome().getAsInt() : "-";
                        check(outcome.equals(fields[3]), line);
                        break;
                    case "legal":
                        List<String> legal = position.legal();
                        long hash = 0xCBF29CE484222325L;
                        for (byte b : (String.join("\n", legal) + (legal.isEmpty() ? "" : "\n")).getBytes("UTF-8")) {
                            hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
                        }
                        check(legal.size() == Integer.parseInt(fields[1]) && position.count() == legal.size(), line);
                        check(hash == Long.parseUnsignedLong(fields[2]), line);
                        break;
                    case "refused":
                        Position refuses = position;
                        throwsA(IllegalMoveException.class, fields[2], () -> refuses.play(fields[1]));
                        break;
                    case "move":
                        long key = position.key();
                        check(position.play(fields[1]).undo() && position.key() == key, line);
                        position.play(fields[1]);
                        check(position.answer().orElse("-").equals(fields[2]) && position.told().orElseThrow().equals(fields[3]), line);
                        plies++;
                        break;
                    default:
                        check(line.equals("end"), line);
                        position.close();
                        position = null;
                }
            }
        }
        return plies;
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 1) {
            System.out.println(replay(Path.of(arguments[0])));
            return;
        }
        closed();
        hostile();
        threads();
        views();
        memory();
        System.out.println(replay(Path.of(arguments[0])));
    }
}
