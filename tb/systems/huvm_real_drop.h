/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of programs that are dropped: individually, for their actions, and without leaks. */
#ifndef HUVM_REAL_DROP_H
#define HUVM_REAL_DROP_H

#include "huvm_real_leave.h"
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>

enum { LONG_MS = 60000, SHORT_MS = 300 };

/* The dropped program and the reason, as printed by the coordinator. */
struct drops {
    _Atomic unsigned count;
    unsigned gpu;
    char text[192];
};

static void note_drop(void *context, unsigned gpu, const char *text)
{
    struct drops *d = context;
    d->gpu = gpu;
    snprintf(d->text, sizeof d->text, "%s", text);
    atomic_fetch_add(&d->count, 1);
}

/* Short only while no correct program is connected, which may take its time. */
static void set_patience(struct huvm_real *r, unsigned ms)
{
    pthread_mutex_lock(&r->run.lock);
    r->run.config.patience_ms = ms;
    pthread_mutex_unlock(&r->run.lock);
}

static struct huvm_real *open_for_drops(struct drops *drops)
{
    struct huvm_real_config config = config_of(2, HUVM_ANY_FAULTS);
    struct huvm_real *r = NULL;
    *drops = (struct drops){0};
    config.dropped = note_drop;
    config.context = drops;
    config.patience_ms = LONG_MS;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    return r;
}

static void await_drop(const struct drops *drops, unsigned gpu, const char *text)
{
    for (unsigned ms = 0; atomic_load(&drops->count) == 0 && ms < LONG_MS; ms++)
        usleep(1000);
    assert_int_equal(atomic_load(&drops->count), 1);
    assert_int_equal(drops->gpu, gpu);
    if (strstr(drops->text, text) == NULL)
        fail_msg("'%s' instead of '%s'", drops->text, text);
}

/* The coordinator closes its last file of a program a moment after the program's end. */
static void await_files(unsigned due)
{
    for (unsigned ms = 0; open_files() != due && ms < LONG_MS; ms++)
        usleep(1000);
    assert_int_equal(open_files(), due);
}

/* Its socket is closed, whatever data it still holds. */
static void await_end(int socket)
{
    struct huvm_message m;
    struct pollfd p = {.fd = socket, .events = POLLIN};
    do
        assert_int_equal(poll(&p, 1, LONG_MS), 1);
    while (huvm_receive(socket, &m, NULL) == 1);
    close(socket);
}

/* Chunks come and leave again, and keep their contents. */
static void use_another(struct huvm_real *r, unsigned gpu)
{
    struct huvm_client *c = join_as(r, gpu);
    volatile uint8_t *memory = huvm_client_alloc(c, gpus[gpu].chunks * chunk_bytes);
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned i = 0; i < gpus[gpu].chunks; i++) {
            assert_int_equal(memory[i * chunk_bytes], turn);
            memory[i * chunk_bytes]++;
        }
    huvm_client_close(c);
}

/* ---- programs that do not listen ---- */

/* Makes the coordinator answer again and again, and reads none of the answers, until it is
 * dropped. */
static void flood(int socket, const struct huvm_message *m, const struct drops *drops)
{
    struct pollfd p = {.fd = socket, .events = POLLOUT};
    assert_int_equal(fcntl(socket, F_SETFL, O_NONBLOCK), 0);
    while (atomic_load(&drops->count) == 0)
        if (!huvm_send(socket, m, -1) && errno == EAGAIN)
            (void)poll(&p, 1, 100);
}

static void who_does_not_hear(void **state)
{
    const struct huvm_message floods[] = {{HUVM_FAULTED, 0, 0, 0},
                                          {HUVM_RELEASE, 0, 0, gpus[2].chunks}};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct drops drops;
        struct huvm_real *r = open_for_drops(&drops);
        int memory, socket = be_program(r, 2, -1, &memory);
        say_faulted(socket, 0);
        struct huvm_message m = obey_until(socket, HUVM_OPEN, 0);
        obey(socket, &m);
        flood(socket, &floods[i], &drops);
        await_drop(&drops, 2, i == 0 ? "does not hear what it is told" : "says what no program");
        use_another(r, 0);
        await_end(socket);
        close(memory);
        use_another(r, 2);
        huvm_real_close(r);
    }
}

/* A program that reads late gets all messages, in order. */
static void all_that_is_kept_is_heard(void **state)
{
    enum { ASKED = 1000 };
    struct drops drops;
    struct huvm_real *r = open_for_drops(&drops);
    struct huvm_message m;
    (void)state;
    int memory, socket = be_program(r, 0, -1, &memory);
    say_faulted(socket, 0);
    m = obey_until(socket, HUVM_OPEN, 0);
    obey(socket, &m);
    for (unsigned i = 0; i < ASKED; i++)
        say_faulted(socket, 0);
    assert_true(huvm_send(socket, &(struct huvm_message){HUVM_RELEASE, 0, 0, gpus[0].chunks}, -1));
    /* One message may cover several faults; some are kept as soon as all were read. */
    unsigned heard = 0;
    while (huvm_receive(socket, &m, NULL) == 1 && m.kind != HUVM_RELEASED) {
        obey(socket, &m);
        heard += m.kind == HUVM_AGAIN;
    }
    assert_int_equal(m.kind, HUVM_RELEASED);
    assert_true(heard > 0);
    leave(socket);
    close(memory);
    huvm_real_close(r);
    assert_int_equal(atomic_load(&drops.count), 0);
}

