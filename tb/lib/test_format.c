/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks the library against the bytes printed in format.md. An example is a fenced block
 * "example KIND WIDTH" with the lines "data ..." and "stored ...": the input, and its expected
 * stored form. A line that starts with neither word continues the one before.
 */
#include "unit.h"

#include "../../cmodel/lib/codec/coder.h"
#include "../../cmodel/lib/compare/compare.h"
#include "../../cmodel/systems/huvm/policy/trace.h"
#include "../dma/memory_file.h"
#include <linepress/cdma.h>
#include <linepress/frame.h>
#include <linepress/grp.h>
#include <linepress/trace.h>

#define DOCUMENT "docs/reference/format.md"

struct bytes {
    uint8_t at[1024];
    size_t count;
};

struct example {
    char kind[16];
    enum lp_elem elem;
    unsigned line; /* of the document */
    struct bytes data, stored;
};

/* Appends hexadecimal bytes; "00*28" is 28 of them. */
static void append_bytes(struct bytes *bytes, char *text)
{
    for (char *word = strtok(text, " \n"); word != NULL; word = strtok(NULL, " \n")) {
        unsigned value, times = 1;
        int used = 0;
        if (sscanf(word, "%2x%n*%u%n", &value, &used, &times, &used) < 1 || word[used] != '\0')
            fail_msg("'%s' is no byte", word);
        for (; times > 0; times--) {
            assert_true(bytes->count < sizeof bytes->at);
            bytes->at[bytes->count++] = (uint8_t)value;
        }
    }
}

/* Reads up to the end of the next example; 0 if there is none. */
static int next_example(FILE *document, unsigned *line, struct example *example)
{
    char text[512];
    struct bytes *target = NULL;
    *example = (struct example){0};
    while (fgets(text, sizeof text, document) != NULL) {
        int width;
        ++*line;
        if (sscanf(text, "```example %15s %d", example->kind, &width) == 2) {
            example->elem = (enum lp_elem)width;
            example->line = *line;
            target = &example->data;
        } else if (target != NULL && strncmp(text, "```", 3) == 0) {
            return 1;
        } else if (target != NULL && strncmp(text, "data", 4) == 0) {
            append_bytes(target = &example->data, text + 4);
        } else if (target != NULL && strncmp(text, "stored", 6) == 0) {
            append_bytes(target = &example->stored, text + 6);
        } else if (target != NULL) {
            append_bytes(target, text);
        }
    }
    return 0;
}

static void expect(const struct example *example, const char *what, const struct bytes *expected,
                   const uint8_t *got, size_t count)
{
    if (count != expected->count || memcmp(got, expected->at, count) != 0)
        fail_msg(DOCUMENT ":%u: %s differs", example->line, what);
}

static void check_zvc(const struct example *e)
{
    uint8_t record[144], line[128];
    size_t bytes;
    assert_int_equal(e->data.count, 128);
    assert_int_equal(lp_zvc_encode_line(e->elem, e->data.at, record, sizeof record, &bytes), LP_OK);
    expect(e, "record", &e->stored, record, bytes);
    assert_int_equal(lp_zvc_decode_line(e->elem, e->stored.at, e->stored.count, line), LP_OK);
    expect(e, "line", &e->data, line, sizeof line);
}

static void check_entry(const struct example *e)
{
    uint8_t entry[128], line[128];
    unsigned sectors;
    assert_int_equal(e->data.count, 128);
    assert_int_equal(lp_zvc_encode_entry(e->elem, e->data.at, entry, &sectors), LP_OK);
    expect(e, "entry", &e->stored, entry, sectors * LP_SECTOR_BYTES);
    assert_int_equal(lp_zvc_decode_entry(e->elem, e->stored.at, sectors, line), LP_OK);
    expect(e, "line", &e->data, line, sizeof line);
}

static void check_bpc_entry(const struct example *e)
{
    uint8_t entry[128], line[128];
    unsigned sectors;
    assert_int_equal(e->data.count, 128);
    assert_int_equal(lp_bpc_encode_entry(e->data.at, entry, &sectors), LP_OK);
    expect(e, "entry", &e->stored, entry, sectors * LP_SECTOR_BYTES);
    assert_int_equal(lp_bpc_decode_entry(e->stored.at, sectors, line), LP_OK);
    expect(e, "line", &e->data, line, sizeof line);
}

