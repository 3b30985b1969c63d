/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that die at every stage, in sequence and concurrently: soak [COUNT]. Each is a process
 * of its own that connects to the coordinator, gets to a stage and ends there, by itself or by
 * SIGKILL. At the end the coordinator must have as many files, mappings and pages as before, its
 * folder must be unchanged, and a correct program must find its memory as it wrote it. LP_SEED
 * repeats a run.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linepress/linepress.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/rng.h"
#include "systems/huvm/client/client.h"
#include "systems/huvm/clock/presets.h"
#include "systems/huvm/real/real.h"

enum { GPUS = 3, CHUNKS = 24, LOCAL = 6, AT_ONCE = 6, USUAL = 400, LIMIT_S = 60 };

/* Pages that an allocator keeps after they are freed; that of a sanitizer keeps all for a while. */
#ifdef __SANITIZE_ADDRESS__
enum { KEPT = 1 << 16 };
#else
enum { KEPT = 1024 };
#endif

static size_t chunk_bytes;
static char folder[] = "/tmp/linepress-soak-XXXXXX", path[64];

/* ---- programs ---- */

static struct lp_rng rng;

static int connect_to_it(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        _exit(1);
    return fd;
}

static void lost(void)
{
    _exit(1);
}

/* Kills the process after a short time, whatever it is doing then. */
static void die_soon(void)
{
    struct itimerval soon = {.it_value = {0, 1 + lp_below(&rng, 4000)}};
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_REAL, &soon, NULL);
}

static void say(int socket, uint32_t kind, uint32_t value, uint64_t first, uint64_t count, int fd)
{
    (void)huvm_send(socket, &(struct huvm_message){kind, value, first, count}, fd);
}

/* Connects and waits for its turn; *memory = the file of its memory. */
static int be_greeted(int *memory)
{
    for (;;) {
        struct huvm_message m;
        int socket = connect_to_it();
        say(socket, HUVM_HELLO, lp_below(&rng, GPUS), HUVM_WIRE_VERSION, 0, -1);
        if (huvm_receive(socket, &m, memory) == 1 && *memory >= 0)
            return socket;
        close(socket);
        (void)poll(NULL, 0, 1);
    }
}

