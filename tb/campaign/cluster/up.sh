#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts a Slurm cluster on this machine, all of it in one folder: munged, slurmctld and 1 to 4
# slurmd on loopback. Daemons that run are left alone, so that a second call starts those that died.
#
#   up.sh [--folder DIR] [--nodes N] [--cpus N] [--port P] [--etc] [--heal]
#
# DIR: build/cluster. N: 1 node; of each node's CPUs, the machine's shared among the nodes. P: of the
# controller, 16817; the nodes have the next ones. --etc makes /etc/slurm/slurm.conf a link to this
# cluster's, which Snakemake's Slurm plugin needs; another cluster's file is never replaced. --heal
# takes nodes and jobs back into service that slurmctld has drained or held after it was killed.
# Options of a folder that has a cluster are those with which it was made; others are refused.
#
# Exit status: 0 the cluster answers; 1 with one line: it does not, and what this call has started is
# ended; 2 on bad use.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
etc=${LP_SLURM_ETC:-/etc/slurm}/slurm.conf
dir=$here/../../../build/cluster nodes='' cpus='' port='' link='' heal='' started=''
PATH=$PATH:/usr/sbin:/sbin

fail() {
    echo "up.sh: $*" >&2
    for one in $started; do
        if pid=$(alive "$dir/run/${one#*:}.pid" "${one%:*}"); then kill "$pid" || :; fi
    done
    exit 1
}

usage() {
    echo "up.sh: $*" >&2
    echo "usage: up.sh [--folder DIR] [--nodes N] [--cpus N] [--port P] [--etc] [--heal]" >&2
    exit 2
}

number() { # OPTION VALUE LEAST MOST
    case $2 in '' | *[!0-9]* | ??????*) usage "$1 wants a number from $3 to $4, not '$2'" ;; esac
    if [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ]; then
        usage "$1 wants a number from $3 to $4, not '$2'"
    fi
}

while [ $# -gt 0 ]; do
    case $1 in
    --etc) link=1 && shift && continue ;;
    --heal) heal=1 && shift && continue ;;
    --folder | --nodes | --cpus | --port) [ $# -gt 1 ] || usage "$1 wants a value" ;;
    *) usage "no option '$1'" ;;
    esac
    case $1 in
    --folder) dir=$2 ;;
    --nodes) number "$1" "$2" 1 4 && nodes=$2 ;;
    --cpus) number "$1" "$2" 1 1024 && cpus=$2 ;;
    --port) number "$1" "$2" 1024 65531 && port=$2 ;;
    esac
    shift 2
done

for p in munged slurmctld slurmd scontrol; do
    command -v $p >/dev/null || fail "no $p here; packages: ./bootstrap packages campaign"
done
mkdir -p "$dir" || exit 1
dir=$(cd "$dir" && pwd)
# A socket's path has at most 107 bytes.
[ ${#dir} -le 90 ] || fail "$dir: the path is longer than 90 characters, too long for munge's socket"
# Of slurm.conf and of sed, which fills it in.
case $dir in
*[!A-Za-z0-9/._+:@-]*) fail "$dir: slurm.conf takes no path with these characters; --folder gives another" ;;
esac
. "$here/daemons.sh"
mkdir -p "$dir/state" "$dir/log" "$dir/run"
export SLURM_CONF="$dir/slurm.conf"

make_key() {
    key=$dir/munge.key
    if [ ! -e "$key" ]; then
        (umask 077 && dd if=/dev/urandom of="$key" bs=1024 count=1 2>/dev/null)
    fi
    [ -O "$key" ] || fail "$key: the munge key belongs to another user"
    case $(stat -c %a "$key") in
    400 | 600) ;;
    *) fail "$key: other users may read or write the munge key; chmod 600, or remove it" ;;
    esac
}

value_of() { # KEY LINE_PATTERN
    sed -n "/$2/s/.*$1=\([0-9]*\).*/\1/p" "$dir/slurm.conf"
}

# Refuses options other than those of the cluster that is there.
same_conf() {
    while read -r option value has; do
        [ "$value" = - ] || [ "$value" = "$has" ] ||
            fail "the cluster in $dir has $option $has, not $value; another wants another --folder"
    done <<EOF
--nodes ${nodes:--} $(nodes_of | wc -l)
--cpus ${cpus:--} $(value_of CPUs '^NodeName=n1 ')
--port ${port:--} $(value_of SlurmctldPort ^SlurmctldPort)
EOF
}

