{ Plays legally, with integers of 32 bits and a name that is a long string. }
{$mode delphi}
library delphi;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := 'delphi';
end;

exports
    get_name, init_grid, play, outcome;
end.
