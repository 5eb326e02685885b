{ Has control characters in its name, and a letter in Latin-1; plays legally. }
library nom_sale;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := 'na'#27'[2J'#10'move 0:1'#13#7#233;
end;

exports
    get_name, init_grid, play, outcome;
end.
