# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# The daemons of a cluster in the folder $dir, for up.sh and down.sh.

runs() { # PID PROGRAM
    # A pid may be used again, and a zombie has its name still.
    [ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ] && ! grep -q '^State:.Z' "/proc/$1/status"
}

# Prints the pid in a file if that process runs the program.
alive() { # PID_FILE PROGRAM
    [ -s "$1" ] && pid=$(cat "$1") && runs "$pid" "$2" && echo "$pid"
}

nodes_of() {
    sed -n 's/^NodeName=\([^ ]*\) .*/\1/p' "$dir/slurm.conf"
}

# Prints Slurm's processes of this folder that have one of these names.
ours() { # NAME...
    for p in /proc/[0-9]*; do
        p=${p#/proc/}
        for name in "$@"; do
            runs "$p" "$name" 2>/dev/null &&
                tr '\0' '\n' 2>/dev/null <"/proc/$p/environ" |
                grep -qx "SLURM_CONF=$dir/slurm.conf" && echo "$p"
        done
    done
    return 0
}
