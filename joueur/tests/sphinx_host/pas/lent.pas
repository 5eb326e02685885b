{ Takes 200 ms for each move; plays legally. }
library lent;

uses
    SysUtils;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    Sleep(200);
    play := jouer(_grid, h, w);
end;

exports
    get_name, init_grid, play, outcome;
end.
