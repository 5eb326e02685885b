{ Ends the process while it is loaded, with status 5. }
library arret_init;

{$I commun.inc}

exports
    get_name, init_grid, play, outcome;
begin
    halt(5);
end.
