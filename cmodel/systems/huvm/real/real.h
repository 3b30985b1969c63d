/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The coordinator: applies the policy of policy.h to the page faults of real programs. Each of its
 * GPUs has a limited local memory, and at most one program at a time (client.h), whose memory is a
 * file that both share. Chunks that are not resident are stored in the coordinator's memory, which
 * represents the neighbours, or in the host tier. Copies take as long as the modelled links would.
 * Compression is real, so a copy takes as long as its bytes on the link or as liblinepress,
 * whichever is longer; the CRC of a chunk is checked when it becomes resident again.
 *
 * Faults are received by userfaultfd (Linux 5.19 for shared memory with write protection). Without
 * privilege it reports faults of user mode only, and a system call that gets such memory may fail
 * with EFAULT, which huvm/preload/ prevents. Without a userfaultfd, the program's own protection
 * faults replace it.
 */
#ifndef LPI_HUVM_REAL_H
#define LPI_HUVM_REAL_H

#include "../policy/chunk_size.h"
#include "../clock/clock.h"
#include "../wire/wire.h"

/* An event, in the order in which they happened under one lock. */
struct huvm_real_event {
    enum {
        HUVM_REAL_FAULTS,
        HUVM_REAL_DONE,
        HUVM_REAL_FORGET,
        HUVM_REAL_TAKE,
        HUVM_REAL_SHRUNK,
        HUVM_REAL_ACTION
    } kind;
    uint64_t at;            /* ns since the first event */
    unsigned gpu;           /* of faults, and of memory that is taken */
    const uint32_t *chunks; /* of faults, and chunks done, forgotten or shrunk */
    unsigned count;
    int64_t granules; /* taken, or returned if below 0; or those that the chunk needs at its
                         neighbour */
    struct huvm_action action;
};

struct huvm_real_gpu {
    uint32_t chunks; /* maximum of its program's chunks; 0: the GPU runs nothing */
    uint32_t local;  /* chunks of local memory, at least 1 */
    bool lends;
};

struct huvm_real_config {
    size_t chunk_bytes; /* a power of two, whole pages */
    unsigned gpus;
    struct huvm_real_gpu gpu[HUVM_GPUS_MAX];
    struct huvm_switches on;
    unsigned threshold, prefetch, stride; /* in chunks */
    struct huvm_rate pcie, nvlink;        /* bytes 0: copies take no link time */
    enum huvm_compress compress;
    enum huvm_codec codec;
    int host; /* a file for the host tier, which the caller owns; -1:
                                             memory */
    enum huvm_faults faults;
    /*
     * Called for every event and action; must be quick, and must not access managed memory. NULL:
     * not called.
     */
    void (*see)(void *context, const struct huvm_real_event *event);
    /*
     * A permanent failure, after which the programs must be ended; `text` has no line end. Called
     * at most once; must not call the coordinator. NULL: not called.
     */
    void (*failed)(void *context, const char *text);
    /*
     * The program on a GPU violated the protocol and was disconnected: its memory is gone, and it
     * must be ended if it is still running. Other programs are not affected. Must not call the
     * coordinator. NULL: not called.
     */
    void (*dropped)(void *context, unsigned gpu, const char *text);
    unsigned patience_ms; /* timeout for a program's answers; 0: 30 s */
    void *context;
};

struct huvm_real;

/*
 * The policy configuration of such a coordinator; the chunks of its GPUs are numbered
 * consecutively, and `home` has one element for each.
 */
struct huvm_config huvm_real_policy(const struct huvm_real_config *config, uint8_t *home);

/* LP_ERR_ARG: invalid configuration; LP_ERR_SYSTEM: errno is set. */
int huvm_real_open(const struct huvm_real_config *config, struct huvm_real **real);

/* The program's end of a new connection; -1: errno is set. */
int huvm_real_connect(struct huvm_real *real);

/* Accepts connections from a listening socket, which the caller owns; one socket at most. */
void huvm_real_listen(struct huvm_real *real, int socket);

/*
 * An owner takes memory for its own use, or returns it if `chunks` is below 0. false: less than a
 * chunk would remain, more is returned than was taken, or an earlier take is still waiting.
 */
bool huvm_real_take(struct huvm_real *real, unsigned gpu, int64_t chunks);
/* Whether the owner still waits for memory that it took. */
bool huvm_real_owes(struct huvm_real *real, unsigned gpu);

/*
 * Results so far, without the times of GPUs and uses, which only programs know. host_bytes is the
 * maximum, since programs free theirs when they end.
 */
void huvm_real_result(struct huvm_real *real, struct huvm_result *result);

/*
 * How the GPU's last program received faults; *reason, an errno, is why it has no userfaultfd.
 * HUVM_ANY_FAULTS: the GPU has had no program.
 */
enum huvm_faults huvm_real_faults(struct huvm_real *real, unsigned gpu, int *reason);

/* Closes the coordinator; programs that are still connected lose their memory. */
void huvm_real_close(struct huvm_real *real);

#endif
