import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/** Takes 20 GB in a JVM that was told that it may. */
public final class Memoire {
    private static final int PIECE = 8 << 20;

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
            if (line.startsWith("hello")) {
                System.out.println("engine 1 memoire");
            } else if (line.startsWith("go ")) {
                take(Long.parseLong(args[0]) << 20);
                System.out.println("move A");
            }
        }
    }

    private static void take(long bytes) {
        List<byte[]> pieces = new ArrayList<>();
        for (long taken = 0; taken < bytes; taken += PIECE) {
            byte[] piece = new byte[PIECE];
            java.util.Arrays.fill(piece, (byte) 1);
            pieces.add(piece);
        }
        System.err.println(pieces.size() + " pieces");
        System.exit(42);
    }
}
