"""For mypy --strict: the types that a program sees."""

from __future__ import annotations

import random

import arbitre


def best(p: arbitre.Board, clock: arbitre.Clock) -> str:
    values: dict[str, arbitre.Value] = p.values()
    if clock.over:
        return next(iter(values))
    return max(p.legal(), key=lambda mv: -(p.after(mv).outcome or 0))


board: arbitre.Board = arbitre.sept_couleurs.start(L=7, H=6, or_=True, seed=3)
seen: dict[arbitre.Position, int] = {board.position: 1}
told: arbitre.Told = board.play(random.choice(board.legal()))
answer: str | None = told.answer
view: arbitre.View = arbitre.sphinx.view(arbitre.sphinx.draw(), 1)
result: arbitre.Duel = arbitre.duel(best, "parfait", n=2)
score: float = result.score
try:
    board.play("Z9")
except arbitre.BadParameter as error:
    name: str = error.name
except arbitre.IllegalMove as error:
    code: tuple[str, tuple[str, ...]] = (error.code, error.arguments)
