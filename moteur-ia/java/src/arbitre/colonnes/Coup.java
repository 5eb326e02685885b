package arbitre.colonnes;

/**
 * A move as a small number, and its text notation ({@code B2}, {@code A3-A2}, {@code passe}).
 *
 * <p>Cells are numbered by lines: A1 B1 C1 A2 ... C3 are 0 to 8. A placement is the number of its cell; the others
 * follow, so that moves can index an array of {@link #NOMBRE}.
 */
final class Coup {
    /** Passing. */
    static final int PASSE = 15;
    /** Moves are below this number. */
    static final int NOMBRE = 16 + 9 * 9;
    /** No move. */
    static final int AUCUN = -1;

    private Coup() {}

    static int placement(int cell) {
        return cell;
    }

    static int deplacement(int from, int to) {
        return 16 + 9 * from + to;
    }

    /** Writes a move in the notation of the engine protocol. */
    static String texte(int coup) {
        if (coup == PASSE) {
            return "passe";
        }
        if (coup < 9) {
            return caseTexte(coup);
        }
        return caseTexte((coup - 16) / 9) + "-" + caseTexte((coup - 16) % 9);
    }

    /** Reads a move, in either case; {@link #AUCUN} when it is none. Whether it is legal depends on the position. */
    static int lire(String texte) {
        if (texte.equalsIgnoreCase("passe")) {
            return PASSE;
        }
        if (texte.length() == 2) {
            return lireCase(texte, 0);
        }
        if (texte.length() != 5 || texte.charAt(2) != '-') {
            return AUCUN;
        }
        int from = lireCase(texte, 0);
        int to = lireCase(texte, 3);
        return from < 0 || to < 0 ? AUCUN : deplacement(from, to);
    }

    private static String caseTexte(int cell) {
        return "" + (char) ('A' + cell % 3) + (char) ('1' + cell / 3);
    }

    private static int lireCase(String texte, int at) {
        char letter = texte.charAt(at);
        int column = letter - (letter >= 'a' ? 'a' : 'A');
        int line = texte.charAt(at + 1) - '1';
        return column < 0 || column > 2 || line < 0 || line > 2 ? AUCUN : 3 * line + column;
    }
}
