/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sim: a card in its own process, linepress-card-server, which is started here and ends with the
 * connection. The server is the file named by LINEPRESS_CARD_SERVER, or else is looked up in the
 * folder of this library or program, in ../libexec/linepress and in linepress. Each OPTION of the
 * card's name becomes an option --OPTION of the server, or a parameter of the unit if it begins
 * with a capital.
 */
#define _GNU_SOURCE /* memfd_create */
#include "../card/proxy.h"
#include "../../base/own_folder.h"
#include "transport.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SERVER "linepress-card-server"
#define BAR UINT64_C(0xe0000000)
#define WINDOW UINT64_C(0x100000000)
#define PAGE 4096u
#define MOST_OPTIONS 16
#define PARTING_MS 2000 /* time for a server to end by itself */

extern char **environ;

struct sim {
    struct lpi_proxy proxy;
    pid_t server;
    int memory, raised, again;
    uint8_t *window;
    size_t bytes;
};

/* ---- the server ---- */

static int find_server(char *path, size_t size, struct lp_card_trouble *why)
{
    static const char *const beside[] = {"", "../libexec/linepress/", "linepress/"};
    const char *named = getenv("LINEPRESS_CARD_SERVER");
    char folder[3072];

    if (named != NULL && *named != '\0') {
        snprintf(path, size, "%s", named);
        return access(path, X_OK) == 0 ? LP_OK
                                       : lpi_card_say(why, LP_CARD_SERVER,
                                                      "LINEPRESS_CARD_SERVER is %s, which cannot "
                                                      "be run; 'make card-server' builds " SERVER,
                                                      named);
    }
    lpi_own_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        snprintf(path, size, "%s%s" SERVER, *folder ? folder : "./", beside[i]);
        if (access(path, X_OK) == 0)
            return LP_OK;
    }
    return lpi_card_say(why, LP_CARD_SERVER,
                        "there is no " SERVER " beside this program; 'make "
                        "card-server' builds it, LINEPRESS_CARD_SERVER says where it is");
}

/* Turns options into the server's arguments, in `text`, which `argv` points into. */
static int split(const char *rest, char *text, size_t size, char **argv)
{
    size_t used = 0;
    int count = 0;

    while (*rest != '\0') {
        size_t length = strcspn(rest, ",");
        if (count == MOST_OPTIONS || used + length + 3 > size)
            return -1;
        argv[count++] = text + used;
        /* The unit's parameters are in capitals and become no options. */
        used += (size_t)snprintf(text + used, size - used, "%s%.*s",
                                 *rest >= 'A' && *rest <= 'Z' ? "" : "--", (int)length, rest) +
                1;
        rest += length + (rest[length] == ',');
    }
    return count;
}

/* Starts the server with its end of the connection. */
static int spawn(struct sim *sim, char **argv, int theirs, struct lp_card_trouble *why)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    int error;

    /* The server must not get the terminal's signals; it ends with the connection. */
    posix_spawnattr_init(&how);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs, 3);
    error = posix_spawn(&sim->server, argv[0], &actions, &how, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&how);
    if (error != 0)
        sim->server = 0;
    return error == 0 ? LP_OK
                      : lpi_card_say(why, LP_CARD_SERVER, "%s: %s", argv[0], strerror(error));
}

static int connect_server(struct sim *sim, const char *rest, struct lp_card_trouble *why)
{
    char path[4096], text[1024], socket_text[] = "--fd=3";
    char *argv[MOST_OPTIONS + 3] = {path, socket_text};
    int pair[2], error;

    if (split(rest, text, sizeof text, argv + 2) < 0)
        return lpi_card_say(why, LP_CARD_NAME, "sim:%s has too many options", rest);
    error = find_server(path, sizeof path, why);
    if (error != LP_OK)
        return error;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return lpi_card_say_errno(why, "a socket");
    sim->proxy.fd = pair[0];
    /* Not descriptor 3 itself, which would then keep its close-on-exec flag. */
    int theirs = fcntl(pair[1], F_DUPFD_CLOEXEC, 10);
    close(pair[1]);
    if (theirs < 0)
        return lpi_card_say_errno(why, "a socket");
    error = spawn(sim, argv, theirs, why);
    close(theirs);
    return error;
}

/* ---- the window and the interrupt ---- */

