/* SPDX-License-Identifier: Apache-2.0 */
/* Sets up a program's memory, and the thread that receives the coordinator's messages. */
#define _GNU_SOURCE
#include "client_state.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#ifndef UFFD_USER_MODE_ONLY /* headers before Linux 5.11 */
#define UFFD_USER_MODE_ONLY 1
#endif
#ifndef USERFAULTFD_IOC_NEW /* headers before Linux 6.1 */
#define USERFAULTFD_IOC_NEW _IO(0xAA, 0x00)
#endif
#ifndef UFFD_FEATURE_WP_HUGETLBFS_SHMEM /* headers before Linux 5.19 */
#define UFFD_FEATURE_WP_HUGETLBFS_SHMEM (1 << 12)
#endif

static size_t bytes_of(const struct huvm_client *c)
{
    return c->chunks * c->chunk_bytes;
}

/* Raw system call: a program's own close may not know these descriptors. */
static void shut(int *fd)
{
    int old = *fd;
    *fd = -1;
    if (old >= 0)
        syscall(SYS_close, old);
}

/* ---- memory ---- */

static void unmap(void *at, size_t bytes)
{
    if (at != NULL)
        syscall(SYS_munmap, at, bytes);
}

static size_t pages_of(const struct huvm_client *c)
{
    return bytes_of(c) / (size_t)sysconf(_SC_PAGESIZE);
}

static void *map(size_t bytes)
{
    void *at = huvm_client_mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
    return at == MAP_FAILED ? NULL : at;
}

/* Reserves an address range of this size that begins at a multiple of a chunk. */
static uint8_t *reserve(struct huvm_client *c)
{
    size_t bytes = bytes_of(c);
    uint8_t *all = huvm_client_mmap(NULL, bytes + c->chunk_bytes, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
    if (all == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)all & (c->chunk_bytes - 1);
    if (before > 0)
        unmap(all, before);
    unmap(all + before + bytes, c->chunk_bytes - before);
    return all + before;
}

static bool map_file(struct huvm_client *c, int fd)
{
    return huvm_client_mmap(c->base, bytes_of(c), PROT_NONE, MAP_SHARED | MAP_FIXED, fd) !=
               MAP_FAILED &&
           huvm_client_advise(c->base, bytes_of(c), MADV_DONTFORK) == 0;
}

static bool map_tables(struct huvm_client *c)
{
    c->bytes = map(c->chunks * sizeof *c->bytes);
    c->used = map(c->chunks);
    c->turn = map(c->chunks * sizeof *c->turn);
    c->open = map(c->chunks);
    c->odd = map(c->chunks);
    c->pins = map(c->chunks);
    c->page = map(pages_of(c));
    c->window = map(HUVM_RECORD_WINDOW_MAX * sizeof *c->window);
    return c->bytes != NULL && c->used != NULL && c->turn != NULL && c->open != NULL &&
           c->odd != NULL && c->pins != NULL && c->page != NULL && c->window != NULL;
}

/*
 * The device and the plain system call report faults of the kernel too, and may require privilege.
 */
static int open_userfaultfd(void)
{
    int device = open("/dev/userfaultfd", O_RDWR | O_CLOEXEC), fd = -1;
    if (device >= 0) {
        fd = ioctl(device, USERFAULTFD_IOC_NEW, O_CLOEXEC | O_NONBLOCK);
        close(device);
    }
    if (fd < 0)
        fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    return huvm_client_lift(fd);
}

/* A userfaultfd that supports shared memory with write protection; -1: errno is set. */
static int open_faults(void)
{
    struct uffdio_api api = {.api = UFFD_API,
                             .features = UFFD_FEATURE_PAGEFAULT_FLAG_WP |
                                         UFFD_FEATURE_MISSING_SHMEM |
                                         UFFD_FEATURE_WP_HUGETLBFS_SHMEM};
    int fd = open_userfaultfd();
    if (fd >= 0 && ioctl(fd, UFFDIO_API, &api) != 0) {
        int reason = errno;
        shut(&fd);
        errno = reason;
    }
    return fd;
}

bool huvm_client_can_watch(void)
{
    int fd = open_faults(), error = errno;
    bool good = fd >= 0;
    shut(&fd);
    errno = error;
    return good;
}

/* Returns 0, or an errno. */
static int watch_by_kernel(struct huvm_client *c)
{
    struct uffdio_register all = {.range = {(uintptr_t)c->base, bytes_of(c)},
                                  .mode = UFFDIO_REGISTER_MODE_MISSING | UFFDIO_REGISTER_MODE_WP};
    c->faults = open_faults();
    if (c->faults >= 0 && ioctl(c->faults, UFFDIO_REGISTER, &all) == 0)
        return 0;
    int reason = errno;
    shut(&c->faults);
    return reason;
}

/* ---- the agent ---- */

/*
 * If the agent cannot have a descriptor table of its own (sandbox), it uses the program's current
 * socket descriptor.
 */
static int agent_socket(const struct huvm_client *c)
{
    return c->own_socket >= 0 ? c->own_socket : c->socket;
}


static void obey(struct huvm_client *c, const struct huvm_message *m)
{
    static const int access[] = {
        [HUVM_OPEN] = PROT_READ | PROT_WRITE, [HUVM_GUARD] = PROT_READ, [HUVM_SHUT] = PROT_NONE};
    uint32_t chunk = (uint32_t)m->first;
    if (m->kind != HUVM_AGAIN) {
        uint64_t held = huvm_client_hold(&c->lock, false);
        c->open[chunk] = (uint8_t)access[m->kind];
        bool good = huvm_client_apply(c, chunk);
        huvm_client_unhold(&c->lock, held);
        if (!good)
            c->lost();
    }
    if (m->value == 1)
        huvm_send(agent_socket(c), &(struct huvm_message){.kind = HUVM_OBEYED, .first = chunk}, -1);
    if (m->kind != HUVM_GUARD)
        huvm_client_turn(c, chunk);
}

/*
 * Gives the agent its own descriptor table, independent of the program's, with only the socket
 * open: files that the program closes do not stay open.
 */
static void keep_socket(struct huvm_client *c)
{
    int before = c->socket;
    c->own_socket = -1;
    if (unshare(CLONE_FILES) != 0)
        return;
    c->own_socket = huvm_client_is_connected(c) ? c->socket : before;
    if (c->own_socket > 0)
        syscall(SYS_close_range, 0, (unsigned)c->own_socket - 1, 0);
    syscall(SYS_close_range, (unsigned)c->own_socket + 1, ~0u, 0);
}

static void *agent_run(void *context)
{
    struct huvm_client *c = context;
    struct huvm_message message;
    keep_socket(c);
    atomic_store(&c->started, true);
    while ((c->own_socket >= 0 || huvm_client_is_connected(c)) &&
           huvm_receive(agent_socket(c), &message, NULL) == 1) {
        if (message.kind == HUVM_RELEASED) {
            atomic_fetch_add(&c->released, 1);
            syscall(SYS_futex, &c->released, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
        } else if (message.kind == HUVM_PINNED) {
            huvm_client_answer(c, message.value == 1);
        } else if (message.kind >= HUVM_OPEN && message.first < c->chunks) {
            obey(c, &message);
        }
    }
    if (!atomic_load(&c->closing))
        c->lost();
    return NULL;
}

/*
 * Signals are delivered to the program's own threads. pthread_sigmask may not block SIGSEGV, since
 * the preloaded object replaces it; so it is blocked by a system call.
 */
static bool start_agent(struct huvm_client *c)
{
    uint64_t all = UINT64_MAX, old;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &old, sizeof all);
    errno = pthread_create(&c->agent, NULL, agent_run, c);
    bool made = errno == 0;
    while (made && !atomic_load(&c->started))
        sched_yield();
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &old, NULL, sizeof old);
    return made;
}

