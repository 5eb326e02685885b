package arbitre.colonnes;

/**
 * The nine stacks in one {@code long}, always seen by the player whose turn it is, and what can be asked of them.
 *
 * <p>Bits {@code 4c..4c+3} hold the stack of cell {@code c}: a leading 1, then one bit per pawn from the bottom to the
 * top (0 the mover's, 1 the opponent's). So {@code 0001} is empty and {@code 0100} two pawns of the mover. A set of cells
 * is a {@code long} too, with the lowest bit of each cell's group of four.
 *
 * <p>Number of plies aside, this is all of a position: the pawns on the board say whether the placement goes on, and
 * since the words are the mover's view, two positions that differ in the colours only are one.
 */
final class Piles {
    /** Nine empty cells. Also the set of all cells. */
    static final long VIDES = 0x111111111L;
    /** The bits of all cells. */
    static final long TOUT = 0xFFFFFFFFFL;
    /** The number of pawns from which on pawns move instead of being placed. */
    static final int PIONS = 16;

    private static final long BITS_012 = 0x777777777L;
    private static final long BITS_01 = 0x333333333L;
    private static final long COLONNE_A = 0x001001001L;
    private static final long COLONNE_C = 0x100100100L;
    private static final long DEUX_MIENS = 0b0100;
    private static final long DEUX_SIENS = 0b0111;
    private static final long VIDE = 0b0001;
    /** My pawn on two of the opponent's: he gets his pair back when it goes. */
    private static final long DEUX_SIENS_COUVERTS = 0b1110;

    private Piles() {}

    /** One bit for each pawn: all bits below the leading 1 of each stack. */
    private static long pions(long piles) {
        return (piles >>> 1 & BITS_012) | (piles >>> 2 & BITS_01) | (piles >>> 3 & VIDES);
    }

    /** The pawns on the board. */
    static int nombre(long piles) {
        return Long.bitCount(pions(piles));
    }

    /** The same position seen by the other player. */
    static long retourner(long piles) {
        return piles ^ pions(piles);
    }

    private static long egales(long piles, long pile) {
        long differ = piles ^ pile * VIDES;
        return ~(differ | differ >>> 1 | differ >>> 2 | differ >>> 3) & VIDES;
    }

    /** The orthogonal neighbours of the cells of a set. */
    static long voisines(long cases) {
        return (cases & ~COLONNE_C) << 4 | (cases & ~COLONNE_A) >>> 4 | cases << 12 & TOUT | cases >>> 12;
    }

    /** The cells that can take another pawn. */
    static long ouvertes(long piles) {
        return ~(piles >>> 3) & VIDES;
    }

    /** The cells whose top pawn is the mover's. */
    static long sommetsMiens(long piles) {
        return ~piles & VIDES;
    }

    /** The cells whose top pawn is the opponent's. */
    static long sommetsSiens(long piles) {
        return piles & VIDES & ~egales(piles, VIDE);
    }

    /** The cells with just two pawns, both the mover's: a third one wins. */
    static long pairesMiennes(long piles) {
        return egales(piles, DEUX_MIENS);
    }

    /** The cells with just two pawns, both the opponent's. */
    static long pairesSiennes(long piles) {
        return egales(piles, DEUX_SIENS);
    }

    /** Whether the mover can make a three now; {@code pose}: he has a pawn to place. */
    static boolean gagneEnUn(long piles, boolean pose) {
        long pairs = pairesMiennes(piles);
        return pairs != 0 && (pose || (voisines(pairs) & sommetsMiens(piles)) != 0);
    }

    /** The number of pairs that the opponent would complete if it were his turn (or could from some neighbour). */
    static int menaces(long piles, boolean pose) {
        long pairs = pairesSiennes(piles);
        return Long.bitCount(pose ? pairs : pairs & voisines(sommetsSiens(piles)));
    }

    /**
     * Whether the mover, who cannot make a three now, can force one two plies later.
     *
     * @param pions the pawns on the board
     */
    static boolean gagneEnTrois(long piles, int pions) {
        long open = ouvertes(piles);
        if (pions < PIONS) {
            for (long rest = open; rest != 0; rest &= rest - 1) {
                if (perdEnDeux(retourner(poser(piles, Long.numberOfTrailingZeros(rest))), pions + 1)) {
                    return true;
                }
            }
            return false;
        }
        boolean passes = true;
        for (long rest = sommetsMiens(piles); rest != 0; rest &= rest - 1) {
            int from = Long.numberOfTrailingZeros(rest);
            long lifted = lever(piles, from);
            for (long targets = voisines(rest & -rest) & open; targets != 0; targets &= targets - 1) {
                if (perdEnDeux(retourner(poser(lifted, Long.numberOfTrailingZeros(targets))), pions)) {
                    return true;
                }
                passes = false;
            }
        }
        return passes && perdEnDeux(retourner(piles), pions);
    }

