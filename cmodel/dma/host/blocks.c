/* SPDX-License-Identifier: Apache-2.0 */
/* The list of a card's blocks, and texts of troubles. */
#define _GNU_SOURCE /* flock */
#include "card.h"
#include <errno.h>
#include <fcntl.h>
#include <linepress/card_mover_regs.h>
#include <linepress/card_regs.h>
#include <linepress/card_test_regs.h>
#include <linepress/cdma_regs.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* A link of the list: type, version, base, the next one. */
enum { LINK_WORDS = 4, LINK_BYTES = 4 * LINK_WORDS };

/* ---- the list ---- */

static int bad_link(struct lp_card *card, const char *what, uint32_t value)
{
    return lpi_card_say(&card->trouble, LP_CARD_BLOCKS,
                        "%s: its list of blocks %s 0x%x; "
                        "'linepress-card -d %s dump' shows the registers",
                        card->info.spec, what, (unsigned)value, card->info.spec);
}

/* Bytes of the registers of a block that this library drives; for other blocks, one word. */
static uint32_t block_bytes(uint32_t type)
{
    switch (type) {
    case LP_CARD_REGS__TEST_KIND__VALUE_reset: return sizeof(lp_card_test_regs_t);
    case LP_CARD_REGS__ENGINE_KIND__VALUE_reset: return sizeof(lp_cdma_regs_t);
    case LP_CARD_MOVER_REGS__ID__VALUE_reset: return sizeof(lp_card_mover_regs_t);
    default: return sizeof(uint32_t);
    }
}

static int read_link(struct lp_card *card, uint32_t at, uint32_t words[LINK_WORDS])
{
    int error = LP_OK;

    for (unsigned i = 0; i < LINK_WORDS && error == LP_OK; i++)
        error = lp_card_read32(card, at + 4 * i, &words[i]);
    return error;
}

int lpi_card_walk(struct lp_card *card)
{
    struct lp_card_info *info = &card->info;
    uint32_t seen[LP_CARD_BLOCKS_MAX], words[LINK_WORDS], at;
    int error = lp_card_read32(card, offsetof(lp_card_regs_t, next), &at);

    for (info->blocks = 0; error == LP_OK && at != 0; at = words[3]) {
        if (at % 4 != 0 || at > card->shape.bar_bytes - LINK_BYTES)
            return bad_link(card, "leaves the registers at", at);
        for (unsigned i = 0; i < info->blocks; i++)
            if (seen[i] == at)
                return bad_link(card, "comes back to", at);
        if (info->blocks == LP_CARD_BLOCKS_MAX)
            return bad_link(card, "is longer than any card's at", at);
        error = read_link(card, at, words);
        if (error != LP_OK)
            return error;
        if (words[2] % 4 != 0 || words[2] > card->shape.bar_bytes - block_bytes(words[0]))
            return bad_link(card, "has a block outside of the registers, at", words[2]);
        seen[info->blocks] = at;
        info->block[info->blocks++] = (struct lp_card_block){words[0], words[1], words[2]};
    }
    return error;
}

/* ---- troubles ---- */

int lpi_card_say(struct lp_card_trouble *why, enum lp_card_fault fault, const char *format, ...)
{
    va_list args;

    if (why == NULL)
        return LP_ERR_CARD;
    why->fault = fault;
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return LP_ERR_CARD;
}

int lpi_card_say_errno(struct lp_card_trouble *why, const char *path)
{
    int reason = errno;

    if (reason == EACCES || reason == EPERM)
        return lpi_card_say(why, LP_CARD_PERMISSION,
                            "%s: no permission; run it with sudo, or give "
                            "yourself the file: 'sudo chown $USER %s'",
                            path, path);
    if (reason == EBUSY || reason == EWOULDBLOCK)
        return lpi_card_say(why, LP_CARD_BUSY,
                            "%s: another process has the card; 'sudo fuser -v "
                            "%s' shows which",
                            path, path);
    if (reason == ENOENT || reason == ENODEV || reason == ENXIO)
        return lpi_card_say(why, LP_CARD_NONE,
                            "%s: no such card; 'linepress-card list' shows "
                            "those that are there",
                            path);
    return lpi_card_say(why, LP_CARD_SYSTEM, "%s: %s", path, strerror(reason));
}

int lpi_card_open_locked(const char *path, int flags, struct lp_card_trouble *why)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | O_SYNC | flags);

    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    lpi_card_say_errno(why, path);
    if (fd >= 0)
        close(fd);
    return -1;
}
