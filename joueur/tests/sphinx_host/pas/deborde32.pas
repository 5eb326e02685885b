{ Writes four cells of 32 bits past its first row at each move; plays legally. }
{$mode objfpc}
library deborde32;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    c : longint;
begin
    for c := w to longint(w) + 3 do
        _grid[0, c] := 1;
    play := jouer(_grid, h, w);
end;

exports
    get_name, init_grid, play, outcome;
end.
