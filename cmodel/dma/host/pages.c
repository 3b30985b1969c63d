/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "pages.h"
#include "sysfs.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_LOG2 21
#define HUGE (UINT64_C(1) << HUGE_LOG2)
#ifndef MFD_HUGE_2MB
#define MFD_HUGE_2MB (21u << 26)
#endif
#define BUS_END (UINT64_C(1) << 40) /* of a card's addresses */
/* A word of /proc/PID/pagemap for each small page. */
#define PRESENT (UINT64_C(1) << 63)
#define FRAME ((UINT64_C(1) << 55) - 1)

/* Uses a file, since a file's pages can be mapped in any order. */
static int make_pages(struct lpi_card_pages *pages, uint64_t bytes, struct lp_card_trouble *why)
{
    int fd = memfd_create("linepress", MFD_CLOEXEC | MFD_HUGETLB | MFD_HUGE_2MB);
    unsigned long count = (unsigned long)((bytes + HUGE - 1) / HUGE);

    pages->map_bytes = (size_t)(count * HUGE);
    if (fd < 0 || ftruncate(fd, (off_t)pages->map_bytes) != 0)
        pages->map = MAP_FAILED;
    else
        pages->map = mmap(NULL, pages->map_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                          fd, 0);
    if (pages->map == MAP_FAILED) {
        pages->map = NULL;
        (void)lpi_card_say(why, LP_CARD_PAGES,
                           "there are not %lu free huge pages of 2 MiB (%s); "
                           "'echo %lu | sudo tee /proc/sys/vm/nr_hugepages' makes some",
                           count, strerror(errno), 2 * count);
    }
    return fd;
}

/*
 * Maps the pages in the order of their physical addresses: the system allocates them in another,
 * often descending, and a card needs them contiguous.
 */
static int sort_pages(const struct lpi_card_pages *pages, int fd, const uint64_t *addresses,
                      size_t count)
{
    int good = 1;

    for (size_t i = 0; i < count; i++) {
        size_t before = 0;
        for (size_t j = 0; j < count; j++)
            before += addresses[j] < addresses[i];
        good &= mmap((uint8_t *)pages->map + before * HUGE, HUGE, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_POPULATE | MAP_FIXED, fd, (off_t)(i * HUGE)) != MAP_FAILED;
    }
    return good;
}

/* The physical address of each huge page; 0: unknown. */
static int read_addresses(const struct lpi_card_pages *pages, uint64_t *addresses, size_t count)
{
    uint64_t small = (uint64_t)sysconf(_SC_PAGESIZE), word;
    char path[LPI_SYSFS_PATH];
    int fd, good = 1;

    lpi_card_path(path, "/proc/self/pagemap");
    fd = open(path, O_RDONLY | O_CLOEXEC);
    for (size_t i = 0; i < count && good; i++) {
        uint64_t at = (uint64_t)(uintptr_t)pages->map + i * HUGE;
        good = fd >= 0 && pread(fd, &word, sizeof word, (off_t)(at / small * sizeof word)) ==
                              (ssize_t)sizeof word;
        addresses[i] = good && (word & PRESENT) ? (word & FRAME) * small : 0;
        good &= addresses[i] != 0;
    }
    if (fd >= 0)
        close(fd);
    return good;
}

static void find_run(struct lpi_card_pages *pages, const uint64_t *addresses, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t run = 1;
        if (addresses[i] + HUGE > BUS_END) {
            i++;
            continue;
        }
        while (i + run < count && addresses[i + run] == addresses[i] + run * HUGE &&
               addresses[i + run] + HUGE <= BUS_END)
            run++;
        if (run * HUGE > pages->bytes) {
            pages->at = (uint8_t *)pages->map + i * HUGE;
            pages->bus = addresses[i];
            pages->bytes = run * HUGE;
        }
        i += run;
    }
}

static int find_physical(struct lpi_card_pages *pages, int fd, struct lp_card_trouble *why)
{
    size_t count = pages->map_bytes / HUGE;
    uint64_t *addresses = calloc(count, sizeof *addresses);
    int known;

    if (addresses == NULL)
        return LP_ERR_SYSTEM;
    known = read_addresses(pages, addresses, count) && sort_pages(pages, fd, addresses, count) &&
            read_addresses(pages, addresses, count);
    if (known)
        find_run(pages, addresses, count);
    free(addresses);
    if (!known)
        return lpi_card_say(why, LP_CARD_PERMISSION,
                            "/proc/self/pagemap does not tell physical "
                            "addresses; run it with sudo, or bind the card to vfio-pci");
    if (pages->bytes == 0)
        return lpi_card_say(why, LP_CARD_PAGES,
                            "no huge page is below 2^40, which the card "
                            "reaches; bind it to vfio-pci, which maps any page");
    return LP_OK;
}

int lpi_card_pages_open(struct lpi_card_pages *pages, uint64_t bytes, int physical,
                        struct lp_card_trouble *why)
{
    int error = LP_OK, fd;

    *pages = (struct lpi_card_pages){0};
    fd = make_pages(pages, bytes, why);
    if (pages->map == NULL)
        error = LP_ERR_CARD;
    else if (physical)
        error = find_physical(pages, fd, why);
    else {
        pages->at = pages->map;
        pages->bytes = pages->map_bytes;
    }
    if (fd >= 0)
        close(fd);
    /* Huge pages are not swapped; locking keeps them from being moved. */
    if (error == LP_OK && mlock(pages->map, pages->map_bytes) != 0)
        error = lpi_card_say(why, LP_CARD_PERMISSION,
                             "memory cannot be locked: %s; run it with "
                             "sudo, or raise 'ulimit -l'",
                             strerror(errno));
    if (error == LP_OK)
        memset(pages->map, 0, pages->map_bytes);
    else
        lpi_card_pages_close(pages);
    return error;
}

void lpi_card_pages_close(struct lpi_card_pages *pages)
{
    if (pages->map != NULL)
        munmap(pages->map, pages->map_bytes);
    pages->map = NULL;
}
