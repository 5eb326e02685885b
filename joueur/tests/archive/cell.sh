#!/bin/sh
# Exécute une commande sur une machine où il n'y a qu'un dossier et le système : ni maison, ni Rust, ni dépôt, ni droits.
#
#     unshare --user --map-root-user --mount --pid --fork --kill-child sh cell.sh RACINE DOSSIER COMMANDE...
#
# RACINE devient « / » ; COMMANDE est lancée dans son DOSSIER.
set -eu

racine=$1
dossier=$2
shift 2

mkdir -p "$racine/usr" "$racine/proc" "$racine/dev" "$racine/tmp" "$racine/etc" "$racine/ancienne"
mount --bind "$racine" "$racine"
mount --rbind /usr "$racine/usr"
for lieu in bin sbin lib lib32 lib64; do
    if [ -L "/$lieu" ]; then
        cp -Pf "/$lieu" "$racine/$lieu"
    elif [ -d "/$lieu" ]; then
        mkdir -p "$racine/$lieu"
        mount --rbind "/$lieu" "$racine/$lieu"
    fi
done
mount --rbind /dev "$racine/dev"
mount -t proc proc "$racine/proc"
mount -t tmpfs tmpfs "$racine/tmp"
echo 'moi:x:1000:1000::/nonexistent:/bin/sh' >"$racine/etc/passwd"
[ ! -f /etc/manpath.config ] || cp /etc/manpath.config "$racine/etc"

cd "$racine"
# Not chroot: a chrooted process may not make the namespaces that confine engines.
pivot_root . ancienne
umount -l /ancienne
rmdir /ancienne
cd "/$dossier"
exec unshare --user --map-user=1000 --map-group=1000 env -i PATH=/usr/bin:/bin LANG=C.UTF-8 "$@"
