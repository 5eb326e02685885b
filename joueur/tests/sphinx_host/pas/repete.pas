{ Asks for its first cell for ever. }
library repete;

{$define MON_PLAY}
{$I commun.inc}

var
    premiere : Coord;
    choisie : boolean;

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    if not choisie then
        premiere := jouer(_grid, h, w);
    choisie := true;
    play := premiere;
end;

exports
    get_name, init_grid, play, outcome;
end.
