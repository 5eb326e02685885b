{ Plays legally, and does nothing else. Default mode, as in the template: integers of 16 bits. }
library honnete;

{$I commun.inc}

exports
    get_name, init_grid, play, outcome;
end.
