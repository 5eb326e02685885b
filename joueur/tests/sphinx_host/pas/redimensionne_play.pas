{ Makes its last row a cell wider in play. }
library redimensionne_play;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    play := jouer(_grid, h, w);
    SetLength(_grid[h - 1], w + 1);
end;

exports
    get_name, init_grid, play, outcome;
end.
