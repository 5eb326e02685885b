"""The examples of the documentation."""

import doctest

import arbitre
import arbitre._arbitre
import arbitre._duel
import arbitre._engine
import arbitre._game

finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
for module in (arbitre, arbitre._duel, arbitre._engine, arbitre._game):
    for test in finder.find(module, module.__name__):
        runner.run(test)
for native in (arbitre.BasePosition, arbitre.Position, arbitre.Board, arbitre.View):
    for test in finder.find(native, native.__name__, module=arbitre):
        runner.run(test)
results = runner.summarize()
assert results.failed == 0 and results.attempted >= 40, results
for name in arbitre.__all__:
    thing = getattr(arbitre, name)
    assert isinstance(thing, arbitre.Game) or thing.__doc__, name
    for attribute, value in vars(thing).items() if isinstance(thing, type) else ():
        assert attribute.startswith("_") or getattr(value, "__doc__", None), (name, attribute)