static int make_window(struct sim *sim, uint64_t bytes, struct lp_card_trouble *why)
{
    sim->bytes = (size_t)((bytes + PAGE - 1) / PAGE * PAGE);
    sim->memory = memfd_create("linepress-card", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    sim->raised = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sim->again = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (sim->memory < 0 || sim->raised < 0 || sim->again < 0 ||
        ftruncate(sim->memory, (off_t)sim->bytes) != 0 ||
        /* If a server shrank it, accesses here would raise SIGBUS. */
        fcntl(sim->memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        return lpi_card_say_errno(why, "memory for the window");
    sim->window = mmap(NULL, sim->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, sim->memory, 0);
    if (sim->window == MAP_FAILED) {
        sim->window = NULL;
        return lpi_card_say_errno(why, "memory for the window");
    }
    return LP_OK;
}

/* Describes an error of the connection; a server that has ended has printed its own reason. */
static int lost(const struct sim *sim, struct lp_card_trouble *why)
{
    if (errno == ETIMEDOUT)
        return lpi_card_say(why, LP_CARD_LATE, SERVER " did not answer within %d ms",
                            sim->proxy.timeout_ms);
    if (errno == EPROTO)
        return lpi_card_say(why, LP_CARD_SERVER, SERVER ": %s", sim->proxy.wrong);
    return lpi_card_say(why, LP_CARD_SERVER, SERVER " ended; run it by hand to see why");
}

static void sim_close(void *state)
{
    struct sim *sim = state;

    if (sim->proxy.fd >= 0)
        close(sim->proxy.fd);
    for (int left = PARTING_MS; sim->server != 0 && left >= 0; left--) {
        if (waitpid(sim->server, NULL, WNOHANG) != 0)
            sim->server = 0;
        else
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (sim->server != 0) {
        kill(sim->server, SIGKILL);
        waitpid(sim->server, NULL, 0);
    }
    if (sim->window != NULL)
        munmap(sim->window, sim->bytes);
    for (int *fd = (int[]){sim->memory, sim->raised, sim->again, -2}; *fd != -2; fd++)
        if (*fd >= 0)
            close(*fd);
    free(sim);
}

static int begin(struct sim *sim, struct lp_card_trouble *why)
{
    if (lpi_proxy_sysmem(&sim->proxy, WINDOW, sim->bytes, sim->memory) != 0 ||
        lpi_proxy_interrupt(&sim->proxy, sim->raised, sim->again) != 0 ||
        lpi_proxy_enable(&sim->proxy, BAR) != 0)
        return lost(sim, why);
    return LP_OK;
}

static int sim_open(const char *rest, const struct lp_card_config *config, void **state,
                    struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    struct sim *sim = calloc(1, sizeof *sim);
    int error;

    if (sim == NULL)
        return LP_ERR_SYSTEM;
    sim->proxy = (struct lpi_proxy){.fd = -1, .timeout_ms = (int)config->timeout_ms};
    sim->memory = sim->raised = sim->again = -1;
    error = make_window(sim, config->window_bytes, why);
    if (error == LP_OK)
        error = connect_server(sim, rest, why);
    if (error == LP_OK)
        error = begin(sim, why);
    if (error != LP_OK) {
        sim_close(sim);
        return error;
    }
    *shape = (struct lpi_card_shape){.bar_bytes = LPI_CARD_BAR_BYTES,
                                     .window = {sim->window, WINDOW, sim->bytes}};
    *state = sim;
    return LP_OK;
}

/* ---- use ---- */

/* Replies after a failed call would belong to another one, so no more are accepted. */
static int result(struct sim *sim, int failed)
{
    int error = !failed ? LP_OK : errno == ETIMEDOUT ? LP_ERR_TIMEOUT : LP_ERR_SYSTEM;

    if (failed)
        (void)shutdown(sim->proxy.fd, SHUT_RDWR);
    return error;
}

static int sim_read32(void *state, uint32_t offset, uint32_t *value)
{
    struct sim *sim = state;
    uint64_t got = 0;
    int error = result(sim, lpi_proxy_bar_read(&sim->proxy, offset, 4, &got));

    *value = (uint32_t)got;
    return error;
}

static int sim_write32(void *state, uint32_t offset, uint32_t value)
{
    struct sim *sim = state;

    return result(sim, lpi_proxy_bar_write(&sim->proxy, offset, 4, value));
}

static int sim_wait(void *state, int milliseconds)
{
    struct sim *sim = state;
    struct pollfd p = {.fd = sim->raised, .events = POLLIN};
    uint64_t count;
    struct iovec all = {&count, sizeof count};

    /* The server also has the descriptor, and could make a blocking read wait. */
    return poll(&p, 1, milliseconds) > 0 && preadv2(sim->raised, &all, 1, -1, RWF_NOWAIT) > 0;
}

const struct lpi_card_transport lpi_card_sim = {
    .scheme = "sim",
    .open = sim_open,
    .close = sim_close,
    .read32 = sim_read32,
    .write32 = sim_write32,
    .wait = sim_wait,
};
