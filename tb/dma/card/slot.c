/* SPDX-License-Identifier: Apache-2.0 */
#include "slot.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORDS 24
#define CALL_MS 20000
#define END_MS 15000

static void become_server(const char *server, const char *arguments, int socket, int said)
{
    char fd[16], line[512], *argv[WORDS] = {(char *)server, "--fd", fd, "--verbose"};
    unsigned count = 4;

    snprintf(fd, sizeof fd, "%d", socket);
    snprintf(line, sizeof line, "%s", arguments);
    for (char *w = strtok(line, " "); w && count < WORDS - 1; w = strtok(NULL, " "))
        argv[count++] = w;
    dup2(said, STDERR_FILENO);
    execv(server, argv);
    _exit(127);
}

static bool make_memory(struct slot *slot)
{
    slot->memfd = memfd_create("machine", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (slot->memfd < 0 || ftruncate(slot->memfd, MACHINE_BYTES) != 0 ||
        fcntl(slot->memfd, F_ADD_SEALS, F_SEAL_SHRINK) != 0)
        return false;
    slot->memory = mmap(NULL, MACHINE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, slot->memfd, 0);
    return slot->memory != MAP_FAILED;
}

bool slot_open(struct slot *slot, const char *server, const char *arguments)
{
    int pair[2];

    *slot = (struct slot){.said = memfd_create("said", MFD_CLOEXEC)};
    if (!make_memory(slot) || slot->said < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return false;
    slot->pid = fork();
    if (slot->pid == 0) {
        close(pair[0]);
        become_server(server, arguments, pair[1], slot->said);
    }
    close(pair[1]);
    slot->proxy = (struct lpi_proxy){.fd = pair[0], .timeout_ms = CALL_MS};
    return slot->pid > 0 &&
           lpi_proxy_sysmem(&slot->proxy, MACHINE_AT, MACHINE_BYTES, slot->memfd) == 0 &&
           lpi_proxy_enable(&slot->proxy, BAR_AT) == 0;
}

static int await_end(pid_t pid)
{
    int status;

    for (unsigned ms = 0; ms < END_MS; ms += 5) {
        if (waitpid(pid, &status, WNOHANG) == pid)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return -1;
}

int slot_close(struct slot *slot, char *text, size_t size)
{
    off_t end;
    ssize_t got;
    int status;

    close(slot->proxy.fd);
    status = await_end(slot->pid);
    end = lseek(slot->said, 0, SEEK_END);
    got = pread(slot->said, text, size - 1, end > (off_t)size - 1 ? end - (off_t)size + 1 : 0);
    text[got > 0 ? got : 0] = '\0';
    munmap(slot->memory, MACHINE_BYTES);
    close(slot->memfd);
    close(slot->said);
    return status;
}

uint32_t slot_read(struct slot *slot, uint32_t offset)
{
    uint64_t value;

    if (lpi_proxy_bar_read(&slot->proxy, offset, 4, &value) != 0) {
        perror("register not read");
        exit(1);
    }
    return (uint32_t)value;
}

void slot_write(struct slot *slot, uint32_t offset, uint32_t value)
{
    if (lpi_proxy_bar_write(&slot->proxy, offset, 4, value) != 0) {
        perror("register not written");
        exit(1);
    }
}