static void who_does_not_obey(void **state)
{
    struct drops drops;
    struct huvm_real *r = open_for_drops(&drops);
    (void)state;
    int memory, socket = be_program(r, 2, -1, &memory);
    say_faulted(socket, 0);
    obey_until(socket, HUVM_OPEN, 0);
    use_another(r, 0);
    assert_int_equal(atomic_load(&drops.count), 0);
    set_patience(r, SHORT_MS);
    await_drop(&drops, 2, "does not do what it is told");
    set_patience(r, LONG_MS);
    await_end(socket);
    close(memory);
    use_another(r, 2);
    huvm_real_close(r);
}

/* One that sends no hello, and one that never gets ready. */
static void who_says_nothing(void **state)
{
    struct drops drops;
    struct huvm_real *r = open_for_drops(&drops);
    struct huvm_message m = {.kind = HUVM_HELLO, .value = 2, .first = HUVM_WIRE_VERSION};
    (void)state;
    int silent = huvm_real_connect(r), memory = -1;
    use_another(r, 0);
    set_patience(r, SHORT_MS);
    await_end(silent);
    assert_int_equal(atomic_load(&drops.count), 0);
    set_patience(r, LONG_MS);
    int socket = huvm_real_connect(r);
    assert_true(huvm_send(socket, &m, -1));
    assert_int_equal(huvm_receive(socket, &m, &memory), 1);
    set_patience(r, SHORT_MS);
    await_drop(&drops, 2, "does not get ready");
    set_patience(r, LONG_MS);
    await_end(socket);
    close(memory);
    use_another(r, 2);
    huvm_real_close(r);
}

/* ---- programs that send invalid messages ---- */

static void who_says_what_none_says(void **state)
{
    const struct huvm_message bad[] = {{.kind = HUVM_HELLO, .value = 2, .first = HUVM_WIRE_VERSION},
                                       {.kind = HUVM_READY},
                                       {.kind = HUVM_WELCOME},
                                       {.kind = HUVM_OPEN},
                                       {.kind = UINT32_MAX},
                                       {HUVM_FAULTED, 0, UINT64_MAX, 0},
                                       {HUVM_OBEYED, 0, gpus[2].chunks, 0},
                                       {HUVM_RELEASE, 0, 1, UINT64_MAX}};
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct drops drops;
        struct huvm_real *r = open_for_drops(&drops);
        int memory, socket = be_program(r, 2, -1, &memory);
        assert_true(huvm_send(socket, &bad[i], -1));
        await_drop(&drops, 2, "the program on GPU 2 says what no program says");
        await_end(socket);
        close(memory);
        use_another(r, 2);
        huvm_real_close(r);
    }
}

/* A READY of a kind, with a descriptor; the descriptor of the caller stays open. */
static void is_not_ready(uint32_t kind, uint64_t count, int fd, const char *text)
{
    struct drops drops;
    struct huvm_real *r = open_for_drops(&drops);
    struct huvm_message m = {.kind = HUVM_HELLO, .value = 2, .first = HUVM_WIRE_VERSION};
    int socket = huvm_real_connect(r), memory = -1;
    unsigned before = open_files();
    assert_true(huvm_send(socket, &m, -1));
    assert_int_equal(huvm_receive(socket, &m, &memory), 1);
    m = (struct huvm_message){.kind = HUVM_READY, .value = kind, .count = count};
    assert_true(huvm_send(socket, &m, fd));
    await_drop(&drops, 2, text);
    await_end(socket);
    close(memory);
    use_another(r, 2);
    await_files(before - 2); /* the coordinator's end of the connection too */
    huvm_real_close(r);
}

static void files_that_are_none(void **state)
{
    static const char says[] = "says what no program says";
    int pipes[2], fd[] = {open("/", O_RDONLY | O_DIRECTORY), open("/dev/null", O_RDWR),
                          eventfd(0, 0), socket(AF_UNIX, SOCK_STREAM, 0), -1};
    int without_faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
    (void)state;
    assert_int_equal(pipe(pipes), 0);
    for (unsigned i = 0; i < sizeof fd / sizeof fd[0]; i++)
        is_not_ready(HUVM_USERFAULTFD, 0, fd[i], says);
    is_not_ready(HUVM_USERFAULTFD, 0, pipes[0], says);
    is_not_ready(HUVM_PROTECTION, 0, fd[1], says);
    is_not_ready(HUVM_ANY_FAULTS, 0, -1, says);
    is_not_ready(HUVM_PROTECTION + 1, 0, -1, says);
    is_not_ready(HUVM_PROTECTION, UINT64_MAX, -1, says);
    /* A program without a known state yet cannot be waited for. */
    if (without_faults >= 0) {
        is_not_ready(HUVM_USERFAULTFD, 0, without_faults, "tells of no faults");
        close(without_faults);
    }
    for (unsigned i = 0; i < 4; i++)
        close(fd[i]);
    close(pipes[0]);
    close(pipes[1]);
}

