# SPDX-License-Identifier: Apache-2.0
# Lists the targets of makefiles, sorted into groups: lines of the form
#     target: ## group: text        group: use, test, measure, campaign or document
# A star after the group puts the target among the first, too.
function show(list, title,    n, i, rows) {
    n = split(list, rows, "\n")
    printf "%s\n", title
    for (i = 1; i < n; i++) printf "  %s\n", rows[i]
    if (title != last) printf "\n"
}
BEGIN {
    last = "Documents and data: write what is generated"
}
/^[a-z][a-zA-Z0-9_-]*:.*## [a-z]+\*?: / {
    target = text = group = $0
    sub(/:.*/, "", target)
    sub(/.*## /, "", group)
    text = group
    sub(/:.*/, "", group)
    sub(/^[a-z]+\*?: /, "", text)
    first = sub(/\*$/, "", group)
    row = sprintf("%-18s %s\n", target, text)
    rows[group] = rows[group] row
    if (first) rows["first"] = rows["first"] row
}
END {
    show(rows["first"], "First")
    show(rows["use"], "Use: build, install, connect")
    show(rows["test"], "Test: minutes, no record")
    show(rows["measure"], "Measure: area, speed, times")
    show(rows["campaign"], "Campaigns: long runs that leave records")
    show(rows["document"], last)
}
