{ Writes nonsense over its private grid at each move; plays legally from a copy of its own. }
library ecrit_privee;

{$define MON_PLAY}
{$define MON_OUTCOME}
{$I commun.inc}

var
    copie : Grid;

procedure salir(var _grid : Grid; h, w : integer);
var
    l, c : longint;
begin
    for l := 0 to h - 1 do
        for c := 0 to w - 1 do
            _grid[l, c] := 3 - 7 * (l + c);
end;

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    l, c : longint;
begin
    if length(copie) = 0 then
    begin
        SetLength(copie, h, w);
        for l := 0 to h - 1 do
            for c := 0 to w - 1 do
                copie[l, c] := _grid[l, c];
    end;
    play := jouer(copie, h, w);
    salir(_grid, h, w);
end;

procedure outcome(var _grid : Grid; h, w : integer; just_played : Coord; answer : integer); cdecl;
begin
    noter(copie, just_played, answer);
    salir(_grid, h, w);
end;

exports
    get_name, init_grid, play, outcome;
end.
