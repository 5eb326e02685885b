{ Has no name; plays legally. }
library nom_vide;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := '';
end;

exports
    get_name, init_grid, play, outcome;
end.
