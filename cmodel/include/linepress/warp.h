/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warp traces: loads and stores of the warps of a GPU program's kernels. The format is
 * docs/reference/format.md, section 20.
 *
 * Shape    A trace has buffers with their initial contents, later writes and reads by the host, and
 *          launches of kernels. A launch has warps of 32 lanes, a warp has records: loads, stores,
 *          atomics and barriers, in execution order.
 * Units    Addresses and sizes in bytes; gaps and distances in instructions of a warp.
 * Errors   LP_OK or a negative enum lp_error; *fault, if given, has details.
 * Memory   lp_warp_trace_read allocates; lp_warp_trace_free frees. The result is constant and may
 *          be read by any number of threads, each with its own cursors.
 * Source   Choukse et al., "Buddy Compression", ISCA 2020, section IV-A: its simulator is driven by
 *          such traces of one dominant kernel per program.
 */
#ifndef LINEPRESS_WARP_H
#define LINEPRESS_WARP_H

#include "file.h"
#include "linepress.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version that is written; it and those before it are read. */
#define LP_WARP_VERSION 2
#define LP_WARP_LANES 32u
/* Bytes of a lane's access, at most. */
#define LP_WARP_WIDTH_MAX 16u
/* Names of buffers and kernels, in bytes. */
#define LP_WARP_NAME_MAX 128u
/* Addresses and sizes, at most. */
#define LP_WARP_ADDRESS_MAX (UINT64_C(1) << 48)
/* Instructions of a warp, at most. */
#define LP_WARP_INSTRUCTIONS_MAX (UINT64_C(1) << 48)
/* Work-items of a group, at most. */
#define LP_WARP_BLOCK_MAX 4096u
/* Warps of a launch, at most. */
#define LP_WARP_COUNT_MAX ((UINT64_C(1) << 31) - 1)

enum lp_warp_kind {
    LP_WARP_END = 0, /* the warp has no more records */
    LP_WARP_LOAD = 1,
    LP_WARP_STORE = 2,
    LP_WARP_ATOMIC = 3,
    LP_WARP_BARRIER = 4 /* all warps of the group wait for each other */
};

/* Each record except LP_WARP_END is one instruction of the warp. */
struct lp_warp_record {
    enum lp_warp_kind kind;
    uint64_t gap;   /* instructions of the warp between the previous record and this one */
    uint64_t use;   /* load, atomic: the instruction that many later is the first to use the value;
                       0: none does */
    uint32_t mask;  /* load, store, atomic: bit l = lane l takes part; not 0 */
    unsigned width; /* bytes per lane, 1 to LP_WARP_WIDTH_MAX */
    int constant;   /* load: the program declared the memory constant */
    uint64_t address[LP_WARP_LANES]; /* of the lanes in the mask; of others 0 */
    const uint8_t *bytes; /* store, atomic: what is in memory afterwards, `width` bytes of each lane
                             in the mask, lowest lane first; NULL if the trace does not have
                             them, and for other kinds */
};

struct lp_warp_buffer {
    const char *name;
    uint64_t address, bytes; /* address: a multiple of LP_LINE_BYTES */
    const uint8_t *contents; /* NULL: zeros */
    int constant;            /* declared constant in the program's source */
    size_t launch;           /* created before launch number `launch`, from 0 */
};

/* A write by the host after the buffer was created. */
struct lp_warp_host_write {
    uint64_t address, bytes;
    const uint8_t *data;
    size_t launch; /* as above */
};

/* A read by the host, such as a copy of results. */
struct lp_warp_host_read {
    uint64_t address, bytes;
    size_t launch; /* as above */
};

struct lp_warp_launch {
    const char *name;           /* of the kernel */
    uint32_t grid[3], block[3]; /* work-items of the launch and of a group: x, y, z */
    size_t first_warp, warps;   /* its warps; possibly fewer than given by grid and block */
    uint64_t local_bytes; /* local memory of a group, at most LP_WARP_ADDRESS_MAX; 0: none, or not
                             known */
    uint64_t stream;      /* launches of a stream run one after the other; 0: the default stream */
    uint32_t registers;   /* of a work-item, 32 bits each; 0: not known */
};

struct lp_warp {
    uint32_t group;  /* x fastest, from 0 */
    uint32_t number; /* in the group: lane l is its work-item 32 * number + l, x fastest */
};

/* One line of English: the error and its position. */
struct lp_warp_fault {
    char why[320];
};

struct lp_warp_trace;

