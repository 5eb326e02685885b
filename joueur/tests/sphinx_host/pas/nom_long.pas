{ Has a name of 200 characters; plays legally. }
library nom_long;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
var
    nom : string;
begin
    nom := '';
    while length(nom) < 200 do
        nom := nom + chr(ord('a') + length(nom) mod 26);
    get_name := nom;
end;

exports
    get_name, init_grid, play, outcome;
end.
