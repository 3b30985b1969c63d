# SPDX-License-Identifier: Apache-2.0
# The page of a report as two lists of C strings, a line each. A line @FILE@ of the page is replaced
# by that file of the same folder, and @data@ ends the first list. Licence lines are left out.
#   awk -f page.awk FOLDER/page.html
function put(line) {
    if (line ~ /SPDX-License-Identifier/)
        return
    gsub(/\\/, "&&", line)
    gsub(/"/, "\\\"", line)
    print "    \"" line "\\n\","
}
function put_file(path, line, got) {
    while ((got = (getline line < path)) > 0)
        put(line)
    if (got < 0) {
        print "page.awk: " path " cannot be read" > "/dev/stderr"
        exit 1
    }
}
BEGIN { print "const char *const report_page_head[] = {" }
$0 == "@data@" {
    print "    NULL,\n};\nconst char *const report_page_tail[] = {"
    next
}
/^@.*@$/ {
    folder = FILENAME
    sub(/[^\/]*$/, "", folder)
    put_file(folder substr($0, 2, length($0) - 2))
    next
}
{ put($0) }
END { print "    NULL,\n};" }
