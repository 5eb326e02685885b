{ Plays legally, with integers of 32 bits. }
{$mode objfpc}
library objfpc;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := 'objfpc';
end;

exports
    get_name, init_grid, play, outcome;
end.
