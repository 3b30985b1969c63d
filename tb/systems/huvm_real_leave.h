/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of programs that connect and leave, send invalid messages, fork, or end while others
 * wait. */
#ifndef HUVM_REAL_LEAVE_H
#define HUVM_REAL_LEAVE_H

#include "huvm_real_unit.h"

/* A program that ends in the middle of everything leaves room for the next one. */
static void one_after_the_other(void **state)
{
    struct huvm_real_config config = config_of(HUVM_POLICIES - 1, HUVM_USERFAULTFD);
    struct huvm_real *r = NULL;
    struct huvm_client *other;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < 20; i++) {
        struct huvm_client *c = join_as(r, 0);
        volatile uint8_t *memory = huvm_client_alloc(c, CHUNKS_MAX * chunk_bytes);
        assert_non_null((void *)memory);
        for (unsigned k = 0; k < 25 + i; k++)
            assert_int_equal(memory[k * chunk_bytes]++, 0);
        assert_int_equal(huvm_client_open(huvm_real_connect(r), 0, lost, &other), HUVM_CLIENT_BUSY);
        huvm_client_close(c);
    }
    assert_int_equal(huvm_client_open(huvm_real_connect(r), 1, lost, &other), HUVM_CLIENT_UNKNOWN);
    assert_int_equal(huvm_client_open(huvm_real_connect(r), GPUS, lost, &other),
                     HUVM_CLIENT_UNKNOWN);
    huvm_real_close(r);
}

/* A connection that sends invalid data is dropped, and the coordinator continues. */
static void nonsense(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_USERFAULTFD);
    struct huvm_real *r = NULL;
    struct huvm_message message;
    char end;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < 40; i++) {
        int socket = huvm_real_connect(r);
        message = (struct huvm_message){.kind = HUVM_HELLO, .first = HUVM_WIRE_VERSION};
        if (i % 2 == 0)
            assert_true(huvm_send(socket, &message, -1));
        message = (struct huvm_message){(uint32_t)(unit_random() % 16), (uint32_t)unit_random(),
                                        unit_random(), unit_random()};
        if (message.kind != HUVM_READY) /* which is a valid message */
            huvm_send(socket, &message, -1);
        if (i % 3 == 0)
            (void)!write(socket, "x", 1);
        while (i % 3 == 0 && read(socket, &end, 1) > 0)
            ;
        close(socket);
    }
    huvm_client_close(join_as(r, 2));
    huvm_real_close(r);
}

/* A hand-written program, whose faults come from a file that it passes, or from protection. */
static void greet(int socket, unsigned gpu, int faults, int *memory)
{
    struct huvm_message m = {.kind = HUVM_HELLO, .value = gpu, .first = HUVM_WIRE_VERSION};
    assert_true(socket >= 0 && huvm_send(socket, &m, -1));
    assert_int_equal(huvm_receive(socket, &m, memory), 1);
    assert_true(m.kind == HUVM_WELCOME && m.count == gpus[gpu].chunks && *memory >= 0);
    m = (struct huvm_message){.kind = HUVM_READY,
                              .value = faults >= 0 ? HUVM_USERFAULTFD : HUVM_PROTECTION};
    assert_true(huvm_send(socket, &m, faults));
}

static int be_program(struct huvm_real *r, unsigned gpu, int faults, int *memory)
{
    int socket = huvm_real_connect(r);
    greet(socket, gpu, faults, memory);
    return socket;
}

