/**
 * The rules of every game: positions, legal moves, playing and taking back, and what a player may know where players have secrets.
 *
 * <p>Everything begins with {@link arbitre.Position#start(String)}. The jar holds the library that it calls.
 */
package arbitre;
