{ Divides by zero in play: a signal. }
library division;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    rien : integer;
begin
    play := jouer(_grid, h, w);
    rien := h - h;
    play.l := w div rien;
end;

exports
    get_name, init_grid, play, outcome;
end.
