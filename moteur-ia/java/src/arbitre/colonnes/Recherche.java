package arbitre.colonnes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses moves: iterative deepening over the questions of {@link Preuve}, until the value is exact or the time is over.
 *
 * <p>For 2, 3, 4 ... plies it asks in turn which moves lose and whether one wins. So the shortest win is found first, and
 * of moves that all lose the one that holds out longest. A move is good enough as long as it does not lose: the others
 * are only examined when it does. When that is settled for all plies that are left, the game is drawn, and among the moves
 * that keep the draw the one that gives the opponent the most ways to lose is played.
 */
final class Recherche {
    /** What is known of a move's value. */
    enum Valeur {
        GAGNE("win"),
        NULLE("draw"),
        PERD("loss"),
        /** Neither a win nor a loss within the depth reached, or the only move that does not lose. */
        INCONNUE("?");

        /** The word for it in an {@code info} line. */
        final String mot;

        Valeur(String mot) {
            this.mot = mot;
        }
    }

    /** A move and what is known of it. */
    static final class Choix {
        final int coup;
        final Valeur valeur;
        /** Plies: to the end of the game where it is known (GAGNE, PERD), else the depth that is settled. */
        final int plies;

        Choix(int coup, Valeur valeur, int plies) {
            this.coup = coup;
            this.valeur = valeur;
            this.plies = plies;
        }
    }

    /** A move from the root. Of moves that symmetry makes equal there is one. */
    private static final class Candidat {
        final int coup;
        final long suite;
        final int note;

        Candidat(int coup, long suite, int note) {
            this.coup = coup;
            this.suite = suite;
            this.note = note;
        }
    }

    /** Up to this many plies all moves are examined, not only the best one: it costs next to nothing. */
    private static final int TOUS = 10;
    /** How far the opponent's mistakes are looked for. */
    private static final int PIEGE = 9;
    /** The least time for choosing among moves that draw, in nanoseconds; else it is as long as the search was. */
    private static final long FINITION = 100_000_000L;
    /** Before this ply every move keeps the draw: the search has shown it of all positions after three plies. */
    private static final int OUVERTURE = 3;

    private final Preuve preuve;

    Recherche(Table table) {
        preuve = new Preuve(table);
    }

    /**
     * Chooses a move in a position that is not over.
     *
     * @param piles the position seen by the one who has to choose
     * @param demiCoups plies played
     * @param limite ends the search; the best that is known then is chosen
     */
    Choix choisir(long piles, int demiCoups, Limite limite) {
        List<Candidat> candidats = candidats(piles);
        for (Candidat candidat : candidats) {
            if (Piles.ferme(piles, candidat.coup)) {
                return new Choix(candidat.coup, Valeur.GAGNE, 1);
            }
        }
        if (candidats.size() == 1 || demiCoups < OUVERTURE) {
            return new Choix(candidats.get(0).coup, Valeur.INCONNUE, 0);
        }
        preuve.limiter(limite);
        return approfondir(candidats, Plateau.MAX_DEMI_COUPS - demiCoups, limite);
    }

    private Choix approfondir(List<Candidat> candidats, int left, Limite limite) {
        List<Candidat> alive = new ArrayList<>(candidats);
        // The moves that do not lose within TOUS plies.
        List<Candidat> solid = candidats;
        int settled = 0;
        try {
            for (int plies = 2; plies <= left; plies++) {
                limite.verifier();
                if (plies % 2 == 1) {
                    for (Candidat candidat : alive) {
                        if (preuve.perd(candidat.suite, plies - 1)) {
                            return new Choix(candidat.coup, Valeur.GAGNE, plies);
                        }
                    }
                } else {
                    if (plies <= TOUS) {
                        solid = new ArrayList<>(alive);
                    }
                    eliminer(alive, plies);
                    if (alive.isEmpty()) {
                        return tenir(solid, Math.min(plies, TOUS), plies);
                    }
                    if (alive.size() == 1) {
                        return new Choix(alive.get(0).coup, Valeur.INCONNUE, plies);
                    }
                }
                settled = plies;
            }
        } catch (Limite.Atteinte e) {
            return new Choix(alive.get(0).coup, Valeur.INCONNUE, settled);
        }
        return tendre(alive, left, limite);
    }

