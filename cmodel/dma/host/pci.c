/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pci: registers through sysfs, huge pages at their physical addresses as host memory. For a
 * machine without an IOMMU, or with iommu=pt. Interrupts do not reach such a program, so it polls.
 */
#define _GNU_SOURCE /* flock, pread */
#include "pages.h"
#include "sysfs.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define COMMAND 4 /* in configuration space */
#define MEMORY 2u
#define MASTER 4u

struct pci {
    int resource, config;
    volatile uint32_t *bar;
    size_t bar_bytes;
    struct lpi_card_pages pages;
};

/* Lets the card answer and, or no longer, be a master. */
static int set_command(const struct pci *pci, unsigned set, unsigned clear)
{
    uint8_t word[2];

    if (pread(pci->config, word, 2, COMMAND) != 2)
        return -1;
    word[0] = (uint8_t)((word[0] | set) & ~clear);
    return pwrite(pci->config, word, 2, COMMAND) == 2 ? 0 : -1;
}

static void pci_close(void *state)
{
    struct pci *pci = state;

    if (pci->config >= 0) {
        (void)set_command(pci, 0, MASTER);
        close(pci->config);
    }
    if (pci->bar != NULL)
        munmap((void *)pci->bar, pci->bar_bytes);
    if (pci->resource >= 0)
        close(pci->resource);
    lpi_card_pages_close(&pci->pages);
    free(pci);
}

static int enable(const char *device, struct lp_card_trouble *why)
{
    char path[LPI_SYSFS_PATH];
    int fd, good;

    lpi_card_path(path, "/sys/bus/pci/devices/%s/enable", device);
    fd = open(path, O_WRONLY | O_CLOEXEC);
    good = fd >= 0 && write(fd, "1", 1) == 1;
    if (!good)
        lpi_card_say_errno(why, path);
    if (fd >= 0)
        close(fd);
    return good ? LP_OK : LP_ERR_CARD;
}

static int map_bar(struct pci *pci, const char *device, struct lp_card_trouble *why)
{
    char path[LPI_SYSFS_PATH];
    struct stat st;
    void *map;

    lpi_card_path(path, "/sys/bus/pci/devices/%s/resource0", device);
    pci->resource = lpi_card_open_locked(path, 0, why);
    if (pci->resource < 0)
        return LP_ERR_CARD;
    if (fstat(pci->resource, &st) != 0 || st.st_size < 4096)
        return lpi_card_say(why, LP_CARD_MAGIC, "%s: a BAR of %lld bytes is no card's", path,
                            (long long)st.st_size);
    pci->bar_bytes = st.st_size < LPI_CARD_BAR_BYTES ? (size_t)st.st_size : LPI_CARD_BAR_BYTES;
    map = mmap(NULL, pci->bar_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, pci->resource, 0);
    if (map == MAP_FAILED)
        return lpi_card_say_errno(why, path);
    pci->bar = map;
    return LP_OK;
}

static int make_master(struct pci *pci, const char *device, struct lp_card_trouble *why)
{
    char path[LPI_SYSFS_PATH];

    lpi_card_path(path, "/sys/bus/pci/devices/%s/config", device);
    pci->config = open(path, O_RDWR | O_CLOEXEC);
    if (pci->config < 0 || set_command(pci, MEMORY | MASTER, 0) != 0)
        return lpi_card_say_errno(why, path);
    return LP_OK;
}

static int check_driver(const char *device, struct lp_card_trouble *why)
{
    char driver[64];

    if (lpi_sysfs_link(device, "driver", driver, sizeof driver) && strcmp(driver, "vfio-pci") == 0)
        return lpi_card_say(why, LP_CARD_DRIVER, "%s is bound to vfio-pci; name it vfio:%s", device,
                            device);
    return LP_OK;
}

static int pci_open(const char *device, const struct lp_card_config *config, void **state,
                    struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    struct pci *pci;
    int error = lpi_sysfs_check(device, why);

    if (error == LP_OK)
        error = check_driver(device, why);
    if (error != LP_OK)
        return error;
    pci = calloc(1, sizeof *pci);
    if (pci == NULL)
        return LP_ERR_SYSTEM;
    pci->resource = pci->config = -1;
    error = map_bar(pci, device, why);
    if (error == LP_OK)
        error = enable(device, why);
    if (error == LP_OK && !config->local)
        error = lpi_card_pages_open(&pci->pages, config->window_bytes, 1, why);
    if (error == LP_OK)
        error = make_master(pci, device, why);
    if (error != LP_OK) {
        pci_close(pci);
        return error;
    }
    *shape = (struct lpi_card_shape){.bar_bytes = (uint32_t)pci->bar_bytes};
    shape->window = (struct lpi_card_window){pci->pages.at, pci->pages.bus, pci->pages.bytes};
    lpi_sysfs_speed(device, shape);
    *state = pci;
    return LP_OK;
}

static int pci_read32(void *state, uint32_t offset, uint32_t *value)
{
    const struct pci *pci = state;

    *value = pci->bar[offset / 4];
    return LP_OK;
}

static int pci_write32(void *state, uint32_t offset, uint32_t value)
{
    struct pci *pci = state;

    pci->bar[offset / 4] = value;
    return LP_OK;
}

const struct lpi_card_transport lpi_card_pci = {
    .scheme = "pci",
    .open = pci_open,
    .close = pci_close,
    .read32 = pci_read32,
    .write32 = pci_write32,
};
