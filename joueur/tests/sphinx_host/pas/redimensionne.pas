{ Makes its grid a row higher in init_grid. }
library redimensionne;

{$define MON_INIT}
{$I commun.inc}

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
begin
    remplir(_grid, h, w, nb_walls);
    SetLength(_grid, h + 1, w);
end;

exports
    get_name, init_grid, play, outcome;
end.
