# SPDX-License-Identifier: Apache-2.0
"""Snakemake and Slurm as a campaign uses them."""
import os
import re
import shutil
import signal
import subprocess
import time

from folder import ROOT, CampaignError

HERE = os.path.dirname(os.path.abspath(__file__))
MAJORS = ("7", "9")
RETRIES = 2
# Of a job's outputs on a shared folder that shows them late.
LATENCY_SECONDS = 30
ANSWER_SECONDS = 30
WORDS = 120  # characters of Snakemake's last error in a message


def environment():
    """Without what a make above left; Python of a package must not see that of an environment."""
    return {k: v for k, v in os.environ.items()
            if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "GNUMAKEFLAGS")}


def snakemake(build):
    """(program, major version). That of make campaign-venv goes before the installed one."""
    venv = os.path.abspath(os.path.join(build, "campaign-venv"))
    program = os.environ.get("SNAKEMAKE") or \
        (os.path.join(venv, "bin/snakemake") if os.path.exists(os.path.join(venv, "ready")) else
         shutil.which("snakemake"))
    if not program:
        raise CampaignError("no snakemake here; packages: ./bootstrap campaign")
    # Snakemake runs in the campaign's folder.
    program = os.path.abspath(shutil.which(program) or program)
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False,
                              env=environment())
    except OSError as err:
        raise CampaignError(f"{program}: {err.strerror}") from err
    version = done.stdout.strip()
    if version.partition(".")[0] not in MAJORS or done.returncode != 0:
        raise CampaignError(f"{program} is version '{version}'; campaigns take Snakemake 7 and 9 "
                            "(./bootstrap campaign, make campaign-venv)")
    return program, version.partition(".")[0]


def command(program, major, where, jobs, profile):
    """Snakemake's command line, for the campaign's folder."""
    words = [program, "--snakefile", os.path.join(HERE, "Snakefile"), "--nolock", "--keep-going",
             "--rerun-incomplete", "--rerun-triggers", "mtime",
             "--latency-wait", str(LATENCY_SECONDS)]
    words += ["--retries", str(RETRIES)] if major == "9" else ["--restart-times", str(RETRIES)]
    if where == "local":
        return [*words, "--cores", str(jobs)]
    own = os.path.join(HERE, f"profile{major}")
    return [*words, "--jobs", str(jobs), "--profile", profile or own]


def how_ended(status, path, begin):
    """How Snakemake has ended, with the last error in its log since this byte."""
    if status < 0:
        return f"Snakemake was killed by {signal.Signals(-status).name}; {path}"
    with open(path, "rb") as src:
        src.seek(begin)
        lines = [w.strip() for w in src.read().decode(errors="replace").splitlines()]
    said = next((w for w in reversed(lines) if re.search("error: ", w, re.I)), "")
    return f"Snakemake's exit status is {status}{said and ': ' + said[:WORDS]}; {path}"


# ---- Slurm ----

def own_cluster(build):
    """The configuration of this tree's own cluster, unless another is named."""
    path = os.path.abspath(os.path.join(build, "cluster/slurm.conf"))
    if "SLURM_CONF" not in os.environ and os.path.exists(path):
        os.environ["SLURM_CONF"] = path


def slurm(*words, seconds=ANSWER_SECONDS):
    """Standard output of a command of Slurm; None if it fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def need_slurm():
    if not shutil.which("sbatch"):
        raise CampaignError("no Slurm here; packages: ./bootstrap campaign")
    if slurm("squeue", "-h") is None:
        raise CampaignError("no Slurm controller answers; tb/campaign/cluster/up.sh starts a cluster "
                            "on this machine, up.sh --heal goes on with one whose controller died")


def need_name(folder):
    """Snakemake puts the path of a job's script between double quotes for the shell."""
    if re.search(r'["$`\\]', folder.path):
        raise CampaignError(f"{folder.path}: Snakemake submits nothing from a path with one of \" $ ` \\")


def need_plugin_conf():
    """Inside a job the plugin drops SLURM_CONF, so that the system's file must be the same."""
    theirs = os.environ.get("LP_SLURM_ETC", "/etc/slurm") + "/slurm.conf"
    ours = os.environ.get("SLURM_CONF", theirs)
    if not os.path.exists(theirs):
        raise CampaignError(f"Snakemake's Slurm plugin needs {theirs}; up.sh --etc links it")
    if os.path.realpath(ours) != os.path.realpath(theirs):
        raise CampaignError(f"{theirs} belongs to another cluster than SLURM_CONF={ours}; the "
                            "plugin of Snakemake 9 would submit to that one (Snakemake 7 does not)")


def need_shared(folder):
    """A node must see the campaign's folder."""
    said = slurm("srun", "--quiet", "-N1", "-n1", "--mem=50", "--time=1", "--chdir=/", "sh", "-c",
                 'test -e "$1" && test -e "$2" && echo yes || echo no', "sh",
                 folder.at("plan.json"), os.path.join(ROOT, "tb/campaign/piece.py"), seconds=300)
    if said is not None and said.strip() == "no":
        raise CampaignError(f"a node does not see {folder.path} and {ROOT}: no shared file system")


def jobs_of(folder):
    """{job: state} of the jobs that were submitted from a campaign's folder."""
    said = slurm("squeue", "-h", "-o", "%i|%T|%Z") or ""
    rows = [line.split("|", 2) for line in said.splitlines()]
    return {r[0]: r[1] for r in rows
            if len(r) == 3 and os.path.realpath(r[2]) == os.path.realpath(folder.path)}


def cancel(folder, seconds=60):
    """Ends the Slurm jobs of a campaign that no Snakemake waits for any more."""
    until = time.monotonic() + seconds
    while (left := jobs_of(folder)) and time.monotonic() < until:
        slurm("scancel", *sorted(left))
        time.sleep(1)
    return left


def runs_here(folder, attempt):
    """Whether the piece.py of an attempt runs on this machine, outside of Slurm."""
    if "end" in attempt or attempt["host"] != os.uname().nodename or attempt.get("job"):
        return False
    try:
        with open(f"/proc/{attempt['pid']}/cmdline", "rb") as src:
            mine = re.search(rb"campaign/piece\.py\0", src.read())
    except OSError:
        return False
    return bool(mine) and os.path.realpath(f"/proc/{attempt['pid']}/cwd") == \
        os.path.realpath(folder.path)


def cancel_local(folder, seconds=10):
    """Ends pieces of a dead campaign that run on this machine, by their pids, and waits for it."""
    left = [a for a in folder.attempts() if runs_here(folder, a)]
    for attempt in left:
        try:
            os.kill(attempt["pid"], signal.SIGTERM)
        except OSError:
            pass
    until = time.monotonic() + seconds
    while any(runs_here(folder, a) for a in left) and time.monotonic() < until:
        time.sleep(0.1)
