package arbitre.colonnes;

/**
 * Proves who can force a three within so many plies: alpha-beta with a null window at either side of a draw.
 *
 * <p>The value of a position is a win, a draw or a loss, so an alpha-beta search is one of two questions: does the mover
 * win ({@link #gagne}: window between draw and win), does he lose ({@link #perd}: window between loss and draw). Each
 * question is answered by asking the other one about the following positions. The horizon counts as a draw, as the
 * 40th ply does; hence "within d plies" with all plies that are left is the exact value.
 *
 * <p>All positions are canonical. Moves are tried in this order: what the table already settles, the move that answered
 * the question last time, then by threats, pairs and mobility.
 */
final class Preuve {
    private static final int PERDANT = Integer.MIN_VALUE;
    private static final int CONNU = 1 << 20;
    /** Questions about no more plies than these are answered quicker than looked up. */
    private static final int SANS_TABLE = 4;

    /** The moves of one ply of the search. */
    private static final class Rang {
        final long[] suites = new long[Piles.MAX_COUPS];
        final long[] cles = new long[Piles.MAX_COUPS];
        final int[] notes = new int[Piles.MAX_COUPS];
        /** One more than the number that the move had when it was generated. */
        final int[] numeros = new int[Piles.MAX_COUPS];

        /** Brings the best of the moves from {@code first} on there; false when only hopeless ones are left. */
        boolean choisir(int first, int count) {
            int best = first;
            for (int i = first + 1; i < count; i++) {
                if (notes[i] > notes[best]) {
                    best = i;
                }
            }
            if (notes[best] == PERDANT) {
                return false;
            }
            if (best != first) {
                echanger(first, best);
            }
            return true;
        }

        private void echanger(int a, int b) {
            long suite = suites[a];
            suites[a] = suites[b];
            suites[b] = suite;
            long cle = cles[a];
            cles[a] = cles[b];
            cles[b] = cle;
            int note = notes[a];
            notes[a] = notes[b];
            notes[b] = note;
            int numero = numeros[a];
            numeros[a] = numeros[b];
            numeros[b] = numero;
        }
    }

    private final Table table;
    private final Rang[] rangs = new Rang[Plateau.MAX_DEMI_COUPS + 1];
    private Limite limite;

    Preuve(Table table) {
        this.table = table;
        for (int i = 0; i < rangs.length; i++) {
            rangs[i] = new Rang();
        }
    }

    /** Every question until the next call ends at this limit, by {@link Limite.Atteinte}. */
    void limiter(Limite limite) {
        this.limite = limite;
    }

    /**
     * Whether the mover can force a three within so many plies.
     *
     * @param piles canonical, not over
     * @param plies at most what is left of the game
     */
    boolean gagne(long piles, int plies) {
        int pions = Piles.nombre(piles);
        if (plies < 1) {
            return false;
        }
        if (Piles.gagneEnUn(piles, pions < Piles.PIONS)) {
            return true;
        }
        // The mover makes a three on an odd ply from here only.
        int odd = plies - 1 | 1;
        return gagne(piles, Table.melanger(piles), odd, 0, pions);
    }

    /** Whether the opponent of the mover can force a three within so many plies. As {@link #gagne}. */
    boolean perd(long piles, int plies) {
        int pions = Piles.nombre(piles);
        if (plies < 2 || Piles.gagneEnUn(piles, pions < Piles.PIONS)) {
            return false;
        }
        int even = plies & ~1;
        return perd(piles, Table.melanger(piles), even, 0, pions);
    }

    /** As the public one, where the mover has no three in one; plies is odd. */
    private boolean gagne(long piles, long cle, int plies, int depth, int pions) {
        if (plies < 5) {
            return plies == 3 && Piles.gagneEnTrois(piles, pions);
        }
        limite.compter();
        long entry = table.chercher(cle);
        int won = Table.champ(entry, Table.GAGNE);
        if (won != 0 && won <= plies) {
            return true;
        }
        if (Table.champ(entry, Table.PAS_GAGNE) >= plies || Table.champ(entry, Table.PERDU) != 0) {
            return false;
        }
        boolean pose = pions < Piles.PIONS;
        int suivants = pose ? pions + 1 : pions;
        Rang rang = rangs[depth];
        int count = Piles.suivantes(piles, pose, rang.suites, null);
        int move = force(rang, count, plies, depth, suivants, Table.champ(entry, Table.COUP_GAGNANT));
        if (move != 0) {
            table.noter(cle, Table.GAGNE, plies, Table.COUP_GAGNANT, move);
        } else {
            table.noter(cle, Table.PAS_GAGNE, plies, Table.COUP_GAGNANT, 0);
        }
        return move != 0;
    }