static void *map_it(int memory)
{
    void *at = mmap(NULL, CHUNKS * chunk_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (at == MAP_FAILED)
        _exit(1);
    return at;
}

static int watch(void *at)
{
    struct uffdio_api api = {.api = UFFD_API};
    struct uffdio_register all = {.range = {(uintptr_t)at, CHUNKS * chunk_bytes},
                                  .mode = UFFDIO_REGISTER_MODE_MISSING};
    int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    if (fd < 0 || ioctl(fd, UFFDIO_API, &api) != 0 || ioctl(fd, UFFDIO_REGISTER, &all) != 0)
        _exit(0);
    return fd;
}

static void before_hello(void)
{
    int socket = connect_to_it();
    switch (lp_below(&rng, 4)) {
    case 0: break;
    case 1: (void)!write(socket, "half", 4); break;
    case 2: say(socket, lp_below(&rng, 16), 0, lp_random(&rng), lp_random(&rng), -1); break;
    default: say(socket, HUVM_HELLO, GPUS + 5, HUVM_WIRE_VERSION, 0, 0);
    }
}

static void behind_hello(void)
{
    int memory, socket = lp_below(&rng, 2) ? connect_to_it() : be_greeted(&memory);
    say(socket, HUVM_HELLO, lp_below(&rng, GPUS), HUVM_WIRE_VERSION, 0, -1);
    if (lp_below(&rng, 2))
        say(socket, HUVM_HELLO, 0, HUVM_WIRE_VERSION, 0, -1);
}

static void ready(void)
{
    int memory, socket = be_greeted(&memory);
    uint8_t *at = map_it(memory);
    int faults = lp_below(&rng, 2) ? watch(at) : -1;
    say(socket, HUVM_READY, faults >= 0 ? HUVM_USERFAULTFD : HUVM_PROTECTION, (uintptr_t)at, 0,
        faults);
    /* With its memory unmapped, or replaced by another program's memory. */
    if (lp_below(&rng, 2))
        munmap(at, CHUNKS * chunk_bytes);
    die_soon();
    if (lp_below(&rng, 2))
        for (unsigned i = 0; i < CHUNKS; i++)
            say(socket, HUVM_FAULTED, 0, lp_below(&rng, CHUNKS), 0, -1);
    pause();
}

static void with_wrong_files(void)
{
    int memory, socket = be_greeted(&memory), ends[2];
    int fd = lp_below(&rng, 2) ? open("/", O_RDONLY | O_DIRECTORY) : memory;
    if (lp_below(&rng, 4) == 0 && pipe(ends) == 0)
        fd = ends[0];
    say(socket, HUVM_READY, HUVM_USERFAULTFD, lp_random(&rng), 0, fd);
    die_soon();
    pause();
}

static void without_hearing(void)
{
    int memory, socket = be_greeted(&memory);
    close(memory);
    say(socket, HUVM_READY, HUVM_PROTECTION, 0x10000, 0, -1);
    die_soon();
    for (;;)
        say(socket, lp_below(&rng, 2) ? HUVM_FAULTED : HUVM_OBEYED, 0, lp_below(&rng, CHUNKS), 0,
            -1);
}

/* A correct program that is killed during its work. */
static struct huvm_client *join(void)
{
    for (;;) {
        struct huvm_client *c = NULL;
        if (huvm_client_open(connect_to_it(), lp_below(&rng, GPUS), lost, &c) == HUVM_CLIENT_GOOD)
            return c;
        (void)poll(NULL, 0, 1);
    }
}

static void at_faults(void)
{
    struct huvm_client *c = join();
    volatile uint8_t *at = huvm_client_alloc(c, CHUNKS * chunk_bytes);
    unsigned most = lp_below(&rng, 2) ? LOCAL : CHUNKS;
    die_soon();
    for (;;)
        at[lp_below(&rng, most) * chunk_bytes]++;
}

static void at_releases(void)
{
    struct huvm_client *c = join();
    die_soon();
    for (;;) {
        uint8_t *at = huvm_client_alloc(c, (1 + lp_below(&rng, CHUNKS)) * chunk_bytes);
        at[0]++;
        huvm_client_free(c, at);
    }
}

static void (*const stages[])(void) = {before_hello,     behind_hello,    ready,      at_faults,
                                       with_wrong_files, without_hearing, at_releases};
enum { STAGES = sizeof stages / sizeof stages[0] };

static void be_program(uint64_t seed, unsigned number)
{
    rng.state = seed + number * UINT64_C(0x9e3779b97f4a7c15);
    alarm(LIMIT_S);
    stages[number % STAGES]();
    if (lp_below(&rng, 2))
        raise(SIGKILL);
    _exit(0);
}

/* The number that were ended by a limit or failed. */
static unsigned reap(unsigned *running)
{
    int status;
    if (waitpid(-1, &status, 0) < 0)
        return 0;
    --*running;
    return WIFEXITED(status) && WEXITSTATUS(status) != 0;
}

/* The parent of all programs, which has no file of the coordinator open. */
static void start_programs(uint64_t seed, unsigned count, int told)
{
    unsigned running = 0, wrong = 0;
    char go;
    if (read(told, &go, 1) != 1)
        _exit(1);
    for (unsigned i = 0; i < count; i++) {
        if (running == AT_ONCE)
            wrong += reap(&running);
        pid_t pid = fork();
        if (pid == 0)
            be_program(seed, i);
        running += pid > 0;
    }
    while (running > 0)
        wrong += reap(&running);
    _exit(wrong > 0);
}

/* ---- leaks ---- */

struct left {
    unsigned files, mappings, names;
    uint64_t pages; /* resident */
};

static unsigned count_names(const char *where)
{
    unsigned count = 0;
    DIR *dir = opendir(where);
    while (dir != NULL && readdir(dir) != NULL)
        count++;
    if (dir != NULL)
        closedir(dir);
    return count;
}

static struct left look(void)
{
    struct left left = {.files = count_names("/proc/self/fd"), .names = count_names(folder)};
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r"), *pages = fopen("/proc/self/statm", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
        left.mappings++;
    if (pages == NULL || fscanf(pages, "%*u %" SCNu64, &left.pages) != 1)
        left.pages = UINT64_MAX;
    if (maps != NULL)
        fclose(maps);
    if (pages != NULL)
        fclose(pages);
    return left;
}

/* The last file of a program is closed a moment after its end. */
static void await_files(unsigned files)
{
    for (unsigned ms = 0; count_names("/proc/self/fd") > files && ms < 1000 * LIMIT_S; ms += 10)
        (void)poll(NULL, 0, 10);
}

static unsigned results;

static int result(bool good, const char *name)
{
    printf("%s %u - %s\n", good ? "ok" : "not ok", ++results, name);
    fflush(stdout);
    return !good;
}

/* Opens its memory on each GPU, writes more than the local memory, and reads it back. */
static bool is_well(struct huvm_real *r)
{
    bool good = true;
    for (unsigned gpu = 0; gpu < GPUS; gpu++) {
        struct huvm_client *c = NULL;
        int socket = huvm_real_connect(r);
        enum huvm_client_error error = socket < 0 ? HUVM_CLIENT_SYSTEM
                                                  : huvm_client_open(socket, gpu, lost, &c);
        if (error != HUVM_CLIENT_GOOD) {
            printf("# GPU %u: error %d, %s\n", gpu, (int)error, strerror(errno));
            return false;
        }
        volatile uint8_t *at = huvm_client_alloc(c, CHUNKS * chunk_bytes);
        for (unsigned turn = 0; turn < 2; turn++)
            for (unsigned i = 0; i < CHUNKS; i++) {
                good &= at[i * chunk_bytes] == turn * (i + 1);
                at[i * chunk_bytes] = (uint8_t)(i + 1);
            }
        huvm_client_close(c);
    }
    return good;
}

/* ---- the whole ---- */

static _Atomic unsigned drops;
static bool failed;

static void note_drop(void *context, unsigned gpu, const char *text)
{
    (void)context;
    (void)gpu;
    (void)text;
    drops++;
}

static void note_failure(void *context, const char *text)
{
    (void)context;
    printf("# %s\n", text);
    failed = true;
}

static struct huvm_real *begin(int listener)
{
    struct huvm_real_config config = {.chunk_bytes = chunk_bytes,
                                      .gpus = GPUS + 1,
                                      .on = huvm_policies[7].on,
                                      .threshold = 3,
                                      .prefetch = 4,
                                      .stride = 1,
                                      .host = -1,
                                      .faults = HUVM_ANY_FAULTS,
                                      .failed = note_failure,
                                      .dropped = note_drop};
    struct huvm_real *r = NULL;
    for (unsigned i = 0; i < GPUS; i++)
        config.gpu[i] = (struct huvm_real_gpu){CHUNKS, LOCAL, false};
    config.gpu[GPUS] = (struct huvm_real_gpu){0, LOCAL, true};
    if (huvm_real_open(&config, &r) != LP_OK)
        exit(1);
    huvm_real_listen(r, listener);
    return r;
}

static int listen_there(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (mkdtemp(folder) == NULL)
        exit(1);
    snprintf(path, sizeof path, "%s/socket", folder);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(fd, AT_ONCE) != 0)
        exit(1);
    return fd;
}

