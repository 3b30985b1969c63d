# SPDX-License-Identifier: Apache-2.0
"""A machine in QEMU with the emulated card in it: kernel, initramfs, and both processes."""
import hashlib
import pathlib
import re
import shutil
import socket
import subprocess
import time

QEMU = "qemu-system-x86_64"
QEMU_VERSION = "7.2"  # the protocol of cmodel/dma/card/proxy.c is this version's
KERNEL_SERIES = "6.1"
META_PACKAGE = "linux-image-cloud-amd64"
MEMORY = "256M"
HUGE_PAGES = 8  # of 2 MiB, for the host library's window
# Modules that vfio-pci needs, in this order, and their parameters: interrupts are not remapped,
# since QEMU cannot without KVM, which vfio must be told explicitly.
MODULES = {"irqbypass": "", "vfio": "", "vfio_virqfd": "",
           "vfio_iommu_type1": "allow_unsafe_interrupts=1", "vfio-pci-core": "", "vfio-pci": ""}
UP, DOWN = "# the guest is up", "# the guest ends"


class Missing(Exception):
    """A prerequisite that this machine lacks."""


def said(*command, **more):
    """The output of a program; Missing if it cannot be run or fails."""
    try:
        return subprocess.run(command, check=True, text=True, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=120, **more).stdout
    except (OSError, subprocess.SubprocessError) as err:
        raise Missing(f"'{' '.join(command)}' fails") from err


def check_qemu():
    if not shutil.which(QEMU):
        raise Missing(f"there is no {QEMU}")
    version = re.search(r"version (\d+\.\d+)", said(QEMU, "--version"))
    if not version or version[1] != QEMU_VERSION:
        raise Missing(f"{QEMU} is not version {QEMU_VERSION}")


# ---- the kernel ----

def field(text, name):
    found = re.search(rf"^ *{name}: (\S+)", text, re.M)
    if not found:
        raise Missing(f"apt-cache names no {name} of the kernel")
    return found[1]


def kernel_package():
    """Name, version and SHA-256 of the package that holds the kernel today."""
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        raise Missing("this is not Debian")
    name = field(said("apt-cache", "depends", META_PACKAGE), "Depends")
    if not name.startswith(f"linux-image-{KERNEL_SERIES}."):
        raise Missing(f"{META_PACKAGE} is not of series {KERNEL_SERIES}")
    about = said("apt-cache", "show", "--no-all-versions", name)
    return name, field(about, "Version"), field(about, "SHA256")


def is_whole(path, digest):
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def download(folder, name, version, digest):
    """The package in a folder; it is downloaded if it is not there."""
    kept = folder / f"{name}_{digest[:16]}.deb"
    if is_whole(kept, digest):
        return kept
    fresh = folder / "new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    said("apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", f"{name}={version}",
         cwd=fresh)
    for path in fresh.glob("*.deb"):
        if is_whole(path, digest):
            path.rename(kept)
    shutil.rmtree(fresh)
    if not kept.exists():
        raise Missing(f"the package {name} does not come as announced")
    return kept


def kernel(folder):
    """The kernel's image; nothing is installed."""
    name, version, digest = kernel_package()
    package = download(folder, name, version, digest)
    tree = folder / "tree"
    image = tree / "boot" / name.replace("linux-image", "vmlinuz")
    mark = tree / digest
    if not mark.exists():
        shutil.rmtree(tree, ignore_errors=True)
        said("dpkg", "-x", str(package), str(tree))
        mark.touch()
    if not image.exists():
        raise Missing(f"{name} holds no {image.name}")
    return image


def modules(image):
    """[(file, parameters)] of MODULES for a kernel's image."""
    tree = image.parents[1] / "lib" / "modules"
    found = [list(tree.rglob(f"{name}.ko")) for name in MODULES]
    if not all(found):
        raise Missing(f"the kernel's package has not all of {', '.join(MODULES)}")
    return [(paths[0], words) for paths, words in zip(found, MODULES.values())]


# ---- the initramfs: an archive in cpio's format newc ----

def entry(number, name, mode, data=b"", device=(0, 0)):
    name = name.encode() + b"\0"
    numbers = (number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name), 0)
    head = b"070701" + b"".join(b"%08x" % n for n in numbers) + name
    return b"".join(part + bytes(-len(part) % 4) for part in (head, data))


def initramfs(path, files, texts):
    """files: names in the archive and their files; texts: names and their bytes."""
    parts = [(folder, 0o40755, b"", (0, 0)) for folder in ("dev", "proc", "sys", "tmp")]
    parts.append(("dev/console", 0o20600, b"", (5, 1)))
    parts += [(name, 0o100755, pathlib.Path(file).read_bytes(), (0, 0))
              for name, file in files.items()]
    parts += [(name, 0o100644, data, (0, 0)) for name, data in texts.items()]
    archive = b"".join(entry(i, *part) for i, part in enumerate(parts, 1))
    path.write_bytes(archive + entry(0, "TRAILER!!!", 0))


# ---- both processes ----

def qemu_command(image, archive, fd, iommu):
    # Its translations do not reach a device in another process.
    between = ["-device", "intel-iommu,intremap=off"] if iommu else []
    words = " intel_iommu=on" if iommu else ""
    return [QEMU, "-M", "q35,memory-backend=m0", "-accel", "tcg", "-m", MEMORY,
            "-object", f"memory-backend-memfd,id=m0,size={MEMORY},share=on",
            "-nodefaults", "-nographic", "-serial", "stdio", "-no-reboot",
            "-kernel", str(image), "-initrd", str(archive),
            "-append", f"console=ttyS0 panic=-1 loglevel=4 hugepages={HUGE_PAGES}{words}",
            *between, "-device", f"x-pci-proxy-dev,id=card,fd={fd}"]


def start(command, end, log):
    with open(log, "wb") as out:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out,
                                stderr=subprocess.STDOUT, pass_fds=[end.fileno()])


def wait_for(process, text, log, deadline):
    """Seconds until the text is in the log or the process has ended; None: not in time."""
    begun = time.monotonic()
    while time.monotonic() < deadline:
        ended = process.poll() is not None
        if ended or (text and text in log.read_text(errors="replace")):
            return time.monotonic() - begun
        time.sleep(0.05)
    return None


def stop(process):
    if process.poll() is None:
        process.kill()
    return process.wait()


def boot(image, archive, server, transcript, limit, iommu=False):
    """Runs the machine to its end: (output of its console, seconds to its first process, seconds in
    all, exit status of QEMU and of the server, output of the server)."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    said_by = pathlib.Path(transcript).with_suffix(".server")
    begun = time.monotonic()
    card = start([*server, "--fd", str(theirs.fileno())], theirs, said_by)
    machine = start(qemu_command(image, archive, ours.fileno(), iommu), ours, transcript)
    ours.close()
    theirs.close()
    try:
        up = wait_for(machine, UP, transcript, begun + limit)
        wait_for(machine, None, transcript, begun + limit)
        taken = time.monotonic() - begun
        late = machine.poll() is None
        status = stop(machine)
        wait_for(card, None, said_by, time.monotonic() + 10)
    finally:
        stop(machine)
        stop(card)
    return (transcript.read_text(errors="replace"), up, taken, "late" if late else status,
            card.returncode, said_by.read_text(errors="replace"))
