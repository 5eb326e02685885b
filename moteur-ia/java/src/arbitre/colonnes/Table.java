package arbitre.colonnes;

import java.util.Arrays;

/**
 * What has been proved of positions, in a table of fixed size.
 *
 * <p>A fact is about a position and a number of plies, never about the ply of the game: "the mover can force a three
 * within 9 plies", "... not within 14". So a fact stays true for ever: at every ply of this game at which that many plies are
 * left, with colours exchanged, in the next game. Nothing needs to be cleared, and the limit of 40 plies cannot leak from
 * one ply to another.
 *
 * <p>An entry is one {@code long}: from bit 40 the rest of the key, below it four distances of six bits (0: unknown) and
 * the last good moves of the two questions. Canonical positions have 36 bits, which a bijection spreads: index and rest
 * together are the whole position, so that two positions are never taken for each other.
 */
final class Table {
    /** Field: the mover cannot force a three within so many plies. */
    static final int PAS_GAGNE = 0;
    /** Field: the mover can force a three within so many plies. */
    static final int GAGNE = 6;
    /** Field: the opponent cannot force one within so many plies. */
    static final int PAS_PERDU = 12;
    /** Field: the opponent can force one within so many plies. */
    static final int PERDU = 18;
    /** Field: one more than the number of the move that won. */
    static final int COUP_GAGNANT = 24;
    /** Field: one more than the number of the move that avoided the loss. */
    static final int COUP_SAUVEUR = 29;

    private static final int CLE = 40;
    private static final long CONTENU = (1L << CLE) - 1;
    /** 2^23 entries: 64 MB. */
    private static final int BITS = 23;
    /** Below this size the rest of the key would not fit. */
    private static final int BITS_MIN = 14;

    private final long[] entries;
    private final int bits;

    /** The usual size, or what the memory of this JVM allows. */
    Table() {
        this(BITS);
    }

    /** At most 2^bits entries. */
    Table(int bits) {
        int size = Math.max(BITS_MIN, Math.min(BITS, bits));
        long[] table = null;
        while (table == null) {
            try {
                table = new long[1 << size];
            } catch (OutOfMemoryError e) {
                if (size == BITS_MIN) {
                    throw e;
                }
                size--;
            }
        }
        this.bits = size;
        this.entries = table;
    }

    /** Spreads the 36 bits of a canonical position over 36 bits; no two positions give the same word. */
    static long melanger(long canonique) {
        long key = canonique ^ canonique >>> 17;
        key = key * 0x5851F42D5L & Piles.TOUT;
        key ^= key >>> 19;
        key = key * 0x9E3779B97L & Piles.TOUT;
        return key ^ key >>> 18;
    }

    /** The first of the two places for a key. */
    private int index(long key) {
        return (int) (key << 1) & (1 << bits) - 1;
    }

    private long reste(long key) {
        // Plus one: an entry of zeros is of no position.
        return (key >>> bits - 1) + 1 << CLE;
    }

    /** What is known of the position with this {@link #melanger key}; 0 for nothing. */
    long chercher(long key) {
        int index = index(key);
        long rest = reste(key);
        long entry = entries[index];
        if ((entry & ~CONTENU) == rest) {
            return entry;
        }
        entry = entries[index + 1];
        return (entry & ~CONTENU) == rest ? entry : 0;
    }

    /** A distance or a move of an entry. */
    static int champ(long entry, int field) {
        return (int) (entry >>> field) & (field >= COUP_GAGNANT ? 31 : 63);
    }

    /** Adds a fact, and the move that proves it (0: none). */
    void noter(long key, int field, int plies, int moveField, int move) {
        long entry = chercher(key) | reste(key);
        entry = entry & ~(63L << field) | (long) plies << field;
        if (move != 0) {
            entry = entry & ~(31L << moveField) | (long) move << moveField;
        }
        // Of two places the one that took less to prove gives way.
        int index = index(key);
        long rest = reste(key);
        if ((entries[index] & ~CONTENU) == rest) {
            entries[index] = entry;
        } else if ((entries[index + 1] & ~CONTENU) == rest) {
            entries[index + 1] = entry;
        } else {
            entries[profondeur(entries[index]) <= profondeur(entries[index + 1]) ? index : index + 1] = entry;
        }
    }

    private static int profondeur(long entry) {
        int draws = Math.max(champ(entry, PAS_GAGNE), champ(entry, PAS_PERDU));
        return Math.max(draws, Math.max(champ(entry, GAGNE), champ(entry, PERDU)));
    }

    /** Forgets everything. */
    void vider() {
        Arrays.fill(entries, 0);
    }
}
