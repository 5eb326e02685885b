package arbitre.colonnes;

/** A game from its start to the present position: who may play what, playing, taking back, the end. */
final class Plateau {
    /** The game is drawn after so many plies. */
    static final int MAX_DEMI_COUPS = 40;

    /** How a game stands. */
    enum Etat {
        EN_COURS,
        /** The player of the last ply has made a three. */
        GAGNEE,
        NULLE
    }

    private final long[] positions = new long[MAX_DEMI_COUPS + 1];
    private int demiCoups;
    private Etat etat = Etat.EN_COURS;

    Plateau() {
        positions[0] = Piles.VIDES;
    }

    /** The stacks as {@link Piles}, seen by the player whose turn it is. */
    long piles() {
        return positions[demiCoups];
    }

    /** Plies played. */
    int demiCoups() {
        return demiCoups;
    }

    Etat etat() {
        return etat;
    }

    /** Whether it is the turn of the player who made the first move of the game. */
    boolean tourDuPremier() {
        return demiCoups % 2 == 0;
    }

    /** The legal moves: a single {@link Coup#PASSE} when it is forced, none when the game is over. */
    int[] coups() {
        if (etat != Etat.EN_COURS) {
            return new int[0];
        }
        int[] coups = new int[Piles.MAX_COUPS];
        int count = Piles.suivantes(piles(), placement(), new long[Piles.MAX_COUPS], coups);
        return java.util.Arrays.copyOf(coups, count);
    }

    boolean legal(int coup) {
        for (int legal : coups()) {
            if (legal == coup) {
                return true;
            }
        }
        return false;
    }

    /** Plays a legal move. */
    void jouer(int coup) {
        if (!legal(coup)) {
            throw new IllegalArgumentException("coup illégal : " + coup);
        }
        boolean wins = Piles.ferme(piles(), coup);
        positions[demiCoups + 1] = Piles.apres(piles(), coup);
        demiCoups++;
        etat = wins ? Etat.GAGNEE : demiCoups == MAX_DEMI_COUPS ? Etat.NULLE : Etat.EN_COURS;
    }

    /** Takes the last ply back. */
    void annuler() {
        if (demiCoups == 0) {
            throw new IllegalStateException("aucun coup à annuler");
        }
        demiCoups--;
        etat = Etat.EN_COURS;
    }

    private boolean placement() {
        return demiCoups < Piles.PIONS;
    }
}
