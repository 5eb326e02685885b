{ Makes a grid with a wall too few, if there is to be any. }
library mauvaise_grille_murs;

{$define MON_INIT}
{$I commun.inc}

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
begin
    if nb_walls > 0 then
        dec(nb_walls);
    remplir(_grid, h, w, nb_walls);
end;

exports
    get_name, init_grid, play, outcome;
end.
