/* SPDX-License-Identifier: Apache-2.0 */
/*
 * litepcie: LitePCIe's driver. Registers are reached by its ioctl, from BASE on (",base=N"). Always
 * in local mode; bytes are moved by the self-test's poke and peek, 32 at a time, since the card has
 * nothing yet that takes LitePCIe's streams.
 */
#define _GNU_SOURCE
#include "sysfs.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* As of the driver's litepcie.h; the numbers are its interface. */
struct reg {
    uint32_t address, value;
    uint8_t is_write;
};
#define ACCESS_REG _IOWR('S', 0, struct reg)

struct litepcie {
    int fd;
    uint32_t base;
};

/* NAME[,base=N] */
static int read_name(const char *rest, char *path, size_t size, uint32_t *base)
{
    const char *comma = strchr(rest, ',');
    char *end = NULL;
    unsigned long value = 0;

    if (comma != NULL && strncmp(comma, ",base=", 6) == 0)
        value = strtoul(comma + 6, &end, 0);
    if (comma != NULL && (end == NULL || end == comma + 6 || *end != '\0' || value % 4 != 0 ||
                          value > UINT32_MAX - LPI_CARD_BAR_BYTES))
        return 0;
    snprintf(path, size, "%.*s", comma != NULL ? (int)(comma - rest) : (int)strlen(rest), rest);
    *base = (uint32_t)value;
    return 1;
}

static int litepcie_open(const char *rest, const struct lp_card_config *config, void **state,
                         struct lpi_card_shape *shape, struct lp_card_trouble *why)
{
    char name[LPI_SYSFS_PATH], path[LPI_SYSFS_PATH];
    struct litepcie *card;
    uint32_t base;

    (void)config;
    if (!read_name(rest, name, sizeof name, &base))
        return lpi_card_say(why, LP_CARD_NAME, "'litepcie:%s' is not of the form "
                            "litepcie:/dev/litepcie0,base=0x20000", rest);
    lpi_card_path(path, "%s", name);
    if (access(path, F_OK) != 0)
        return lpi_card_say(why, LP_CARD_NONE, "%s: no such card; 'linepress-card list' shows "
                            "those that are there, 'sudo modprobe litepcie' loads the driver",
                            path);
    card = calloc(1, sizeof *card);
    if (card == NULL)
        return LP_ERR_SYSTEM;
    card->base = base;
    card->fd = lpi_card_open_locked(path, 0, why);
    if (card->fd < 0) {
        free(card);
        return LP_ERR_CARD;
    }
    *shape = (struct lpi_card_shape){.bar_bytes = LPI_CARD_BAR_BYTES};
    *state = card;
    return LP_OK;
}

static void litepcie_close(void *state)
{
    struct litepcie *card = state;

    close(card->fd);
    free(card);
}

static int litepcie_read32(void *state, uint32_t offset, uint32_t *value)
{
    const struct litepcie *card = state;
    struct reg reg = {.address = card->base + offset};

    if (ioctl(card->fd, ACCESS_REG, &reg) != 0)
        return LP_ERR_SYSTEM;
    *value = reg.value;
    return LP_OK;
}

static int litepcie_write32(void *state, uint32_t offset, uint32_t value)
{
    const struct litepcie *card = state;
    struct reg reg = {.address = card->base + offset, .value = value, .is_write = 1};

    return ioctl(card->fd, ACCESS_REG, &reg) == 0 ? LP_OK : LP_ERR_SYSTEM;
}

const struct lpi_card_transport lpi_card_litepcie = {
    .scheme = "litepcie",
    .open = litepcie_open,
    .close = litepcie_close,
    .read32 = litepcie_read32,
    .write32 = litepcie_write32,
};
