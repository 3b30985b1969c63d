/* SPDX-License-Identifier: Apache-2.0 */
/* A copy, and how its bytes are packed and checked on their way. Without the lock. */
#ifndef LPI_HUVM_REAL_JOB_H
#define LPI_HUVM_REAL_JOB_H

#include "lent.h"
#include "ports.h"

/* A chunk as the links see it. */
struct real_move {
    struct huvm_action action; /* of its copy that is under way */
    uint64_t asked;            /* when */
    uint32_t next;             /* job of the same link and class */
    uint32_t crc;              /* of its bytes where it is not resident (pack.c) */
    struct real_place place;   /* that it has at a neighbour */
};

/* What a copy needs, as it was when it began: nothing else touches a chunk that is under way. */
struct real_job {
    uint32_t chunk;
    struct real_move move;
    struct real_memory memory;
    bool pinned;
    bool checks;              /* its CRC is kept, and what comes home has to have it */
    uint64_t host_bytes;      /* that the host has of it */
    uint8_t *buffer, *packed; /* of its link */
    const uint8_t *data;      /* that is carried; NULL: it cannot be */
    uint64_t bytes;           /* of it, on the link */
    uint64_t stored;          /* where it arrives */
};

/* pack.c: whether a chunk is compressed at the place where its copy begins. */
bool real_is_packed(const struct real_run *run, const struct real_job *job);
/* Compresses what leaves a place where it is not, and expands what comes to one. false: the chunk
   did not come back as it was. */
bool real_pack(const struct real_run *run, struct real_job *job);

#endif
