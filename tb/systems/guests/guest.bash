# SPDX-License-Identifier: Apache-2.0
# Pipes, subshells, jobs, traps and descriptors, all of which is printed.
trap 'echo trapped' USR1
kill -USR1 $$
numbers=$(seq 1 20000 | awk '{ s += $1 * $1 } END { print s }')
echo "$numbers"
declare -a list
for i in $(seq 1 20000); do list[i]=$((i * i % 9973)); done
echo "${#list[@]} ${list[777]}"
exec 9>side
seq 1 1000 >&9
exec 9>&-
sort -rn side | head -3
false | true
echo "${PIPESTATUS[@]}"
sleep 0 &
wait $!
echo "waited $?"
(exit 7)
echo "subshell $?"
sh -c 'kill -SEGV $$' 2>/dev/null
echo "killed $?"
text=$(printf 'x%.0s' $(seq 1 100000))
echo "${#text}"
exit 9
