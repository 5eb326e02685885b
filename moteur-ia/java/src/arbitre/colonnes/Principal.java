package arbitre.colonnes;

import arbitre.Tuyau;

/** The engine as a program: the engine protocol on standard input and output. */
public final class Principal {
    private Principal() {}

    /** Plays until {@code quit} or the end of the input. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Tuyau.jouer(Moteur.class);
    }
}