/* As many descriptors as a message can have, in one part or in two. */
static void send_files(int socket, unsigned count, int fd)
{
    struct huvm_message m = {.kind = HUVM_FAULTED};
    struct iovec part = {&m, sizeof m};
    _Alignas(struct cmsghdr) char room[CMSG_SPACE(253 * sizeof(int))] = {0};
    struct msghdr all = {.msg_iov = &part,
                         .msg_iovlen = 1,
                         .msg_control = room,
                         .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    struct cmsghdr *head = CMSG_FIRSTHDR(&all);
    *head = (struct cmsghdr){.cmsg_level = SOL_SOCKET,
                             .cmsg_type = SCM_RIGHTS,
                             .cmsg_len = CMSG_LEN(count * sizeof(int))};
    for (unsigned i = 0; i < count; i++)
        memcpy(CMSG_DATA(head) + i * sizeof fd, &fd, sizeof fd);
    assert_int_equal(sendmsg(socket, &all, MSG_NOSIGNAL), sizeof m);
}

static void more_than_one_file(void **state)
{
    static const unsigned counts[] = {1, 2, 3, 8, 253};
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)state;
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (unsigned greeted = 0; greeted < 2; greeted++) {
            struct drops drops;
            struct huvm_real *r = open_for_drops(&drops);
            unsigned before = open_files();
            int memory = -1,
                socket = greeted ? be_program(r, 2, -1, &memory) : huvm_real_connect(r);
            send_files(socket, counts[i], null);
            if (greeted)
                await_drop(&drops, 2, counts[i] > 1 ? "what is no message" : "no program says");
            await_end(socket);
            if (greeted)
                close(memory);
            use_another(r, 2);
            await_files(before);
            huvm_real_close(r);
        }
    close(null);
}

/* ---- programs that connect when there is no place ---- */

static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, REAL_PEERS), 0);
    return fd;
}

static int connect_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

static void say_hello(int socket)
{
    struct huvm_client *c = NULL;
    assert_int_equal(huvm_client_open(socket, 2, lost, &c), HUVM_CLIENT_GOOD);
    huvm_client_close(c);
}

/* A silent connection takes no place from a working program. */
static void the_next_one_has_a_place(void **state)
{
    char folder[] = "/tmp/linepress-test-XXXXXX", path[64];
    struct drops drops;
    struct huvm_real *r = open_for_drops(&drops);
    int silent[REAL_PEERS + 3];
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/socket", folder);
    int listener = listen_at(path);
    huvm_real_listen(r, listener);
    for (unsigned i = 0; i < REAL_PEERS + 3; i++)
        silent[i] = connect_at(path);
    say_hello(connect_at(path));
    for (unsigned i = 0; i < REAL_PEERS + 3; i++)
        close(silent[i]);
    huvm_real_close(r);
    close(listener);
    unlink(path);
    rmdir(folder);
}

/* If the folder is open to other users, the socket is not. */
static void another_user_is_not_heard(void **state)
{
    char folder[] = "/tmp/linepress-test-XXXXXX", path[64];
    struct drops drops;
    int status;
    (void)state;
    if (geteuid() != 0)
        skip(); /* no other user can be mistaken for one */
    struct huvm_real *r = open_for_drops(&drops);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/socket", folder);
    int listener = listen_at(path);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(path, 0777), 0);
    huvm_real_listen(r, listener);
    pid_t child = fork();
    if (child == 0) {
        struct huvm_message m = {.kind = HUVM_HELLO, .value = 2, .first = HUVM_WIRE_VERSION};
        if (setuid(65534) != 0)
            _exit(2);
        int socket = connect_at(path);
        huvm_send(socket, &m, -1);
        _exit(huvm_receive(socket, &m, NULL) == 1);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    say_hello(connect_at(path));
    huvm_real_close(r);
    close(listener);
    unlink(path);
    rmdir(folder);
}

static double used_seconds(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* A connection that cannot be accepted for lack of files is accepted later, without busy polling
   until then. */
static void no_files_left(void **state)
{
    char folder[] = "/tmp/linepress-test-XXXXXX", path[64];
    enum { FILES = 512 };
    struct rlimit limit, few;
    struct drops drops;
    struct huvm_real *r = open_for_drops(&drops);
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/socket", folder);
    int listener = listen_at(path);
    int socket = connect_at(path);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    few = (struct rlimit){FILES, limit.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    bool ours[FILES] = {false};
    for (int fd; (fd = dup(listener)) >= 0; ours[fd] = true)
        ;
    huvm_real_listen(r, listener);
    double before = used_seconds();
    usleep(1000000);
    double used = used_seconds() - before;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    for (int fd = 0; fd < FILES; fd++)
        if (ours[fd])
            close(fd);
    say_hello(socket);
    huvm_real_close(r);
    close(listener);
    unlink(path);
    rmdir(folder);
    if (used > 0.3)
        fail_msg("%.2f s of a processor in a second", used);
}

#endif
