{ Writes 200 megabytes from its first row on, in play: over whatever is there, until a signal. }
library deborde_loin;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    c : longint;
begin
    play := jouer(_grid, h, w);
    for c := 0 to 100000000 do
        _grid[0, c] := 1;
end;

exports
    get_name, init_grid, play, outcome;
end.
