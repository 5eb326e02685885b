{ Raises an exception at each move and catches it; plays legally. }
{$mode objfpc}
library exception_attrapee;

uses
    SysUtils;

{$define MON_PLAY}
{$I commun.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    try
        raise Exception.Create('play');
    except
        on Exception do
            play := jouer(_grid, h, w);
    end;
end;

exports
    get_name, init_grid, play, outcome;
end.
