// Colonnes de trois : un coup légal au hasard. À lancer par : joueur ... --moteur 'pipe:java Hasard.java'
import java.io.*;
import java.util.*;

class Hasard {
    static List<List<Integer>> piles; // le pion 0 est à qui a commencé, le pion 1 à l'autre
    static int n; // demi-coups joués
    static final Random hasard = new Random();

    static int numero(String nom) { return nom.charAt(0) - 'A' + 3 * (nom.charAt(1) - '1'); }
    static String nom(int k) { return "" + (char) ('A' + k % 3) + (char) ('1' + k / 3); }

    static void jouer(String coup) { // « B2 » pose un pion, « B2-B3 » en déplace un, « passe » ne change rien
        int pion = n++ % 2;
        if (coup.equals("passe")) return;
        if (coup.length() == 5) piles.get(numero(coup)).remove(piles.get(numero(coup)).size() - 1);
        piles.get(numero(coup.substring(coup.length() - 2))).add(pion);
    }

    static List<String> coups() { // les coups légaux : d'abord les 16 pions, puis des déplacements vers une case voisine
        List<String> liste = new ArrayList<>();
        for (int de = 0; de < 9; de++)
            for (int vers = 0; vers < 9; vers++) {
                List<Integer> pile = piles.get(de);
                if (piles.get(vers).size() == 3) continue;
                if (n < 16 && de == vers) liste.add(nom(vers));
                boolean aMoi = !pile.isEmpty() && pile.get(pile.size() - 1) == n % 2;
                if (n >= 16 && aMoi && Math.abs(de % 3 - vers % 3) + Math.abs(de / 3 - vers / 3) == 1)
                    liste.add(nom(de) + "-" + nom(vers));
            }
        return liste.isEmpty() ? List.of("passe") : liste;
    }

    static String choisir() { // VOTRE IDÉE ICI : choisissez mieux qu'au hasard
        List<String> liste = coups();
        return liste.get(hasard.nextInt(liste.size()));
    }

    static void dire(String ligne) {
        System.out.println(ligne);
        System.out.flush(); // sans cela, l'arbitre pourrait ne rien voir
    }

    public static void main(String[] args) throws Exception {
        BufferedReader entree = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        boolean connu = false; // la partie annoncée est de Colonnes
        String coup = "";
        for (String ligne; (ligne = entree.readLine()) != null && !ligne.equals("quit"); ) {
            String[] mots = ligne.split(" ");
            String mot = mots[0];
            if (mot.equals("hello")) dire("engine 1 hasard-java");
            else if (mot.equals("game")) { // moves : les coups déjà joués, quand la partie est reprise
                connu = mots[1].equals("colonnes");
                n = 0;
                piles = new ArrayList<>();
                for (int k = 0; k < 9; k++) piles.add(new ArrayList<>());
                for (String parametre : mots)
                    if (connu && parametre.startsWith("moves="))
                        for (String joue : parametre.substring(6).split(",")) jouer(joue);
            } else if (mot.equals("opponent")) jouer(mots[1]);
            else if (mot.equals("verdict") && mots[1].equals("VALID")) jouer(coup);
            else if (mot.equals("go") && !connu) dire("error jeu inconnu");
            else if (mot.equals("go")) dire("move " + (coup = choisir()));
        }
    }
}
