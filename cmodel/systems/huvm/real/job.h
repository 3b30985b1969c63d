/* SPDX-License-Identifier: Apache-2.0 */
/* A copy, and the compression and checks of its data. The lock is not held. */
#ifndef LPI_HUVM_REAL_JOB_H
#define LPI_HUVM_REAL_JOB_H

#include "lent.h"
#include "ports.h"

/* State of a chunk for the links. */
struct real_move {
    struct huvm_action action; /* of its copy in flight */
    uint64_t asked;            /* time of the request */
    uint32_t next;             /* next job of the same link and class */
    uint32_t crc;              /* of its stored form while it is not resident (pack.c) */
    struct real_place place;   /* its place at a neighbour */
};

/* The inputs of a copy when it began: nothing else modifies a chunk in flight. */
struct real_job {
    uint32_t chunk;
    struct real_move move;
    struct real_memory memory;
    bool pinned;
    bool checks;              /* its CRC is stored, and verified when it becomes resident */
    uint64_t host_bytes;      /* bytes that the host stores for it */
    uint8_t *buffer, *packed; /* of its link */
    const uint8_t *data;      /* data to transfer; NULL: failed */
    uint64_t bytes;           /* bytes of `data` on the link */
    uint64_t stored;          /* bytes at the destination */
};

/* pack.c: whether a chunk is compressed at the source of its copy. */
bool real_is_packed(const struct real_run *run, const struct real_job *job);
/*
 * Compresses a chunk whose source is raw, and expands it if its destination is. false: the chunk
 * does not match its CRC.
 */
bool real_pack(const struct real_run *run, struct real_job *job);

#endif
