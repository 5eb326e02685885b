// Un premier moteur, pour tous les jeux : un coup légal au hasard, tiré de la liste que l'arbitre envoie avant chaque tour.
// À lancer par : joueur ... --moteur 'pipe:java Premier.java'. Tous les messages : protocol/MOTEUR.md
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

class Premier {
    static final Random hasard = new Random();
    static final PrintStream sortie = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    // VOTRE IDÉE ICI : un coup de cette liste, mieux qu'au hasard ; et passes, ce qui s'est passé
    static String choisir(List<String> coups, List<String> passes) {
        return coups.get(hasard.nextInt(coups.size()));
    }

    static void dire(String ligne) { // n'imprimez rien d'autre : un journal va sur System.err
        sortie.println(ligne);
        sortie.flush(); // sans cela, l'arbitre pourrait ne rien voir
    }

    public static void main(String[] args) throws IOException {
        BufferedReader entree = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<String> coups = List.of(); // ce qu'on peut jouer
        List<String> passes = new ArrayList<>(); // les coups de la partie, comme on les connaît
        String dernier = ""; // le nôtre, qui n'est pas encore jugé
        for (String ligne; (ligne = entree.readLine()) != null && !ligne.equals("quit"); ) {
            String[] mots = ligne.split(" ", 2);
            String reste = mots.length > 1 ? mots[1] : "";
            switch (mots[0]) {
                case "hello" -> {
                    dire("want legal"); // demande les listes de coups, avant de dire son nom
                    dire("engine 1 premier-java");
                }
                case "game" -> { // une partie commence : « colonnes first color=BLANC time=6000 » ; moves=... : les coups d'avant, si elle est reprise
                    coups = List.of();
                    passes.clear();
                }
                case "legal" -> coups = List.of(reste.split(",")); // ce qu'on peut jouer, juste avant « go »
                case "go" -> { // à nous, en tant de millisecondes
                    dernier = coups.isEmpty() ? "" : choisir(coups, passes);
                    if (!coups.isEmpty()) dire("move " + dernier);
                    else dire("error pas de liste « legal » : l'arbitre ne connaît pas ce jeu, ou pas encore « want legal »");
                    coups = List.of();
                }
                case "opponent" -> passes.add(reste); // le coup de l'adversaire, ou ce qu'on en voit
                case "verdict" -> { // le nôtre compte : « B2 VALID CONT », puis la réponse à une question
                    if (reste.startsWith("VALID ")) passes.add(dernier + " " + reste);
                }
                default -> { } // « stop », « end » et le reste n'attendent rien : on répond aussitôt à chaque « go »
            }
        }
    }
}
