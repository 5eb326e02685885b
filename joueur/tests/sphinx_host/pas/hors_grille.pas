{ Always asks for a cell outside the grid. }
library hors_grille;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    play.l := -1;
    play.c := 500;
end;

exports
    get_name, init_grid, play, outcome;
end.
