/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks the library against format.md, sections 11 and 12: the fenced blocks "channels",
 * "checks" and "transfer".
 */
#include "../lib/unit.h"

#include "dma_memory.h"
#include <inttypes.h>

#define DOCUMENT "docs/reference/format.md"

/* A line of a block; the first of a block has number 0. */
typedef void check_fn(char *text, unsigned number);

/* Calls `check` for each line of each block of this name, and with NULL at a block's end. */
static unsigned each_line(const char *block, check_fn *check)
{
    FILE *document = fopen(DOCUMENT, "r");
    char text[512], fence[32];
    unsigned number = 0, blocks = 0;
    int inside = 0;

    if (document == NULL)
        fail_msg("cannot open " DOCUMENT " (run from the project's root)");
    snprintf(fence, sizeof fence, "```%s\n", block);
    while (fgets(text, sizeof text, document) != NULL) {
        if (inside && strncmp(text, "```", 3) == 0) {
            check(NULL, number);
            inside = 0;
        } else if (inside) {
            check(text, number++);
        } else if (strcmp(text, fence) == 0) {
            inside = 1;
            number = 0;
            blocks++;
        }
    }
    fclose(document);
    return blocks;
}

static void check_channels(char *text, unsigned number)
{
    unsigned channels, channel;
    uint64_t group;
    int used;
    (void)number;
    if (text == NULL)
        return;
    assert_int_equal(sscanf(text, "channels %u%n", &channels, &used), 1);
    for (text += used; sscanf(text, "%" SCNu64 ": %u%n", &group, &channel, &used) == 2;
         text += used)
        if (lp_dma_channel(group, channels) != channel)
            fail_msg("group %" PRIu64 " of %u channels: %u", group, channels,
                     lp_dma_channel(group, channels));
    assert_int_equal(strspn(text, " \n"), strlen(text));
}

static void channels(void **state)
{
    (void)state;
    assert_int_equal(each_line("channels", check_channels), 1);
}

static struct lp_dma_setup setup;

static void check_row(char *text)
{
    struct lp_dma_descriptor d = {0};
    char direction[4];
    unsigned status;
    if (sscanf(text,
               "%3s %" SCNx32 " %" SCNx64 " %" SCNx64 " %" SCNi64 " %" SCNi64 " %" SCNx64 " %u",
               direction, &d.flags, &d.device, &d.host, (int64_t *)&d.raw_bytes, (int64_t *)&d.size,
               &d.index, &status) != 8)
        fail_msg("no row: %s", text);
    unsigned got = lp_dma_check(&setup, strcmp(direction, "in") == 0 ? LP_DMA_IN : LP_DMA_OUT, &d);
    if (got != status)
        fail_msg("status %u: %s", got, text);
}

static void check_checks(char *text, unsigned number)
{
    struct lp_dma_ring *out = &setup.rings[0], *in = &setup.rings[1];
    setup.elem = 32;
    if (number == 0)
        assert_int_equal(sscanf(text,
                                "codecs %u device %" SCNx64 " groups %" SCNu32 " host %" SCNx64
                                " groups %" SCNu32,
                                &setup.codecs, &setup.device_base, &setup.device_groups,
                                &setup.host_base, &setup.host_groups),
                         5);
    else if (number == 1)
        assert_int_equal(sscanf(text, "rings %" SCNx64 " %u %" SCNx64 " %" SCNx64 " %u %" SCNx64,
                                &out->base, &out->log2, &out->done, &in->base, &in->log2,
                                &in->done),
                         6);
    else if (text != NULL)
        check_row(text);
}

static void checks(void **state)
{
    (void)state;
    assert_int_equal(each_line("checks", check_checks), 1);
}

/* Contents of a transfer's block. */
enum { DESCRIPTOR, DATA, STREAM, INDEX, COMPLETION, FIELDS };
static const char *const fields[FIELDS] = {"descriptor", "data", "stream", "index", "completion"};
static struct transfer {
    enum lp_dma_direction direction;
    unsigned field;
    struct {
        uint8_t at[2048];
        size_t count;
    } bytes[FIELDS];
} transfer;

