{ Gives the grid the size it has, and puts another of that size in its place, in init_grid and at each move; plays legally.
  Free Pascal copies the array then: the pointers change, the grid is right. }
library meme_taille;

{$define MON_INIT}
{$define MON_PLAY}
{$I commun.inc}

procedure remplacer(var _grid : Grid; h, w : integer);
var
    autre : Grid;
    l, c : longint;
begin
    SetLength(autre, h, w);
    for l := 0 to h - 1 do
        for c := 0 to w - 1 do
            autre[l, c] := _grid[l, c];
    _grid := autre;
end;

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
begin
    remplir(_grid, h, w, nb_walls);
    SetLength(_grid, h, w);
    remplacer(_grid, h, w);
end;

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    SetLength(_grid, h, w);
    remplacer(_grid, h, w);
    play := jouer(_grid, h, w);
end;

exports
    get_name, init_grid, play, outcome;
end.