/* A program that names chunks that it does not have is dropped. */
static void lies(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    uint64_t chunks = gpus[2].chunks;
    const struct huvm_message bad[] = {
        {HUVM_RELEASE, 0, 0, 0},          {HUVM_RELEASE, 0, 0, chunks + 1},
        {HUVM_RELEASE, 0, chunks, 1},     {HUVM_RELEASE, 0, chunks - 1, 2},
        {HUVM_RELEASE, 0, UINT64_MAX, 2}, {HUVM_FAULTED, 0, chunks, 0},
        {HUVM_OBEYED, 0, chunks, 0},      {HUVM_READY, 2, 0, 0}};
    struct huvm_real *r = NULL;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct huvm_message m;
        int memory, socket = be_program(r, 2, -1, &memory);
        assert_true(huvm_send(socket, &bad[i], -1));
        assert_int_equal(huvm_receive(socket, &m, NULL), 0);
        close(socket);
        close(memory);
    }
    huvm_real_close(r);
}

/* A program that has ended before the next one connects does not make its GPU busy. */
static void ends_before_the_next(void **state)
{
    enum { TIMES = 2000 };
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    const struct huvm_message hello = {.kind = HUVM_HELLO, .first = HUVM_WIRE_VERSION};
    struct huvm_real *r = NULL;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < TIMES; i++) {
        int socket = huvm_real_connect(r);
        assert_true(socket >= 0 && huvm_send(socket, &hello, -1));
        close(socket);
        huvm_client_close(join_as(r, 0));
    }
    huvm_real_close(r);
}

static void say_faulted(int socket, uint32_t chunk)
{
    struct huvm_message m = {.kind = HUVM_FAULTED, .first = chunk};
    assert_true(huvm_send(socket, &m, -1));
}

static void obey(int socket, const struct huvm_message *m)
{
    if (m->value == 1)
        huvm_send(socket, &(struct huvm_message){.kind = HUVM_OBEYED, .first = m->first}, -1);
}

/* Reads messages until one of this kind names a chunk, which it returns and has not handled yet. */
static struct huvm_message obey_until(int socket, enum huvm_message_kind kind, uint32_t chunk)
{
    struct huvm_message m;
    while (huvm_receive(socket, &m, NULL) == 1 && !(m.kind == kind && m.first == chunk))
        obey(socket, &m);
    assert_true(m.kind == kind && m.first == chunk);
    return m;
}

static void leave(int socket)
{
    struct huvm_message m;
    shutdown(socket, SHUT_WR);
    while (huvm_receive(socket, &m, NULL) == 1)
        ;
    close(socket);
}

/* A program leaves while a chunk is on its way and another one waits for that: the next program
   gets both. */
static void leaves_while_it_waits(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < 2; i++) {
        int memory, socket = be_program(r, 0, -1, &memory);
        say_faulted(socket, i);
        obey_until(socket, HUVM_OPEN, i);
        say_faulted(socket, 1 - i);
        leave(socket);
        close(memory);
    }
    huvm_real_close(r);
}

