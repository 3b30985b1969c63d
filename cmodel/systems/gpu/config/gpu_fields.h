/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of a GPU's configuration: name, unit, least and greatest value. Not installed. */
#ifndef LPI_GPU_FIELDS_H
#define LPI_GPU_FIELDS_H

/*
 * W: whole number, R: rate. Cycles of the core are marked "core cycle", those of slices and device
 * memory "memory cycle"; docs/use/gpu.md has a line on each field.
 */
/* clang-format off */
#define LPI_GPU_FIELDS(W, R)                                                                       \
    W(core_mhz, "MHz", 1, 10000)                                                                   \
    W(memory_mhz, "MHz", 1, 10000)                                                                 \
    W(sms, "1", 1, 1024)                                                                           \
    W(schedulers, "1", 1, 8)                                                                       \
    W(warps, "1", 1, 256)                                                                          \
    W(groups, "1", 1, 64)                                                                          \
    W(registers, "1", 1024, 1 << 20)                                                               \
    W(scratchpad, "B", 0, 1 << 20)                                                                 \
    W(loads, "1", 1, 64)                                                                           \
    W(lsu_queue, "1", 1, 256)                                                                      \
    W(l1_bytes, "B", 0, 1 << 24)                                                                   \
    W(l1_ways, "1", 1, 64)                                                                         \
    W(l1_latency, "core cycle", 1, 10000)                                                          \
    W(l1_mshrs, "1", 1, 4096)                                                                      \
    W(crossbar_latency, "core cycle", 1, 10000)                                                    \
    W(crossbar_bank, "B/core cycle", 32, 128)                                                      \
    W(crossbar_sm, "B/core cycle", 32, 128)                                                        \
    W(l2_bytes, "B", 4096, 1 << 30)                                                                \
    W(l2_ways, "1", 1, 64)                                                                         \
    W(l2_latency, "core cycle", 1, 10000)                                                          \
    W(l2_mshrs, "1", 1, 4096)                                                                      \
    W(slices, "1", 1, 128)                                                                         \
    W(page_bytes, "B", 1 << 16, 1 << 21)                                                           \
    W(entries, "1", 2, 64)                                                                         \
    W(lanes, "1", 1, 4)                                                                            \
    W(misses, "1", 1, 16)                                                                          \
    W(parallel, "1", 0, 1)                                                                         \
    W(metadata_bytes, "B", 128, 1 << 26)                                                           \
    W(metadata_ways, "1", 1, 8)                                                                    \
    W(port_bytes, "B/memory cycle", 32, 128)                                                       \
    R(device_gbs, "GB/s", 0.1, 100000)                                                             \
    W(device_latency, "memory cycle", 1, 10000)                                                    \
    W(channels, "1", 1, 8)                                                                         \
    W(bank_groups, "1", 1, 8)                                                                      \
    W(banks, "1", 1, 64)                                                                           \
    W(row_bytes, "B", 256, 65536)                                                                  \
    W(t_rcd, "memory cycle", 1, 1000)                                                              \
    W(t_rp, "memory cycle", 1, 1000)                                                               \
    W(t_cl, "memory cycle", 1, 1000)                                                               \
    W(t_cwl, "memory cycle", 1, 1000)                                                              \
    W(t_ras, "memory cycle", 1, 1000)                                                              \
    W(t_ccd_l, "memory cycle", 1, 1000)                                                            \
    W(t_rrd, "memory cycle", 1, 1000)                                                              \
    W(t_faw, "memory cycle", 1, 1000)                                                              \
    W(t_wr, "memory cycle", 1, 1000)                                                               \
    W(t_wtr, "memory cycle", 1, 1000)                                                              \
    W(t_rtp, "memory cycle", 1, 1000)                                                              \
    W(t_rfc, "memory cycle", 1, 10000)                                                             \
    W(t_refi, "memory cycle", 100, 1000000)                                                        \
    W(dram_queue, "1", 1, 128)                                                                     \
    W(write_high, "1", 1, 128)                                                                     \
    W(write_low, "1", 0, 127)                                                                      \
    R(link_gbs, "GB/s", 0.01, 100000)                                                              \
    W(link_latency, "memory cycle", 1, 100000)                                                     \
    R(buddy_gbs, "GB/s", 0, 100000)                                                                \
    W(buddy_half_duplex, "1", 0, 1)
/* clang-format on */

#define LPI_GPU_COUNT_(name, unit, least, most) +1
enum { LPI_GPU_FIELD_COUNT = 0 LPI_GPU_FIELDS(LPI_GPU_COUNT_, LPI_GPU_COUNT_) };

#endif
