// Un moteur qui regarde deux coups plus loin, pour tous les jeux sans secrets : les règles sont dans la bibliothèque jeux (jeux.hpp).
//   make -C bindings/c install PREFIX=$HOME/jeux
//   c++ -std=c++17 -O2 -o deux-coups-cpp deux_coups.cpp -I$HOME/jeux/include $HOME/jeux/lib/libjeux.a -lpthread -ldl -lm
// à lancer par : joueur ... --moteur 'pipe:./deux-coups-cpp'. Tous les messages : protocol/MOTEUR.md
#include <algorithm>
#include <chrono>
#include <iostream>
#include <jeux.hpp>
#include <optional>
#include <string>

using Horloge = std::chrono::steady_clock;
using jeux::Position;

const int GAGNE = 1000000;
static long noeuds;             // les positions vues,
static Horloge::time_point fin; // et quand il faut répondre

// VOTRE IDÉE ICI : ce que vaut une position où la partie continue. Pour l'instant : qui a le plus de coups ;
// « avant » compte ceux de la position précédente, où c'était en général à l'autre.
static int estimer(int coups, int avant) { return coups + avant; }

// Ce que vaut la position pour le premier joueur, en regardant « profondeur » coups plus loin ; alpha et beta : ce que chacun
// s'est déjà assuré ailleurs. « meilleur » reçoit le coup.
static int valeur(Position &p, int profondeur, int alpha, int beta, int avant, std::string *meilleur = nullptr) {
    noeuds++;
    const int moi = p.to_move() == 1 ? 1 : -1; // le premier joueur veut le plus, le second le moins
    if (p.over()) return p.outcome() * (GAGNE + profondeur); // plus tôt, c'est mieux
    const int coups = moi * static_cast<int>(p.count());
    if (profondeur == 0) return estimer(coups, avant);
    bool premier = true;
    for (const std::string &coup : p.legal()) {
        if (alpha >= beta || (!premier && Horloge::now() > fin)) break;
        p.play(coup);
        const int v = valeur(p, profondeur - 1, alpha, beta, coups);
        p.undo();
        if (meilleur && (premier || (moi == 1 ? v > alpha : v < beta))) *meilleur = coup;
        premier = false;
        if (moi == 1) alpha = std::max(alpha, v);
        else beta = std::min(beta, v);
    }
    return moi == 1 ? alpha : beta;
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
            valeur(*p, 2, -2 * GAGNE, 2 * GAGNE, 0, &coup);
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
