// jeux.hpp - jeux.h for C++17: objects that free themselves, exceptions, std::string.
//
//     c++ -std=c++17 my_engine.cpp $(pkg-config --cflags --libs jeux)
#ifndef JEUX_HPP
#define JEUX_HPP

#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jeux.h"

namespace jeux {

// Why something was refused.
class Error : public std::runtime_error {
public:
    Error(int code, std::string reason, const std::string &sentence)
        : std::runtime_error(sentence), code_(code), reason_(std::move(reason)) {}

    // JEUX_ILLEGAL and so on.
    int code() const noexcept { return code_; }
    // The reason as JSON: {"code": "full", "args": ["B2"]}. what() is its sentence in English.
    const std::string &reason() const noexcept { return reason_; }
    // Its sentence in "en" or "fr".
    std::string sentence(std::string_view language) const;

private:
    int code_;
    std::string reason_;
};

namespace detail {

// A text without characters may come without memory.
inline const char *data(std::string_view text) noexcept { return text.data() ? text.data() : ""; }

struct FreeText {
    void operator()(char *text) const noexcept { jeux_free(text); }
};
using Text = std::unique_ptr<char, FreeText>;

// Takes a text of the library; nothing for NULL.
inline std::string taken(char *text) {
    const Text owner(text);
    return text ? std::string(text, jeux_size(text) - 1) : std::string();
}

inline std::vector<std::string> taken_list(char *list, std::size_t count) {
    const Text owner(list);
    std::vector<std::string> texts;
    if (!list)
        return texts;
    texts.reserve(count);
    for (const char *text = list; *text; text += texts.back().size() + 1)
        texts.emplace_back(text);
    return texts;
}

inline std::string sentence(std::string_view reason, std::string_view language) {
    return taken(jeux_sentence(data(reason), reason.size(), data(language), language.size()));
}

[[noreturn]] inline void fail(int code, char *why) {
    std::string reason = taken(why);
    std::string said = sentence(reason, "en");
    throw Error(code, std::move(reason), said);
}

inline void check(int code, char *why) {
    if (code < -1)
        fail(code, why);
}

// A constructor of the library gives no code: that of the reason is enough to tell them apart.
template <typename T> T *made(T *object, char *why) {
    if (object)
        return object;
    const std::string_view reason(why ? why : "");
    const auto has = [&](std::string_view code) { return reason.find("{\"code\":\"" + std::string(code) + "\"") == 0; };
    fail(has("unknown-game")   ? JEUX_UNKNOWN_GAME
         : has("game-setup")   ? JEUX_BAD_PARAMETER
         : has("not-json")     ? JEUX_NOT_JSON
         : has("bad-message")  ? JEUX_BAD_MESSAGE
         : has("bad-argument") ? JEUX_BAD_ARGUMENT
         : has("not-a-move")   ? JEUX_NOT_A_MOVE
         : has("internal")     ? JEUX_INTERNAL
                               : JEUX_ILLEGAL,
         why);
}

} // namespace detail

inline std::string Error::sentence(std::string_view language) const { return detail::sentence(reason_, language); }

// Every game with its parameters, as JSON: see jeux_games.
inline std::string games() { return detail::taken(jeux_games()); }

// A position of a game. Moved from, it can only be assigned to or destroyed.
class Position {
public:
    // Parameters are JSON; none stands for the defaults. See jeux_start.
    static Position start(std::string_view game, std::string_view parameters = {}, std::uint64_t seed = 0) {
        char *why = nullptr;
        auto *made = jeux_start(detail::data(game), game.size(), detail::data(parameters), parameters.size(), seed, &why);
        return Position(detail::made(made, why));
    }

    // See jeux_start_from.
    static Position start_from(std::string_view game, std::string_view setup) {
        char *why = nullptr;
        auto *made = jeux_start_from(detail::data(game), game.size(), detail::data(setup), setup.size(), &why);
        return Position(detail::made(made, why));
    }

    // From a line of the engine protocol: see jeux_start_line.
    static Position start_line(std::string_view line) {
        char *why = nullptr;
        auto *made = jeux_start_line(detail::data(line), line.size(), &why);
        return Position(detail::made(made, why));
    }

    // A copy, on which no move can be taken back.
    Position(const Position &other) : position_(other.position_ ? jeux_copy(other.position_.get()) : nullptr) {
        if (other.position_ && !position_)
            throw std::bad_alloc();
    }
    Position &operator=(const Position &other) {
        Position copy(other);
        position_ = std::move(copy.position_);
        return *this;
    }
    Position(Position &&) noexcept = default;
    Position &operator=(Position &&) noexcept = default;

    std::string game() const { return detail::taken(jeux_game(get())); }
    // JSON.
    std::string setup() const { return detail::taken(jeux_setup(get())); }
    // 1 or 2.
    int to_move() const { return number(jeux_to_move(get())); }
    // 1, -1 or 0; JEUX_ONGOING.
    int outcome() const { return number(jeux_outcome(get())); }
    bool over() const { return outcome() != JEUX_ONGOING; }
    // JSON; empty where it goes without saying.
    std::string ended() const { return detail::taken(jeux_ended(get())); }

