# SPDX-License-Identifier: Apache-2.0
"""PCIe's rules for each TLP that an endpoint sends, checked on the link.

It does not depend on how the shim splits its transfers: it uses only the TLPs and the configuration
that software gave the function. Section numbers are those of the PCIe Base Specification 4.0.
"""
import collections

from cocotbext.pcie.core.tlp import CplStatus, TlpType

READS = (TlpType.MEM_READ, TlpType.MEM_READ_64)
WRITES = (TlpType.MEM_WRITE, TlpType.MEM_WRITE_64)
LONG = (TlpType.MEM_READ_64, TlpType.MEM_WRITE_64)
COMPLETIONS = (TlpType.CPL, TlpType.CPL_DATA)
CONFIG_READS = (TlpType.CFG_READ_0,)
# Byte enables of the first and last dword of a request without holes.
FIRST, LAST = (0xf, 0xe, 0xc, 0x8), (0xf, 0x7, 0x3, 0x1)
ALONE = {mask << at & 0xf for mask in (0x1, 0x3, 0x7, 0xf) for at in range(4)}
# Between completions of anything but a root complex.
RCB = 128


class RuleError(AssertionError):
    """An endpoint broke a rule; the text names it."""


def check(good, tlp, text):
    if not good:
        raise RuleError(f"{text}: {tlp.fmt_type.name}, address {tlp.address:#x}, {tlp.length} "
                        f"dwords, byte enables {tlp.first_be:x} {tlp.last_be:x}, tag {tlp.tag}, "
                        f"byte count {tlp.byte_count}, lower address {tlp.lower_address:#x}")


def first_byte(be):
    """Of the lowest byte that is enabled; a read of no byte counts as one of byte 0."""
    return (be & -be).bit_length() - 1 if be else 0


def byte_count(length, first_be, last_be):
    """Table 2-38: bytes from the first that is enabled to the last."""
    last = last_be if length > 1 else first_be
    if not first_be:
        return 1
    return 4 * length - first_byte(first_be) - (4 - last.bit_length())


class Asked:
    """A request of the host that needs a completion: the bytes still to come."""

    def __init__(self, tlp):
        self.data = tlp.fmt_type in READS + CONFIG_READS
        self.memory = tlp.fmt_type in READS
        self.left = byte_count(tlp.length, tlp.first_be, tlp.last_be) if self.memory else 4
        self.at = tlp.address + first_byte(tlp.first_be) if self.memory else 0