/* A userfaultfd without registered memory, like that of a program; -1: not available. */
static int userfaultfd(void)
{
    struct uffdio_api api = {.api = UFFD_API};
    int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
    if (fd >= 0 && ioctl(fd, UFFDIO_API, &api) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static unsigned open_files(void)
{
    unsigned count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* A coordinator leaves no open file when it ends, nor when its programs have ended. */
static void leaves_nothing(void **state)
{
    unsigned before = open_files();
    (void)state;
    for (unsigned gone = 0; gone < 2; gone++) {
        struct huvm_real_config config = config_of(2, HUVM_ANY_FAULTS);
        struct huvm_message m;
        struct huvm_real *r = NULL;
        int memory[2], socket[2], never = userfaultfd();
        assert_int_equal(huvm_real_open(&config, &r), LP_OK);
        for (unsigned i = 0; i < 2; i++)
            socket[i] = be_program(r, 2 * i, i == 0 ? -1 : never, &memory[i]);
        if (never >= 0)
            if (never >= 0)
                close(never);
        for (unsigned i = 0; gone && i < 2; i++) {
            shutdown(socket[i], SHUT_WR);
            assert_int_equal(huvm_receive(socket[i], &m, NULL), 0);
        }
        huvm_real_close(r);
        for (unsigned i = 0; i < 2; i++) {
            if (!gone)
                assert_int_equal(huvm_receive(socket[i], &m, NULL), 0);
            close(socket[i]);
            close(memory[i]);
        }
        assert_int_equal(open_files(), before);
    }
}

/* File 0 is treated like any other: the host tier, a connection, a program's memory, or its own
 * end. */
static void file_zero(void **state)
{
    enum { HOST, CONNECTION, MEMORY, OWN, ALL };
    int kept = fcntl(0, F_DUPFD_CLOEXEC, 3);
    (void)state;
    if (kept < 0)
        skip(); /* other uses of 0 are not known */
    for (unsigned what = HOST; what < ALL; what++) {
        struct huvm_real_config config = config_of(2, HUVM_ANY_FAULTS);
        struct huvm_real *r = NULL;
        int memory, socket;
        if (what == HOST)
            close(0);
        assert_int_equal(huvm_real_open(&config, &r), LP_OK);
        if (what == CONNECTION)
            close(0);
        socket = huvm_real_connect(r);
        if (what == MEMORY)
            close(0);
        if (what == OWN) {
            struct huvm_client *c = NULL;
            assert_int_equal(dup2(socket, 0), 0);
            close(socket);
            assert_int_equal(huvm_client_open(0, 0, lost, &c), HUVM_CLIENT_GOOD);
            ++*(volatile uint8_t *)huvm_client_alloc(c, 1);
            huvm_client_close(c);
        } else {
            greet(socket, 0, -1, &memory);
            assert_true(fcntl(0, F_GETFD) >= 0);
            say_faulted(socket, 0);
            obey_until(socket, HUVM_OPEN, 0);
            leave(socket);
            close(memory);
        }
        huvm_real_close(r);
        assert_true(fcntl(0, F_GETFD) < 0);
        assert_int_equal(dup2(kept, 0), 0);
    }
    close(kept);
}

/* A connection beyond the limit leaks nothing either. */
static void all_connections(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    int socket[REAL_PEERS];
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        assert_true((socket[i] = huvm_real_connect(r)) >= 0);
    unsigned before = open_files();
    assert_int_equal(huvm_real_connect(r), -1);
    assert_int_equal(errno, EMFILE);
    assert_int_equal(open_files(), before);
    for (unsigned i = 0; i < REAL_PEERS; i++)
        close(socket[i]);
    huvm_real_close(r);
}

static bool is_mapped(void *at)
{
    unsigned char in;
    return mincore(at, 1, &in) == 0;
}

static void unmaps_all(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    (void)state;
    config.compress = HUVM_TIERS;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 0);
    void *client[] = {c, c->base, c->bytes, c->used, c->turn, c->open, c->odd, c->page, c->window};
    const struct real_link *link = &r->links.link[REAL_PCIE_IN];
    void *real[] = {r->links.zeros, link->buffer, link->packed, r->links.lent.gpu[1].bytes};
    for (unsigned i = 0; i < sizeof client / sizeof client[0]; i++)
        assert_true(is_mapped(client[i]));
    for (unsigned i = 0; i < sizeof real / sizeof real[0]; i++)
        assert_true(is_mapped(real[i]));
    huvm_client_close(c);
    for (unsigned i = 0; i < sizeof client / sizeof client[0]; i++)
        assert_false(is_mapped(client[i]));
    huvm_real_close(r);
    for (unsigned i = 0; i < sizeof real / sizeof real[0]; i++)
        assert_false(is_mapped(real[i]));
}

struct failure {
    int tell; /* the end of a pipe */
    char text[128];
};

static void fails_once(void *context, const char *text)
{
    struct failure *f = context;
    snprintf(f->text, sizeof f->text, "%s", text);
    assert_int_equal(write(f->tell, "", 1), 1);
}

/* Neither side can shrink or grow the shared memory, or permit that again. */
static void keeps_its_memory(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_PROTECTION);
    struct huvm_real *r = NULL;
    int memory;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    int socket = be_program(r, 0, -1, &memory);
    assert_int_equal(ftruncate(memory, 0), -1);
    assert_int_equal(errno, EPERM);
    assert_int_equal(ftruncate(memory, (off_t)((gpus[0].chunks + 1) * chunk_bytes)), -1);
    assert_int_equal(fcntl(memory, F_ADD_SEALS, F_SEAL_WRITE), -1);
    leave(socket);
    close(memory);
    huvm_real_close(r);
}

/* A GPU waits at least as long as the link takes for each chunk. Its computing in between is not
   included, nor is the driver's time. */
static void waits(void **state)
{
    enum { USED = 5 };
    const uint64_t link = 20000000; /* ns a chunk */
    struct huvm_real_config config = config_of(0, HUVM_ANY_FAULTS);
    struct huvm_result result;
    struct huvm_real *r = NULL;
    (void)state;
    config.pcie = (struct huvm_rate){1e12, link};
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 0);
    volatile uint8_t *memory = huvm_client_alloc(c, USED * chunk_bytes);
    for (unsigned i = 0; i < USED; i++) {
        usleep(30000);
        memory[i * chunk_bytes]++;
    }
    huvm_real_result(r, &result);
    /* Half of it, since a GPU begins to wait a moment after its copy was requested. */
    assert_true(result.gpu[0].waits.fetch >= USED * link / 2);
    assert_int_equal(result.gpu[0].waits.evict + result.gpu[0].waits.write_back, 0);
    huvm_client_close(c);
    huvm_real_close(r);
}

