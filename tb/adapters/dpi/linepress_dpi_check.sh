#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `linepress` with `check` through the DPI library, for tb/kit/mutants.py --linepress.
here=$(cd "$(dirname "$0")/../../.." && pwd)
export BUILD="${BUILD:-$here/build}"
case $1 in
check) exec "${PYTHON:-/usr/bin/python3}" -B "$here/tb/adapters/dpi/check.py" "$2" ;;
*) exec "$BUILD/linepress" "$@" ;;
esac
