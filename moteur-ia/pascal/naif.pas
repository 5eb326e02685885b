(* Sphinx : le squelette du sujet, complété au plus simple. À compiler par : fpc naif.pas, ce qui donne libnaif.so

   Sa grille est au hasard. Pour chercher, il demande la case la plus proche du trésor, à vol d'oiseau, parmi celles qui
   touchent une case visitée. La variable d'environnement SPHINX_GRAINE, un nombre, le fait jouer deux fois de même. *)
library naif;

uses
    Dos; (* pour GetEnv *)

type
    Grid = array of array of integer;
    Coord = record
        l, c : integer;
    end;

const
    INCONNU = -1;
    LIBRE = 0;
    MUR = 1;
    ENTREE = 2;
    TRESOR = 3;

function get_name : string; cdecl;
begin
    get_name := 'naif';
end;

(* Combien de pas séparent deux cases s'il n'y a pas de mur. *)
function distance(a, b : Coord) : longint;
begin
    distance := abs(longint(a.l) - b.l) + abs(longint(a.c) - b.c);
end;

procedure preparer_hasard;
var
    graine : longint;
    erreur : word;
begin
    val(GetEnv('SPHINX_GRAINE'), graine, erreur);
    if erreur = 0 then
        RandSeed := graine
    else
        randomize;
end;

(* Marque d'une valeur les cases d'un chemin : d'abord le long de la colonne, puis de la ligne. *)
procedure tracer(var _grid : Grid; depart, arrivee : Coord; valeur : integer);
begin
    while distance(depart, arrivee) > 0 do
    begin
        _grid[depart.l, depart.c] := valeur;
        if depart.l < arrivee.l then
            inc(depart.l)
        else if depart.l > arrivee.l then
            dec(depart.l)
        else if depart.c < arrivee.c then
            inc(depart.c)
        else
            dec(depart.c);
    end;
    _grid[arrivee.l, arrivee.c] := valeur;
end;

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
var
    depart, arrivee : Coord;
    murs, libres, l, c : longint;
begin
    preparer_hasard;
    libres := longint(h) * w - nb_walls;
    (* Les murs doivent tenir hors du chemin : s'il y en a beaucoup, le trésor est près de l'entrée. *)
    repeat
        depart.l := random(h);
        depart.c := random(w);
        arrivee.l := random(h);
        arrivee.c := random(w);
    until (distance(depart, arrivee) > 0) and (distance(depart, arrivee) < libres);

    (* Le chemin est réservé le temps de poser les murs. *)
    tracer(_grid, depart, arrivee, INCONNU);
    murs := 0;
    while murs < nb_walls do
    begin
        l := random(h);
        c := random(w);
        if _grid[l, c] = LIBRE then
        begin
            _grid[l, c] := MUR;
            inc(murs);
        end;
    end;
    tracer(_grid, depart, arrivee, LIBRE);
    _grid[depart.l, depart.c] := ENTREE;
    _grid[arrivee.l, arrivee.c] := TRESOR;
end;

(* Le type d'une case ; un mur si elle est hors de la grille. *)
function case_en(var _grid : Grid; h, w : integer; l, c : longint) : integer;
begin
    if (l < 0) or (l >= h) or (c < 0) or (c >= w) then
        case_en := MUR
    else
        case_en := _grid[l, c];
end;

(* Une case est visitée si l'on sait qu'elle est libre, ou si c'est l'entrée. *)
function visitee(var _grid : Grid; h, w : integer; l, c : longint) : boolean;
begin
    visitee := case_en(_grid, h, w, l, c) in [LIBRE, ENTREE];
end;

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    but, ici, choix : Coord;
    l, c, d, meilleure : longint;
begin
    but.l := 0;
    but.c := 0;
    for l := 0 to h - 1 do
        for c := 0 to w - 1 do
            if _grid[l, c] = TRESOR then
            begin
                but.l := l;
                but.c := c;
            end;

    choix := but;
    meilleure := high(longint);
    for l := 0 to h - 1 do
        for c := 0 to w - 1 do
            if ((_grid[l, c] = INCONNU) or (_grid[l, c] = TRESOR))
                and (visitee(_grid, h, w, l - 1, c) or visitee(_grid, h, w, l + 1, c)
                    or visitee(_grid, h, w, l, c - 1) or visitee(_grid, h, w, l, c + 1)) then
            begin
                ici.l := l;
                ici.c := c;
                d := distance(ici, but);
                (* À distance égale, au hasard. *)
                if (d < meilleure) or ((d = meilleure) and (random(2) = 0)) then
                begin
                    meilleure := d;
                    choix := ici;
                end;
            end;
    play := choix;
end;

procedure outcome(var _grid : Grid; h, w : integer; just_played : Coord; answer : integer); cdecl;
begin
    if _grid[just_played.l, just_played.c] = INCONNU then
        case answer of
            LIBRE, MUR, ENTREE:
                _grid[just_played.l, just_played.c] := answer;
        end;
end;

exports
    get_name, init_grid, play, outcome;
end.