    /** Returns the number of a move after which the opponent has lost, or 0. */
    private int force(Rang rang, int count, int plies, int depth, int pions, int connu) {
        boolean pose = pions < Piles.PIONS;
        for (int i = 0; i < count; i++) {
            long suite = rang.suites[i];
            rang.numeros[i] = i + 1;
            if (Piles.gagneEnUn(suite, pose)) {
                rang.notes[i] = PERDANT;
                continue;
            }
            if (plies - 1 <= SANS_TABLE) {
                rang.notes[i] = i + 1 == connu ? CONNU : attrait(suite, pose);
                continue;
            }
            suite = Piles.canonique(suite);
            long cle = Table.melanger(suite);
            long entry = table.chercher(cle);
            int lost = Table.champ(entry, Table.PERDU);
            if (lost != 0 && lost < plies) {
                return i + 1;
            }
            if (Table.champ(entry, Table.PAS_PERDU) >= plies - 1 || Table.champ(entry, Table.GAGNE) != 0) {
                rang.notes[i] = PERDANT;
                continue;
            }
            rang.suites[i] = suite;
            rang.cles[i] = cle;
            rang.notes[i] = i + 1 == connu ? CONNU : attrait(suite, pose);
        }
        for (int i = 0; i < count && rang.choisir(i, count); i++) {
            if (perd(rang.suites[i], rang.cles[i], plies - 1, depth + 1, pions)) {
                return rang.numeros[i];
            }
        }
        return 0;
    }

    /** As the public one, where the mover has no three in one; plies is even. */
    private boolean perd(long piles, long cle, int plies, int depth, int pions) {
        boolean pose = pions < Piles.PIONS;
        int suivants = pose ? pions + 1 : pions;
        if (plies < 4) {
            return Piles.perdEnDeux(piles, pions);
        }
        limite.compter();
        Rang rang = rangs[depth];
        if (plies <= SANS_TABLE) {
            return !sauveDeTrois(rang, Piles.suivantes(piles, pose, rang.suites, null), suivants);
        }
        long entry = table.chercher(cle);
        int lost = Table.champ(entry, Table.PERDU);
        if (lost != 0 && lost <= plies) {
            return true;
        }
        if (Table.champ(entry, Table.PAS_PERDU) >= plies || Table.champ(entry, Table.GAGNE) != 0) {
            return false;
        }
        int count = Piles.suivantes(piles, pose, rang.suites, null);
        int move = sauve(rang, count, plies, depth, suivants, Table.champ(entry, Table.COUP_SAUVEUR));
        if (move != 0) {
            table.noter(cle, Table.PAS_PERDU, plies, Table.COUP_SAUVEUR, move);
        } else {
            table.noter(cle, Table.PERDU, plies, Table.COUP_SAUVEUR, 0);
        }
        return move == 0;
    }

    /** Returns the number of a move after which the opponent does not win, or 0. */
    private int sauve(Rang rang, int count, int plies, int depth, int pions, int connu) {
        boolean pose = pions < Piles.PIONS;
        for (int i = 0; i < count; i++) {
            long suite = rang.suites[i];
            rang.numeros[i] = i + 1;
            if (Piles.gagneEnUn(suite, pose)) {
                rang.notes[i] = PERDANT;
                continue;
            }
            suite = Piles.canonique(suite);
            long cle = Table.melanger(suite);
            long entry = table.chercher(cle);
            int won = Table.champ(entry, Table.GAGNE);
            if (Table.champ(entry, Table.PAS_GAGNE) >= plies - 1 || Table.champ(entry, Table.PERDU) != 0) {
                return i + 1;
            }
            if (won != 0 && won < plies) {
                rang.notes[i] = PERDANT;
                continue;
            }
            rang.suites[i] = suite;
            rang.cles[i] = cle;
            rang.notes[i] = i + 1 == connu ? CONNU : prudence(suite, pose);
        }
        for (int i = 0; i < count && rang.choisir(i, count); i++) {
            if (!gagne(rang.suites[i], rang.cles[i], plies - 1, depth + 1, pions)) {
                return rang.numeros[i];
            }
        }
        return 0;
    }

    /** Whether there is a move after which the opponent does not win within 3 plies. */
    private static boolean sauveDeTrois(Rang rang, int count, int pions) {
        boolean pose = pions < Piles.PIONS;
        for (int i = 0; i < count; i++) {
            long suite = rang.suites[i];
            rang.notes[i] = Piles.gagneEnUn(suite, pose) ? PERDANT : prudence(suite, pose);
        }
        for (int i = 0; i < count && rang.choisir(i, count); i++) {
            if (!Piles.gagneEnTrois(rang.suites[i], pions)) {
                return true;
            }
        }
        return false;
    }

    /** How promising a position is for the one who has just moved and wants to win. */
    private static int attrait(long piles, boolean pose) {
        return 100 * Piles.menaces(piles, pose)
                + 10 * Long.bitCount(Piles.pairesSiennes(piles))
                - 10 * Long.bitCount(Piles.pairesMiennes(piles))
                + Piles.mobilite(piles, Piles.sommetsSiens(piles))
                - Piles.mobilite(piles, Piles.sommetsMiens(piles));
    }

    /** How safe a position is for the one who has just moved and does not want to lose. */
    static int prudence(long piles, boolean pose) {
        return 40 * Piles.menaces(piles, pose)
                - 50 * Long.bitCount(Piles.pairesMiennes(piles))
                - Piles.mobilite(piles, Piles.sommetsMiens(piles));
    }
}