void huvm_client_release(struct huvm_client *c, uint32_t first, uint32_t count)
{
    struct huvm_message message = {.kind = HUVM_RELEASE, .first = first, .count = count};
    if (count == 0 || atomic_load(&c->forked))
        return;
    huvm_client_unpin(c, first, count);
    if (c->kind == CLIENT_RECORD) {
        huvm_client_advise(c->base + first * c->chunk_bytes, count * c->chunk_bytes, MADV_DONTNEED);
        return;
    }
    int error = errno;
    uint32_t seen = atomic_load(&c->released);
    if (huvm_client_send(c, &message, -1))
        while (atomic_load(&c->released) == seen && !atomic_load(&c->closing))
            syscall(SYS_futex, &c->released, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
    errno = error;
}

/* ---- opening and closing ---- */

static struct huvm_client *make(void)
{
    struct huvm_client *c = map(sizeof *c);
    if (c == NULL)
        return NULL;
    c->socket = c->faults = -1;
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->shape, NULL);
    pthread_mutex_init(&c->pinning, NULL);
    return c;
}

/* Reads the answer to a hello; *memory is the received file descriptor. */
static enum huvm_client_error hear_welcome(struct huvm_client *c, enum huvm_faults *wish,
                                           int *memory)
{
    struct huvm_message welcome;
    int came = huvm_receive(c->socket, &welcome, memory);
    if (came == 1 && welcome.kind == HUVM_BUSY)
        return HUVM_CLIENT_BUSY;
    if (came == 1 && welcome.kind == HUVM_UNKNOWN)
        return HUVM_CLIENT_UNKNOWN;
    if (came != 1 || welcome.kind != HUVM_WELCOME || *memory < 0) {
        errno = came < 0 ? errno : ECONNRESET;
        return HUVM_CLIENT_SYSTEM;
    }
    *wish = (enum huvm_faults)welcome.value;
    c->chunk_bytes = welcome.first;
    c->chunks = (uint32_t)welcome.count;
    return HUVM_CLIENT_GOOD;
}

