#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The way of conformance.md on a bare Debian 12, as root, from the root of this tree: packages,
# build, install, then the tutorial with only the installed files. Exit status 1 if the mistake is
# not found, or it takes more than ten minutes.
set -eu
begun=$(date +%s)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
./bootstrap cli >/dev/null
make install >/dev/null 2>&1
DEBIAN_FRONTEND=noninteractive apt-get -qy install --no-install-recommends iverilog >/dev/null 2>&1
PATH=/usr/local/bin:$PATH
cd "$work"
cp /usr/local/share/linepress/tutorial/*.sv .
iverilog -g2012 -o good.vvp my_zvc_enc.sv pipe.sv
linepress gen zvc-enc | vvp -n good.vvp | linepress check zvc-enc
iverilog -g2012 -Ppipe.BUG=1 -o bad.vvp my_zvc_enc.sv pipe.sv
linepress gen zvc-enc | vvp -n bad.vvp | linepress check zvc-enc >said && exit 1
grep "the record has 96 bytes" said
seconds=$(($(date +%s) - begun))
echo "$seconds s from a bare machine to the wrong case"
[ "$seconds" -le 600 ]
