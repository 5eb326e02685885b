{ Never returns from play. }
library boucle;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    play := jouer(_grid, h, w);
    while true do;
end;

exports
    get_name, init_grid, play, outcome;
end.
