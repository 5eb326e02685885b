// Colonnes de trois : un coup légal au hasard. c++ -std=c++17 -o hasard-cpp hasard.cpp ; joueur ... --moteur 'pipe:./hasard-cpp'
#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using Coups = std::vector<std::string>;

std::array<std::vector<int>, 9> piles; // le pion 0 est à qui a commencé, le pion 1 à l'autre
int n = 0;                             // demi-coups joués

int numero(const std::string &nom) { return nom[0] - 'A' + 3 * (nom[1] - '1'); }
std::string nom(int k) { return {char('A' + k % 3), char('1' + k / 3)}; }

void jouer(const std::string &coup) { // « B2 » pose un pion, « B2-B3 » en déplace un, « passe » ne change rien
    int pion = n++ % 2;
    if (coup == "passe") return;
    if (coup.size() == 5) piles[numero(coup)].pop_back();
    piles[numero(coup.substr(coup.size() - 2))].push_back(pion);
}

Coups coups() { // les coups légaux : d'abord les 16 pions, puis des déplacements vers une case voisine
    Coups liste;
    for (int de = 0; de < 9; de++)
        for (int vers = 0; vers < 9; vers++) {
            if (piles[vers].size() == 3) continue;
            bool voisines = std::abs(de % 3 - vers % 3) + std::abs(de / 3 - vers / 3) == 1;
            if (n < 16 && de == vers) liste.push_back(nom(vers));
            if (n >= 16 && voisines && !piles[de].empty() && piles[de].back() == n % 2)
                liste.push_back(nom(de) + "-" + nom(vers));
        }
    return liste.empty() ? Coups{"passe"} : liste;
}

std::string choisir() { // VOTRE IDÉE ICI : choisissez mieux qu'au hasard
    static std::mt19937 hasard{std::random_device{}()};
    Coups liste = coups();
    return liste[hasard() % liste.size()];
}

int main() {
    bool connu = false; // la partie annoncée est de Colonnes
    std::string ligne, mot, suite, coup;
    while (std::getline(std::cin, ligne)) {
        std::istringstream mots(ligne);
        mot.clear(), suite.clear(), mots >> mot >> suite;
        if (mot == "quit") break;
        if (mot == "hello") std::cout << "engine 1 hasard-cpp" << std::endl; // endl vide la sortie : sans cela, l'arbitre ne verrait rien
        else if (mot == "game") { // moves : les coups déjà joués, quand la partie est reprise
            connu = suite == "colonnes", piles = {}, n = 0;
            while (mots >> mot)
                if (mot.rfind("moves=", 0) == 0)
                    for (std::istringstream joues(mot.substr(6)); std::getline(joues, coup, ',');) jouer(coup);
        } else if (mot == "opponent") jouer(suite);
        else if (mot == "verdict" && suite == "VALID") jouer(coup);
        else if (mot == "go" && !connu) std::cout << "error jeu inconnu" << std::endl;
        else if (mot == "go") std::cout << "move " << (coup = choisir()) << std::endl;
    }
}
