# SPDX-License-Identifier: Apache-2.0
"""Builds and runs one simulation with cocotb's own runner; run.py calls it in an environment that
has cocotb. The argument is a JSON object of what is used below."""
import json
import sys
import warnings

warnings.simplefilter("ignore")
try:
    from cocotb_tools.runner import get_runner
except ImportError:
    from cocotb.runner import get_runner

job = json.loads(sys.argv[1])
# Icarus knows only the timescale that it is told; Verilator has units of SystemVerilog.
ARGS = {"icarus": ["-g2012"], "verilator": ["-Wno-fatal", "-O3", "--x-assign", "fast"]}
runner = get_runner(job["sim"])
common = {"hdl_toplevel": job["top"], "build_dir": job["folder"]}
runner.build(sources=job["sources"], parameters=job["params"], build_args=ARGS[job["sim"]],
             timescale=("1ns", "1ps"), always=True, **common)
runner.test(test_module=job["module"], results_xml=job["results"], test_dir=job["folder"],
            extra_env=job["env"], **({"test_filter": rf"\.{job['test']}$"} if job["test"] else {}),
            **common)
