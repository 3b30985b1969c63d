/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The coordinator: the policy of policy.h on the page faults of real programs. Each of its GPUs has
 * so much local memory, and at most one program at a time (client.h), whose memory is a file that
 * both share; what is not resident lies in the coordinator's memory that stands for neighbours, or
 * in the host tier. Copies take as long as the links would. What is to be compressed really is, so
 * a copy takes as long as its bytes on the link or as liblinepress does, whichever is longer; what
 * comes back has to have the CRC that it left with.
 *
 * Faults come by userfaultfd (Linux 5.19 for shared memory with write protection); without
 * privilege it serves those of user mode alone, and a system call that is given such memory may
 * fail with EFAULT, which huvm_preload/ keeps from programs. Where there is none, the program's own protection faults take its place.
 */
#ifndef LPI_HUVM_REAL_H
#define LPI_HUVM_REAL_H

#include "../policy/chunk_size.h"
#include "../clock/clock.h"
#include "../wire/wire.h"

/* What happened, in the order of one lock. */
struct huvm_real_event {
    enum { HUVM_REAL_FAULTS, HUVM_REAL_DONE, HUVM_REAL_FORGET, HUVM_REAL_TAKE,
           HUVM_REAL_SHRUNK, HUVM_REAL_ACTION } kind;
    uint64_t at;            /* ns since the first event */
    unsigned gpu;           /* of faults, and of memory that is taken */
    const uint32_t *chunks; /* of faults, and of what is done, forgotten or shrunk */
    unsigned count;
    int64_t granules; /* taken, or given back if below 0; that the chunk needs at its neighbour */
    struct huvm_action action;
};

struct huvm_real_gpu {
    uint32_t chunks; /* that its program may have; 0: it runs nothing */
    uint32_t local;  /* chunks of memory, at least 1 */
    bool lends;
};

struct huvm_real_config {
    size_t chunk_bytes; /* a power of two, whole pages */
    unsigned gpus;
    struct huvm_real_gpu gpu[HUVM_GPUS_MAX];
    struct huvm_switches on;
    unsigned threshold, prefetch, stride; /* chunks */
    struct huvm_rate pcie, nvlink;        /* bytes 0: copies take no time but their own */
    enum huvm_compress compress;
    enum huvm_codec codec;
    int host;                             /* a file for the host tier, the caller's; -1: memory */
    enum huvm_faults faults;
    /* Sees every event and action; must be quick, and not use the memory. NULL: nobody does. */
    void (*see)(void *context, const struct huvm_real_event *event);
    /* Something is wrong from now on, and its programs must be ended; `text` has no line end. It is
       called once at most, and must not call the coordinator. NULL: nobody is told. */
    void (*failed)(void *context, const char *text);
    /* The program on a GPU, which did what none may do, has been let go: its memory is gone, and it
       must be ended if it goes on. The others are as before. It must not call the coordinator. NULL:
       nobody is told. */
    void (*dropped)(void *context, unsigned gpu, const char *text);
    unsigned patience_ms; /* a program's answers are waited for so long; 0: 30 s */
    void *context;
};

struct huvm_real;

/* The policy that such a coordinator has; the chunks of its GPUs follow each other, and `home` has
   as many places as there are. */
struct huvm_config huvm_real_policy(const struct huvm_real_config *config, uint8_t *home);

/* LP_ERR_ARG: the configuration is none; LP_ERR_SYSTEM: errno says why. */
int huvm_real_open(const struct huvm_real_config *config, struct huvm_real **real);

/* A program's end of a new connection; -1: errno says why. */
int huvm_real_connect(struct huvm_real *real);

/* Takes connections from a listening socket, which is the caller's; one at most. */
void huvm_real_listen(struct huvm_real *real, int socket);

/* An owner takes memory for what is not managed, or gives it back if `chunks` is below 0. false: it
   would leave less than a chunk, has not as much to give, or still waits for what it took. */
bool huvm_real_take(struct huvm_real *real, unsigned gpu, int64_t chunks);
/* Whether it still waits for some of what it took. */
bool huvm_real_owes(struct huvm_real *real, unsigned gpu);

/* What happened until now, without times of GPUs and uses, which only programs know. Its host_bytes
   are the most that there were: who ends gives them back. */
void huvm_real_result(struct huvm_real *real, struct huvm_result *result);

/* How the GPU's last program sees faults; *reason, an errno, says why it has no userfaultfd.
   HUVM_ANY_FAULTS: it has had no program. */
enum huvm_faults huvm_real_faults(struct huvm_real *real, unsigned gpu, int *reason);

/* Ends it; programs that are still connected lose their memory. */
void huvm_real_close(struct huvm_real *real);

#endif
