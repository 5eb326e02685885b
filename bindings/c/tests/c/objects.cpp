// The header for C++17.
#include <cstdlib>
#include <iostream>
#include <jeux.hpp>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            std::cerr << __LINE__ << ": " << #condition << std::endl; \
            std::exit(1); \
        } \
    } while (0)

using jeux::Position;
using jeux::View;

template <typename Work> static int code(Work work) {
    try {
        work();
    } catch (const jeux::Error &error) {
        CHECK(*error.what() && error.reason().front() == '{' && !error.sentence("fr").empty());
        return error.code();
    }
    return JEUX_OK;
}

int main() {
    CHECK(jeux::games().find("\"coursidor\"") != std::string::npos);
    Position position = Position::start("colonnes");
    CHECK(position.to_move() == 1 && !position.over() && position.outcome() == JEUX_ONGOING && position.game() == "colonnes");
    CHECK(position.legal().size() == 9 && position.count() == 9 && position.is_legal("B2") && !position.is_legal("Z9"));
    position.play("b2");
    CHECK(position.told() == "B2" && position.answer().empty() && position.moves() == std::vector<std::string>{"B2"});
    Position copy = position, moved = std::move(copy);
    CHECK(moved == position && moved.key() == position.key() && !moved.undo());
    copy = moved;
    CHECK(copy == moved && position.undo() && !position.undo() && moved != position);
    CHECK(code([&] { position.play("Z9"); }) == JEUX_NOT_A_MOVE && code([&] { position.check("A1-A2"); }) == JEUX_ILLEGAL);
    CHECK(code([&] { position.play(std::string_view("A1\0", 3)); }) == JEUX_NOT_A_MOVE && code([&] { position.play({}); }) == JEUX_NOT_A_MOVE);
    CHECK(code([] { Position::start("echecs"); }) == JEUX_UNKNOWN_GAME && code([] { Position::start("colonnes", "{"); }) == JEUX_NOT_JSON);
    CHECK(code([] { Position::start("labyrinthe", "{\"L\": 14}"); }) == JEUX_BAD_PARAMETER);
    CHECK(code([] { Position::start_line("go 3"); }) == JEUX_BAD_MESSAGE);
    CHECK(code([] { Position::start_line("game morpion first moves=A1,A1"); }) == JEUX_ILLEGAL);
    CHECK(position.drawing().find("data-touch") != std::string::npos && !position.touches("B2").empty() && !position.picture().empty());

    const Position gone = std::move(moved);
    CHECK(moved.legal().empty() && moved.count() == 0 && code([&] { moved.play("B2"); }) == JEUX_BAD_ARGUMENT);

    Position full = Position::start("sphinx", "{\"h\": 3, \"w\": 3, \"n\": 2}", 5);
    View first("sphinx", full.setup(), 1), second("sphinx", full.setup(), 2);
    while (!full.over()) {
        const int mover = full.to_move();
        const std::string move = (mover == 1 ? first : second).legal().front();
        (mover == 1 ? first : second).check(move);
        full.play(move);
        View &own = mover == 1 ? first : second, &other = mover == 1 ? second : first;
        if (full.answer().empty())
            own.own(move);
        else
            own.own(move, full.answer());
        other.opponent(full.told());
    }
    CHECK(!first.picture().empty() && code([&] { first.own("x"); }) == JEUX_ILLEGAL);
    CHECK(code([] { View("sphinx", "{}", 1); }) == JEUX_BAD_PARAMETER && code([] { View("morpion", "{}", 3); }) == JEUX_BAD_ARGUMENT);
    std::cout << "ok" << std::endl;
}
