# SPDX-License-Identifier: Apache-2.0
# Drops Verilator's first settling, a second copy of all combinational logic that runs once: a third
# of what a unit takes to compile. Reset and the first clock edge compute the same with the copy that
# runs in every cycle. Files: the root class's header, then what runs in every cycle, then with slow=1
# before them the files of what runs once, which are written anew, .new behind their names.
#
# Logic of which nothing changes, such as that of an initial block, is in the first copy alone. So a
# signal that is written there and not in every cycle keeps the copy: exit status 1.
BEGIN { NAME = "vlSelf->[A-Za-z0-9_]+" }

!slow && /^VL_IN/ {
    sub(/^[^(]*\(&?/, "")
    sub(/[^A-Za-z0-9_].*/, "")
    known[$0]
}
# A function's first argument that is no number is where its result goes.
!slow && /^VL_[A-Z_]*W[IQ]*\(/ { sub(/^[^(]*\(([0-9]+U?, *)*/, "") }
!slow && /^vlSelf->/ {
    match($0, "^" NAME)
    known[substr($0, 9, RLENGTH - 8)]
}
!slow { next }

!inside && /^VL_ATTR_COLD void .*___stl_(sequent|comb)__.*\{$/ {
    inside = depth = 1
    print $0 "}" >(FILENAME ".new")
    next
}
# An assignment writes what it begins with; a call may write whatever it names.
inside && !/^if / {
    if (/vlSymsp->/)
        exit failed = 1
    text = $0
    while (match(text, NAME)) {
        name = substr(text, RSTART + 8, RLENGTH - 8)
        if (!(name in known) && name != "vlSymsp")
            exit failed = 1
        text = /^vlSelf->/ ? "" : substr(text, RSTART + RLENGTH)
    }
}
inside {
    depth += gsub(/\{/, "{") - gsub(/\}/, "}")
    inside = depth > 0
    next
}
{ print >(FILENAME ".new") }
END { exit failed }
