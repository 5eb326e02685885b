{ Takes memory without end in play. It does not write into it: what ends it is the limit of the
  addresses, and two gigabytes that are really used can take longer than a turn. }
library memoire;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    bloc : pointer;
begin
    play := jouer(_grid, h, w);
    repeat
        getmem(bloc, 1 shl 20);
    until false;
end;

exports
    get_name, init_grid, play, outcome;
end.
