// Un moteur qui regarde deux coups plus loin, pour tous les jeux sans secrets : les règles sont dans jeux.jar (paquet arbitre).
// sh bindings/java/compile.sh $HOME/jeux ; à lancer par : joueur ... --moteur "pipe:java -cp $HOME/jeux/jeux.jar DeuxCoups.java"
// Tous les messages : protocol/MOTEUR.md
import arbitre.GameException;
import arbitre.Position;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

class DeuxCoups {
    static final int GAGNE = 1_000_000;
    static final int PARTIES = 20, LONGUEUR = 50; // au hasard, pour estimer une position ; de tant de coups au plus
    static final Random hasard = new Random();
    static final PrintStream sortie = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    static long noeuds; // les positions vues,
    static long fin; // et quand il faut répondre

    // VOTRE IDÉE ICI : ce que vaut pour le premier joueur une position où la partie continue. Pour l'instant : combien de parties
    // au hasard il gagne de plus qu'il n'en perd, sur quelques-unes.
    static int estimer(Position p) {
        int somme = 0;
        for (int partie = 0; partie < PARTIES; partie++) {
            int joues = 0;
            for (; p.outcome().isEmpty() && joues < LONGUEUR; joues++, noeuds++) {
                List<String> coups = p.legal();
                p.play(coups.get(hasard.nextInt(coups.size())));
            }
            somme += p.outcome().orElse(0);
            while (joues-- > 0) p.undo();
        }
        return somme;
    }

    // Ce que vaut la position pour le premier joueur, en regardant « profondeur » coups plus loin ; alpha et beta : ce que chacun
    // s'est déjà assuré ailleurs. meilleur[0] reçoit le coup.
    static int valeur(Position p, int profondeur, int alpha, int beta, String[] meilleur) {
        noeuds++;
        OptionalInt resultat = p.outcome();
        if (resultat.isPresent()) return resultat.getAsInt() * (GAGNE + profondeur); // plus tôt, c'est mieux
        if (profondeur == 0) return estimer(p);
        boolean premier = p.toMove() == 1; // il veut le plus, le second le moins
        for (String coup : p.legal()) {
            if (alpha >= beta || System.nanoTime() > fin) break;
            p.play(coup);
            int v = valeur(p, profondeur - 1, alpha, beta, new String[1]);
            p.undo();
            if (System.nanoTime() > fin || (premier ? v <= alpha : v >= beta)) continue; // faute de temps v ne vaut rien
            if (premier) alpha = v;
            else beta = v;
            meilleur[0] = coup;
        }
        return premier ? alpha : beta;
    }

    static void dire(String ligne) { // n'imprimez rien d'autre : un journal va sur System.err
        sortie.println(ligne);
        sortie.flush(); // sans cela, l'arbitre pourrait ne rien voir
    }

    public static void main(String[] args) throws IOException {
        BufferedReader entree = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Position p = null;
        String coup = null;
        String pourquoi = "pas de partie";
        for (String ligne; (ligne = entree.readLine()) != null && !ligne.equals("quit"); ) {
            String[] mots = ligne.split(" ", 2);
            switch (mots[0]) {
                case "hello" -> dire("engine 1 deux-coups-java");
                case "game" -> { // une partie commence, ou reprend
                    if (p != null) p.close();
                    p = null;
                    try {
                        p = Position.startLine(ligne);
                    } catch (GameException erreur) {
                        pourquoi = erreur.reason().sentence("fr");
                    }
                }
                case "go" -> { // à nous, en tant de millisecondes : la moitié suffit, et laisse le temps de répondre
                    if (p == null) {
                        dire("error " + pourquoi);
                        break;
                    }
                    long debut = System.nanoTime();
                    fin = debut + Long.parseLong(mots[1]) * 500_000;
                    noeuds = 0;
                    String[] meilleur = {p.legal().get(0)}; // faute de temps, le premier de la liste
                    for (int profondeur = 1; profondeur <= 2; profondeur++) { // s'il n'y a pas le temps de voir deux coups, un suffit
                        valeur(p, profondeur, -2 * GAGNE, 2 * GAGNE, meilleur);
                    }
                    coup = meilleur[0];
                    dire("info " + noeuds + " positions, " + noeuds * 1_000_000_000 / (System.nanoTime() - debut) + " par seconde");
                    dire("move " + coup);
                }
                case "opponent" -> {
                    if (p != null) p.play(mots[1]);
                }
                case "verdict" -> { // le nôtre compte
                    if (p != null && mots[1].startsWith("VALID ")) p.play(coup);
                }
                default -> { } // tout autre message n'attend rien
            }
        }
    }
}
