{ Cuts its name: the rest of it stays far behind in the buffer; plays legally. }
library nom_coupe;

{$define MON_NOM}
{$I commun.inc}

function get_name : string; cdecl;
begin
    get_name := 'UnBotQuiACeNom';
    delete(get_name, 6, 100);
end;

exports
    get_name, init_grid, play, outcome;
end.
