{ Gives its name twice, the longer one first: the end of that stays in the buffer; plays legally. }
library nom_deux_fois;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := 'Bot12';
    get_name := 'Bot';
end;

exports
    get_name, init_grid, play, outcome;
end.