static void check_stream(const struct example *e)
{
    uint8_t stream[512], data[512];
    size_t bytes, n = e->data.count;
    assert_int_equal(lp_zvc_compress(e->elem, e->data.at, n, stream, sizeof stream, &bytes), LP_OK);
    expect(e, "stream", &e->stored, stream, bytes);
    assert_int_equal(lp_zvc_decompress(e->elem, e->stored.at, e->stored.count, data, n), LP_OK);
    expect(e, "data", &e->data, data, n);
}

static void check_ebd_line(const struct example *e)
{
    uint8_t record[128], line[128];
    size_t bytes;
    assert_int_equal(e->data.count, 128);
    assert_int_equal(lp_ebd_encode_line(e->data.at, record, sizeof record, &bytes), LP_OK);
    expect(e, "record", &e->stored, record, bytes);
    assert_int_equal(lp_ebd_decode_line(e->stored.at, e->stored.count, line), LP_OK);
    expect(e, "line", &e->data, line, sizeof line);
}

/* A line is a stream of one record. */
static void check_xzvc(const struct example *e)
{
    uint8_t stream[512], data[512];
    size_t bytes, n = e->data.count;
    assert_int_equal(lp_xzvc_compress(e->data.at, n, stream, sizeof stream, &bytes), LP_OK);
    expect(e, "stream", &e->stored, stream, bytes);
    assert_int_equal(lp_xzvc_decompress(e->stored.at, e->stored.count, data, n), LP_OK);
    expect(e, "data", &e->data, data, n);
}

/* The state, and its number of sectors. */
static void check_mixed_entry(const struct example *e)
{
    uint8_t stored[1 + 128], line[128];
    enum lp_auto_codec codec;
    unsigned state, sectors;
    assert_int_equal(e->data.count, 128);
    assert_int_equal(lp_auto_encode_entry(e->elem, LP_AUTO_ALL, e->data.at, stored + 1, &state),
                     LP_OK);
    stored[0] = (uint8_t)state;
    assert_int_equal(lp_auto_state(state, &codec, &sectors), LP_OK);
    expect(e, "entry", &e->stored, stored, 1 + sectors * LP_SECTOR_BYTES);
    assert_int_equal(
        lp_auto_decode_entry(e->elem, LP_AUTO_ALL, e->stored.at + 1, e->stored.at[0], line), LP_OK);
    expect(e, "line", &e->data, line, sizeof line);
}

static void check_mixed_stream(const struct example *e)
{
    uint8_t stream[512], data[512];
    size_t bytes, n = e->data.count;
    assert_int_equal(
        lp_auto_compress(e->elem, LP_AUTO_ALL, e->data.at, n, stream, sizeof stream, &bytes),
        LP_OK);
    expect(e, "stream", &e->stored, stream, bytes);
    assert_int_equal(
        lp_auto_decompress(e->elem, LP_AUTO_ALL, e->stored.at, e->stored.count, data, n), LP_OK);
    expect(e, "data", &e->data, data, n);
}

/* A table, a state and an entry. */
static void check_grp_entry(const struct example *e)
{
    uint8_t stored[LP_GRP_TABLE_BYTES + 1 + LP_GRP_BYTES], group[LP_GRP_BYTES];
    struct lp_grp grp;
    unsigned state, sectors;
    assert_int_equal(e->data.count, LP_GRP_BYTES);
    memcpy(stored, e->stored.at, LP_GRP_TABLE_BYTES);
    assert_int_equal(lp_grp_load(stored, &grp), LP_OK);
    uint8_t *entry = stored + LP_GRP_TABLE_BYTES;
    assert_int_equal(lp_grp_encode_entry(&grp, e->data.at, entry + 1, &state), LP_OK);
    entry[0] = (uint8_t)state;
    assert_int_equal(lp_grp_state_sectors(state, &sectors), LP_OK);
    expect(e, "entry", &e->stored, stored, LP_GRP_TABLE_BYTES + 1 + sectors * LP_SECTOR_BYTES);
    const uint8_t *printed = e->stored.at + LP_GRP_TABLE_BYTES;
    assert_int_equal(lp_grp_decode_entry(&grp, printed + 1, printed[0], group), LP_OK);
    expect(e, "group", &e->data, group, sizeof group);
}

static void check_grp_stream(const struct example *e)
{
    uint8_t stream[1024], data[512];
    size_t bytes, n = e->data.count;
    assert_int_equal(lp_grp_compress(e->data.at, n, stream, sizeof stream, &bytes), LP_OK);
    expect(e, "stream", &e->stored, stream, bytes);
    assert_int_equal(lp_grp_decompress(e->stored.at, e->stored.count, data, n), LP_OK);
    expect(e, "data", &e->data, data, n);
}

