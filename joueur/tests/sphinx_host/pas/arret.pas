{ Ends the process with status 3 in play. }
library arret;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    play := jouer(_grid, h, w);
    halt(3);
end;

exports
    get_name, init_grid, play, outcome;
end.