static void forks(void **state)
{
    struct huvm_real_config config = config_of(2, HUVM_USERFAULTFD);
    struct huvm_real *r = NULL;
    int status;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 0);
    volatile uint8_t *memory = huvm_client_alloc(c, 30 * chunk_bytes);
    for (unsigned i = 0; i < 30; i++)
        memory[i * chunk_bytes] = (uint8_t)(7 + i);
    pid_t child = fork();
    if (child == 0) {
        for (unsigned i = 0; i < 30; i++)
            if (memory[i * chunk_bytes]++ != 7 + i)
                _exit(1);
        if (huvm_client_alloc(c, 1) != NULL || c->socket >= 0 || c->faults >= 0)
            _exit(2);
        huvm_client_free(c, (void *)memory);
        _exit(memory[0]);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (unsigned i = 0; i < 30; i++)
        assert_int_equal(++memory[i * chunk_bytes], 8 + i);
    huvm_client_close(c);
    huvm_real_close(r);
}

static void not_ours(int number)
{
    _exit(number == SIGSEGV ? 42 : 1);
}

/* A fault elsewhere goes to its original handler. */
static void faults_elsewhere(void **state)
{
    struct huvm_record record = {.chunk_bytes = chunk_bytes, .chunks = 4, .window = 4};
    struct huvm_client *c = NULL;
    int status;
    volatile uint8_t *shut = mmap(NULL, chunk_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)state;
    assert_true(shut != MAP_FAILED);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, not_ours);
        if (huvm_client_record(&record, &c) != HUVM_CLIENT_GOOD)
            _exit(2);
        _exit(shut[0]);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    munmap((void *)shut, chunk_bytes);
}

/* Data shorter or longer than a message is invalid. */
static void messages_are_whole(void **state)
{
    struct huvm_message m = {0};
    uint8_t bytes[sizeof m + 1] = {HUVM_HELLO};
    int ends[2];
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    for (size_t count = 1; count <= sizeof bytes; count++) {
        assert_int_equal(write(ends[0], bytes, count), count);
        errno = 0;
        if (count == sizeof m) {
            assert_int_equal(huvm_receive(ends[1], &m, NULL), 1);
        } else {
            assert_int_equal(huvm_receive(ends[1], &m, NULL), -1);
            assert_int_equal(errno, EPROTO);
        }
    }
    close(ends[0]);
    close(ends[1]);
}

