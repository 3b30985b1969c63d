/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by tests of memory with real page faults: GPUs, programs that join, threads that use. */
#ifndef HUVM_REAL_UNIT_H
#define HUVM_REAL_UNIT_H

#include "../../cmodel/systems/huvm/client/client_state.h"
#include "../../cmodel/systems/huvm/clock/presets.h"
#include "../../cmodel/systems/huvm/real/coordinator.h"
#include "../lib/unit.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linepress/linepress.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Two GPUs whose programs do not fit, one whose program does, and one without any. */
enum { GPUS = 4, STEPS = 300, CHUNKS_MAX = 60 };
static const struct huvm_real_gpu gpus[GPUS] = {
    {CHUNKS_MAX, 14, false}, {0, 5, true}, {40, 10, false}, {6, 11, true}};
/* Threads by the GPU that they use. */
enum { USERS = 5 };
static const unsigned gpu_of[USERS] = {0, 0, 2, 2, 3};

static size_t chunk_bytes;

/* Closing a descriptor that is not open could close one that another thread has just opened. */
static int (*close_next)(int fd);
static _Atomic unsigned wrong_closes;

int close(int fd)
{
    int answer = close_next(fd);
    if (answer != 0 && errno == EBADF)
        atomic_fetch_add(&wrong_closes, 1);
    return answer;
}

/* No waiting thread would ever end. */
static void failed(void *context, const char *text)
{
    (void)context;
    printf("# %s\n", text);
    fflush(stdout);
    abort();
}

static struct huvm_real_config config_of(unsigned policy, enum huvm_faults faults)
{
    struct huvm_real_config c = {.chunk_bytes = chunk_bytes,
                                 .gpus = GPUS,
                                 .on = huvm_policies[policy].on,
                                 .threshold = 3,
                                 .prefetch = 4,
                                 .stride = 1,
                                 .pcie = {4e9, 1000},
                                 .nvlink = {16e9, 300},
                                 .host = -1,
                                 .faults = faults,
                                 .failed = failed};
    memcpy(c.gpu, gpus, sizeof gpus);
    return c;
}

static void lost(void)
{
    fputs("# the coordinator is lost\n", stdout);
    abort();
}

static struct huvm_client *join_as(struct huvm_real *r, unsigned gpu)
{
    struct huvm_client *client = NULL;
    int socket = huvm_real_connect(r);
    assert_true(socket >= 0);
    enum huvm_client_error error = huvm_client_open(socket, gpu, lost, &client);
    if (error == HUVM_CLIENT_SYSTEM &&
        (errno == ENOSYS || errno == EPERM || errno == EINVAL || errno == EACCES)) {
        printf("# no userfaultfd here: %s\n", strerror(errno));
        skip();
    }
    assert_int_equal(error, HUVM_CLIENT_GOOD);
    return client;
}

/* Each word belongs to one of the threads that use a GPU's memory. */
struct user {
    volatile uint64_t *memory;
    uint64_t *shadow, state;
    unsigned number, others;
    uint32_t chunks;
    uint64_t wrong;
    struct huvm_client *clears; /* memory whose chunks it sometimes sets to zero; NULL: none */
};

static uint64_t draw(struct user *u)
{
    u->state = u->state * 6364136223846793005u + 1442695040888963407u;
    return u->state >> 33;
}

/* The chunk of a word, which then comes from the host again. */
static void clear(struct user *u, size_t word)
{
    size_t chunk = word * 8 / chunk_bytes;
    huvm_client_clear(u->clears, (uint8_t *)u->memory + chunk * chunk_bytes, chunk_bytes);
    memset((uint8_t *)u->shadow + chunk * chunk_bytes, 0, chunk_bytes);
}

static void *use(void *context)
{
    struct user *u = context;
    size_t words = u->chunks * chunk_bytes / 8, at = u->number;
    for (unsigned i = 0; i < STEPS; i++) {
        /* Ascending runs, with occasional jumps. */
        at = draw(u) % 8 == 0 ? draw(u) % words : (at + chunk_bytes / 16) % words;
        at = at / u->others * u->others + u->number;
        if (at >= words)
            continue;
        if (u->clears != NULL && draw(u) % 2)
            clear(u, at);
        if (draw(u) % 2)
            u->memory[at] = u->shadow[at] = draw(u);
        else
            u->wrong += u->memory[at] != u->shadow[at];
    }
    return NULL;
}

/* Resident chunks of the memory. */
static size_t resident(const void *memory, uint32_t chunks)
{
    size_t pages = chunks * chunk_bytes / (size_t)sysconf(_SC_PAGESIZE), count = 0;
    unsigned char *in = malloc(pages);
    assert_int_equal(mincore((void *)memory, chunks * chunk_bytes, in), 0);
    for (size_t i = 0; i < pages; i++)
        count += in[i] & 1;
    free(in);
    return count / (pages / chunks);
}

#endif
