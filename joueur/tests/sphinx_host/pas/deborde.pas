{ Writes four cells past its first row at each move; plays legally. Cells of 16 bits, which a host has room for that has
  room for cells of 32. }
library deborde;

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
