//! Comments not seen yet, by player.

use jeux::labyrinthe::Comment;
use jeux::{ByPlayer, Player};

/// The most comments of one player that are kept for a reader.
pub const KEPT_PER_PLAYER: usize = 5;
/// The longest comment in characters, as in the C library; with this, ten of them and a picture fit a message of 2017.
pub const MAX_COMMENT: usize = 100;

/// The comments of a game: each is shown once to each player, with his next `DISP_GAME`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommentBook {
    unseen: ByPlayer<Vec<Comment>>,
}

impl CommentBook {
    /// An empty book.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a comment, cut to [`MAX_COMMENT`] characters. Where the reader has seen none of the last ones, the oldest of
    /// the same player makes room.
    pub fn say(&mut self, from: Player, text: &str) {
        let text = text.chars().take(MAX_COMMENT).collect::<String>();
        for reader in Player::ALL {
            let unseen = &mut self.unseen[reader];
            unseen.push(Comment { from, text: text.clone() });
            let said = unseen.iter().filter(|comment| comment.from == from).count();
            if said > KEPT_PER_PLAYER
                && let Some(oldest) = unseen.iter().position(|comment| comment.from == from)
            {
                unseen.remove(oldest);
            }
        }
    }

    /// The comments that this player has not seen, in the order in which they were made; he has seen them now.
    pub fn take(&mut self, reader: Player) -> Vec<Comment> {
        std::mem::take(&mut self.unseen[reader])
    }
}

#[cfg(test)]
mod tests {
    use jeux::labyrinthe::{Labyrinth, MAX_SIDE, Maze, Picture};

    use super::super::{Edition, encode_message};
    use super::*;

    fn texts(comments: &[Comment]) -> Vec<&str> {
        comments.iter().map(|comment| comment.text.as_str()).collect()
    }

    /// The scenarios comments and regular_comment_and_display.
    #[test]
    fn each_comment_is_shown_once_to_each() {
        let mut book = CommentBook::new();
        (0..7).for_each(|n| book.say(Player::First, &n.to_string()));
        book.say(Player::Second, "me too");
        book.say(Player::First, "déjà vu");
        let seen = book.take(Player::Second);
        assert_eq!(texts(&seen), ["3", "4", "5", "6", "me too", "déjà vu"]);
        assert_eq!(book.take(Player::Second), []);
        book.say(Player::Second, "more");
        assert_eq!(texts(&book.take(Player::First)), ["3", "4", "5", "6", "me too", "déjà vu", "more"]);
        assert_eq!(texts(&book.take(Player::Second)), ["more"]);
    }

    #[test]
    fn the_largest_picture_fits_a_message_of_2017() {
        let mut book = CommentBook::new();
        let longest = "\u{1F3C6}".repeat(2 * MAX_COMMENT);
        (0..20).for_each(|n| book.say(Player::ALL[n % 2], &longest));
        let comments = book.take(Player::First);
        assert_eq!(comments.len(), 2 * KEPT_PER_PLAYER);
        assert_eq!(comments[0].text.chars().count(), MAX_COMMENT);
        let mut maze = Maze::open(MAX_SIDE, MAX_SIDE).expect("a size");
        let middle = (MAX_SIDE / 2) as u8;
        maze.cells().filter(|cell| cell.y != middle).for_each(|cell| maze.set_wall(cell, true));
        let position = Labyrinth::new(maze).expect("a labyrinth");
        let name = "a".repeat(20);
        let names = ByPlayer { first: name.as_str(), second: &name };
        let picture = Picture { position: &position, names, comments: &comments, colours: true };
        assert_eq!(encode_message(Edition::E2017, &picture.to_string(), &mut Vec::new()), Ok(()));
    }
}