    std::vector<std::string> legal() const {
        std::size_t count = 0;
        char *list = jeux_legal(get(), &count);
        return detail::taken_list(list, count);
    }
    std::size_t count() const { return jeux_count(get()); }
    bool is_legal(std::string_view move) const {
        return jeux_check(get(), detail::data(move), move.size(), nullptr) == JEUX_OK;
    }
    // Throws why a move is refused.
    void check(std::string_view move) const {
        char *why = nullptr;
        const int code = jeux_check(get(), detail::data(move), move.size(), &why);
        detail::check(code, why);
    }
    // Throws why it is refused; the position is unchanged then.
    void play(std::string_view move) {
        char *why = nullptr;
        const int code = jeux_play(get(), detail::data(move), move.size(), &why);
        detail::check(code, why);
    }
    // Takes the last move back; false if there is none.
    bool undo() { return number(jeux_undo(get())) == JEUX_OK; }
    // The moves that can be taken back.
    std::vector<std::string> moves() const {
        std::size_t count = 0;
        char *list = jeux_moves(get(), &count);
        return detail::taken_list(list, count);
    }
    // Empty if nothing: see jeux_answer and jeux_told.
    std::string answer() const { return detail::taken(jeux_answer(get())); }
    std::string told() const { return detail::taken(jeux_told(get())); }

    // The scene is JSON: see jeux_picture.
    std::string picture(std::string_view scene = {}) const {
        return detail::taken(jeux_picture(get(), detail::data(scene), scene.size()));
    }
    std::string drawing(std::string_view scene = {}) const {
        return detail::taken(jeux_drawing(get(), detail::data(scene), scene.size()));
    }
    std::vector<std::string> touches(std::string_view move) const {
        std::size_t count = 0;
        char *list = jeux_touches(get(), detail::data(move), move.size(), &count);
        return detail::taken_list(list, count);
    }

    std::uint64_t key() const { return jeux_key(get()); }
    friend bool operator==(const Position &one, const Position &other) {
        return jeux_equals(one.get(), other.get()) == 1;
    }
    friend bool operator!=(const Position &one, const Position &other) { return !(one == other); }

    // For the functions of jeux.h.
    jeux_position *get() noexcept { return position_.get(); }
    const jeux_position *get() const noexcept { return position_.get(); }

private:
    explicit Position(jeux_position *position) : position_(position) {}
    static int number(int code) {
        if (code <= JEUX_BAD_ARGUMENT && code != JEUX_NOTHING_TO_UNDO)
            throw Error(code, "", "no position");
        return code;
    }

    struct Free {
        void operator()(jeux_position *position) const noexcept { jeux_free_position(position); }
    };
    std::unique_ptr<jeux_position, Free> position_;
};

// What one player may know of a game: see the functions jeux_view_...
class View {
public:
    View(std::string_view game, std::string_view setup, int me) {
        char *why = nullptr;
        auto *made = jeux_view_start(detail::data(game), game.size(), detail::data(setup), setup.size(), me, &why);
        view_.reset(detail::made(made, why));
    }

    // From a line of the engine protocol.
    static View start_line(std::string_view line) {
        char *why = nullptr;
        auto *made = jeux_view_start_line(detail::data(line), line.size(), &why);
        return View(detail::made(made, why));
    }

    // 1 or 2; 0 when the game is over.
    int to_move() const { return jeux_view_to_move(view_.get()); }
    std::vector<std::string> legal() const {
        std::size_t count = 0;
        char *list = jeux_view_legal(view_.get(), &count);
        return detail::taken_list(list, count);
    }
    void check(std::string_view move) const {
        char *why = nullptr;
        const int code = jeux_view_check(view_.get(), detail::data(move), move.size(), &why);
        detail::check(code, why);
    }
    // No answer is not an empty one.
    void own(std::string_view move) { own(move, nullptr, 0); }
    void own(std::string_view move, std::string_view answer) { own(move, detail::data(answer), answer.size()); }
    void opponent(std::string_view told) {
        char *why = nullptr;
        const int code = jeux_view_opponent(view_.get(), detail::data(told), told.size(), &why);
        detail::check(code, why);
    }
    std::string picture(std::string_view scene = {}) const {
        return detail::taken(jeux_view_picture(view_.get(), detail::data(scene), scene.size()));
    }
    std::string drawing(std::string_view scene = {}) const {
        return detail::taken(jeux_view_drawing(view_.get(), detail::data(scene), scene.size()));
    }
    std::vector<std::string> touches(std::string_view move) const {
        std::size_t count = 0;
        char *list = jeux_view_touches(view_.get(), detail::data(move), move.size(), &count);
        return detail::taken_list(list, count);
    }

private:
    explicit View(jeux_view *view) : view_(view) {}
    void own(std::string_view move, const char *answer, std::size_t length) {
        char *why = nullptr;
        const int code = jeux_view_own(view_.get(), detail::data(move), move.size(), answer, length, &why);
        detail::check(code, why);
    }

    struct Free {
        void operator()(jeux_view *view) const noexcept { jeux_free_view(view); }
    };
    std::unique_ptr<jeux_view, Free> view_;
};

} // namespace jeux

#endif
