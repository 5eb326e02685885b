"""Compile un rapport : compiler.py DOSSIER NOM SORTIE lit DOSSIER/NOM/rapport.typ et écrit le PDF. Appelé par construire.sh."""

import sys

import typst


def main() -> int:
    dossier, nom, sortie = sys.argv[1:]
    try:
        # Only the fonts that come with Typst: the same pages on every machine.
        pdf, warnings = typst.compile_with_warnings(
            f"{dossier}/{nom}/rapport.typ", root=dossier, format="pdf", ignore_system_fonts=True
        )
    except typst.TypstError as error:
        print(f"rapport {nom} : {error.diagnostic}", file=sys.stderr)
        return 1
    for warning in warnings:
        print(f"rapport {nom} : {warning.diagnostic}", file=sys.stderr)
    if warnings:
        return 1
    with open(sortie, "wb") as file:
        file.write(pdf)
    return 0


sys.exit(main())
