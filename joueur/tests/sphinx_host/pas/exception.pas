{ Raises an exception in play that nobody catches: status 217. }
{$mode objfpc}
library exception_en_jeu;

uses
    SysUtils;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    play := jouer(_grid, h, w);
    raise Exception.Create('play');
end;

exports
    get_name, init_grid, play, outcome;
end.
