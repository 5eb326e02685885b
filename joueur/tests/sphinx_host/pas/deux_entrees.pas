{ Makes a grid with two entries. }
library deux_entrees;

{$define MON_INIT}
{$I commun.inc}

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
var
    l, c, entrees : longint;
begin
    remplir(_grid, h, w, nb_walls);
    entrees := 1;
    { A free cell becomes the second one: it needs one. }
    for l := 0 to h - 1 do
        for c := 0 to w - 1 do
            if (_grid[l, c] = 0) and (entrees = 1) then
            begin
                _grid[l, c] := 2;
                inc(entrees);
            end;
end;

exports
    get_name, init_grid, play, outcome;
end.
