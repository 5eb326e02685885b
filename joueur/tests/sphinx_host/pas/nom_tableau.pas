{ Has a name in an array of 20 characters, of which the last ones are zero; plays legally. }
library nom_tableau;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
const
    nom : array[1..20] of char = 'Sphinx';
begin
    get_name := nom;
end;

exports
    get_name, init_grid, play, outcome;
end.
