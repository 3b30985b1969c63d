# SPDX-License-Identifier: Apache-2.0
# units.tbl -> the C table of registry.h.
/^#/ || NF == 0 { next }
{
    unit[++n] = $1
    hooks[n] = $3 == "-" ? "NULL" : "&lp_" $3 "_hooks"
    if ($3 != "-")
        externs[$3] = 1
    folders[$2] = 1
    for (i = 4; i <= NF; i++) {
        tag = $i == "-" ? $1 : $1 "__" $i
        gsub(/[=,]/, "_", tag)
        declare = declare "extern const struct lp_instance_kind " tag "_rtl;\n"
        rows[n] = rows[n] "    {\"" $i "\", &" tag "_rtl},\n"
    }
    count[n] = NF - 3
}
END {
    print "#include \"cosim/registry.h\""
    for (f in folders)
        print "#include \"" f "/" f "_cycle.h\""
    printf "%s", declare
    for (h in externs)
        print "extern const struct lp_hooks lp_" h "_hooks;"
    for (i = 1; i <= n; i++)
        printf "static const struct lp_variant %s_variants[] = {\n%s};\n", unit[i], rows[i]
    print "const struct lp_cosim_unit lp_cosim_units[] = {"
    for (i = 1; i <= n; i++)
        printf "    {&%s_unit, %s, %s_variants, %d},\n", unit[i], hooks[i], unit[i], count[i]
    printf "};\nconst size_t lp_cosim_nunits = %d;\n", n
}
