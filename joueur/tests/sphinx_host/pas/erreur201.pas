{ Has a range check error in play: status 201. }
library erreur201;

{$define MON_PLAY}
{$I commun.inc}

{$R+}
function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    play := jouer(_grid, h, w);
    play.l := _grid[h, 0];
end;
{$R-}

exports
    get_name, init_grid, play, outcome;
end.
