// Un moteur qui regarde deux coups plus loin, pour tous les jeux sans secrets : les règles sont dans la bibliothèque jeux (jeux.hpp).
//   make -C bindings/c install PREFIX=$HOME/jeux
//   c++ -std=c++17 -O2 -o deux-coups-cpp deux_coups.cpp -I$HOME/jeux/include $HOME/jeux/lib/libjeux.a -lpthread -ldl -lm
// à lancer par : joueur ... --moteur 'pipe:./deux-coups-cpp'. Tous les messages : protocol/MOTEUR.md
#include <chrono>
#include <iostream>
#include <jeux.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

using Horloge = std::chrono::steady_clock;
using jeux::Position;

const int GAGNE = 1000000;
const int PARTIES = 20, LONGUEUR = 50; // au hasard, pour estimer une position ; de tant de coups au plus
static long noeuds;             // les positions vues,
static Horloge::time_point fin; // et quand il faut répondre

// VOTRE IDÉE ICI : ce que vaut pour le premier joueur une position où la partie continue. Pour l'instant : combien de parties au
// hasard il gagne de plus qu'il n'en perd, sur quelques-unes.
static int estimer(Position &p) {
    static std::minstd_rand hasard(std::random_device{}());
    int somme = 0;
    for (int partie = 0; partie < PARTIES; partie++) {
        int joues = 0;
        for (; !p.over() && joues < LONGUEUR; joues++, noeuds++) {
            const std::vector<std::string> coups = p.legal();
            p.play(coups[hasard() % coups.size()]);
        }
        if (p.over()) somme += p.outcome();
        while (joues-- > 0) p.undo();
    }
    return somme;
}

// Ce que vaut la position pour le premier joueur, en regardant « profondeur » coups plus loin ; alpha et beta : ce que chacun
// s'est déjà assuré ailleurs. « meilleur » reçoit le coup.
static int valeur(Position &p, int profondeur, int alpha, int beta, std::string *meilleur = nullptr) {
    noeuds++;
    if (p.over()) return p.outcome() * (GAGNE + profondeur); // plus tôt, c'est mieux
    if (profondeur == 0) return estimer(p);
    const bool premier = p.to_move() == 1; // il veut le plus, le second le moins
    for (const std::string &coup : p.legal()) {
        if (alpha >= beta || Horloge::now() > fin) break;
        p.play(coup);
        const int v = valeur(p, profondeur - 1, alpha, beta);
        p.undo();
        if (Horloge::now() > fin || (premier ? v <= alpha : v >= beta)) continue; // faute de temps v ne vaut rien
        (premier ? alpha : beta) = v;
        if (meilleur) *meilleur = coup;
    }
    return premier ? alpha : beta;
}

int main() {
    std::optional<Position> p;
    std::string ligne, coup, pourquoi = "pas de partie";
    const auto commence = [&](const char *mot) { return ligne.rfind(mot, 0) == 0; };
    while (std::getline(std::cin, ligne) && ligne != "quit") { // n'imprimez que des messages : un journal va sur std::cerr
        if (commence("hello ")) {
            std::cout << "engine 1 deux-coups-cpp" << std::endl; // std::endl : la ligne part aussitôt
        } else if (commence("game ")) { // une partie commence, ou reprend
            p.reset();
            try {
                p = Position::start_line(ligne);
            } catch (const jeux::Error &erreur) {
                pourquoi = erreur.what();
            }
        } else if (commence("go ") && !p) {
            std::cout << "error " << pourquoi << std::endl;
        } else if (commence("go ")) { // à nous, en tant de millisecondes : la moitié suffit, et laisse le temps de répondre
            const auto debut = Horloge::now();
            fin = debut + std::chrono::milliseconds(std::stol(ligne.substr(3)) / 2);
            noeuds = 0;
            coup = p->legal().front(); // faute de temps, le premier de la liste
            for (int profondeur = 1; profondeur <= 2; profondeur++) // s'il n'y a pas le temps de voir deux coups, un suffit
                valeur(*p, profondeur, -2 * GAGNE, 2 * GAGNE, &coup);
            const std::chrono::duration<double> duree = Horloge::now() - debut;
            std::cout << "info " << noeuds << " positions, " << static_cast<long>(noeuds / duree.count()) << " par seconde\n"
                      << "move " << coup << std::endl;
        } else if (commence("opponent ") && p) {
            p->play(ligne.substr(9));
        } else if (commence("verdict VALID ") && p) { // le nôtre compte
            p->play(coup);
        } // tout autre message n'attend rien
    }
}
