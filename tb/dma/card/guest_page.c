/* SPDX-License-Identifier: Apache-2.0 */
/*
 * guest_page ADDRESS: moves a page through the card at this PCI address, over sysfs and without the
 * host library, and prints the times of registers and the page. Exit status 0: no fault.
 */
#include <fcntl.h>
#include <linepress/card_regs.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "page.h"
#include "../../../cmodel/base/clock.h"

#define BAR_BYTES 0x8000u
#define READS 1000u

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int open_file(const char *address, const char *name, int flags)
{
    char path[256];
    int fd;

    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/%s", address, name);
    fd = open(path, flags);
    if (fd < 0)
        fail(path);
    return fd;
}

/* The card answers at its registers, and may be a master. */
static volatile uint32_t *enable(const char *address)
{
    int config = open_file(address, "config", O_RDWR);
    int bar = open_file(address, "resource0", O_RDWR | O_SYNC);
    uint16_t command;
    void *at;

    if (pread(config, &command, 2, 4) != 2)
        fail("config");
    command |= 6;
    if (pwrite(config, &command, 2, 4) != 2)
        fail("config");
    at = mmap(NULL, BAR_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, bar, 0);
    if (at == MAP_FAILED)
        fail("resource0");
    close(config);
    close(bar);
    return at;
}

/* A page of memory that stays where it is. */
static struct page new_page(void)
{
    int fd = open("/proc/self/pagemap", O_RDONLY);
    void *at = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED | MAP_POPULATE, -1, 0);
    uint64_t entry = 0;

    if (fd < 0 || at == MAP_FAILED ||
        pread(fd, &entry, sizeof entry, (off_t)((uintptr_t)at / PAGE_BYTES * sizeof entry)) !=
            sizeof entry)
        fail("pagemap");
    close(fd);
    return (struct page){at, (entry & ((UINT64_C(1) << 55) - 1)) * PAGE_BYTES};
}

static uint32_t read_register(void *card, uint32_t offset)
{
    return ((volatile uint32_t *)card)[offset / 4];
}

static void write_register(void *card, uint32_t offset, uint32_t value)
{
    ((volatile uint32_t *)card)[offset / 4] = value;
}

int main(int argc, char **argv)
{
    volatile uint32_t *bar = argc == 2 ? enable(argv[1]) : NULL;
    const char *wrong;
    double begun;

    if (!bar)
        return 2;
    struct page_rig rig = {read_register, write_register, (void *)bar,
                           new_page(),    new_page(),     new_page()};
    begun = lpi_now();
    for (unsigned i = 0; i < READS; i++)
        if (bar[0] != LP_CARD_REGS__ID__VALUE_reset)
            return 1;
    printf("# a register read takes %.3f ms\n", (lpi_now() - begun) / READS * 1e3);
    bar[offsetof(lp_card_regs_t, scratch) / 4] = 0x5a5a1234;
    if (bar[offsetof(lp_card_regs_t, scratch) / 4] != 0x5a5a1234)
        return 1;
    begun = lpi_now();
    wrong = page_move(&rig, 0x10000);
    printf("# a page in and out takes %.3f ms: %s\n", (lpi_now() - begun) * 1e3,
           *wrong ? wrong : "right");
    return *wrong != '\0';
}