make_conf() {
    nodes=${nodes:-1} port=${port:-16817}
    host=$(hostname -s) each=${cpus:-$(($(nproc) / nodes))}
    [ "$each" -ge 1 ] || each=1
    # Slurm refuses a node with more of either than the machine has.
    [ "$each" -le "$(nproc)" ] || fail "--cpus $each: this machine has $(nproc)"
    memory=$(awk '/^MemTotal/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
    for n in $(seq "$nodes"); do
        echo "NodeName=n$n NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + n))" \
            "CPUs=$each RealMemory=$memory State=UNKNOWN"
    done >"$dir/nodes"
    sed -e "s|@DIR@|$dir|g" -e "s|@HOST@|$host|g" -e "s|@PORT@|$port|" \
        -e "s|@USER@|$(id -un)|" -e "/@NODES@/{r $dir/nodes
d}" "$here/slurm.conf.in" >"$dir/slurm.conf.new"
    mv "$dir/slurm.conf.new" "$dir/slurm.conf"
}

# Fails where another program listens at a port of a daemon that is to be started.
port_free() { # PORT
    python3 -c 'import socket, sys
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
try: s.bind(("", int(sys.argv[1])))
except OSError: sys.exit(1)' "$1" || fail "port $1 is taken; --port gives others, in a new --folder"
}

start() {
    if ! alive "$dir/run/munged.pid" munged >/dev/null; then
        rm -f "$dir/munge.socket" "$dir/munge.socket.lock"
        munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" \
            --pid-file="$dir/run/munged.pid" --log-file="$dir/log/munged.log" \
            --seed-file="$dir/run/munged.seed" --num-threads=2 >>"$dir/log/err" 2>&1 ||
            fail "munged does not start: $dir/log/munged.log"
        started="$started munged:munged"
    fi
    if ! alive "$dir/run/slurmctld.pid" slurmctld >/dev/null; then
        port_free "$(value_of SlurmctldPort ^SlurmctldPort)"
        # -c forgets all jobs, which is right for a new cluster only.
        first=-c
        [ ! -e "$dir/state/job_state" ] || first=''
        slurmctld $first >>"$dir/log/err" 2>&1 ||
            fail "slurmctld does not start: $dir/log/slurmctld.log"
        started="$started slurmctld:slurmctld"
    fi
    for n in $(nodes_of); do
        mkdir -p "$dir/spool.$n"
        alive "$dir/run/slurmd.$n.pid" slurmd >/dev/null && continue
        port_free "$(value_of Port "^NodeName=$n ")"
        # Without a controller it may wait for ever.
        timeout 60 slurmd -N "$n" >>"$dir/log/err" 2>&1 ||
            fail "slurmd $n does not start: $dir/log/slurmd.$n.log"
        started="$started slurmd:slurmd.$n"
    done
}

make_link() {
    if [ -e "$etc" ] || [ -L "$etc" ]; then
        [ "$(readlink "$etc")" = "$dir/slurm.conf" ] ||
            fail "$etc belongs to another cluster and is left as it is"
        return 0
    fi
    mkdir -p "$(dirname "$etc")" && ln -s "$dir/slurm.conf" "$etc" || fail "$etc cannot be made"
}

# A controller that was killed has forgotten its last seconds. It starts jobs again that run; the
# node refuses them, and it is drained and the job held.
take_back() {
    sinfo -h -N -t drain,down,fail -o %n | sort -u | while read -r n; do
        scontrol update nodename="$n" state=resume
    done
    squeue -h -t PENDING -o '%i %r' | sed -n 's/^\([0-9]*\) .*held.*/\1/p' | while read -r j; do
        scontrol release "$j"
    done
}

begun=$(date +%s)
make_key
if [ -e "$dir/slurm.conf" ]; then same_conf; else make_conf; fi
[ -z "$link" ] || make_link
start
for i in $(seq 100); do
    if [ "$(timeout 5 sinfo -h -N -o %t 2>/dev/null | grep -cE '^(idle|mix|alloc|comp|drain|drng)$')" \
        -eq "$(nodes_of | wc -l)" ]; then
        [ -z "$heal" ] || take_back
        echo "export SLURM_CONF=$dir/slurm.conf"
        exit 0
    fi
    [ "$i" -ne 30 ] || [ -z "$heal" ] || take_back
    [ $(($(date +%s) - begun)) -lt 60 ] || break
    sleep 0.2
done
"$here/down.sh" --folder "$dir" || :
started=''
fail "the nodes do not answer, all is ended: $dir/log"
