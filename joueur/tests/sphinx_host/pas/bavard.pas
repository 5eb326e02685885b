{ Prints at each call lines that look like a protocol and bytes that look like none; plays legally. }
library bavard;

{$define MON_NOM}
{$define MON_INIT}
{$define MON_PLAY}
{$define MON_OUTCOME}
{$I commun.inc}

procedure bavarder;
var
    i : longint;
begin
    for i := 1 to 2000 do
        writeln('move 0:1');
    writeln('bye', #10, 'error', #10, #0#255#254#27'[2Jwin', #13#10, 'grid 2 3');
    flush(output);
    write('move 0:1');
    writeln(stderr, 'error');
end;

function get_name : string; cdecl;
begin
    bavarder;
    get_name := 'bavard';
end;

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
begin
    bavarder;
    remplir(_grid, h, w, nb_walls);
end;

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
begin
    bavarder;
    play := jouer(_grid, h, w);
end;

procedure outcome(var _grid : Grid; h, w : integer; just_played : Coord; answer : integer); cdecl;
begin
    bavarder;
    noter(_grid, just_played, answer);
end;

exports
    get_name, init_grid, play, outcome;
end.
