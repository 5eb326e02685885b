// Touching a board by finger and keys: what <arbitre-board> and the pages of a server have in common. A move is made by touching some
// places one after the other; each move says which: {touches}.

/** Where arrow keys lead: to the right, and down. */
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The middle of an element on the screen. */
export function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Of elements, the one nearest to a place on the screen; in a direction, if there is one. */
export function nearest(elements, [x, y], [right, down] = [0, 0]) {
  let found = null, least = Infinity;
  for (const element of elements) {
    const [a, b] = middle(element).map((place, axis) => place - [x, y][axis]);
    const along = a * right + b * down, aside = Math.abs(a * down) + Math.abs(b * right);
    const far = right || down ? (along > 1 ? along + 2 * aside : Infinity) : Math.hypot(a, b);
    if (far < least) [found, least] = [element, far];
  }
  return found;
}

/** The moves that begin with these touches. */
export function begun(moves, touched) {
  return moves.filter(({ touches }) => touches.length && touched.every((name, index) => touches[index] === name));
}

/** What is touched after one touch more, and the move that is made by it, if it is one. */
export function touch(moves, touched, name) {
  let way = [...touched, name];
  // Something else, or the same again: from the beginning.
  if (!begun(moves, way).length) way = touched.includes(name) || !begun(moves, [name]).length ? [] : [name];
  const made = way.length ? begun(moves, way).find(({ touches }) => touches.length === way.length) : undefined;
  return { touched: way, made };
}
