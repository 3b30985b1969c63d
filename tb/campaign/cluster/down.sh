#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Ends the cluster that up.sh started in a folder: its jobs, then each daemon by its pid. The folder
# stays, and up.sh goes on with it; the link in /etc/slurm goes if it is this cluster's.
#
#   down.sh [--folder DIR]
#
# Exit status: 0 nothing of it runs; 1 something does not end; 2 on bad use.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
etc=${LP_SLURM_ETC:-/etc/slurm}/slurm.conf
dir=$here/../../../build/cluster
case $#:${1-} in
0:) ;;
2:--folder) dir=$2 ;;
*) echo "usage: down.sh [--folder DIR]" >&2 && exit 2 ;;
esac
[ -e "$dir/slurm.conf" ] || exit 0
dir=$(cd "$dir" && pwd)
. "$here/daemons.sh"
export SLURM_CONF="$dir/slurm.conf"

pids() {
    ours slurmstepd slurmd slurmctld slurmscriptd
    alive "$dir/run/munged.pid" munged || :
}

if alive "$dir/run/slurmctld.pid" slurmctld >/dev/null; then
    timeout 20 scancel --user="$(id -un)" 2>/dev/null || :
    for i in $(seq 50); do
        [ -n "$(ours slurmstepd)" ] || break
        sleep 0.2
    done
fi
[ "$(readlink "$etc")" != "$dir/slurm.conf" ] || rm -f "$etc"
for signal in TERM KILL; do
    for p in $(pids); do kill -$signal "$p" 2>/dev/null || :; done
    for i in $(seq 50); do
        [ -n "$(pids)" ] || exit 0
        sleep 0.2
    done
done
echo "down.sh: these processes do not end:" $(pids) >&2
exit 1
