{ Never returns from init_grid. }
library boucle_init;

{$define MON_INIT}
{$I commun.inc}

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
begin
    remplir(_grid, h, w, nb_walls);
    while true do;
end;

exports
    get_name, init_grid, play, outcome;
end.
