package arbitre.colonnes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The engine as a program: the engine protocol on standard input and output. */
public final class Principal {
    private Principal() {}

    /** Plays until {@code quit} or the end of the input. */
    public static void main(String[] args) throws InterruptedException {
        Moteur moteur = new Moteur();
        Thread lecteur = new Thread(() -> lire(moteur), "lecteur");
        lecteur.setDaemon(true);
        lecteur.start();
        PrintStream sortie = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        String ligne = moteur.emettre();
        while (ligne != null) {
            sortie.print(ligne + "\n");
            sortie.flush();
            ligne = moteur.emettre();
        }
    }

    private static void lire(Moteur moteur) {
        try (BufferedReader entree =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String ligne = entree.readLine();
            while (ligne != null) {
                moteur.recevoir(ligne);
                ligne = entree.readLine();
            }
        } catch (IOException e) {
            System.err.println("entrée illisible : " + e.getMessage());
        }
        // The end of the input means quit.
        moteur.recevoir("quit");
    }
}