class Rules:
    """`counts` has the events on the link, by name, for tests that require them."""

    def __init__(self, function):
        self.function, self.counts = function, collections.Counter()
        self.asked, self.under_way = {}, {}

    # ------------------------------------------------------------------ from the endpoint
    def emitted(self, tlp):
        check(tlp.tc == 0 and not tlp.td and not tlp.ep, tlp, "traffic class, digest or poison")
        if tlp.fmt_type in COMPLETIONS:
            self._completion(tlp)
        elif tlp.fmt_type in READS + WRITES:
            self._request(tlp)
        else:
            check(False, tlp, "an endpoint has no such request to send")

    def _request(self, tlp):
        cap, function = self.function.pcie_cap, self.function
        check(function.bus_master_enable, tlp, "bus mastering is not enabled")
        check(tlp.requester_id == function.pcie_id, tlp, "2.2.6.2: the requester is another")
        check(1 <= tlp.length <= 1024, tlp, "2.2.2: length")
        check(tlp.address % 4 == 0, tlp, "2.2.4.1: the address is not that of a dword")
        check((tlp.address > 0xffffffff) == (tlp.fmt_type in LONG), tlp,
              "2.2.4.1: header for an address of 32 or 64 bits")
        check(tlp.address % 4096 + 4 * tlp.length <= 4096, tlp, "2.2.7: crosses 4 KiB")
        if tlp.length == 1:
            check(tlp.last_be == 0 and tlp.first_be in ALONE, tlp, "2.2.5: byte enables")
        else:
            check(tlp.first_be in FIRST and tlp.last_be in LAST, tlp, "2.2.5: byte enables")
        if tlp.fmt_type in WRITES:
            check(len(tlp.data) == 4 * tlp.length, tlp, "2.2.2: length and payload")
            check(4 * tlp.length <= 128 << cap.max_payload_size, tlp, "2.2.2: MPS")
            self._write(tlp)
            return
        check(4 * tlp.length <= 128 << cap.max_read_request_size, tlp, "2.2.7: MRRS")
        check(tlp.tag < (256 if cap.extended_tag_field_enable else 32), tlp, "2.2.6.2: tag")
        check(tlp.tag not in self.under_way, tlp, "2.2.6.2: the tag is under way")
        self.under_way[tlp.tag] = byte_count(tlp.length, tlp.first_be, tlp.last_be)
        self.counts["reads"] += 1
        self.counts["most reads at once"] = max(self.counts["most reads at once"],
                                                len(self.under_way))
        self._count_cut(tlp, 128 << cap.max_read_request_size, "reads")

    def _write(self, tlp):
        cap = self.function.msi_cap
        if cap.msi_enable and tlp.address == cap.msi_message_address:
            check(tlp.length == 1 and tlp.first_be == 0xf, tlp, "6.1.4: MSI is one dword")
            self.counts["messages"] += 1
            return
        self.counts["writes"] += 1
        self._count_cut(tlp, 128 << self.function.pcie_cap.max_payload_size, "writes")

    def _count_cut(self, tlp, most, kind):
        self.counts[f"{kind} of full size"] += 4 * tlp.length == most
        self.counts[f"{kind} up to 4 KiB"] += tlp.address % 4096 + 4 * tlp.length == 4096
        self.counts[f"{kind} with bytes left out"] += tlp.first_be != 0xf or \
            (tlp.length > 1 and tlp.last_be != 0xf)

    def _completion(self, tlp):
        key = (tlp.requester_id, tlp.tag)
        check(key in self.asked, tlp, "2.2.9: an unrequested completion")
        asked = self.asked[key]
        check(tlp.completer_id == self.function.pcie_id, tlp, "2.2.9: the completer is another")
        if tlp.status != CplStatus.SC or not asked.data:
            check(tlp.fmt_type == TlpType.CPL and tlp.length == 0, tlp, "2.2.9: no data")
            del self.asked[key]
            return
        check(tlp.fmt_type == TlpType.CPL_DATA, tlp, "2.2.9: data is missing")
        check(len(tlp.data) == 4 * tlp.length, tlp, "2.2.2: length and payload")
        check(4 * tlp.length <= 128 << self.function.pcie_cap.max_payload_size, tlp, "2.2.2: MPS")
        check(tlp.byte_count == asked.left, tlp, f"2.3.1.1: byte count is not {asked.left}")
        if asked.memory:
            check(tlp.lower_address == asked.at & 0x7f, tlp, "2.3.1.1: lower address")
        took = 4 * tlp.length - asked.at % 4
        if took >= asked.left:
            del self.asked[key]
            return
        check((asked.at + took) % RCB == 0, tlp, "2.3.1.1: ends between read completion boundaries")
        asked.left -= took
        asked.at += took

    # ------------------------------------------------------------------ to the endpoint
    def received(self, tlp):
        if tlp.fmt_type in COMPLETIONS:
            self._answered(tlp)
        elif tlp.fmt_type not in WRITES:
            self.asked[(tlp.requester_id, tlp.tag)] = Asked(tlp)

    def _answered(self, tlp):
        if tlp.tag not in self.under_way:
            return
        self.under_way[tlp.tag] -= 4 * tlp.length - tlp.lower_address % 4
        if tlp.status != CplStatus.SC or tlp.fmt_type == TlpType.CPL or \
                self.under_way[tlp.tag] <= 0:
            del self.under_way[tlp.tag]

    def forget(self, tag):
        """The host never answers this one."""
        self.under_way.pop(tag, None)

    def finish(self):
        if self.asked or self.under_way:
            raise RuleError(f"without an answer: {len(self.asked)} requests of the host, "
                            f"{len(self.under_way)} of the endpoint")
