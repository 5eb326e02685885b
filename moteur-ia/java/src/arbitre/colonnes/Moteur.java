package arbitre.colonnes;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The engine protocol (protocol/MOTEUR.md) as an object: lines go in by {@link #recevoir}, which never waits, and come
 * out of {@link #emettre}, which waits for the next one. The pipe program and the JVM inside a player both use it.
 */
public final class Moteur {
    private static final String NOM = "java";
    /** Kept back of the time for a move, for the way to the host: a share of it, within bounds, in nanoseconds. */
    private static final long PART = 20;
    private static final long RESERVE_MIN = 5_000_000L;
    private static final long RESERVE_MAX = 50_000_000L;
    /** The end of the output. */
    private static final String FIN = new String("fin");

    private final BlockingQueue<String> entrees = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> sorties = new LinkedBlockingQueue<>();
    /** The search under way, which any line ends. */
    private volatile Limite recherche;
    private Recherche chercheur;
    private Plateau plateau;
    private boolean premier;
    private boolean anticiper;

    /** Starts the engine; it thinks on a thread of its own, which does not keep the program alive. */
    public Moteur() {
        Thread thread = new Thread(this::travailler, "moteur");
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes a line of the host, without its end. Never waits. */
    public void recevoir(String ligne) {
        entrees.add(ligne);
        Limite limite = recherche;
        if (limite != null) {
            limite.arreter();
        }
    }

    /** Gives the next line for the host; waits for it. After {@code quit}: null. */
    public String emettre() throws InterruptedException {
        String ligne = sorties.take();
        if (ligne == FIN) {
            sorties.add(FIN);
            return null;
        }
        return ligne;
    }

    private void travailler() {
        try {
            boolean encore = true;
            while (encore) {
                String ligne = entrees.poll();
                if (ligne == null) {
                    reflechirEnAttendant();
                    ligne = entrees.take();
                }
                try {
                    encore = traiter(ligne.trim());
                } catch (RuntimeException | OutOfMemoryError e) {
                    sorties.add("error " + e.toString().replaceAll("\\p{Cntrl}", " "));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sorties.add(FIN);
        }
    }

    /** Treats a line; false when it is the last. */
    private boolean traiter(String ligne) {
        int space = ligne.indexOf(' ');
        String mot = space < 0 ? ligne : ligne.substring(0, space);
        String reste = space < 0 ? "" : ligne.substring(space + 1).trim();
        switch (mot) {
            case "hello":
                sorties.add("engine 1 " + NOM);
                break;
            case "game":
                commencer(reste.split(" +"));
                break;
            case "go":
                jouer(reste);
                break;
            case "opponent":
                adversaire(reste);
                break;
            case "end":
                plateau = null;
                break;
            case "quit":
                return false;
            default:
                // "verdict" and "stop" need no answer here; what is not known is to be ignored.
                break;
        }
        return true;
    }

    private void commencer(String[] mots) {
        plateau = null;
        if (!mots[0].equals("colonnes")) {
            throw new IllegalArgumentException("jeu inconnu : " + mots[0]);
        }
        if (mots.length < 2 || !(mots[1].equals("first") || mots[1].equals("second"))) {
            throw new IllegalArgumentException("game sans first ni second");
        }
        Plateau debut = new Plateau();
        anticiper = true;
        for (int i = 2; i < mots.length; i++) {
            if (mots[i].equals("ponder=no")) {
                anticiper = false;
            } else if (mots[i].startsWith("moves=")) {
                for (String texte : mots[i].substring("moves=".length()).split(",")) {
                    if (!texte.isEmpty()) {
                        appliquer(debut, texte);
                    }
                }
            }
        }
        premier = mots[1].equals("first");
        plateau = debut;
    }

    private static void appliquer(Plateau plateau, String texte) {
        int coup = Coup.lire(texte);
        if (coup == Coup.AUCUN || !plateau.legal(coup)) {
            throw new IllegalArgumentException("coup illégal : " + texte);
        }
        plateau.jouer(coup);
    }

    private void adversaire(String texte) {
        if (plateau == null) {
            throw new IllegalStateException("opponent hors d'une partie");
        }
        if (monTour()) {
            throw new IllegalStateException("opponent quand c'est à nous de jouer");
        }
        appliquer(plateau, texte);
    }

    private boolean monTour() {
        return plateau.tourDuPremier() == premier;
    }

    /** Answers {@code go}; there is an answer in any case, a move or an error. */
    private void jouer(String ms) {
        long total;
        try {
            total = Math.multiplyExact(Long.parseLong(ms), 1_000_000L);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("go sans durée : " + ms);
        }
        if (plateau == null || plateau.etat() != Plateau.Etat.EN_COURS || !monTour()) {
            throw new IllegalStateException("go quand il n'y a rien à jouer");
        }
        long reserve = Math.max(RESERVE_MIN, Math.min(RESERVE_MAX, total / PART));
        int coup = chercher(Math.max(1, total - reserve)).coup;
        plateau.jouer(coup);
        sorties.add("move " + Coup.texte(coup));
    }

    /** Searches until the time is over or a line arrives. */
    private Recherche.Choix chercher(long nanos) {
        if (chercheur == null) {
            chercheur = new Recherche(new Table());
        }
        Limite limite = new Limite(nanos);
        recherche = limite;
        try {
            // A line that came before the search was known could not end it.
            if (!entrees.isEmpty()) {
                limite.arreter();
            }
            return chercheur.choisir(plateau.piles(), plateau.demiCoups(), limite);
        } finally {
            recherche = null;
        }
    }

    /** Thinks about the opponent's move in his time: what is found stays in the table. */
    private void reflechirEnAttendant() {
        if (plateau == null || !anticiper || monTour() || plateau.etat() != Plateau.Etat.EN_COURS) {
            return;
        }
        try {
            chercher(Long.MAX_VALUE / 4);
        } catch (RuntimeException | OutOfMemoryError e) {
            anticiper = false;
            sorties.add("info réflexion abandonnée : " + e.toString().replaceAll("\\p{Cntrl}", " "));
        }
    }
}
