/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of the buddy memory path's units, declared once (see common/unit.h). Widths that follow
 * from parameters are given at their largest; lp_buddy_width() gives them.
 *
 * Entry: a request in flight, and its number in the whole slice. Codes of responses and faults:
 * enum lp_answer (linepress/gbbr.h).
 */
#ifndef LP_BUDDY_PORTS_H
#define LP_BUDDY_PORTS_H

#include "../codec/codec_ports.h"
#include "../common/unit.h"
#include "../gbbr/gbbr_ports.h"

#define LP_BUDDY_ENTRY_MAX 6 /* bits of an entry's number: up to 64 in flight */
#define LP_BUDDY_ADDR LP_GBBR_ADDR
#define LP_BUDDY_NIBBLE (LP_BUDDY_ADDR + 1)

/*
 * A request with its addresses, from lp_buddy_front to lp_buddy_read (stream r) and lp_buddy_write
 * (stream w). fault: code of an attribute fault; all other fields except entry and id are then to
 * be ignored. A page that is not compressed has dev_sectors 4 and no metadata.
 */
#define LP_BUDDY_WORK(IN, OUT, INV, X)                                                             \
    IN(X##_valid, 1)                                                                               \
    OUT(X##_ready, 1)                                                                              \
    IN(X##_entry, LP_BUDDY_ENTRY_MAX)                                                              \
    IN(X##_id, 8)                                                                                  \
    IN(X##_fault, 2)                                                                               \
    IN(X##_compressed, 1)                                                                          \
    IN(X##_target, 3)                                                                              \
    IN(X##_codec, LP_CODEC_W)                                                                      \
    INV(X##_dev_addr, LP_BUDDY_ADDR)                                                               \
    INV(X##_spill_addr, LP_BUDDY_ADDR)                                                             \
    INV(X##_meta_addr, LP_BUDDY_NIBBLE)

/* Sectors to read from a memory: up to four from an address on, by entry. */
#define LP_BUDDY_WANT(IN, OUT, INV, X)                                                             \
    IN(X##_valid, 1)                                                                               \
    OUT(X##_ready, 1)                                                                              \
    INV(X##_addr, LP_BUDDY_ADDR)                                                                   \
    IN(X##_sectors, 3)                                                                             \
    IN(X##_entry, LP_BUDDY_ENTRY_MAX)

/*
 * lp_buddy_read: from translated reads to lines. s: reads. q: metadata reads; a: their responses
 * (err: the cache could not fetch it); miss: a read whose response needs a fetch (always taken).
 * dev, bud: sectors to read; devd, budd: sectors read, those of one entry in order. m: lines, LANES
 * sectors per beat; code is valid with the last beat, and data is undefined unless it is 0.
 * dev_idle: device memory has no read pending. stray: pulses, for sectors of device (bit 0) or
 * buddy memory (1) that no entry waits for. free: bit e: entry e becomes free (a pulse).
 */
#define LP_BUDDY_READ_PORTS(IN, OUT, INV, OUTV)                                                    \
    LP_BUDDY_WORK(IN, OUT, INV, s)                                                                 \
    OUT(q_valid, 1)                                                                                \
    IN(q_ready, 1)                                                                                 \
    OUTV(q_addr, LP_BUDDY_NIBBLE)                                                                  \
    OUT(q_entry, LP_BUDDY_ENTRY_MAX)                                                               \
    IN(a_valid, 1)                                                                                 \
    OUT(a_ready, 1)                                                                                \
    IN(a_entry, LP_BUDDY_ENTRY_MAX)                                                                \
    IN(a_state, 4)                                                                                 \
    IN(a_err, 1)                                                                                   \
    IN(miss_valid, 1)                                                                              \
    OUT(miss_ready, 1)                                                                             \
    IN(miss_entry, LP_BUDDY_ENTRY_MAX)                                                             \
    IN(dev_idle, 1)                                                                                \
    LP_BUDDY_WANT(OUT, IN, OUTV, dev)                                                              \
    IN(devd_valid, 1)                                                                              \
    OUT(devd_ready, 1)                                                                             \
    IN(devd_entry, LP_BUDDY_ENTRY_MAX)                                                             \
    INV(devd_data, 256)                                                                            \
    IN(devd_err, 1)                                                                                \
    LP_BUDDY_WANT(OUT, IN, OUTV, bud)                                                              \
    IN(budd_valid, 1)                                                                              \
    OUT(budd_ready, 1)                                                                             \
    IN(budd_entry, LP_BUDDY_ENTRY_MAX)                                                             \
    INV(budd_data, 256)                                                                            \
    IN(budd_err, 1)                                                                                \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_id, 8)                                                                                   \
    OUT(m_code, 3)                                                                                 \
    OUTV(m_data, 1024)                                                                             \
    OUT(m_last, 1)                                                                                 \
    OUT(stray, 2)                                                                                  \
    OUTV(free, 1 << LP_BUDDY_ENTRY_MAX)

/*
 * lp_buddy_write: from translated writes and their lines to sectors. s: writes; d: their lines,
 * four sectors each, in the order of s. q: metadata writes; a: their acknowledgements; miss: one
 * that waits for a fetch (always taken). dev, bud: sectors to be written (eight: the low 8 bytes of
 * the one data beat at addr); devd, budd: the sectors, in the order of dev and bud; devb, budb:
 * acknowledgements, one for each dev and bud. m: acknowledgement to the L2, when all is written.
 * lost: states are unreliable from now on. stray: pulses, for acknowledgements at devb (bit 0) or
 * budb (1) that no entry waits for. done: the entry becomes free (a pulse).
 */
#define LP_BUDDY_WRITE_PORTS(IN, OUT, INV, OUTV)                                                   \
    LP_BUDDY_WORK(IN, OUT, INV, s)                                                                 \
    IN(d_valid, 1)                                                                                 \
    OUT(d_ready, 1)                                                                                \
    INV(d_data, 256)                                                                               \
    OUT(q_valid, 1)                                                                                \
    IN(q_ready, 1)                                                                                 \
    OUTV(q_addr, LP_BUDDY_NIBBLE)                                                                  \
    OUT(q_state, 4)                                                                                \
    OUT(q_entry, LP_BUDDY_ENTRY_MAX)                                                               \
    IN(a_valid, 1)                                                                                 \
    OUT(a_ready, 1)                                                                                \
    IN(a_entry, LP_BUDDY_ENTRY_MAX)                                                                \
    IN(a_err, 1)                                                                                   \
    IN(miss_valid, 1)                                                                              \
    OUT(miss_ready, 1)                                                                             \
    IN(miss_entry, LP_BUDDY_ENTRY_MAX)                                                             \
    LP_BUDDY_WANT(OUT, IN, OUTV, dev)                                                              \
    OUT(dev_eight, 1)                                                                              \
    OUT(devd_valid, 1)                                                                             \
    IN(devd_ready, 1)                                                                              \
    OUTV(devd_data, 256)                                                                           \
    IN(devb_valid, 1)                                                                              \
    OUT(devb_ready, 1)                                                                             \
    IN(devb_entry, LP_BUDDY_ENTRY_MAX)                                                             \
    IN(devb_err, 1)                                                                                \
    LP_BUDDY_WANT(OUT, IN, OUTV, bud)                                                              \
    OUT(budd_valid, 1)                                                                             \
    IN(budd_ready, 1)                                                                              \
    OUTV(budd_data, 256)                                                                           \
    IN(budb_valid, 1)                                                                              \
    OUT(budb_ready, 1)                                                                             \
    IN(budb_entry, LP_BUDDY_ENTRY_MAX)                                                             \
    IN(budb_err, 1)                                                                                \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_id, 8)                                                                                   \
    OUT(m_code, 3)                                                                                 \
    OUT(lost, 1)                                                                                   \
    OUT(stray, 2)                                                                                  \
    OUT(done, 1)                                                                                   \
    OUT(done_entry, LP_BUDDY_ENTRY_MAX)

/* An AXI4 port of 256 bits: INCR bursts of whole sectors that stay within 4 KiB. */
#define LP_BUDDY_AXI(IN, OUT, INV, OUTV, X)                                                        \
    OUT(X##_arvalid, 1)                                                                            \
    IN(X##_arready, 1)                                                                             \
    OUT(X##_arid, 7)                                                                               \
    OUTV(X##_araddr, LP_BUDDY_ADDR)                                                                \
    OUT(X##_arlen, 8)                                                                              \
    OUT(X##_arsize, 3)                                                                             \
    OUT(X##_arburst, 2)                                                                            \
    IN(X##_rvalid, 1)                                                                              \
    OUT(X##_rready, 1)                                                                             \
    IN(X##_rid, 7)                                                                                 \
    INV(X##_rdata, 256)                                                                            \
    IN(X##_rresp, 2)                                                                               \
    IN(X##_rlast, 1)                                                                               \
    OUT(X##_awvalid, 1)                                                                            \
    IN(X##_awready, 1)                                                                             \
    OUT(X##_awid, 7)                                                                               \
    OUTV(X##_awaddr, LP_BUDDY_ADDR)                                                                \
    OUT(X##_awlen, 8)                                                                              \
    OUT(X##_awsize, 3)                                                                             \
    OUT(X##_awburst, 2)                                                                            \
    OUT(X##_wvalid, 1)                                                                             \
    IN(X##_wready, 1)                                                                              \
    OUTV(X##_wdata, 256)                                                                           \
    OUT(X##_wstrb, 32)                                                                             \
    OUT(X##_wlast, 1)                                                                              \
    IN(X##_bvalid, 1)                                                                              \
    OUT(X##_bready, 1)                                                                             \
    IN(X##_bid, 7)                                                                                 \
    IN(X##_bresp, 2)

/* Registers named by cfg_reg: those of lp_gbbr_xlat, and these. */
enum lp_buddy_reg {
    /* bits 5..0: events that have occurred (enum lp_buddy_event), write 1 to clear; 13..8: those
     * that interrupt */
    LP_BUDDY_REG_EVENTS = LP_GBBR_REGS,
    /* bit 0: write all dirty metadata back, bit 1: drop all metadata; the write is taken when that
     * is done */
    LP_BUDDY_REG_CACHE,
    LP_BUDDY_REG_COUNTS = 8 /* and up, read-only: the eight counters in the order of the ports */
};

/* Bits of that register. */
enum lp_buddy_event {
    LP_BUDDY_EVENT_LOST,    /* states of lines are lost, until the next reset */
    LP_BUDDY_EVENT_MEMORY,  /* a request was answered with code 6 */
    LP_BUDDY_EVENT_CORRUPT, /* with code 4 or 5 */
    LP_BUDDY_EVENT_FAULT,   /* with code 1, 2 or 3 */
    LP_BUDDY_EVENT_REFUSED, /* memory refused metadata, which is kept and offered again */
    LP_BUDDY_EVENT_STRAY,   /* an unexpected beat of R or B */
    LP_BUDDY_EVENTS
};

/* Registers and requests of a slice and of the top; index: bits of a line's index. */
#define LP_BUDDY_REQUESTS(IN, OUT, INV, OUTV, index)                                               \
    IN(cfg_valid, 1)                                                                               \
    OUT(cfg_ready, 1)                                                                              \
    OUT(cfg_err, 1)                                                                                \
    IN(cfg_reg, 4)                                                                                 \
    INV(cfg_data, LP_BUDDY_ADDR)                                                                   \
    OUTV(cfg_value, LP_BUDDY_ADDR)                                                                 \
    OUT(error, 1)                                                                                  \
    OUT(irq, 1)                                                                                    \
    IN(q_valid, 1)                                                                                 \
    OUT(q_ready, 1)                                                                                \
    IN(q_write, 1)                                                                                 \
    IN(q_id, 8)                                                                                    \
    IN(q_compressed, 1)                                                                            \
    IN(q_target, 3)                                                                                \
    IN(q_codec, LP_CODEC_W)                                                                        \
    IN(q_slot, 24)                                                                                 \
    IN(q_frame, 24)                                                                                \
    IN(q_index, index)

/*
 * lp_buddy_slice: a memory controller's slice. cfg: registers; cfg_value: the one that cfg_reg
 * names, in every cycle. error, irq: events that have occurred, and the interrupt. q: reads and
 * writes of whole lines, by id and page attributes; ids need not differ. d: the lines of writes,
 * four sectors each, in the order of q. m: lines read, LANES sectors per beat, in any order; code
 * is valid with the last beat, and data is undefined unless it is 0. k: completed writes. dev, bud:
 * device and buddy memory. md: counters of the metadata cache. strays: unexpected beats of R and B.
 * lost: states are lost, until the next reset.
 */
#define LP_BUDDY_SLICE_PORTS(IN, OUT, INV, OUTV)                                                   \
    LP_BUDDY_REQUESTS(IN, OUT, INV, OUTV, 14)                                                      \
    IN(d_valid, 1)                                                                                 \
    OUT(d_ready, 1)                                                                                \
    INV(d_data, 256)                                                                               \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_id, 8)                                                                                   \
    OUT(m_code, 3)                                                                                 \
    OUTV(m_data, 1024)                                                                             \
    OUT(m_last, 1)                                                                                 \
    OUT(k_valid, 1)                                                                                \
    IN(k_ready, 1)                                                                                 \
    OUT(k_id, 8)                                                                                   \
    OUT(k_code, 3)                                                                                 \
    LP_BUDDY_AXI(IN, OUT, INV, OUTV, dev)                                                          \
    LP_BUDDY_AXI(IN, OUT, INV, OUTV, bud)                                                          \
    OUT(md_accesses, 32)                                                                           \
    OUT(md_hits, 32)                                                                               \
    OUT(md_merged, 32)                                                                             \
    OUT(md_fills, 32)                                                                              \
    OUT(md_used, 32)                                                                               \
    OUT(md_writebacks, 32)                                                                         \
    OUT(md_wb_err, 32)                                                                             \
    OUT(strays, 32)                                                                                \
    OUT(lost, 1)

#define LP_BUDDY_SLICES 32 /* at most */
#define LP_BUDDY_INDEX 17  /* largest width of a line's index in its page */

/* LP_BUDDY_AXI of all slices side by side, slice s in field s. */
#define LP_BUDDY_AXI_SIDE(IN, OUT, INV, OUTV, X)                                                   \
    OUT(X##_arvalid, LP_BUDDY_SLICES)                                                              \
    IN(X##_arready, LP_BUDDY_SLICES)                                                               \
    OUTV(X##_arid, 7 * LP_BUDDY_SLICES)                                                            \
    OUTV(X##_araddr, LP_BUDDY_ADDR *LP_BUDDY_SLICES)                                               \
    OUTV(X##_arlen, 8 * LP_BUDDY_SLICES)                                                           \
    OUTV(X##_arsize, 3 * LP_BUDDY_SLICES)                                                          \
    OUTV(X##_arburst, 2 * LP_BUDDY_SLICES)                                                         \
    IN(X##_rvalid, LP_BUDDY_SLICES)                                                                \
    OUT(X##_rready, LP_BUDDY_SLICES)                                                               \
    INV(X##_rid, 7 * LP_BUDDY_SLICES)                                                              \
    INV(X##_rdata, 256 * LP_BUDDY_SLICES)                                                          \
    INV(X##_rresp, 2 * LP_BUDDY_SLICES)                                                            \
    IN(X##_rlast, LP_BUDDY_SLICES)                                                                 \
    OUT(X##_awvalid, LP_BUDDY_SLICES)                                                              \
    IN(X##_awready, LP_BUDDY_SLICES)                                                               \
    OUTV(X##_awid, 7 * LP_BUDDY_SLICES)                                                            \
    OUTV(X##_awaddr, LP_BUDDY_ADDR *LP_BUDDY_SLICES)                                               \
    OUTV(X##_awlen, 8 * LP_BUDDY_SLICES)                                                           \
    OUTV(X##_awsize, 3 * LP_BUDDY_SLICES)                                                          \
    OUTV(X##_awburst, 2 * LP_BUDDY_SLICES)                                                         \
    OUT(X##_wvalid, LP_BUDDY_SLICES)                                                               \
    IN(X##_wready, LP_BUDDY_SLICES)                                                                \
    OUTV(X##_wdata, 256 * LP_BUDDY_SLICES)                                                         \
    OUTV(X##_wstrb, 32 * LP_BUDDY_SLICES)                                                          \
    OUT(X##_wlast, LP_BUDDY_SLICES)                                                                \
    IN(X##_bvalid, LP_BUDDY_SLICES)                                                                \
    OUT(X##_bready, LP_BUDDY_SLICES)                                                               \
    INV(X##_bid, 7 * LP_BUDDY_SLICES)                                                              \
    INV(X##_bresp, 2 * LP_BUDDY_SLICES)

/*
 * lp_buddy_top: slices and their address hash. cfg: registers of all slices; cfg_value: that of
 * slice cfg_slice. q: reads and writes of whole lines; index: in the whole page; data: for a write.
 * m: one response for each, in any order; data is 0 except for a read whose code is 0. dev, bud,
 * md: of the slices, side by side.
 */
#define LP_BUDDY_TOP_PORTS(IN, OUT, INV, OUTV)                                                     \
    LP_BUDDY_REQUESTS(IN, OUT, INV, OUTV, LP_BUDDY_INDEX)                                          \
    IN(cfg_slice, 5)                                                                               \
    INV(q_data, 1024)                                                                              \
    OUT(m_valid, 1)                                                                                \
    IN(m_ready, 1)                                                                                 \
    OUT(m_write, 1)                                                                                \
    OUT(m_id, 8)                                                                                   \
    OUT(m_code, 3)                                                                                 \
    OUTV(m_data, 1024)                                                                             \
    LP_BUDDY_AXI_SIDE(IN, OUT, INV, OUTV, dev)                                                     \
    LP_BUDDY_AXI_SIDE(IN, OUT, INV, OUTV, bud)                                                     \
    OUTV(md_accesses, 32 * LP_BUDDY_SLICES)                                                        \
    OUTV(md_hits, 32 * LP_BUDDY_SLICES)                                                            \
    OUTV(md_merged, 32 * LP_BUDDY_SLICES)                                                          \
    OUTV(md_fills, 32 * LP_BUDDY_SLICES)                                                           \
    OUTV(md_used, 32 * LP_BUDDY_SLICES)                                                            \
    OUTV(md_writebacks, 32 * LP_BUDDY_SLICES)                                                      \
    OUTV(md_wb_err, 32 * LP_BUDDY_SLICES)                                                          \
    OUTV(strays, 32 * LP_BUDDY_SLICES)                                                             \
    OUT(lost, LP_BUDDY_SLICES)

LP_UNIT_STRUCTS(buddy_read, LP_BUDDY_READ_PORTS)
LP_UNIT_STRUCTS(buddy_write, LP_BUDDY_WRITE_PORTS)
LP_UNIT_STRUCTS(buddy_slice, LP_BUDDY_SLICE_PORTS)
LP_UNIT_STRUCTS(buddy_top, LP_BUDDY_TOP_PORTS)

#endif
