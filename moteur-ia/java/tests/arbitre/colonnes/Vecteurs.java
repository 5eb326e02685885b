package arbitre.colonnes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The test vectors of the game, which all parts of the project share. */
final class Vecteurs {
    /** A position with its exact value. */
    static final class Probleme {
        final Plateau plateau = new Plateau();
        /** {@code win}, {@code draw} or {@code loss}, for the side to move. */
        final String valeur;
        final int demiCoupsRestants;
        final int legaux;
        /** The moves that keep the value. */
        final List<Integer> optimaux;
        /** Of these the ones that win soonest or lose latest. */
        final List<Integer> meilleurs;

        private Probleme(Map<String, Object> object) {
            coups(object, "moves").forEach(plateau::jouer);
            valeur = (String) object.get("value");
            demiCoupsRestants = (Integer) object.get("plies_to_end");
            legaux = (Integer) object.get("legal");
            optimaux = coups(object, "optimal");
            meilleurs = coups(object, "best");
        }
    }

    private final Path dossier;

    Vecteurs(Path dossier) {
        this.dossier = dossier;
    }

    /** The positions of {@code solved_sample.jsonl}. */
    List<Probleme> problemes() throws IOException {
        List<Probleme> problems = new ArrayList<>();
        for (String line : lignes("solved_sample.jsonl")) {
            problems.add(new Probleme(Json.objet(line)));
        }
        return problems;
    }

    /** The lines of a file. */
    List<String> lignes(String file) throws IOException {
        return Files.readAllLines(dossier.resolve(file));
    }

    @SuppressWarnings("unchecked")
    private static List<Integer> coups(Map<String, Object> object, String key) {
        List<Integer> coups = new ArrayList<>();
        for (Object text : (List<Object>) object.get(key)) {
            coups.add(coup((String) text));
        }
        return coups;
    }

    /** Reads {@code P:3}, {@code D:3-4} or {@code X}. */
    private static int coup(String text) {
        switch (text.charAt(0)) {
            case 'P':
                return Coup.placement(text.charAt(2) - '0');
            case 'D':
                return Coup.deplacement(text.charAt(2) - '0', text.charAt(4) - '0');
            default:
                return Coup.PASSE;
        }
    }
}
