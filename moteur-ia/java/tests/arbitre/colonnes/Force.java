package arbitre.colonnes;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures how often the engine keeps the value of a position, in the vectors where some legal move loses it.
 *
 * <pre>java -cp CLASSES arbitre.colonnes.Force FOLDER_OF_VECTORS MS_PER_MOVE [FROM_PLY TO_PLY]</pre>
 *
 * <p>Each position is thought about with an empty table, as if the game began there: harder than in a game.
 */
final class Force {
    private Force() {}

    public static void main(String[] args) throws IOException {
        long ms = Long.parseLong(args[1]);
        int from = args.length > 2 ? Integer.parseInt(args[2]) : 0;
        int to = args.length > 3 ? Integer.parseInt(args[3]) : Plateau.MAX_DEMI_COUPS;
        Table table = new Table();
        Map<Integer, int[]> byPly = new TreeMap<>();
        int[] total = new int[3];
        long slowest = 0;
        long nodes = 0;
        for (Vecteurs.Probleme problem : new Vecteurs(Paths.get(args[0])).problemes()) {
            int ply = problem.plateau.demiCoups();
            if (problem.optimaux.size() == problem.legaux || ply < from || ply > to) {
                continue;
            }
            table.vider();
            Limite limit = new Limite(ms * 1_000_000);
            Recherche.Choix choice = new Recherche(table).choisir(problem.plateau.piles(), ply, limit);
            slowest = Math.max(slowest, limit.ecoule());
            nodes += limit.noeuds();
            int[] counts = byPly.computeIfAbsent(ply, key -> new int[3]);
            boolean kept = problem.optimaux.contains(choice.coup);
            boolean best = problem.meilleurs.contains(choice.coup);
            for (int[] count : new int[][] {counts, total}) {
                count[0]++;
                count[1] += kept ? 1 : 0;
                count[2] += best ? 1 : 0;
            }
            if (!kept) {
                System.out.printf("demi-coup %d, %s en %d : %s joué, profondeur %d, %d positions%n", ply,
                        problem.valeur, problem.demiCoupsRestants, Coup.texte(choice.coup), choice.plies, limit.noeuds());
            }
        }
        byPly.forEach((ply, counts) -> System.out.printf("demi-coup %2d : %d positions, valeur gardée %d, meilleur coup %d%n",
                ply, counts[0], counts[1], counts[2]));
        System.out.printf("%d ms par coup : %d positions, valeur gardée %d (%.1f %%), meilleur coup %d ;"
                + " %d positions examinées, coup le plus long %.1f ms%n", ms, total[0], total[1],
                100.0 * total[1] / total[0], total[2], nodes, slowest / 1e6);
    }
}
