/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Warp traces of any length, read in one pass. Terms and records are those of warp.h; the format is
 * docs/reference/format.md, section 20, plain or compressed by zstd or xz, which is detected by the
 * magic bytes.
 *
 * Shape    A stream has items, in the order of the file: buffers, writes and reads by the host, and
 *          launches. The groups of the current launch are taken one at a time, in ascending order,
 *          or from a given number on; a group that was taken is independent of the stream's
 *          position, so any number of groups may be open. Each warp of a group has a position of
 *          its own.
 * Memory   At most 224 MiB, for any length of trace, and 4 KiB for each warp of an open group: beyond
 *          64 MiB, the records of open groups are in a temporary file without a name in $TMPDIR, or
 *          /tmp. In addition 16 bytes for each buffer.
 * Checks   All of lp_warp_trace_read's. An item is checked before it is returned, a group before it
 *          is returned, and groups that are skipped as well; the checksum is known when
 *          LP_WARP_ITEM_END is returned. Until then results are provisional.
 * Errors   LP_OK or a negative enum lp_error as of lp_warp_trace_read; LP_ERR_CORRUPT: the
 *          compressed data is damaged; LP_ERR_SYSTEM: out of memory, or no room for the temporary
 *          file. After an error each call returns the same one. lp_warp_stream_why has details.
 * Threads  A stream and its groups belong to one thread at a time.
 */
#ifndef LINEPRESS_WARP_STREAM_H
#define LINEPRESS_WARP_STREAM_H

#include "warp.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lp_warp_stream;
struct lp_warp_group;

enum lp_warp_item_kind {
    LP_WARP_ITEM_END = 0, /* the trace is complete and its checksum matches */
    LP_WARP_ITEM_BUFFER = 1,
    LP_WARP_ITEM_HOST_WRITE = 2,
    LP_WARP_ITEM_HOST_READ = 3,
    LP_WARP_ITEM_LAUNCH = 4
};

struct lp_warp_item {
    enum lp_warp_item_kind kind;
    uint64_t address, bytes; /* buffer, host write, host read */
    uint64_t data;    /* bytes that lp_warp_stream_data returns: `bytes` for a host write and for a
                       buffer with contents; else 0: such a buffer holds zeros */
    const char *name; /* buffer; valid until the next item is read */
    int constant;     /* buffer: declared constant in the program's source */
    struct lp_warp_launch launch; /* its name is valid until the next item is read; first_warp and
                                     warps are 0, since they are not known yet */
};

/* Begins to read. Nothing of the trace is checked yet. LP_ERR_SYSTEM: no memory. */
int lp_warp_stream_open(lp_read_fn *read, void *context, struct lp_warp_stream **stream);
/* The same for a file; "-" is standard input. LP_ERR_SYSTEM: errno has the reason. */
int lp_warp_stream_open_file(const char *path, struct lp_warp_stream **stream);
/* Frees; groups that are open must be freed before. NULL is fine. */
void lp_warp_stream_close(struct lp_warp_stream *stream);

/* The next item. The rest of the current one, data or groups, is skipped. */
int lp_warp_stream_next(struct lp_warp_stream *stream, struct lp_warp_item *item);

/* The next bytes of the current item's data; *got is less than `room` only at their end. */
int lp_warp_stream_data(struct lp_warp_stream *stream, void *buffer, size_t room, size_t *got);

/*
 * The current launch's next group whose number is at least `least`; groups before it are skipped
 * and cannot be taken later. 0 is the next group in order. *group = NULL: the launch has no
 * further group. A trace may leave out groups, and warps of a group.
 */
int lp_warp_stream_group(struct lp_warp_stream *stream, uint32_t least,
                         struct lp_warp_group **group);

/* One line of English: the error and its position; "" before an error. */
const char *lp_warp_stream_why(const struct lp_warp_stream *stream);
/* Bytes of the trace that were read so far, after decompression. */
uint64_t lp_warp_stream_bytes(const struct lp_warp_stream *stream);

/* ---- a group ---- */

/* Its number in the grid, x fastest. */
uint32_t lp_warp_group_number(const struct lp_warp_group *group);
/* Its warps: 1 to 128. */
unsigned lp_warp_group_warps(const struct lp_warp_group *group);
/* The number in the group of warp `index`, 0 to lp_warp_group_warps - 1; ascends with the index. */
uint32_t lp_warp_group_warp(const struct lp_warp_group *group, unsigned index);
/* Instructions of that warp: all gaps, and one for each record except LP_WARP_END. */
uint64_t lp_warp_group_instructions(const struct lp_warp_group *group, unsigned index);
/*
 * The next record of that warp; after the last, LP_WARP_END each time. Its bytes are valid until
 * the warp's next record is read or the group is freed. LP_ERR_SYSTEM: the temporary file cannot be
 * read; LP_ERR_ARG: no such warp.
 */
int lp_warp_group_next(struct lp_warp_group *group, unsigned index, struct lp_warp_record *record);
/* Goes back to the first record of that warp. LP_ERR_ARG: there is no such warp. */
int lp_warp_group_rewind(struct lp_warp_group *group, unsigned index);
/* Frees; NULL is fine. */
void lp_warp_group_free(struct lp_warp_group *group);

#ifdef __cplusplus
}
#endif

#endif