/*
 * Reads and checks a whole trace. LP_ERR_TRACE_MAGIC, LP_ERR_TRACE_VERSION, LP_ERR_TRACE_CRC;
 * LP_ERR_SHORT, LP_ERR_LONG: it is too short or too long; LP_ERR_TRACE_RECORD: malformed, an access
 * outside every buffer, or a value used before it is loaded; LP_ERR_TRACE_COUNT: too many warps;
 * LP_ERR_SYSTEM: no memory; errors of `read`. *trace is written only for LP_OK. `fault` may be
 * NULL.
 */
int lp_warp_trace_read(lp_read_fn *read, void *context, struct lp_warp_trace **trace,
                       struct lp_warp_fault *fault);
/* NULL is fine. */
void lp_warp_trace_free(struct lp_warp_trace *trace);

/* Bytes of the file. */
uint64_t lp_warp_trace_bytes(const struct lp_warp_trace *trace);

/* In the order of the file, buffers by address too; NULL from the count on. */
size_t lp_warp_buffer_count(const struct lp_warp_trace *trace);
const struct lp_warp_buffer *lp_warp_buffer(const struct lp_warp_trace *trace, size_t number);
size_t lp_warp_host_write_count(const struct lp_warp_trace *trace);
const struct lp_warp_host_write *lp_warp_host_write(const struct lp_warp_trace *trace,
                                                    size_t number);
size_t lp_warp_host_read_count(const struct lp_warp_trace *trace);
const struct lp_warp_host_read *lp_warp_host_read(const struct lp_warp_trace *trace, size_t number);
size_t lp_warp_launch_count(const struct lp_warp_trace *trace);
const struct lp_warp_launch *lp_warp_launch(const struct lp_warp_trace *trace, size_t number);
/* Warps of all launches, each launch's by group and number. */
size_t lp_warp_count(const struct lp_warp_trace *trace);
const struct lp_warp *lp_warp(const struct lp_warp_trace *trace, size_t number);

/* The buffer that holds all bytes from `address` on, or NULL. */
const struct lp_warp_buffer *lp_warp_find(const struct lp_warp_trace *trace, uint64_t address,
                                          uint64_t bytes);

/* A position in a warp's records. */
struct lp_warp_cursor {
    const uint8_t *at, *end;
};

/* Sets the cursor before the warp's first record. LP_ERR_ARG: there is no such warp. */
int lp_warp_start(const struct lp_warp_trace *trace, size_t warp, struct lp_warp_cursor *cursor);
/* The next record; after the last, LP_WARP_END each time. */
void lp_warp_next(struct lp_warp_cursor *cursor, struct lp_warp_record *record);

/* ---- writing ---- */

struct lp_warp_writer;

/*
 * Begins a trace of LP_WARP_VERSION. Then call, repeatedly: buffers, host writes and host reads; a
 * launch, its warps by group and number, each with its records, LP_WARP_END last, and
 * lp_warp_writer_end_launch. All of them return LP_ERR_ARG for arguments that the format does not
 * allow, or in the wrong order, and errors of `write`. That accesses are inside buffers is checked
 * only by the reader. LP_ERR_SYSTEM: out of memory.
 */
int lp_warp_writer_open(lp_write_fn *write, void *context, struct lp_warp_writer **writer);
/* `launch` of the buffer is ignored. */
int lp_warp_writer_buffer(struct lp_warp_writer *writer, const struct lp_warp_buffer *buffer);
int lp_warp_writer_host_write(struct lp_warp_writer *writer, uint64_t address, const void *data,
                              uint64_t bytes);
int lp_warp_writer_host_read(struct lp_warp_writer *writer, uint64_t address, uint64_t bytes);
/* `first_warp` and `warps` of the launch are ignored. */
int lp_warp_writer_begin_launch(struct lp_warp_writer *writer, const struct lp_warp_launch *launch);
/* The same for a launch whose further fields are 0. */
int lp_warp_writer_launch(struct lp_warp_writer *writer, const char *name, const uint32_t grid[3],
                          const uint32_t block[3]);
int lp_warp_writer_warp(struct lp_warp_writer *writer, uint32_t group, uint32_t number);
int lp_warp_writer_record(struct lp_warp_writer *writer, const struct lp_warp_record *record);
int lp_warp_writer_end_launch(struct lp_warp_writer *writer);
/* Ends the trace. */
int lp_warp_writer_finish(struct lp_warp_writer *writer);
/* Frees; NULL is fine. */
void lp_warp_writer_close(struct lp_warp_writer *writer);

#ifdef __cplusplus
}
#endif

#endif