static void check_window(const struct example *e, const struct lpi_codec *codec)
{
    uint8_t stored[512], data[512];
    size_t bytes, n = e->data.count;
    assert_int_equal(codec->encode(NULL, e->elem, e->data.at, n, stored, sizeof stored, &bytes),
                     LP_OK);
    expect(e, "window", &e->stored, stored, bytes);
    assert_int_equal(codec->decode(NULL, e->elem, e->stored.at, e->stored.count, data, n), LP_OK);
    expect(e, "data", &e->data, data, n);
}

/* The stored form of a group. */
static void check_group(const struct example *e, enum lp_dma_codec codec)
{
    uint8_t stored[LP_DMA_GROUP_BOUND], data[LP_DMA_GROUP];
    size_t bytes, bad, n = e->data.count;
    assert_int_equal(lp_dma_shrink(codec, e->elem, e->data.at, n / 32, stored, &bytes), LP_OK);
    expect(e, "group", &e->stored, stored, bytes);
    assert_int_equal(
        lp_dma_expand(codec, e->elem, e->stored.at, e->stored.count, n / 32, data, &bad), LP_OK);
    expect(e, "data", &e->data, data, n);
}

/* One block of ZVC. */
static void check_frame(const struct example *e, uint8_t index)
{
    uint8_t bytes[512], stored[512], data[512];
    struct memory_file file = {.bytes = bytes, .size = sizeof bytes};
    struct lp_frame_info info = {
        .codec = LP_CODEC_ZVC, .elem = (uint8_t)e->elem, .window = 128, .index = index};
    struct lp_frame_writer *writer;
    struct lp_frame_reader *reader;
    size_t n, raw;
    const void *block;
    assert_int_equal(lp_zvc_compress(e->elem, e->data.at, e->data.count, stored, sizeof stored, &n),
                     LP_OK);
    assert_int_equal(lp_frame_write_open(&info, NULL, memory_write, &file, &writer), LP_OK);
    assert_int_equal(lp_frame_write_block(writer, e->data.at, e->data.count, stored, n), LP_OK);
    assert_int_equal(lp_frame_write_end(writer), LP_OK);
    lp_frame_writer_free(writer);
    expect(e, "file", &e->stored, bytes, file.at);
    memcpy(bytes, e->stored.at, e->stored.count);
    file = (struct memory_file){.bytes = bytes, .size = e->stored.count};
    assert_int_equal(lp_frame_read_open(memory_read, &file, &reader), LP_OK);
    assert_int_equal(lp_frame_read_block(reader, &block, &n, &raw), LP_OK);
    assert_int_equal(lp_zvc_decompress(e->elem, block, n, data, raw), LP_OK);
    expect(e, "data", &e->data, data, raw);
    assert_int_equal(lp_frame_read_check(reader, data, raw), LP_OK);
    assert_int_equal(lp_frame_read_block(reader, &block, &n, &raw), LP_OK);
    assert_int_equal(raw, 0);
    lp_frame_reader_free(reader);
}

/* The text becomes the binary trace, and vice versa. */
static void check_trace(const struct example *e)
{
    const struct bytes *const forms[] = {&e->data, &e->stored};
    for (unsigned from = 0; from < 2; from++) {
        uint8_t bytes[512], written[512];
        struct memory_file in = {.bytes = bytes, .size = forms[from]->count};
        struct memory_file out = {.bytes = written, .size = sizeof written};
        struct lp_trace trace;
        uint64_t where;
        memcpy(bytes, forms[from]->at, forms[from]->count);
        assert_int_equal(lp_trace_read(memory_read, &in, &trace, &where), LP_OK);
        assert_int_equal(
            (from ? lp_trace_write_text : lp_trace_write_binary)(&trace, memory_write, &out),
            LP_OK);
        expect(e, "trace", forms[!from], written, out.at);
        lp_trace_free(&trace);
    }
}

/* The text becomes the binary trace, and that has the same uses. */
static void check_chunk_trace(const struct example *e)
{
    struct huvm_trace_fault fault;
    uint32_t *uses, *again;
    uint64_t count, length;
    uint8_t written[256];
    assert_true(huvm_trace_parse(e->data.at, e->data.count, &uses, &count, &fault));
    assert_true(huvm_trace_bytes(count) <= sizeof written);
    huvm_trace_write(uses, count, written);
    expect(e, "chunk trace", &e->stored, written, huvm_trace_bytes(count));
    assert_true(huvm_trace_parse(e->stored.at, e->stored.count, &again, &length, &fault));
    assert_int_equal(length, count);
    assert_memory_equal(again, uses, count * sizeof *uses);
    free(uses);
    free(again);
}

