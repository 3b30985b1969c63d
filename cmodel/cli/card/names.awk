# SPDX-License-Identifier: Apache-2.0
# The registers' names out of the headers that synth/regs.py writes, as rows REGISTER(map, member)
# of C. Members that are a file of registers are taken apart.
/^typedef struct/ { count = 0 }
/^ +[a-z0-9_]+ [A-Za-z0-9_]+;/ {
    sub(/;/, "", $2)
    kind[count] = $1
    name[count++] = $2
}
/^} lp_.*_t;/ {
    sub(/;/, "", $2)
    if ($2 !~ /_regs_t$/) {
        size[$2] = count
        for (i = 0; i < count; i++)
            part[$2, i] = name[i]
        next
    }
    for (i = 0; i < count; i++) {
        if (kind[i] == "uint32_t")
            print "REGISTER(" $2 ", " name[i] ")"
        for (j = 0; j < size[kind[i]]; j++)
            print "REGISTER(" $2 ", " name[i] "." part[kind[i], j] ")"
    }
}
