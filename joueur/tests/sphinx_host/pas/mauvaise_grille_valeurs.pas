{ Puts a 7 and a -1 into its grid. }
library mauvaise_grille_valeurs;

{$define MON_INIT}
{$I commun.inc}

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
begin
    remplir(_grid, h, w, nb_walls);
    _grid[0, 0] := 7;
    _grid[h - 1, w - 1] := -1;
end;

exports
    get_name, init_grid, play, outcome;
end.