    /** Removes moves that lose within so many plies: all of them, or when that costs much those before a good one. */
    private void eliminer(List<Candidat> alive, int plies) {
        for (int i = 0; i < alive.size(); ) {
            if (preuve.gagne(alive.get(i).suite, plies - 1)) {
                alive.remove(i);
            } else if (plies > TOUS) {
                return;
            } else {
                i++;
            }
        }
    }

    /**
     * Chooses among moves that all lose the one that loses last.
     *
     * @param from plies within which the first of them may lose
     * @param to plies within which all lose
     */
    private Choix tenir(List<Candidat> losing, int from, int to) {
        List<Candidat> rest = losing;
        try {
            for (int plies = from; plies < to; plies += 2) {
                List<Candidat> longer = new ArrayList<>(rest);
                int depth = plies - 1;
                longer.removeIf(candidat -> preuve.gagne(candidat.suite, depth));
                if (longer.isEmpty()) {
                    return new Choix(rest.get(0).coup, Valeur.PERD, plies);
                }
                rest = longer;
            }
        } catch (Limite.Atteinte e) {
            // What holds out longest so far.
        }
        return new Choix(rest.get(0).coup, Valeur.PERD, to);
    }

    /**
     * Chooses in a drawn position the move after which most of the opponent's replies lose soon.
     *
     * @param alive moves of which the first keeps the draw; the others may lose
     */
    private Choix tendre(List<Candidat> alive, int left, Limite limite) {
        limite.raccourcir(Math.max(FINITION, limite.ecoule()));
        Candidat best = alive.get(0);
        double most = -1;
        try {
            for (Candidat candidat : alive) {
                if (preuve.gagne(candidat.suite, left - 1)) {
                    continue;
                }
                double share = pieges(candidat.suite, Math.min(PIEGE, left - 2));
                if (share > most) {
                    most = share;
                    best = candidat;
                }
            }
        } catch (Limite.Atteinte e) {
            // The best one so far; it keeps the draw.
        }
        return new Choix(best.coup, Valeur.NULLE, left);
    }

    /** The share of the moves of a position that lose within so many plies after them. */
    private double pieges(long piles, int plies) {
        List<Candidat> replies = candidats(piles);
        int losing = 0;
        for (Candidat reply : replies) {
            if (preuve.gagne(reply.suite, plies)) {
                losing++;
            }
        }
        return (double) losing / replies.size();
    }

    /**
     * Thinks ahead while the opponent has the move: fills the table with what {@link #choisir} will ask for after each of
     * his moves. Ends by itself when all is known, or at the limit.
     *
     * @param piles the position seen by the opponent
     */
    void mediter(long piles, int demiCoups, Limite limite) {
        preuve.limiter(limite);
        List<Candidat> open = new ArrayList<>(candidats(piles));
        open.removeIf(reply -> Piles.ferme(piles, reply.coup));
        int left = Plateau.MAX_DEMI_COUPS - demiCoups - 1;
        try {
            for (int plies = 1; plies <= left && !open.isEmpty(); plies++) {
                int depth = plies;
                open.removeIf(reply -> depth % 2 == 1
                        ? preuve.gagne(reply.suite, depth)
                        : preuve.perd(reply.suite, depth));
            }
        } catch (Limite.Atteinte e) {
            // The opponent has moved; what was found stays in the table.
        }
    }

    /** The moves of a position, the safest first. */
    private static List<Candidat> candidats(long piles) {
        int pions = Piles.nombre(piles);
        boolean pose = pions < Piles.PIONS;
        long[] suites = new long[Piles.MAX_COUPS];
        int[] coups = new int[Piles.MAX_COUPS];
        int count = Piles.suivantes(piles, pose, suites, coups);
        List<Candidat> candidats = new ArrayList<>(count);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < count; i++) {
            long suite = Piles.canonique(suites[i]);
            if (seen.add(suite)) {
                int note = Preuve.prudence(suite, pions + 1 < Piles.PIONS);
                candidats.add(new Candidat(coups[i], suite, note));
            }
        }
        candidats.sort(Comparator.comparingInt(candidat -> -candidat.note));
        return candidats;
    }
}
