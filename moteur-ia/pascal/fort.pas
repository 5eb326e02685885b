(* Sphinx : un bot fort. À compiler par : fpc fort.pas, ce qui donne libfort.so

   Une case libre laisse rejouer, un mur coûte le tour : ce qui compte est le nombre de murs rencontrés, pas celui des questions.

   Pour chercher, il imagine des grilles qui vont avec ce qu'il sait, et garde les difficiles. Il essaie chaque question sur toutes, en
   suivant ensuite le plus court chemin, et pose celle après laquelle il rencontre en moyenne le moins de murs.

   Pour construire, il déplace un mur, l'entrée ou le trésor, et garde le changement si un chercheur y rencontre autant de murs ou
   plus ; puis il recommence, tant qu'il en a le temps.

   Les fichiers fort_*.inc en sont des morceaux : le compilateur les met à la place des lignes $I.

   La variable d'environnement SPHINX_GRAINE, un nombre, fixe le hasard. *)
library fort;

{$OPTIMIZATION LEVEL2}

uses
    Dos; (* pour GetEnv et GetMsCount *)

type
    Grid = array of array of integer;
    Coord = record
        l, c : integer;
    end;
    (* Une grille à plat, avec un bord de murs tout autour : la case (l, c) est à la place (l + 1) * (w + 2) + c + 1.
       Ainsi les voisines d'une case existent toujours, et sont à une distance fixe : voir pas. *)
    Plan = array of byte;
    Liste = array of longint;

const
    INCONNU = -1;
    LIBRE = 0;
    MUR = 1;
    ENTREE = 2;
    TRESOR = 3;

    (* Ce qu'un chercheur sait d'une case d'un plan. *)
    CACHEE = 0;
    VISITEE = 1;
    BARREE = 2;

    AUCUNE = 0; (* une place du bord : aucune case *)

    (* Le travail se compte en cases parcourues, pour que la même graine donne la même partie. Le temps, en ms, ne sert que si la
       machine est lente, et qu'il n'y a pas de graine. *)
    TRAVAIL_GRILLE = 9000000;
    TEMPS_GRILLE = 180;
    TRAVAIL_COUP = 1500000;
    TEMPS_COUP = 45;
    GRILLES_IMAGINEES = 150;
    ASSEZ = 20; (* de grilles imaginées, pour s'y fier *)
    CONCURRENTES = 6; (* grilles, dont la plus difficile est gardée *)
    QUESTIONS = 12; (* qui sont essayées, au plus *)
    TROP_GRAND = 10000; (* cases, au-delà desquelles il ne réfléchit pas *)

var
    murs_en_tout : longint;
    hauteur, largeur, places : longint;
    pas : array[0..7] of longint; (* deux fois les quatre directions, pour commencer par n'importe laquelle *)
    but : longint;
    su : Plan;   (* ce qu'on sait : CACHEE, VISITEE ou BARREE *)
    vrai : Plan; (* les murs de la grille imaginée, ou en construction : 1 pour un mur *)
    pire : Plan; (* la plus difficile des grilles imaginées *)
    essai : Plan; (* comme su, pendant un essai *)
    vers : Liste; (* la case suivante en allant vers le but *)
    vers_depart : Liste;
    file_attente, file_murs, cachees : Liste;
    atteinte : Liste; (* le numéro du dernier parcours qui a atteint la case *)
    parcours : longint;
    fin, travail_permis : int64;
    travail : int64; (* cases parcourues depuis le début de l'appel *)
    avec_graine : boolean;
    nb_atteintes : longint; (* au dernier parcours entier : les premières de file_attente *)

function get_name : string; cdecl;
begin
    get_name := 'fort';
end;

{$I fort_plan.inc}
{$I fort_grille.inc}

procedure init_grid(var _grid : Grid; h, w, nb_walls : integer); cdecl;
var
    cases : Liste;
    n, murs, i, j, note, meilleure : longint;

    procedure ecrire(ici : longint; valeur : integer);
    begin
        _grid[ici div (largeur + 2) - 1, ici mod (largeur + 2) - 1] := valeur;
    end;

begin
    preparer_hasard;
    compter(TRAVAIL_GRILLE, TEMPS_GRILLE);
    preparer_plans(h, w);
    murs_en_tout := nb_walls;
    murs := nb_walls;
    n := hauteur * largeur;
    SetLength(cases, n);
    grille_au_hasard(cases, n, murs);

    if places < TROP_GRAND then
    begin
        meilleure := difficulte(cases[murs]);
        while not fini do
        begin
            (* Un mur, ou une fois sur huit l'entrée ou le trésor, change de place avec une case quelconque. *)
            if (murs = 0) or (random(8) = 0) then
                i := murs + random(2)
            else
                i := random(murs);
            j := murs + random(n - murs);
            permuter(cases, murs, i, j);
            note := difficulte(cases[murs]);
            if note >= meilleure then
                meilleure := note
            else
                permuter(cases, murs, i, j);
        end;
    end;

    for i := 0 to murs - 1 do
        ecrire(cases[i], MUR);
    ecrire(cases[murs], ENTREE);
    ecrire(cases[murs + 1], TRESOR);
end;

{$I fort_imagine.inc}

function play(var _grid : Grid; h, w : integer) : Coord; cdecl;
var
    question : array[1..QUESTIONS] of longint;
    total, note : array[1..QUESTIONS] of longint;
    nb_cachees, murs, n, i, d, ici, meilleure, imaginees : longint;
    touche : boolean;
begin
    compter(TRAVAIL_COUP, TEMPS_COUP);
    preparer_plans(h, w);
    lire(_grid, nb_cachees, murs);

    (* Les questions possibles : les cases d'où l'on va au trésor, les plus proches de lui d'abord. *)
    ici := prochaine(su, true);
    move(vers[0], vers_depart[0], places * sizeof(longint));
    n := 0;
    i := 0;
    while (n < QUESTIONS) and (i < nb_atteintes) do
    begin
        ici := file_attente[i];
        touche := false;
        for d := 0 to 3 do
            touche := touche or (su[ici + pas[d]] = VISITEE);
        if touche then
        begin
            inc(n);
            question[n] := ici;
            total[n] := 0;
        end;
        inc(i);
    end;

    imaginees := 0;
    while (n > 1) and (murs > 0) and (places < TROP_GRAND) and (imaginees < GRILLES_IMAGINEES) and not fini do
    begin
        imaginer_difficile(nb_cachees, murs);
        i := 1;
        while (i <= n) and not fini do
        begin
            move(su[0], essai[0], places);
            note[i] := 0;
            if not avancer(question[i], vers_depart) then
                note[i] := 1 + murs_rencontres;
            inc(i);
        end;
        (* Une grille qu'on n'a pas eu le temps d'essayer avec toutes les questions ne compte pas. *)
        if i > n then
        begin
            for i := 1 to n do
                total[i] := total[i] + note[i];
            inc(imaginees);
        end;
    end;

    meilleure := 1;
    for i := 2 to n do
        if (imaginees >= ASSEZ) and (total[i] < total[meilleure]) then
            meilleure := i;
    if n > 0 then
        ici := question[meilleure];
    play.l := ici div (largeur + 2) - 1;
    play.c := ici mod (largeur + 2) - 1;
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
