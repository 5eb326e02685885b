package arbitre;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The functions of the library in C, {@code native/arbitre.c}, and what goes to and comes from them. */
final class Native {
    static final Cleaner CLEANER = Cleaner.create();
    static final int ONGOING = 2;
    private static final int NOT_A_MOVE = -14;
    private static final int ILLEGAL = -15;

    static {
        load();
    }

    private Native() {}

    /** From the file that the property {@code arbitre.library} names, or from the jar. */
    private static void load() {
        String named = System.getProperty("arbitre.library");
        if (named != null) {
            System.load(Path.of(named).toAbsolutePath().toString());
            return;
        }
        String resource = "native/" + System.getProperty("os.name") + "-" + System.getProperty("os.arch") + "/libarbitre.so";
        try (InputStream library = Native.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new UnsatisfiedLinkError("jeux.jar has no " + resource);
            }
            Path file = Files.createTempFile("libarbitre", ".so");
            try {
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString());
            } finally {
                // What is loaded stays.
                Files.delete(file);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The text, null for null. */
    static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** The texts of a list: each with a NUL behind it. */
    static List<String> list(byte[] bytes) {
        List<String> texts = new ArrayList<>();
        int start = 0;
        for (int end = 0; bytes != null && end < bytes.length; end++) {
            if (bytes[end] == 0) {
                texts.add(new String(bytes, start, end - start, StandardCharsets.UTF_8));
                start = end + 1;
            }
        }
        return texts;
    }

    /** What a function has done that says why it has not. */
    static void done(int code, byte[][] why) {
        if (code == ILLEGAL || code == NOT_A_MOVE) {
            throw new IllegalMoveException(Reason.of(why[0]));
        }
        if (code < 0) {
            throw new GameException(Reason.of(why[0]));
        }
    }

    /** What a function has made that says why it has not. */
    static long made(long handle, byte[][] why) {
        if (handle == 0) {
            throw new GameException(Reason.of(why[0]));
        }
        return handle;
    }

    static native byte[] games();

    static native byte[] sentence(byte[] reason, byte[] language);

    static native long start(byte[] game, byte[] parameters, long seed, byte[][] why);

    static native long startFrom(byte[] game, byte[] setup, byte[][] why);

    static native long startLine(byte[] line, byte[][] why);

    static native long copy(long position);

    static native void free(long position);

    static native byte[] game(long position);

    static native byte[] setup(long position);

    static native byte[] ended(long position);

    static native byte[] legal(long position);

    static native byte[] moves(long position);

    static native byte[] answer(long position);

    static native byte[] told(long position);

    static native int toMove(long position);

    static native int outcome(long position);

    static native int count(long position);

    static native int undo(long position);

    static native long key(long position);

    static native boolean same(long position, long other);

    static native byte[] picture(long position, byte[] scene);

    static native byte[] drawing(long position, byte[] scene);

    static native byte[] touches(long position, byte[] move);

    static native int check(long position, byte[] move, byte[][] why);

    static native int play(long position, byte[] move, byte[][] why);

    static native long viewStart(byte[] game, byte[] setup, int me, byte[][] why);

    static native long viewStartLine(byte[] line, byte[][] why);

    static native void viewFree(long view);

    static native int viewToMove(long view);

    static native byte[] viewLegal(long view);

    static native int viewCheck(long view, byte[] move, byte[][] why);

    static native int viewOwn(long view, byte[] move, byte[] answer, byte[][] why);

    static native int viewOpponent(long view, byte[] told, byte[][] why);

    static native byte[] viewPicture(long view, byte[] scene);

    static native byte[] viewDrawing(long view, byte[] scene);

    static native byte[] viewTouches(long view, byte[] move);
}
