package arbitre.colonnes;

import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The tests of the Java engine: {@code java -ea -cp CLASSES arbitre.colonnes.Tests FOLDER_OF_VECTORS}. */
final class Tests {
    private interface Essai {
        void lancer() throws Exception;
    }

    private static int reussis;
    private static int manques;

    private Tests() {}

    public static void main(String[] args) throws Exception {
        Vecteurs vecteurs = new Vecteurs(Paths.get(args[0]));
        essayer("notation", Tests::notation);
        essayer("verdicts du cours", () -> verdicts(vecteurs));
        essayer("coups légaux des positions résolues", () -> legaux(vecteurs));
        essayer("coups gagnants et coups qui tiennent", () -> valeurs(vecteurs));
        essayer("dialogue : une partie entière", Tests::dialogue);
        essayer("dialogue : stop", Tests::stop);
        essayer("dialogue : reprise après des coups", Tests::reprise);
        essayer("dialogue : lignes insensées", Tests::insense);
        essayer("dialogue : quit pendant une recherche", Tests::quitter);
        System.out.println(reussis + " passed, " + manques + " failed");
        System.exit(manques == 0 ? 0 : 1);
    }

    private static void essayer(String nom, Essai essai) {
        try {
            essai.lancer();
            reussis++;
        } catch (Exception | AssertionError e) {
            manques++;
            System.out.println("échec de « " + nom + " »");
            e.printStackTrace(System.out);
        }
    }

    private static void verifier(boolean condition, String quoi) {
        if (!condition) {
            throw new AssertionError(quoi);
        }
    }

    private static void notation() {
        for (int from = 0; from < 9; from++) {
            verifier(Coup.lire(Coup.texte(Coup.placement(from))) == Coup.placement(from), "placement");
            for (int to = 0; to < 9; to++) {
                int coup = Coup.deplacement(from, to);
                verifier(Coup.lire(Coup.texte(coup).toLowerCase()) == coup, Coup.texte(coup));
            }
        }
        verifier(Coup.lire("PASSE") == Coup.PASSE, "passe");
        for (String faux : new String[] {"", "B", "B4", "D1", "A1-", "A1-A4", "A1 A2", "passer", "é1"}) {
            verifier(Coup.lire(faux) == Coup.AUCUN, faux);
        }
    }

    /** Every game of the course's validator: the same moves are legal, the same games end. */
    @SuppressWarnings("unchecked")
    private static void verdicts(Vecteurs vecteurs) throws Exception {
        int examines = 0;
        for (String ligne : vecteurs.lignes("validation.jsonl")) {
            Map<String, Object> partie = Json.objet(ligne);
            Plateau plateau = new Plateau();
            boolean blancCommence = partie.get("first").equals("BLANC");
            for (Object brut : (List<Object>) partie.get("moves")) {
                Map<String, Object> mv = (Map<String, Object>) brut;
                int[] champs = entiers((String) mv.get("req"));
                boolean premier = mv.get("joueur").equals(1);
                boolean sonTour = premier == plateau.tourDuPremier();
                boolean saCouleur = champs[2] == (premier == blancCommence ? 0 : 1);
                int coup = coup(champs);
                boolean legal = sonTour && saCouleur && coup != Coup.AUCUN && plateau.legal(coup);
                verifier(legal == mv.get("ok").equals(true) || partie.get("kind").toString().startsWith("quirk"),
                        ligne.substring(0, 60));
                if (!legal) {
                    break;
                }
                plateau.jouer(coup);
                String attendu = plateau.etat() == Plateau.Etat.EN_COURS ? "CONT"
                        : plateau.etat() == Plateau.Etat.GAGNEE ? "GAGNE" : "NULLE";
                verifier(attendu.equals(mv.get("prop")), attendu);
                examines++;
            }
        }
        verifier(examines > 5000, "les vecteurs sont là");
    }

    private static int[] entiers(String hex) {
        int[] champs = new int[hex.length() / 8];
        for (int i = 0; i < champs.length; i++) {
            champs[i] = Integer.reverseBytes(Integer.parseUnsignedInt(hex.substring(8 * i, 8 * i + 8), 16));
        }
        return champs;
    }

    private static int coup(int[] champs) {
        switch (champs[1]) {
            case 0:
                return dedans(champs[3], champs[4]) ? Coup.placement(3 * champs[3] + champs[4]) : Coup.AUCUN;
            case 1:
                return dedans(champs[3], champs[4]) && dedans(champs[5], champs[6])
                        ? Coup.deplacement(3 * champs[3] + champs[4], 3 * champs[5] + champs[6]) : Coup.AUCUN;
            case 2:
                return Coup.PASSE;
            default:
                return Coup.AUCUN;
        }
    }

    private static boolean dedans(int ligne, int colonne) {
        return ligne >= 0 && ligne < 3 && colonne >= 0 && colonne < 3;
    }