    /** Whether the mover can neither make a three now nor keep the opponent from one on the next ply. */
    static boolean perdEnDeux(long piles, int pions) {
        if (gagneEnUn(piles, pions < PIONS)) {
            return false;
        }
        long open = ouvertes(piles);
        if (pions < PIONS - 1) {
            // Of two pairs one stays.
            return Long.bitCount(pairesSiennes(piles)) > 1;
        }
        if (pions < PIONS) {
            for (long rest = open; rest != 0; rest &= rest - 1) {
                if (!gagneEnUn(retourner(poser(piles, Long.numberOfTrailingZeros(rest))), false)) {
                    return false;
                }
            }
            return true;
        }
        if ((pairesSiennes(piles) | egales(piles, DEUX_SIENS_COUVERTS)) == 0) {
            // Neither a pair nor one that could be uncovered.
            return false;
        }
        boolean passes = true;
        for (long rest = sommetsMiens(piles); rest != 0; rest &= rest - 1) {
            int from = Long.numberOfTrailingZeros(rest);
            long lifted = lever(piles, from);
            for (long targets = voisines(rest & -rest) & open; targets != 0; targets &= targets - 1) {
                if (!gagneEnUn(retourner(poser(lifted, Long.numberOfTrailingZeros(targets))), false)) {
                    return false;
                }
                passes = false;
            }
        }
        return !passes || gagneEnUn(retourner(piles), false);
    }

    /** How many moves of pawns these top pawns have. */
    static int mobilite(long piles, long sommets) {
        long open = ouvertes(piles);
        return Long.bitCount((sommets & ~COLONNE_C) << 4 & open)
                + Long.bitCount((sommets & ~COLONNE_A) >>> 4 & open)
                + Long.bitCount(sommets << 12 & open)
                + Long.bitCount(sommets >>> 12 & open);
    }

    /** Puts a pawn of the mover on an open cell. */
    private static long poser(long piles, int shift) {
        long stack = piles >>> shift & 0xF;
        return piles ^ (stack ^ stack << 1) << shift;
    }

    /** Takes the top pawn of a cell. */
    private static long lever(long piles, int shift) {
        long stack = piles >>> shift & 0xF;
        return piles ^ (stack ^ stack >>> 1) << shift;
    }

    /** The position after a legal move, seen by the other player. */
    static long apres(long piles, int coup) {
        if (coup == Coup.PASSE) {
            return retourner(piles);
        }
        if (coup < 9) {
            return retourner(poser(piles, 4 * coup));
        }
        return retourner(poser(lever(piles, (coup - 16) / 9 * 4), (coup - 16) % 9 * 4));
    }

    /** Whether a legal move puts the third pawn on a pair of the mover, which wins. */
    static boolean ferme(long piles, int coup) {
        if (coup == Coup.PASSE) {
            return false;
        }
        int target = coup < 9 ? coup : (coup - 16) % 9;
        return (pairesMiennes(piles) >>> 4 * target & 1) != 0;
    }

    /**
     * The positions after each legal move, seen by the other player, and the moves if the caller wants them. The game is
     * not over. The order depends on the position only.
     *
     * @param coups receives the moves, or null
     * @return how many; at least one
     */
    static int suivantes(long piles, boolean pose, long[] suites, int[] coups) {
        int count = 0;
        long open = ouvertes(piles);
        if (pose) {
            for (long rest = open; rest != 0; rest &= rest - 1) {
                int shift = Long.numberOfTrailingZeros(rest);
                if (coups != null) {
                    coups[count] = Coup.placement(shift >> 2);
                }
                suites[count++] = retourner(poser(piles, shift));
            }
            return count;
        }
        for (long rest = sommetsMiens(piles); rest != 0; rest &= rest - 1) {
            int from = Long.numberOfTrailingZeros(rest);
            long lifted = lever(piles, from);
            for (long targets = voisines(rest & -rest) & open; targets != 0; targets &= targets - 1) {
                int to = Long.numberOfTrailingZeros(targets);
                if (coups != null) {
                    coups[count] = Coup.deplacement(from >> 2, to >> 2);
                }
                suites[count++] = retourner(poser(lifted, to));
            }
        }
        if (count == 0) {
            if (coups != null) {
                coups[0] = Coup.PASSE;
            }
            suites[count++] = retourner(piles);
        }
        return count;
    }

    /** The most moves that a position has: the ordered pairs of neighbours. */
    static final int MAX_COUPS = 24;

    /** The one of the eight mirrored and turned positions that has the smallest word. */
    static long canonique(long piles) {
        long transposed = transposer(piles);
        return Math.min(miroirs(piles), miroirs(transposed));
    }

    private static long miroirs(long piles) {
        long mirror = colonnesInversees(piles);
        long least = Math.min(piles, lignesInversees(piles));
        return Math.min(least, Math.min(mirror, lignesInversees(mirror)));
    }

    private static long colonnesInversees(long piles) {
        return piles & 0x0F00F00F0L | (piles & 0x00F00F00FL) << 8 | (piles & 0xF00F00F00L) >>> 8;
    }

    private static long lignesInversees(long piles) {
        return piles & 0x000FFF000L | (piles & 0xFFFL) << 24 | piles >>> 24;
    }

    /** Lines become columns. */
    private static long transposer(long piles) {
        return piles & 0xF000F000FL
                | (piles & 0x000F000F0L) << 8
                | piles >>> 8 & 0x000F000F0L
                | (piles & 0x000000F00L) << 16
                | piles >>> 16 & 0x000000F00L;
    }
}
