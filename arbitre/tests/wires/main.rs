//! The wires in this process: receptions, seats and rencontres over real sockets, without a server around them.

mod colonnes;
mod labyrinthe;
mod room;
