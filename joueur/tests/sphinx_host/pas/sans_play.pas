{ Exports only three of the four functions. }
library sans_play;

{$I commun.inc}

exports
    get_name, init_grid, outcome;
end.