/* Maps the file, registers it for faults, and reports that it is ready. */
static bool get_ready(struct huvm_client *c, enum huvm_faults wish, int memory)
{
    int reason = ENOSYS;
    c->base = reserve(c);
    if (c->base == NULL || !map_tables(c) || !map_file(c, memory))
        return false;
    if (wish != HUVM_PROTECTION)
        reason = watch_by_kernel(c);
    if (reason != 0 && wish == HUVM_USERFAULTFD) {
        errno = reason;
        return false;
    }
    if (reason != 0) {
        c->kind = CLIENT_PROTECTION;
        huvm_client_watch(c);
    }
    struct huvm_message ready = {.kind = HUVM_READY,
                                 .value = reason == 0 ? HUVM_USERFAULTFD : HUVM_PROTECTION,
                                 .first = (uintptr_t)c->base,
                                 .count = wish == HUVM_PROTECTION ? 0 : (uint64_t)reason};
    return huvm_client_be_known(c) && huvm_send(c->socket, &ready, c->faults) && start_agent(c);
}

enum huvm_client_error huvm_client_open(int socket, unsigned gpu, void (*lost)(void),
                                        struct huvm_client **client)
{
    struct huvm_message hello = {.kind = HUVM_HELLO, .value = gpu, .first = HUVM_WIRE_VERSION};
    enum huvm_faults wish = HUVM_ANY_FAULTS;
    struct huvm_client *c = make();
    int memory = -1;
    if (c == NULL) {
        shut(&socket);
        return HUVM_CLIENT_SYSTEM;
    }
    c->socket = socket = huvm_client_lift(socket);
    c->lost = lost;
    if (fstat(socket, &c->identity) != 0)
        memset(&c->identity, 0, sizeof c->identity);
    enum huvm_client_error error = HUVM_CLIENT_SYSTEM;
    if (huvm_send(socket, &hello, -1))
        error = hear_welcome(c, &wish, &memory);
    if (error == HUVM_CLIENT_GOOD && !get_ready(c, wish, memory))
        error = HUVM_CLIENT_SYSTEM;
    int reason = errno;
    shut(&memory);
    if (error == HUVM_CLIENT_GOOD)
        *client = c;
    else
        huvm_client_close(c);
    errno = reason;
    return error;
}

static bool map_recorded(struct huvm_client *c)
{
    c->base = reserve(c);
    if (c->base == NULL || !map_tables(c) || !huvm_client_be_known(c))
        return false;
    huvm_client_watch(c);
    return true;
}

enum huvm_client_error huvm_client_record(struct huvm_record *record, struct huvm_client **client)
{
    int32_t nobody = 0;
    /* After execve the process is the same, so its record is accepted. */
    if (!atomic_compare_exchange_strong(&record->pid, &nobody, (int32_t)getpid()) &&
        nobody != (int32_t)getpid())
        return HUVM_CLIENT_BUSY;
    struct huvm_client *c = make();
    if (c == NULL)
        return HUVM_CLIENT_SYSTEM;
    c->kind = CLIENT_RECORD;
    c->record = record;
    c->chunk_bytes = record->chunk_bytes;
    c->chunks = record->chunks;
    if (!map_recorded(c)) {
        huvm_client_close(c);
        return HUVM_CLIENT_SYSTEM;
    }
    *client = c;
    return HUVM_CLIENT_GOOD;
}

void huvm_client_close(struct huvm_client *c)
{
    atomic_store(&c->closing, true);
    if (c->started) {
        /* The coordinator closes its end once no copy of the memory is in progress. */
        shutdown(c->socket, SHUT_WR);
        pthread_join(c->agent, NULL);
    }
    huvm_client_unwatch(c);
    huvm_client_be_forgotten(c);
    unmap(c->base, bytes_of(c));
    shut(&c->socket);
    shut(&c->faults);
    unmap(c->bytes, c->chunks * sizeof *c->bytes);
    unmap(c->used, c->chunks);
    unmap(c->turn, c->chunks * sizeof *c->turn);
    unmap(c->open, c->chunks);
    unmap(c->odd, c->chunks);
    unmap(c->pins, c->chunks);
    unmap(c->page, pages_of(c));
    unmap(c->window, HUVM_RECORD_WINDOW_MAX * sizeof *c->window);
    unmap(c, sizeof *c);
}