/* Kinds of examples that are no window of a codec alone. */
static const char *const kinds[] = {
    "zvc",          "entry",       "stream",    "chunk-trace", "bpc-entry",
    "frame",        "frame-index", "trace",     "dma-zvc",     "dma-bpc",
    "dma-raw",      "ebd-line",    "xzvc-line", "xzvc-stream", "mixed-entry",
    "mixed-stream", "dma-ebd",     "dma-mixed", "grp-entry",   "grp-stream",
};
#define KINDS (sizeof kinds / sizeof kinds[0])

static int is_kind(const char *name)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i], name) == 0)
            return 1;
    return 0;
}

/* Codecs with kinds of their own, and those that are specified elsewhere. */
static int has_no_windows(const char *codec)
{
    static const char *const names[] = {"zvc", "ebd", "xzvc", "auto", "lz4", "zlib", "grp16"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], codec) == 0)
            return 1;
    return 0;
}

/* Checks the examples of one kind; at least one must be there. */
static void check_kind(void **state)
{
    const char *kind = *state;
    FILE *document = fopen(DOCUMENT, "r");
    if (document == NULL)
        fail_msg("cannot open " DOCUMENT " (run from the project's root)");
    struct example e;
    unsigned line = 0, checked = 0;
    while (next_example(document, &line, &e)) {
        if (!is_kind(e.kind) && lpi_codec_by_name(e.kind) == NULL)
            fail_msg(DOCUMENT ":%u: unknown kind of example", e.line);
        if (strcmp(e.kind, kind) != 0)
            continue;
        checked++;
        if (strcmp(kind, "zvc") == 0)
            check_zvc(&e);
        else if (strcmp(kind, "entry") == 0)
            check_entry(&e);
        else if (strcmp(kind, "ebd-line") == 0)
            check_ebd_line(&e);
        else if (strncmp(kind, "xzvc-", 5) == 0)
            check_xzvc(&e);
        else if (strcmp(kind, "mixed-entry") == 0)
            check_mixed_entry(&e);
        else if (strcmp(kind, "mixed-stream") == 0)
            check_mixed_stream(&e);
        else if (strcmp(kind, "grp-entry") == 0)
            check_grp_entry(&e);
        else if (strcmp(kind, "grp-stream") == 0)
            check_grp_stream(&e);
        else if (strcmp(kind, "bpc-entry") == 0)
            check_bpc_entry(&e);
        else if (strcmp(kind, "stream") == 0)
            check_stream(&e);
        else if (strcmp(kind, "frame") == 0 || strcmp(kind, "frame-index") == 0)
            check_frame(&e, strcmp(kind, "frame-index") == 0);
        else if (strcmp(kind, "trace") == 0)
            check_trace(&e);
        else if (strcmp(kind, "chunk-trace") == 0)
            check_chunk_trace(&e);
        else if (strncmp(kind, "dma-", 4) == 0)
            check_group(&e, strcmp(kind, "dma-zvc") == 0     ? LP_DMA_ZVC
                            : strcmp(kind, "dma-bpc") == 0   ? LP_DMA_BPC
                            : strcmp(kind, "dma-ebd") == 0   ? LP_DMA_EBD
                            : strcmp(kind, "dma-mixed") == 0 ? LP_DMA_AUTO
                                                             : LP_DMA_RAW);
        else
            check_window(&e, lpi_codec_by_name(kind));
    }
    fclose(document);
    assert_true(checked > 0);
}

int main(void)
{
    enum { MOST = 64 };
    static struct CMUnitTest tests[MOST];
    size_t count = 0;
    for (size_t i = 0; i < KINDS; i++)
        tests[count++] = (struct CMUnitTest){kinds[i], check_kind, NULL, NULL, (void *)kinds[i]};
    for (size_t c = 0; c < lpi_codec_count; c++) {
        const char *name = lpi_codecs[c]->name;
        if (!has_no_windows(name) && count < MOST)
            tests[count++] = (struct CMUnitTest){name, check_kind, NULL, NULL, (void *)name};
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("examples", tests, count, NULL, NULL);
}