static int run(struct huvm_real *r, unsigned count, int tell, pid_t programs)
{
    unsigned files = count_names("/proc/self/fd");
    int bad = result(is_well(r), "a program before all others"), status = 0;
    await_files(files);
    (void)look(); /* its own memory use is constant from the first time on */
    struct left before = look(), after;
    if (write(tell, "", 1) != 1 || waitpid(programs, &status, 0) != programs)
        exit(1);
    bad += result(status == 0 && !failed, "programs end at their stages, and nothing else ends");
    bad += result(is_well(r), "a program after all others");
    await_files(before.files);
    after = look();
    printf("# %u programs, %u of them dropped; files %u and %u, mappings %u and %u, pages %" PRIu64
           " and %" PRIu64 ", names %u and %u\n",
           count, (unsigned)drops, before.files, after.files, before.mappings, after.mappings,
           before.pages, after.pages, before.names, after.names);
    bad += result(after.files == before.files && after.names == before.names, "no file is left");
    bad += result(after.mappings <= before.mappings + 4 && after.pages <= before.pages + KEPT,
                  "no memory is left");
    return bad;
}

int main(int argc, char **argv)
{
    const char *text = getenv("LP_SEED");
    uint64_t seed = text != NULL && *text != '\0' ? strtoull(text, NULL, 0) : (uint64_t)time(NULL);
    unsigned count = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : USUAL;
    int ends[2];
    chunk_bytes = (size_t)sysconf(_SC_PAGESIZE) * 2;
    printf("# LP_SEED=%" PRIu64 "\n", seed);
    fflush(stdout);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return 1;
    int listener = listen_there();
    pid_t programs = fork();
    if (programs == 0) {
        close(listener);
        close(ends[1]);
        start_programs(seed, count, ends[0]);
    }
    close(ends[0]);
    struct huvm_real *r = begin(listener);
    int bad = run(r, count, ends[1], programs);
    huvm_real_close(r);
    close(listener);
    unlink(path);
    rmdir(folder);
    printf("1..%u\n", results);
    return bad > 0;
}
