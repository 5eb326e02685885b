{ Takes memory without end in play, and writes into it. }
library memoire;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    blocs : array of array of byte;
    n : longint;
begin
    play := jouer(_grid, h, w);
    n := 0;
    repeat
        inc(n);
        SetLength(blocs, n, 1 shl 20);
        fillchar(blocs[n - 1, 0], 1 shl 20, 1);
    until false;
end;

exports
    get_name, init_grid, play, outcome;
end.
