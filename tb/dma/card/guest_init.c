/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first process of the machine that tests the card: runs each line of /commands as a program,
 * without a shell, with CARD replaced by the card's address, reports the result in TAP, and
 * switches the machine off. The line "same A B" compares two files, "spoil FILE BYTE" changes a bit
 * of one, "load MODULE WORDS" gives the kernel a module, and "write FILE TEXT" writes to a file of
 * the kernel. "fails STATUS LINE" wants the line to end with that status.
 */
#include "../../../cmodel/base/clock.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEVICES "/sys/bus/pci/devices"
#define WORDS 32

static bool is_card(const char *address)
{
    char path[512], text[16] = "";
    int fd;
    ssize_t got;

    snprintf(path, sizeof path, DEVICES "/%s/device", address);
    fd = open(path, O_RDONLY);
    got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    return got > 0 && strncmp(text, "0x11c9", 6) == 0;
}

/* Like 0000:00:02.0. */
static bool find_card(char *address, size_t size)
{
    DIR *folder = opendir(DEVICES);
    struct dirent *entry;
    bool found = false;

    while (folder && !found && (entry = readdir(folder)))
        if ((found = is_card(entry->d_name)))
            snprintf(address, size, "%s", entry->d_name);
    if (folder)
        closedir(folder);
    return found;
}

/* The word with CARD replaced; it stays allocated, as the process does not last. */
static char *filled_in(const char *word, const char *card)
{
    const char *at = strstr(word, "CARD");
    size_t size = strlen(word) + strlen(card) + 1;
    char *text = malloc(size);

    if (text && at)
        snprintf(text, size, "%.*s%s%s", (int)(at - word), word, card, at + 4);
    else if (text)
        snprintf(text, size, "%s", word);
    return text;
}

static int differ(const char *first, const char *second)
{
    FILE *a = fopen(first, "rb"), *b = fopen(second, "rb");
    int byte = 0, other = 0;

    while (a && b && byte == other && byte != EOF) {
        byte = getc(a);
        other = getc(b);
    }
    return !a || !b || byte != other;
}

static int load(const char *module, const char *words)
{
    int fd = open(module, O_RDONLY);

    if (fd >= 0 && syscall(SYS_finit_module, fd, words ? words : "", 0) == 0)
        return 0;
    perror(module);
    return 1;
}

static int write_to(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY);

    if (fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && close(fd) == 0)
        return 0;
    perror(path);
    return 1;
}

static int spoil(const char *path, const char *byte)
{
    FILE *file = fopen(path, "r+b");
    long at = strtol(byte, NULL, 0);
    int was = file && fseek(file, at, SEEK_SET) == 0 ? getc(file) : EOF;

    if (was != EOF && fseek(file, at, SEEK_SET) == 0 && putc(was ^ 1, file) != EOF &&
        fclose(file) == 0)
        return 0;
    perror(path);
    return 1;
}

static int execute(char **argv)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        execv(argv[0], argv);
        perror(argv[0]);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run(char **argv, unsigned words)
{
    if (words >= 3 && strcmp(argv[0], "fails") == 0)
        return run(argv + 2, words - 2) != atoi(argv[1]);
    if (words == 3 && strcmp(argv[0], "same") == 0)
        return differ(argv[1], argv[2]);
    if (words == 3 && strcmp(argv[0], "spoil") == 0)
        return spoil(argv[1], argv[2]);
    if (words >= 2 && strcmp(argv[0], "load") == 0)
        return load(argv[1], argv[2]);
    if (words == 3 && strcmp(argv[0], "write") == 0)
        return write_to(argv[1], argv[2]);
    return words ? execute(argv) : -1;
}

static int run_line(char *line, const char *card)
{
    char *argv[WORDS + 1] = {0};
    unsigned words = 0;

    for (char *word = strtok(line, " "); word && words < WORDS; word = strtok(NULL, " "))
        argv[words++] = filled_in(word, card);
    return run(argv, words);
}

static void run_all(const char *card)
{
    FILE *commands = fopen("/commands", "r");
    char line[512], name[512];

    for (unsigned i = 1; commands && fgets(line, sizeof line, commands); i++) {
        double begun = lpi_now();
        int status;

        line[strcspn(line, "\n")] = '\0';
        snprintf(name, sizeof name, "%s", line);
        status = run_line(line, card);
        printf("# %.2f s, exit status %d\n", lpi_now() - begun, status);
        printf("%sok %u - %s\n", status == 0 ? "" : "not ", i, name);
    }
}

int main(void)
{
    char card[300] = "";

    setvbuf(stdout, NULL, _IOLBF, 0);
    mount("proc", "/proc", "proc", 0, NULL);
    mount("sysfs", "/sys", "sysfs", 0, NULL);
    mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
    printf("# the guest is up\n");
    if (find_card(card, sizeof card))
        run_all(card);
    else
        printf("not ok 1 - the card is on the bus\n");
    printf("# the guest ends\n");
    reboot(RB_POWER_OFF);
    return 1;
}
