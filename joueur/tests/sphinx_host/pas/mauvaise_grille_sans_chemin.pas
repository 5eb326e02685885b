{ Makes a grid whose walls, at least two, shut the entry in its corner. }
library mauvaise_grille_sans_chemin;

{$define MON_INIT}
{$I commun.inc}

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
var
    l, c : longint;
begin
    _grid[0, 0] := 2;
    _grid[h - 1, w - 1] := 3;
    for l := 0 to h - 1 do
        for c := 0 to w - 1 do
            if (l + c = 1) and (nb_walls > 0) and (_grid[l, c] = 0) then
            begin
                _grid[l, c] := 1;
                dec(nb_walls);
            end;
    for l := 0 to h - 1 do
        for c := 0 to w - 1 do
            if (nb_walls > 0) and (_grid[l, c] = 0) then
            begin
                _grid[l, c] := 1;
                dec(nb_walls);
            end;
end;

exports
    get_name, init_grid, play, outcome;
end.
