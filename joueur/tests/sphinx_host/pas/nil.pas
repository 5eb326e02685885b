{ Follows a nil pointer in play: a signal. }
library pointeur_nil;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    personne : ^Coord;
begin
    personne := nil;
    play := personne^;
end;

exports
    get_name, init_grid, play, outcome;
end.