static void append_bytes(char *text)
{
    for (char *word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n")) {
        unsigned value, times = 1;
        int used = 0;
        if (sscanf(word, "%2x%n*%u%n", &value, &used, &times, &used) < 1 || word[used] != '\0')
            fail_msg("'%s' is no byte", word);
        for (; times > 0; times--)
            transfer.bytes[transfer.field].at[transfer.bytes[transfer.field].count++] = (uint8_t)
                value;
    }
}

static void copy_field(unsigned field, struct dma_side *side, uint64_t address)
{
    memcpy(side->bytes + (address - side->base), transfer.bytes[field].at,
           transfer.bytes[field].count);
}

static void compare_field(unsigned field, const struct dma_side *side, uint64_t address)
{
    assert_memory_equal(side->bytes + (address - side->base), transfer.bytes[field].at,
                        transfer.bytes[field].count);
}

/* Runs the descriptor on the initial contents in the block, and compares the final contents. */
static void run_transfer(void)
{
    static struct dma_memory memory;
    struct lp_dma_setup whole;
    struct lp_dma_memory ports = dma_memory_init(&memory, &whole);
    struct lp_dma_descriptor d;
    struct lp_dma_completion c;
    uint8_t bytes[64];
    assert_int_equal(transfer.bytes[DESCRIPTOR].count, sizeof bytes);
    lp_dma_decode_descriptor(transfer.bytes[DESCRIPTOR].at, &d);
    lp_dma_encode_descriptor(&d, bytes);
    assert_memory_equal(bytes, transfer.bytes[DESCRIPTOR].at, sizeof bytes);
    whole.device_base = setup.device_base, whole.device_groups = setup.device_groups;
    whole.host_base = setup.host_base, whole.host_groups = setup.host_groups;
    if (transfer.direction == LP_DMA_OUT) {
        copy_field(DATA, &memory.device, d.device);
    } else {
        copy_field(STREAM, &memory.host, d.host);
        copy_field(INDEX, &memory.device, d.index);
    }
    assert_int_equal(lp_dma_run(&whole, transfer.direction, &d, &ports, &c), LP_OK);
    lp_dma_encode_completion(&c, bytes);
    assert_int_equal(transfer.bytes[COMPLETION].count, 32);
    assert_memory_equal(bytes, transfer.bytes[COMPLETION].at, 32);
    if (c.status == LP_DMA_GOOD) {
        compare_field(DATA, &memory.device, d.device);
        compare_field(STREAM, &memory.host, d.host);
        compare_field(INDEX, &memory.device, d.index);
    }
}

static void check_transfer(char *text, unsigned number)
{
    char word[16];
    int used;
    if (number == 0)
        transfer = (struct transfer){0};
    if (text == NULL) {
        run_transfer();
        return;
    }
    if (number == 0) {
        transfer.direction = strstr(text, " in") != NULL ? LP_DMA_IN : LP_DMA_OUT;
        return;
    }
    if (number == 1) {
        assert_int_equal(sscanf(text, "windows %" SCNx64 " %" SCNu32 " %" SCNx64 " %" SCNu32,
                                &setup.device_base, &setup.device_groups, &setup.host_base,
                                &setup.host_groups),
                         4);
        return;
    }
    assert_int_equal(sscanf(text, "%15s%n", word, &used), 1);
    for (unsigned field = 0; field < FIELDS; field++)
        if (strcmp(word, fields[field]) == 0) {
            transfer.field = field;
            append_bytes(text + used);
            return;
        }
    append_bytes(text);
}

static void transfers(void **state)
{
    (void)state;
    assert_int_equal(each_line("transfer", check_transfer), 2);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels),
        cmocka_unit_test(checks),
        cmocka_unit_test(transfers),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