    private static void legaux(Vecteurs vecteurs) throws Exception {
        for (Vecteurs.Probleme probleme : vecteurs.problemes()) {
            verifier(probleme.plateau.coups().length == probleme.legaux, "nombre de coups");
        }
    }

    /** From ply 22 on the search is exact, and soon over: the move keeps the value, and wins as fast as possible. */
    private static void valeurs(Vecteurs vecteurs) throws Exception {
        Table table = new Table();
        int examines = 0;
        for (Vecteurs.Probleme probleme : vecteurs.problemes()) {
            int ply = probleme.plateau.demiCoups();
            if (ply < 22) {
                continue;
            }
            table.vider();
            Limite limite = new Limite(60_000_000_000L);
            Recherche.Choix choix = new Recherche(table).choisir(probleme.plateau.piles(), ply, limite);
            verifier(probleme.optimaux.contains(choix.coup), "valeur gardée au demi-coup " + ply);
            verifier(!probleme.valeur.equals("win") || probleme.meilleurs.contains(choix.coup), "gain le plus court");
            examines++;
        }
        verifier(examines > 50, "les vecteurs sont là");
    }

    private static String attendre(Moteur moteur) throws InterruptedException {
        String ligne = moteur.emettre();
        while (ligne != null && ligne.startsWith("info ")) {
            ligne = moteur.emettre();
        }
        return ligne;
    }

    private static String coupDe(Moteur moteur) throws InterruptedException {
        String ligne = attendre(moteur);
        verifier(ligne != null && ligne.startsWith("move "), "un coup est attendu : " + ligne);
        return ligne.substring("move ".length());
    }

    private static void dialogue() throws Exception {
        Moteur moteur = new Moteur();
        moteur.recevoir("hello 1");
        verifier(attendre(moteur).startsWith("engine 1 "), "hello");
        Random hasard = new Random(1);
        for (String cote : new String[] {"first", "second"}) {
            Plateau plateau = new Plateau();
            moteur.recevoir("game colonnes " + cote + " color=BLANC party=aller time=6000");
            while (plateau.etat() == Plateau.Etat.EN_COURS) {
                if (plateau.tourDuPremier() == cote.equals("first")) {
                    moteur.recevoir("go 30");
                    int coup = Coup.lire(coupDe(moteur));
                    verifier(plateau.legal(coup), "coup légal");
                    plateau.jouer(coup);
                    moteur.recevoir("verdict VALID CONT");
                } else {
                    int[] coups = plateau.coups();
                    int coup = coups[hasard.nextInt(coups.length)];
                    plateau.jouer(coup);
                    moteur.recevoir("opponent " + Coup.texte(coup));
                }
            }
            moteur.recevoir("end NULLE draw");
        }
        moteur.recevoir("quit");
        verifier(attendre(moteur) == null, "fin");
    }

    /** A search without end is ended by stop, and answers once. */
    private static void stop() throws Exception {
        Moteur moteur = new Moteur();
        moteur.recevoir("game colonnes first moves=A1,B1,C1,A2 ponder=no");
        moteur.recevoir("go 100000000");
        moteur.recevoir("stop");
        coupDe(moteur);
        moteur.recevoir("stop");
        moteur.recevoir("hello 1");
        verifier(attendre(moteur).startsWith("engine 1 "), "une seule réponse");
    }

    private static void reprise() throws Exception {
        Moteur moteur = new Moteur();
        moteur.recevoir("game colonnes first color=BLANC moves=B2,A1,B2,A1");
        moteur.recevoir("go 50");
        verifier(coupDe(moteur).equals("B2"), "le gain en un coup");
    }

    private static void insense() throws Exception {
        Moteur moteur = new Moteur();
        List<String> fautes = new ArrayList<>(List.of("game echecs first", "game colonnes", "go 100", "opponent A1",
                "game colonnes first moves=Z9"));
        for (String faute : fautes) {
            moteur.recevoir(faute);
            verifier(attendre(moteur).startsWith("error "), faute);
        }
        moteur.recevoir("");
        moteur.recevoir("une ligne de plus tard");
        moteur.recevoir("game colonnes second");
        moteur.recevoir("opponent A1-A2");
        verifier(attendre(moteur).startsWith("error "), "coup illégal");
        moteur.recevoir("opponent A1");
        moteur.recevoir("go soon");
        verifier(attendre(moteur).startsWith("error "), "durée");
        moteur.recevoir("go 20");
        coupDe(moteur);
    }

    private static void quitter() throws Exception {
        Moteur moteur = new Moteur();
        moteur.recevoir("game colonnes first moves=A1,B1,C1,A2");
        moteur.recevoir("go 100000000");
        moteur.recevoir("quit");
        coupDe(moteur);
        verifier(attendre(moteur) == null && attendre(moteur) == null, "fin");
    }
}
