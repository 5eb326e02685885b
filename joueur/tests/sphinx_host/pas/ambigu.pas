{ Makes a grid of 32-bit cells that is valid too when it is read as one of 16-bit cells, if the walls are few enough: the entry
  and the treasure are in the first column, which is free between them, and the walls are in the left half. }
{$mode objfpc}
library ambigu;

{$define MON_NOM}
{$define MON_INIT}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := 'ambigu';
end;

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
var
    i, colonnes : longint;
begin
    colonnes := (longint(w) + 1) div 2;
    if (h < 2) or (nb_walls > h * (colonnes - 1)) then
        remplir(_grid, h, w, nb_walls)
    else
    begin
        _grid[0, 0] := 2;
        _grid[h - 1, 0] := 3;
        for i := 0 to nb_walls - 1 do
            _grid[i div (colonnes - 1), 1 + i mod (colonnes - 1)] := 1;
    end;
end;

exports
    get_name, init_grid, play, outcome;
end.
