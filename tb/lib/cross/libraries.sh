#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Unpacks the libraries of another Debian architecture into OUT/root, without installing them: apt
# keeps its lists for that architecture under OUT, so the system stays as it is.
#
#   tb/lib/cross/libraries.sh ARCH OUT
#
# Exit status: 1 with one line if they are not available.
# shellcheck disable=SC2086 # options are split into words
set -eu

arch=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
packages='libcmocka-dev libcmocka0 libdeflate-dev libdeflate0 libjansson-dev libjansson4 liblz4-1
    liblz4-dev liblzma-dev liblzma5 libzstd-dev libzstd1 zlib1g zlib1g-dev'

command -v apt-get >/dev/null || { echo "cross: no apt-get, this is not Debian" >&2; exit 1; }
rm -rf "$out/apt" "$out/root"
mkdir -p "$out/apt/lists/partial" "$out/apt/archives/partial" "$out/root"
options="-qq -o APT::Architecture=$arch -o APT::Architectures=$arch -o APT::Sandbox::User=
    -o Dir::State=$out/apt -o Dir::State::status=/dev/null -o Dir::Cache=$out/apt"
# A single list that fails, for example of another source, is not a failure.
apt-get $options update >"$out/apt/log" 2>&1 || true
(cd "$out/apt" && apt-get $options download $packages) >>"$out/apt/log" 2>&1 || {
    echo "cross: no packages for $arch (offline?): $(grep '^E:' "$out/apt/log" | tail -n 1)" >&2
    exit 1
}
for deb in "$out"/apt/*.deb; do
    dpkg -x "$deb" "$out/root"
done
