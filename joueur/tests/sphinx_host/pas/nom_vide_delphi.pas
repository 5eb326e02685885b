{ Has for a name a long string that is empty, which is a nil pointer; plays legally. }
{$mode delphi}
library nom_vide_delphi;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := '';
end;

exports
    get_name, init_grid, play, outcome;
end.
