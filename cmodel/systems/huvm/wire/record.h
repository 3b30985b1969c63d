/* SPDX-License-Identifier: Apache-2.0 */
/* A file shared by a program and its recorder: the chunks that the program uses, in order. */
#ifndef LPI_HUVM_RECORD_H
#define LPI_HUVM_RECORD_H

#include <stdatomic.h>
#include <stdint.h>

enum { HUVM_RECORD_WINDOW_MAX = 4096 };

struct huvm_record {
    uint64_t chunk_bytes;
    uint32_t chunks;
    uint32_t window;        /* chunks accessible at the same time, 4..HUVM_RECORD_WINDOW_MAX */
    uint64_t room;          /* capacity in uses */
    _Atomic int32_t pid;    /* the recorded process; 0: none yet */
    _Atomic uint32_t used;  /* chunks in which blocks were allocated, from the first to the last */
    _Atomic uint64_t count; /* may exceed `room`: further uses are lost */
    uint32_t uses[];
};

#endif
