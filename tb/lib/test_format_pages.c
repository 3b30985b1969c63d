/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks the library against the addresses, splits and slices printed in format.md, section 9:
 * the fenced blocks "pages", "split" and "slices".
 */
#include "unit.h"

#include <inttypes.h>
#include <linepress/gbbr.h>

#define DOCUMENT "docs/reference/format.md"

/* Calls `check` for each line of each block of this name; returns the number of lines. */
static unsigned each_line(const char *block, void (*check)(char *text, unsigned line))
{
    FILE *document = fopen(DOCUMENT, "r");
    char text[512], fence[32];
    unsigned line = 0, lines = 0;
    int inside = 0;

    if (document == NULL)
        fail_msg("cannot open " DOCUMENT " (run from the project's root)");
    snprintf(fence, sizeof fence, "```%s\n", block);
    while (fgets(text, sizeof text, document) != NULL) {
        line++;
        if (inside && strncmp(text, "```", 3) == 0) {
            inside = 0;
        } else if (inside) {
            check(text, line);
            lines++;
        } else {
            inside = strcmp(text, fence) == 0;
        }
    }
    fclose(document);
    return lines;
}

static struct lp_gbbr_geometry geometry = {.slices_log2 = 3, .fold = UINT64_MAX};
static struct lp_gbbr_regs regs;

/* A page's line, as written in the document. */
static void describe(int code, const struct lp_gbbr_line *line, char *text, size_t size)
{
    int at = 0;

    if (code != LP_ANSWER_OK) {
        snprintf(text, size, "fault %d", code);
        return;
    }
    at = snprintf(text, size, "device 0x%" PRIx64, line->dev_addr);
    at += snprintf(text + at, size - (size_t)at, line->eight ? " 8 bytes" : " %u",
                   line->dev_sectors);
    if (line->spill_sectors > 0)
        at += snprintf(text + at, size - (size_t)at, " buddy 0x%" PRIx64 " %u", line->spill_addr,
                       line->spill_sectors);
    if (line->meta)
        snprintf(text + at, size - (size_t)at, " metadata 0x%" PRIx64 " %s", line->meta_addr / 2,
                 line->meta_addr % 2 ? "high" : "low");
}

/* The same words with single blanks between them. */
static void squeeze(const char *text, char *words, size_t size)
{
    size_t at = 0;

    for (; *text != '\0' && *text != '\n' && at + 1 < size; text++)
        if (*text != ' ' || (at > 0 && words[at - 1] != ' '))
            words[at++] = *text;
    while (at > 0 && words[at - 1] == ' ')
        at--;
    words[at] = '\0';
}

static void check_page(char *text, unsigned line)
{
    unsigned compressed, target, slot, frame, index;
    int used = 0;
    char expected[200], got[200];
    struct lp_gbbr_line result;

    if (sscanf(text,
               "share %u gbbr %" SCNx64 " mdbase %" SCNx64 " slots %" SCNu64 " frames %" SCNu64,
               &geometry.share_log2, &regs.gbbr, &regs.mdbase, &regs.slots, &regs.frames) == 5)
        return;
    if (sscanf(text, "page %u %u %u %u %u %n", &compressed, &target, &slot, &frame, &index,
               &used) != 5)
        fail_msg(DOCUMENT ":%u: no page", line);
    const struct lp_gbbr_page page = {(uint8_t)compressed, (uint8_t)target, slot, frame, 0};
    describe(lp_gbbr_translate(&geometry, &regs, &page, index, &result), &result, got, sizeof got);
    squeeze(text + used, expected, sizeof expected);
    if (strcmp(expected, got) != 0)
        fail_msg(DOCUMENT ":%u: the library says '%s'", line, got);
}

static void pages(void **state)
{
    (void)state;
    assert_true(each_line("pages", check_page) > 10);
}

static unsigned splits;

static void check_split(char *text, unsigned line)
{
    unsigned target, stored, dev, spill;
    int used;
    struct lp_gbbr_split split;

    for (; sscanf(text, " %u: %u %n", &target, &stored, &used) == 2; text += used, splits++) {
        text += used;
        assert_int_equal(lp_gbbr_split(stored, target, &split), LP_ANSWER_OK);
        if (sscanf(text, "%u+%u %n", &dev, &spill, &used) == 2) {
            if (split.dev_sectors != dev || split.spill_sectors != spill || split.eight)
                fail_msg(DOCUMENT ":%u: target %u, state %u differs", line, target, stored);
        } else {
            used = 0;
            assert_int_equal(strncmp(text, "8 bytes", 7), 0);
            assert_int_equal(split.eight, 1);
            assert_int_equal(split.dev_sectors + split.spill_sectors, 0);
        }
    }
}

/* The document lists as many pairs as are good, and each listed pair is good: so no other pair
 * is. */
static void splits_are_all(void **state)
{
    unsigned good = 0;
    struct lp_gbbr_split split;

    (void)state;
    each_line("split", check_split);
    for (unsigned i = 0; i < 16 * 8; i++)
        good += lp_gbbr_split(i % 16, i / 16, &split) == LP_ANSWER_OK;
    assert_int_equal(splits, 26);
    assert_int_equal(good, 26);
}

static unsigned homes;

static void check_slice(char *text, unsigned line)
{
    unsigned frame, index, slice, local, slice_got;
    int used;
    uint32_t local_got;

    if (sscanf(text, "share %u slices %u %n", &geometry.share_log2, &slice, &used) == 2) {
        geometry.slices_log2 = (unsigned)__builtin_ctz(slice);
        return;
    }
    for (; sscanf(text, " %u, %u: %u, %u %n", &frame, &index, &slice, &local, &used) == 4;
         text += used, homes++) {
        lp_gbbr_slice(&geometry, frame, index, &slice_got, &local_got);
        if (slice != slice_got || local != local_got)
            fail_msg(DOCUMENT ":%u: frame %u, line %u differs", line, frame, index);
    }
}

static void slices(void **state)
{
    (void)state;
    each_line("slices", check_slice);
    assert_true(homes > 12);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages),
        cmocka_unit_test(splits_are_all),
        cmocka_unit_test(slices),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
