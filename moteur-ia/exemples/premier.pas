{ Un premier moteur, pour tous les jeux : un coup légal au hasard, tiré de la liste que l'arbitre envoie avant chaque tour.
  fpc -opremier-pas premier.pas ; à lancer par : joueur ... --moteur 'pipe:./premier-pas'. Tous les messages : protocol/MOTEUR.md }
program Premier;
{$mode objfpc}{$H+} { des chaînes aussi longues que les lignes }
uses Classes;

var
  Coups: TStringList; { ce qu'on peut jouer }
  Ligne, Mot, Reste: string;
  Fin: Integer;

function Choisir: string; { VOTRE IDÉE ICI : un coup de la liste, mieux qu'au hasard }
begin
  Choisir := Coups[Random(Coups.Count)];
end;

procedure Dire(const Texte: string); { n'imprimez rien d'autre : un journal va sur StdErr }
begin
  WriteLn(Texte);
  Flush(Output); { sans cela, l'arbitre ne verrait rien }
end;

begin
  Randomize;
  Coups := TStringList.Create;
  Coups.StrictDelimiter := True; { seule la virgule sépare : un coup peut contenir des espaces }
  while not Eof do
  begin
    ReadLn(Ligne);
    Fin := Pos(' ', Ligne + ' ');
    Mot := Copy(Ligne, 1, Fin - 1);
    Reste := Copy(Ligne, Fin + 1, Length(Ligne));
    case Mot of
      'hello': begin
        Dire('want legal'); { demande les listes de coups, avant de dire son nom }
        Dire('engine 1 premier-pascal');
      end;
      'game': Coups.Clear; { une partie commence : « colonnes first color=BLANC time=6000 » }
      'legal': Coups.DelimitedText := Reste; { ce qu'on peut jouer, juste avant « go » }
      'go': begin { à nous, en tant de millisecondes }
        if Coups.Count = 0 then
          Dire('error pas de liste « legal » : l''arbitre ne connaît pas ce jeu, ou pas encore « want legal »')
        else
          Dire('move ' + Choisir);
        Coups.Clear;
      end;
      'opponent': ; { Reste : le coup de l'adversaire, ou ce qu'on en voit }
      'verdict': ; { « VALID CONT » : le nôtre compte ; ensuite vient la réponse à une question }
      'quit': Break;
    end; { tout autre message, « stop » et « end » compris, n'attend rien : on répond aussitôt à chaque « go » }
  end;
  Coups.Free;
end.