/* A child writes to memory that its parent records; the record does not contain that. */
static void child_of_a_recording(void **state)
{
    struct huvm_record *record = calloc(1, sizeof *record + 4 * sizeof record->uses[0]);
    struct huvm_client *c = NULL;
    int status;
    (void)state;
    record->chunk_bytes = chunk_bytes;
    record->chunks = record->window = record->room = 4;
    assert_int_equal(huvm_client_record(record, &c), HUVM_CLIENT_GOOD);
    volatile uint8_t *memory = huvm_client_alloc(c, 2 * chunk_bytes);
    memory[0] = 3;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        memory[0]++, memory[chunk_bytes]++;
        _exit(memory[0] + memory[chunk_bytes]);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 5);
    assert_int_equal(atomic_load(&record->count), 1);
    huvm_client_close(c);
    free(record);
}

/* ---- the host tier ---- */

/* Executes requests until the run has failed. */
static void obey_until_failure(int socket, int heard)
{
    struct pollfd ends[2] = {{heard, POLLIN, 0}, {socket, POLLIN, 0}};
    struct huvm_message m;
    char end;
    for (;;) {
        assert_true(poll(ends, 2, 20000) > 0);
        if (ends[0].revents != 0)
            break;
        if (huvm_receive(socket, &m, NULL) != 1)
            ends[1].fd = -1;
        else
            obey(socket, &m);
    }
    assert_int_equal(read(heard, &end, 1), 1);
}

enum damage { NO_DAMAGE, CUT, CUT_AND_LONG_AGAIN };

/* A program fails whose chunks have this file as host tier, which is cut when some are in it. */
static void fails_with(int host, enum damage damage, const char *text)
{
    unsigned last = gpus[0].chunks - 1;
    uint8_t one = 1;
    struct huvm_real_config config = config_of(0, HUVM_PROTECTION);
    struct failure failure = {0};
    struct huvm_real *r = NULL;
    int memory, heard[2];
    assert_int_equal(pipe(heard), 0);
    failure.tell = heard[1];
    config.failed = fails_once;
    config.context = &failure;
    config.host = host;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    int socket = be_program(r, 0, -1, &memory);
    /* The chunk that leaves first is last in the file: later ones do not restore the file's
     * length. */
    say_faulted(socket, last);
    struct huvm_message m = obey_until(socket, HUVM_OPEN, last);
    obey(socket, &m);
    assert_int_equal(pwrite(memory, &one, 1, (off_t)(last * chunk_bytes)), 1);
    for (unsigned i = 0; i < gpus[0].local; i++)
        say_faulted(socket, i);
    if (damage != NO_DAMAGE) {
        m = obey_until(socket, HUVM_OPEN, gpus[0].local - 1);
        obey(socket, &m);
        assert_int_equal(ftruncate(host, 0), 0);
        if (damage == CUT_AND_LONG_AGAIN)
            assert_int_equal(ftruncate(host, (off_t)(gpus[0].chunks * chunk_bytes)), 0);
        say_faulted(socket, last);
    }
    obey_until_failure(socket, heard[0]);
    assert_string_equal(failure.text, text);
    huvm_real_close(r);
    close(socket);
    close(memory);
    close(heard[0]);
    close(heard[1]);
}

/* A host tier that is truncated, has other bytes, or takes nothing, ends the run with one line. */
static void host_fails(void **state)
{
    int host = memfd_create("host", MFD_CLOEXEC), null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    (void)state;
    assert_true(host >= 0 && null >= 0);
    char other[64];
    snprintf(other, sizeof other, "chunk %u of GPU 0 did not come back as it was",
             gpus[0].chunks - 1);
    fails_with(host, CUT, "the host tier cannot be read: it ends too early");
    fails_with(host, CUT_AND_LONG_AGAIN, other);
    fails_with(null, NO_DAMAGE, "the host tier cannot be written: Bad file descriptor");
    close(host);
    close(null);
}

#endif
